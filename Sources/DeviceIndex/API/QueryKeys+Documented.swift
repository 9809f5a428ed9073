// Made from Sources/Search/attributes.tsv by tools/generate; change the list instead.

public import QueryLanguage

extension QueryKeys {
  /// Apple's `accountHandles`.
  public var accountHandles: QueryKey<QueryTextKind> {
    QueryKey("accountHandles")
  }

  /// Apple's `accountIdentifier`.
  public var accountIdentifier: QueryKey<QueryTextKind> {
    QueryKey("accountIdentifier")
  }

  /// Apple's `acquisitionMake`.
  public var acquisitionMake: QueryKey<QueryTextKind> {
    QueryKey("acquisitionMake")
  }

  /// Apple's `acquisitionModel`.
  public var acquisitionModel: QueryKey<QueryTextKind> {
    QueryKey("acquisitionModel")
  }

  /// Apple's `actionIdentifiers`.
  public var actionIdentifiers: QueryKey<QueryTextKind> {
    QueryKey("actionIdentifiers")
  }

  /// Apple's `addedDate`.
  public var addedDate: QueryKey<QueryDateKind> {
    QueryKey("addedDate")
  }

  /// Apple's `additionalRecipients`.
  public var additionalRecipients: QueryKey<QueryTextKind> {
    QueryKey("additionalRecipients")
  }

  /// Apple's `album`.
  public var album: QueryKey<QueryTextKind> {
    QueryKey("album")
  }

  /// Apple's `allDay`.
  public var allDay: QueryKey<QueryBooleanKind> {
    QueryKey("allDay")
  }

  /// Apple's `alternateNames`.
  public var alternateNames: QueryKey<QueryTextKind> {
    QueryKey("alternateNames")
  }

  /// Apple's `altitude`.
  public var altitude: QueryKey<QueryNumberKind> {
    QueryKey("altitude")
  }

  /// Apple's `aperture`.
  public var aperture: QueryKey<QueryNumberKind> {
    QueryKey("aperture")
  }

  /// Apple's `artist`.
  public var artist: QueryKey<QueryTextKind> {
    QueryKey("artist")
  }

  /// Apple's `audiences`.
  public var audiences: QueryKey<QueryTextKind> {
    QueryKey("audiences")
  }

  /// Apple's `audioBitRate`.
  public var audioBitRate: QueryKey<QueryNumberKind> {
    QueryKey("audioBitRate")
  }

  /// Apple's `audioChannelCount`.
  public var audioChannelCount: QueryKey<QueryNumberKind> {
    QueryKey("audioChannelCount")
  }

  /// Apple's `audioEncodingApplication`.
  public var audioEncodingApplication: QueryKey<QueryTextKind> {
    QueryKey("audioEncodingApplication")
  }

  /// Apple's `audioSampleRate`.
  public var audioSampleRate: QueryKey<QueryNumberKind> {
    QueryKey("audioSampleRate")
  }

  /// Apple's `audioTrackNumber`.
  public var audioTrackNumber: QueryKey<QueryNumberKind> {
    QueryKey("audioTrackNumber")
  }

  /// Apple's `authorAddresses`.
  public var authorAddresses: QueryKey<QueryTextKind> {
    QueryKey("authorAddresses")
  }

  /// Apple's `authorEmailAddresses`.
  public var authorEmailAddresses: QueryKey<QueryTextKind> {
    QueryKey("authorEmailAddresses")
  }

  /// Apple's `authorNames`.
  public var authorNames: QueryKey<QueryTextKind> {
    QueryKey("authorNames")
  }

  /// Apple's `authors`.
  public var authors: QueryKey<QueryTextKind> {
    QueryKey("authors")
  }

  /// Apple's `bitsPerSample`.
  public var bitsPerSample: QueryKey<QueryNumberKind> {
    QueryKey("bitsPerSample")
  }

  /// Apple's `cameraOwner`.
  public var cameraOwner: QueryKey<QueryTextKind> {
    QueryKey("cameraOwner")
  }

  /// Apple's `city`.
  public var city: QueryKey<QueryTextKind> {
    QueryKey("city")
  }

  /// Apple's `codecs`.
  public var codecs: QueryKey<QueryTextKind> {
    QueryKey("codecs")
  }

  /// Apple's `colorSpace`.
  public var colorSpace: QueryKey<QueryTextKind> {
    QueryKey("colorSpace")
  }

  /// Apple's `comment`.
  public var comment: QueryKey<QueryTextKind> {
    QueryKey("comment")
  }

  /// Apple's `completionDate`.
  public var completionDate: QueryKey<QueryDateKind> {
    QueryKey("completionDate")
  }

  /// Apple's `composer`.
  public var composer: QueryKey<QueryTextKind> {
    QueryKey("composer")
  }

  /// Apple's `contactKeywords`.
  public var contactKeywords: QueryKey<QueryTextKind> {
    QueryKey("contactKeywords")
  }

  /// Apple's `containerDisplayName`.
  public var containerDisplayName: QueryKey<QueryTextKind> {
    QueryKey("containerDisplayName")
  }

  /// Apple's `containerIdentifier`.
  public var containerIdentifier: QueryKey<QueryTextKind> {
    QueryKey("containerIdentifier")
  }

  /// Apple's `containerOrder`.
  public var containerOrder: QueryKey<QueryNumberKind> {
    QueryKey("containerOrder")
  }

  /// Apple's `containerTitle`.
  public var containerTitle: QueryKey<QueryTextKind> {
    QueryKey("containerTitle")
  }

  /// Apple's `contentCreationDate`.
  public var contentCreationDate: QueryKey<QueryDateKind> {
    QueryKey("contentCreationDate")
  }

  /// Apple's `contentDescription`.
  public var contentDescription: QueryKey<QueryTextKind> {
    QueryKey("contentDescription")
  }

  /// Apple's `contentModificationDate`.
  public var contentModificationDate: QueryKey<QueryDateKind> {
    QueryKey("contentModificationDate")
  }

  /// Apple's `contentRating`.
  public var contentRating: QueryKey<QueryNumberKind> {
    QueryKey("contentRating")
  }

  /// Apple's `contentSources`.
  public var contentSources: QueryKey<QueryTextKind> {
    QueryKey("contentSources")
  }

  /// Apple's `contentType`.
  public var contentType: QueryKey<QueryTextKind> {
    QueryKey("contentType")
  }

  /// Apple's `contentTypeTree`.
  public var contentTypeTree: QueryKey<QueryTextKind> {
    QueryKey("contentTypeTree")
  }

  /// Apple's `contentURL`.
  public var contentURL: QueryKey<QueryTextKind> {
    QueryKey("contentURL")
  }

  /// Apple's `contributors`.
  public var contributors: QueryKey<QueryTextKind> {
    QueryKey("contributors")
  }

  /// Apple's `copyright`.
  public var copyright: QueryKey<QueryTextKind> {
    QueryKey("copyright")
  }

  /// Apple's `country`.
  public var country: QueryKey<QueryTextKind> {
    QueryKey("country")
  }

  /// Apple's `coverage`.
  public var coverage: QueryKey<QueryTextKind> {
    QueryKey("coverage")
  }

  /// Apple's `creator`.
  public var creator: QueryKey<QueryTextKind> {
    QueryKey("creator")
  }

  /// Apple's `darkThumbnailURL`.
  public var darkThumbnailURL: QueryKey<QueryTextKind> {
    QueryKey("darkThumbnailURL")
  }

  /// Apple's `deliveryType`.
  public var deliveryType: QueryKey<QueryNumberKind> {
    QueryKey("deliveryType")
  }

  /// Apple's `director`.
  public var director: QueryKey<QueryTextKind> {
    QueryKey("director")
  }

  /// Apple's `displayName`.
  public var displayName: QueryKey<QueryTextKind> {
    QueryKey("displayName")
  }

  /// Apple's `domainIdentifier`.
  public var domainIdentifier: QueryKey<QueryTextKind> {
    QueryKey("domainIdentifier")
  }

  /// Apple's `downloadedDate`.
  public var downloadedDate: QueryKey<QueryDateKind> {
    QueryKey("downloadedDate")
  }

  /// Apple's `dueDate`.
  public var dueDate: QueryKey<QueryDateKind> {
    QueryKey("dueDate")
  }

  /// Apple's `duration`.
  public var duration: QueryKey<QueryNumberKind> {
    QueryKey("duration")
  }

  /// Apple's `editors`.
  public var editors: QueryKey<QueryTextKind> {
    QueryKey("editors")
  }

  /// Apple's `emailAddresses`.
  public var emailAddresses: QueryKey<QueryTextKind> {
    QueryKey("emailAddresses")
  }

  /// Apple's `emailHeaders`.
  public var emailHeaders: QueryKey<QueryOpaqueKind> {
    QueryKey("emailHeaders")
  }

  /// Apple's `encodingApplications`.
  public var encodingApplications: QueryKey<QueryTextKind> {
    QueryKey("encodingApplications")
  }

  /// Apple's `endDate`.
  public var endDate: QueryKey<QueryDateKind> {
    QueryKey("endDate")
  }

  /// Apple's `exifgpsVersion`.
  public var exifgpsVersion: QueryKey<QueryTextKind> {
    QueryKey("exifgpsVersion")
  }

  /// Apple's `exifVersion`.
  public var exifVersion: QueryKey<QueryTextKind> {
    QueryKey("exifVersion")
  }

  /// Apple's `exposureMode`.
  public var exposureMode: QueryKey<QueryNumberKind> {
    QueryKey("exposureMode")
  }

  /// Apple's `exposureProgram`.
  public var exposureProgram: QueryKey<QueryTextKind> {
    QueryKey("exposureProgram")
  }

  /// Apple's `exposureTime`.
  public var exposureTime: QueryKey<QueryNumberKind> {
    QueryKey("exposureTime")
  }

  /// Apple's `exposureTimeString`.
  public var exposureTimeString: QueryKey<QueryTextKind> {
    QueryKey("exposureTimeString")
  }

  /// Apple's `fileSize`.
  public var fileSize: QueryKey<QueryNumberKind> {
    QueryKey("fileSize")
  }

  /// Apple's `flashOn`.
  public var flashOn: QueryKey<QueryBooleanKind> {
    QueryKey("flashOn")
  }

  /// Apple's `fNumber`.
  public var fNumber: QueryKey<QueryNumberKind> {
    QueryKey("fNumber")
  }

  /// Apple's `focalLength`.
  public var focalLength: QueryKey<QueryNumberKind> {
    QueryKey("focalLength")
  }

  /// Apple's `focalLength35mm`.
  public var focalLength35mm: QueryKey<QueryNumberKind> {
    QueryKey("focalLength35mm")
  }

  /// Apple's `fontNames`.
  public var fontNames: QueryKey<QueryTextKind> {
    QueryKey("fontNames")
  }

  /// Apple's `fullyFormattedAddress`.
  public var fullyFormattedAddress: QueryKey<QueryTextKind> {
    QueryKey("fullyFormattedAddress")
  }

  /// Apple's `generalMIDISequence`.
  public var generalMIDISequence: QueryKey<QueryNumberKind> {
    QueryKey("generalMIDISequence")
  }

  /// Apple's `genre`.
  public var genre: QueryKey<QueryTextKind> {
    QueryKey("genre")
  }

  /// Apple's `gpsAreaInformation`.
  public var gpsAreaInformation: QueryKey<QueryTextKind> {
    QueryKey("gpsAreaInformation")
  }

  /// Apple's `gpsDateStamp`.
  public var gpsDateStamp: QueryKey<QueryDateKind> {
    QueryKey("gpsDateStamp")
  }

  /// Apple's `gpsDestBearing`.
  public var gpsDestBearing: QueryKey<QueryNumberKind> {
    QueryKey("gpsDestBearing")
  }

  /// Apple's `gpsDestDistance`.
  public var gpsDestDistance: QueryKey<QueryNumberKind> {
    QueryKey("gpsDestDistance")
  }

  /// Apple's `gpsDestLatitude`.
  public var gpsDestLatitude: QueryKey<QueryNumberKind> {
    QueryKey("gpsDestLatitude")
  }

  /// Apple's `gpsDestLongitude`.
  public var gpsDestLongitude: QueryKey<QueryNumberKind> {
    QueryKey("gpsDestLongitude")
  }

  /// Apple's `gpsDifferental`.
  public var gpsDifferental: QueryKey<QueryNumberKind> {
    QueryKey("gpsDifferental")
  }

  /// Apple's `gpsdop`.
  public var gpsdop: QueryKey<QueryNumberKind> {
    QueryKey("gpsdop")
  }

  /// Apple's `gpsMapDatum`.
  public var gpsMapDatum: QueryKey<QueryTextKind> {
    QueryKey("gpsMapDatum")
  }

  /// Apple's `gpsMeasureMode`.
  public var gpsMeasureMode: QueryKey<QueryTextKind> {
    QueryKey("gpsMeasureMode")
  }

  /// Apple's `gpsProcessingMethod`.
  public var gpsProcessingMethod: QueryKey<QueryTextKind> {
    QueryKey("gpsProcessingMethod")
  }

  /// Apple's `gpsStatus`.
  public var gpsStatus: QueryKey<QueryTextKind> {
    QueryKey("gpsStatus")
  }

  /// Apple's `gpsTrack`.
  public var gpsTrack: QueryKey<QueryNumberKind> {
    QueryKey("gpsTrack")
  }

  /// Apple's `hasAlphaChannel`.
  public var hasAlphaChannel: QueryKey<QueryBooleanKind> {
    QueryKey("hasAlphaChannel")
  }

  /// Apple's `headline`.
  public var headline: QueryKey<QueryTextKind> {
    QueryKey("headline")
  }

  /// Apple's `hiddenAdditionalRecipients`.
  public var hiddenAdditionalRecipients: QueryKey<QueryTextKind> {
    QueryKey("hiddenAdditionalRecipients")
  }

  /// Apple's `htmlContentData`.
  public var htmlContentData: QueryKey<QueryOpaqueKind> {
    QueryKey("htmlContentData")
  }

  /// Apple's `identifier`.
  public var identifier: QueryKey<QueryTextKind> {
    QueryKey("identifier")
  }

  /// Apple's `imageDirection`.
  public var imageDirection: QueryKey<QueryNumberKind> {
    QueryKey("imageDirection")
  }

  /// Apple's `importantDates`.
  public var importantDates: QueryKey<QueryDateKind> {
    QueryKey("importantDates")
  }

  /// Apple's `information`.
  public var information: QueryKey<QueryTextKind> {
    QueryKey("information")
  }

  /// Apple's `instantMessageAddresses`.
  public var instantMessageAddresses: QueryKey<QueryTextKind> {
    QueryKey("instantMessageAddresses")
  }

  /// Apple's `instructions`.
  public var instructions: QueryKey<QueryTextKind> {
    QueryKey("instructions")
  }

  /// Apple's `isoSpeed`.
  public var isoSpeed: QueryKey<QueryNumberKind> {
    QueryKey("isoSpeed")
  }

  /// Apple's `isPriority`.
  public var isPriority: QueryKey<QueryBooleanKind> {
    QueryKey("isPriority")
  }

  /// Apple's `keySignature`.
  public var keySignature: QueryKey<QueryTextKind> {
    QueryKey("keySignature")
  }

  /// Apple's `keywords`.
  public var keywords: QueryKey<QueryTextKind> {
    QueryKey("keywords")
  }

  /// Apple's `kind`.
  public var kind: QueryKey<QueryTextKind> {
    QueryKey("kind")
  }

  /// Apple's `languages`.
  public var languages: QueryKey<QueryTextKind> {
    QueryKey("languages")
  }

  /// Apple's `lastUsedDate`.
  public var lastUsedDate: QueryKey<QueryDateKind> {
    QueryKey("lastUsedDate")
  }

  /// Apple's `latitude`.
  public var latitude: QueryKey<QueryNumberKind> {
    QueryKey("latitude")
  }

  /// Apple's `layerNames`.
  public var layerNames: QueryKey<QueryTextKind> {
    QueryKey("layerNames")
  }

  /// Apple's `lensModel`.
  public var lensModel: QueryKey<QueryTextKind> {
    QueryKey("lensModel")
  }

  /// Apple's `likelyJunk`.
  public var likelyJunk: QueryKey<QueryBooleanKind> {
    QueryKey("likelyJunk")
  }

  /// Apple's `local`.
  public var local: QueryKey<QueryBooleanKind> {
    QueryKey("local")
  }

  /// Apple's `longitude`.
  public var longitude: QueryKey<QueryNumberKind> {
    QueryKey("longitude")
  }

  /// Apple's `lyricist`.
  public var lyricist: QueryKey<QueryTextKind> {
    QueryKey("lyricist")
  }

  /// Apple's `mailboxIdentifiers`.
  public var mailboxIdentifiers: QueryKey<QueryTextKind> {
    QueryKey("mailboxIdentifiers")
  }

  /// Apple's `maxAperture`.
  public var maxAperture: QueryKey<QueryNumberKind> {
    QueryKey("maxAperture")
  }

  /// Apple's `mediaTypes`.
  public var mediaTypes: QueryKey<QueryTextKind> {
    QueryKey("mediaTypes")
  }

  /// Apple's `metadataModificationDate`.
  public var metadataModificationDate: QueryKey<QueryDateKind> {
    QueryKey("metadataModificationDate")
  }

  /// Apple's `meteringMode`.
  public var meteringMode: QueryKey<QueryTextKind> {
    QueryKey("meteringMode")
  }

  /// Apple's `musicalGenre`.
  public var musicalGenre: QueryKey<QueryTextKind> {
    QueryKey("musicalGenre")
  }

  /// Apple's `musicalInstrumentCategory`.
  public var musicalInstrumentCategory: QueryKey<QueryTextKind> {
    QueryKey("musicalInstrumentCategory")
  }

  /// Apple's `musicalInstrumentName`.
  public var musicalInstrumentName: QueryKey<QueryTextKind> {
    QueryKey("musicalInstrumentName")
  }

  /// Apple's `namedLocation`.
  public var namedLocation: QueryKey<QueryTextKind> {
    QueryKey("namedLocation")
  }

  /// Apple's `organizations`.
  public var organizations: QueryKey<QueryTextKind> {
    QueryKey("organizations")
  }

  /// Apple's `orientation`.
  public var orientation: QueryKey<QueryNumberKind> {
    QueryKey("orientation")
  }

  /// Apple's `originalFormat`.
  public var originalFormat: QueryKey<QueryTextKind> {
    QueryKey("originalFormat")
  }

  /// Apple's `originalSource`.
  public var originalSource: QueryKey<QueryTextKind> {
    QueryKey("originalSource")
  }

  /// Apple's `pageCount`.
  public var pageCount: QueryKey<QueryNumberKind> {
    QueryKey("pageCount")
  }

  /// Apple's `pageHeight`.
  public var pageHeight: QueryKey<QueryNumberKind> {
    QueryKey("pageHeight")
  }

  /// Apple's `pageWidth`.
  public var pageWidth: QueryKey<QueryNumberKind> {
    QueryKey("pageWidth")
  }

  /// Apple's `participants`.
  public var participants: QueryKey<QueryTextKind> {
    QueryKey("participants")
  }

  /// Apple's `path`.
  public var path: QueryKey<QueryTextKind> {
    QueryKey("path")
  }

  /// Apple's `performers`.
  public var performers: QueryKey<QueryTextKind> {
    QueryKey("performers")
  }

  /// Apple's `phoneNumbers`.
  public var phoneNumbers: QueryKey<QueryTextKind> {
    QueryKey("phoneNumbers")
  }

  /// Apple's `pixelCount`.
  public var pixelCount: QueryKey<QueryNumberKind> {
    QueryKey("pixelCount")
  }

  /// Apple's `pixelHeight`.
  public var pixelHeight: QueryKey<QueryNumberKind> {
    QueryKey("pixelHeight")
  }

  /// Apple's `pixelWidth`.
  public var pixelWidth: QueryKey<QueryNumberKind> {
    QueryKey("pixelWidth")
  }

  /// Apple's `playCount`.
  public var playCount: QueryKey<QueryNumberKind> {
    QueryKey("playCount")
  }

  /// Apple's `postalCode`.
  public var postalCode: QueryKey<QueryTextKind> {
    QueryKey("postalCode")
  }

  /// Apple's `primaryRecipients`.
  public var primaryRecipients: QueryKey<QueryTextKind> {
    QueryKey("primaryRecipients")
  }

  /// Apple's `producer`.
  public var producer: QueryKey<QueryTextKind> {
    QueryKey("producer")
  }

  /// Apple's `profileName`.
  public var profileName: QueryKey<QueryTextKind> {
    QueryKey("profileName")
  }

  /// Apple's `projects`.
  public var projects: QueryKey<QueryTextKind> {
    QueryKey("projects")
  }

  /// Apple's `providerDataTypeIdentifiers`.
  public var providerDataTypeIdentifiers: QueryKey<QueryTextKind> {
    QueryKey("providerDataTypeIdentifiers")
  }

  /// Apple's `providerFileTypeIdentifiers`.
  public var providerFileTypeIdentifiers: QueryKey<QueryTextKind> {
    QueryKey("providerFileTypeIdentifiers")
  }

  /// Apple's `providerInPlaceFileTypeIdentifiers`.
  public var providerInPlaceFileTypeIdentifiers: QueryKey<QueryTextKind> {
    QueryKey("providerInPlaceFileTypeIdentifiers")
  }

  /// Apple's `publishers`.
  public var publishers: QueryKey<QueryTextKind> {
    QueryKey("publishers")
  }

  /// Apple's `rankingHint`.
  public var rankingHint: QueryKey<QueryNumberKind> {
    QueryKey("rankingHint")
  }

  /// Apple's `rating`.
  public var rating: QueryKey<QueryNumberKind> {
    QueryKey("rating")
  }

  /// Apple's `ratingDescription`.
  public var ratingDescription: QueryKey<QueryTextKind> {
    QueryKey("ratingDescription")
  }

  /// Apple's `recipientAddresses`.
  public var recipientAddresses: QueryKey<QueryTextKind> {
    QueryKey("recipientAddresses")
  }

  /// Apple's `recipientEmailAddresses`.
  public var recipientEmailAddresses: QueryKey<QueryTextKind> {
    QueryKey("recipientEmailAddresses")
  }

  /// Apple's `recipientNames`.
  public var recipientNames: QueryKey<QueryTextKind> {
    QueryKey("recipientNames")
  }

  /// Apple's `recordingDate`.
  public var recordingDate: QueryKey<QueryDateKind> {
    QueryKey("recordingDate")
  }

  /// Apple's `redEyeOn`.
  public var redEyeOn: QueryKey<QueryBooleanKind> {
    QueryKey("redEyeOn")
  }

  /// Apple's `relatedUniqueIdentifier`.
  public var relatedUniqueIdentifier: QueryKey<QueryTextKind> {
    QueryKey("relatedUniqueIdentifier")
  }

  /// Apple's `resolutionHeightDPI`.
  public var resolutionHeightDPI: QueryKey<QueryNumberKind> {
    QueryKey("resolutionHeightDPI")
  }

  /// Apple's `resolutionWidthDPI`.
  public var resolutionWidthDPI: QueryKey<QueryNumberKind> {
    QueryKey("resolutionWidthDPI")
  }

  /// Apple's `rights`.
  public var rights: QueryKey<QueryTextKind> {
    QueryKey("rights")
  }

  /// Apple's `role`.
  public var role: QueryKey<QueryTextKind> {
    QueryKey("role")
  }

  /// Apple's `securityMethod`.
  public var securityMethod: QueryKey<QueryTextKind> {
    QueryKey("securityMethod")
  }

  /// Apple's `sharedItemContentType`.
  public var sharedItemContentType: QueryKey<QueryTextKind> {
    QueryKey("sharedItemContentType")
  }

  /// Apple's `speed`.
  public var speed: QueryKey<QueryNumberKind> {
    QueryKey("speed")
  }

  /// Apple's `startDate`.
  public var startDate: QueryKey<QueryDateKind> {
    QueryKey("startDate")
  }

  /// Apple's `stateOrProvince`.
  public var stateOrProvince: QueryKey<QueryTextKind> {
    QueryKey("stateOrProvince")
  }

  /// Apple's `streamable`.
  public var streamable: QueryKey<QueryBooleanKind> {
    QueryKey("streamable")
  }

  /// Apple's `subject`.
  public var subject: QueryKey<QueryTextKind> {
    QueryKey("subject")
  }

  /// Apple's `subThoroughfare`.
  public var subThoroughfare: QueryKey<QueryTextKind> {
    QueryKey("subThoroughfare")
  }

  /// Apple's `supportsNavigation`.
  public var supportsNavigation: QueryKey<QueryBooleanKind> {
    QueryKey("supportsNavigation")
  }

  /// Apple's `supportsPhoneCall`.
  public var supportsPhoneCall: QueryKey<QueryBooleanKind> {
    QueryKey("supportsPhoneCall")
  }

  /// Apple's `tempo`.
  public var tempo: QueryKey<QueryNumberKind> {
    QueryKey("tempo")
  }

  /// Apple's `textContent`.
  public var textContent: QueryKey<QueryTextKind> {
    QueryKey("textContent")
  }

  /// Apple's `textContentSummary`.
  public var textContentSummary: QueryKey<QueryTextKind> {
    QueryKey("textContentSummary")
  }

  /// Apple's `theme`.
  public var theme: QueryKey<QueryTextKind> {
    QueryKey("theme")
  }

  /// Apple's `thoroughfare`.
  public var thoroughfare: QueryKey<QueryTextKind> {
    QueryKey("thoroughfare")
  }

  /// Apple's `thumbnailData`.
  public var thumbnailData: QueryKey<QueryOpaqueKind> {
    QueryKey("thumbnailData")
  }

  /// Apple's `thumbnailURL`.
  public var thumbnailURL: QueryKey<QueryTextKind> {
    QueryKey("thumbnailURL")
  }

  /// Apple's `timeSignature`.
  public var timeSignature: QueryKey<QueryTextKind> {
    QueryKey("timeSignature")
  }

  /// Apple's `timestamp`.
  public var timestamp: QueryKey<QueryDateKind> {
    QueryKey("timestamp")
  }

  /// Apple's `title`.
  public var title: QueryKey<QueryTextKind> {
    QueryKey("title")
  }

  /// Apple's `totalBitRate`.
  public var totalBitRate: QueryKey<QueryNumberKind> {
    QueryKey("totalBitRate")
  }

  /// Apple's `transcribedTextContent`.
  public var transcribedTextContent: QueryKey<QueryTextKind> {
    QueryKey("transcribedTextContent")
  }

  /// Apple's `url`.
  public var url: QueryKey<QueryTextKind> {
    QueryKey("url")
  }

  /// Apple's `userCreated`.
  public var userCreated: QueryKey<QueryBooleanKind> {
    QueryKey("userCreated")
  }

  /// Apple's `userCurated`.
  public var userCurated: QueryKey<QueryBooleanKind> {
    QueryKey("userCurated")
  }

  /// Apple's `userOwned`.
  public var userOwned: QueryKey<QueryBooleanKind> {
    QueryKey("userOwned")
  }

  /// Apple's `version`.
  public var version: QueryKey<QueryTextKind> {
    QueryKey("version")
  }

  /// Apple's `videoBitRate`.
  public var videoBitRate: QueryKey<QueryNumberKind> {
    QueryKey("videoBitRate")
  }

  /// Apple's `weakRelatedUniqueIdentifier`.
  public var weakRelatedUniqueIdentifier: QueryKey<QueryTextKind> {
    QueryKey("weakRelatedUniqueIdentifier")
  }

  /// Apple's `whiteBalance`.
  public var whiteBalance: QueryKey<QueryNumberKind> {
    QueryKey("whiteBalance")
  }
}
