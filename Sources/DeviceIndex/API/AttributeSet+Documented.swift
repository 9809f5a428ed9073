// Made from Sources/Search/attributes.tsv by tools/generate; change the list instead.

public import Foundation

extension AttributeSet {
  /// Apple's `accountHandles`; nil when it is not set.
  public var accountHandles: [String]? {
    get { self["accountHandles"]?.asStrings }
    set { self["accountHandles"] = newValue.map { .init($0) } }
  }

  /// Apple's `accountIdentifier`; nil when it is not set.
  public var accountIdentifier: String? {
    get { self["accountIdentifier"]?.asString }
    set { self["accountIdentifier"] = newValue.map { .init($0) } }
  }

  /// Apple's `acquisitionMake`; nil when it is not set.
  public var acquisitionMake: String? {
    get { self["acquisitionMake"]?.asString }
    set { self["acquisitionMake"] = newValue.map { .init($0) } }
  }

  /// Apple's `acquisitionModel`; nil when it is not set.
  public var acquisitionModel: String? {
    get { self["acquisitionModel"]?.asString }
    set { self["acquisitionModel"] = newValue.map { .init($0) } }
  }

  /// Apple's `actionIdentifiers`; nil when it is not set.
  public var actionIdentifiers: [String]? {
    get { self["actionIdentifiers"]?.asStrings }
    set { self["actionIdentifiers"] = newValue.map { .init($0) } }
  }

  /// Apple's `addedDate`; nil when it is not set.
  public var addedDate: Date? {
    get { self["addedDate"]?.asDate }
    set { self["addedDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `additionalRecipients`; nil when it is not set.
  public var additionalRecipients: [Person]? {
    get { self["additionalRecipients"]?.asPeople }
    set { self["additionalRecipients"] = newValue.map { .init($0) } }
  }

  /// Apple's `album`; nil when it is not set.
  public var album: String? {
    get { self["album"]?.asString }
    set { self["album"] = newValue.map { .init($0) } }
  }

  /// Apple's `allDay`; nil when it is not set.
  public var allDay: Bool? {
    get { self["allDay"]?.asBoolean }
    set { self["allDay"] = newValue.map { .init($0) } }
  }

  /// Apple's `alternateNames`; nil when it is not set.
  public var alternateNames: [String]? {
    get { self["alternateNames"]?.asStrings }
    set { self["alternateNames"] = newValue.map { .init($0) } }
  }

  /// Apple's `altitude`; nil when it is not set.
  public var altitude: Double? {
    get { self["altitude"]?.asNumber }
    set { self["altitude"] = newValue.map { .init($0) } }
  }

  /// Apple's `aperture`; nil when it is not set.
  public var aperture: Double? {
    get { self["aperture"]?.asNumber }
    set { self["aperture"] = newValue.map { .init($0) } }
  }

  /// Apple's `artist`; nil when it is not set.
  public var artist: String? {
    get { self["artist"]?.asString }
    set { self["artist"] = newValue.map { .init($0) } }
  }

  /// Apple's `audiences`; nil when it is not set.
  public var audiences: [String]? {
    get { self["audiences"]?.asStrings }
    set { self["audiences"] = newValue.map { .init($0) } }
  }

  /// Apple's `audioBitRate`; nil when it is not set.
  public var audioBitRate: Double? {
    get { self["audioBitRate"]?.asNumber }
    set { self["audioBitRate"] = newValue.map { .init($0) } }
  }

  /// Apple's `audioChannelCount`; nil when it is not set.
  public var audioChannelCount: Double? {
    get { self["audioChannelCount"]?.asNumber }
    set { self["audioChannelCount"] = newValue.map { .init($0) } }
  }

  /// Apple's `audioEncodingApplication`; nil when it is not set.
  public var audioEncodingApplication: String? {
    get { self["audioEncodingApplication"]?.asString }
    set { self["audioEncodingApplication"] = newValue.map { .init($0) } }
  }

  /// Apple's `audioSampleRate`; nil when it is not set.
  public var audioSampleRate: Double? {
    get { self["audioSampleRate"]?.asNumber }
    set { self["audioSampleRate"] = newValue.map { .init($0) } }
  }

  /// Apple's `audioTrackNumber`; nil when it is not set.
  public var audioTrackNumber: Double? {
    get { self["audioTrackNumber"]?.asNumber }
    set { self["audioTrackNumber"] = newValue.map { .init($0) } }
  }

  /// Apple's `authorAddresses`; nil when it is not set.
  public var authorAddresses: [String]? {
    get { self["authorAddresses"]?.asStrings }
    set { self["authorAddresses"] = newValue.map { .init($0) } }
  }

  /// Apple's `authorEmailAddresses`; nil when it is not set.
  public var authorEmailAddresses: [String]? {
    get { self["authorEmailAddresses"]?.asStrings }
    set { self["authorEmailAddresses"] = newValue.map { .init($0) } }
  }

  /// Apple's `authorNames`; nil when it is not set.
  public var authorNames: [String]? {
    get { self["authorNames"]?.asStrings }
    set { self["authorNames"] = newValue.map { .init($0) } }
  }

  /// Apple's `authors`; nil when it is not set.
  public var authors: [Person]? {
    get { self["authors"]?.asPeople }
    set { self["authors"] = newValue.map { .init($0) } }
  }

  /// Apple's `bitsPerSample`; nil when it is not set.
  public var bitsPerSample: Double? {
    get { self["bitsPerSample"]?.asNumber }
    set { self["bitsPerSample"] = newValue.map { .init($0) } }
  }

  /// Apple's `cameraOwner`; nil when it is not set.
  public var cameraOwner: String? {
    get { self["cameraOwner"]?.asString }
    set { self["cameraOwner"] = newValue.map { .init($0) } }
  }

  /// Apple's `city`; nil when it is not set.
  public var city: String? {
    get { self["city"]?.asString }
    set { self["city"] = newValue.map { .init($0) } }
  }

  /// Apple's `codecs`; nil when it is not set.
  public var codecs: [String]? {
    get { self["codecs"]?.asStrings }
    set { self["codecs"] = newValue.map { .init($0) } }
  }

  /// Apple's `colorSpace`; nil when it is not set.
  public var colorSpace: String? {
    get { self["colorSpace"]?.asString }
    set { self["colorSpace"] = newValue.map { .init($0) } }
  }

  /// Apple's `comment`; nil when it is not set.
  public var comment: String? {
    get { self["comment"]?.asString }
    set { self["comment"] = newValue.map { .init($0) } }
  }

  /// Apple's `completionDate`; nil when it is not set.
  public var completionDate: Date? {
    get { self["completionDate"]?.asDate }
    set { self["completionDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `composer`; nil when it is not set.
  public var composer: String? {
    get { self["composer"]?.asString }
    set { self["composer"] = newValue.map { .init($0) } }
  }

  /// Apple's `contactKeywords`; nil when it is not set.
  public var contactKeywords: [String]? {
    get { self["contactKeywords"]?.asStrings }
    set { self["contactKeywords"] = newValue.map { .init($0) } }
  }

  /// Apple's `containerDisplayName`; nil when it is not set.
  public var containerDisplayName: String? {
    get { self["containerDisplayName"]?.asString }
    set { self["containerDisplayName"] = newValue.map { .init($0) } }
  }

  /// Apple's `containerIdentifier`; nil when it is not set.
  public var containerIdentifier: String? {
    get { self["containerIdentifier"]?.asString }
    set { self["containerIdentifier"] = newValue.map { .init($0) } }
  }

  /// Apple's `containerOrder`; nil when it is not set.
  public var containerOrder: Double? {
    get { self["containerOrder"]?.asNumber }
    set { self["containerOrder"] = newValue.map { .init($0) } }
  }

  /// Apple's `containerTitle`; nil when it is not set.
  public var containerTitle: String? {
    get { self["containerTitle"]?.asString }
    set { self["containerTitle"] = newValue.map { .init($0) } }
  }

  /// Apple's `contentCreationDate`; nil when it is not set.
  public var contentCreationDate: Date? {
    get { self["contentCreationDate"]?.asDate }
    set { self["contentCreationDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `contentDescription`; nil when it is not set.
  public var contentDescription: String? {
    get { self["contentDescription"]?.asString }
    set { self["contentDescription"] = newValue.map { .init($0) } }
  }

  /// Apple's `contentModificationDate`; nil when it is not set.
  public var contentModificationDate: Date? {
    get { self["contentModificationDate"]?.asDate }
    set { self["contentModificationDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `contentRating`; nil when it is not set.
  public var contentRating: Double? {
    get { self["contentRating"]?.asNumber }
    set { self["contentRating"] = newValue.map { .init($0) } }
  }

  /// Apple's `contentSources`; nil when it is not set.
  public var contentSources: [String]? {
    get { self["contentSources"]?.asStrings }
    set { self["contentSources"] = newValue.map { .init($0) } }
  }

  /// Apple's `contentType`; nil when it is not set.
  public var contentType: String? {
    get { self["contentType"]?.asString }
    set { self["contentType"] = newValue.map { .init($0) } }
  }

  /// Apple's `contentTypeTree`; nil when it is not set.
  public var contentTypeTree: [String]? {
    get { self["contentTypeTree"]?.asStrings }
    set { self["contentTypeTree"] = newValue.map { .init($0) } }
  }

  /// Apple's `contentURL`; nil when it is not set.
  public var contentURL: URL? {
    get { self["contentURL"]?.asUrl }
    set { self["contentURL"] = newValue.map { .init($0) } }
  }

  /// Apple's `contributors`; nil when it is not set.
  public var contributors: [String]? {
    get { self["contributors"]?.asStrings }
    set { self["contributors"] = newValue.map { .init($0) } }
  }

  /// Apple's `copyright`; nil when it is not set.
  public var copyright: String? {
    get { self["copyright"]?.asString }
    set { self["copyright"] = newValue.map { .init($0) } }
  }

  /// Apple's `country`; nil when it is not set.
  public var country: String? {
    get { self["country"]?.asString }
    set { self["country"] = newValue.map { .init($0) } }
  }

  /// Apple's `coverage`; nil when it is not set.
  public var coverage: [String]? {
    get { self["coverage"]?.asStrings }
    set { self["coverage"] = newValue.map { .init($0) } }
  }

  /// Apple's `creator`; nil when it is not set.
  public var creator: String? {
    get { self["creator"]?.asString }
    set { self["creator"] = newValue.map { .init($0) } }
  }

  /// Apple's `darkThumbnailURL`; nil when it is not set.
  public var darkThumbnailURL: URL? {
    get { self["darkThumbnailURL"]?.asUrl }
    set { self["darkThumbnailURL"] = newValue.map { .init($0) } }
  }

  /// Apple's `deliveryType`; nil when it is not set.
  public var deliveryType: Double? {
    get { self["deliveryType"]?.asNumber }
    set { self["deliveryType"] = newValue.map { .init($0) } }
  }

  /// Apple's `director`; nil when it is not set.
  public var director: String? {
    get { self["director"]?.asString }
    set { self["director"] = newValue.map { .init($0) } }
  }

  /// Apple's `displayName`; nil when it is not set.
  public var displayName: String? {
    get { self["displayName"]?.asString }
    set { self["displayName"] = newValue.map { .init($0) } }
  }

  /// Apple's `domainIdentifier`; nil when it is not set.
  public var domainIdentifier: String? {
    get { self["domainIdentifier"]?.asString }
    set { self["domainIdentifier"] = newValue.map { .init($0) } }
  }

  /// Apple's `downloadedDate`; nil when it is not set.
  public var downloadedDate: Date? {
    get { self["downloadedDate"]?.asDate }
    set { self["downloadedDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `dueDate`; nil when it is not set.
  public var dueDate: Date? {
    get { self["dueDate"]?.asDate }
    set { self["dueDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `duration`; nil when it is not set.
  public var duration: Double? {
    get { self["duration"]?.asNumber }
    set { self["duration"] = newValue.map { .init($0) } }
  }

  /// Apple's `editors`; nil when it is not set.
  public var editors: [String]? {
    get { self["editors"]?.asStrings }
    set { self["editors"] = newValue.map { .init($0) } }
  }

  /// Apple's `emailAddresses`; nil when it is not set.
  public var emailAddresses: [String]? {
    get { self["emailAddresses"]?.asStrings }
    set { self["emailAddresses"] = newValue.map { .init($0) } }
  }

  /// Apple's `emailHeaders`; nil when it is not set.
  public var emailHeaders: [String: AttributeValue]? {
    get { self["emailHeaders"]?.asMap }
    set { self["emailHeaders"] = newValue.map { .init($0) } }
  }

  /// Apple's `encodingApplications`; nil when it is not set.
  public var encodingApplications: [String]? {
    get { self["encodingApplications"]?.asStrings }
    set { self["encodingApplications"] = newValue.map { .init($0) } }
  }

  /// Apple's `endDate`; nil when it is not set.
  public var endDate: Date? {
    get { self["endDate"]?.asDate }
    set { self["endDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `exifgpsVersion`; nil when it is not set.
  public var exifgpsVersion: String? {
    get { self["exifgpsVersion"]?.asString }
    set { self["exifgpsVersion"] = newValue.map { .init($0) } }
  }

  /// Apple's `exifVersion`; nil when it is not set.
  public var exifVersion: String? {
    get { self["exifVersion"]?.asString }
    set { self["exifVersion"] = newValue.map { .init($0) } }
  }

  /// Apple's `exposureMode`; nil when it is not set.
  public var exposureMode: Double? {
    get { self["exposureMode"]?.asNumber }
    set { self["exposureMode"] = newValue.map { .init($0) } }
  }

  /// Apple's `exposureProgram`; nil when it is not set.
  public var exposureProgram: String? {
    get { self["exposureProgram"]?.asString }
    set { self["exposureProgram"] = newValue.map { .init($0) } }
  }

  /// Apple's `exposureTime`; nil when it is not set.
  public var exposureTime: Double? {
    get { self["exposureTime"]?.asNumber }
    set { self["exposureTime"] = newValue.map { .init($0) } }
  }

  /// Apple's `exposureTimeString`; nil when it is not set.
  public var exposureTimeString: String? {
    get { self["exposureTimeString"]?.asString }
    set { self["exposureTimeString"] = newValue.map { .init($0) } }
  }

  /// Apple's `fileSize`; nil when it is not set.
  public var fileSize: Double? {
    get { self["fileSize"]?.asNumber }
    set { self["fileSize"] = newValue.map { .init($0) } }
  }

  /// Apple's `flashOn`; nil when it is not set.
  public var flashOn: Bool? {
    get { self["flashOn"]?.asBoolean }
    set { self["flashOn"] = newValue.map { .init($0) } }
  }

  /// Apple's `fNumber`; nil when it is not set.
  public var fNumber: Double? {
    get { self["fNumber"]?.asNumber }
    set { self["fNumber"] = newValue.map { .init($0) } }
  }

  /// Apple's `focalLength`; nil when it is not set.
  public var focalLength: Double? {
    get { self["focalLength"]?.asNumber }
    set { self["focalLength"] = newValue.map { .init($0) } }
  }

  /// Apple's `focalLength35mm`; nil when it is not set.
  public var focalLength35mm: Double? {
    get { self["focalLength35mm"]?.asNumber }
    set { self["focalLength35mm"] = newValue.map { .init($0) } }
  }

  /// Apple's `fontNames`; nil when it is not set.
  public var fontNames: [String]? {
    get { self["fontNames"]?.asStrings }
    set { self["fontNames"] = newValue.map { .init($0) } }
  }

  /// Apple's `fullyFormattedAddress`; nil when it is not set.
  public var fullyFormattedAddress: String? {
    get { self["fullyFormattedAddress"]?.asString }
    set { self["fullyFormattedAddress"] = newValue.map { .init($0) } }
  }

  /// Apple's `generalMIDISequence`; nil when it is not set.
  public var generalMIDISequence: Double? {
    get { self["generalMIDISequence"]?.asNumber }
    set { self["generalMIDISequence"] = newValue.map { .init($0) } }
  }

  /// Apple's `genre`; nil when it is not set.
  public var genre: String? {
    get { self["genre"]?.asString }
    set { self["genre"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsAreaInformation`; nil when it is not set.
  public var gpsAreaInformation: String? {
    get { self["gpsAreaInformation"]?.asString }
    set { self["gpsAreaInformation"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsDateStamp`; nil when it is not set.
  public var gpsDateStamp: Date? {
    get { self["gpsDateStamp"]?.asDate }
    set { self["gpsDateStamp"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsDestBearing`; nil when it is not set.
  public var gpsDestBearing: Double? {
    get { self["gpsDestBearing"]?.asNumber }
    set { self["gpsDestBearing"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsDestDistance`; nil when it is not set.
  public var gpsDestDistance: Double? {
    get { self["gpsDestDistance"]?.asNumber }
    set { self["gpsDestDistance"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsDestLatitude`; nil when it is not set.
  public var gpsDestLatitude: Double? {
    get { self["gpsDestLatitude"]?.asNumber }
    set { self["gpsDestLatitude"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsDestLongitude`; nil when it is not set.
  public var gpsDestLongitude: Double? {
    get { self["gpsDestLongitude"]?.asNumber }
    set { self["gpsDestLongitude"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsDifferental`; nil when it is not set.
  public var gpsDifferental: Double? {
    get { self["gpsDifferental"]?.asNumber }
    set { self["gpsDifferental"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsdop`; nil when it is not set.
  public var gpsdop: Double? {
    get { self["gpsdop"]?.asNumber }
    set { self["gpsdop"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsMapDatum`; nil when it is not set.
  public var gpsMapDatum: String? {
    get { self["gpsMapDatum"]?.asString }
    set { self["gpsMapDatum"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsMeasureMode`; nil when it is not set.
  public var gpsMeasureMode: String? {
    get { self["gpsMeasureMode"]?.asString }
    set { self["gpsMeasureMode"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsProcessingMethod`; nil when it is not set.
  public var gpsProcessingMethod: String? {
    get { self["gpsProcessingMethod"]?.asString }
    set { self["gpsProcessingMethod"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsStatus`; nil when it is not set.
  public var gpsStatus: String? {
    get { self["gpsStatus"]?.asString }
    set { self["gpsStatus"] = newValue.map { .init($0) } }
  }

  /// Apple's `gpsTrack`; nil when it is not set.
  public var gpsTrack: Double? {
    get { self["gpsTrack"]?.asNumber }
    set { self["gpsTrack"] = newValue.map { .init($0) } }
  }

  /// Apple's `hasAlphaChannel`; nil when it is not set.
  public var hasAlphaChannel: Bool? {
    get { self["hasAlphaChannel"]?.asBoolean }
    set { self["hasAlphaChannel"] = newValue.map { .init($0) } }
  }

  /// Apple's `headline`; nil when it is not set.
  public var headline: String? {
    get { self["headline"]?.asString }
    set { self["headline"] = newValue.map { .init($0) } }
  }

  /// Apple's `hiddenAdditionalRecipients`; nil when it is not set.
  public var hiddenAdditionalRecipients: [Person]? {
    get { self["hiddenAdditionalRecipients"]?.asPeople }
    set { self["hiddenAdditionalRecipients"] = newValue.map { .init($0) } }
  }

  /// Apple's `htmlContentData`; nil when it is not set.
  public var htmlContentData: Data? {
    get { self["htmlContentData"]?.asData }
    set { self["htmlContentData"] = newValue.map { .init($0) } }
  }

  /// Apple's `identifier`; nil when it is not set.
  public var identifier: String? {
    get { self["identifier"]?.asString }
    set { self["identifier"] = newValue.map { .init($0) } }
  }

  /// Apple's `imageDirection`; nil when it is not set.
  public var imageDirection: Double? {
    get { self["imageDirection"]?.asNumber }
    set { self["imageDirection"] = newValue.map { .init($0) } }
  }

  /// Apple's `importantDates`; nil when it is not set.
  public var importantDates: [Date]? {
    get { self["importantDates"]?.asDates }
    set { self["importantDates"] = newValue.map { .init($0) } }
  }

  /// Apple's `information`; nil when it is not set.
  public var information: String? {
    get { self["information"]?.asString }
    set { self["information"] = newValue.map { .init($0) } }
  }

  /// Apple's `instantMessageAddresses`; nil when it is not set.
  public var instantMessageAddresses: [String]? {
    get { self["instantMessageAddresses"]?.asStrings }
    set { self["instantMessageAddresses"] = newValue.map { .init($0) } }
  }

  /// Apple's `instructions`; nil when it is not set.
  public var instructions: String? {
    get { self["instructions"]?.asString }
    set { self["instructions"] = newValue.map { .init($0) } }
  }

  /// Apple's `isoSpeed`; nil when it is not set.
  public var isoSpeed: Double? {
    get { self["isoSpeed"]?.asNumber }
    set { self["isoSpeed"] = newValue.map { .init($0) } }
  }

  /// Apple's `isPriority`; nil when it is not set.
  public var isPriority: Bool? {
    get { self["isPriority"]?.asBoolean }
    set { self["isPriority"] = newValue.map { .init($0) } }
  }

  /// Apple's `keySignature`; nil when it is not set.
  public var keySignature: String? {
    get { self["keySignature"]?.asString }
    set { self["keySignature"] = newValue.map { .init($0) } }
  }

  /// Apple's `keywords`; nil when it is not set.
  public var keywords: [String]? {
    get { self["keywords"]?.asStrings }
    set { self["keywords"] = newValue.map { .init($0) } }
  }

  /// Apple's `kind`; nil when it is not set.
  public var kind: String? {
    get { self["kind"]?.asString }
    set { self["kind"] = newValue.map { .init($0) } }
  }

  /// Apple's `languages`; nil when it is not set.
  public var languages: [String]? {
    get { self["languages"]?.asStrings }
    set { self["languages"] = newValue.map { .init($0) } }
  }

  /// Apple's `lastUsedDate`; nil when it is not set.
  public var lastUsedDate: Date? {
    get { self["lastUsedDate"]?.asDate }
    set { self["lastUsedDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `latitude`; nil when it is not set.
  public var latitude: Double? {
    get { self["latitude"]?.asNumber }
    set { self["latitude"] = newValue.map { .init($0) } }
  }

  /// Apple's `layerNames`; nil when it is not set.
  public var layerNames: [String]? {
    get { self["layerNames"]?.asStrings }
    set { self["layerNames"] = newValue.map { .init($0) } }
  }

  /// Apple's `lensModel`; nil when it is not set.
  public var lensModel: String? {
    get { self["lensModel"]?.asString }
    set { self["lensModel"] = newValue.map { .init($0) } }
  }

  /// Apple's `likelyJunk`; nil when it is not set.
  public var likelyJunk: Bool? {
    get { self["likelyJunk"]?.asBoolean }
    set { self["likelyJunk"] = newValue.map { .init($0) } }
  }

  /// Apple's `local`; nil when it is not set.
  public var local: Bool? {
    get { self["local"]?.asBoolean }
    set { self["local"] = newValue.map { .init($0) } }
  }

  /// Apple's `longitude`; nil when it is not set.
  public var longitude: Double? {
    get { self["longitude"]?.asNumber }
    set { self["longitude"] = newValue.map { .init($0) } }
  }

  /// Apple's `lyricist`; nil when it is not set.
  public var lyricist: String? {
    get { self["lyricist"]?.asString }
    set { self["lyricist"] = newValue.map { .init($0) } }
  }

  /// Apple's `mailboxIdentifiers`; nil when it is not set.
  public var mailboxIdentifiers: [String]? {
    get { self["mailboxIdentifiers"]?.asStrings }
    set { self["mailboxIdentifiers"] = newValue.map { .init($0) } }
  }

  /// Apple's `maxAperture`; nil when it is not set.
  public var maxAperture: Double? {
    get { self["maxAperture"]?.asNumber }
    set { self["maxAperture"] = newValue.map { .init($0) } }
  }

  /// Apple's `mediaTypes`; nil when it is not set.
  public var mediaTypes: [String]? {
    get { self["mediaTypes"]?.asStrings }
    set { self["mediaTypes"] = newValue.map { .init($0) } }
  }

  /// Apple's `metadataModificationDate`; nil when it is not set.
  public var metadataModificationDate: Date? {
    get { self["metadataModificationDate"]?.asDate }
    set { self["metadataModificationDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `meteringMode`; nil when it is not set.
  public var meteringMode: String? {
    get { self["meteringMode"]?.asString }
    set { self["meteringMode"] = newValue.map { .init($0) } }
  }

  /// Apple's `musicalGenre`; nil when it is not set.
  public var musicalGenre: String? {
    get { self["musicalGenre"]?.asString }
    set { self["musicalGenre"] = newValue.map { .init($0) } }
  }

  /// Apple's `musicalInstrumentCategory`; nil when it is not set.
  public var musicalInstrumentCategory: String? {
    get { self["musicalInstrumentCategory"]?.asString }
    set { self["musicalInstrumentCategory"] = newValue.map { .init($0) } }
  }

  /// Apple's `musicalInstrumentName`; nil when it is not set.
  public var musicalInstrumentName: String? {
    get { self["musicalInstrumentName"]?.asString }
    set { self["musicalInstrumentName"] = newValue.map { .init($0) } }
  }

  /// Apple's `namedLocation`; nil when it is not set.
  public var namedLocation: String? {
    get { self["namedLocation"]?.asString }
    set { self["namedLocation"] = newValue.map { .init($0) } }
  }

  /// Apple's `organizations`; nil when it is not set.
  public var organizations: [String]? {
    get { self["organizations"]?.asStrings }
    set { self["organizations"] = newValue.map { .init($0) } }
  }

  /// Apple's `orientation`; nil when it is not set.
  public var orientation: Double? {
    get { self["orientation"]?.asNumber }
    set { self["orientation"] = newValue.map { .init($0) } }
  }

  /// Apple's `originalFormat`; nil when it is not set.
  public var originalFormat: String? {
    get { self["originalFormat"]?.asString }
    set { self["originalFormat"] = newValue.map { .init($0) } }
  }

  /// Apple's `originalSource`; nil when it is not set.
  public var originalSource: String? {
    get { self["originalSource"]?.asString }
    set { self["originalSource"] = newValue.map { .init($0) } }
  }

  /// Apple's `pageCount`; nil when it is not set.
  public var pageCount: Double? {
    get { self["pageCount"]?.asNumber }
    set { self["pageCount"] = newValue.map { .init($0) } }
  }

  /// Apple's `pageHeight`; nil when it is not set.
  public var pageHeight: Double? {
    get { self["pageHeight"]?.asNumber }
    set { self["pageHeight"] = newValue.map { .init($0) } }
  }

  /// Apple's `pageWidth`; nil when it is not set.
  public var pageWidth: Double? {
    get { self["pageWidth"]?.asNumber }
    set { self["pageWidth"] = newValue.map { .init($0) } }
  }

  /// Apple's `participants`; nil when it is not set.
  public var participants: [String]? {
    get { self["participants"]?.asStrings }
    set { self["participants"] = newValue.map { .init($0) } }
  }

  /// Apple's `path`; nil when it is not set.
  public var path: String? {
    get { self["path"]?.asString }
    set { self["path"] = newValue.map { .init($0) } }
  }

  /// Apple's `performers`; nil when it is not set.
  public var performers: [String]? {
    get { self["performers"]?.asStrings }
    set { self["performers"] = newValue.map { .init($0) } }
  }

  /// Apple's `phoneNumbers`; nil when it is not set.
  public var phoneNumbers: [String]? {
    get { self["phoneNumbers"]?.asStrings }
    set { self["phoneNumbers"] = newValue.map { .init($0) } }
  }

  /// Apple's `pixelCount`; nil when it is not set.
  public var pixelCount: Double? {
    get { self["pixelCount"]?.asNumber }
    set { self["pixelCount"] = newValue.map { .init($0) } }
  }

  /// Apple's `pixelHeight`; nil when it is not set.
  public var pixelHeight: Double? {
    get { self["pixelHeight"]?.asNumber }
    set { self["pixelHeight"] = newValue.map { .init($0) } }
  }

  /// Apple's `pixelWidth`; nil when it is not set.
  public var pixelWidth: Double? {
    get { self["pixelWidth"]?.asNumber }
    set { self["pixelWidth"] = newValue.map { .init($0) } }
  }

  /// Apple's `playCount`; nil when it is not set.
  public var playCount: Double? {
    get { self["playCount"]?.asNumber }
    set { self["playCount"] = newValue.map { .init($0) } }
  }

  /// Apple's `postalCode`; nil when it is not set.
  public var postalCode: String? {
    get { self["postalCode"]?.asString }
    set { self["postalCode"] = newValue.map { .init($0) } }
  }

  /// Apple's `primaryRecipients`; nil when it is not set.
  public var primaryRecipients: [Person]? {
    get { self["primaryRecipients"]?.asPeople }
    set { self["primaryRecipients"] = newValue.map { .init($0) } }
  }

  /// Apple's `producer`; nil when it is not set.
  public var producer: String? {
    get { self["producer"]?.asString }
    set { self["producer"] = newValue.map { .init($0) } }
  }

  /// Apple's `profileName`; nil when it is not set.
  public var profileName: String? {
    get { self["profileName"]?.asString }
    set { self["profileName"] = newValue.map { .init($0) } }
  }

  /// Apple's `projects`; nil when it is not set.
  public var projects: [String]? {
    get { self["projects"]?.asStrings }
    set { self["projects"] = newValue.map { .init($0) } }
  }

  /// Apple's `providerDataTypeIdentifiers`; nil when it is not set.
  public var providerDataTypeIdentifiers: [String]? {
    get { self["providerDataTypeIdentifiers"]?.asStrings }
    set { self["providerDataTypeIdentifiers"] = newValue.map { .init($0) } }
  }

  /// Apple's `providerFileTypeIdentifiers`; nil when it is not set.
  public var providerFileTypeIdentifiers: [String]? {
    get { self["providerFileTypeIdentifiers"]?.asStrings }
    set { self["providerFileTypeIdentifiers"] = newValue.map { .init($0) } }
  }

  /// Apple's `providerInPlaceFileTypeIdentifiers`; nil when it is not set.
  public var providerInPlaceFileTypeIdentifiers: [String]? {
    get { self["providerInPlaceFileTypeIdentifiers"]?.asStrings }
    set { self["providerInPlaceFileTypeIdentifiers"] = newValue.map { .init($0) } }
  }

  /// Apple's `publishers`; nil when it is not set.
  public var publishers: [String]? {
    get { self["publishers"]?.asStrings }
    set { self["publishers"] = newValue.map { .init($0) } }
  }

  /// Apple's `rankingHint`; nil when it is not set.
  public var rankingHint: Double? {
    get { self["rankingHint"]?.asNumber }
    set { self["rankingHint"] = newValue.map { .init($0) } }
  }

  /// Apple's `rating`; nil when it is not set.
  public var rating: Double? {
    get { self["rating"]?.asNumber }
    set { self["rating"] = newValue.map { .init($0) } }
  }

  /// Apple's `ratingDescription`; nil when it is not set.
  public var ratingDescription: String? {
    get { self["ratingDescription"]?.asString }
    set { self["ratingDescription"] = newValue.map { .init($0) } }
  }

  /// Apple's `recipientAddresses`; nil when it is not set.
  public var recipientAddresses: [String]? {
    get { self["recipientAddresses"]?.asStrings }
    set { self["recipientAddresses"] = newValue.map { .init($0) } }
  }

  /// Apple's `recipientEmailAddresses`; nil when it is not set.
  public var recipientEmailAddresses: [String]? {
    get { self["recipientEmailAddresses"]?.asStrings }
    set { self["recipientEmailAddresses"] = newValue.map { .init($0) } }
  }

  /// Apple's `recipientNames`; nil when it is not set.
  public var recipientNames: [String]? {
    get { self["recipientNames"]?.asStrings }
    set { self["recipientNames"] = newValue.map { .init($0) } }
  }

  /// Apple's `recordingDate`; nil when it is not set.
  public var recordingDate: Date? {
    get { self["recordingDate"]?.asDate }
    set { self["recordingDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `redEyeOn`; nil when it is not set.
  public var redEyeOn: Bool? {
    get { self["redEyeOn"]?.asBoolean }
    set { self["redEyeOn"] = newValue.map { .init($0) } }
  }

  /// Apple's `relatedUniqueIdentifier`; nil when it is not set.
  public var relatedUniqueIdentifier: String? {
    get { self["relatedUniqueIdentifier"]?.asString }
    set { self["relatedUniqueIdentifier"] = newValue.map { .init($0) } }
  }

  /// Apple's `resolutionHeightDPI`; nil when it is not set.
  public var resolutionHeightDPI: Double? {
    get { self["resolutionHeightDPI"]?.asNumber }
    set { self["resolutionHeightDPI"] = newValue.map { .init($0) } }
  }

  /// Apple's `resolutionWidthDPI`; nil when it is not set.
  public var resolutionWidthDPI: Double? {
    get { self["resolutionWidthDPI"]?.asNumber }
    set { self["resolutionWidthDPI"] = newValue.map { .init($0) } }
  }

  /// Apple's `rights`; nil when it is not set.
  public var rights: String? {
    get { self["rights"]?.asString }
    set { self["rights"] = newValue.map { .init($0) } }
  }

  /// Apple's `role`; nil when it is not set.
  public var role: String? {
    get { self["role"]?.asString }
    set { self["role"] = newValue.map { .init($0) } }
  }

  /// Apple's `securityMethod`; nil when it is not set.
  public var securityMethod: String? {
    get { self["securityMethod"]?.asString }
    set { self["securityMethod"] = newValue.map { .init($0) } }
  }

  /// Apple's `sharedItemContentType`; nil when it is not set.
  public var sharedItemContentType: String? {
    get { self["sharedItemContentType"]?.asString }
    set { self["sharedItemContentType"] = newValue.map { .init($0) } }
  }

  /// Apple's `speed`; nil when it is not set.
  public var speed: Double? {
    get { self["speed"]?.asNumber }
    set { self["speed"] = newValue.map { .init($0) } }
  }

  /// Apple's `startDate`; nil when it is not set.
  public var startDate: Date? {
    get { self["startDate"]?.asDate }
    set { self["startDate"] = newValue.map { .init($0) } }
  }

  /// Apple's `stateOrProvince`; nil when it is not set.
  public var stateOrProvince: String? {
    get { self["stateOrProvince"]?.asString }
    set { self["stateOrProvince"] = newValue.map { .init($0) } }
  }

  /// Apple's `streamable`; nil when it is not set.
  public var streamable: Bool? {
    get { self["streamable"]?.asBoolean }
    set { self["streamable"] = newValue.map { .init($0) } }
  }

  /// Apple's `subject`; nil when it is not set.
  public var subject: String? {
    get { self["subject"]?.asString }
    set { self["subject"] = newValue.map { .init($0) } }
  }

  /// Apple's `subThoroughfare`; nil when it is not set.
  public var subThoroughfare: String? {
    get { self["subThoroughfare"]?.asString }
    set { self["subThoroughfare"] = newValue.map { .init($0) } }
  }

  /// Apple's `supportsNavigation`; nil when it is not set.
  public var supportsNavigation: Bool? {
    get { self["supportsNavigation"]?.asBoolean }
    set { self["supportsNavigation"] = newValue.map { .init($0) } }
  }

  /// Apple's `supportsPhoneCall`; nil when it is not set.
  public var supportsPhoneCall: Bool? {
    get { self["supportsPhoneCall"]?.asBoolean }
    set { self["supportsPhoneCall"] = newValue.map { .init($0) } }
  }

  /// Apple's `tempo`; nil when it is not set.
  public var tempo: Double? {
    get { self["tempo"]?.asNumber }
    set { self["tempo"] = newValue.map { .init($0) } }
  }

  /// Apple's `textContent`; nil when it is not set.
  public var textContent: String? {
    get { self["textContent"]?.asString }
    set { self["textContent"] = newValue.map { .init($0) } }
  }

  /// Apple's `textContentSummary`; nil when it is not set.
  public var textContentSummary: String? {
    get { self["textContentSummary"]?.asString }
    set { self["textContentSummary"] = newValue.map { .init($0) } }
  }

  /// Apple's `theme`; nil when it is not set.
  public var theme: String? {
    get { self["theme"]?.asString }
    set { self["theme"] = newValue.map { .init($0) } }
  }

  /// Apple's `thoroughfare`; nil when it is not set.
  public var thoroughfare: String? {
    get { self["thoroughfare"]?.asString }
    set { self["thoroughfare"] = newValue.map { .init($0) } }
  }

  /// Apple's `thumbnailData`; nil when it is not set.
  public var thumbnailData: Data? {
    get { self["thumbnailData"]?.asData }
    set { self["thumbnailData"] = newValue.map { .init($0) } }
  }

  /// Apple's `thumbnailURL`; nil when it is not set.
  public var thumbnailURL: URL? {
    get { self["thumbnailURL"]?.asUrl }
    set { self["thumbnailURL"] = newValue.map { .init($0) } }
  }

  /// Apple's `timeSignature`; nil when it is not set.
  public var timeSignature: String? {
    get { self["timeSignature"]?.asString }
    set { self["timeSignature"] = newValue.map { .init($0) } }
  }

  /// Apple's `timestamp`; nil when it is not set.
  public var timestamp: Date? {
    get { self["timestamp"]?.asDate }
    set { self["timestamp"] = newValue.map { .init($0) } }
  }

  /// Apple's `title`; nil when it is not set.
  public var title: String? {
    get { self["title"]?.asString }
    set { self["title"] = newValue.map { .init($0) } }
  }

  /// Apple's `totalBitRate`; nil when it is not set.
  public var totalBitRate: Double? {
    get { self["totalBitRate"]?.asNumber }
    set { self["totalBitRate"] = newValue.map { .init($0) } }
  }

  /// Apple's `transcribedTextContent`; nil when it is not set.
  public var transcribedTextContent: String? {
    get { self["transcribedTextContent"]?.asString }
    set { self["transcribedTextContent"] = newValue.map { .init($0) } }
  }

  /// Apple's `url`; nil when it is not set.
  public var url: URL? {
    get { self["url"]?.asUrl }
    set { self["url"] = newValue.map { .init($0) } }
  }

  /// Apple's `userCreated`; nil when it is not set.
  public var userCreated: Bool? {
    get { self["userCreated"]?.asBoolean }
    set { self["userCreated"] = newValue.map { .init($0) } }
  }

  /// Apple's `userCurated`; nil when it is not set.
  public var userCurated: Bool? {
    get { self["userCurated"]?.asBoolean }
    set { self["userCurated"] = newValue.map { .init($0) } }
  }

  /// Apple's `userOwned`; nil when it is not set.
  public var userOwned: Bool? {
    get { self["userOwned"]?.asBoolean }
    set { self["userOwned"] = newValue.map { .init($0) } }
  }

  /// Apple's `version`; nil when it is not set.
  public var version: String? {
    get { self["version"]?.asString }
    set { self["version"] = newValue.map { .init($0) } }
  }

  /// Apple's `videoBitRate`; nil when it is not set.
  public var videoBitRate: Double? {
    get { self["videoBitRate"]?.asNumber }
    set { self["videoBitRate"] = newValue.map { .init($0) } }
  }

  /// Apple's `weakRelatedUniqueIdentifier`; nil when it is not set.
  public var weakRelatedUniqueIdentifier: String? {
    get { self["weakRelatedUniqueIdentifier"]?.asString }
    set { self["weakRelatedUniqueIdentifier"] = newValue.map { .init($0) } }
  }

  /// Apple's `whiteBalance`; nil when it is not set.
  public var whiteBalance: Double? {
    get { self["whiteBalance"]?.asNumber }
    set { self["whiteBalance"] = newValue.map { .init($0) } }
  }
}
