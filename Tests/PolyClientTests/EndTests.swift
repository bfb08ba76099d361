import JSONCoding
import ProgramTesting
import Synchronization
import Testing

@testable import PolyAdapter

/// Ending, at any moment: the bench looks that nothing is left.
@Suite("A call is ended")
struct EndTests {
  private static let early = PolyError.voice(.signalingFailed("Call ended before it connected"))

  /// How far a call has come.
  enum Place: CaseIterable {
    case idle, token, sessionStart, iceServers, offered, answered, connected, reconnecting, ended
  }

  @Test("wherever it is, once, twice and from many tasks at once", arguments: PolyDialect.allCases)
  func everywhere(_ dialect: PolyDialect) async throws {
    for place in Place.allCases { try await everywhere(dialect, place) }
  }

  private func everywhere(_ dialect: PolyDialect, _ place: Place) async throws {
    try await CallBench.running(dialect, Self.knobs(place)) { bench in
      let call = bench.call
      let start = try await Self.come(to: place, bench)
      await withTaskGroup(of: Void.self) { group in
        for _ in 0..<8 { group.addTask { await call.end() } }
      }
      await call.end()
      #expect(call.state == (place == .idle ? .idle : .ended), "\(place)")
      if let start {
        let result = await start.result
        if [.token, .sessionStart, .iceServers].contains(place) {
          #expect(throws: Self.early) { try result.get() }
        }
      }
    }
  }

  private static func knobs(_ place: Place) -> Knobs {
    switch place {
    case .token: Knobs(tokenStatuses: [503, 503, 503, 503])
    case .sessionStart: Knobs(sessionStart: .never)
    case .iceServers: Knobs(ice: .silent, bridgeIsSilentAt: "sdp")
    case .offered: Knobs(offer: .never)
    default: Knobs()
    }
  }

  /// What runs the start, where that is not over.
  private static func come(to place: Place, _ bench: CallBench) async throws -> Task<Void, any Error>? {
    let call = bench.call
    func starting(until word: String) async throws -> Task<Void, any Error> {
      let start = Task { try await call.start() }
      try await bench.holds(word) { bench.service.count(word) > 0 }
      return start
    }
    switch place {
    case .idle: return nil
    case .token: return try await starting(until: "POST access-token")
    case .sessionStart: return try await starting(until: "socket messaging")
    case .iceServers:
      return try await starting(until: bench.dialect == .gateway ? "GET ice-servers" : "POST call/ID/sdp")
    case .offered: try await bench.started()
    case .answered: try await bench.answered()
    case .connected: try await bench.connected()
    case .reconnecting:
      try await bench.connected()
      bench.service.close("signalling", 1006)
      if bench.dialect == .gateway {
        try await bench.holds("waiting") { call.driver.state.withLock { $0.machine.deadlines[.reconnect] != nil } }
      }
    case .ended:
      try await bench.connected()
      await call.end()
    }
    return nil
  }

  @Test(
    "a start that is cancelled ends the call, and one that was cancelled before does nothing",
    arguments: PolyDialect.allCases)
  func cancelled(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect, Knobs(sessionStart: .never)) { bench in
      let call = bench.call
      let start = Task { try await call.start() }
      try await bench.holds("under way") { bench.service.count("socket messaging") == 1 }
      start.cancel()
      await #expect(throws: Self.early) { try await start.value }
      try await bench.ends(.ended)
    }
    try await CallBench.running(dialect) { bench in
      let call = bench.call
      let start = Task {
        withUnsafeCurrentTask { $0?.cancel() }
        try await call.start()
      }
      await #expect(throws: Self.early) { try await start.value }
      #expect(call.state == .idle && bench.service.said.isEmpty)
    }
  }

  @Test("a call that is started twice at once is placed once", arguments: PolyDialect.allCases)
  func startedTwice(_ dialect: PolyDialect) async throws {
    try await CallBench.running(dialect) { bench in
      let call = bench.call
      _ = try await together(10) { _ in try await call.start() }
      try await bench.holds("answered") { bench.media.isAccepted }
      try await call.start()
      #expect(bench.service.count("POST access-token") == 1)
    }
  }

  @Test("a call that nobody refers to any more hangs up by itself", arguments: PolyDialect.allCases)
  func forgotten(_ dialect: PolyDialect) async throws {
    try await ScriptedPoly.running { service in
      let media = SilentMedia()
      do {
        let call = try PolyVoice.call(
          config: CallBench.configuration(service),
          options: CallBench.options(service, dialect, GivenEngine(media: media)))
        try await call.start()
        #expect(await eventually { call.state == .connected })
      }
      #expect(await eventually { service.open == 0 && media.isClosed })
    }
  }

  @Test("a driver that leaves does not hang up, and leaves nothing of itself")
  func detached() async throws {
    try await CallBench.running(.gateway) { bench in
      try await bench.connected()
      await bench.call.driver.detach()
      #expect(bench.call.driver.status == .ended(.detached) && bench.call.driver.taskCount == 0)
      try await bench.holds("closed") { bench.service.open == 0 }
      #expect(bench.service.count("signalling close") == 0 && bench.service.closures("signalling") == [1001])
    }
  }
}
