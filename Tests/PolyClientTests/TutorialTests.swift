import ProgramTesting
import Synchronization
import Testing

import PolyAdapter

/// The vendor's first example of a voice call, without its views: one object in the place of the screen.
@Suite("The vendor's tutorial", .serialized)
struct TutorialTests {
  /// What the screen keeps.
  @MainActor final class ContentView {
    var state: CallState = .idle
    var audioState: AudioState = .empty
    var muted = false
    private var call: PolyCall?
    private var observers: [Task<Void, Never>] = []

    func startCall(_ config: Configuration, _ options: VoiceOptions) {
      for observer in observers { observer.cancel() }
      let newCall: PolyCall
      do {
        newCall = try PolyVoice.call(config: config, options: options)
      } catch {
        state = .failed(error as? PolyError ?? .voice(.signalingFailed("\(error)")))
        return
      }
      call = newCall
      observers = [
        Task { for await newState in newCall.states { await MainActor.run { self.state = newState } } },
        Task { for await newState in newCall.audioStates { await MainActor.run { self.audioState = newState } } },
      ]
      Task { try? await newCall.start() }
    }

    func toggleCall(_ config: Configuration, _ options: VoiceOptions) {
      if state.isActive { Task { await call?.end() } } else { startCall(config, options) }
    }

    func toggleMute() {
      muted.toggle()
      Task { await call?.setMuted(muted) }
    }

    var isMuted: Bool { call?.isMuted ?? false }
    var isSpeaker: Bool { audioState.selectedDevice?.kind == .speakerphone }

    func toggleSpeaker() {
      let target: AudioDevice.Kind = isSpeaker ? .earpiece : .speakerphone
      if let device = audioState.availableDevices.first(where: { $0.kind == target }) {
        Task { await call?.setAudioDevice(device) }
      }
    }
  }

  @Test("one button starts and ends; mute and speaker do what they say", arguments: PolyDialect.allCases)
  @MainActor func tutorial(_ dialect: PolyDialect) async throws {
    try await ScriptedPoly.running { service in
      let media = SilentMedia()
      let config = CallBench.configuration(service)
      let options = CallBench.options(service, dialect, GivenEngine(media: media))
      let view = ContentView()
      view.toggleCall(config, options)
      #expect(await eventually { view.state == .connected && view.isSpeaker })
      view.toggleMute()
      #expect(await eventually { view.isMuted && !media.isMicrophoneOn })
      view.toggleSpeaker()
      #expect(view.isSpeaker)
      #expect(await eventually { !view.isSpeaker && view.audioState.selectedDevice?.kind == .earpiece })
      view.toggleSpeaker()
      #expect(await eventually { view.isSpeaker })
      media.report(.accessories([AudioDevice(kind: .wiredHeadset, name: "Headset", id: "w-1")]))
      #expect(
        await eventually {
          view.audioState.selectedDevice?.kind == .wiredHeadset || view.audioState.availableDevices.count == 3
        })
      view.toggleCall(config, options)
      #expect(await eventually { view.state == .ended && view.audioState == .empty && service.open == 0 })
    }
  }

  @Test("a blank token shows as a failed call, and the next call gets nothing of the first's")
  @MainActor func blankToken() async throws {
    try await ScriptedPoly.running { service in
      let view = ContentView()
      view.startCall(Configuration(apiKey: ""), VoiceOptions(webrtcToken: "…"))
      #expect(view.state == .failed(.invalidConfiguration("apiKey is blank")))
      let engine = SilentMediaEngine()
      view.toggleCall(CallBench.configuration(service), CallBench.options(service, .gateway, engine))
      #expect(await eventually { view.state == .connected })
      view.toggleCall(CallBench.configuration(service), CallBench.options(service, .gateway, engine))
      #expect(await eventually { view.state == .ended && service.open == 0 })
    }
  }

  @Test("the process's media engine serves calls that bring none; without any, the call says so when it starts")
  func mediaEngine() async throws {
    try await ScriptedPoly.running { service in
      let config = CallBench.configuration(service)
      var options = CallBench.options(service, .gateway, SilentMediaEngine())
      options.mediaEngine = nil
      let without = try PolyVoice.call(config: config, options: options)
      await #expect(throws: PolyError.voice(.notImplemented)) { try await without.start() }
      #expect(without.state == .failed(.voice(.notImplemented)) && service.said.isEmpty)
      PolyVoice.mediaEngine = SilentMediaEngine()
      defer { PolyVoice.mediaEngine = nil }
      let with = try PolyVoice.call(config: config, options: options)
      try await with.start()
      #expect(await eventually { with.state == .connected })
      await with.end()
    }
  }
}
