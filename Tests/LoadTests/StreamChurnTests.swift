import Clocks
import JSONCoding
import ProgramTesting
import Testing

@Suite("Event streams under load")
struct StreamChurnTests {
  @Test func streamsThatAreOpenedAndKilledGiveEverythingBack() async throws {
    try await LoadedGateway.run { gateway in
      let room = try await gateway.room()
      let count = LoadScale.count(1_000, share: 0.3)
      try await openAndKill(gateway, room, count)
      try await gateway.expectQuiet()
      let before = gateway.usage
      for _ in 0..<5 {
        try await openAndKill(gateway, room, count)
        try await gateway.expectQuiet()
      }
      let after = gateway.usage
      print("5 times \(count) streams: before \(before); after \(after)")
      #expect(after.descriptors <= before.descriptors + 4)
      #expect(after.threads <= before.threads + 4)
      #expect(after.residentKilobytes < before.residentKilobytes + 32 << 10)
    }
  }

  private func openAndKill(_ gateway: LoadedGateway, _ room: String, _ count: Int) async throws {
    let request = gateway.following(room)
    let sockets = try (0..<count).map { _ in try gateway.socket() }
    for socket in sockets { #expect(await socket.writeAll(request)) }
    #expect(
      try await eventually(within: .seconds(20)) { try await gateway.levels().streams == count },
      "every stream is followed")
    for (number, socket) in sockets.enumerated() { if number % 2 == 0 { socket.reset() } else { socket.close() } }
  }

  /// What a vendor may put into a hook that no document should have.
  static let oddities: [(name: String, bytes: [UInt8])] = [
    ("NaN", Array(#""n":NaN"#.utf8)), ("infinity", Array(#""n":-Infinity"#.utf8)),
    ("a huge number", Array(#""n":1e999999"#.utf8)),
    ("a long number", Array("\"n\":\(String(repeating: "9", count: 5_000))".utf8)),
    ("invalid UTF-8", Array(#""s":""#.utf8) + [0xff, 0xfe, 0x80, 0xc3] + Array(#"""#.utf8)),
    ("an overlong form", Array(#""s":""#.utf8) + [0xc0, 0xaf, 0xed, 0xa0, 0x80] + Array(#"""#.utf8)),
    ("a lone high surrogate", Array(#""s":"\ud800""#.utf8)), ("a lone low surrogate", Array(#""s":"x\udc00y""#.utf8)),
    ("a null character", Array(#""s":"a\u0000b""#.utf8)),
    ("line ends", Array(#""s":"a\r\nid: 9\n\ndata: forged\u2028""#.utf8)),
    ("depth", Array((#""d":"# + String(repeating: "[", count: 5_000) + String(repeating: "]", count: 5_000)).utf8)),
    ("a huge custom", Array("\"custom\":{\"x\":\"\(String(repeating: "y", count: 600_000))\"}".utf8)),
    (
      "many members",
      Array(("\"custom\":{" + (0..<20_000).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}").utf8)
    ),
    ("a member twice", Array(#""n":1,"n":2"#.utf8)),
  ]

  @Test func anEventThatCannotBeReadEndsNoStream() async throws {
    try await LoadedGateway.run { gateway in
      let room = try await gateway.room()
      let streams = try (0..<3).map { _ in
        try EventStream(
          url: gateway.url, path: "/v1/rooms/\(room)/events", fields: gateway.api.fields, witness: Witness())
      }
      for stream in streams { #expect(await stream.followed()) }
      for (number, oddity) in Self.oddities.enumerated() {
        let answer = try await gateway.hook(hook(room, "call.odd_\(number)", oddity.bytes))
        #expect(answer.status == 200, "\(oddity.name): \(answer.text.prefix(200))")
        let next = "call.fine_\(number)"
        #expect(try await gateway.hook(hook(room, next, Array(#""n":1"#.utf8))).status == 200)
        for stream in streams {
          let came = await stream.first { $0.json["provider_event", "type"]?.stringValue == next }
          #expect(came != nil, "what follows \(oddity.name) arrives")
        }
      }
      for stream in streams {
        #expect(!stream.isAtEnd)
        let sequences = stream.events.compactMap(\.sequence)
        #expect(sequences == sequences.sorted() && Set(sequences).count == sequences.count)
        #expect(stream.events.allSatisfy { $0.sequence != nil && $0.id != nil }, "every frame is whole")
      }
    }
  }

  private func hook(_ room: String, _ type: String, _ member: [UInt8]) -> [UInt8] {
    let time = RFC3339.format(wallSeconds() * 1_000_000_000)
    return Array(#"{"type":"\#(type)","created_at":"\#(time)","call_cid":"audio_room:\#(room)","#.utf8) + member
      + Array("}".utf8)
  }
}
