/// placeholder
enum OpenAPIDocument { static let bytes: [UInt8] = [] }
