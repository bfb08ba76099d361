import MockKit

/// One connection, as the socket knows it.
struct VideoSDKSeat: Sendable {
  /// The account (API key).
  let account: String
  let connection: String
  /// Names it in the journal.
  let path: String
  let queue: SocketQueue
}
