import MeetingCore
import RoomReducer

/// Starts at the vendor what has waited for somebody to be in the room.
struct EgressStarter: Sendable {
  let services: Services

  /// True when the vendor took it, or there is nothing more to be tried.
  func start(_ id: String, _ room: Room) async -> Bool {
    guard let egress = await waiting(id, room), let request = Self.request(egress.plan) else { return true }
    return await services.gate.control(room.id) {
      let vendor = EgressVendor(services: services, room: room, context: services.context(nil, actor: nil))
      do throws(GatewayError) {
        _ = try await vendor.start(request, id: id, participant: nil)
        return true
      } catch { return await take(error, id, room) }
    }
  }

  /// The vendor was asked often enough.
  func giveUp(_ id: String, _ room: Room) async {
    guard await waiting(id, room) != nil else { return }
    _ = await commit(.refused(id, reason: ErrorCode.providerUnavailable.rawValue), room)
  }

  private func waiting(_ id: String, _ room: Room) async -> Egress? {
    guard let egress = try? await services.anyRoom(room.id)?.resources[id]?.egress, egress.state == .starting,
      !egress.isDeferred
    else { return nil }
    return egress
  }

  /// A vendor that says it runs already tells of it itself. One that still sees nobody is asked when the next one comes.
  private func take(_ error: GatewayError, _ id: String, _ room: Room) async -> Bool {
    switch error.failure?.reason {
    case .conflict: true
    case .noActiveSession: await commit(.deferred(id), room)
    case .unavailable, .timeout, .rateLimited, .leftAlone, .cancelled: false
    default: await commit(.refused(id, reason: error.code.rawValue), room)
    }
  }

  /// Only what can be started along with going live ever waits.
  private static func request(_ plan: EgressPlan) -> StartEgress? {
    switch plan {
    case .recording(let mode, let audioOnly, nil): .recording(mode, audioOnly: audioOnly, participant: nil)
    case .hls: .hls
    case .transcription(let language, let captions): .transcription(language: language, captions: captions)
    case .recording, .rtmp: nil
    }
  }

  private func commit(_ intent: EgressIntent, _ room: Room) async -> Bool {
    (try? await services.commit(RoomSubmission([.intent(.egress(intent))]), to: room.id)) != nil
  }
}
