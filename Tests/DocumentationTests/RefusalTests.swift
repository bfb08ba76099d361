import ProgramTesting
import Testing

/// What is no proper HTTP is answered as the table in `docs/errors.md` says.
@Suite struct RefusalTests {
  private static let post = "POST /v1/rooms HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n"

  private static let ownRefusals = [
    ("GET /livez HTTP/1.1\r\n\r\n", "400"), ("GET /livez HTTP/1.1\r\nHost: x\r\nHost: y\r\n\r\n", "400"),
    ("GET livez HTTP/1.1\r\nHost: x\r\n\r\n", "400"), ("GET /livez HTTP/1.1\r\nHost: x\r\na b: c\r\n\r\n", "400"),
    ("GET /\(String(repeating: "a", count: 20_000)) HTTP/1.1\r\nHost: x\r\n\r\n", "414"),
    ("GET /livez HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 20_000))\r\n\r\n", "431"),
  ]

  private static let librarysRefusals = [
    ("GET /livez\r\n\r\n", "400"), ("GET /livez HTTP/1.1\r\nHost: x\r\nno colon\r\n\r\n", "400"),
    (post + "Content-Length: -1\r\n\r\n", "400"), (post + "Content-Length: +2\r\n\r\n", "400"),
    (post + "Content-Length: 99999999999999999999999\r\n\r\n", "413"),
    ("GET /\(String(repeating: "a", count: 40_000)) HTTP/1.1\r\nHost: x\r\n\r\n", "414"),
    ("GET /livez HTTP/1.1\r\nHost: x\r\nA: \(String(repeating: "a", count: 40_000))\r\n\r\n", "431"),
    ("GET /livez HTTP/1.1\r\nHost: x\r\n\(String(repeating: "a: b\r\n", count: 3_000))\r\n", "431"),
    ("GET /livez HTTP/9.9\r\nHost: x\r\n\r\n", "505"), ("PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", "505"),
  ]

  @Test func whatIsNoProperRequestIsAnsweredAsTheTableSays() async throws {
    let demo = try await Demo.start()
    for (request, status) in Self.ownRefusals {
      let answer = try await Self.answer(request, demo)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(60)): \(answer.prefix(80))")
      #expect(answer.contains(#"{"type":"about:blank","#) && answer.contains(#""code":"invalid_request""#))
      for absent in ["instance", "request_id", "retryable"] { #expect(!answer.contains("\"\(absent)\"")) }
    }
    for (request, status) in Self.librarysRefusals {
      let answer = try await Self.answer(request, demo)
      #expect(answer.hasPrefix("HTTP/1.1 \(status) "), "\(request.prefix(60)): \(answer.prefix(80))")
      #expect(answer.contains("<html>") && !answer.contains("problem+json"))
    }
    #expect(await demo.stop().status == 0)
  }

  private static func answer(_ request: String, _ demo: Demo) async throws -> String {
    let socket = try RawSocket(url: demo.api.url)
    try socket.write(Array(request.utf8))
    var bytes: [UInt8] = []
    let isOver = await eventually(within: .seconds(20)) {
      while let piece = socket.read() {
        if piece.isEmpty { return true }
        bytes += piece
      }
      return false
    }
    #expect(isOver, "the connection closes")
    return String(decoding: bytes, as: UTF8.self)
  }
}
