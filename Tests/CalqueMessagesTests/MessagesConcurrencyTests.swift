import CalqueBase
import CalqueMessages
import Foundation
import Synchronization
import Testing

@Suite struct MessagesConcurrencyTests {
  /// Each load sets both keys to the same text, so a reader of one state never sees them differ.
  @Test func twoThreadsReadWhileAThirdLoads() throws {
    let parent = Messages()
    let messages = Messages()
    try messages.setParent(parent)
    try parent.store([MessageChange(.message, "c", "0-0")])
    let done = Atomic(false)
    let readings = Atomic(0)
    let torn = Atomic(0)
    let readers = (0..<2).map { _ in
      Thread {
        while !done.load(ordering: .acquiring) {
          let text = messages.decoded("%{c}")
          let halves = text.split("-")
          if halves.count != 2 || halves[0] != halves[1] { torn.add(1, ordering: .relaxed) }
          readings.add(1, ordering: .relaxed)
        }
        readings.add(1 << 32, ordering: .releasing)
      }
    }
    for reader in readers { reader.start() }
    var round: Int64 = 0
    while readings.load(ordering: .relaxed) < 2000 || round < 300 {
      round += 1
      let text = Decimal.text(of: round)
      let target = round % 3 == 0 ? parent : messages
      try target.store([
        MessageChange(.message, "a", text), MessageChange(.message, "b", text),
        MessageChange(.message, "c", text + "-" + text),
      ])
      if round % 50 == 0 { messages.clear() }
    }
    done.store(true, ordering: .releasing)
    while readings.load(ordering: .acquiring) >> 32 < 2 {}
    let count = torn.load(ordering: .relaxed)
    #expect(count == 0)
  }

  @Test func removingAHandlerWaitsForItsCall() throws {
    let messages = Messages()
    let entered = Atomic(false)
    let leave = Atomic(false)
    let left = Atomic(false)
    let number = messages.onChange { _ in
      entered.store(true, ordering: .releasing)
      while !leave.load(ordering: .acquiring) {}
      left.store(true, ordering: .releasing)
    }
    let changer = Thread { messages.clear() }
    changer.start()
    while !entered.load(ordering: .acquiring) {}
    let releaser = Thread { leave.store(true, ordering: .releasing) }
    releaser.start()
    #expect(messages.removeHandler(number))
    let hasLeft = left.load(ordering: .acquiring)
    #expect(hasLeft)
  }
}
