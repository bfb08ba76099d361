package import Clocks
package import Cryptography
package import HTTPTypes
import MeetingCore
package import WebSocket

/// Rooms at VideoSDK, over its REST API: each under our room id, with a session for as long as people are in it. What can only
/// be done from inside a room goes over a seat of the gateway's own.
public struct VideoSDKProvider: Sendable {
  /// Under which name a room's id is kept.
  static let roomRef = "room"

  let account: VideoSDKAccount
  let sender: VideoSDKSender
  let keys: DeliveryKeys
  let seats = Seats()
  let time: any TimeSource
  let random: any RandomSource
  /// Opens the connection of the seat; nil = there is none.
  let sockets: (any WebSocketConnecting)?

  package init(
    account: VideoSDKAccount, transport: any HTTPTransport, time: any TimeSource, random: any RandomSource,
    sockets: (any WebSocketConnecting)? = nil
  ) {
    self.account = account
    self.time = time
    self.random = random
    self.sockets = sockets
    sender = VideoSDKSender(account: account, transport: transport, time: time, random: random)
    keys = DeliveryKeys(pinned: account.pinnedKey)
  }

  var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  /// The service's id of a room, looked up where it was lost.
  func roomID(_ room: ProviderRoom, _ context: CallContext) async throws(ProviderFailure) -> String {
    if let known = room.refs[Self.roomRef], !known.isEmpty { return known }
    return try require(RoomReading(json: try await sender.send(.room(room.key), context)), key: room.key, "rooms.get")
  }

  /// The id that an answer must have. One of another room is none.
  func require(_ room: RoomReading, key: String, _ operation: String) throws(ProviderFailure) -> String {
    guard let id = room.id else { throw FailureClassifier.missing("/roomId", operation) }
    if let told = room.key, !told.utf8.elementsEqual(key.utf8) {
      throw FailureClassifier.missing("/customRoomId", operation)
    }
    return id
  }

  /// A fact that an answer of the service told just now.
  func fact(_ detail: Fact.Detail) -> Fact { Fact(occurredAt: now, source: .api, detail) }
}
