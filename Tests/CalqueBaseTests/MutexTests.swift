import CPlatform
import CalqueBase
import TestSupport
import Testing

@Suite struct MutexTests {
  @Test func aWaitSeesTheChangeOfAnotherThread() {
    let monitor = Mutex(0)
    let counter: @Sendable () -> Void = {
      for _ in 0..<1000 { monitor.change { $0 += 1 } }
    }
    let waiter: @Sendable () -> Void = {
      monitor.wait { $0 == 2000 ? .done(()) : .forever }
    }
    #expect(Threads.run([waiter, counter, waiter, counter]) == 4)
    #expect(monitor.change { $0 } == 2000)
  }

  @Test func aWaitAsksAgainAtItsMoment() {
    let monitor = Mutex(0)
    let deadline = SteadyClock.after(20)
    let moment = monitor.wait { _ -> Waiting<Int64> in
      let now = SteadyClock.milliseconds()
      return now >= deadline ? .done(now) : .until(deadline)
    }
    #expect(moment >= deadline)
  }

  @Test func aWaitForAMomentInThePastDoesNotBlock() {
    let monitor = Mutex(0)
    var asked = 0
    monitor.wait { _ -> Waiting<Void> in
      asked += 1
      return asked < 3 ? .until(0) : .done(())
    }
    #expect(asked == 3)
  }
}
