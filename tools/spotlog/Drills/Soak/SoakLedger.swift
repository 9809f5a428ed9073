#if Server
  import JournalFormat
  import Simulation

  /// What a soak has done, and what has to be counted, public and found because of it.
  ///
  /// Devices that are restored and copied make a tree of lines: what a device holds is the path
  /// from one of its leaves to the root. Whether the cloud has a line is known, or it is not: a
  /// sync that was killed may have arrived. The ledger then accepts both, until a count says which.
  struct SoakLedger {
    enum Presence { case absent, unknown, present }

    /// A line that counts, or that takes back.
    private struct Event {
      let lineage: Int
      let branch: Int
      let act: AppAct
      let effect: AppEffect
      /// Whether it arrived from a device that knew its place in the cloud, and so not made again.
      var isNewlyMade = false
      var presence = Presence.absent
      /// It was sent once: a cloud that went back since may remember what it takes back.
      var hasLeft = false

      /// Whether it takes anything back.
      var isTaking: Bool {
        switch act {
        case .deleted, .deletedDomains, .deletedAll, .deletedActivities: true
        case .recorded: !effect.takenBack.isEmpty
        case .given, .merged, .batched, .opened, .abandoned, .setSynonyms, .itemGone,
          .activityGone:
          false
        }
      }

      /// Whether it may take back what was opened on a device of the lineage that this one does
      /// not know of.
      func mayReach(_ opened: AppEffect.Opened) -> Bool {
        guard isTaking, opened.page.app == act.app else { return false }
        return act.names?.contains { [opened.activity, opened.item].contains($0.id) } ?? true
      }
    }

    /// A part of the tree without forks.
    private struct Branch {
      let parent: Int?
      /// Events of the parent below this number are on the path.
      let fork: Int
    }

    /// What a device, a snapshot or a copy holds.
    struct Life {
      let lineage: Int
      var model = DeviceModel()
      /// Whether it has spoken with the cloud since either of them went back or was copied.
      var isSettled = false
      fileprivate var branch: Int
      /// Events below this number are on the path.
      fileprivate var end: Int
    }

    struct CloudMark {
      fileprivate let presences: [Presence]
    }

    /// What a cloud says of a page.
    struct Figures {
      var engagements = 0
      var devices = 0
      var titles: Set<ExactText> = []
    }

    /// Who did what with an item or a page, for people.
    private struct Story {
      let who: String
      let line: String
      /// Empty: everything.
      let subjects: Set<String>
    }

    private let threshold: Int
    private var events: [Event] = []
    private var branches: [Branch] = []
    /// Those of the events that may take something back, by lineage.
    private var takings: [Int: [Int]] = [:]
    private var stories: [Story] = []
    private(set) var pages: Set<AppPage> = []
    /// Events before it were in a cloud that went back since.
    private var lastRewind = 0
    /// Pages and words that the cloud has shown since.
    private var shown: [AppPage: Set<ExactText>] = [:]
    /// Verdicts on pages, and those of them where one answer alone was right.
    private(set) var pageVerdicts = (all: 0, exact: 0)

    init(threshold: Int) { self.threshold = threshold }

    // MARK: Devices

    mutating func begin(lineage: Int) -> Life {
      branches.append(Branch(parent: nil, fork: 0))
      return Life(lineage: lineage, branch: branches.count - 1, end: events.count)
    }

    mutating func record(_ act: AppAct, on life: inout Life, of device: String) {
      let effect = life.model.apply(act)
      tell(act, effect, of: device)
      let event = Event(lineage: life.lineage, branch: life.branch, act: act, effect: effect)
      guard effect.opened != nil || event.isTaking else { return }
      if let opened = effect.opened { pages.insert(opened.page) }
      if event.isTaking { takings[life.lineage, default: []].append(events.count) }
      events.append(event)
      life.end = events.count
    }

    /// What is done to a device as a whole.
    mutating func note(_ what: String, of device: String) {
      stories.append(Story(who: device, line: "\(device) \(what)", subjects: []))
    }

    private mutating func tell(_ act: AppAct, _ effect: AppEffect, of device: String) {
      var subjects: Set<String> = []
      if let names = act.names {
        let pages = effect.takenBack + [effect.opened?.page].compactMap { $0 }
        subjects = Set(names.map(\.description) + pages.map(\.description))
        if case .recorded(let activity) = act, let page = activity.page {
          subjects.insert("\(page)")
        }
      }
      stories.append(Story(who: device, line: "\(device): \(act.line)", subjects: subjects))
    }

    /// What somebody goes on from who has what `life` has: a restore, or a copy.
    mutating func fork(_ life: Life) -> Life {
      branches.append(Branch(parent: life.branch, fork: life.end))
      var forked = life
      forked.isSettled = false
      forked.branch = branches.count - 1
      forked.end = events.count
      return forked
    }

    // MARK: The cloud

    /// The device begins to speak.
    mutating func left(_ life: Life) {
      forEachEvent(of: life) {
        $0.hasLeft = true
        if $0.presence == .absent { $0.presence = .unknown }
      }
    }

    /// The device has receipts for all that it holds.
    mutating func acknowledged(_ life: inout Life) {
      let isSettled = life.isSettled
      forEachEvent(of: life) {
        if $0.presence != .present { $0.isNewlyMade = isSettled }
        $0.presence = .present
      }
      life.isSettled = true
    }

    func markOfCloud() -> CloudMark { CloudMark(presences: events.map(\.presence)) }

    mutating func cloudWentBack(to mark: CloudMark) {
      for place in events.indices {
        events[place].presence =
          mark.presences.indices.contains(place) ? mark.presences[place] : .absent
      }
      lastRewind = events.count
      shown = [:]
    }

    /// Calls `body` with all events on the path of a device, the last one first.
    private mutating func forEachEvent(of life: Life, _ body: (inout Event) -> Void) {
      var branch: Int? = life.branch
      var end = life.end
      while let current = branch {
        let start = branches[current].fork
        for place in (min(start, end)..<end).reversed() where events[place].branch == current {
          body(&events[place])
        }
        (branch, end) = (branches[current].parent, start)
      }
    }

    /// Whether who made `later` had `earlier`.
    private func isKnown(_ earlier: Int, to later: Int) -> Bool {
      guard earlier <= later else { return false }
      var (branch, end) = (events[later].branch, later + 1)
      while events[earlier].branch != branch {
        guard let parent = branches[branch].parent else { return false }
        (branch, end) = (parent, branches[branch].fork)
      }
      return earlier < end
    }

    // MARK: What pages have to be

    /// Words that lineages endorse for sure, and words that they may endorse.
    private func endorsed(
      _ page: AppPage, by lineage: Int, _ opened: [Int]
    ) -> (sure: Set<AppWords>, possible: Set<AppWords>) {
      var (all, certain): ([Int], [Int]) = ([], [])
      for place in takings[lineage] ?? [] where events[place].hasLeft {
        let event = events[place]
        let reachesOthers = opened.contains { other in
          events[other].effect.opened.map(event.mayReach) == true && !isKnown(other, to: place)
        }
        let isSure = event.effect.takenBack.contains(page)
        if isSure || reachesOthers { all.append(place) }
        if isSure, event.presence == .present { certain.append(place) }
      }
      var (sure, possible): (Set<AppWords>, Set<AppWords>) = ([], [])
      for place in opened {
        guard let words = events[place].effect.opened?.words else { continue }
        // RULES, "Taking back": until somebody opens it again who knows of that.
        let isNewest = all.allSatisfy { isKnown($0, to: place) }
        // Decision 0026, "What it costs": of what is reported again nobody may know which came
        // first.
        let isPlain = all.isEmpty || place >= lastRewind && events[place].isNewlyMade
        if events[place].presence == .present, isNewest, isPlain {
          sure.insert(words)
        }
        if !certain.contains(where: { isKnown(place, to: $0) }) { possible.insert(words) }
      }
      return (sure, possible)
    }

    private func openings() -> [AppPage: [Int]] {
      var openings: [AppPage: [Int]] = [:]
      for (place, event) in events.enumerated() where event.presence != .absent {
        if let page = event.effect.opened?.page { openings[page, default: []].append(place) }
      }
      return openings
    }

    /// Whether a page is not public yet that has to be: the cloud asks for words again when who was
    /// asked has not answered for a while.
    func waits(_ found: [AppPage: Figures], _ lives: [Life]) -> Bool {
      openings().contains { page, opened in
        found[page]?.titles.isEmpty != false && !standing(of: page, opened, lives).required.isEmpty
      }
    }

    /// Compares what the cloud says of all pages, and learns from it what was not known.
    mutating func judge(_ found: [AppPage: Figures], _ lives: [Life]) -> [String] {
      let openings = openings()
      var findings: [String] = []
      let pages = Set(found.keys).union(openings.keys)
      for page in pages.sorted(by: { $0.identityText < $1.identityText }) {
        let opened = openings[page] ?? []
        let figures = found[page] ?? Figures()
        let standing = standing(of: page, opened, lives)
        findings += judgeCount(of: page, figures, opened)
        findings += judgePublic(page, figures, standing)
        shown[page, default: []].formUnion(figures.titles)
      }
      return findings
    }

    /// RULES, "Opened": an engagement counts once, for ever.
    private mutating func judgeCount(
      of page: AppPage, _ figures: Figures, _ opened: [Int]
    ) -> [String] {
      let unknown = opened.filter { events[$0].presence == .unknown }
      let sure = opened.count - unknown.count
      guard (sure...opened.count).contains(figures.engagements) else {
        let expected = unknown.isEmpty ? "\(sure)" : "\(sure) to \(opened.count)"
        return [
          "\(page): counted \(Figure.count(figures.engagements, "engagement")), expected "
            + expected
            + last("\(page)")
        ]
      }
      if figures.engagements == sure { for place in unknown { events[place].presence = .absent } }
      if figures.engagements == opened.count {
        for place in unknown { events[place].presence = .present }
      }
      return []
    }

    /// Who endorses a page, and the words under which it may and has to be public.
    private struct Standing {
      var devicesMin = 0
      var devicesMax = 0
      var allowed: Set<AppWords> = []
      var required: Set<AppWords> = []
    }

    /// RULES, "The cloud": public while enough lineages endorse the same words, and it has them.
    private func standing(of page: AppPage, _ opened: [Int], _ lives: [Life]) -> Standing {
      var standing = Standing()
      var (sure, possible): ([AppWords: Int], [AppWords: Int]) = ([:], [:])
      for (lineage, places) in Dictionary(grouping: opened, by: { events[$0].lineage }) {
        let endorsed = endorsed(page, by: lineage, places)
        for words in endorsed.sure { sure[words, default: 0] += 1 }
        for words in endorsed.possible { possible[words, default: 0] += 1 }
        standing.devicesMin += endorsed.sure.isEmpty ? 0 : 1
        standing.devicesMax += endorsed.possible.isEmpty ? 0 : 1
      }
      standing.allowed = Set(possible.filter { $0.value >= threshold }.keys)
      let enough = sure.filter { $0.value >= threshold }.keys
      standing.required = Set(
        enough.filter { words in
          shown[page]?.contains(words.title) == true
            || lives.contains { $0.model.words(of: page) == words }
        })
      return standing
    }

    private mutating func judgePublic(
      _ page: AppPage, _ figures: Figures, _ standing: Standing
    ) -> [String] {
      let (devicesMin, devicesMax) = (standing.devicesMin, standing.devicesMax)
      pageVerdicts.all += 1
      if standing.allowed.isEmpty == standing.required.isEmpty, devicesMin == devicesMax {
        pageVerdicts.exact += 1
      }
      var findings: [String] = []
      if figures.devices < devicesMin || figures.devices > devicesMax {
        findings.append(
          "\(page): "
            + Figure.count(figures.devices, "device endorses", "devices endorse") + " it, expected "
            + (devicesMin == devicesMax ? "\(devicesMin)" : "\(devicesMin) to \(devicesMax)"))
      }
      for title in figures.titles where !standing.allowed.contains(where: { $0.title == title }) {
        findings.append("\(page): public as \"\(title)\", which too few devices endorse")
      }
      if figures.titles.isEmpty, let words = standing.required.min(by: { $0.title < $1.title }) {
        findings.append("\(page): not public, and enough devices endorse \"\(words.title)\"")
      }
      return findings.map { $0 + last("\(page)") }
    }

    // MARK: What devices have to find

    /// Compares what a device finds.
    func judge(
      _ found: [AppName: Set<ExactText>], on life: Life, of device: String, at now: Int64,
      isUnlocked: Bool
    ) -> [String] {
      let expected = life.model.found(
        at: now, upTo: isUnlocked ? .complete : .unprotected)
      return Set(found.keys).union(expected.keys).sorted().compactMap { name in
        guard found[name] != expected[name] else { return nil }
        func text(_ titles: Set<ExactText>?) -> String {
          titles.map { "\"" + $0.sorted().map(\.description).joined(separator: "\" and \"") + "\"" }
            ?? "nothing"
        }
        return "\(device), \(isUnlocked ? "unlocked" : "locked"): found \(text(found[name])) as "
          + "\(name), expected \(text(expected[name]))" + last("\(name)", on: device)
      }
    }

    /// The last that was done to something, and to all that its devices hold.
    private func last(_ subject: String, on device: String? = nil) -> String {
      let found = stories.filter {
        ($0.subjects.contains(subject) || $0.subjects.isEmpty)
          && (device == nil || $0.who == device || $0.who == "the cloud")
      }
      return found.suffix(12).map { "\n      \($0.line)" }.joined()
    }
  }
#endif
