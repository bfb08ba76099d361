import Cryptography
import JSONCoding
import MeetingCore
import ProgramTesting
import Testing
import WebSocket

@testable import VideoSDKAdapter

/// Histories by seed, of everything that a service and an app can do, in any order and much of it mutilated: what is promised
/// of a session holds in all of them.
@Suite("A signalling session, whatever happens")
struct SessionHistoryTests {
  /// Draws from a seed.
  private struct Dice {
    private let random: SeededRandom

    init(_ seed: UInt64) { random = SeededRandom(seed: seed) }

    func roll(_ sides: Int) -> Int {
      random.bytes(4).reduce(0) { $0 << 8 | Int($1) } % sides
    }

    func pick<Value>(_ values: [Value]) -> Value { values[roll(values.count)] }
  }

  private static let people = ["ana", "leo", "kim", "me"]

  private static func notification(_ dice: Dice) -> (String, JSON) {
    let peer: JSON = .string(dice.pick(people))
    return switch dice.roll(12) {
    case 0, 1, 2: ("newPeer", ["id": peer, "displayName": peer, "mode": .string(dice.pick(["VIEWER", "RECV_ONLY"]))])
    case 3: ("peerClosed", dice.roll(4) > 0 || peer != "me" ? ["peerId": peer] : ["peerId": "leo"])
    case 4, 5:
      (
        "participantMediaStateChanged",
        ["peerId": peer, "kind": .string(dice.pick(["audio", "video"])), "newState": .bool(dice.roll(2) == 0)]
      )
    case 6: ("activeSpeaker", dice.roll(3) == 0 ? [:] : ["peerId": peer])
    case 7: ("peerModeChanged", ["peerId": peer, "mode": .string(dice.pick(["CONFERENCE", "RECV_ONLY", "ODD"]))])
    case 8: ("consumerClosed", ["consumerId": .string("c\(dice.roll(6))")])
    case 9: ("entryResponded", ["peerId": peer, "decision": .string(dice.pick(["allowed", "allowed", "odd"]))])
    case 10: ("pubsubMessage", ["topic": "T", "senderId": peer, "message": "m"])
    default: (dice.pick(["error", "recordingStarted", "somethingNew"]), ["code": .integer(Int64(dice.roll(4)))])
    }
  }

  private static func question(_ dice: Dice) -> (String, JSON) {
    switch dice.roll(5) {
    case 0, 1:
      (
        "newConsumer",
        [
          "id": .string("c\(dice.roll(6))"), "peerId": .string(dice.pick(people)),
          "kind": .string(dice.pick(["audio", "video"])), "appData": ["share": .bool(dice.roll(3) == 0)],
        ]
      )
    case 2: (dice.pick(["enableMic", "enabledMic", "enableWebcam"]), ["peerId": "ana"])
    case 3: (dice.pick(["disableMic", "disableWebcam"]), [:])
    default: (dice.pick(["statsData", "newDataConsumer", "odd"]), [:])
    }
  }

  private static func answer(_ bench: SessionBench, _ dice: Dice) {
    guard !bench.asked.isEmpty else { return }
    let method = dice.pick(bench.asked)
    if dice.roll(12) == 0 { return _ = bench.refuse(method, dice.pick([400, 403, 4010, 500])) }
    switch method {
    case "join": bench.accept(method, dice.roll(4) == 0 ? [:] : ["peers": [["id": "ana"], ["id": "kim"]]])
    case "createWebRtcTransport", "produce":
      bench.accept(method, dice.roll(9) == 0 ? [:] : ["id": .string("i\(dice.roll(99))")])
    default: bench.accept(method, [:])
    }
  }

  private static func mutilated(_ dice: Dice) -> [UInt8] {
    let (method, data) = notification(dice)
    var bytes = ProtooFrame.notification(method: method, data: data).json.bytes()
    switch dice.roll(3) {
    case 0: bytes.removeLast(1 + dice.roll(bytes.count))
    case 1: bytes[dice.roll(bytes.count)] = UInt8(dice.roll(256))
    default: bytes.insert(UInt8(dice.roll(256)), at: dice.roll(bytes.count))
    }
    return bytes
  }

  /// One step of either side.
  private static func step(_ bench: SessionBench, _ dice: Dice, _ ticket: inout Int) {
    switch dice.roll(20) {
    case 0...6: answer(bench, dice)
    case 7...10:
      let (method, data) = notification(dice)
      bench.hear(method, data)
    case 11, 12:
      let (method, data) = question(dice)
      _ = bench.ask(method, data, id: Int64(dice.roll(100)))
    case 13: bench.take(.text(mutilated(dice)))
    case 14, 15: bench.take(.publish(dice.pick(PeerMedia.allCases), isOn: dice.roll(2) == 0))
    case 16:
      ticket += 1
      bench.take(.request(ticket: ticket, .remove("ana"), within: dice.roll(2) == 0 ? .seconds(2) : nil))
    case 17:
      ticket += 1
      bench.take(.changeMode(ticket: ticket, dice.pick(PeerMode.allCases)))
    case 18: bench.take(.withdraw(ticket: 1 + dice.roll(max(1, ticket))))
    default: bench.wait(.milliseconds(dice.roll(4_000)))
    }
  }

  @Test("promises hold", arguments: 0..<40)
  func promises(_ block: UInt64) throws {
    for number in 0..<20 {
      let seed = block * 1_000 + UInt64(number)
      let dice = Dice(seed)
      let bench = SessionBench(mode: dice.pick(PeerMode.allCases))
      bench.take(.opened)
      var ticket = 0
      for _ in 0..<(20 + dice.roll(150)) where !bench.isClosed { Self.step(bench, dice, &ticket) }
      bench.take(dice.roll(2) == 0 ? .leave : .closed(WebSocketClosure(.lost, code: 1006)))
      try Self.check(bench, tickets: ticket, seed)
    }
  }

  private static func check(_ bench: SessionBench, tickets: Int, _ seed: UInt64) throws {
    func promise(_ holds: Bool, _ words: String) throws {
      if !holds { throw Failure("seed \(seed): \(words)") }
    }
    try promise(bench.settled.count == tickets, "\(tickets) asked, \(bench.settled.count) were told")
    try promise(bench.settledTwice == 0, "somebody was told twice")
    try promise(bench.session.nextDeadline == nil, "it still waits for something")
    let news = bench.news
    let ends = news.count { if case .ended = $0 { true } else { false } }
    try promise(ends == 1, "\(ends) ends")
    guard case .ended? = news.last else { throw Failure("seed \(seed): the end is not the last") }
    var room = RoomWatch()
    for one in news { try promise(room.takes(one), "\(one) does not fit") }
    // Afterwards nothing happens any more.
    bench.forgetNews()
    bench.hear("newPeer", ["id": "late"])
    bench.wait(.seconds(100))
    try promise(bench.takeNews().isEmpty, "there is news behind the end")
  }

  /// What must be true of news in their order.
  private struct RoomWatch {
    private var isIn = false
    private var people: Set<String> = []
    private var streams: Set<String> = []
    private var speaker: String?

    /// Whether it fits to what was told before.
    mutating func takes(_ news: SignallingNews) -> Bool {
      switch news {
      case .joined(let entry):
        defer { isIn = true }
        people = Set(entry.peers.map(\.id))
        return !isIn && people.count == entry.peers.count && !people.contains("me")
      case .ended: return true
      case .peerJoined(let peer): return isIn && people.insert(peer.id).inserted && peer.id != "me"
      case .peerLeft(let peer, _):
        return isIn && people.remove(peer.id) != nil && !streams.contains { $0.hasPrefix(peer.id + " ") }
      case .streamOpened(let stream): return isIn && streams.insert("\(stream.peer) \(stream.media)").inserted
      case .streamClosed(let stream): return isIn && streams.remove("\(stream.peer) \(stream.media)") != nil
      case .speaker(let peer):
        defer { speaker = peer }
        return isIn && peer != speaker
      default: return isIn
      }
    }
  }
}
