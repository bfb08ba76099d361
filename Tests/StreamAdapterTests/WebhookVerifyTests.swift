import AdapterKit
import Compression
import Cryptography
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct WebhookVerifyTests {
  private static let empty = "dfdb57ac5a97bb69785d6c6851cbeb7b992bc7ae34045278df6dd29ab9373193"
  private static let braces = "c965ce3448ed2fed0d4d825111e5ee7d87fbfac87d8c6c3cdbc6f8dc240a8161"
  private static let spaced = "83604d15a0a3cf2b5f8f4df6ee9007db747a4feabc874b4c64a665de44ea4afd"
  private static let marked = "2e1dc674e271fc883f31160f2a7fcb3e49a7499d34d0705ce3df570fa4b006a8"
  private static let spacedBody =
    #"{"type": "call.ended", "call_cid": "default:room-7", "user": {"id": "ana", "name": "Zo\u00eb / Q"}, "n": 1.0}"#

  @Test func theReceivedBytesAreWhatIsSigned() {
    #expect(rejection(Self.spacedBody, Self.spaced) == nil)
    let compact =
      #"{"type":"call.ended","call_cid":"default:room-7","user":{"id":"ana","name":"Zo\u00eb / Q"},"n":1.0}"#
    #expect(rejection(compact, Self.spaced) == .badSignature)
  }

  @Test func emptyBodiesAreVerifiedAndUnreadable() {
    #expect(rejection("", Self.empty) == nil)
    #expect(rejection("{}", Self.braces) == nil)
    for body in ["", "{}", "[]", "null", "{\"type\":7}", "\u{0}\u{1}"] {
      let delivery = Fixture.offline.read(Array(body.utf8), receivedAt: Fixture.now)
      #expect(delivery == WebhookDelivery(roomKey: nil, facts: [], isReadable: false), "\(body)")
    }
  }

  @Test func aByteOrderMarkIsSignedAndSkipped() {
    let body = [0xEF, 0xBB, 0xBF] + Array(#"{"type":"call.ended","call_cid":"default:room-7"}"#.utf8)
    #expect(rejection(body, [("X-Api-Key", "key-a"), ("X-Signature", Self.marked)]) == nil)
    #expect(Fixture.offline.read(body, receivedAt: Fixture.now).isReadable)
  }

  @Test func otherEncodingsAreUnreadable() {
    var body: [UInt8] = [0xFF, 0xFE]
    for unit in #"{"type":"call.ended"}"#.utf16 { body += [UInt8(unit & 255), UInt8(unit >> 8)] }
    #expect(!Fixture.offline.read(body, receivedAt: Fixture.now).isReadable)
  }

  @Test func theCaseOfTheDigitsDoesNotMatter() { #expect(rejection("{}", Self.braces.uppercased()) == nil) }

  @Test(arguments: [
    "", "abc", String(braces.dropLast()), braces + "0", String(repeating: "z", count: 64),
    String(repeating: "é", count: 64), String(repeating: "é", count: 32), String(repeating: "a", count: 8_192),
    "sha256=" + braces, " " + braces, spaced,
  ])
  func aMalformedSignatureIsABadOne(_ signature: String) { #expect(rejection("{}", signature) == .badSignature) }

  @Test func oneSignatureIsNeeded() {
    #expect(rejection(Array("{}".utf8), [("X-Api-Key", "key-a")]) == .missingSignature)
    let two = [("X-Api-Key", "key-a"), ("X-Signature", Self.braces), ("X-Signature", Self.braces)]
    #expect(rejection(Array("{}".utf8), two) == .badSignature)
  }

  @Test(arguments: [[], ["nope"], ["key-b"], ["key-a", "key-a"], [""], ["KEY-A"]])
  func onlyThisAccountsKeyIsTaken(_ keys: [String]) {
    let headers = keys.map { ("X-Api-Key", $0) } + [("X-Signature", Self.braces)]
    #expect(rejection(Array("{}".utf8), headers) == .unknownKey)
  }

  @Test func anotherAppsSignatureDoesNotPass() {
    let body = Array(#"{"type":"call.ended","call_cid":"default:room-7"}"#.utf8)
    let headers = [("X-Api-Key", "key-a"), ("X-Signature", Fixture.signature(body, secret: "secret-b"))]
    #expect(rejection(body, headers) == .badSignature)
  }

  @Test func theKeyPicksTheSecret() {
    let body = Array(#"{"type":"call.ended","call_cid":"default:room-7"}"#.utf8)
    let signature = "14403989f2467793f5f8a295835c8eb0d996eab2f9d40a2040ea1915d0d360a4"
    let a = Fixture.provider(ofKey: "key-a", secret: "secret-a")
    let b = Fixture.provider(ofKey: "key-b", secret: "secret-b")
    let headers = [("X-Api-Key", "key-a"), ("X-Signature", signature)]
    #expect(rejection(body, headers, a) == nil)
    #expect(rejection(body, headers, b) == .unknownKey)
    #expect(rejection(body, [("X-Api-Key", "key-b"), ("X-Signature", signature)], b) == .badSignature)
  }

  @Test func anEmptySecretVerifiesNothing() {
    let provider = Fixture.provider(ofKey: "key-a", secret: "")
    let body = Array("{}".utf8)
    // What HMAC with an empty key gives; our own signing refuses to.
    let signature = "22f8eea909400af98adf3681a9f31923ef6b7fcba4abb553d92823a3e9d5c25e"
    let headers = [("X-Api-Key", "key-a"), ("X-Signature", signature)]
    #expect(rejection(body, headers, provider) == .unknownKey)
  }

  @Test func compressedBodiesAreSignedUncompressed() throws {
    let plain = Array(Self.spacedBody.utf8)
    let packed = Gzip.deflate(plain)
    let base = [("X-Api-Key", "key-a"), ("X-Signature", Self.spaced)]
    for coding in [[], [("Content-Encoding", "gzip")], [("Content-Encoding", "GZIP")]] {
      #expect(rejection(packed, base + coding) == nil)
    }
    #expect(rejection(plain, base + [("Content-Encoding", "gzip")]) == nil)
    #expect(rejection(plain, base + [("Content-Encoding", "identity")]) == nil)
    #expect(Fixture.offline.read(packed, receivedAt: Fixture.now).isReadable)
  }

  @Test func anotherCodingIsNamed() {
    let headers = [("X-Api-Key", "key-a"), ("X-Signature", Self.braces), ("Content-Encoding", "br")]
    #expect(rejection(Array("anything".utf8), headers) == .unsupportedCoding("br"))
  }

  @Test func aBombIsRefused() {
    let bomb = Gzip.deflate([UInt8](repeating: 32, count: (8 << 20) + 1))
    #expect(rejection(bomb, [("X-Api-Key", "key-a"), ("X-Signature", Self.braces)]) == .unreadable)
    let broken = Array(Gzip.deflate(Array("{}".utf8)).dropLast(4))
    #expect(rejection(broken, [("X-Api-Key", "key-a"), ("X-Signature", Self.braces)]) == .unreadable)
  }

  @Test func theDeliveryIsNamedByItsID() throws {
    let body = Array("{}".utf8)
    for (attempt, id) in [("1", "w-1"), ("2", "w-1")] {
      let headers = Fixture.headers([
        ("X-API-KEY", "key-a"), ("x-signature", Self.braces), ("X-WEBHOOK-ID", id), ("X-WEBHOOK-ATTEMPT", attempt),
      ])
      #expect(try Fixture.offline.verify(body, header: headers, now: Fixture.now) == "w-1")
    }
    let unnamed = Fixture.headers([("X-API-KEY", "key-a"), ("X-Signature", Self.braces)])
    #expect(try Fixture.offline.verify(body, header: unnamed, now: Fixture.now) == nil)
  }

  @Test func aDeliveryCapturedLongAgoIsStale() {
    for (age, expected) in [
      (30 * 86_400, WebhookRejection.stale as WebhookRejection?), (6 * 3_600, nil), (-3_600, nil),
    ] {
      let created = WireTime.text(Fixture.now.advanced(bySeconds: -Int64(age)))
      let body = #"{"type":"call.ended","call_cid":"\#(Fixture.cid)","created_at":"\#(created)"}"#
      #expect(rejection(body, Fixture.signature(Array(body.utf8))) == expected)
    }
  }

  @Test func aForgedDeliveryIsNotToldThatItIsStale() {
    let body = #"{"type":"call.ended","created_at":"2020-01-01T00:00:00Z"}"#
    #expect(rejection(body, Self.braces) == .badSignature)
  }

  private func rejection(_ body: String, _ signature: String) -> WebhookRejection? {
    rejection(Array(body.utf8), [("X-Api-Key", "key-a"), ("X-Signature", signature)])
  }

  private func rejection(_ body: [UInt8], _ headers: [(String, String)], _ provider: StreamProvider = Fixture.offline)
    -> WebhookRejection?
  {
    do {
      _ = try provider.verify(body, header: Fixture.headers(headers), now: Fixture.now)
      return nil
    } catch { return error }
  }
}

extension Fixture {
  static func provider(ofKey key: String, secret: String) -> StreamProvider {
    let account = StreamAccount(apiKey: key, apiSecret: Secret(secret))
    return provider(AnsweringTransport { _, _ in .json([:]) }, account: account)
  }
}
