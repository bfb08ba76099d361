import ProgramTesting
import Testing

/// Code that an application has written for the vendor's SDK compiles with this client's module alone, from outside this
/// package, where nothing is visible but what is public.
@Suite("The client from outside")
struct PublicInterfaceTests {
  private static let app = #"""
    import VideoSDKAdapter

    final class Label { var text: String? }
    final class View { var isHidden = true }

    struct MeetingData {
      let token: String
      let name: String
      let meetingId: String
      let micEnabled: Bool
    }

    class StartMeetingViewController {
      private var serverToken = ""
      let txtMeetingId = Label()

      func joinRoom() {
        VideoSDK.createMeeting(token: self.serverToken) { result in
          if case .success(let meetingId) = result {
            print(meetingId)
          }
        }
      }

      func joinRoomLater() async throws -> String { try await VideoSDK.createMeeting(token: serverToken) }
    }

    class MeetingViewController {
      let lblLocalParticipantName = Label()
      let lblRemoteParticipantName = Label()
      let localParticipantViewContainer = View()
      let remoteParticipantViewContainer = View()
      let lblMeetingId = Label()
      var meetingData: MeetingData!
      private var meeting: Meeting?
      private var participants: [Participant] = []

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
          webcamEnabled: false // audio only call, so the camera stays off
        )

        // Adding the listener to meeting
        meeting?.addEventListener(self)

        // joining the meeting
        meeting?.join()
      }

      var micEnabled = true

      func btnLeaveTapped(_ sender: Any) { self.meeting?.leave() }

      func btnToggleMicTapped(_ sender: Any) {
        if micEnabled {
          micEnabled = !micEnabled // false
          self.meeting?.muteMic()
        } else {
          micEnabled = !micEnabled // true
          self.meeting?.unmuteMic()
        }
      }
    }

    extension MeetingViewController: MeetingEventListener {

      /// Meeting started
      func onMeetingJoined() {

        // handle local participant on start
        guard let localParticipant = self.meeting?.localParticipant else { return }
        // add to list
        participants.append(localParticipant)

        // add event listener
        localParticipant.addEventListener(self)

        if(localParticipant.isLocal){
          self.lblLocalParticipantName.text = localParticipant.displayName
          self.localParticipantViewContainer.isHidden = false
        } else {
          self.lblRemoteParticipantName.text = localParticipant.displayName
          self.remoteParticipantViewContainer.isHidden = false
        }
      }

      /// Meeting ended
      func onMeetingLeft() {
        // remove listeners
        meeting?.localParticipant.removeEventListener(self)
        meeting?.removeEventListener(self)
      }

      /// A new participant joined
      func onParticipantJoined(_ participant: Participant) {
        participants.append(participant)

        // add listener
        participant.addEventListener(self)
      }

      /// A participant left from the meeting
      func onParticipantLeft(_ participant: Participant) {
        participant.removeEventListener(self)
        guard let index = self.participants.firstIndex(where: { $0.id == participant.id }) else {
          return
        }
        // remove participant from list
        participants.remove(at: index)
      }

      /// Called when speaker is changed
      func onSpeakerChanged(participantId: String?) {
        if let participant = participants.first(where: { $0.id == participantId }) {
          print(participant.isLocal)
        }
      }

      func onParticipantChanged(_ participant: Participant) {}
      func onMeetingLeft(reason: LeaveReason) {}
      func onMeetingStateChanged(meetingState: MeetingState) { if meetingState == .RECONNECTING { print("…") } }
      func onError(error: VideoSDKError) { print(error.code, error.message, error.kind == .invalidToken) }
      func onMicRequested(participantId: String?, accept: @escaping () -> Void, reject: @escaping () -> Void) { accept() }
      func onEntryRequested(id: String, name: String, allow: @escaping () -> Void, deny: @escaping () -> Void) { deny() }
      func onParticipantModeChanged(participantId: String, mode: MeetingMode) { print(mode == .RECV_ONLY) }
    }

    extension MeetingViewController: ParticipantEventListener {
      func onStreamEnabled(_ stream: MediaStream, forParticipant participant: Participant) {
        updateUI(participant: participant, forStream: stream, enabled: true)
      }

      func onStreamDisabled(_ stream: MediaStream, forParticipant participant: Participant) {
        updateUI(participant: participant, forStream: stream, enabled: false)
      }
    }

    private extension MeetingViewController {

      func updateUI(participant: Participant, forStream stream: MediaStream, enabled: Bool) { // true
        switch stream.kind {
        case .state(value: .audio):
          if participant.isLocal { print(enabled) }
        default:
          break
        }
      }
    }

    extension MeetingViewController: PubSubMessageListener {
      func onMessageReceived(_ message: PubSubMessage) {
        print(message.senderId, message.payload?["mode"] as? String as Any)
      }

      func onOldMessagesReceived(_ messages: [PubSubMessage], info: OldMessagesInfo) { print(info.isLast) }

      func stage() {
        meeting?.pubsub.subscribe(topic: "RAISE_HAND", forListener: self)
        meeting?.pubsub.publish(topic: "RAISE_HAND", message: "me", options: ["persist": true], payload: ["a": 1])
        meeting?.changeMode(.SEND_AND_RECV)
        Task { [meeting] in await meeting?.changeMode(.SIGNALLING_ONLY) }
        for participant in meeting?.participants.values.sorted(by: { $0.id < $1.id }) ?? [] {
          participant.enableMic()
          participant.disableMic()
          participant.remove()
        }
        meeting?.end()
      }
    }

    /// An app whose screens are the main actor's has its listeners called there.
    @MainActor final class Screen {
      var isJoined = false
      var meeting: Meeting?

      func start(token: String) {
        VideoSDK.options.callbacks = .main
        VideoSDK.config(token: token)
        meeting = VideoSDK.initMeeting(meetingId: "abcd-efgh-ijkl", webcamEnabled: false, mode: .RECV_ONLY)
        meeting?.addEventListener(self)
        meeting?.join()
      }
    }

    extension Screen: @MainActor MeetingEventListener {
      func onMeetingJoined() { isJoined = true }
    }
    """#

  @Test("the vendor's tutorial, without its views, compiles as it is", .enabled(if: OutsideCompiler.isAvailable))
  func compiles() async throws {
    let objections = try await OutsideCompiler.objections(to: Self.app)
    #expect(objections == nil)
  }
}
