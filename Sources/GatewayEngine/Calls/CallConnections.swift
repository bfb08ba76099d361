import MeetingCore

/// The calls whose connections this process holds.
final class CallConnections: Sendable {
  private let held = HeldConnections<CallSession>()

  var count: Int { held.count }

  /// False when the gateway is stopping.
  func start(_ session: CallSession, over connection: any CallConnecting) -> Bool {
    held.start(session.call.id, session) { await $0.run(connection) }
  }

  /// nil when its connection is not here.
  func session(_ call: String) -> CallSession? { held[call]?.session }

  /// Lets go of a call whose end is told already.
  func release(_ call: String) { session(call)?.finish(.told(.ended(.hungUp))) }

  /// Takes no more and ends them all, each told.
  func close() async {
    let error = CallError(.gatewayStopped, "the gateway that held the call was stopped", isRetryable: true)
    await held.close { $0.session.finish(.told(.failed(error))) }
  }
}
