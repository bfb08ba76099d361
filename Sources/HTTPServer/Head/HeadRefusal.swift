/// Why a request head was refused before any handler saw it.
package enum HeadRefusal: String, Error, Sendable, CaseIterable {
  case malformedFraming = "The head has a bare line feed, a folded line, a NUL or stray white space."
  case invalidMethod = "The method is not a token."
  case invalidTarget = "The target must start with / and consist of visible ASCII characters."
  case invalidFieldName = "A header name is not a token."
  case invalidFieldValue = "A header value has a control character."
  case hostMissing = "Exactly one Host header is required."
  case lengthInvalid = "Content-Length must be given once, in digits."
  case lengthAndEncoding = "Content-Length and Transfer-Encoding exclude each other."
  case encodingUnsupported = "The only Transfer-Encoding accepted is chunked."
  case targetTooLong = "The target is too long."
  case headTooLarge = "The header fields are too large."

  var status: Int {
    switch self {
    case .targetTooLong: 414
    case .headTooLarge: 431
    default: 400
    }
  }

  var title: String {
    switch self {
    case .targetTooLong: "URI Too Long"
    case .headTooLarge: "Request Header Fields Too Large"
    default: "Bad Request"
    }
  }
}
