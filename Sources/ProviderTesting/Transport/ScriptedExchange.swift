package import HTTPTypes

/// One request that a test expects, and what it gets.
package struct ScriptedExchange: Sendable {
  package let method: String
  /// What the URL must be: all of it, or everything from the path on.
  package let target: String
  package let answer: Result<HTTPClientResponse, HTTPClientFailure>
  /// Looks at the request; a text says what is wrong with it.
  package let check: @Sendable (HTTPClientRequest) -> String?

  package init(
    _ method: String, _ target: String, answer: Result<HTTPClientResponse, HTTPClientFailure>,
    check: @escaping @Sendable (HTTPClientRequest) -> String? = { _ in nil }
  ) {
    self.method = method
    self.target = target
    self.answer = answer
    self.check = check
  }

  /// An answer with a JSON body.
  package static func json(
    _ method: String, _ target: String, status: Int = 200, _ body: String,
    check: @escaping @Sendable (HTTPClientRequest) -> String? = { _ in nil }
  ) -> Self {
    let response = HTTPClientResponse(
      status: status, fields: ["Content-Type": "application/json"], body: Array(body.utf8))
    return Self(method, target, answer: .success(response), check: check)
  }

  /// A request that gets no answer.
  package static func failure(_ method: String, _ target: String, _ failure: HTTPClientFailure) -> Self {
    Self(method, target, answer: .failure(failure))
  }

  /// What is wrong with a request that should be this one.
  func mismatch(_ request: HTTPClientRequest) -> String? {
    if request.method != method || !hasTarget(request.url) {
      return "expected \(method) \(target), was \(request.method) \(request.url)"
    }
    return check(request).map { "\(method) \(target): \($0)" }
  }

  private func hasTarget(_ url: String) -> Bool {
    if url == target { return true }
    guard target.hasPrefix("/"), let scheme = url.firstRange(of: "://") else { return false }
    return url[scheme.upperBound...].drop { $0 != "/" } == target[...]
  }
}
