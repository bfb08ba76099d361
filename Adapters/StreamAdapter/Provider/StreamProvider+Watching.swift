import Cryptography
import JSONCoding
public import MeetingCore
import WebSocket

extension StreamProvider: RoomWatching {
  /// A service user's connection to the coordinator, which tells of the calls it watches.
  public func watch(_ port: WatchPort) async throws(ProviderFailure) {
    guard let sockets else {
      throw ProviderFailure(.invalid, executed: .no, operation: CoordinatorSocket.operation)
    }
    let door = CoordinatorDoor(
      side: .server, apiKey: account.apiKey, baseURL: account.baseURL, connectTime: account.deadlines.connect,
      secrets: [account.apiSecret.revealed], sockets: sockets, time: time)
    try await RoomWatcher.open(self, door).run(port)
  }

  /// Subscribes a connection to rooms; the keys of those that are there.
  func watch(_ rooms: [ProviderRoom], over connection: String) async throws(ProviderFailure) -> [String] {
    var addresses: [String: String] = [:]
    for room in rooms { addresses[try address(room, "QueryCalls").cid] = room.key }
    if addresses.isEmpty { return [] }
    let request = StreamRequest.watchCalls(
      addresses.keys.sorted(), connection: connection, as: account.serviceUser)
    let answer = try await api.send(request, context)
    return (answer["calls"]?.arrayValue ?? []).compactMap { $0["call"]?["cid"]?.stringValue.flatMap { addresses[$0] } }
  }

  private var context: CallContext { CallContext(deadline: .now + account.deadlines.answer) }
}
