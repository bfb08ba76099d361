import Compression
import HTTPClient
import HTTPTypes
import Testing

/// Bodies sent as gzip.
@Suite struct GzipAnswerTests {
  static let text = Array(String(repeating: "a room has sessions. ", count: 500).utf8)

  /// Sends `body` as gzip, whatever it is.
  private func receive(_ body: [UInt8], limit: Int = 1 << 20, coding: String = "gzip") async throws -> Result<
    HTTPClientResponse, HTTPClientFailure
  > {
    let head = "HTTP/1.1 200 OK\r\nContent-Encoding: \(coding)\r\nContent-Length: \(body.count)\r\n\r\n"
    let script: ScriptedServer.Script = { connection in
      while connection.request() != nil { connection.say(Array(head.utf8) + body) }
    }
    var result: Result<HTTPClientResponse, HTTPClientFailure>?
    try await withServer(script) { server, client in
      result = await outcome(client, get(server.url(), limit: limit))
    }
    return try #require(result)
  }

  private func reason(_ body: [UInt8], limit: Int = 1 << 20) async throws -> HTTPClientFailure.Reason? {
    guard case .failure(let failure) = try await receive(body, limit: limit) else { return nil }
    return failure.reason
  }

  @Test func theBodyComesInflatedAndTheFieldsAsSent() async throws {
    let response = try await receive(Gzip.deflate(Self.text)).get()
    #expect(response.body == Self.text)
    #expect(response.fields["Content-Encoding"] == "gzip")
  }

  @Test func theLimitIsOfTheInflatedBody() async throws {
    let packed = Gzip.deflate(Self.text)
    #expect(try await receive(packed, limit: Self.text.count).get().body == Self.text)
    #expect(try await reason(packed, limit: Self.text.count - 1) == .tooLarge)
  }

  @Test func aBombStopsAtTheLimit() async throws {
    let bomb = Gzip.deflate([UInt8](repeating: 0, count: 16 << 20))
    #expect(try await reason(bomb) == .tooLarge)
  }

  @Test func aBodyWhoseGzipEndsEarlyIsTruncated() async throws {
    let packed = Gzip.deflate(Self.text)
    for count in [2, 5, packed.count / 2, packed.count - 8, packed.count - 1] {
      #expect(try await reason(Array(packed.prefix(count))) == .truncated, "\(count) of \(packed.count)")
    }
  }

  @Test func brokenGzipIsAViolation() async throws {
    var packed = Gzip.deflate(Self.text)
    packed[packed.count - 6] ^= 0xff
    #expect(try await reason(packed) == .protocolViolation)
    #expect(try await reason(Array("{\"plain\": true}".utf8)) == .protocolViolation)
  }

  @Test func aBodyThatDoesNotShrinkMayReachTheLimit() async throws {
    var state: UInt32 = 7
    let noise = (0..<100_000).map { _ -> UInt8 in
      state = state &* 1_664_525 &+ 1_013_904_223
      return UInt8(truncatingIfNeeded: state >> 24)
    }
    let packed = Gzip.deflate(noise)
    #expect(packed.count > noise.count)
    #expect(try await receive(packed, limit: noise.count).get().body == noise)
  }

  @Test func anEmptyBodyStaysEmpty() async throws {
    #expect(try await receive([]).get().body == [])
  }

  @Test(arguments: [("gzip", true), ("GZIP", true), ("x-gzip", true), ("identity", false), ("", false)])
  func theCodingDecidesNotTheBytes(coding: String, isInflated: Bool) async throws {
    let packed = Gzip.deflate(Self.text)
    let body = try await receive(packed, coding: coding).get().body
    #expect(body == (isInflated ? Self.text : packed))
  }

  @Test(arguments: ["br", "deflate", "gzip, gzip", "gzip\r\nContent-Encoding: gzip"])
  func anotherCodingIsAViolation(coding: String) async throws {
    guard case .failure(let failure) = try await receive(Gzip.deflate(Self.text), coding: coding) else {
      Issue.record("taken for a whole answer")
      return
    }
    #expect(failure.reason == .protocolViolation)
  }
}
