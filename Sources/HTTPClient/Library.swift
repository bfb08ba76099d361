import CCurl

/// Global set-up of the library (`curl_global_init`), once.
enum Library {
  private static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  static func multi() -> UnsafeMutableRawPointer {
    guard isReady, let multi = curl_multi_init() else { preconditionFailure("the HTTP library cannot start") }
    return multi
  }
}
