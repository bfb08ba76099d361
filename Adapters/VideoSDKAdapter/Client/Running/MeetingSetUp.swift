import Cryptography
import JSONCoding

/// What a meeting was made with.
struct MeetingSetUp: Sendable {
  let meetingID: String
  let participantID: String
  let displayName: String
  let mode: PeerMode
  let publishing: Set<PeerMedia>
  let metaData: JSON
  /// nil where none was configured.
  let token: Secret?
  let options: VideoSDKOptions
  let surroundings: ClientSurroundings
  /// A parameter that made no sense.
  let mistake: VideoSDKError?

  /// What is wrong with it before anything is asked of the service.
  var fault: VideoSDKError? {
    if let mistake { return mistake }
    if meetingID.isEmpty { return .parameter("meetingId", "is empty", code: 4003) }
    if participantID.isEmpty || participantID.contains(where: \.isWhitespace) {
      return .parameter("participantId", "is empty or has white space", code: 4004)
    }
    return token == nil ? .noToken : nil
  }

  /// As whom a connection comes in.
  func identity(_ mode: PeerMode) -> SignallingIdentity {
    SignallingIdentity(
      room: meetingID, peer: participantID, displayName: displayName, mode: mode, metaData: metaData,
      token: token ?? Secret(""))
  }
}
