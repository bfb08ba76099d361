/// What a participant takes part in. Written as the vendor's SDK writes it.
public enum MeetingMode: String, Sendable, Hashable, CaseIterable {
  /// Publishes and receives.
  case SEND_AND_RECV
  /// Receives only.
  case RECV_ONLY
  /// Gets messages and events, and neither sends nor receives media.
  case SIGNALLING_ONLY

  /// The former name of `SEND_AND_RECV`.
  public static let CONFERENCE = SEND_AND_RECV
  /// The former name of `SIGNALLING_ONLY`.
  public static let VIEWER = SIGNALLING_ONLY

  init(_ mode: PeerMode) {
    self =
      switch mode {
      case .sendAndReceive: .SEND_AND_RECV
      case .receiveOnly: .RECV_ONLY
      case .signallingOnly: .SIGNALLING_ONLY
      }
  }

  var wire: PeerMode {
    switch self {
    case .SEND_AND_RECV: .sendAndReceive
    case .RECV_ONLY: .receiveOnly
    case .SIGNALLING_ONLY: .signallingOnly
    }
  }
}
