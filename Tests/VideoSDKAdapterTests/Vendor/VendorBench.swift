import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import ProgramTesting
import Synchronization
import VideoSDKMock

@testable import VideoSDKAdapter

/// The adapter before a mock of its service, in one process on one manual clock; deliveries are caught.
final class VendorBench: Sendable {
  let time = ManualTime()
  let engine: MockEngine
  let inbox = Inbox()
  let provider: VideoSDKProvider
  private let mock: VideoSDKMock

  init(
    _ change: (inout VideoSDKMockOptions) -> Void = { _ in },
    account adjust: (inout VideoSDKAccount) -> Void = { _ in }
  ) {
    var options = VideoSDKMockOptions()
    change(&options)
    let configuration = VideoSDKMockConfiguration(options: options)
    mock = VideoSDKMock(configuration: configuration, time: time)
    engine = MockEngine(vendor: mock, time: time, wire: SystemTime(), transport: inbox)
    var account = VideoSDKAccount(
      apiKey: configuration.accounts[0].apiKey, secret: configuration.accounts[0].secret,
      baseURL: "http://vendor.test")
    account.hookURL = "https://gateway.test/v1/hooks/videosdk-main"
    adjust(&account)
    provider = VideoSDKProvider(
      account: account, transport: Wire(engine: engine), time: time, random: SeededRandom(seed: 3))
  }

  var context: CallContext { CallContext(deadline: ContinuousClock.now + .seconds(30)) }

  func stop() async { await engine.stop() }

  func room(_ kind: RoomKind = .audioRoom, options: String? = nil) async throws(ProviderFailure) -> ProviderRoom {
    try await provider.createRoom(
      RoomSpec(
        key: "room_one", kind: kind, host: Person(externalID: "nadia"), settings: RoomSettings(backstage: false),
        options: options.map(JSONText.init)), context
    ).room
  }

  /// Somebody gets a token and a device of theirs joins with it; the vendor's id of them.
  @discardableResult
  func join(_ person: String?, _ room: ProviderRoom, as role: ParticipantRole = .speaker, audio: Bool = false)
    async throws -> String
  {
    let now = Timestamp(nanoseconds: time.wallNanoseconds)
    let credentials = try await provider.credentials(
      for: Admission(
        person: person.map { Person(externalID: $0, name: "N. " + $0) }, role: role, issuedAt: now,
        expiresAt: now.advanced(bySeconds: 600)), to: room, context)
    return try await enter(with: credentials, room, audio: audio)
  }

  /// A device presents a token.
  func enter(with credentials: JoinCredentials, _ room: ProviderRoom, audio: Bool = false) async throws -> String {
    let connect = try JSON.parse(Array(credentials.connect.text.utf8), mode: .strict)
    var body: JSONObject = [
      "token": .string(credentials.token), "mode": connect["mode"] ?? .null, "audio": .bool(audio),
      "name": connect["display_name"]?.stringValue.map(JSON.string) ?? "Guest",
    ]
    body["participant_id"] = connect["participant_id"]
    let reply = await control("POST", "rooms/\(room.refs["room"] ?? "")/participants", .object(body))
    guard let id = reply["participant_id"]?.stringValue else { throw Refused(reply: reply.text()) }
    return id
  }

  struct Refused: Error { let reply: String }

  func leave(_ id: String, _ room: ProviderRoom) async {
    await control("DELETE", "rooms/\(room.refs["room"] ?? "")/participants/\(id)")
  }

  @discardableResult
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async -> JSON {
    let bytes = body?.bytes() ?? []
    let head = HTTPRequestHead(method: method, path: "/_mock/" + path, hasBody: !bytes.isEmpty)
    let response = await engine.respond(to: HTTPRequest(head: head, body: bytes))
    guard case .bytes(let text) = response.body else { return .null }
    return (try? JSON.parse(text, mode: .strict)) ?? .null
  }

  func advance(_ seconds: Int64) async {
    await time.advance(by: .seconds(seconds))
    engine.runTimers()
  }

  func snapshot(_ room: ProviderRoom) async throws(ProviderFailure) -> RoomSnapshot? {
    try await provider.snapshots(of: [PresenceQuery(room: room, version: 1)], context)[room.key]
  }

  /// Everything the vendor has told so far, verified and read.
  func facts() throws -> [Fact] { try deliveries().flatMap(\.facts) }

  func deliveries() throws -> [MeetingCore.WebhookDelivery] {
    try inbox.requests.map { request in
      _ = try provider.verify(
        request.body ?? [], header: { request.fields.values(of: $0) }, now: Timestamp(nanoseconds: time.wallNanoseconds)
      )
      return provider.read(request.body ?? [], receivedAt: Timestamp(nanoseconds: time.wallNanoseconds))
    }
  }

  /// Takes the vendor's deliveries.
  final class Inbox: HTTPTransport {
    private let log = Mutex<[HTTPClientRequest]>([])
    var requests: [HTTPClientRequest] { log.withLock { $0 } }

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
      log.withLock { $0.append(request) }
      return HTTPClientResponse(status: 200)
    }

    func wait(for type: String, times: Int = 1) async -> Bool {
      await eventually {
        self.requests.count { request in
          (try? JSON.parse(request.body ?? [], mode: .strict))?["webhookType"] == .string(type)
        } >= times
      }
    }
  }

  /// Brings the adapter's requests to the mock.
  struct Wire: HTTPTransport {
    let engine: MockEngine

    func send(_ request: HTTPClientRequest) async throws(HTTPClientFailure) -> HTTPClientResponse {
      let target = request.url.dropFirst("http://vendor.test".count).split(
        separator: "?", maxSplits: 1, omittingEmptySubsequences: false)
      let head = HTTPRequestHead(
        method: request.method, path: String(target[0]), query: target.count > 1 ? String(target[1]) : nil,
        fields: request.fields, hasBody: request.body?.isEmpty == false)
      let response = await engine.respond(to: HTTPRequest(head: head, body: request.body ?? []))
      guard case .bytes(let body) = response.body else {
        throw HTTPClientFailure(.connectionLost, requestMayHaveBeenSent: true)
      }
      return HTTPClientResponse(status: response.status, fields: response.fields, body: body)
    }
  }
}
