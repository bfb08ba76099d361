import Clocks
import Compression
import HTTPTypes
import JSONCoding

extension HookCase {
  private static let came = ["session.started", "participant.joined"]
  private static let there = "backstage session ana"

  /// What is not what it says it is.
  static let broken: [HookCase] = [
    HookCase("a forged signature", 401, room: "backstage") { [HookPost($0.joined("ana", "c1")).forged] },
    HookCase("other bytes of the same meaning", 401, room: "backstage") { write in
      let post = HookPost(write.joined("ana", "c1"))
      return [post.travelling(as: post.body + [0x20])]
    },
    HookCase("one letter changed", 401, room: "backstage") { write in
      let post = HookPost(write.joined("ana", "c1"))
      return [post.travelling(as: HookPost(write.joined("eva", "c1")).body)]
    },
    HookCase("signed a month ago", room: "backstage") { write in
      let old = HookWriter(room: write.room, start: write.start - 30 * 86_400 * 1_000_000_000)
      return [HookPost(old.joined("ana", "c1"))]
    },
    HookCase("compressed, and said to be", room: there, came) { write in
      let post = HookPost(write.joined("ana", "c1"))
      return [post.travelling(as: Gzip.deflate(post.body), ["Content-Encoding": "gzip"])]
    },
    HookCase("compressed, and not said to be", room: there, came) { write in
      let post = HookPost(write.joined("ana", "c1"))
      return [post.travelling(as: Gzip.deflate(post.body))]
    },
    HookCase("said to be compressed, and plain", room: there, came) { write in
      let post = HookPost(write.joined("ana", "c1"))
      return [post.travelling(as: post.body, ["Content-Encoding": "gzip"])]
    },
    HookCase("signed after it was compressed", 401, room: "backstage") { write in
      [HookPost(Gzip.deflate(write.joined("ana", "c1").bytes()), fields: ["Content-Encoding": "gzip"])]
    },
    HookCase("compressed in a way of which nobody spoke", 415, room: "backstage") { write in
      let post = HookPost(write.joined("ana", "c1"))
      return [post.travelling(as: post.body, ["Content-Encoding": "br"])]
    },
    HookCase("compressed, and cut", 401, room: "backstage") { write in
      let post = HookPost(write.joined("ana", "c1"))
      return [post.travelling(as: Array(Gzip.deflate(post.body).dropLast(9)), ["Content-Encoding": "gzip"])]
    },
    HookCase("little that becomes very much", 401, room: "backstage") { _ in
      let much = [UInt8](repeating: 0x20, count: 40 << 20)
      return [HookPost(much).travelling(as: Gzip.deflate(much), ["Content-Encoding": "gzip"])]
    },
    HookCase("no object", room: "backstage") { write in
      let batch = JSON.array([write.joined("ana", "c1"), write.joined("bo", "c2")])
      let bodies = [batch, nil, "text", 7, true, [], [:], ["events": batch]]
      return bodies.map { HookPost($0) } + [HookPost([]), HookPost(Array("{".utf8)), HookPost([0xFF, 0xFE, 0])]
    },
    HookCase("nested without end", room: "backstage") { write in
      let depth = 100_000
      let nest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
      let text = #"{"type":"custom","call_cid":"\#(write.cid)","custom":\#(nest)}"#
      return [HookPost(Array(text.utf8))]
    },
    HookCase("behind a mark of its bytes' order", room: there, came) { write in
      [HookPost([0xEF, 0xBB, 0xBF] + write.joined("ana", "c1").bytes())]
    },
    HookCase("a member that is there twice", room: there, came) { write in
      let text = write.joined("ana", "c1").text()
      return [HookPost(Array((#"{"type":"call.ended","# + text.dropFirst()).utf8))]
    },
    HookCase("of a call that nobody made here", room: "backstage") { write in
      let other = HookWriter(room: "room_01hq0000000000000000000000", start: write.start)
      return [HookPost(other.joined("ana", "c1")), HookPost(other.ended())]
    },
    HookCase("of another type's call with our id", room: "backstage") { write in
      ["default", "livestream", "", "audio_room:audio_room"].map { type in
        HookPost(HookWriter(room: write.room, type: type, start: write.start).joined("ana", "c1"))
      }
    },
    HookCase("of no call, or half a one", room: "backstage") { write in
      let cids: [JSON] = [nil, "", ":", "audio_room:", .string(":" + write.room), 7, [], .string(write.room + " ")]
      return cids.map { HookPost(write.event("call.live_started", ["call_cid": $0, "call": ["backstage": false]])) }
    },
  ]
}
