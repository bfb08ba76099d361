import CCurl
import HTTPTypes

extension Transfer {
  /// Every option but the header fields.
  func setUp(_ options: inout EasyOptions, _ configuration: HTTPClientConfiguration) {
    setTarget(&options, configuration)
    setManners(&options)
    setBody(&options)
    setCallbacks(&options)
    if configuration.publicTargetsOnly { guardTarget(&options) }
  }

  private func setTarget(_ options: inout EasyOptions, _ configuration: HTTPClientConfiguration) {
    options.set(CURLOPT_URL, request.url)
    options.set(CURLOPT_PROTOCOLS_STR, "http,https")
    options.set(CURLOPT_PATH_AS_IS, 1)
    options.set(CURLOPT_DISALLOW_USERNAME_IN_URL, 1)
    options.set(CURLOPT_PROXY, "")
    options.set(CURLOPT_HTTP_VERSION, Int(CURL_HTTP_VERSION_2TLS))
    options.set(CURLOPT_USERAGENT, configuration.userAgent)
    if let file = configuration.caFile {
      options.set(CURLOPT_CAINFO, file)
      options.clear(CURLOPT_CAPATH)
    }
  }

  private func setManners(_ options: inout EasyOptions) {
    options.set(CURLOPT_NOSIGNAL, 1)
    options.set(CURLOPT_FOLLOWLOCATION, 0)
    options.set(CURLOPT_TCP_NODELAY, 1)
    // Without it, ending a transfer waits on the loop's thread for its name look-up, and every other transfer with it.
    options.set(CURLOPT_QUICK_EXIT, 1)
    // Most servers close a connection unused for a minute; a request sent at that moment is lost.
    options.set(CURLOPT_MAXAGE_CONN, 50)
    // Our own deadline decides; the library divides this one among the addresses of a name.
    let connect = Deadlines.bounded(request.timeouts.connect) / .milliseconds(1)
    options.set(CURLOPT_CONNECTTIMEOUT_MS, max(1, Int(connect)))
  }

  private func setBody(_ options: inout EasyOptions) {
    if request.method == "HEAD" {
      options.set(CURLOPT_NOBODY, 1)
    } else if let body = request.body {
      options.set(CURLOPT_POSTFIELDSIZE_LARGE, size: body.count)
      // Of an empty array there may be no address, which would mean "no body".
      (body.isEmpty ? [0] : body).withUnsafeBytes {
        options.set(CURLOPT_COPYPOSTFIELDS, pointer: UnsafeMutableRawPointer(mutating: $0.baseAddress))
      }
    }
    options.set(CURLOPT_CUSTOMREQUEST, request.method)
  }

  private func setCallbacks(_ options: inout EasyOptions) {
    let me = Unmanaged.passUnretained(self).toOpaque()
    options.set(CURLOPT_PRIVATE, pointer: me)
    options.set(beforeSending: Self.onSending)
    options.set(CURLOPT_PREREQDATA, pointer: me)
    options.set(CURLOPT_WRITEFUNCTION, sink: Self.onBody)
    options.set(CURLOPT_WRITEDATA, pointer: me)
    options.set(CURLOPT_HEADERFUNCTION, sink: Self.onLine)
    options.set(CURLOPT_HEADERDATA, pointer: me)
  }

  private static let onSending: curl_prereq_callback = { context, _, _, _, _ in
    guard let context else { return CURL_PREREQFUNC_ABORT }
    return of(context).willSend() ? CURL_PREREQFUNC_OK : CURL_PREREQFUNC_ABORT
  }

  private static let onBody: sb_sink = { data, size, count, context in
    guard let data, let context else { return 0 }
    return bytes(data, size * count) { of(context).take(body: $0) } ? size * count : 0
  }

  private static let onLine: sb_sink = { data, size, count, context in
    guard let data, let context else { return 0 }
    return bytes(data, size * count) { of(context).take(line: $0) } ? size * count : 0
  }

  /// The transfer of a callback's context; the loop keeps it alive while its handle is.
  static func of(_ context: UnsafeMutableRawPointer) -> Transfer {
    Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
  }

  private static func bytes(
    _ data: UnsafeMutablePointer<CChar>, _ count: Int, _ body: (UnsafeBufferPointer<UInt8>) -> Bool
  ) -> Bool {
    data.withMemoryRebound(to: UInt8.self, capacity: count) {
      body(UnsafeBufferPointer(start: $0, count: count))
    }
  }
}
