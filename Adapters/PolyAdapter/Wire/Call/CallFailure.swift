/// Why a call failed: what its user is told, and what the vendor said beside it.
struct CallFailure: Error, Sendable, Hashable {
  let error: PolyError
  /// The vendor's own code of an `error` frame, which its clients throw away.
  let code: String?
  /// Of the HTTP answer, or of the socket's close, that it came from.
  let status: Int?

  init(_ error: PolyError, code: String? = nil, status: Int? = nil) {
    self.error = error
    self.code = code
    self.status = status
  }

  static func signaling(_ text: String, code: String? = nil, status: Int? = nil) -> Self {
    Self(.voice(.signalingFailed(text)), code: code, status: status)
  }
}
