import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore

/// Sends requests of the API with a token of whoever asks, minted for each.
struct StreamAPI: Sendable {
  let sender: StreamSender
  let tokens: Tokens

  init(account: StreamAccount, transport: any HTTPTransport, time: any TimeSource, random: any RandomSource) {
    tokens = Tokens(secret: account.apiSecret)
    sender = StreamSender(
      side: .server, apiKey: account.apiKey, baseURL: account.baseURL, deadlines: account.deadlines,
      secrets: [account.apiSecret.revealed], transport: transport, time: time, random: random)
  }

  /// A refused token is minted anew, a second older, and the request sent once more: a 401 means that nothing was executed.
  /// Nothing else is repeated here.
  @discardableResult
  func send(_ request: StreamRequest, _ context: CallContext) async throws(ProviderFailure) -> JSON {
    do { return try await once(request, context, tokenTime: now) } catch {
      guard error.reason == .credentials, error.vendorStatus == 401 else { throw error }
      return try await once(request, context, tokenTime: now.advanced(bySeconds: -1))
    }
  }

  private var now: Timestamp { Timestamp(nanoseconds: sender.time.wallNanoseconds) }

  private func once(_ request: StreamRequest, _ context: CallContext, tokenTime: Timestamp)
    async throws(ProviderFailure) -> JSON
  {
    let token: String
    do { token = try tokens.token(of: request.caller, now: tokenTime) } catch {
      throw ProviderFailure(.credentials, executed: .no, operation: request.operation)
    }
    return try await sender.send(
      request, as: StreamCredentials(token: token), until: context.deadline, trace: context.trace)
  }
}
