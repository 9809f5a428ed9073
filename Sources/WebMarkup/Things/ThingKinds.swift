/// The types of schema.org by the kind of thing that a result shows.
enum ThingKinds {
  /// The kind that matters most of those that its types have; nil for things that are not shown.
  static func kind(of thing: Thing) -> RichResult.Kind? {
    RichResult.Kind.allCases.first { kind in
      thing.types.contains { types[kind]?.contains($0) == true }
    }
  }

  /// A site's own node is a kind of its own only on the page that is the site's.
  private static let types: [RichResult.Kind: Set<String>] = [
    .recipe: ["Recipe"],
    .product: words(
      """
      Product BusOrCoach Car DietarySupplement Drug IndividualProduct MotorizedBicycle Motorcycle \
      ProductCollection ProductGroup ProductModel SomeProducts Vehicle
      """),
    .event: words(
      """
      Event BroadcastEvent BusinessEvent ChildrensEvent ComedyEvent ConferenceEvent CourseInstance \
      DanceEvent DeliveryEvent EducationEvent EventSeries ExhibitionEvent Festival FoodEvent \
      Hackathon LiteraryEvent MusicEvent OnDemandEvent PerformingArtsEvent PublicationEvent \
      SaleEvent ScreeningEvent SocialEvent SportsEvent TheaterEvent VisualArtsEvent
      """),
    .localBusiness: words(
      """
      LocalBusiness AccountingService AdultEntertainment AmusementPark AnimalShelter \
      ArchiveOrganization ArtGallery Attorney AutoBodyShop AutoDealer AutoPartsStore AutoRental \
      AutoRepair AutoWash AutomatedTeller AutomotiveBusiness Bakery BankOrCreditUnion BarOrPub \
      BeautySalon BedAndBreakfast BikeStore BookStore BowlingAlley Brewery CafeOrCoffeeShop \
      Campground Casino ChildCare ClothingStore ComedyClub ComputerStore ConvenienceStore \
      CovidTestingFacility DaySpa Dentist DepartmentStore Dermatology Distillery \
      DryCleaningOrLaundry Electrician ElectronicsStore EmergencyService EmploymentAgency \
      EntertainmentBusiness ExerciseGym FastFoodRestaurant FinancialService FireStation Florist \
      FoodEstablishment FurnitureStore GardenStore GasStation GeneralContractor GolfCourse \
      GovernmentOffice GroceryStore HVACBusiness HairSalon HardwareStore HealthAndBeautyBusiness \
      HealthClub HobbyShop HomeAndConstructionBusiness HomeGoodsStore Hospital Hostel Hotel \
      HousePainter IceCreamShop InsuranceAgency InternetCafe JewelryStore LegalService Library \
      LiquorStore Locksmith LodgingBusiness MedicalBusiness MedicalClinic MensClothingStore \
      MobilePhoneStore Motel MotorcycleDealer MotorcycleRepair MovieRentalStore MovieTheater \
      MovingCompany MusicStore NailSalon NightClub Notary OfficeEquipmentStore Optician \
      OutletStore PawnShop PetStore Pharmacy Physician Plumber PoliceStation PostOffice \
      ProfessionalService \
      PublicSwimmingPool RadioStation RealEstateAgent RecyclingCenter Resort Restaurant \
      RoofingContractor SelfStorage ShoeStore ShoppingCenter SkiResort SportingGoodsStore \
      SportsActivityLocation SportsClub StadiumOrArena Store TattooParlor TelevisionStation \
      TennisComplex TireShop TouristInformationCenter ToyStore TravelAgency VacationRental \
      VeterinaryCare WholesaleStore Winery
      """),
    .media: words(
      """
      AudioObject AudioObjectSnapshot Audiobook MusicVideoObject PodcastEpisode VideoObject \
      VideoObjectSnapshot
      """),
    .article: words(
      """
      Article AdvertiserContentArticle AnalysisNewsArticle AskPublicNewsArticle \
      BackgroundNewsArticle BlogPosting DiscussionForumPosting LiveBlogPosting \
      MedicalScholarlyArticle NewsArticle OpinionNewsArticle Report ReportageNewsArticle \
      ReviewNewsArticle SatiricalArticle ScholarlyArticle SocialMediaPosting TechArticle
      """),
    .otherWork: words(
      """
      AggregateRating Accommodation Apartment Book ComicIssue Course CreativeWork \
      CreativeWorkSeries Dataset Game House HowTo JobPosting LandmarksOrHistoricalBuildings \
      MobileApplication Movie MovieSeries MusicAlbum MusicPlaylist MusicRecording Museum Painting \
      Park Photograph Place PodcastSeries RadioEpisode RadioSeries Residence Sculpture Service \
      SingleFamilyResidence SoftwareApplication TVEpisode TVSeason TVSeries TouristAttraction \
      TouristDestination Trip VideoGame VisualArtwork WebApplication Zoo
      """),
    .organization: words(
      """
      Organization Airline CollegeOrUniversity Consortium Corporation DanceGroup \
      EducationalOrganization ElementarySchool GovernmentOrganization HighSchool LibrarySystem \
      MedicalOrganization \
      MiddleSchool MusicGroup NGO NewsMediaOrganization OnlineBusiness OnlineStore \
      PerformingGroup PoliticalParty Preschool ResearchOrganization School SportsOrganization \
      SportsTeam TheaterGroup WorkersUnion
      """),
  ]

  private static func words(_ text: String) -> Set<String> {
    Set(text.split(separator: " ").map(String.init))
  }
}
