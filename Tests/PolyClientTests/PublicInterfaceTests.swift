import ProgramTesting
import Testing

/// What an application outside of this package can write.
@Suite("The client from outside")
struct PublicInterfaceTests {
  private static let app = #"""
    import PolyAdapter

    @MainActor final class ContentView {
      var state: CallState = .idle
      var audioState: AudioState = .empty
      var muted = false
      var call: PolyCall?
      var observer: Task<Void, Never>?
      var audioObserver: Task<Void, Never>?

      func startCall() {
        let newCall: PolyCall
        do {
          newCall = try PolyVoice.call(
            config: Configuration(apiKey: "YOUR_CONNECTOR_TOKEN"),         // connector token
            options: VoiceOptions(webrtcToken: "YOUR_WEB_CALLING_TOKEN")   // web calling token — a distinct value
          )
        } catch {
          state = .failed(error as? PolyError ?? .voice(.signalingFailed("\(error)")))
          return
        }
        call = newCall
        observer?.cancel()
        observer = Task {
          for await newState in newCall.states {
            await MainActor.run { self.state = newState }
          }
        }
        audioObserver = Task {
          for await newState in newCall.audioStates { self.audioState = newState }
        }
        Task {
          do { try await newCall.start() } catch let error as PolyError {
            print(error.isRetryable, error == .voice(.disconnected), error == .voice(.interrupted))
          }
        }
      }

      func toggleCall() {
        if state.isActive {
          Task { await call?.end() }
        } else {
          startCall()
        }
      }

      func toggleMute() {
        muted.toggle()
        Task { await call?.setMuted(muted) }
        print(call?.isMuted as Any, call?.state as Any, call?.audioState as Any)
      }

      var isSpeaker: Bool { audioState.selectedDevice?.kind == .speakerphone }

      func toggleSpeaker() {
        let target: AudioDevice.Kind = isSpeaker ? .earpiece : .speakerphone
        if let device = audioState.availableDevices.first(where: { $0.kind == target }) {
          Task { await call?.setAudioDevice(device) }
        }
        Task { await call?.setAudioDevice(nil) }
      }

      var statusText: String {
        switch state {
        case .idle: "Ready"
        case .connecting: "Connecting…"
        case .connected: "Connected"
        case .ended: "Ended"
        case .failed(.voice(.signalingFailed(let text))): text
        case .failed(let error): "\(error)"
        }
      }
    }

    func elsewhere() throws -> PolyCall {
      PolyVoice.mediaEngine = SilentMediaEngine()
      return try PolyVoice.call(
        config: Configuration(
          apiKey: "t", environment: .custom(restBaseURL: "https://a.example/api/v1", wsBaseURL: "wss://a.example/ws"),
          hostIdentifier: "app.example", logLevel: .debug),
        options: VoiceOptions(
          webrtcToken: "w", speakerphone: false, signalingHost: "voice.example:8443", callKit: true, dialect: .bridge))
    }
    """#

  @Test("the vendor's tutorial, without its views, compiles as it is", .enabled(if: OutsideCompiler.isAvailable))
  func compiles() async throws {
    let objections = try await OutsideCompiler.objections(to: Self.app)
    #expect(objections == nil)
  }
}
