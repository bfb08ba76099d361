import AdapterKit
import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore

/// Sends requests of the REST API and gives back the decoded answer or a classified failure. Repeats nothing but what was
/// refused for its token: nothing was executed then.
struct VideoSDKSender: Sendable {
  /// Without a trailing slash.
  let baseURL: String
  let deadlines: VideoSDKDeadlines
  let tokens: Tokens
  /// Of our own requests; shared by all copies.
  let token: RequestToken
  /// What must not be seen in a failure, besides the token of the request.
  let secrets: [Secret]
  let transport: any HTTPTransport
  let time: any TimeSource
  let random: any RandomSource

  init(
    account: VideoSDKAccount, transport: any HTTPTransport, time: any TimeSource, random: any RandomSource
  ) {
    baseURL = account.baseURL
    deadlines = account.deadlines
    tokens = Tokens(apiKey: account.apiKey, secret: account.secret)
    token = RequestToken(tokens: tokens, seconds: account.requestTokenSeconds)
    secrets = [account.secret].filter { !$0.isEmpty }
    self.transport = transport
    self.time = time
    self.random = random
  }

  @discardableResult
  func send(_ request: VideoSDKRequest, _ context: CallContext) async throws(ProviderFailure) -> JSON {
    if request.isOpen { return try await once(request, nil, context) }
    let token = try minted(request) { now throws(JWTError) in try self.token.token(now: now) }
    do { return try await once(request, token, context) } catch {
      guard error.reason == .credentials, error.vendorStatus != 403 else { throw error }
      let renewed = try minted(request) { now throws(JWTError) in try self.token.renew(token, now: now) }
      return try await once(request, renewed, context)
    }
  }

  private var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  private func minted(_ request: VideoSDKRequest, _ mint: (Timestamp) throws(JWTError) -> Secret)
    throws(ProviderFailure) -> Secret
  {
    do { return try mint(now) } catch {
      throw ProviderFailure(.credentials, executed: .no, operation: request.operation)
    }
  }

  private func once(_ request: VideoSDKRequest, _ token: Secret?, _ context: CallContext)
    async throws(ProviderFailure) -> JSON
  {
    let id = RandomUUID.make(random)
    let prepared = try prepare(request, context.deadline, fields(request, token, context.trace))
    let classifier = FailureClassifier(
      operation: request.operation, missing: request.missing, requestID: id,
      secrets: (secrets + [token].compactMap { $0 }).map(\.revealed))
    let answer: HTTPClientResponse
    do { answer = try await transport.send(prepared) } catch { throw classifier.failure(error) }
    guard (200..<300).contains(answer.status) else { throw classifier.failure(answer, now: now) }
    return try AnswerReading(classifier: classifier, now: now).read(answer, request.answer)
  }

  private func prepare(_ request: VideoSDKRequest, _ deadline: ContinuousClock.Instant, _ fields: HTTPFields)
    throws(ProviderFailure) -> HTTPClientRequest
  {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { throw ProviderFailure(.timeout, executed: .no, operation: request.operation) }
    guard let target = request.target else {
      throw ProviderFailure(.invalid, executed: .no, operation: request.operation)
    }
    let firstByte = request.isCreate ? deadlines.create : deadlines.answer
    return HTTPClientRequest(
      method: request.method, url: baseURL + target, fields: fields, body: request.body.map { $0.bytes() },
      timeouts: HTTPTimeouts(
        connect: min(deadlines.connect, left), firstByte: min(firstByte, left), idle: min(deadlines.idle, left),
        total: left))
  }

  /// The token goes bare: the service knows no scheme before it.
  private func fields(_ request: VideoSDKRequest, _ token: Secret?, _ trace: String?) -> HTTPFields {
    var fields: HTTPFields = ["Accept": "application/json"]
    if let token { fields.add("Authorization", token.revealed) }
    if request.body != nil { fields.add("Content-Type", "application/json") }
    if let trace { fields.add("traceparent", trace) }
    return fields
  }
}
