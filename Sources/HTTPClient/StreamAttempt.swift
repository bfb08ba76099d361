import CCurl
import HTTPTypes
import Synchronization
import Threads

/// One connection being opened, on a thread that ends with it.
final class StreamAttempt: Sendable {
  typealias Outcome = Result<any ByteStream, HTTPClientFailure>

  private struct State {
    var isCancelled = false
    var done: CheckedContinuation<Outcome, Never>?
  }

  private let url: String
  private let timeouts: HTTPTimeouts
  private let configuration: HTTPClientConfiguration
  private let state = Mutex(State())

  init(url: String, timeouts: HTTPTimeouts, configuration: HTTPClientConfiguration) {
    self.url = url
    self.timeouts = timeouts
    self.configuration = configuration
  }

  func start(_ done: CheckedContinuation<Outcome, Never>) {
    let isCancelled = state.withLock { state in
      state.done = done
      return state.isCancelled
    }
    if isCancelled {
      finish(.failure(Self.failure(.cancelled, "cancelled")))
      return
    }
    if DetachedThread.start({ self.run() }) != 0 {
      finish(.failure(Self.failure(.connectFailed, "no thread")))
    }
  }

  /// The caller is told at once; the thread ends within the connect time-out.
  func cancel() {
    state.withLock { $0.isCancelled = true }
    finish(.failure(Self.failure(.cancelled, "cancelled")))
  }

  private func run() {
    if state.withLock({ $0.isCancelled }) { return }
    guard Library.isReady, let handle = curl_easy_init() else {
      finish(.failure(Self.failure(.connectFailed, "the library cannot start")))
      return
    }
    var options = EasyOptions(handle)
    setUp(&options)
    let code = options.outcome == CURLE_OK ? curl_easy_perform(handle) : options.outcome
    guard code == CURLE_OK, let stream = CurlStream(handle) else {
      curl_easy_cleanup(handle)
      finish(.failure(Self.failure(Self.reason(code), String(cString: curl_easy_strerror(code)))))
      return
    }
    if !finish(.success(stream)) { stream.close() }
  }

  private func setUp(_ options: inout EasyOptions) {
    options.set(CURLOPT_URL, url)
    options.set(CURLOPT_PROTOCOLS_STR, "http,https")
    options.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    options.set(CURLOPT_PROXY, "")
    options.set(CURLOPT_NOSIGNAL, 1)
    options.set(CURLOPT_TCP_NODELAY, 1)
    options.set(CURLOPT_CONNECT_ONLY, 1)
    options.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_1_1))
    options.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(Deadlines.bounded(timeouts.connect) / .milliseconds(1))))
    if let file = configuration.caFile {
      options.set(CURLOPT_CAINFO, file)
      options.clear(CURLOPT_CAPATH)
    }
  }

  /// False when somebody was told before.
  @discardableResult
  private func finish(_ outcome: Outcome) -> Bool {
    let done = state.withLock { state in
      defer { state.done = nil }
      return state.done
    }
    done?.resume(returning: outcome)
    return done != nil
  }

  private static func reason(_ code: CURLcode) -> HTTPClientFailure.Reason {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotResolved
    case CURLE_OPERATION_TIMEDOUT: .connectTimeout
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CERTPROBLEM, CURLE_SSL_CACERT_BADFILE: .tls
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .invalidRequest
    default: .connectFailed
    }
  }

  private static func failure(_ reason: HTTPClientFailure.Reason, _ detail: String) -> HTTPClientFailure {
    HTTPClientFailure(reason, requestMayHaveBeenSent: false, detail: detail)
  }
}
