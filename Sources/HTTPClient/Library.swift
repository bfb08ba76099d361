import CCurl

/// The library's global set-up (`curl_global_init`), once, and its multi handles.
enum Library {
  static let isReady: Bool = curl_global_init(Int(CURL_GLOBAL_ALL)) == CURLE_OK

  static func multi(_ configuration: HTTPClientConfiguration) -> UnsafeMutableRawPointer {
    guard isReady, let multi = curl_multi_init() else { preconditionFailure("the HTTP library cannot start") }
    let limits = [
      sb_multi_set_long(multi, CURLMOPT_MAX_HOST_CONNECTIONS, configuration.maximumConnectionsPerHost),
      sb_multi_set_long(multi, CURLMOPT_MAX_TOTAL_CONNECTIONS, configuration.maximumTotalConnections),
      sb_multi_set_long(multi, CURLMOPT_MAXCONNECTS, configuration.maximumTotalConnections),
    ]
    precondition(limits.allSatisfy { $0 == CURLM_OK }, "the HTTP library refuses the limits of its connections")
    return multi
  }
}
