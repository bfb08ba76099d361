import Cryptography
import PolyMock
import ProgramTesting
import Testing

@testable import PolyAdapter

/// What the guide's page shows of the client is what is run here, against a mock.
@Suite("The guide's page about the client")
struct GuideTests {
  @Test("somebody calls, is muted for a while, moves to the earpiece, and hangs up")
  func page() async throws {
    let running = try await PolyMock.start()
    do { try await page(running) } catch {
      await running.stop()
      throw error
    }
    await running.stop()
  }

  private func page(_ running: RunningPolyMock) async throws {
    let account = running.account
    let (mock, socket, host) = (running.url, "ws://" + running.signalingHost, running.signalingHost)
    let (connectorToken, webCallingToken) = (account.connectorToken.revealed, account.webCallingToken.revealed)
    let hostIdentifier = account.hostIdentifier

    let config = Configuration(
      apiKey: connectorToken, environment: .custom(restBaseURL: mock + "/api/v1", wsBaseURL: socket + "/ws"),
      hostIdentifier: hostIdentifier)
    let options = VoiceOptions(
      webrtcToken: webCallingToken, signalingHost: host, mediaEngine: SilentMediaEngine(), allowsInsecure: true)
    let call = try PolyVoice.call(config: config, options: options)

    let watching = Task {
      for await state in call.states { print(state) }
    }
    let reading = Task {
      for await line in call.transcript { print(line.speaker, line.text) }
    }

    try await call.start()
    await call.setMuted(true)
    await call.setMuted(false)
    #expect(await eventually { call.state == .connected })

    if let earpiece = call.audioState.availableDevices.first(where: { $0.kind == .earpiece }) {
      await call.setAudioDevice(earpiece)
    }
    #expect(await eventually { call.audioState.selectedDevice?.kind == .earpiece })

    await call.end()
    #expect(call.state == .ended)
    #expect(call.driver.taskCount == 0 && call.driver.socketCount == 0)
    await watching.value
    await reading.value
  }

  /// Every line of Swift on the page, in its order, stands here too.
  @Test("the page shows what is run")
  func samePage() throws {
    let shown = try ShownCode.missing(from: "docs/guide/19-poly-client.md")
    #expect(shown.blocks >= 5)
    #expect(shown.missing.isEmpty, "\(shown.missing.joined(separator: "\n"))")
  }
}
