import AdapterKit
import HTTPTypes
public import MeetingCore

extension PolyProvider: AccountKeeping {
  /// What can be seen without placing a call, and whether the messaging service takes the connector's token: an access token
  /// is good for one nameless user and leaves nothing behind. The web calling token is first looked at with an offer; only
  /// the gateway's list of ICE servers may refuse it before.
  public func inspect(_ situation: AccountSituation, _ context: CallContext) async throws(ProviderFailure)
    -> [AccountFinding]
  {
    var findings = [try await connector(context)]
    if account.dialect == .gateway {
      findings.append(try await webCalling(context))
    } else {
      findings.append(
        AccountFinding(.rooms, .unknown, "whether the web calling token is good shows with the first call"))
    }
    findings.append(AccountFinding(.deliveries, .good, "calls are told of over their own connections"))
    findings.append(AccountFinding(.limits, .unknown, "the service does not tell how often it may be asked"))
    return findings
  }

  /// The service has nothing to be set up.
  public func setUp(_ situation: AccountSituation, isRehearsal: Bool, _ context: CallContext)
    async throws(ProviderFailure) -> AccountSetUp
  { AccountSetUp(steps: [], refusals: []) }

  private func connector(_ context: CallContext) async throws(ProviderFailure) -> AccountFinding {
    let request = MessagingRequests(account: account).accessToken(correlation: RandomUUID.make(random))
    let status = try await status(of: request, context)
    switch status {
    case 200..<300:
      return AccountFinding(.credentials, .good, "the messaging service takes connector_token and host_identifier")
    case 401, 403:
      return AccountFinding(
        .credentials, .broken, "the messaging service refuses connector_token or host_identifier",
        remedy: "compare both with the connector's settings; a token is good in one environment only")
    default:
      throw ProviderFailure(.unavailable, executed: .maybe, operation: request.operation, vendorStatus: status)
    }
  }

  private func webCalling(_ context: CallContext) async throws(ProviderFailure) -> AccountFinding {
    let status = try await status(of: GatewayRequests(account: account).iceServers, context)
    switch status {
    case 200..<300:
      return AccountFinding(
        .rooms, .unknown, "the voice service gives ICE servers; whether it takes calls shows with the first one")
    case 401, 403:
      return AccountFinding(
        .rooms, .broken, "the voice service refuses web_calling_token",
        remedy: "compare it with the connector's settings; it is another token than connector_token")
    default:
      return AccountFinding(
        .rooms, .degraded, "the voice service gives no ICE servers (\(status)): the usual ones are taken")
    }
  }

  private func status(of request: PolyRequest, _ context: CallContext) async throws(ProviderFailure) -> Int {
    let left = context.deadline - .now
    guard left > .zero else { throw ProviderFailure(.timeout, executed: .no, operation: request.operation) }
    do { return try await transport.send(request.prepared(total: left)).status } catch {
      throw ProviderFailure(error, operation: request.operation)
    }
  }
}
