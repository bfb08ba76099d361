import Cryptography
import HTTPTypes
import JSONCoding
import MockKit
import Testing
import VendorTesting
import WebSocket

@testable import VideoSDKMock

@Suite("Where the signalling is")
struct BootstrapTests {
  private static let path = "/infra/v1/meetings/server-init-config"

  @Test("a token that may join is told, on both paths", arguments: [path, "/infra/v1/meetings/init-config"])
  func told(_ path: String) async throws {
    try await SignallingBench.running { bench in
      let room = try await bench.room()
      let token = bench.token("ann", room, ["allow_join"])
      let answer = try await bench.send("POST", path, ["roomId": .string(room)], token: token)
      #expect(answer.status == 200)
      let data = try #require(answer.json["data"])
      #expect(data["signalingUrl"]?.stringValue == "ws" + bench.mock.url.dropFirst(4))
      #expect(data["baseUrl"]?.stringValue == String(bench.mock.url.dropFirst(7)))
      #expect(Base64.decode(data["iceServers"]?.stringValue ?? "")?.count == 16)
      #expect(data["observability"]?["jwt"] != nil && data["observability"]?["traces"] != nil)
    }
  }

  @Test("the ICE servers are hidden with the key that the mock was told")
  func cipher() async throws {
    let (key, vector) = (SeededRandom(seed: 5).bytes(32), SeededRandom(seed: 6).bytes(16))
    let expected = Base64.encode(try AESCBC.encrypt(Array("[]".utf8), key: key, vector: vector))
    let vendor = TestVendor()
    let room = await vendor.room()
    func hidden() async -> String? {
      await vendor.send("POST", Self.path, ["roomId": .string(room)])["data", "iceServers"]?.stringValue
    }
    #expect(await hidden() != expected)
    let told = await vendor.control(
      "POST", "ice-cipher", ["key": .string(Hex.encode(key)), "vector": .string(Hex.encode(vector))])
    #expect(told.status == 204)
    #expect(await hidden() == expected)
    let cipher = try VideoSDKIceCipher(key: key, vector: vector)
    let other = TestVendor { $0.signalling.iceCipher = cipher }
    let body: JSON = ["roomId": .string(await other.room())]
    #expect(await other.send("POST", Self.path, body)["data", "iceServers"]?.stringValue == expected)
  }

  @Test("a key or a vector of another length is refused by name")
  func lengths() async {
    let vendor = TestVendor()
    let good = (key: String(repeating: "0", count: 64), vector: String(repeating: "0", count: 32))
    for (body, field) in [
      (["key": "00", "vector": .string(good.vector)], "key"), (["key": .string(good.key)], "vector"),
      (["key": .string(good.key), "vector": "xy"], "vector"), ([:], "key"),
    ] as [(JSON, String)] {
      let reply = await vendor.control("POST", "ice-cipher", body)
      #expect(reply.status == 400)
      #expect(reply["field"]?.stringValue == field || reply.json.text().contains(field), "\(reply.json.text())")
    }
    #expect(throws: AESCBC.Failure.badKey) { try VideoSDKIceCipher(key: [1], vector: []) }
  }

  @Test("who may not join is told so with the vendor's numbers")
  func refusals() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    let body: JSON = ["roomId": .string(room)]
    let cases: [(token: String, body: JSON, refusal: String)] = [
      ("", body, "4002/400"), ("x", body, "4002/400"), (vendor.token { $0["exp"] = 1 }, body, "4001/400"),
      (vendor.token(key: "other"), body, "4002/400"), ("Bearer \(vendor.token())", body, "4002/400"),
      (vendor.token { $0["roles"] = ["crawler"] }, body, "4024/400"),
      (vendor.token { $0["roomId"] = "aaaa-bbbb-cccc" }, body, "4022/400"), (vendor.token(), [:], "0/400"),
      (vendor.token(), ["roomId": 5], "0/400"),
    ]
    for (token, body, refusal) in cases {
      #expect(await vendor.send("POST", Self.path, body, token: token).refusal == refusal)
    }
  }

  @Test("a room that does not exist is no reason to refuse, unless so switched", arguments: [false, true])
  func unknownRoom(_ refuses: Bool) async {
    let vendor = TestVendor { $0.signalling.bootstrapRefusesUnknownRooms = refuses }
    let reply = await vendor.send("POST", Self.path, ["roomId": "aaaa-bbbb-cccc"])
    #expect(reply.status == (refuses ? 404 : 200))
  }

  @Test("faults find it by its name")
  func faults() async {
    let vendor = TestVendor()
    let room = await vendor.room()
    await vendor.control(
      "POST", "faults", ["match": ["operation": "ServerInitConfig"], "fault": ["kind": "http_status", "status": 502]])
    #expect(await vendor.send("POST", Self.path, ["roomId": .string(room)]).status == 502)
    #expect(await vendor.send("POST", Self.path, ["roomId": .string(room)]).status == 200)
  }
}
