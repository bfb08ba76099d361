import CCurl
import HTTPTypes

/// One request on its way: a `curl_easy` handle, what has come in, and the caller to resume.
// Sendable: handed over once through the loop's mutex, then used on its thread alone.
final class Transfer: @unchecked Sendable {
  typealias Outcome = Result<HTTPClientResponse, HTTPClientFailure>

  let id: Int
  let request: HTTPClientRequest
  private let done: CheckedContinuation<Outcome, Never>
  private(set) var handle: UnsafeMutableRawPointer?
  private var list: FieldList?
  private var schedule: Schedule?
  private(set) var response: ResponseCollector
  private(set) var deadlines: Deadlines
  private(set) var isTooLarge = false
  private(set) var isTargetForbidden = false
  /// The request went out, or may have, at least in part.
  private(set) var mayHaveBeenSent = false

  init(id: Int, request: HTTPClientRequest, done: CheckedContinuation<Outcome, Never>) {
    self.id = id
    self.request = request
    self.done = done
    response = ResponseCollector(maximumBodyBytes: request.maximumResponseBytes)
    deadlines = Deadlines(request.timeouts, started: .now)
  }

  /// Makes the handle. Anything but `CURLE_OK` is the end of it.
  func prepare(_ configuration: HTTPClientConfiguration, _ schedule: Schedule) -> CURLcode {
    guard let handle = curl_easy_init() else { return CURLE_FAILED_INIT }
    let list = FieldList(request)
    self.handle = handle
    self.list = list
    self.schedule = schedule
    schedule.lower(to: deadlines.next)
    var options = EasyOptions(handle)
    setUp(&options, configuration)
    options.set(CURLOPT_HTTPHEADER, list: list.head)
    return list.isWhole ? options.outcome : CURLE_OUT_OF_MEMORY
  }

  /// Frees the handle, which must have left its multi handle, then resumes the caller. Once.
  func finish(_ outcome: Outcome) {
    if let handle { curl_easy_cleanup(handle) }
    list?.free()
    handle = nil
    list = nil
    done.resume(returning: outcome)
  }

  // MARK: What the library reports

  /// Called for each attempt, when its connection stands. Returns whether the request may go out.
  func willSend() -> Bool {
    if mayHaveBeenSent, !isRepeatable, bytesSent > 0 { return false }
    mayHaveBeenSent = true
    deadlines.sending(.now)
    schedule?.lower(to: deadlines.next)
    return true
  }

  /// One of the host's addresses may not be reached.
  func forbidTarget() { isTargetForbidden = true }

  /// False stops the transfer.
  func take(body piece: UnsafeBufferPointer<UInt8>) -> Bool {
    deadlines.received(.now)
    return accepts(response.take(body: piece))
  }

  /// False stops the transfer.
  func take(line: UnsafeBufferPointer<UInt8>) -> Bool {
    let step = response.take(line: line)
    if response.hasBegun { deadlines.received(.now) }
    if step == .begun { schedule?.lower(to: deadlines.next) }
    return accepts(step)
  }

  private func accepts(_ step: ResponseCollector.Step) -> Bool {
    isTooLarge = isTooLarge || step == .tooLarge
    return step != .tooLarge
  }

  /// Whether sending it twice does what sending it once does (RFC 9110, 9.2.2).
  private var isRepeatable: Bool { ["GET", "HEAD", "PUT", "DELETE", "OPTIONS"].contains(request.method) }

  /// Over all attempts.
  private var bytesSent: Int {
    var bytes = 0
    if let handle { _ = sb_get_long(handle, CURLINFO_REQUEST_SIZE, &bytes) }
    return bytes
  }
}
