import Clocks
import HTTPTypes
import JSONCoding
import MeetingCore
import MockKit
import RoomReducer

/// A vendor as the storm has it: its mock in process on a calendar of its own, whose deliveries go into the trap, the adapter
/// for it, and how its own view of a room is to be compared with the gateway's.
protocol StormVendor: Sendable {
  /// The account's name at the gateway.
  var account: String { get }
  var description: ProviderDescription { get }
  /// The rooms that are made.
  var roomKind: RoomKind { get }
  /// The calendar that both sides have.
  var time: ManualTime { get }
  /// The gateway's clock.
  var clock: any TimeSource { get }
  var trap: HookTrap { get }
  var engine: MockEngine { get }
  var provider: any MeetingProvider { get }
  /// What is told over a connection; nil where deliveries are all that the storm has in its hands.
  var watcher: StormWatcher? { get }
  /// Whether the gateway keeps connections, of whatever sort.
  var keepsConnections: Bool { get }
  /// How many of a hundred late deliveries come in each later round. Where deliveries of two stays are the same bytes, none
  /// may be later than the gateway doubts.
  var lateChance: Int { get }
  /// How many steps of life there are between two rounds of deliveries.
  var roundSteps: Int { get }
  /// How long after the last deed something may still happen at the vendor by itself.
  var aftermath: Duration { get }

  func life(seed: UInt64) -> any VendorLife
  /// What is told over the watcher's connection.
  func said(_ hook: SignedHook) throws -> MeetingCore.WebhookDelivery
  /// The same news as another delivery, where that can be told from the first one.
  func again(_ hook: SignedHook) -> SignedHook
  /// The same with a signature that is not the vendor's.
  func forged(_ hook: SignedHook) -> SignedHook
  /// Something that befalls the gateway's connections.
  func disturb(_ round: Int) async
  /// The vendor's own view of every room, by the gateway's id.
  func views() async -> [String: JSON]
  /// What differs between a room as the gateway has it and the vendor's own view.
  func differences(_ state: RoomState, _ view: JSON) -> [String]
  /// What the gateway told beside what happened at the vendor; `lost` are the deliveries of which no copy arrived.
  func comparisons(_ rooms: [(state: RoomState, log: RoomLog)], lost: Set<String>) async -> [LogComparison]
  func stop() async
}

extension StormVendor {
  func control(_ method: String, _ path: String, _ body: JSON? = nil) async -> JSON {
    await send(method, "/_mock/" + path, query: nil, fields: [:], body).json
  }

  func send(
    _ method: String, _ path: String, query: String?, fields: HTTPFields, _ body: JSON?
  ) async -> (status: Int, json: JSON) {
    let bytes = body?.bytes() ?? []
    let head = HTTPRequestHead(
      method: method, path: path, query: query, fields: fields, contentLength: bytes.isEmpty ? nil : bytes.count,
      hasBody: !bytes.isEmpty)
    let answer = await engine.respond(to: HTTPRequest(head: head, body: bytes))
    guard case .bytes(let answered) = answer.body else { return (answer.status, .null) }
    return (answer.status, (try? JSON.parse(answered, mode: .strict)) ?? .null)
  }
}
