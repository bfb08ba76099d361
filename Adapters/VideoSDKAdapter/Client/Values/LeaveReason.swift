/// Why somebody is out of a meeting. The numbers are the vendor's; those from 1101 on are found out on this side.
public enum LeaveReason: Int, Sendable, Hashable, CaseIterable {
  case websocketDisconnected = 1001
  /// A moderator in the meeting removed them.
  case removePeer = 1002
  case removePeerViewerModeChanged = 1003
  case removePeerMediaRelayStop = 1004
  case switchRoom = 1005
  /// Somebody in the meeting ended it for everybody.
  case roomClose = 1006
  case unknown = 1007
  case removeAll = 1008
  /// The meeting was ended over the REST interface.
  case meetingEndApi = 1009
  /// They were removed over the REST interface.
  case removePeerApi = 1010
  /// Somebody else came as the same participant.
  case duplicateParticipant = 1011
  /// `leave()` was called.
  case manualLeaveCalled = 1101
  /// Every attempt to connect anew failed.
  case websocketAttemptsExhausted = 1102
  /// Connected anew, the service refused to let the participant in again.
  case joinRoomFailed = 1103
  case switchRoomFailed = 1104

  init(_ departure: SignallingDeparture) { self = departure.code.flatMap { Self(rawValue: $0) } ?? .unknown }
}
