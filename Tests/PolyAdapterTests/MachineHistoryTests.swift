import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import WebSocket

@testable import PolyAdapter

/// Histories nobody would write: whatever happens, in whatever order, some things hold.
@Suite("Calls whatever happens")
struct MachineHistoryTests {
  private struct Dice {
    let random: SeededRandom

    func roll(_ count: Int) -> Int { random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % count }
  }

  @Test(
    "a start is settled once, an end releases once and is the last thing, and no secret is ever shown",
    arguments: [
      PolyDialect.gateway, .bridge,
    ])
  func histories(_ dialect: PolyDialect) throws {
    for seed in 1...600 as ClosedRange<UInt64> {
      let dice = Dice(random: SeededRandom(seed: seed))
      var bench = try MachineBench(dialect, isRelayed: seed % 3 == 0, seed: seed)
      let head = dice.roll(6)
      if head == 1 { bench.toMessaging() }
      if head == 2 { bench.toOffered() }
      if head == 3 { bench.toAnswered() }
      if head >= 4 { bench.toConnected() }
      for _ in 0..<dice.roll(60) { step(&bench, dice) }
      bench.put(.start)
      bench.put(.end)
      let count = bench.effects.count
      for _ in 0..<10 { step(&bench, dice) }
      #expect(bench.status.isOver && bench.machine.nextDeadline == nil, "seed \(seed)")
      let isQuiet = bench.effects.dropFirst(count).isEmpty
      #expect(isQuiet && bench.settled.count == 1 && bench.count("release") == 1, "seed \(seed)")
      #expect(isSound(bench.statuses), "seed \(seed): \(bench.statuses)")
      let shown = bench.effects.map { "\($0)" }.joined() + "\(bench.status)"
      let slips = MachineBench.secrets.filter(shown.contains)
      #expect(slips.isEmpty, "seed \(seed)")
    }
  }

  /// Idle, connecting, connected any number of times, and one end.
  private func isSound(_ statuses: [CallStatus]) -> Bool {
    guard statuses.first == .connecting, let last = statuses.last, last.isOver else { return false }
    return statuses.dropFirst().dropLast().allSatisfy { $0 == .connected }
  }

  private func step(_ bench: inout MachineBench, _ dice: Dice) {
    switch dice.roll(14) {
    case 0: bench.put(.start)
    case 1: bench.pass(.milliseconds(dice.roll(8_000)))
    case 2:
      bench.answer(
        Self.bodies[dice.roll(Self.bodies.count)], status: [200, 200, 200, 401, 404, 429, 500][dice.roll(7)])
    case 3: bench.fail(.connectionLost)
    case 4: socket(&bench, dice)
    case 5: bench.hear(.signalling, Self.frames[dice.roll(Self.frames.count)])
    case 6: bench.hear(.events, ["event": .string(["repull", "barge-in", "unmute", "x"][dice.roll(4)])])
    case 7:
      bench.media([.connected, .connected, .disconnected, .failed, .closed][dice.roll(dice.roll(6) == 0 ? 5 : 3)])
    case 8: bench.put(.media(.candidate(ICECandidate("candidate:\(dice.roll(9))"))))
    case 9: bench.put(.mute(dice.roll(2) == 0))
    case 10: bench.put(.negotiated(Self.results[dice.roll(Self.results.count)]))
    case 11: bench.hear(.messaging, MachineBench.sessionStart)
    case 12: bench.sent([.messaging, .signalling, .events][dice.roll(3)], dice.roll(4) > 0)
    default: if dice.roll(20) == 0 { bench.put(.end) }
    }
  }

  private func socket(_ bench: inout MachineBench, _ dice: Dice) {
    let role = [SocketKey.Role.messaging, .signalling, .events][dice.roll(3)]
    switch dice.roll(6) {
    case 0: bench.close(role, [1000, 1001, 1006, 1008, 1011, 4001][dice.roll(6)])
    case 1: bench.put(.socket(bench.key(role), .refused(.timedOut)))
    case 2: bench.put(.socket(bench.key(role), .message([0xff, 0x7b])))
    default: bench.open(role)
    }
  }

  private static let bodies: [JSON] = [
    ["access_token": .string(MachineBench.accessToken)], ["session_id": "s"], MachineBench.provision,
    ["sdp": .string(MachineBench.remote)], [:],
  ]
  private static let frames: [JSON] = [
    MachineBench.answer, MachineBench.candidate("candidate:1"), ["type": "pong"], MachineBench.candidate(""),
    ["type": "close"], ["type": "error", "data": ["message": .string(MachineBench.webToken)]],
  ]
  private static let results: [MediaResult] = [
    .offer(.success(MachineBench.offer)), .accepted(nil), .added(nil), .answer(.success(MachineBench.offer)),
    .added(MediaTrouble(words: "x")),
    .accepted(MediaTrouble(words: "odd: a=ice-pwd:\(MachineBench.localPassword)")),
  ]
}
