import AdapterKit
import Clocks
import Cryptography
import HTTPTypes
import JSONCoding
import MeetingCore

/// Sends requests of the API in somebody's name and gives back the decoded answer or a classified failure. Repeats nothing,
/// and asks nothing in a window of the service's that is used up.
struct StreamSender: Sendable {
  let side: StreamSide
  let apiKey: String
  /// Without a trailing slash.
  let baseURL: String
  let deadlines: StreamDeadlines
  /// What must not be seen in a failure, besides the credentials of the request.
  let secrets: [String]
  let transport: any HTTPTransport
  let time: any TimeSource
  let random: any RandomSource
  /// What the service said of its limits; shared by all copies.
  var windows = RateWindows()

  func send(
    _ request: StreamRequest, as credentials: StreamCredentials, until deadline: ContinuousClock.Instant,
    trace: String? = nil
  ) async throws(ProviderFailure) -> JSON {
    try await awaitWindow(request, deadline)
    let id = RandomUUID.make(random)
    let prepared = try prepare(request, credentials, deadline, fields(credentials, id, trace))
    let classifier = FailureClassifier(
      operation: request.operation, requestID: id,
      secrets: (secrets + [credentials.token.revealed]).filter { !$0.isEmpty })
    let answer: HTTPClientResponse
    do { answer = try await transport.send(prepared) } catch { throw classifier.failure(error) }
    windows.note(answer.fields, request.window, now: now)
    return try read(answer, of: request, classifier)
  }

  private var now: Timestamp { Timestamp(nanoseconds: time.wallNanoseconds) }

  /// Waits for the next window where this one is used up, as long as that leaves half of the time for the request itself.
  private func awaitWindow(_ request: StreamRequest, _ deadline: ContinuousClock.Instant) async throws(ProviderFailure)
  {
    while let wait = windows.wait(request.window, now: now) {
      guard wait <= (deadline - ContinuousClock.now) / 2 else {
        throw ProviderFailure(.rateLimited(retryAfter: wait), executed: .no, operation: request.operation)
      }
      do { try await time.sleep(for: wait) } catch {
        throw ProviderFailure(.cancelled, executed: .no, operation: request.operation)
      }
    }
  }

  private func read(_ answer: HTTPClientResponse, of request: StreamRequest, _ classifier: FailureClassifier)
    throws(ProviderFailure) -> JSON
  {
    guard (200..<300).contains(answer.status) else { throw classifier.failure(answer, now: now) }
    // A success without words is one, where nothing is to be read from it.
    if answer.body.isEmpty, !request.readsAnswer { return [:] }
    guard let json = try? JSON.parse(answer.body, mode: .vendor), json.objectValue != nil else {
      throw classifier.unreadable(answer)
    }
    if FailureClassifier.isError(json) { throw classifier.failure(answer, now: now) }
    return json
  }

  private func prepare(
    _ request: StreamRequest, _ credentials: StreamCredentials, _ deadline: ContinuousClock.Instant,
    _ fields: HTTPFields
  ) throws(ProviderFailure) -> HTTPClientRequest {
    let left = deadline - ContinuousClock.now
    guard left > .zero else { throw ProviderFailure(.timeout, executed: .no, operation: request.operation) }
    guard let target = request.target(apiKey: apiKey, side: side) else {
      throw ProviderFailure(.invalid, executed: .no, operation: request.operation)
    }
    let firstByte = request.isCreate ? deadlines.create : deadlines.answer
    return HTTPClientRequest(
      method: request.method, url: baseURL + target, fields: fields,
      body: request.body.map { $0.bytes() } ?? (request.method == "GET" ? nil : []),
      timeouts: HTTPTimeouts(
        connect: min(deadlines.connect, left), firstByte: min(firstByte, left), idle: min(deadlines.idle, left),
        total: left))
  }

  private func fields(_ credentials: StreamCredentials, _ id: String, _ trace: String?) -> HTTPFields {
    var fields: HTTPFields = [
      "stream-auth-type": credentials.kind.rawValue, "X-Stream-Client": side.clientName, "x-client-request-id": id,
      "Accept": "application/json", "Content-Type": "application/json",
    ]
    if !credentials.token.isEmpty { fields.add("Authorization", credentials.token.revealed) }
    if let trace { fields.add("traceparent", trace) }
    return fields
  }
}
