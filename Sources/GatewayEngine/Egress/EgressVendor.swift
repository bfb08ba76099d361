import MeetingCore
import RoomReducer

/// Starts and stops at the vendor.
struct EgressVendor: Sendable {
  let services: Services
  let room: Room
  let context: CallContext

  func start(_ request: StartEgress, id: String, participant: String?) async throws(GatewayError) -> EgressStart {
    let provided = services.providerRoom(room)
    switch request {
    case .recording(let mode, let audioOnly, _):
      let control = try services.require(.recording, room)
      return try await call { (context) throws(ProviderFailure) in
        try await control.startRecording(
          mode, audioOnly: audioOnly, participant: participant, in: provided, context)
      }
    case .hls:
      let control = try services.require(.hls, room)
      return try await call { (context) throws(ProviderFailure) in try await control.startHLS(in: provided, context) }
    case .rtmp(let url, let key):
      let control = try services.require(.rtmp, room)
      return try await call { (context) throws(ProviderFailure) in
        try await control.startRTMP(to: url, key: key, id: id, in: provided, context)
      }
    case .transcription(let language, let captions):
      let control = try services.require(.transcription, room)
      return try await call { (context) throws(ProviderFailure) in
        try await control.startTranscription(language: language, captions: captions, in: provided, context)
      }
    }
  }

  func stop(_ egress: Egress) async throws(GatewayError) {
    let provided = services.providerRoom(room)
    switch egress.plan {
    case .recording:
      let control = try services.require(.recording, room)
      try await call { (context) throws(ProviderFailure) in
        try await control.stopRecording(egress, in: provided, context)
      }
    case .hls:
      let control = try services.require(.hls, room)
      try await call { (context) throws(ProviderFailure) in try await control.stopHLS(egress, in: provided, context) }
    case .rtmp:
      let control = try services.require(.rtmp, room)
      try await call { (context) throws(ProviderFailure) in try await control.stopRTMP(egress, in: provided, context) }
    case .transcription:
      let control = try services.require(.transcription, room)
      try await call { (context) throws(ProviderFailure) in
        try await control.stopTranscription(egress, in: provided, context)
      }
    }
  }

  /// Whether a refusal to stop means that nothing runs.
  static func isGone(_ error: GatewayError) -> Bool {
    switch error.failure?.reason {
    case .conflict, .noActiveSession, .notFound: true
    default: false
    }
  }

  private func call<Value: Sendable>(
    _ body: (CallContext) async throws(ProviderFailure) -> Value
  ) async throws(GatewayError) -> Value {
    let account = try services.account(of: room)
    do {
      return try await services.calls.run(account, .write, context) { () throws(ProviderFailure) in
        try await body(context)
      }
    } catch { throw services.error(error, room) }
  }
}
