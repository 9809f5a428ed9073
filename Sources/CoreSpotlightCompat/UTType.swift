#if !canImport(UniformTypeIdentifiers)
  /// A uniform type, where the system has none: a name, and for the common ones the endings of
  /// their files. Which type is another's is not known here, so neither is `conforms(to:)`.
  public struct UTType: Hashable, Sendable {
    /// The name, such as "public.text".
    public let identifier: String

    /// - Parameter identifier: such as "public.text". Nil for a text with anything
    ///   but ASCII letters, digits, "-" and ".". Apple's is also nil for a type that the
    ///   system does not know.
    public init?(_ identifier: String) {
      let isNamed = identifier.utf8.allSatisfy { byte in
        (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
          || (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte)
          || byte == UInt8(ascii: "-") || byte == UInt8(ascii: ".")
      }
      guard isNamed, !identifier.isEmpty else { return nil }
      self.identifier = identifier
    }

    /// A type that another app declares.
    public init(importedAs identifier: String) { self.identifier = identifier }
    /// A type that the app declares itself.
    public init(exportedAs identifier: String) { self.identifier = identifier }

    /// - Parameter filenameExtension: without its dot, in any case.
    public init?(filenameExtension: String) {
      let ending = filenameExtension.lowercased()
      guard let found = Self.endings.first(where: { $0.endings.contains(ending) }) else {
        return nil
      }
      self = found.type
    }

    /// Without its dot; nil where none is known.
    public var preferredFilenameExtension: String? {
      Self.endings.first { $0.type == self }?.endings.first
    }

    private init(known identifier: String) { self.identifier = identifier }
  }

  /// Apple's names, and the types of Apple's that they stand for.
  extension UTType {
    public static let item = UTType(known: "public.item")
    public static let content = UTType(known: "public.content")
    public static let compositeContent = UTType(known: "public.composite-content")
    public static let data = UTType(known: "public.data")
    public static let directory = UTType(known: "public.directory")
    public static let folder = UTType(known: "public.folder")
    public static let url = UTType(known: "public.url")
    public static let fileURL = UTType(known: "public.file-url")
    public static let bookmark = UTType(known: "public.bookmark")
    public static let internetLocation = UTType(known: "com.apple.internet-location")
    public static let application = UTType(known: "com.apple.application")

    public static let text = UTType(known: "public.text")
    public static let plainText = UTType(known: "public.plain-text")
    public static let utf8PlainText = UTType(known: "public.utf8-plain-text")
    public static let rtf = UTType(known: "public.rtf")
    public static let log = UTType(known: "public.log")
    public static let html = UTType(known: "public.html")
    public static let xml = UTType(known: "public.xml")
    public static let json = UTType(known: "public.json")
    public static let sourceCode = UTType(known: "public.source-code")
    public static let swiftSource = UTType(known: "public.swift-source")
    public static let commaSeparatedText = UTType(known: "public.comma-separated-values-text")
    public static let pdf = UTType(known: "com.adobe.pdf")
    public static let epub = UTType(known: "org.idpf.epub-container")
    public static let spreadsheet = UTType(known: "public.spreadsheet")
    public static let presentation = UTType(known: "public.presentation")
    public static let database = UTType(known: "public.database")
    public static let archive = UTType(known: "public.archive")
    public static let zip = UTType(known: "public.zip-archive")
    public static let gzip = UTType(known: "org.gnu.gnu-zip-archive")

    public static let image = UTType(known: "public.image")
    public static let jpeg = UTType(known: "public.jpeg")
    public static let png = UTType(known: "public.png")
    public static let gif = UTType(known: "com.compuserve.gif")
    public static let tiff = UTType(known: "public.tiff")
    public static let heic = UTType(known: "public.heic")
    public static let svg = UTType(known: "public.svg-image")
    public static let webP = UTType(known: "org.webmproject.webp")

    public static let audiovisualContent = UTType(known: "public.audiovisual-content")
    public static let audio = UTType(known: "public.audio")
    public static let mp3 = UTType(known: "public.mp3")
    public static let wav = UTType(known: "com.microsoft.waveform-audio")
    public static let mpeg4Audio = UTType(known: "public.mpeg-4-audio")
    public static let movie = UTType(known: "public.movie")
    public static let video = UTType(known: "public.video")
    public static let mpeg4Movie = UTType(known: "public.mpeg-4")
    public static let quickTimeMovie = UTType(known: "com.apple.quicktime-movie")

    public static let contact = UTType(known: "public.contact")
    public static let vCard = UTType(known: "public.vcard")
    public static let message = UTType(known: "public.message")
    public static let emailMessage = UTType(known: "public.email-message")
    public static let calendarEvent = UTType(known: "public.calendar-event")
    public static let toDoItem = UTType(known: "public.to-do-item")

    private static let endings: [(type: UTType, endings: [String])] = [
      (.plainText, ["txt", "text"]), (.rtf, ["rtf"]), (.html, ["html", "htm"]), (.xml, ["xml"]),
      (.json, ["json"]), (.swiftSource, ["swift"]), (.commaSeparatedText, ["csv"]),
      (.pdf, ["pdf"]), (.epub, ["epub"]), (.zip, ["zip"]), (.gzip, ["gz", "gzip"]),
      (.jpeg, ["jpeg", "jpg"]), (.png, ["png"]), (.gif, ["gif"]), (.tiff, ["tiff", "tif"]),
      (.heic, ["heic"]), (.svg, ["svg"]), (.webP, ["webp"]), (.mp3, ["mp3"]), (.wav, ["wav"]),
      (.mpeg4Audio, ["m4a"]), (.mpeg4Movie, ["mp4"]), (.quickTimeMovie, ["mov"]),
      (.vCard, ["vcf", "vcard"]), (.emailMessage, ["eml"]), (.calendarEvent, ["ics"]),
    ]
  }

  /// The names that code has from before there was `UTType`.
  public let kUTTypeItem = UTType.item.identifier
  public let kUTTypeContent = UTType.content.identifier
  public let kUTTypeCompositeContent = UTType.compositeContent.identifier
  public let kUTTypeData = UTType.data.identifier
  public let kUTTypeDirectory = UTType.directory.identifier
  public let kUTTypeFolder = UTType.folder.identifier
  public let kUTTypeURL = UTType.url.identifier
  public let kUTTypeFileURL = UTType.fileURL.identifier
  public let kUTTypeBookmark = UTType.bookmark.identifier
  public let kUTTypeInternetLocation = UTType.internetLocation.identifier
  public let kUTTypeApplication = UTType.application.identifier
  public let kUTTypeText = UTType.text.identifier
  public let kUTTypePlainText = UTType.plainText.identifier
  public let kUTTypeUTF8PlainText = UTType.utf8PlainText.identifier
  public let kUTTypeRTF = UTType.rtf.identifier
  public let kUTTypeLog = UTType.log.identifier
  public let kUTTypeHTML = UTType.html.identifier
  public let kUTTypeXML = UTType.xml.identifier
  public let kUTTypeJSON = UTType.json.identifier
  public let kUTTypeSourceCode = UTType.sourceCode.identifier
  public let kUTTypeSwiftSource = UTType.swiftSource.identifier
  public let kUTTypeCommaSeparatedText = UTType.commaSeparatedText.identifier
  public let kUTTypePDF = UTType.pdf.identifier
  public let kUTTypeElectronicPublication = UTType.epub.identifier
  public let kUTTypeSpreadsheet = UTType.spreadsheet.identifier
  public let kUTTypePresentation = UTType.presentation.identifier
  public let kUTTypeDatabase = UTType.database.identifier
  public let kUTTypeArchive = UTType.archive.identifier
  public let kUTTypeZipArchive = UTType.zip.identifier
  public let kUTTypeGNUZipArchive = UTType.gzip.identifier
  public let kUTTypeImage = UTType.image.identifier
  public let kUTTypeJPEG = UTType.jpeg.identifier
  public let kUTTypePNG = UTType.png.identifier
  public let kUTTypeGIF = UTType.gif.identifier
  public let kUTTypeTIFF = UTType.tiff.identifier
  public let kUTTypeScalableVectorGraphics = UTType.svg.identifier
  public let kUTTypeAudiovisualContent = UTType.audiovisualContent.identifier
  public let kUTTypeAudio = UTType.audio.identifier
  public let kUTTypeMP3 = UTType.mp3.identifier
  public let kUTTypeWaveformAudio = UTType.wav.identifier
  public let kUTTypeMPEG4Audio = UTType.mpeg4Audio.identifier
  public let kUTTypeMovie = UTType.movie.identifier
  public let kUTTypeVideo = UTType.video.identifier
  public let kUTTypeMPEG4 = UTType.mpeg4Movie.identifier
  public let kUTTypeQuickTimeMovie = UTType.quickTimeMovie.identifier
  public let kUTTypeContact = UTType.contact.identifier
  public let kUTTypeVCard = UTType.vCard.identifier
  public let kUTTypeMessage = UTType.message.identifier
  public let kUTTypeEmailMessage = UTType.emailMessage.identifier
  public let kUTTypeCalendarEvent = UTType.calendarEvent.identifier
  public let kUTTypeToDoItem = UTType.toDoItem.identifier
#endif
