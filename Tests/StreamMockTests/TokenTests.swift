import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting

@testable import StreamMock

@Suite("Who may call")
struct TokenTests {
  struct Case: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let query: String
    let type: String?
    let token: @Sendable (TestVendor) -> String
    let expected: String

    init(
      _ name: String, _ expected: String, query: String = "api_key=mockstreamkey", type: String? = "jwt",
      _ token: @escaping @Sendable (TestVendor) -> String
    ) {
      testDescription = name
      self.expected = expected
      self.query = query
      self.type = type
      self.token = token
    }
  }

  static let cases = [
    Case("server token", "0/200") { $0.server },
    Case("server token of another claim", "0/200") { $0.token(["server": true]) },
    Case("no key at all, even with a bad token", "2/401", query: "") { _ in "junk" },
    Case("unknown key", "2/401", query: "api_key=other") { $0.server },
    Case("no token", "5/401") { _ in "" },
    Case("garbage", "5/401") { _ in "a.b.c" },
    Case("Bearer in front", "5/401") { "Bearer " + $0.server },
    Case("signed with another secret", "5/401") { $0.token([:], secret: Secret("wrong")) },
    Case("no auth type", "5/401", type: nil) { $0.server },
    Case("unknown auth type", "5/401", type: "basic") { $0.server },
    Case("expired", "40/401") { $0.token(["user_id": "ann", "exp": .integer($0.now - 1)]) },
    Case("expires this second", "40/401") { $0.token(["user_id": "ann", "exp": .integer($0.now)]) },
    Case("not valid yet", "41/401") { $0.token(["user_id": "ann", "nbf": .integer($0.now + 60)]) },
    Case("issued in the future", "42/401") { $0.token(["user_id": "ann", "iat": .integer($0.now + 60)]) },
    Case("user", "0/200") { $0.user("ann") },
    Case("user who does not exist", "16/404") { $0.user("nobody") },
    Case("user with the call in the token", "0/200") { $0.user("bob", cids: ["audio_room:r"]) },
    Case("user with another call in the token", "17/403") { $0.user("bob", cids: ["audio_room:x"]) },
    Case("user token sent as anonymous", "5/401", type: "anonymous") { $0.user("ann") },
    Case("anonymous token sent as a user's", "5/401") { $0.user("!anon", cids: ["audio_room:r"]) },
    Case("anonymous", "0/200", type: "Anonymous") { $0.user("!anon", cids: ["audio_room:r"]) },
    Case("anonymous outside its calls", "17/403", type: "anonymous") { $0.user("!anon", cids: ["audio_room:x"]) },
    Case("anonymous without a token", "5/401", type: "anonymous") { _ in "" },
  ]

  @Test("each kind of token is answered with its own code", arguments: cases)
  func matrix(_ test: Case) async {
    let vendor = TestVendor()
    await vendor.users("ann", "bob")
    await vendor.room()
    for path in ["/api/v2/video/call/audio_room/r", "/video/call/audio_room/r"] {
      var fields = HTTPFields()
      if let type = test.type { fields["stream-auth-type"] = type }
      if !test.token(vendor).isEmpty { fields["Authorization"] = test.token(vendor) }
      let reply = await vendor.raw("GET", path, query: test.query, fields: fields)
      #expect(reply.refusal == test.expected, "\(path): \(reply.message)")
      #expect(reply.fields["X-RateLimit-Limit"] != nil)
      #expect(reply.fields["X-RateLimit-Remaining"] != nil)
      #expect(reply.fields["X-RateLimit-Reset"] != nil)
    }
  }

  @Test("a token's algorithm must be HS256")
  func algorithm() async {
    let vendor = TestVendor()
    let head = Base64URL.encode(Array(#"{"alg":"none","typ":"JWT"}"#.utf8))
    let reply = await vendor.send("GET", "/api/v2/app", token: head + "." + Base64URL.encode(Array("{}".utf8)) + ".")
    #expect(reply.refusal == "5/401")
  }

  @Test("the code of a bad signature and the need of an auth type are switches")
  func switches() async {
    let vendor = TestVendor {
      $0.badSignatureCode = 43
      $0.requiresAuthType = false
    }
    #expect(await vendor.send("GET", "/api/v2/app", token: vendor.token([:], secret: Secret("x"))).refusal == "43/401")
    #expect(await vendor.send("GET", "/api/v2/app", type: nil).status == 200)
  }

  @Test("a token that expires while the clock advances is refused from then on")
  func expiry() async {
    let vendor = TestVendor()
    await vendor.users("ann")
    await vendor.room()
    let token = vendor.user("ann")
    #expect(await vendor.send("GET", vendor.path("audio_room:r"), token: token).status == 200)
    await vendor.advance(seconds: 3600)
    #expect(await vendor.send("GET", vendor.path("audio_room:r"), token: token).refusal == "40/401")
  }

  @Test("the error document has the vendor's members")
  func document() async {
    let vendor = TestVendor()
    let reply = await vendor.send("GET", "/api/v2/video/call/default/none")
    #expect(reply.message == #"GetCall failed with error: "Can't find call with id default:none""#)
    #expect(reply["StatusCode"] == 404)
    #expect(reply["details"] == [])
    #expect(reply["duration"] == "0.00ms")
    #expect(reply["more_info"]?.stringValue?.hasPrefix("https://") == true)
  }
}
