import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore

/// Sends requests of the API with a server token and gives back the decoded answer or a classified failure.
struct StreamAPI: Sendable {
  let account: StreamAccount
  let transport: any HTTPTransport
  let time: any TimeSource
  let random: any RandomSource

  /// A refused token is minted anew and the request sent once more: a 401 means that nothing was executed. Nothing else is
  /// repeated here.
  func send(_ request: StreamRequest, _ context: CallContext) async throws(ProviderFailure) -> JSON {
    do { return try await once(request, context, now: now) } catch {
      guard error.reason == .credentials, error.vendorStatus == 401 else { throw error }
      return try await once(request, context, now: now.advanced(bySeconds: -1))
    }
  }

  var tokens: Tokens { Tokens(secret: account.apiSecret) }

  private var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  private func once(_ request: StreamRequest, _ context: CallContext, now: Timestamp) async throws(ProviderFailure)
    -> JSON
  {
    let prepared = try prepare(request, context, now)
    let answer: HTTPClientResponse
    do { answer = try await transport.send(prepared) } catch {
      throw FailureClassifier.failure(error, request.operation)
    }
    guard (200..<300).contains(answer.status) else {
      throw FailureClassifier.failure(answer, request.operation, now: self.now)
    }
    guard let json = try? JSON.parse(answer.body, mode: .vendor), json.objectValue != nil else {
      throw FailureClassifier.unreadable(answer, request.operation)
    }
    return json
  }

  private func prepare(_ request: StreamRequest, _ context: CallContext, _ now: Timestamp) throws(ProviderFailure)
    -> HTTPClientRequest
  {
    let left = context.deadline - ContinuousClock.now
    guard left > .zero else { throw ProviderFailure(.timeout, executed: .no, operation: request.operation) }
    guard let target = request.target(apiKey: account.apiKey) else {
      throw ProviderFailure(.invalid, executed: .no, operation: request.operation)
    }
    let token: String
    do { token = try tokens.server(now: now) } catch {
      throw ProviderFailure(.credentials, executed: .no, operation: request.operation)
    }
    var fields: HTTPFields = [
      "Authorization": token, "stream-auth-type": "jwt", "X-Stream-Client": "switchboard-server",
      "x-client-request-id": Hex.encode(random.bytes(16)), "Accept": "application/json",
      "Content-Type": "application/json",
    ]
    if let trace = context.trace { fields.add("traceparent", trace) }
    let firstByte: Duration = request.isCreate ? .seconds(10) : .seconds(5)
    let body = request.body.map { $0.bytes() } ?? (request.method == "GET" || request.method == "DELETE" ? nil : [])
    return HTTPClientRequest(
      method: request.method, url: account.baseURL + target, fields: fields, body: body,
      timeouts: HTTPTimeouts(
        connect: min(.seconds(2), left), firstByte: min(firstByte, left), idle: min(.seconds(5), left), total: left))
  }
}
