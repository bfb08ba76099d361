@testable import VideoSDKAdapter

/// Stand-ins for what the tutorial's screens are made of.
@MainActor final class Label {
  var text: String?
}

@MainActor final class ContainerView {
  enum Border { case blue, clear, red }

  var isHidden = true
  var border: Border?
}

struct MeetingData {
  let token: String
  let name: String
  let meetingId: String
  let micEnabled: Bool
}

/// The tutorial's screen of a meeting, in its own words but for the views. On the main actor, as screens are. Everything that
/// its listeners hear is also written down.
@MainActor final class MeetingViewController {
  let localParticipantViewContainer = ContainerView()
  let lblMeetingId = Label()
  let lblLocalParticipantName = Label()
  let remoteParticipantViewContainer = ContainerView()
  let lblRemoteParticipantName = Label()

  /// Meeting data - required to start
  var meetingData: MeetingData!

  /// current meeting reference
  private(set) var meeting: Meeting?

  // MARK: - audio participants including self to show in UI
  private(set) var participants: [Participant] = []

  /// What was heard, a line each.
  private(set) var heard: [String] = []

  init(_ meetingData: MeetingData) { self.meetingData = meetingData }

  func viewDidLoad() {
    // configure the VideoSDK with token
    VideoSDK.config(token: meetingData.token)

    // init meeting
    initializeMeeting()

    // set meeting id in button text
    lblMeetingId.text = "Meeting Id: \(meetingData.meetingId)"
  }

  private func initializeMeeting() {

    // Initialize the VideoSDK
    meeting = VideoSDK.initMeeting(
      meetingId: meetingData.meetingId,
      participantName: meetingData.name,
      micEnabled: meetingData.micEnabled,
      webcamEnabled: false  // audio only call, so the camera stays off
    )

    // Adding the listener to meeting
    meeting?.addEventListener(self)

    // joining the meeting
    meeting?.join()
  }

  // bool for mic
  var micEnabled = true

  // outlet for leave button click event
  func btnLeaveTapped() { self.meeting?.leave() }

  // outlet for toggle mic button click event
  func btnToggleMicTapped() {
    if micEnabled {
      micEnabled = !micEnabled  // false
      self.meeting?.muteMic()
    } else {
      micEnabled = !micEnabled  // true
      self.meeting?.unmuteMic()
    }
  }
}

extension MeetingViewController: @MainActor MeetingEventListener {

  /// Meeting started
  func onMeetingJoined() {
    heard.append("onMeetingJoined")

    // handle local participant on start
    guard let localParticipant = self.meeting?.localParticipant else { return }
    // add to list
    participants.append(localParticipant)

    // add event listener
    localParticipant.addEventListener(self)

    if localParticipant.isLocal {
      self.lblLocalParticipantName.text = localParticipant.displayName
      self.localParticipantViewContainer.isHidden = false
    } else {
      self.lblRemoteParticipantName.text = localParticipant.displayName
      self.remoteParticipantViewContainer.isHidden = false
    }
  }

  /// Meeting ended
  func onMeetingLeft() {
    heard.append("onMeetingLeft")
    // remove listeners
    meeting?.localParticipant.removeEventListener(self)
    meeting?.removeEventListener(self)
  }

  /// A new participant joined
  func onParticipantJoined(_ participant: Participant) {
    heard.append("onParticipantJoined \(participant.displayName)")
    participants.append(participant)

    // add listener
    participant.addEventListener(self)

    if participant.isLocal {
      self.lblLocalParticipantName.text = participant.displayName
      self.localParticipantViewContainer.isHidden = false
    } else {
      self.lblRemoteParticipantName.text = participant.displayName
      self.remoteParticipantViewContainer.isHidden = false
    }
  }

  /// A participant left from the meeting
  func onParticipantLeft(_ participant: Participant) {
    heard.append("onParticipantLeft \(participant.displayName)")
    participant.removeEventListener(self)
    guard let index = self.participants.firstIndex(where: { $0.id == participant.id }) else {
      return
    }
    // remove participant from list
    participants.remove(at: index)
    // hide from ui
    if !participant.isLocal {
      self.remoteParticipantViewContainer.isHidden = true
    }
  }

  /// Called when speaker is changed
  func onSpeakerChanged(participantId: String?) {
    heard.append("onSpeakerChanged \(participants.first { $0.id == participantId }?.displayName ?? "nobody")")

    // show indication for active speaker
    if let participant = participants.first(where: { $0.id == participantId }) {
      self.showActiveSpeakerIndicator(
        participant.isLocal ? localParticipantViewContainer : remoteParticipantViewContainer, true)
    }

    // hide indication for others participants
    let otherParticipants = participants.filter { $0.id != participantId }
    for participant in otherParticipants {
      if participants.count > 1 && participant.isLocal {
        showActiveSpeakerIndicator(localParticipantViewContainer, false)
      } else {
        showActiveSpeakerIndicator(remoteParticipantViewContainer, false)
      }
    }
  }

  func showActiveSpeakerIndicator(_ view: ContainerView, _ show: Bool) { view.border = show ? .blue : .clear }
}

extension MeetingViewController: @MainActor ParticipantEventListener {

  /// Participant has enabled mic
  func onStreamEnabled(_ stream: MediaStream, forParticipant participant: Participant) {
    heard.append("onStreamEnabled \(participant.displayName)")
    updateUI(participant: participant, forStream: stream, enabled: true)
  }

  /// Participant has disabled mic
  func onStreamDisabled(_ stream: MediaStream, forParticipant participant: Participant) {
    heard.append("onStreamDisabled \(participant.displayName)")
    updateUI(participant: participant, forStream: stream, enabled: false)
  }
}

extension MeetingViewController {

  fileprivate func updateUI(participant: Participant, forStream stream: MediaStream, enabled: Bool) {  // true
    switch stream.kind {
    case .state(value: .audio):
      if participant.isLocal {
        self.localParticipantViewContainer.isHidden = false
        self.lblLocalParticipantName.text = participant.displayName
        self.localParticipantViewContainer.border = enabled ? .clear : .red
      } else {
        self.remoteParticipantViewContainer.isHidden = false
        self.lblRemoteParticipantName.text = participant.displayName
        self.remoteParticipantViewContainer.border = enabled ? .clear : .red
      }
    default:
      break
    }
  }
}
