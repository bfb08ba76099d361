import Cryptography
import Foundation
import HTTPTypes
import JSONCoding
import MeetingCore
import Testing
import VendorTesting

@testable import StreamAdapter

@Suite struct AccountTests {
  private static let url = "https://rooms.example/v1/hooks/stream-main"
  private static let situation = AccountSituation(hookURL: url)
  private static let hook: JSON = [
    "id": "h1", "enabled": true, "hook_type": "webhook", "product": "video", "webhook_url": .string(url),
    "event_types": [], "should_send_custom_events": true, "note": "kept",
  ]
  private static let other: JSON = [
    "id": "h2", "enabled": true, "hook_type": "webhook", "webhook_url": "https://elsewhere.example/hook",
    "event_types": ["call.ended"], "secret_note": ["deep": [1, 2.5, .null]],
  ]
  private static let attend: JSON = ["read-call", "join-call"]
  private static let everything: JSON = ["read-call", "join-call", "join-backstage", "send-audio"]
  private static let grants: JSON = ["admin": everything, "user": attend]

  private static func app(_ hooks: [JSON], list: Bool = true) -> JSON {
    ["app": ["use_hook_v2": .bool(list), "event_hooks": .array(hooks)]]
  }

  private static func types(_ names: [String: JSON]) -> JSON {
    var all = JSONObject()
    for (name, grants) in names { all[name] = ["name": .string(name), "grants": grants] }
    return ["call_types": .object(all)]
  }

  private static let builtIn = types(["audio_room": grants, "default": grants])
  private static let limits: JSON = ["server_side": ["GetCall": ["limit": 300], "QueryCalls": ["limit": 1000]]]

  private static func transport(_ app: JSON, _ types: JSON, limits: JSON = Self.limits) -> AnsweringTransport {
    AnsweringTransport { asked, _ in
      switch asked.line {
      case "GET /app": .json(app, status: 200)
      case "GET /video/calltypes": .json(types, status: 200)
      case "GET /rate_limits": .json(limits, status: 200)
      default: .json([:])
      }
    }
  }

  private static func found(_ app: JSON, _ types: JSON = builtIn, limits: JSON = Self.limits) async throws
    -> [AccountFinding]
  {
    try await Fixture.provider(transport(app, types, limits: limits)).inspect(situation, Fixture.context())
  }

  @Test func anAccountThatFitsIsGoodInEverything() async throws {
    let findings = try await Self.found(Self.app([Self.other, Self.hook]))
    #expect(findings.map(\.subject) == [.credentials, .rooms, .rooms, .rooms, .deliveries, .limits])
    #expect(findings.filter { $0.state != .good } == [])
    #expect(findings[5].message == "requests a minute: GetCall 300, QueryCalls 1000")
  }

  @Test func refusedCredentialsAreAFindingAndNothingElseIsAsked() async throws {
    let transport = AnsweringTransport { _, _ in .error(2, 401, "api_key not valid") }
    let findings = try await Fixture.provider(transport).inspect(Self.situation, Fixture.context())
    #expect(findings.map(\.state) == [.broken])
    #expect(findings.map(\.subject) == [.credentials])
    #expect(Set(transport.lines) == ["GET /app"])
    #expect(!"\(findings)".contains(Fixture.secret))
  }

  @Test func aServiceThatFailsIsThrown() async throws {
    let transport = AnsweringTransport { _, _ in .error(-1, 500, "internal") }
    await #expect(throws: ProviderFailure.self) {
      try await Fixture.provider(transport).inspect(Self.situation, Fixture.context())
    }
  }

  struct HookCase: Sendable, CustomTestStringConvertible {
    let testDescription: String
    let hooks: [JSON]
    var isList = true
    let says: String
  }

  private static func hook(_ name: String, _ value: JSON) -> JSON {
    var changed = hook.objectValue ?? JSONObject()
    changed[name] = value
    return .object(changed)
  }

  static let hooks = [
    HookCase(testDescription: "none", hooks: [], says: "has no webhook for"),
    HookCase(testDescription: "only another's", hooks: [other], says: "has no webhook for"),
    HookCase(testDescription: "switched off", hooks: [hook("enabled", false)], says: "it is switched off"),
    HookCase(testDescription: "for chat", hooks: [hook("product", "chat")], says: "another product"),
    HookCase(
      testDescription: "too few events", hooks: [hook("event_types", ["call.ended"])], says: "leaves out call.created"),
    HookCase(
      testDescription: "no custom events", hooks: [hook("should_send_custom_events", .null)],
      says: "leaves out custom events"),
    HookCase(
      testDescription: "almost our address", hooks: [hook("webhook_url", .string(url + "/"))], says: "no webhook for"),
    HookCase(testDescription: "no list", hooks: [hook], isList: false, says: "a single address"),
    HookCase(testDescription: "null instead of a hook", hooks: [.null], says: "has no webhook for"),
  ]

  @Test(arguments: hooks)
  func aHookThatIsNotWholeIsToldWithWhatToDo(_ test: HookCase) async throws {
    let findings = try await Self.found(Self.app(test.hooks, list: test.isList))
    let finding = try #require(findings.first { $0.subject == .deliveries })
    #expect(finding.state == .degraded)
    #expect(finding.message.contains(test.says), "\(finding.message)")
    #expect(finding.remedy?.isEmpty == false)
  }

  @Test func withoutAnAddressOrWithASocketThereIsNoHookToLookFor() async throws {
    let provider = Fixture.provider(Self.transport(Self.app([]), Self.builtIn))
    let unknown = try await provider.inspect(AccountSituation(hookURL: nil), Fixture.context())
    #expect(unknown.first { $0.subject == .deliveries }?.state == .unknown)
    var account = Fixture.account
    account.events = .socket
    let socket = Fixture.provider(Self.transport(Self.app([]), Self.builtIn), account: account)
    let good = try await socket.inspect(Self.situation, Fixture.context())
    #expect(good.first { $0.subject == .deliveries }?.state == .good)
    #expect(try await socket.setUp(Self.situation, isRehearsal: false, Fixture.context()).steps == [])
  }

  @Test func aRoleThatMayTooLittleIsToldWithTheRoleThatWouldDo() async throws {
    let grants: JSON = ["admin": Self.attend, "host": Self.everything, "user": Self.attend]
    let findings = try await Self.found(
      Self.app([Self.hook]), Self.types(["audio_room": grants, "default": Self.grants]))
    let rooms = findings.filter { $0.subject == .rooms && $0.state == .degraded }
    #expect(rooms.count == 2)
    #expect(rooms[0].message.contains("a host is the member role admin"), "\(rooms[0].message)")
    #expect(rooms[0].message.contains("lacks join-backstage, send-audio"))
    #expect(rooms[0].remedy?.contains("the role host has all of it") == true)
  }

  @Test func whatOnlyTheCreatorMayIsEnoughForTheHostAlone() async throws {
    let owner: JSON = ["read-call", "join-call", "join-backstage-owner", "send-audio-owner"]
    let findings = try await Self.found(
      Self.app([Self.hook]), Self.types(["audio_room": ["user": owner], "default": Self.grants]))
    let rooms = findings.filter { $0.subject == .rooms && $0.state == .degraded }
    #expect(rooms.map { $0.message.contains("a co_host is") } == [true])
  }

  @Test func aMissingCallTypeIsBroken() async throws {
    let findings = try await Self.found(Self.app([Self.hook]), Self.types(["default": Self.grants]))
    #expect(findings.filter { $0.state == .broken }.map(\.subject) == [.rooms])
  }

  @Test func scarceLimitsAreToldAndUnknownOnesAreUnknown() async throws {
    let scarce: JSON = ["server_side": ["QueryCalls": ["limit": 30]]]
    #expect(try await Self.found(Self.app([Self.hook]), limits: scarce).last?.state == .degraded)
    #expect(try await Self.found(Self.app([Self.hook]), limits: [:]).last?.state == .unknown)
  }

  // MARK: Setting up

  @Test func aRehearsalWritesNothing() async throws {
    let transport = Self.transport(Self.app([Self.other]), Self.builtIn)
    let result = try await Fixture.provider(transport).setUp(Self.situation, isRehearsal: true, Fixture.context())
    #expect(result.steps == ["add a webhook for \(Self.url); the app's other one stays"])
    #expect(transport.lines.filter { !$0.hasPrefix("GET") } == [])
  }

  @Test func othersHooksGoAlongVerbatimAndOursKeepsWhatElseItHas() async throws {
    let stale = Self.hook("enabled", false)
    let transport = AnsweringTransport { asked, index in
      switch asked.line {
      case "GET /app": .json(Self.app(index < 3 ? [Self.other, stale] : [Self.other, Self.hook]), status: 200)
      case "GET /video/calltypes": .json(Self.builtIn, status: 200)
      default: .json([:])
      }
    }
    let result = try await Fixture.provider(transport).setUp(Self.situation, isRehearsal: false, Fixture.context())
    #expect(result.refusals == [])
    let written = try #require(transport.asked.first { $0.line == "PATCH /app" }?.body["event_hooks"]?.arrayValue)
    #expect(written.count == 2)
    #expect(written[0] == Self.other)
    #expect(written[1]["id"] == "h1")
    #expect(written[1]["note"] == "kept")
    #expect(written[1]["enabled"] == true)
    #expect(written[1]["event_types"]?.arrayValue?.count == HookTypes.needed.count)
  }

  @Test func aHookThatIsLostInWritingIsPutBack() async throws {
    let transport = AnsweringTransport { asked, index in
      switch asked.line {
      case "GET /video/calltypes": .json(Self.builtIn, status: 200)
      case "GET /app":
        switch index {
        case 0...1: .json(Self.app([Self.other]), status: 200)
        case 2...3: .json(Self.app([Self.hook]), status: 200)
        default: .json(Self.app([Self.hook, Self.other]), status: 200)
        }
      default: .json([:])
      }
    }
    let result = try await Fixture.provider(transport).setUp(Self.situation, isRehearsal: false, Fixture.context())
    #expect(result.refusals == [])
    let writes = transport.asked.filter { $0.line == "PATCH /app" }
    #expect(writes.count == 2)
    #expect(writes.last?.body["event_hooks"]?.arrayValue?.last == Self.other)
  }

  @Test(arguments: ["sqs", "sns"])
  func besideAQueueNothingIsWritten(_ kind: String) async throws {
    let queue: JSON = ["id": "q", "enabled": true, "hook_type": .string(kind), "sqs_key": "****"]
    let transport = Self.transport(Self.app([queue]), Self.builtIn)
    let result = try await Fixture.provider(transport).setUp(Self.situation, isRehearsal: false, Fixture.context())
    #expect(result.steps == [])
    #expect(result.refusals.count == 1)
    #expect(transport.lines.filter { !$0.hasPrefix("GET") } == [])
  }

  @Test func theServicesOwnTypesAreNeverWritten() async throws {
    let poor = Self.types(["audio_room": ["user": []], "default": ["user": []]])
    let transport = Self.transport(Self.app([Self.hook]), poor)
    let result = try await Fixture.provider(transport).setUp(Self.situation, isRehearsal: false, Fixture.context())
    #expect(result == AccountSetUp(steps: [], refusals: []))
    #expect(transport.lines.filter { !$0.hasPrefix("GET") } == [])
  }

  @Test func aTypeOfOursIsMadeWithEveryRoleThatAnAppHas() async throws {
    var account = Fixture.account
    account.callTypes[.audioRoom] = "our_rooms"
    account.roles.speaker = "talker"
    let transport = Self.transport(Self.app([Self.hook]), Self.builtIn)
    let provider = Fixture.provider(transport, account: account)
    _ = try await provider.setUp(Self.situation, isRehearsal: false, Fixture.context())
    let body = try #require(transport.asked.first { $0.line == "POST /video/calltypes" }?.body)
    let grants = try #require(body["grants"]?.objectValue)
    #expect(body["name"] == "our_rooms")
    let standard = ["admin", "host", "moderator", "call_member", "user", "guest", "anonymous"]
    #expect((standard + ["talker"]).filter { grants[$0] == nil } == [])
    #expect(grants["anonymous"] == ["read-call", "join-call"])
    #expect(grants["user"]?.arrayValue?.contains("send-audio") == false)
    #expect(grants["talker"]?.arrayValue?.contains("join-backstage") == true)
    #expect(body["settings"]?["backstage"]?["enabled"] == true)
  }

  @Test func aTypeOfOursThatLacksSomethingGetsOnlyThat() async throws {
    var account = Fixture.account
    account.callTypes[.audioRoom] = "our_rooms"
    let ours: JSON = ["admin": ["read-call", "join-call", "special"], "user": Self.attend]
    let transport = Self.transport(Self.app([Self.hook]), Self.types(["our_rooms": ours, "default": Self.grants]))
    let provider = Fixture.provider(transport, account: account)
    _ = try await provider.setUp(Self.situation, isRehearsal: false, Fixture.context())
    let body = try #require(transport.asked.first { $0.line == "PUT /video/calltypes/our_rooms" }?.body)
    #expect(body == ["grants": ["admin": ["read-call", "join-call", "special", "join-backstage", "send-audio"]]])
  }

  // MARK: The list of events

  @Test func everyEventThatIsAskedForIsRead() {
    // What tells nothing is kept as unknown: a type that is read gives another fact, or none, for some shape.
    let unread = HookTypes.needed.filter { type in !Self.sources.contains("\"\(type)\"") && !Self.isStep(type) }
    #expect(unread == [])
  }

  @Test func everyEventThatIsReadIsAskedFor() throws {
    let read = Self.sources.matches(of: #/"(call\.[a-z_]+)"/#).map { String($0.1) }.filter { !$0.hasSuffix("_") }
    #expect(read.count > 20)
    #expect(Set(read).subtracting(HookTypes.needed) == [])
  }

  /// Recordings and their like are read by prefix and step.
  private static func isStep(_ type: String) -> Bool {
    ["call.recording_", "call.transcription_", "call.rtmp_broadcast_"].contains { type.hasPrefix($0) }
  }

  /// The readers' own source.
  private static let sources: String = {
    let root = URL(fileURLWithPath: #filePath).deletingLastPathComponent().deletingLastPathComponent()
      .deletingLastPathComponent()
    let folder = root.appendingPathComponent("Adapters/StreamAdapter/Wire")
    let names = (try? FileManager.default.contentsOfDirectory(atPath: folder.path)) ?? []
    return names.filter { $0.hasPrefix("EventReader") }.compactMap {
      try? String(contentsOf: folder.appendingPathComponent($0), encoding: .utf8)
    }.joined()
  }()
}
