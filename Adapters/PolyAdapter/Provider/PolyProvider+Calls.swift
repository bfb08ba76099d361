import AdapterKit
import HTTPTypes
public import MeetingCore

extension PolyProvider: CallHosting {
  /// As the vendor's own clients have them.
  public var timers: CallTimers { CallTimers(connect: account.timing.connect, grace: account.timing.grace) }

  /// The gateway's servers, or those that its clients take where it gives none: that is no failure. The bridge hands its own
  /// out with each call, and the usual ones will do before.
  public func iceServers(for caller: Person?, in room: ProviderRoom, _ context: CallContext)
    async throws(ProviderFailure) -> [ICEServer]
  {
    let request = GatewayRequests(account: account).iceServers
    let left = context.deadline - .now
    guard left > .zero else { throw ProviderFailure(.timeout, executed: .no, operation: request.operation) }
    guard account.dialect == .gateway else { return ICEServerReading.bridgeFallback }
    do {
      let answer = try await transport.send(request.prepared(total: min(account.timing.iceServers, left)))
      return ICEServerReading.read(.success(answer)) ?? ICEServerReading.gatewayFallback
    } catch {
      if error.reason == .cancelled { throw ProviderFailure(error, operation: request.operation) }
      return ICEServerReading.gatewayFallback
    }
  }

  public func connection(of call: CallOffer) -> any CallConnecting { PolyCallConnection(provider: self, offer: call) }
}
