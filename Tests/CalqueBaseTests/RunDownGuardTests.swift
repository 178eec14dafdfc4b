import CPlatform
import CalqueBase
import Synchronization
import TestSupport
import Testing

@Suite struct RunDownGuardTests {
  private final class Flags: Sendable {
    let isInside = Atomic<Bool>(false)
    let isFinished = Atomic<Bool>(false)

    var hasFinished: Bool { isFinished.load(ordering: .sequentiallyConsistent) }
  }

  @Test func callsPassUntilTheGateIsClosed() {
    let gate = RunDownGuard()
    var calls = 0
    gate.pass { calls += 1 }
    gate.pass { gate.pass { calls += 1 } }
    #expect(calls == 2)
    gate.close()
    gate.pass { calls += 1 }
    #expect(calls == 2)
  }

  @Test func aCallMayCloseTheGateItIsIn() {
    let gate = RunDownGuard()
    var calls = 0
    gate.pass {
      gate.close()
      calls += 1
      gate.pass { calls += 100 }
    }
    #expect(calls == 1)
  }

  @Test func closingTwiceIsHarmless() {
    let gate = RunDownGuard()
    gate.close()
    gate.close()
    gate.pass { Issue.record("passed a closed gate") }
  }

  @Test func closingWaitsForTheCallsOfOtherThreads() {
    for _ in 0..<20 {
      let gate = RunDownGuard()
      let flags = Flags()
      let late = Flags()
      let caller: @Sendable () -> Void = {
        gate.pass {
          flags.isInside.store(true, ordering: .sequentiallyConsistent)
          for _ in 0..<100 { sched_yield() }
          flags.isFinished.store(true, ordering: .sequentiallyConsistent)
        }
      }
      let closer: @Sendable () -> Void = {
        while !flags.isInside.load(ordering: .sequentiallyConsistent) { sched_yield() }
        gate.close()
        if !flags.hasFinished {
          late.isFinished.store(true, ordering: .sequentiallyConsistent)
        }
      }
      #expect(Threads.run([caller, closer]) == 2)
      #expect(!late.hasFinished)
    }
  }
}
