import CalqueBase
import Testing

@testable import CalqueTranscript

/// Three replicas that send at random and hear of each other late, in any order, and twice.
@Suite struct ConvergenceTests {
  static let runs = 10_000
  private static let policies: [SummaryPolicy] = [.none, .keep, .default("updated")]

  @Test func replicasThatHeardAllEndEqual() throws {
    var shapes = 0
    for seed in 0..<Self.runs {
      let run = try ConvergenceRun(seed: UInt64(seed), Self.policies[seed % 3])
      try run.exchange(steps: 18)
      let lines = run.transcripts
      #expect(lines[0] == lines[1] && lines[1] == lines[2], "seed \(seed)")
      #expect(run.mirrorsAreExact, "seed \(seed)")
      if run.updatesCrossed { shapes += 1 }
    }
    // The runs are of use only when many of them have updates of one session that cross.
    #expect(shapes > Self.runs / 2)
  }

  @Test func mirrorsFollowLongConversations() throws {
    for seed in 0..<5 {
      let run = try ConvergenceRun(seed: UInt64(90_000 + seed), Self.policies[seed % 3])
      try run.exchange(steps: 900)
      #expect(run.transcripts[0] == run.transcripts[2])
      #expect(run.mirrorsAreExact)
    }
  }
}
