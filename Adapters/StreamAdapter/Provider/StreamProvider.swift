package import Clocks
package import Cryptography
package import HTTPTypes
import MeetingCore
package import WebSocket

/// Rooms as Stream calls: `audio_room` for audio rooms, `default` for meetings. Speaks the server side of the video API with
/// a server token; what one person does for themselves goes with their own token.
public struct StreamProvider: Sendable {
  /// The service takes 100 users, members or calls in one request.
  static let chunk = 100

  let account: StreamAccount
  let api: StreamAPI
  let time: any TimeSource
  /// Opens long connections; nil = there are none.
  let sockets: (any WebSocketConnecting)?

  package init(
    account: StreamAccount, transport: any HTTPTransport, time: any TimeSource, random: any RandomSource,
    sockets: (any WebSocketConnecting)? = nil
  ) {
    self.account = account
    self.time = time
    self.sockets = sockets
    api = StreamAPI(account: account, transport: transport, time: time, random: random)
  }

  var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  /// Where a room is at the service; throws `.invalid` for a kind that this account has no call type for.
  func address(_ room: ProviderRoom, _ operation: String) throws(ProviderFailure) -> CallAddress {
    if let known = room.refs["call"].flatMap(CallAddress.init) { return known }
    return try address(room.key, room.kind, operation)
  }

  func address(_ key: String, _ kind: RoomKind, _ operation: String) throws(ProviderFailure) -> CallAddress {
    guard let type = account.callTypes[kind], !type.isEmpty, !key.isEmpty else {
      throw ProviderFailure(.invalid, executed: .no, operation: operation)
    }
    return CallAddress(type: type, id: key)
  }

  /// The service's id of a person; throws `.invalid` for an id that external ids cannot have.
  func user(_ person: String, _ operation: String) throws(ProviderFailure) -> String {
    guard let user = UserID.encode(person) else {
      throw ProviderFailure(.invalid, executed: .no, operation: operation)
    }
    return user
  }

  /// The service's id of who acts: the caller's person, or the service user.
  func actor(_ context: CallContext, _ operation: String) throws(ProviderFailure) -> String {
    try context.actor.map { (person: String) throws(ProviderFailure) in try user(person, operation) }
      ?? account.serviceUser
  }

  /// A fact that an answer of the service told just now.
  func fact(_ detail: Fact.Detail) -> Fact { Fact(occurredAt: now, source: .api, detail) }
}
