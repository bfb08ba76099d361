import Clocks
import Cryptography
import JSONCoding
import MeetingCore
import MockKit
import StreamAdapter
import StreamMock

extension ProviderKind {
  static let stream = ProviderKind(
    description: StreamProvider.description,
    makeProvider: { account, surroundings in
      StreamProvider(
        account: try streamAccount(account), transport: surroundings.transport, time: surroundings.time,
        random: surroundings.random, sockets: surroundings.sockets)
    },
    startMock: { settings, time in
      let defaults = StreamMockConfiguration()
      let mock = try await StreamMock.start(
        StreamMockConfiguration(
          apiKey: settings.credentials["api_key"]?.revealed ?? defaults.accounts[0].apiKey,
          apiSecret: settings.credentials["api_secret"] ?? defaults.accounts[0].apiSecret, seed: settings.seed),
        address: settings.address, port: settings.port, time: time)
      return RunningMock(
        url: mock.url,
        credentials: [
          "api_key": Secret(mock.apiKey), "api_secret": mock.apiSecret, "openai_api_key": RunningStreamMock.openAIKey,
        ],
        readyDocument: mock.readyDocument, stop: { await mock.stop() })
    },
    mockProvenance: { provenanceText(of: StreamMock(time: SystemTime())) },
    contractHarness: { StreamHarness() })

  /// A line for each route, event and option.
  static func provenanceText(of mock: some MockVendor) -> String {
    mock.provenance.map { "\($0.source.rawValue)\t\($0.kind.rawValue)\t\($0.name)\t\($0.note)" }
      .joined(separator: "\n")
  }

  private static func streamAccount(_ account: Account) throws(CatalogError) -> StreamAccount {
    guard let key = account.credentials["api_key"], let secret = account.credentials["api_secret"], !key.isEmpty,
      !secret.isEmpty
    else { throw CatalogError("api_key and api_secret are required and must not be empty") }
    var stream = StreamAccount(
      apiKey: key.revealed, apiSecret: secret, baseURL: account.baseURL ?? StreamAccount.publicURL)
    if let key = account.credentials["openai_api_key"], !key.isEmpty { stream.openAIKey = key }
    let options = account.options
    if let type = options["audio_room_call_type"] { stream.callTypes[.audioRoom] = type }
    if let type = options["meeting_call_type"] { stream.callTypes[.meeting] = type }
    if let type = options["voice_call_call_type"] { stream.callTypes[.voiceCall] = type }
    if let user = options["service_user"] { stream.serviceUser = user }
    if let role = options["host_role"] { (stream.roles.host, stream.meetingRoles.host) = (role, role) }
    if let role = options["co_host_role"] { (stream.roles.coHost, stream.meetingRoles.coHost) = (role, role) }
    if let role = options["speaker_role"] { stream.roles.speaker = role }
    if let role = options["listener_role"] { stream.roles.listener = role }
    if let name = options["events"] {
      guard let events = StreamEvents(rawValue: name) else {
        throw CatalogError("events is webhooks, socket or both")
      }
      stream.events = events
    }
    if let reads = options["read_tracks"] {
      guard reads == "true" || reads == "false" else { throw CatalogError("read_tracks is true or false") }
      stream.readsTracks = reads == "true"
    }
    return stream
  }
}
