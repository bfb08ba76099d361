import ProgramTesting
import Synchronization

@testable import VideoSDKAdapter

/// Hears everything of a meeting and writes it down, a line for each call. Whether two calls ever overlap is watched, too.
final class Recorder: MeetingEventListener, ParticipantEventListener, PubSubMessageListener, Sendable {
  private struct State {
    var lines: [String] = []
    var isInside = false
    var overlaps = 0
    var errors: [VideoSDKError] = []
    var answers: [String: @Sendable () -> Void] = [:]
  }

  private let state = Mutex(State())
  /// Whether participants are listened to as they come, as the tutorial has it.
  private let followsParticipants: Bool
  /// Also called for each call, with its line.
  private let body: (@Sendable (String) -> Void)?

  init(followsParticipants: Bool = true, _ body: (@Sendable (String) -> Void)? = nil) {
    self.followsParticipants = followsParticipants
    self.body = body
  }

  var lines: [String] { state.withLock { $0.lines } }
  var errors: [VideoSDKError] { state.withLock { $0.errors } }
  var overlaps: Int { state.withLock { $0.overlaps } }
  func forget() { state.withLock { $0.lines = [] } }

  /// Waits until a line was written.
  func heard(_ line: String, _ times: Int = 1) async -> Bool {
    await eventually { self.lines.count { $0 == line } >= times }
  }

  private func note(_ line: String) {
    state.withLock { state in
      if state.isInside { state.overlaps += 1 }
      state.isInside = true
      state.lines.append(line)
    }
    body?(line)
    state.withLock { $0.isInside = false }
  }

  // MARK: The meeting

  func onMeetingJoined() { note("joined") }
  func onMeetingLeft() { note("left") }
  func onMeetingLeft(reason: LeaveReason) { note("left \(reason.rawValue)") }
  func onMeetingStateChanged(meetingState: MeetingState) { note(meetingState.rawValue) }
  func onError(error: VideoSDKError) {
    state.withLock { $0.errors.append(error) }
    note("error \(error.code)")
  }
  func onSocketError(message: String) { note("socket error") }

  func onParticipantJoined(_ participant: Participant) {
    if followsParticipants { participant.addEventListener(self) }
    note("+\(participant.id)")
  }
  func onParticipantLeft(_ participant: Participant) { note("-\(participant.id)") }
  func onParticipantLeft(_ participant: Participant, reason: LeaveReason) {
    note("-\(participant.id) \(reason.rawValue)")
  }
  func onParticipantChanged(_ participant: Participant) { note("~\(participant.id)") }
  func onSpeakerChanged(participantId: String?) { note("speaker \(participantId ?? "nobody")") }
  func onParticipantModeChanged(participantId: String, mode: MeetingMode) { note("\(participantId) \(mode)") }
  func onPinStateChanged(participantId: String, pinType: String) { note("pin \(participantId) \(pinType)") }
  func onPresenterChanged(activePresenterId: String?) { note("presenter \(activePresenterId ?? "nobody")") }

  func onMicRequested(participantId: String?, accept: @escaping () -> Void, reject: @escaping () -> Void) {
    note("mic requested by \(participantId ?? "nobody")")
    if followsParticipants { accept() } else { reject() }
  }
  func onWebcamRequested(participantId: String?, accept: @escaping () -> Void, reject: @escaping () -> Void) {
    note("webcam requested by \(participantId ?? "nobody")")
    if followsParticipants { accept() } else { reject() }
  }
  func onEntryRequested(id: String, name: String, allow: @escaping () -> Void, deny: @escaping () -> Void) {
    note("\(name) (\(id)) waits")
    if followsParticipants { allow() } else { deny() }
  }
  func onEntryResponded(id: String, decision: String) { note("\(id) \(decision)") }

  func onRecordingStarted() { note("recording started") }
  func onRecordingStopped() { note("recording stopped") }
  func onRecordingStoppped() { note("recording stoppped") }
  func onRecordingStateChanged(state: ActivityState) { note("recording \(state)") }
  func onLivestreamStarted() { note("livestream started") }
  func onLivestreamStopped() { note("livestream stopped") }
  func onLivestreamStateChanged(state: ActivityState) { note("livestream \(state)") }
  func onHlsStateChanged(state: ActivityState, hlsUrl: HLSUrl?) {
    note("hls \(state) \(hlsUrl?.playbackHlsUrl ?? "nowhere")")
  }
  func onTranscriptionStateChanged(state: ActivityState) { note("transcription \(state)") }
  func onTranscriptionText(_ text: TranscriptionText) { note("\(text.participantId) says \(text.text)") }
  func onWhiteboardStarted(url: String) { note("whiteboard \(url)") }
  func onWhiteboardStopped() { note("whiteboard gone") }

  func onMediaRelayRequestReceived(participantId: String, meetingId: String, displayName: String) {
    note("relay asked \(participantId) \(meetingId) \(displayName)")
  }
  func onMediaRelayRequestResponse(participantId: String, decision: String) {
    note("relay \(participantId) \(decision)")
  }
  func onMediaRelayStarted(meetingId: String) { note("relay started \(meetingId)") }
  func onMediaRelayStopped(meetingId: String, reason: String) { note("relay stopped \(meetingId) \(reason)") }
  func onMediaRelayError(meetingId: String, error: String) { note("relay error \(meetingId) \(error)") }
  func onMediaRealyError(meetingId: String, error: String) { note("realy error \(meetingId) \(error)") }

  // MARK: Participants

  func onStreamEnabled(_ stream: MediaStream, forParticipant participant: Participant) {
    note("\(participant.id) on \(Self.word(stream))")
  }
  func onStreamDisabled(_ stream: MediaStream, forParticipant participant: Participant) {
    note("\(participant.id) off \(Self.word(stream))")
  }
  func onMediaStatusChanged(peerId: String, kind: String, newStatus: Bool) {
    note("\(peerId) \(kind) \(newStatus)")
  }
  func onAgentStateChanged(state: String) { note("agent is \(state)") }
  func onAgentTranscriptionReceived(_ text: TranscriptionText) { note("agent says \(text.text)") }
  func onStreamPaused(kind: String, reason: String) { note("paused \(kind)") }
  func onStreamResumed(kind: String, reason: String) { note("resumed \(kind)") }

  private static func word(_ stream: MediaStream) -> String {
    switch stream.kind {
    case .state(value: .audio): "audio"
    case .state(value: .video): "video"
    case .share: "share"
    }
  }

  // MARK: Messages

  func onMessageReceived(_ message: PubSubMessage) {
    note("[\(message.topic)] \(message.senderId): \(message.message)")
  }
  func onOldMessagesReceived(_ messages: [PubSubMessage], info: OldMessagesInfo) {
    note("old: " + messages.map(\.message).joined(separator: ", "))
  }
}
