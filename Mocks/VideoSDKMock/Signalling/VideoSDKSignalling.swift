import JSONCoding
import MockKit

/// What an account's signalling holds beside its rooms.
struct VideoSDKSignalling: Sendable {
  /// A value of a room's store.
  struct Value: Sendable, Equatable {
    let value: JSON
    let updatedBy: String
  }

  /// Ids of its own, so that sockets do not change the ids that the REST interface gives.
  let identifiers: VideoSDKIdentifiers
  /// Who is connected, by connection.
  var peers: [String: VideoSDKPeer] = [:]
  /// By room, then by key; they end with the session.
  var stores: [String: [String: Value]] = [:]
  /// Rooms with a whiteboard, and where it is.
  var whiteboards: [String: String] = [:]
  /// What goes out once the request under way is answered.
  var outbox: [(peer: String, frame: ProtooFrame)] = []
  private var questions: Int64 = 0

  init(seed: UInt64) { identifiers = VideoSDKIdentifiers(seed: seed ^ 0x5159_4e41_4c53) }

  /// An id for a request of the server's: scattered, and never one of the last ten million.
  mutating func nextQuestionID() -> Int64 {
    questions += 1
    // The factor shares no divisor with the count of ids, so all of them come up before one returns.
    return questions * 7_654_321 % (ProtooFrame.greatestID + 1)
  }
}
