import HTTPServer
import HTTPTypes
import Testing

@testable import HTTPServer

@Suite("Mutated heads of requests")
struct HeadMutationTests {
  private static let corpus = [
    "GET /v1/rooms?limit=5 HTTP/1.1\r\nHost: a.example\r\nAccept: */*\r\n\r\n",
    "POST /v1/rooms HTTP/1.1\r\nHost: a\r\nContent-Length: 5\r\nX-Empty:\r\n\r\nhello",
    "GET /a HTTP/1.1\r\nHost: a\r\n\r\nGET /b HTTP/1.1\r\nHost: b\r\n\r\n", "GET / HTTP/1.0\r\n\r\n",
    "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 31\r\n\r\nGET /smuggled HTTP/1.1\r\nHost: x\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: identity\r\nContent-Length: 0\r\n\r\n",
    "GET /a HTTP/1.1\r\nHost: a\r\nContent-Length: 0\r\nContent-Length: 3\r\n\r\n", "GET /a HTTP/1.1\nHost: a\n\n",
    "OPTIONS * HTTP/1.1\r\nHost : a\r\n folded\r\n\r\n", "DELETE /a%2Fb HTTP/1.1\r\nHost: a\r\nX: \u{E9}\t!\r\n\r\n",
  ].map { Array($0.utf8) }

  @Test("the fields that frame a request are good for the strict reading exactly when they are for ours")
  func framing() {
    let lines = [
      "Host: a\nContent-Length: 5", "Host: a\nTransfer-Encoding: chunked", "Host: a\nHost: b", "Content-Length: 1",
      "Host: a\nContent-Length: 5\nContent-Length: 5", "Host: a\nContent-Length: +5", "Host: a\nExpect: 100-continue",
      "Host: a\nTransfer-Encoding: chunked\nContent-Length: 5", "Host: a\nTransfer-Encoding: identity, chunked",
      "Host: a",
    ]
    Campaign.run(lines) { input in
      let fields = input.split(separator: 10).map { $0.split(separator: 58, maxSplits: 1).map { Array($0) } }
        .filter { $0.count == 2 }.map { (name: text($0[0]), value: Array($0[1].drop { $0 == 32 })) }
      var framing = HeadFraming()
      for field in fields {
        field.value.withUnsafeBytes { framing.note(field.name, raw: $0, trimmed: Self.trimmed(field.value)) }
      }
      let isGood = framing.refusal(isHTTP10: false) == nil
      if isGood != Self.isFramed(fields) { return .broken("taken: \(isGood)") }
      if isGood, framing.isChunked, framing.contentLength != nil { return .broken("two framings at once") }
      return isGood ? .accepted : .refused
    }
  }

  @Test("over a socket the handler sees the very requests that the strict reading finds, and never one more")
  func conversations() async throws {
    let collector = HeadCollector()
    let server = try HTTPServer.start(HTTPServerConfiguration(), handler: collector)
    for seed in Campaign.seeds(share: 20) {
      let input = Campaign.input(of: seed, from: Self.corpus)
      if Self.hasNamelessField(input) { continue }
      let expected = Expectation(input)
      let answer = try PlainSocket.exchange(input, port: server.port, until: expected.isMet)
      let complaint =
        answer.map { expected.complaint(about: collector.take(), $0) } ?? "the server neither answers nor closes"
      if let complaint {
        Campaign.report(complaint, seed, input, at: #_sourceLocation)
        break
      }
    }
    await server.stop(drain: .zero)
    #expect(collector.take().isEmpty)
  }

  /// The library takes a line that begins with a colon for the end of the head: known, and not ours to compare.
  private static func hasNamelessField(_ input: [UInt8]) -> Bool { input.firstRange(of: [10, 58]) != nil }

  private static func trimmed(_ value: [UInt8]) -> String {
    var value = value[...]
    while value.last == 32 || value.last == 9 { value.removeLast() }
    return text(Array(value))
  }

  private static func isFramed(_ fields: [(name: String, value: [UInt8])]) -> Bool {
    func values(_ name: String) -> [[UInt8]] { fields.filter { same($0.name.lowercased(), name) }.map(\.value) }
    let (hosts, lengths, codings) = (values("host"), values("content-length"), values("transfer-encoding"))
    let isLength = { (value: [UInt8]) in
      !value.isEmpty && value.count < 19 && value.allSatisfy { (48...57).contains($0) }
    }
    guard hosts.count == 1, lengths.count + codings.count <= 1 else { return false }
    return lengths.allSatisfy(isLength) && codings.allSatisfy { text($0).lowercased() == "chunked" }
  }
}
