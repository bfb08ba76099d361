import Clocks
import GatewayEngine
import MeetingCore
import ProgramTesting
import ProviderTesting
import SessionDescription
import Testing

/// What the times of a call's media do, on a clock that a test moves.
@Suite("Times of calls") struct CallTimeTests {
  private let time = ManualTime()
  private let vendor = BareProvider([.calls])
  private let world: BareWorld

  init() {
    world = BareWorld(vendor, time: time)
    vendor.switchboard.set(CallTimers(connect: .seconds(30), grace: .seconds(5)))
    let answer = SessionText(BareCalls.answer)
    vendor.switchboard.open(with: .candidatesEnded, .answered(answer))
  }

  private func call() async throws -> String {
    let room = try await world.create(.voiceCall)
    let offer = try SessionDescription(reading: CallTests.offer)
    _ = try await world.gateway.offerCall(room, offer, caller: world.caller)
    return room
  }

  private func call(_ room: String) async -> VoiceCall? {
    try? await world.gateway.call(room, caller: world.caller).call
  }

  private func report(_ room: String, _ connection: CallReport.Connection? = nil) async throws {
    try await world.gateway.reportCall(room, CallReport(connection: connection), caller: world.caller)
  }

  @Test func nothingRunsForACallerWhoNeverReports() async throws {
    let room = try await call()
    await time.advance(by: .seconds(3_600))
    #expect(await call(room)?.state == .connecting)
  }

  @Test func aCallThatNeverConnectsFailsInTime() async throws {
    let room = try await call()
    let waiting = time.sleeperCount
    try await report(room)
    #expect(await eventually { time.sleeperCount > waiting })
    await time.advance(by: .seconds(29))
    #expect(await call(room)?.state == .connecting)
    await time.advance(by: .seconds(1))
    #expect(await eventually { await call(room)?.error?.code == .timedOut })
    #expect(await eventually { vendor.switchboard.openLines == 0 })
  }

  @Test func lostMediaMayComeBackInTime() async throws {
    let room = try await call()
    try await report(room, .connected)
    let waiting = time.sleeperCount
    try await report(room, .disconnected)
    #expect(await eventually { time.sleeperCount > waiting })
    await time.advance(by: .seconds(4))
    try await report(room, .connected)
    await time.advance(by: .seconds(40))
    #expect(await call(room)?.state == .connected)
    let again = time.sleeperCount
    try await report(room, .disconnected)
    #expect(await eventually { time.sleeperCount > again })
    await time.advance(by: .seconds(5))
    #expect(await eventually { await call(room)?.error?.code == .disconnected })
    #expect(await call(room)?.error?.isRetryable == true)
  }

  @Test func aRoomLastsAsLongAsItMay() async throws {
    let room = try await world.create(.voiceCall) { $0.settings.maximumDurationSeconds = .set(60) }
    let keeper = Task { [world] in await world.gateway.keepDeadlines() }
    defer { keeper.cancel() }
    let offer = try SessionDescription(reading: CallTests.offer)
    _ = try await world.gateway.offerCall(room, offer, caller: world.caller)
    for _ in 0..<12 {
      #expect(await eventually { time.sleeperCount > 0 })
      await time.advance(by: .seconds(10))
    }
    #expect(await eventually { await call(room)?.ending == .roomEnded })
    #expect(await eventually { vendor.switchboard.openLines == 0 })
  }
}
