package import Clocks
package import Cryptography
package import HTTPTypes
import MeetingCore

/// Rooms as Stream calls: `audio_room` for audio rooms, `default` for meetings. Speaks the server side of the video API.
public struct StreamProvider: Sendable {
  let account: StreamAccount
  let api: StreamAPI
  let time: any TimeSource

  package init(
    account: StreamAccount, transport: any HTTPTransport, time: any TimeSource, random: any RandomSource
  ) {
    self.account = account
    self.time = time
    api = StreamAPI(account: account, transport: transport, time: time, random: random)
  }

  var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  /// The service id of who acts: the caller's person, or the service user.
  func actor(_ context: CallContext) -> String { context.actor.map(UserID.encode) ?? account.serviceUser }

  func call(_ room: ProviderRoom) -> CallAddress {
    room.refs["call"].flatMap(CallAddress.init) ?? CallAddress(type: callType(room.kind), id: room.key)
  }

  func callType(_ kind: RoomKind) -> String { account.callTypes[kind] ?? "default" }
}
