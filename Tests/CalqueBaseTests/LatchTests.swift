import CPlatform
import CalqueBase
import TestSupport
import Testing

@Suite struct LatchTests {
  @Test func theFirstValueStays() {
    let latch = Latch<Int>()
    latch.open(1)
    latch.open(2)
    #expect(latch.wait() == 1)
    #expect(latch.wait() == 1)
    #expect(latch.wait(milliseconds: 0) == 1)
  }

  @Test func allWhoWaitGetTheValueOfAnotherThread() {
    let (latch, seen) = (Latch<Int>(), Mutex<[Int]>([]))
    let waiter: @Sendable () -> Void = {
      let value = latch.wait()
      seen.change { $0.append(value) }
    }
    #expect(Threads.run([waiter, waiter, { latch.open(7) }]) == 3)
    #expect(seen.change { $0 } == [7, 7])
  }

  @Test func aWaitEndsWithoutAValueWhenItsTimeIsOver() {
    let latch = Latch<Int>()
    let start = SteadyClock.milliseconds()
    #expect(latch.wait(milliseconds: 20) == nil)
    #expect(SteadyClock.milliseconds() - start >= 20)
    #expect(latch.wait(milliseconds: -1) == nil)
  }
}
