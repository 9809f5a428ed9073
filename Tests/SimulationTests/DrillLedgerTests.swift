import JournalFormat
import Testing

@testable import Simulation

@Suite("The ledger of drills") struct DrillLedgerTests {
  private var ledger = DrillLedger()
  private let day = Day(20_000).start

  init() {
    ledger.record(PageActs.engagement("sent"), person: 0, device: 0, at: day)
    ledger.record(PageActs.engagement("unsent"), person: 0, device: 0, at: day)
    ledger.record(
      [.given(PageActs.item("mine", title: "Mine"))], person: 0, device: 0, at: day)
  }

  /// What was in no request cannot have arrived, so it has to be missed.
  @Test mutating func `takes only what was on its way for what the cloud may have`() {
    ledger.left(0) { $0.page == "sent" }
    ledger.died(0, at: day.advanced(byMilliseconds: 5_000))
    #expect(ledger.perhapsInCloud == [0])
    #expect(Set(ledger.loss.gone.map(\.page)) == ["unsent", "mine"])
    #expect(ledger.loss.events == 2 && ledger.loss.seconds == 5)
    #expect(ledger.bounds()["sent"]?.events == 0...1)
    #expect(ledger.bounds()["unsent"] == nil)
  }

  @Test mutating func `gives up what an operator retracts, until a device may report it again`() {
    ledger.acknowledged(by: 0, person: 0, wasTold: false)
    ledger.retracted(0)
    ledger.record(PageActs.engagement("sent"), person: 0, device: 0, at: day)
    #expect(ledger.bounds()["sent"]?.events == 1...1)
    #expect(ledger.bounds()["unsent"]?.events == 0...0)
    ledger.beganEpoch(0)
    #expect(ledger.bounds()["sent"]?.events == 1...2)
    #expect(ledger.bounds()["unsent"]?.people == 0...1)
    ledger.operators.countsAgain(0)
    #expect(ledger.bounds()["sent"]?.events == 2...2)
  }

  /// Opened, taken back, copied, and opened again: the withdrawal stands between the two.
  private mutating func openAgain() {
    ledger.record([PageActs.deletion("sent")], person: 0, device: 0, at: day)
    ledger.acknowledged(by: 0, person: 0, wasTold: false)
    ledger.copied(0, to: 1)
    ledger.record(PageActs.engagement("sent"), person: 0, device: 0, at: day)
    ledger.acknowledged(by: 0, person: 0, wasTold: false)
    #expect(ledger.bounds()["sent"]?.people == 1...1)
  }

  /// Docs/decisions/0026: the copy's report is all that the cloud has of the withdrawal, and says
  /// nothing of what the device opened after it.
  @Test mutating func `allows a retracted withdrawal that a copy repeats to hide a page`() {
    openAgain()
    ledger.retracted(0)
    ledger.record(PageActs.engagement("sent"), person: 0, device: 0, at: day)
    ledger.acknowledged(by: 0, person: 0, wasTold: false)
    #expect(ledger.bounds()["sent"]?.people == 1...1)
    ledger.beganEpoch(1)
    #expect(ledger.bounds()["sent"]?.people == 0...1)
    ledger.record(PageActs.engagement("sent"), person: 0, device: 1, at: day)
    #expect(ledger.bounds()["sent"]?.people == 1...1, "the copy opened it behind the withdrawal")
  }

  /// Where nothing is retracted the cloud knows where the withdrawal stands, so a page that is
  /// hidden then is a finding.
  @Test mutating func `lets no withdrawal hide a page that was opened later`() {
    openAgain()
    ledger.beganEpoch(1)
    ledger.acknowledged(by: 1, person: 0, wasTold: true)
    #expect(ledger.bounds()["sent"]?.people == 1...1)
    ledger.retracted(1)
    #expect(ledger.bounds()["sent"]?.people == 1...1, "somebody else's reports were retracted")
  }

  @Test mutating func `asks for words only people who endorse them`() throws {
    let words = try #require(PageActs.activity("sent").words)
    ledger.copied(0, to: 1)
    #expect(ledger.endorses(words, person: 0) && !ledger.endorses(words, person: 1))
    ledger.record([PageActs.deletion("sent")], person: 0, device: 1, at: day)
    // The device has its words still, and its person took the page back.
    #expect(ledger.apps(on: 0).words(of: words.page) == words)
    #expect(!ledger.endorses(words, person: 0))
    let title = PageActs.laterTitle(of: "sent")
    ledger.record(PageActs.engagement("sent", title: title), person: 0, device: 1, at: day)
    let later = try #require(ledger.apps(on: 1).words(of: words.page))
    #expect(ledger.endorses(later, person: 0) && !ledger.endorses(words, person: 0))
  }

  @Test mutating func `never takes what is kept on a device for what the cloud may have`() {
    ledger.left(0)
    #expect(ledger.perhapsInCloud == [0, 1])
    ledger.died(0, at: day)
    #expect(ledger.loss.gone.map(\.page) == ["mine"])
  }

  @Test mutating func `takes nothing that arrived for what may have arrived`() {
    ledger.acknowledged(by: 0, person: 0, wasTold: false)
    ledger.record(PageActs.engagement("later"), person: 0, device: 0, at: day)
    ledger.left(0)
    #expect(ledger.perhapsInCloud == [3])
    #expect(ledger.bounds()["sent"]?.events == 1...1)
    #expect(ledger.bounds()["later"]?.events == 1...1)
    ledger.died(0, at: day)
    #expect(ledger.bounds()["later"]?.events == 0...1)
    #expect(ledger.loss.events == 0)
  }

  /// The device dies with it, or the cloud loses it when the device has been dead for a while.
  @Test mutating func `counts the seconds up to when nobody had it any more`() {
    ledger.acknowledged(by: 0, person: 0, wasTold: false)
    ledger.died(0, at: day.advanced(byMilliseconds: 1_000))
    #expect(ledger.loss.seconds == 0)
    ledger.cloudWentBack(
      to: .nothing, keepsWithdrawals: false, at: day.advanced(byMilliseconds: 9_000))
    #expect(ledger.loss.events == 3 && ledger.loss.seconds == 9)
  }

  /// A snapshot that is restored later brings back what was gone, so that another loss counts
  /// again.
  @Test mutating func `forgets a loss that was made good`() {
    let all = ledger.held[0] ?? []
    ledger.restored(0, to: [], at: day.advanced(byMilliseconds: 1_000))
    #expect(ledger.loss.events == 3 && ledger.loss.seconds == 1)
    ledger.restored(0, to: all, at: day.advanced(byMilliseconds: 2_000))
    #expect(ledger.loss.events == 0)
    ledger.died(0, at: day.advanced(byMilliseconds: 3_000))
    #expect(ledger.loss.events == 3 && ledger.loss.seconds == 3)
  }

  /// A restored device has no activity of the page, and so nothing to take back.
  @Test mutating func `takes back only what the device has by then`() {
    ledger.restored(0, to: [], at: day)
    ledger.record([PageActs.deletion("sent")], person: 0, device: 0, at: day)
    #expect(ledger.facts.last?.kind == .kept && !ledger.hasDeleted(0))
    ledger.record(PageActs.engagement("sent"), person: 0, device: 0, at: day)
    ledger.record([PageActs.deletion("sent")], person: 0, device: 0, at: day)
    #expect(ledger.facts.last?.kind == .deleted && ledger.hasDeleted(0))
  }

  @Test mutating func `knows what a copy and a restored device have`() {
    let all = ledger.mark(of: 0)
    ledger.copied(0, to: 1)
    ledger.record([PageActs.deletion("sent")], person: 0, device: 0, at: day)
    #expect(ledger.items(in: ledger.mark(of: 0)) == ["unsent", "mine"])
    #expect(ledger.items(in: ledger.mark(of: 1)) == ["sent", "unsent", "mine"])
    #expect(ledger.apps(on: 0) != ledger.apps(on: 1))
    ledger.restored(0, to: all, at: day)
    #expect(ledger.apps(on: 0) == ledger.apps(on: 1))
    ledger.letGo(of: "mine", on: 0)
    #expect(ledger.items(in: ledger.mark(of: 0)) == ["sent", "unsent"])
    ledger.died(0, at: day)
    #expect(ledger.apps(on: 0) == DeviceModel())
  }
}
