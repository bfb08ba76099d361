import CCurl
import HTTPTypes

extension Transfer {
  /// The end the library reports.
  func outcome(_ code: CURLcode) -> Outcome {
    if code == CURLE_OK, response.hasHead {
      return .success(HTTPClientResponse(status: status, fields: response.fields, body: response.body))
    }
    return .failure(failure(reason(code), String(cString: curl_easy_strerror(code))))
  }

  /// `detail` must hold nothing of the request: the library's texts for codes, or words of our own.
  func failure(_ reason: HTTPClientFailure.Reason, _ detail: String) -> HTTPClientFailure {
    HTTPClientFailure(reason, requestMayHaveBeenSent: mayHaveBeenSent, detail: detail)
  }

  private var status: Int {
    var code = 0
    if let handle { _ = sb_get_long(handle, CURLINFO_RESPONSE_CODE, &code) }
    return code
  }

  private func reason(_ code: CURLcode) -> HTTPClientFailure.Reason {
    if isTooLarge { return .tooLarge }
    if isTargetForbidden { return .targetNotAllowed }
    if code == CURLE_OPERATION_TIMEDOUT { return mayHaveBeenSent ? .totalTimeout : .connectTimeout }
    return mayHaveBeenSent ? reasonOnceSent(code) : reasonBeforeSending(code)
  }

  private func reasonBeforeSending(_ code: CURLcode) -> HTTPClientFailure.Reason {
    switch code {
    case CURLE_COULDNT_RESOLVE_HOST: .nameNotResolved
    case CURLE_URL_MALFORMAT, CURLE_UNSUPPORTED_PROTOCOL, CURLE_LOGIN_DENIED, CURLE_BAD_FUNCTION_ARGUMENT:
      .invalidRequest
    case CURLE_SSL_CONNECT_ERROR, CURLE_PEER_FAILED_VERIFICATION, CURLE_SSL_CACERT_BADFILE, CURLE_SSL_CERTPROBLEM,
      CURLE_SSL_CIPHER, CURLE_SSL_ISSUER_ERROR, CURLE_SSL_INVALIDCERTSTATUS:
      .tls
    default: .connectFailed
    }
  }

  private func reasonOnceSent(_ code: CURLcode) -> HTTPClientFailure.Reason {
    switch code {
    case CURLE_PARTIAL_FILE: .truncated
    // The library keeps no head line above its own bound, and says so with this.
    case CURLE_OUT_OF_MEMORY: .tooLarge
    case CURLE_UNSUPPORTED_PROTOCOL, CURLE_WEIRD_SERVER_REPLY, CURLE_HTTP2:
      .protocolViolation
    default: response.hasHead ? .truncated : .connectionLost
    }
  }
}
