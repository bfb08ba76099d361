import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import WebSocket

/// A vendor as the bench has it: its mock, which listens, the adapter for it, and what the mock knows of its rooms.
protocol FaultVendor: Sendable {
  var kind: VendorKind { get }
  var server: MockServer { get }
  var description: ProviderDescription { get }
  /// What no answer of the gateway may show.
  var secret: String { get }
  /// What an answer must show a caller who is not known, so that somebody else would have got it with a redirect.
  var apiKey: String { get }

  /// The adapter, for a vendor at `url`; without `sockets` it keeps no connections.
  func provider(at url: String, _ transport: any HTTPTransport, _ sockets: (any WebSocketConnecting)?)
    -> any MeetingProvider
  /// What the mock's control plane calls a room of the gateway's.
  func name(of room: String) -> String
  /// What there is at the vendor, as the mock's control plane tells it.
  var rooms: [JSON] { get }
  /// Who is in the first of them.
  var people: [JSON] { get }
  var hasEnded: Bool { get }
}

extension FaultVendor {
  var engine: MockEngine { server.engine }
  var url: String { server.url }

  /// Whether the microphone of the first person there is on.
  var isSpeaking: Bool { people.first?["audio"] == true }

  /// How many rooms there are, in words.
  var count: String {
    rooms.isEmpty ? "no \(kind.noun)" : rooms.count == 1 ? "one \(kind.noun)" : "\(rooms.count) \(kind.noun)s"
  }

  /// The same in figures.
  var counted: String { "\(rooms.count) \(kind.noun)\(rooms.count == 1 ? "" : "s")" }
}
