import Foundation
import HTTPTypes
import Testing
import WebSocket

/// A client of ours against frames as others may send them.
@Suite struct FrameTests {
  private func opened(_ echo: Echo) throws -> RawClient {
    let raw = try RawClient(port: echo.port)
    try raw.shakeHands()
    return raw
  }

  @Test func fragmentsAreOneMessage() async throws {
    try await Echo.running { echo async throws in
      let raw = try opened(echo)
      try raw.sendFrame(0x01, Array("Hel".utf8))
      try raw.sendFrame(0x89, Array("ping".utf8))
      try raw.sendFrame(0x80, Array("lo".utf8))
      #expect(raw.read(6) == [0x8a, 4] + Array("ping".utf8))
      #expect(raw.read(7) == [0x81, 5] + Array("Hello".utf8))
    }
  }

  static let violations: [(what: String, first: UInt8, payload: [UInt8], masked: Bool, code: UInt16)] = [
    ("no mask", 0x81, Array("x".utf8), false, 1002), ("a reserved bit", 0xc1, Array("x".utf8), true, 1002),
    ("an unknown kind", 0x83, [], true, 1002), ("text that is no UTF-8", 0x81, [0xff, 0xfe], true, 1007),
    ("a long message", 0x82, [UInt8](repeating: 0, count: 2_000), true, 1009),
    ("a continuation of nothing", 0x80, [], true, 1002),
  ]

  @Test(arguments: violations)
  func whoBreaksTheProtocolIsToldAndCut(
    _ row: (what: String, first: UInt8, payload: [UInt8], masked: Bool, code: UInt16)
  ) async throws {
    try await Echo.running(options: WebSocketOptions(maximumMessageBytes: 1_000)) { echo async throws in
      let raw = try opened(echo)
      try raw.sendFrame(row.first, row.payload, masked: row.masked)
      raw.finishSending()
      let answer = raw.readAll()
      #expect(answer.starts(with: [0x88]), "\(row.what): \(answer)")
      #expect(answer.dropFirst(2).prefix(2).reduce(0) { $0 << 8 | UInt16($1) } == row.code, "\(row.what)")
      #expect(await echo.isQuiet())
    }
  }

  @Test func aGoodbyeIsAnswered() async throws {
    try await Echo.running { echo async throws in
      let raw = try opened(echo)
      try raw.sendFrame(0x88, [0x0f, 0xa0] + Array("bye".utf8))
      #expect(raw.readAll() == [0x88, 5, 0x0f, 0xa0] + Array("bye".utf8))
      #expect(await echo.isQuiet())
    }
  }

  @Test func whoStaysSilentIsPingedAndThenCut() async throws {
    let options = WebSocketOptions(pingInterval: .milliseconds(50), pongTimeout: .milliseconds(50))
    try await Echo.running(options: options) { echo async throws in
      let raw = try opened(echo)
      #expect(raw.read(2) == [0x89, 0])
      #expect(raw.readAll().isEmpty)
      #expect(await echo.isQuiet())
    }
  }

  @Test func whoAnswersThePingStays() async throws {
    let options = WebSocketOptions(pingInterval: .milliseconds(30), pongTimeout: .seconds(2))
    try await Echo.running(options: options) { echo async throws in
      let raw = try opened(echo)
      for _ in 0..<5 {
        #expect(raw.read(2) == [0x89, 0])
        try raw.sendFrame(0x8a, [])
      }
      try raw.sendFrame(0x81, Array("hi".utf8))
      var answer = raw.read(4)
      while answer.starts(with: [0x89, 0]) { answer = answer.dropFirst(2) + raw.read(4 - answer.count + 2) }
      #expect(answer == [0x81, 2] + Array("hi".utf8))
    }
  }

  @Test func aCloseThatIsNotAnsweredEndsInTime() async throws {
    let options = WebSocketOptions(closeTimeout: .milliseconds(50))
    try await Echo.running(options: options, serve: { _ in }) { echo async throws in
      let raw = try opened(echo)
      #expect(raw.read(4) == [0x88, 2, 0x03, 0xe8])
      #expect(await echo.isQuiet())
    }
  }

  @Test func aFloodOfPingsWithoutReadingIsHeldBack() async throws {
    try await Echo.running { echo async throws in
      let raw = try opened(echo)
      let held = try raw.flood(with: 0x89, [UInt8](repeating: 7, count: 125), most: Self.moreThanTheSystemHolds)
      #expect(held, "the server stops reading once its answers do not leave")
    }
  }

  /// What the buffers of both ends can hold at most, with room to spare: a server that stops reading
  /// is seen only when these are full, and their sizes differ from machine to machine.
  private static var moreThanTheSystemHolds: Int {
    let sizes = ["tcp_rmem", "tcp_wmem"].map { name in
      let line = (try? String(contentsOfFile: "/proc/sys/net/ipv4/\(name)", encoding: .utf8)) ?? ""
      return line.split(whereSeparator: \.isWhitespace).last.flatMap { Int($0) } ?? 32 << 20
    }
    return 2 * sizes.reduce(4 << 20, +)
  }
}
