/// A measurement as `--json` prints it.
struct MeasuredLine: Encodable {
  let name: String
  let ours: Double
  let unit: String
  let limitName: String?
  let limit: Double?
  let ratio: Double?
  let target: Double?
  let targetIsRatio: Bool
  let smallerIsBetter: Bool
  let met: Bool?

  init(_ measurement: Measurement) {
    name = measurement.name
    ours = measurement.ours
    unit = measurement.unit
    limitName = measurement.limitName
    limit = measurement.limit
    ratio = measurement.ratio
    target = measurement.target
    targetIsRatio = measurement.targetIsRatio
    smallerIsBetter = measurement.smallerIsBetter
    met = measurement.isMet
  }
}
