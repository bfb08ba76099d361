import CCurl
import HTTPTypes

/// One request on its way. Touched by the loop's thread only, from the moment the loop takes it.
final class Transfer: @unchecked Sendable {  // Proof: handed over once through the loop's mutex, then used on its thread alone.
  let id: Int
  let request: HTTPClientRequest
  let done: CheckedContinuation<Result<HTTPClientResponse, HTTPClientFailure>, Never>
  let started: ContinuousClock.Instant
  private(set) var handle: UnsafeMutableRawPointer?
  private var headers: UnsafeMutablePointer<curl_slist>?
  private var fields = HTTPFields()
  private var body: [UInt8] = []
  private(set) var overflow: HTTPClientFailure.Reason?
  private(set) var hasHead = false
  private var lastProgress: ContinuousClock.Instant

  init(
    id: Int, request: HTTPClientRequest,
    done: CheckedContinuation<Result<HTTPClientResponse, HTTPClientFailure>, Never>
  ) {
    self.id = id
    self.request = request
    self.done = done
    started = .now
    lastProgress = started
  }

  // MARK: Setting up

  /// False when the library has no handle to give.
  func prepare(_ configuration: HTTPClientConfiguration) -> Bool {
    guard let handle = curl_easy_init() else { return false }
    self.handle = handle
    setTarget(handle, configuration)
    setTimes(handle)
    setBody(handle)
    setFields(handle)
    let me = Unmanaged.passUnretained(self).toOpaque()
    _ = sb_set_sink(handle, CURLOPT_WRITEFUNCTION, Transfer.onBody)
    _ = sb_set_pointer(handle, CURLOPT_WRITEDATA, me)
    _ = sb_set_sink(handle, CURLOPT_HEADERFUNCTION, Transfer.onHeader)
    _ = sb_set_pointer(handle, CURLOPT_HEADERDATA, me)
    return true
  }

  private func setTarget(_ handle: UnsafeMutableRawPointer, _ configuration: HTTPClientConfiguration) {
    _ = sb_set_string(handle, CURLOPT_URL, request.url)
    _ = sb_set_string(handle, CURLOPT_PROTOCOLS_STR, "http,https")
    _ = sb_set_string(handle, CURLOPT_PROXY, "")
    _ = sb_set_string(handle, CURLOPT_USERAGENT, configuration.userAgent)
    _ = sb_set_string(handle, CURLOPT_ACCEPT_ENCODING, "gzip")
    _ = sb_set_long(handle, CURLOPT_NOSIGNAL, 1)
    _ = sb_set_long(handle, CURLOPT_FOLLOWLOCATION, 0)
    _ = sb_set_long(handle, CURLOPT_PATH_AS_IS, 1)
    _ = sb_set_long(handle, CURLOPT_TCP_NODELAY, 1)
    _ = sb_set_long(handle, CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    if let file = configuration.certificateFile { _ = sb_set_string(handle, CURLOPT_CAINFO, file) }
  }

  private func setTimes(_ handle: UnsafeMutableRawPointer) {
    _ = sb_set_long(handle, CURLOPT_CONNECTTIMEOUT_MS, Self.milliseconds(request.timeouts.connect))
    _ = sb_set_long(handle, CURLOPT_TIMEOUT_MS, Self.milliseconds(request.timeouts.total))
  }

  private func setBody(_ handle: UnsafeMutableRawPointer) {
    if request.method == "HEAD" {
      _ = sb_set_long(handle, CURLOPT_NOBODY, 1)
    } else if let body = request.body {
      _ = sb_set_off(handle, CURLOPT_POSTFIELDSIZE_LARGE, Int(body.count))
      body.withUnsafeBytes {
        let start = UnsafeMutableRawPointer(mutating: $0.baseAddress)
        _ =
          body.isEmpty
          ? sb_set_string(handle, CURLOPT_COPYPOSTFIELDS, "") : sb_set_pointer(handle, CURLOPT_COPYPOSTFIELDS, start)
      }
    }
    _ = sb_set_string(handle, CURLOPT_CUSTOMREQUEST, request.method)
  }

  private func setFields(_ handle: UnsafeMutableRawPointer) {
    headers = curl_slist_append(headers, "Expect:")
    if request.body != nil, request.fields["Content-Type"] == nil {
      headers = curl_slist_append(headers, "Content-Type:")
    }
    for field in request.fields.entries {
      // A field without a value is written with a semicolon, or the library takes it for a removal.
      headers = curl_slist_append(headers, field.value.isEmpty ? "\(field.name);" : "\(field.name): \(field.value)")
    }
    _ = sb_set_list(handle, CURLOPT_HTTPHEADER, headers)
  }

  // MARK: Receiving

  private static let onBody: sb_sink = { data, size, count, context in
    guard let data, let context else { return 0 }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().take(body: data, size * count)
  }

  private static let onHeader: sb_sink = { data, size, count, context in
    guard let data, let context else { return 0 }
    return Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue().take(header: data, size * count)
  }

  private func take(body data: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    lastProgress = .now
    guard body.count + count <= request.maximumResponseBytes else {
      overflow = .tooLarge
      return 0
    }
    data.withMemoryRebound(to: UInt8.self, capacity: count) {
      body.append(contentsOf: UnsafeBufferPointer(start: $0, count: count))
    }
    return count
  }

  private func take(header data: UnsafeMutablePointer<CChar>, _ count: Int) -> Int {
    lastProgress = .now
    let line = data.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
    if line.hasPrefix("HTTP/") {
      fields = HTTPFields()
      hasHead = false
    } else if line.allSatisfy(\.isNewline) {
      hasHead = !isInterim
    } else if let colon = line.firstIndex(of: ":") {
      fields.add(String(line[..<colon]), Self.trimmed(line[line.index(after: colon)...]))
    }
    if fields.entries.count > 256 {
      overflow = .tooLarge
      return 0
    }
    return count
  }

  private var isInterim: Bool { (100..<200).contains(status) }

  private var status: Int {
    var code = 0
    if let handle { _ = sb_get_long(handle, CURLINFO_RESPONSE_CODE, &code) }
    return code
  }

  private static func trimmed(_ text: Substring) -> String {
    var rest = text
    while let first = rest.first, first == " " || first == "\t" { rest.removeFirst() }
    while let last = rest.last, last.isWhitespace { rest.removeLast() }
    return String(rest)
  }

  // MARK: Deadlines of our own

  /// What has run out, if anything, beside what the library watches itself.
  func expired(_ now: ContinuousClock.Instant) -> HTTPClientFailure.Reason? {
    if hasHead { return now - lastProgress > request.timeouts.idle ? .idleTimeout : nil }
    guard let sent = sentAt else { return nil }
    return now - sent > request.timeouts.firstByte ? .firstByteTimeout : nil
  }

  /// When the next of our own deadlines may run out.
  func nextDeadline(_ now: ContinuousClock.Instant) -> ContinuousClock.Instant {
    if hasHead { return lastProgress + request.timeouts.idle }
    return (sentAt ?? now) + request.timeouts.firstByte
  }

  /// When the connection stood and the request began to be sent; nil before that.
  private var sentAt: ContinuousClock.Instant? {
    var microseconds: curl_off_t = 0
    guard let handle, sb_get_off(handle, CURLINFO_PRETRANSFER_TIME_T, &microseconds) == CURLE_OK, microseconds > 0
    else {
      return nil
    }
    return started + .microseconds(Int64(microseconds))
  }

  // MARK: Ending

  func result(_ code: CURLcode) -> Result<HTTPClientResponse, HTTPClientFailure> {
    if code == CURLE_OK { return .success(HTTPClientResponse(status: status, fields: fields, body: body)) }
    let reason = overflow ?? reason(code)
    return .failure(failure(reason, String(cString: curl_easy_strerror(code))))
  }

  func failure(_ reason: HTTPClientFailure.Reason, _ detail: String) -> HTTPClientFailure {
    HTTPClientFailure(reason, requestMayHaveBeenSent: mayHaveBeenSent, detail: detail)
  }

  private var mayHaveBeenSent: Bool {
    var bytes = 0
    if let handle { _ = sb_get_long(handle, CURLINFO_REQUEST_SIZE, &bytes) }
    return bytes > 0 || sentAt != nil
  }

  private func reason(_ code: CURLcode) -> HTTPClientFailure.Reason {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotResolved
    case CURLE_COULDNT_CONNECT: .connectFailed
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL: .invalidRequest
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM: .tls
    case CURLE_OPERATION_TIMEDOUT: sentAt == nil ? .connectTimeout : .totalTimeout
    case CURLE_PARTIAL_FILE: .truncated
    case CURLE_RECV_ERROR: hasHead ? .truncated : .connectionLost
    case CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2, CURLE_HTTP2_STREAM, CURLE_BAD_CONTENT_ENCODING: .protocolViolation
    default: .connectionLost
    }
  }

  func free() {
    if let handle { curl_easy_cleanup(handle) }
    if let headers { curl_slist_free_all(headers) }
    handle = nil
    headers = nil
  }

  private static func milliseconds(_ duration: Duration) -> Int {
    max(1, Int(duration / .milliseconds(1)))
  }
}
