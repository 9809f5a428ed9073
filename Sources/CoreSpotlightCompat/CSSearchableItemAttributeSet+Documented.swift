// Made from Sources/Search/attributes.tsv by tools/generate; change the list instead.

internal import DeviceIndex
public import Foundation

extension CSSearchableItemAttributeSet {
  /// Apple's `accountHandles`; nil when it is not set.
  public var accountHandles: [String]? {
    get { value.accountHandles }
    set { hold(newValue.map { .init($0) }, as: "accountHandles") }
  }

  /// Apple's `accountIdentifier`; nil when it is not set.
  public var accountIdentifier: String? {
    get { value.accountIdentifier }
    set { hold(newValue.map { .init($0) }, as: "accountIdentifier") }
  }

  /// Apple's `acquisitionMake`; nil when it is not set.
  public var acquisitionMake: String? {
    get { value.acquisitionMake }
    set { hold(newValue.map { .init($0) }, as: "acquisitionMake") }
  }

  /// Apple's `acquisitionModel`; nil when it is not set.
  public var acquisitionModel: String? {
    get { value.acquisitionModel }
    set { hold(newValue.map { .init($0) }, as: "acquisitionModel") }
  }

  /// Apple's `actionIdentifiers`; nil when it is not set.
  public var actionIdentifiers: [String]? {
    get { value.actionIdentifiers }
    set { hold(newValue.map { .init($0) }, as: "actionIdentifiers") }
  }

  /// Apple's `addedDate`; nil when it is not set.
  public var addedDate: Date? {
    get { value.addedDate }
    set { hold(newValue.map { .init($0) }, as: "addedDate") }
  }

  /// Apple's `additionalRecipients`; nil when it is not set.
  public var additionalRecipients: [CSPerson]? {
    get { value.additionalRecipients?.map { CSPerson($0) } }
    set { hold(newValue.map { .init($0.map(\.value)) }, as: "additionalRecipients") }
  }

  /// Apple's `album`; nil when it is not set.
  public var album: String? {
    get { value.album }
    set { hold(newValue.map { .init($0) }, as: "album") }
  }

  /// Apple's `allDay`; nil when it is not set.
  public var allDay: NSNumber? {
    get { value.allDay.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "allDay") }
  }

  /// Apple's `alternateNames`; nil when it is not set.
  public var alternateNames: [String]? {
    get { value.alternateNames }
    set { hold(newValue.map { .init($0) }, as: "alternateNames") }
  }

  /// Apple's `altitude`; nil when it is not set.
  public var altitude: NSNumber? {
    get { value.altitude.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "altitude") }
  }

  /// Apple's `aperture`; nil when it is not set.
  public var aperture: NSNumber? {
    get { value.aperture.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "aperture") }
  }

  /// Apple's `artist`; nil when it is not set.
  public var artist: String? {
    get { value.artist }
    set { hold(newValue.map { .init($0) }, as: "artist") }
  }

  /// Apple's `audiences`; nil when it is not set.
  public var audiences: [String]? {
    get { value.audiences }
    set { hold(newValue.map { .init($0) }, as: "audiences") }
  }

  /// Apple's `audioBitRate`; nil when it is not set.
  public var audioBitRate: NSNumber? {
    get { value.audioBitRate.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "audioBitRate") }
  }

  /// Apple's `audioChannelCount`; nil when it is not set.
  public var audioChannelCount: NSNumber? {
    get { value.audioChannelCount.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "audioChannelCount") }
  }

  /// Apple's `audioEncodingApplication`; nil when it is not set.
  public var audioEncodingApplication: String? {
    get { value.audioEncodingApplication }
    set { hold(newValue.map { .init($0) }, as: "audioEncodingApplication") }
  }

  /// Apple's `audioSampleRate`; nil when it is not set.
  public var audioSampleRate: NSNumber? {
    get { value.audioSampleRate.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "audioSampleRate") }
  }

  /// Apple's `audioTrackNumber`; nil when it is not set.
  public var audioTrackNumber: NSNumber? {
    get { value.audioTrackNumber.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "audioTrackNumber") }
  }

  /// Apple's `authorAddresses`; nil when it is not set.
  public var authorAddresses: [String]? {
    get { value.authorAddresses }
    set { hold(newValue.map { .init($0) }, as: "authorAddresses") }
  }

  /// Apple's `authorEmailAddresses`; nil when it is not set.
  public var authorEmailAddresses: [String]? {
    get { value.authorEmailAddresses }
    set { hold(newValue.map { .init($0) }, as: "authorEmailAddresses") }
  }

  /// Apple's `authorNames`; nil when it is not set.
  public var authorNames: [String]? {
    get { value.authorNames }
    set { hold(newValue.map { .init($0) }, as: "authorNames") }
  }

  /// Apple's `authors`; nil when it is not set.
  public var authors: [CSPerson]? {
    get { value.authors?.map { CSPerson($0) } }
    set { hold(newValue.map { .init($0.map(\.value)) }, as: "authors") }
  }

  /// Apple's `bitsPerSample`; nil when it is not set.
  public var bitsPerSample: NSNumber? {
    get { value.bitsPerSample.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "bitsPerSample") }
  }

  /// Apple's `cameraOwner`; nil when it is not set.
  public var cameraOwner: String? {
    get { value.cameraOwner }
    set { hold(newValue.map { .init($0) }, as: "cameraOwner") }
  }

  /// Apple's `city`; nil when it is not set.
  public var city: String? {
    get { value.city }
    set { hold(newValue.map { .init($0) }, as: "city") }
  }

  /// Apple's `codecs`; nil when it is not set.
  public var codecs: [String]? {
    get { value.codecs }
    set { hold(newValue.map { .init($0) }, as: "codecs") }
  }

  /// Apple's `colorSpace`; nil when it is not set.
  public var colorSpace: String? {
    get { value.colorSpace }
    set { hold(newValue.map { .init($0) }, as: "colorSpace") }
  }

  /// Apple's `comment`; nil when it is not set.
  public var comment: String? {
    get { value.comment }
    set { hold(newValue.map { .init($0) }, as: "comment") }
  }

  /// Apple's `completionDate`; nil when it is not set.
  public var completionDate: Date? {
    get { value.completionDate }
    set { hold(newValue.map { .init($0) }, as: "completionDate") }
  }

  /// Apple's `composer`; nil when it is not set.
  public var composer: String? {
    get { value.composer }
    set { hold(newValue.map { .init($0) }, as: "composer") }
  }

  /// Apple's `contactKeywords`; nil when it is not set.
  public var contactKeywords: [String]? {
    get { value.contactKeywords }
    set { hold(newValue.map { .init($0) }, as: "contactKeywords") }
  }

  /// Apple's `containerDisplayName`; nil when it is not set.
  public var containerDisplayName: String? {
    get { value.containerDisplayName }
    set { hold(newValue.map { .init($0) }, as: "containerDisplayName") }
  }

  /// Apple's `containerIdentifier`; nil when it is not set.
  public var containerIdentifier: String? {
    get { value.containerIdentifier }
    set { hold(newValue.map { .init($0) }, as: "containerIdentifier") }
  }

  /// Apple's `containerOrder`; nil when it is not set.
  public var containerOrder: NSNumber? {
    get { value.containerOrder.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "containerOrder") }
  }

  /// Apple's `containerTitle`; nil when it is not set.
  public var containerTitle: String? {
    get { value.containerTitle }
    set { hold(newValue.map { .init($0) }, as: "containerTitle") }
  }

  /// Apple's `contentCreationDate`; nil when it is not set.
  public var contentCreationDate: Date? {
    get { value.contentCreationDate }
    set { hold(newValue.map { .init($0) }, as: "contentCreationDate") }
  }

  /// Apple's `contentDescription`; nil when it is not set.
  public var contentDescription: String? {
    get { value.contentDescription }
    set { hold(newValue.map { .init($0) }, as: "contentDescription") }
  }

  /// Apple's `contentModificationDate`; nil when it is not set.
  public var contentModificationDate: Date? {
    get { value.contentModificationDate }
    set { hold(newValue.map { .init($0) }, as: "contentModificationDate") }
  }

  /// Apple's `contentRating`; nil when it is not set.
  public var contentRating: NSNumber? {
    get { value.contentRating.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "contentRating") }
  }

  /// Apple's `contentSources`; nil when it is not set.
  public var contentSources: [String]? {
    get { value.contentSources }
    set { hold(newValue.map { .init($0) }, as: "contentSources") }
  }

  /// Apple's `contentType`; nil when it is not set.
  public var contentType: String? {
    get { value.contentType }
    set { hold(newValue.map { .init($0) }, as: "contentType") }
  }

  /// Apple's `contentTypeTree`; nil when it is not set.
  public var contentTypeTree: [String]? {
    get { value.contentTypeTree }
    set { hold(newValue.map { .init($0) }, as: "contentTypeTree") }
  }

  /// Apple's `contentURL`; nil when it is not set.
  public var contentURL: URL? {
    get { value.contentURL }
    set { hold(newValue.map { .init($0) }, as: "contentURL") }
  }

  /// Apple's `contributors`; nil when it is not set.
  public var contributors: [String]? {
    get { value.contributors }
    set { hold(newValue.map { .init($0) }, as: "contributors") }
  }

  /// Apple's `copyright`; nil when it is not set.
  public var copyright: String? {
    get { value.copyright }
    set { hold(newValue.map { .init($0) }, as: "copyright") }
  }

  /// Apple's `country`; nil when it is not set.
  public var country: String? {
    get { value.country }
    set { hold(newValue.map { .init($0) }, as: "country") }
  }

  /// Apple's `coverage`; nil when it is not set.
  public var coverage: [String]? {
    get { value.coverage }
    set { hold(newValue.map { .init($0) }, as: "coverage") }
  }

  /// Apple's `creator`; nil when it is not set.
  public var creator: String? {
    get { value.creator }
    set { hold(newValue.map { .init($0) }, as: "creator") }
  }

  /// Apple's `darkThumbnailURL`; nil when it is not set.
  public var darkThumbnailURL: URL? {
    get { value.darkThumbnailURL }
    set { hold(newValue.map { .init($0) }, as: "darkThumbnailURL") }
  }

  /// Apple's `deliveryType`; nil when it is not set.
  public var deliveryType: NSNumber? {
    get { value.deliveryType.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "deliveryType") }
  }

  /// Apple's `director`; nil when it is not set.
  public var director: String? {
    get { value.director }
    set { hold(newValue.map { .init($0) }, as: "director") }
  }

  /// Apple's `displayName`; nil when it is not set.
  public var displayName: String? {
    get { value.displayName }
    set { hold(newValue.map { .init($0) }, as: "displayName") }
  }

  /// Apple's `domainIdentifier`; nil when it is not set.
  public var domainIdentifier: String? {
    get { value.domainIdentifier }
    set { hold(newValue.map { .init($0) }, as: "domainIdentifier") }
  }

  /// Apple's `downloadedDate`; nil when it is not set.
  public var downloadedDate: Date? {
    get { value.downloadedDate }
    set { hold(newValue.map { .init($0) }, as: "downloadedDate") }
  }

  /// Apple's `dueDate`; nil when it is not set.
  public var dueDate: Date? {
    get { value.dueDate }
    set { hold(newValue.map { .init($0) }, as: "dueDate") }
  }

  /// Apple's `duration`; nil when it is not set.
  public var duration: NSNumber? {
    get { value.duration.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "duration") }
  }

  /// Apple's `editors`; nil when it is not set.
  public var editors: [String]? {
    get { value.editors }
    set { hold(newValue.map { .init($0) }, as: "editors") }
  }

  /// Apple's `emailAddresses`; nil when it is not set.
  public var emailAddresses: [String]? {
    get { value.emailAddresses }
    set { hold(newValue.map { .init($0) }, as: "emailAddresses") }
  }

  /// Apple's `encodingApplications`; nil when it is not set.
  public var encodingApplications: [String]? {
    get { value.encodingApplications }
    set { hold(newValue.map { .init($0) }, as: "encodingApplications") }
  }

  /// Apple's `endDate`; nil when it is not set.
  public var endDate: Date? {
    get { value.endDate }
    set { hold(newValue.map { .init($0) }, as: "endDate") }
  }

  /// Apple's `exifgpsVersion`; nil when it is not set.
  public var exifgpsVersion: String? {
    get { value.exifgpsVersion }
    set { hold(newValue.map { .init($0) }, as: "exifgpsVersion") }
  }

  /// Apple's `exifVersion`; nil when it is not set.
  public var exifVersion: String? {
    get { value.exifVersion }
    set { hold(newValue.map { .init($0) }, as: "exifVersion") }
  }

  /// Apple's `exposureMode`; nil when it is not set.
  public var exposureMode: NSNumber? {
    get { value.exposureMode.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "exposureMode") }
  }

  /// Apple's `exposureProgram`; nil when it is not set.
  public var exposureProgram: String? {
    get { value.exposureProgram }
    set { hold(newValue.map { .init($0) }, as: "exposureProgram") }
  }

  /// Apple's `exposureTime`; nil when it is not set.
  public var exposureTime: NSNumber? {
    get { value.exposureTime.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "exposureTime") }
  }

  /// Apple's `exposureTimeString`; nil when it is not set.
  public var exposureTimeString: String? {
    get { value.exposureTimeString }
    set { hold(newValue.map { .init($0) }, as: "exposureTimeString") }
  }

  /// Apple's `fileSize`; nil when it is not set.
  public var fileSize: NSNumber? {
    get { value.fileSize.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "fileSize") }
  }

  /// Apple's `flashOn`; nil when it is not set.
  public var flashOn: NSNumber? {
    get { value.flashOn.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "flashOn") }
  }

  /// Apple's `fNumber`; nil when it is not set.
  public var fNumber: NSNumber? {
    get { value.fNumber.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "fNumber") }
  }

  /// Apple's `focalLength`; nil when it is not set.
  public var focalLength: NSNumber? {
    get { value.focalLength.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "focalLength") }
  }

  /// Apple's `focalLength35mm`; nil when it is not set.
  public var focalLength35mm: NSNumber? {
    get { value.focalLength35mm.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "focalLength35mm") }
  }

  /// Apple's `fontNames`; nil when it is not set.
  public var fontNames: [String]? {
    get { value.fontNames }
    set { hold(newValue.map { .init($0) }, as: "fontNames") }
  }

  /// Apple's `fullyFormattedAddress`; nil when it is not set.
  public var fullyFormattedAddress: String? {
    get { value.fullyFormattedAddress }
    set { hold(newValue.map { .init($0) }, as: "fullyFormattedAddress") }
  }

  /// Apple's `generalMIDISequence`; nil when it is not set.
  public var generalMIDISequence: NSNumber? {
    get { value.generalMIDISequence.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "generalMIDISequence") }
  }

  /// Apple's `genre`; nil when it is not set.
  public var genre: String? {
    get { value.genre }
    set { hold(newValue.map { .init($0) }, as: "genre") }
  }

  /// Apple's `gpsAreaInformation`; nil when it is not set.
  public var gpsAreaInformation: String? {
    get { value.gpsAreaInformation }
    set { hold(newValue.map { .init($0) }, as: "gpsAreaInformation") }
  }

  /// Apple's `gpsDateStamp`; nil when it is not set.
  public var gpsDateStamp: Date? {
    get { value.gpsDateStamp }
    set { hold(newValue.map { .init($0) }, as: "gpsDateStamp") }
  }

  /// Apple's `gpsDestBearing`; nil when it is not set.
  public var gpsDestBearing: NSNumber? {
    get { value.gpsDestBearing.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "gpsDestBearing") }
  }

  /// Apple's `gpsDestDistance`; nil when it is not set.
  public var gpsDestDistance: NSNumber? {
    get { value.gpsDestDistance.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "gpsDestDistance") }
  }

  /// Apple's `gpsDestLatitude`; nil when it is not set.
  public var gpsDestLatitude: NSNumber? {
    get { value.gpsDestLatitude.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "gpsDestLatitude") }
  }

  /// Apple's `gpsDestLongitude`; nil when it is not set.
  public var gpsDestLongitude: NSNumber? {
    get { value.gpsDestLongitude.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "gpsDestLongitude") }
  }

  /// Apple's `gpsDifferental`; nil when it is not set.
  public var gpsDifferental: NSNumber? {
    get { value.gpsDifferental.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "gpsDifferental") }
  }

  /// Apple's `gpsdop`; nil when it is not set.
  public var gpsdop: NSNumber? {
    get { value.gpsdop.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "gpsdop") }
  }

  /// Apple's `gpsMapDatum`; nil when it is not set.
  public var gpsMapDatum: String? {
    get { value.gpsMapDatum }
    set { hold(newValue.map { .init($0) }, as: "gpsMapDatum") }
  }

  /// Apple's `gpsMeasureMode`; nil when it is not set.
  public var gpsMeasureMode: String? {
    get { value.gpsMeasureMode }
    set { hold(newValue.map { .init($0) }, as: "gpsMeasureMode") }
  }

  /// Apple's `gpsProcessingMethod`; nil when it is not set.
  public var gpsProcessingMethod: String? {
    get { value.gpsProcessingMethod }
    set { hold(newValue.map { .init($0) }, as: "gpsProcessingMethod") }
  }

  /// Apple's `gpsStatus`; nil when it is not set.
  public var gpsStatus: String? {
    get { value.gpsStatus }
    set { hold(newValue.map { .init($0) }, as: "gpsStatus") }
  }

  /// Apple's `gpsTrack`; nil when it is not set.
  public var gpsTrack: NSNumber? {
    get { value.gpsTrack.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "gpsTrack") }
  }

  /// Apple's `hasAlphaChannel`; nil when it is not set.
  public var hasAlphaChannel: NSNumber? {
    get { value.hasAlphaChannel.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "hasAlphaChannel") }
  }

  /// Apple's `headline`; nil when it is not set.
  public var headline: String? {
    get { value.headline }
    set { hold(newValue.map { .init($0) }, as: "headline") }
  }

  /// Apple's `hiddenAdditionalRecipients`; nil when it is not set.
  public var hiddenAdditionalRecipients: [CSPerson]? {
    get { value.hiddenAdditionalRecipients?.map { CSPerson($0) } }
    set { hold(newValue.map { .init($0.map(\.value)) }, as: "hiddenAdditionalRecipients") }
  }

  /// Apple's `htmlContentData`; nil when it is not set.
  public var htmlContentData: Data? {
    get { value.htmlContentData }
    set { hold(newValue.map { .init($0) }, as: "htmlContentData") }
  }

  /// Apple's `identifier`; nil when it is not set.
  public var identifier: String? {
    get { value.identifier }
    set { hold(newValue.map { .init($0) }, as: "identifier") }
  }

  /// Apple's `imageDirection`; nil when it is not set.
  public var imageDirection: NSNumber? {
    get { value.imageDirection.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "imageDirection") }
  }

  /// Apple's `importantDates`; nil when it is not set.
  public var importantDates: [Date]? {
    get { value.importantDates }
    set { hold(newValue.map { .init($0) }, as: "importantDates") }
  }

  /// Apple's `information`; nil when it is not set.
  public var information: String? {
    get { value.information }
    set { hold(newValue.map { .init($0) }, as: "information") }
  }

  /// Apple's `instantMessageAddresses`; nil when it is not set.
  public var instantMessageAddresses: [String]? {
    get { value.instantMessageAddresses }
    set { hold(newValue.map { .init($0) }, as: "instantMessageAddresses") }
  }

  /// Apple's `instructions`; nil when it is not set.
  public var instructions: String? {
    get { value.instructions }
    set { hold(newValue.map { .init($0) }, as: "instructions") }
  }

  /// Apple's `isoSpeed`; nil when it is not set.
  public var isoSpeed: NSNumber? {
    get { value.isoSpeed.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "isoSpeed") }
  }

  /// Apple's `isPriority`; nil when it is not set.
  public var isPriority: NSNumber? {
    get { value.isPriority.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "isPriority") }
  }

  /// Apple's `keySignature`; nil when it is not set.
  public var keySignature: String? {
    get { value.keySignature }
    set { hold(newValue.map { .init($0) }, as: "keySignature") }
  }

  /// Apple's `keywords`; nil when it is not set.
  public var keywords: [String]? {
    get { value.keywords }
    set { hold(newValue.map { .init($0) }, as: "keywords") }
  }

  /// Apple's `kind`; nil when it is not set.
  public var kind: String? {
    get { value.kind }
    set { hold(newValue.map { .init($0) }, as: "kind") }
  }

  /// Apple's `languages`; nil when it is not set.
  public var languages: [String]? {
    get { value.languages }
    set { hold(newValue.map { .init($0) }, as: "languages") }
  }

  /// Apple's `lastUsedDate`; nil when it is not set.
  public var lastUsedDate: Date? {
    get { value.lastUsedDate }
    set { hold(newValue.map { .init($0) }, as: "lastUsedDate") }
  }

  /// Apple's `latitude`; nil when it is not set.
  public var latitude: NSNumber? {
    get { value.latitude.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "latitude") }
  }

  /// Apple's `layerNames`; nil when it is not set.
  public var layerNames: [String]? {
    get { value.layerNames }
    set { hold(newValue.map { .init($0) }, as: "layerNames") }
  }

  /// Apple's `lensModel`; nil when it is not set.
  public var lensModel: String? {
    get { value.lensModel }
    set { hold(newValue.map { .init($0) }, as: "lensModel") }
  }

  /// Apple's `likelyJunk`; nil when it is not set.
  public var likelyJunk: NSNumber? {
    get { value.likelyJunk.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "likelyJunk") }
  }

  /// Apple's `local`; nil when it is not set.
  public var local: NSNumber? {
    get { value.local.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "local") }
  }

  /// Apple's `longitude`; nil when it is not set.
  public var longitude: NSNumber? {
    get { value.longitude.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "longitude") }
  }

  /// Apple's `lyricist`; nil when it is not set.
  public var lyricist: String? {
    get { value.lyricist }
    set { hold(newValue.map { .init($0) }, as: "lyricist") }
  }

  /// Apple's `mailboxIdentifiers`; nil when it is not set.
  public var mailboxIdentifiers: [String]? {
    get { value.mailboxIdentifiers }
    set { hold(newValue.map { .init($0) }, as: "mailboxIdentifiers") }
  }

  /// Apple's `maxAperture`; nil when it is not set.
  public var maxAperture: NSNumber? {
    get { value.maxAperture.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "maxAperture") }
  }

  /// Apple's `mediaTypes`; nil when it is not set.
  public var mediaTypes: [String]? {
    get { value.mediaTypes }
    set { hold(newValue.map { .init($0) }, as: "mediaTypes") }
  }

  /// Apple's `metadataModificationDate`; nil when it is not set.
  public var metadataModificationDate: Date? {
    get { value.metadataModificationDate }
    set { hold(newValue.map { .init($0) }, as: "metadataModificationDate") }
  }

  /// Apple's `meteringMode`; nil when it is not set.
  public var meteringMode: String? {
    get { value.meteringMode }
    set { hold(newValue.map { .init($0) }, as: "meteringMode") }
  }

  /// Apple's `musicalGenre`; nil when it is not set.
  public var musicalGenre: String? {
    get { value.musicalGenre }
    set { hold(newValue.map { .init($0) }, as: "musicalGenre") }
  }

  /// Apple's `musicalInstrumentCategory`; nil when it is not set.
  public var musicalInstrumentCategory: String? {
    get { value.musicalInstrumentCategory }
    set { hold(newValue.map { .init($0) }, as: "musicalInstrumentCategory") }
  }

  /// Apple's `musicalInstrumentName`; nil when it is not set.
  public var musicalInstrumentName: String? {
    get { value.musicalInstrumentName }
    set { hold(newValue.map { .init($0) }, as: "musicalInstrumentName") }
  }

  /// Apple's `namedLocation`; nil when it is not set.
  public var namedLocation: String? {
    get { value.namedLocation }
    set { hold(newValue.map { .init($0) }, as: "namedLocation") }
  }

  /// Apple's `organizations`; nil when it is not set.
  public var organizations: [String]? {
    get { value.organizations }
    set { hold(newValue.map { .init($0) }, as: "organizations") }
  }

  /// Apple's `orientation`; nil when it is not set.
  public var orientation: NSNumber? {
    get { value.orientation.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "orientation") }
  }

  /// Apple's `originalFormat`; nil when it is not set.
  public var originalFormat: String? {
    get { value.originalFormat }
    set { hold(newValue.map { .init($0) }, as: "originalFormat") }
  }

  /// Apple's `originalSource`; nil when it is not set.
  public var originalSource: String? {
    get { value.originalSource }
    set { hold(newValue.map { .init($0) }, as: "originalSource") }
  }

  /// Apple's `pageCount`; nil when it is not set.
  public var pageCount: NSNumber? {
    get { value.pageCount.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "pageCount") }
  }

  /// Apple's `pageHeight`; nil when it is not set.
  public var pageHeight: NSNumber? {
    get { value.pageHeight.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "pageHeight") }
  }

  /// Apple's `pageWidth`; nil when it is not set.
  public var pageWidth: NSNumber? {
    get { value.pageWidth.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "pageWidth") }
  }

  /// Apple's `participants`; nil when it is not set.
  public var participants: [String]? {
    get { value.participants }
    set { hold(newValue.map { .init($0) }, as: "participants") }
  }

  /// Apple's `path`; nil when it is not set.
  public var path: String? {
    get { value.path }
    set { hold(newValue.map { .init($0) }, as: "path") }
  }

  /// Apple's `performers`; nil when it is not set.
  public var performers: [String]? {
    get { value.performers }
    set { hold(newValue.map { .init($0) }, as: "performers") }
  }

  /// Apple's `phoneNumbers`; nil when it is not set.
  public var phoneNumbers: [String]? {
    get { value.phoneNumbers }
    set { hold(newValue.map { .init($0) }, as: "phoneNumbers") }
  }

  /// Apple's `pixelCount`; nil when it is not set.
  public var pixelCount: NSNumber? {
    get { value.pixelCount.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "pixelCount") }
  }

  /// Apple's `pixelHeight`; nil when it is not set.
  public var pixelHeight: NSNumber? {
    get { value.pixelHeight.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "pixelHeight") }
  }

  /// Apple's `pixelWidth`; nil when it is not set.
  public var pixelWidth: NSNumber? {
    get { value.pixelWidth.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "pixelWidth") }
  }

  /// Apple's `playCount`; nil when it is not set.
  public var playCount: NSNumber? {
    get { value.playCount.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "playCount") }
  }

  /// Apple's `postalCode`; nil when it is not set.
  public var postalCode: String? {
    get { value.postalCode }
    set { hold(newValue.map { .init($0) }, as: "postalCode") }
  }

  /// Apple's `primaryRecipients`; nil when it is not set.
  public var primaryRecipients: [CSPerson]? {
    get { value.primaryRecipients?.map { CSPerson($0) } }
    set { hold(newValue.map { .init($0.map(\.value)) }, as: "primaryRecipients") }
  }

  /// Apple's `producer`; nil when it is not set.
  public var producer: String? {
    get { value.producer }
    set { hold(newValue.map { .init($0) }, as: "producer") }
  }

  /// Apple's `profileName`; nil when it is not set.
  public var profileName: String? {
    get { value.profileName }
    set { hold(newValue.map { .init($0) }, as: "profileName") }
  }

  /// Apple's `projects`; nil when it is not set.
  public var projects: [String]? {
    get { value.projects }
    set { hold(newValue.map { .init($0) }, as: "projects") }
  }

  /// Apple's `providerDataTypeIdentifiers`; nil when it is not set.
  public var providerDataTypeIdentifiers: [String]? {
    get { value.providerDataTypeIdentifiers }
    set { hold(newValue.map { .init($0) }, as: "providerDataTypeIdentifiers") }
  }

  /// Apple's `providerFileTypeIdentifiers`; nil when it is not set.
  public var providerFileTypeIdentifiers: [String]? {
    get { value.providerFileTypeIdentifiers }
    set { hold(newValue.map { .init($0) }, as: "providerFileTypeIdentifiers") }
  }

  /// Apple's `providerInPlaceFileTypeIdentifiers`; nil when it is not set.
  public var providerInPlaceFileTypeIdentifiers: [String]? {
    get { value.providerInPlaceFileTypeIdentifiers }
    set { hold(newValue.map { .init($0) }, as: "providerInPlaceFileTypeIdentifiers") }
  }

  /// Apple's `publishers`; nil when it is not set.
  public var publishers: [String]? {
    get { value.publishers }
    set { hold(newValue.map { .init($0) }, as: "publishers") }
  }

  /// Apple's `rankingHint`; nil when it is not set.
  public var rankingHint: NSNumber? {
    get { value.rankingHint.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "rankingHint") }
  }

  /// Apple's `rating`; nil when it is not set.
  public var rating: NSNumber? {
    get { value.rating.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "rating") }
  }

  /// Apple's `ratingDescription`; nil when it is not set.
  public var ratingDescription: String? {
    get { value.ratingDescription }
    set { hold(newValue.map { .init($0) }, as: "ratingDescription") }
  }

  /// Apple's `recipientAddresses`; nil when it is not set.
  public var recipientAddresses: [String]? {
    get { value.recipientAddresses }
    set { hold(newValue.map { .init($0) }, as: "recipientAddresses") }
  }

  /// Apple's `recipientEmailAddresses`; nil when it is not set.
  public var recipientEmailAddresses: [String]? {
    get { value.recipientEmailAddresses }
    set { hold(newValue.map { .init($0) }, as: "recipientEmailAddresses") }
  }

  /// Apple's `recipientNames`; nil when it is not set.
  public var recipientNames: [String]? {
    get { value.recipientNames }
    set { hold(newValue.map { .init($0) }, as: "recipientNames") }
  }

  /// Apple's `recordingDate`; nil when it is not set.
  public var recordingDate: Date? {
    get { value.recordingDate }
    set { hold(newValue.map { .init($0) }, as: "recordingDate") }
  }

  /// Apple's `redEyeOn`; nil when it is not set.
  public var redEyeOn: NSNumber? {
    get { value.redEyeOn.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "redEyeOn") }
  }

  /// Apple's `relatedUniqueIdentifier`; nil when it is not set.
  public var relatedUniqueIdentifier: String? {
    get { value.relatedUniqueIdentifier }
    set { hold(newValue.map { .init($0) }, as: "relatedUniqueIdentifier") }
  }

  /// Apple's `resolutionHeightDPI`; nil when it is not set.
  public var resolutionHeightDPI: NSNumber? {
    get { value.resolutionHeightDPI.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "resolutionHeightDPI") }
  }

  /// Apple's `resolutionWidthDPI`; nil when it is not set.
  public var resolutionWidthDPI: NSNumber? {
    get { value.resolutionWidthDPI.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "resolutionWidthDPI") }
  }

  /// Apple's `rights`; nil when it is not set.
  public var rights: String? {
    get { value.rights }
    set { hold(newValue.map { .init($0) }, as: "rights") }
  }

  /// Apple's `role`; nil when it is not set.
  public var role: String? {
    get { value.role }
    set { hold(newValue.map { .init($0) }, as: "role") }
  }

  /// Apple's `securityMethod`; nil when it is not set.
  public var securityMethod: String? {
    get { value.securityMethod }
    set { hold(newValue.map { .init($0) }, as: "securityMethod") }
  }

  /// Apple's `speed`; nil when it is not set.
  public var speed: NSNumber? {
    get { value.speed.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "speed") }
  }

  /// Apple's `startDate`; nil when it is not set.
  public var startDate: Date? {
    get { value.startDate }
    set { hold(newValue.map { .init($0) }, as: "startDate") }
  }

  /// Apple's `stateOrProvince`; nil when it is not set.
  public var stateOrProvince: String? {
    get { value.stateOrProvince }
    set { hold(newValue.map { .init($0) }, as: "stateOrProvince") }
  }

  /// Apple's `streamable`; nil when it is not set.
  public var streamable: NSNumber? {
    get { value.streamable.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "streamable") }
  }

  /// Apple's `subject`; nil when it is not set.
  public var subject: String? {
    get { value.subject }
    set { hold(newValue.map { .init($0) }, as: "subject") }
  }

  /// Apple's `subThoroughfare`; nil when it is not set.
  public var subThoroughfare: String? {
    get { value.subThoroughfare }
    set { hold(newValue.map { .init($0) }, as: "subThoroughfare") }
  }

  /// Apple's `supportsNavigation`; nil when it is not set.
  public var supportsNavigation: NSNumber? {
    get { value.supportsNavigation.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "supportsNavigation") }
  }

  /// Apple's `supportsPhoneCall`; nil when it is not set.
  public var supportsPhoneCall: NSNumber? {
    get { value.supportsPhoneCall.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "supportsPhoneCall") }
  }

  /// Apple's `tempo`; nil when it is not set.
  public var tempo: NSNumber? {
    get { value.tempo.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "tempo") }
  }

  /// Apple's `textContent`; nil when it is not set.
  public var textContent: String? {
    get { value.textContent }
    set { hold(newValue.map { .init($0) }, as: "textContent") }
  }

  /// Apple's `textContentSummary`; nil when it is not set.
  public var textContentSummary: String? {
    get { value.textContentSummary }
    set { hold(newValue.map { .init($0) }, as: "textContentSummary") }
  }

  /// Apple's `theme`; nil when it is not set.
  public var theme: String? {
    get { value.theme }
    set { hold(newValue.map { .init($0) }, as: "theme") }
  }

  /// Apple's `thoroughfare`; nil when it is not set.
  public var thoroughfare: String? {
    get { value.thoroughfare }
    set { hold(newValue.map { .init($0) }, as: "thoroughfare") }
  }

  /// Apple's `thumbnailData`; nil when it is not set.
  public var thumbnailData: Data? {
    get { value.thumbnailData }
    set { hold(newValue.map { .init($0) }, as: "thumbnailData") }
  }

  /// Apple's `thumbnailURL`; nil when it is not set.
  public var thumbnailURL: URL? {
    get { value.thumbnailURL }
    set { hold(newValue.map { .init($0) }, as: "thumbnailURL") }
  }

  /// Apple's `timeSignature`; nil when it is not set.
  public var timeSignature: String? {
    get { value.timeSignature }
    set { hold(newValue.map { .init($0) }, as: "timeSignature") }
  }

  /// Apple's `timestamp`; nil when it is not set.
  public var timestamp: Date? {
    get { value.timestamp }
    set { hold(newValue.map { .init($0) }, as: "timestamp") }
  }

  /// Apple's `title`; nil when it is not set.
  public var title: String? {
    get { value.title }
    set { hold(newValue.map { .init($0) }, as: "title") }
  }

  /// Apple's `totalBitRate`; nil when it is not set.
  public var totalBitRate: NSNumber? {
    get { value.totalBitRate.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "totalBitRate") }
  }

  /// Apple's `transcribedTextContent`; nil when it is not set.
  public var transcribedTextContent: String? {
    get { value.transcribedTextContent }
    set { hold(newValue.map { .init($0) }, as: "transcribedTextContent") }
  }

  /// Apple's `url`; nil when it is not set.
  public var url: URL? {
    get { value.url }
    set { hold(newValue.map { .init($0) }, as: "url") }
  }

  /// Apple's `userCreated`; nil when it is not set.
  public var userCreated: NSNumber? {
    get { value.userCreated.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "userCreated") }
  }

  /// Apple's `userCurated`; nil when it is not set.
  public var userCurated: NSNumber? {
    get { value.userCurated.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "userCurated") }
  }

  /// Apple's `userOwned`; nil when it is not set.
  public var userOwned: NSNumber? {
    get { value.userOwned.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.boolValue) }, as: "userOwned") }
  }

  /// Apple's `version`; nil when it is not set.
  public var version: String? {
    get { value.version }
    set { hold(newValue.map { .init($0) }, as: "version") }
  }

  /// Apple's `videoBitRate`; nil when it is not set.
  public var videoBitRate: NSNumber? {
    get { value.videoBitRate.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "videoBitRate") }
  }

  /// Apple's `weakRelatedUniqueIdentifier`; nil when it is not set.
  public var weakRelatedUniqueIdentifier: String? {
    get { value.weakRelatedUniqueIdentifier }
    set { hold(newValue.map { .init($0) }, as: "weakRelatedUniqueIdentifier") }
  }

  /// Apple's `whiteBalance`; nil when it is not set.
  public var whiteBalance: NSNumber? {
    get { value.whiteBalance.map { NSNumber(value: $0) } }
    set { hold(newValue.map { .init($0.doubleValue) }, as: "whiteBalance") }
  }
}
