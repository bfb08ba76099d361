import HTTPTypes

extension HTTPResponse {
  /// There is no memory for one more body.
  static var busy: HTTPResponse {
    let text = """
      {"type":"/problems/not_ready","title":"Not ready","status":503,"code":"not_ready",\
      "detail":"as many bodies are being read as the server holds","retryable":true}
      """
    return HTTPResponse(
      status: 503,
      fields: ["Content-Type": "application/problem+json", "Retry-After": "1", "Cache-Control": "no-store"],
      body: .bytes(Array(text.utf8)))
  }
}
