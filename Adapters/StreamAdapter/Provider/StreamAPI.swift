import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore

/// Sends requests of the API with a token of whoever asks and gives back the decoded answer or a classified failure.
struct StreamAPI: Sendable {
  let account: StreamAccount
  let transport: any HTTPTransport
  let time: any TimeSource
  let random: any RandomSource

  var tokens: Tokens { Tokens(secret: account.apiSecret) }

  /// A refused token is minted anew, a second older, and the request sent once more: a 401 means that nothing was executed.
  /// Nothing else is repeated here.
  @discardableResult
  func send(_ request: StreamRequest, _ context: CallContext) async throws(ProviderFailure) -> JSON {
    do { return try await once(request, context, tokenTime: now) } catch {
      guard error.reason == .credentials, error.vendorStatus == 401 else { throw error }
      return try await once(request, context, tokenTime: now.advanced(bySeconds: -1))
    }
  }

  private var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  private func once(_ request: StreamRequest, _ context: CallContext, tokenTime: Timestamp)
    async throws(ProviderFailure) -> JSON
  {
    let id = requestID()
    let prepared = try prepare(request, context, tokenTime, id)
    let classifier = FailureClassifier(
      operation: request.operation, requestID: id, secrets: [account.apiSecret.revealed].filter { !$0.isEmpty })
    let answer: HTTPClientResponse
    do { answer = try await transport.send(prepared) } catch { throw classifier.failure(error) }
    guard (200..<300).contains(answer.status) else { throw classifier.failure(answer, now: now) }
    // A success without words is one, where nothing is to be read from it.
    if answer.body.isEmpty, !request.readsAnswer { return [:] }
    guard let json = try? JSON.parse(answer.body, mode: .vendor), json.objectValue != nil else {
      throw classifier.unreadable(answer)
    }
    if FailureClassifier.isError(json) { throw classifier.failure(answer, now: now) }
    return json
  }

  private func prepare(_ request: StreamRequest, _ context: CallContext, _ tokenTime: Timestamp, _ id: String)
    throws(ProviderFailure) -> HTTPClientRequest
  {
    let left = context.deadline - ContinuousClock.now
    guard left > .zero else { throw ProviderFailure(.timeout, executed: .no, operation: request.operation) }
    guard let target = request.target(apiKey: account.apiKey) else {
      throw ProviderFailure(.invalid, executed: .no, operation: request.operation)
    }
    let token: String
    do { token = try tokens.token(of: request.caller, now: tokenTime) } catch {
      throw ProviderFailure(.credentials, executed: .no, operation: request.operation)
    }
    let limits = account.deadlines
    let firstByte = request.isCreate ? limits.create : limits.answer
    return HTTPClientRequest(
      method: request.method, url: account.baseURL + target, fields: fields(token, id, context.trace),
      body: request.body.map { $0.bytes() } ?? (request.method == "GET" ? nil : []),
      timeouts: HTTPTimeouts(
        connect: min(limits.connect, left), firstByte: min(firstByte, left), idle: min(limits.idle, left), total: left))
  }

  private func fields(_ token: String, _ id: String, _ trace: String?) -> HTTPFields {
    var fields: HTTPFields = [
      "Authorization": token, "stream-auth-type": "jwt", "X-Stream-Client": "switchboard-server",
      "x-client-request-id": id, "Accept": "application/json", "Content-Type": "application/json",
    ]
    if let trace { fields.add("traceparent", trace) }
    return fields
  }

  /// A random UUID, version 4.
  private func requestID() -> String {
    var bytes = random.bytes(16)
    bytes[6] = bytes[6] & 0x0f | 0x40
    bytes[8] = bytes[8] & 0x3f | 0x80
    let hex = Array(Hex.encode(bytes).utf8)
    let parts = [0..<8, 8..<12, 12..<16, 16..<20, 20..<32].map { String(decoding: hex[$0], as: UTF8.self) }
    return parts.joined(separator: "-")
  }
}
