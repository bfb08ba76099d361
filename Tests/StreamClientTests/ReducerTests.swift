import AdapterKit
import Cryptography
import JSONCoding
import MeetingCore
import Testing

@testable import StreamAdapter

@Suite("What a client makes of what it hears")
struct ReducerTests {
  private static func call(_ changes: KeyValuePairs<String, JSON?> = [:], session: JSON = nil) -> JSON {
    var object = JSONObject.present([
      "cid": "audio_room:r", "type": "audio_room", "id": "r", "backstage": false, "custom": ["title": "a"],
      "updated_at": "2026-01-01T00:00:10Z", "current_session_id": "s", "session": session, "recording": false,
      "created_by": ["id": "martin", "name": "Martin"],
    ])
    for (name, value) in changes { object[name] = value }
    return .object(object)
  }

  private static func row(_ user: String, _ device: String, at seconds: Int = 0) -> JSON {
    [
      "user_session_id": .string(device), "user": ["id": .string(user), "name": .string(user.capitalizedName)],
      "role": "user", "joined_at": .string("2026-01-01T00:00:\(seconds + 10)Z"),
    ]
  }

  private static func session(_ rows: [JSON], counts: JSON = [:], anonymous: JSON = 0) -> JSON {
    [
      "id": "s", "started_at": "2026-01-01T00:00:00Z", "participants": .array(rows),
      "participants_count_by_role": counts, "anonymous_participant_count": anonymous,
    ]
  }

  private static func joined(_ user: String, _ device: String) -> JSON {
    ["type": "call.session_participant_joined", "participant": row(user, device)]
  }

  private static func left(_ user: String, _ device: String) -> JSON {
    ["type": "call.session_participant_left", "participant": row(user, device)]
  }

  private static func reducer(_ answer: JSON? = nil, me: String = "me") -> CallReducer {
    var reducer = CallReducer(me: me)
    if let answer {
      reducer.beginReading()
      reducer.finishReading(["call": answer, "members": [], "own_capabilities": ["send-audio"]])
    }
    return reducer
  }

  @Test("an answer that is older than what was told meanwhile does not undo it")
  func answersBehindEvents() {
    var reducer = Self.reducer(Self.call(session: Self.session([Self.row("ann", "1")])))
    reducer.beginReading()
    _ = reducer.take(event: Self.joined("bob", "2"))
    _ = reducer.take(event: Self.left("ann", "1"))
    _ = reducer.take(
      event: [
        "type": "call.updated",
        "call": Self.call(
          ["custom": ["title": "new"], "updated_at": "2026-01-01T00:00:20Z"],
          session: Self.session([Self.row("bob", "2")])),
      ])
    reducer.finishReading(["call": Self.call(session: Self.session([Self.row("ann", "1")]))])
    #expect(reducer.snapshot.participants.map(\.userId) == ["bob"])
    #expect(reducer.snapshot.custom["title"] == "new")
    // Later answers count again.
    reducer.beginReading()
    reducer.finishReading([
      "call": Self.call(["updated_at": "2026-01-01T00:00:30Z"], session: Self.session([Self.row("cleo", "3")]))
    ])
    #expect(reducer.snapshot.participants.map(\.userId) == ["cleo"])
  }

  @Test("whatever is told twice is known once")
  func twice() {
    var reducer = Self.reducer(Self.call())
    for _ in 0..<3 { _ = reducer.take(event: Self.joined("ann", "1")) }
    #expect(reducer.snapshot.devices.count == 1)
    for _ in 0..<3 { _ = reducer.take(event: Self.left("ann", "1")) }
    #expect(reducer.snapshot.devices.isEmpty)
    #expect(reducer.snapshot.participantCount == 0)
  }

  @Test("people are in the order of their ids, their devices in the order of coming")
  func order() {
    let rows = [
      Self.row("zoe", "1", at: 3), Self.row("ann", "2", at: 2), Self.row("zoe", "3", at: 1),
      Self.row("bob", "4", at: 0),
    ]
    let reducer = Self.reducer(Self.call(session: Self.session(rows)))
    #expect(reducer.snapshot.participants.map(\.id) == ["ann", "bob", "zoe"])
    #expect(reducer.snapshot.participants.last?.sessionIds == ["3", "1"])
    #expect(reducer.snapshot.participants.last?.sessionId == "3")
    #expect(reducer.snapshot.devices.map(\.id) == ["2", "4", "3", "1"])
  }

  @Test("who is not listed is counted, and the anonymous by themselves")
  func counts() {
    let rows = [Self.row("ann", "1"), Self.row("bob", "2")]
    var reducer = Self.reducer(
      Self.call(session: Self.session(rows, counts: ["user": 300, "admin": 2], anonymous: 7)))
    #expect(reducer.snapshot.participants.count == 2)
    #expect(reducer.snapshot.participantCount == 302)
    #expect(reducer.snapshot.anonymousParticipantCount == 7)
    _ = reducer.take(event: Self.left("ann", "1"))
    #expect(reducer.snapshot.participantCount == 301)
    _ = reducer.take(
      event: [
        "type": "call.session_participant_count_updated", "participants_count_by_role": ["user": -5, "x": "many"],
        "anonymous_participant_count": -1,
      ])
    #expect(reducer.snapshot.participantCount == 1)
    #expect(reducer.snapshot.anonymousParticipantCount == 0)
    _ = reducer.take(event: ["type": "call.session_ended", "call": Self.call(["current_session_id": ""])])
    #expect(reducer.snapshot.participantCount == 0)
  }

  @Test("nobody speaks who does not publish")
  func silentSpeakers() {
    var reducer = Self.reducer(Self.call())
    let start = MediaStart(
      participants: [
        MediaParticipant(userID: "me", sessionID: "own"),
        MediaParticipant(userID: "ann", sessionID: "1", isSpeaking: true, isDominantSpeaker: true, audioLevel: 0.9),
        MediaParticipant(userID: "bob", sessionID: "2", tracks: [.audio], isSpeaking: true, audioLevel: 0.5),
      ], counts: MediaCounts(total: 3, anonymous: 0))
    reducer.join(start, as: "own")
    #expect(reducer.snapshot.activeSpeakers.map(\.userId) == ["bob"])
    #expect(reducer.snapshot.dominantSpeaker == nil)
    let loud = MediaLevel(userID: "ann", sessionID: "1", level: 1, isSpeaking: true)
    _ = reducer.take(media: .audioLevels([loud]))
    _ = reducer.take(media: .dominantSpeaker(userID: "ann", sessionID: "1"))
    #expect(reducer.snapshot.participants.first { $0.userId == "ann" }?.isSpeaking == false)
    #expect(reducer.snapshot.participants.first { $0.userId == "ann" }?.audioLevels == [])
    #expect(reducer.snapshot.dominantSpeaker == nil)
    _ = reducer.take(media: .trackPublished(userID: "ann", sessionID: "1", track: .audio))
    _ = reducer.take(media: .audioLevels([loud]))
    #expect(reducer.snapshot.activeSpeakers.map(\.userId) == ["ann", "bob"])
    _ = reducer.take(media: .trackUnpublished(userID: "ann", sessionID: "1", track: .audio, cause: .userMuted))
    #expect(reducer.snapshot.activeSpeakers.map(\.userId) == ["bob"])
    #expect(reducer.snapshot.participants.first { $0.userId == "ann" }?.audioLevel == 0)
  }

  @Test("the last ten levels are remembered, through what else changes of somebody")
  func levels() {
    var reducer = Self.reducer(Self.call())
    let ann = MediaParticipant(userID: "ann", sessionID: "1", tracks: [.audio])
    reducer.join(MediaStart(participants: [ann], counts: MediaCounts(total: 1, anonymous: 0)), as: "own")
    for step in 0..<15 {
      let level = MediaLevel(userID: "ann", sessionID: "1", level: Double(step) / 10, isSpeaking: true)
      _ = reducer.take(media: .audioLevels([level]))
    }
    let expected: [Float] = [0.5, 0.6, 0.7, 0.8, 0.9, 1, 1, 1, 1, 1]
    #expect(reducer.snapshot.participants.first?.audioLevels == expected)
    _ = reducer.take(media: .participantUpdated(ann))
    #expect(reducer.snapshot.participants.first?.audioLevels == expected)
  }

  @Test("the media side is who counts once the call is joined, and the coordinator again when it is left")
  func sources() {
    var reducer = Self.reducer(Self.call(session: Self.session([Self.row("ann", "1")])))
    let start = MediaStart(
      participants: [
        MediaParticipant(userID: "me", sessionID: "own"), MediaParticipant(userID: "ann", sessionID: "1"),
      ],
      counts: MediaCounts(total: 12, anonymous: 4))
    reducer.join(start, as: "own")
    #expect(reducer.snapshot.participantCount == 12)
    #expect(reducer.snapshot.anonymousParticipantCount == 4)
    #expect(reducer.snapshot.localParticipant?.id == "me")
    // Told both ways; nobody is there twice.
    _ = reducer.take(event: Self.joined("me", "own"))
    #expect(reducer.snapshot.devices.count == 2)
    _ = reducer.take(media: .participantLeft(MediaParticipant(userID: "ann", sessionID: "1")))
    #expect(reducer.snapshot.participants.map(\.userId) == ["me"])
    _ = reducer.take(event: Self.left("me", "own"))
    reducer.leave(.disconnected)
    #expect(reducer.snapshot.participants.map(\.userId) == ["ann"])
    #expect(!reducer.snapshot.isJoined)
    #expect(reducer.take(media: .dominantSpeaker(userID: "x", sessionID: "x")).isEmpty)
  }

  @Test("a join again begins anew, and levels go on")
  func again() {
    var reducer = Self.reducer(Self.call())
    let own = MediaParticipant(userID: "me", sessionID: "own", tracks: [.audio])
    let ann = MediaParticipant(userID: "ann", sessionID: "1")
    reducer.join(MediaStart(participants: [own, ann], counts: MediaCounts(total: 2, anonymous: 0)), as: "own")
    _ = reducer.take(media: .audioLevels([MediaLevel(userID: "me", sessionID: "own", level: 0.5, isSpeaking: true)]))
    reducer.snapshot.reconnectionStatus = .reconnecting
    reducer.join(MediaStart(participants: [own], counts: MediaCounts(total: 1, anonymous: 0)), as: "own")
    #expect(reducer.snapshot.reconnectionStatus == .connected)
    #expect(reducer.snapshot.devices.map(\.id) == ["own"])
    #expect(reducer.snapshot.localParticipant?.audioLevels == [0.5])
  }

  @Test("rights go with what is told of them, either way")
  func grants() {
    var reducer = Self.reducer(Self.call())
    let own = MediaParticipant(userID: "me", sessionID: "own", tracks: [.audio])
    reducer.join(MediaStart(participants: [own], counts: MediaCounts(total: 1, anonymous: 0)), as: "own")
    let none = MediaGrants(audio: false, video: false, screenShare: false)
    #expect(reducer.take(media: .grantsUpdated(none)) == [.silenced])
    #expect(!reducer.snapshot.ownCapabilities.contains(.sendAudio))
    #expect(reducer.snapshot.localParticipant?.hasAudio == false)
    let some = MediaGrants(audio: true, video: false, screenShare: true)
    #expect(reducer.take(media: .grantsUpdated(some)).isEmpty)
    #expect(reducer.snapshot.ownCapabilities == [.sendAudio, .screenshare])
    func updated(_ user: String, _ names: JSON) -> JSON {
      ["type": "call.permissions_updated", "user": ["id": .string(user)], "own_capabilities": names]
    }
    #expect(reducer.take(event: updated("me", ["join-call"])) == [.silenced])
    #expect(reducer.snapshot.ownCapabilities == [.joinCall])
    #expect(reducer.take(event: updated("ann", ["send-audio"])).isEmpty)
    #expect(reducer.snapshot.ownCapabilities == [.joinCall])
  }

  @Test("requests are one per person and permission, and there is an end to them")
  func requests() {
    var reducer = Self.reducer(Self.call())
    func request(_ user: String, _ permissions: JSON = ["send-audio"]) -> JSON {
      ["type": "call.permission_request", "user": ["id": .string(user)], "permissions": permissions]
    }
    _ = reducer.take(event: request("ann", ["send-audio", "send-video"]))
    _ = reducer.take(event: request("ann"))
    #expect(reducer.snapshot.permissionRequests.map(\.id) == ["ann send-audio", "ann send-video"])
    _ = reducer.take(
      event: [
        "type": "call.permissions_updated", "user": ["id": "ann"], "own_capabilities": ["send-audio", "join-call"],
      ])
    #expect(reducer.snapshot.permissionRequests.map(\.permission) == ["send-video"])
    for number in 0..<2_000 { _ = reducer.take(event: request("u\(number)")) }
    #expect(reducer.snapshot.permissionRequests.count == CallReducer.mostRequests)
    _ = reducer.take(event: ["type": "call.session_ended"])
    #expect(reducer.snapshot.permissionRequests.isEmpty)
  }

  @Test("who is out is told so", arguments: ["call.ended", "call.deleted", "call.kicked_user", "call.blocked_user"])
  func out(_ type: String) {
    var reducer = Self.reducer(Self.call())
    let event: JSON = ["type": .string(type), "user": ["id": "me"], "created_at": "2026-01-01T00:01:00Z"]
    #expect(reducer.take(event: event) == [.out])
    #expect((reducer.snapshot.endedAt != nil) == (type == "call.ended"))
    #expect(reducer.snapshot.blockedUserIds == (type == "call.blocked_user" ? ["me"] : []))
  }

  @Test("whatever the order of answers and events, in the end both sides agree", arguments: 0..<100 as Range<UInt64>)
  func disorder(_ seed: UInt64) {
    let random = SeededRandom(seed: seed)
    func pick(_ bound: Int) -> Int { Int(random.bytes(2).reduce(0) { $0 << 8 | UInt($1) }) % bound }
    var reducer = Self.reducer(Self.call(session: Self.session([])))
    var truth: [String: String] = [:]
    /// Answers that are under way, with how many events come before they do.
    var answers: [(answer: JSON, after: Int)] = []
    for _ in 0..<100 {
      switch pick(3) {
      case 0:
        let rows = truth.sorted { $0.key < $1.key }.map { Self.row($0.value, $0.key) }
        reducer.beginReading()
        answers.append((["call": Self.call(session: Self.session(rows))], pick(6)))
      case 1:
        let (device, user) = ("d\(pick(8))", "u\(pick(4))")
        guard truth[device] == nil else { continue }
        truth[device] = user
        _ = reducer.take(event: Self.joined(user, device))
      default:
        guard let device = truth.keys.sorted().dropFirst(pick(8)).first, let user = truth[device] else { continue }
        truth[device] = nil
        _ = reducer.take(event: Self.left(user, device))
      }
      answers = answers.map { ($0.answer, $0.after - 1) }
      while let index = answers.firstIndex(where: { $0.after < 0 }) {
        reducer.finishReading(answers.remove(at: index).answer)
      }
      let people = reducer.snapshot.participants.map(\.userId)
      #expect(people == Set(people).sorted())
    }
    while let (answer, _) = answers.popLast() { reducer.finishReading(answer) }
    #expect(Set(reducer.snapshot.devices.map(\.id)) == Set(truth.keys))
    #expect(Set(reducer.snapshot.participants.map(\.userId)) == Set(truth.values))
    #expect(reducer.snapshot.participantCount == Set(truth.values).count)
  }

  @Test("what is told while calls are searched for goes over what is found")
  func strays() throws {
    var strays = Strays()
    let event = CallEvent(["type": "call.updated", "call_cid": "audio_room:r"])
    strays.take(event)
    #expect(strays.events.isEmpty)
    strays.begin()
    strays.begin()
    strays.take(event)
    strays.take(CallEvent(["type": "connection.of.some.kind"]))
    strays.end()
    #expect(strays.events == [event])
    for _ in 0..<20_000 { strays.take(event) }
    #expect(strays.events.count == 10_000)
    strays.end()
    #expect(strays.events.isEmpty)

    var reducer = Self.reducer()
    let row: JSON = ["call": Self.call(session: Self.session([Self.row("ann", "1")]))]
    reducer.show(row, then: [Self.joined("bob", "2"), Self.left("ann", "1")])
    #expect(reducer.snapshot.participants.map(\.userId) == ["bob"])
  }

  @Test("odd shapes change nothing")
  func odd() {
    var reducer = Self.reducer(Self.call(session: Self.session([Self.row("ann", "1")])))
    let before = reducer.snapshot
    let oddities: [JSON] = [
      nil, 7, [], ["type": nil], ["type": "call.session_participant_joined"],
      ["type": "call.session_participant_joined", "participant": ["user_session_id": "x"]],
      ["type": "call.session_participant_left", "participant": ["user": 1]],
      ["type": "call.permission_request", "permissions": [1, nil]], ["type": "call.permissions_updated", "user": []],
      ["type": "call.member_added", "members": "all"], ["type": "call.blocked_user"],
      ["type": "call.updated", "call": []], ["type": "call.updated", "call": nil],
      ["type": "call.updated", "call": ["updated_at": "2020-01-01T00:00:00Z", "custom": ["old": true]]],
      ["type": "call.session_participant_count_updated", "participants_count_by_role": []],
    ]
    for oddity in oddities { #expect(reducer.take(event: oddity).isEmpty) }
    #expect(reducer.snapshot == before)
    reducer.beginReading()
    reducer.finishReading(["call": 7, "members": nil, "own_capabilities": "all"])
    #expect(reducer.snapshot == before)
  }

  @Test(
    "any JSON goes through an application's own values and back",
    arguments: [
      (["a": 1, "b": [true, nil, "x", 1.5, ["c": -3]]] as JSON, nil as JSON?),
      (9_007_199_254_740_992, nil), (9_007_199_254_740_993, "9007199254740993"),
      (-9_007_199_254_740_993, "-9007199254740993"),
      (1e300, nil), ("", nil), ([] as JSON, nil), ([:] as JSON, nil),
    ])
  func rawJSON(_ json: JSON, _ other: JSON?) {
    #expect(RawJSON(json).json == other ?? json)
  }
}
