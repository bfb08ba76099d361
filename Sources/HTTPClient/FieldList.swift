import CCurl
import HTTPTypes

/// The request's own header fields as a `curl_slist`; owned, freed by `free`.
struct FieldList {
  private(set) var head: UnsafeMutablePointer<curl_slist>?
  private(set) var isWhole = true

  init(_ request: HTTPClientRequest) {
    // Both are the library's habits for bodies: asking before sending, and a form's type.
    append("Expect:")
    if request.body != nil, request.fields["Content-Type"] == nil { append("Content-Type:") }
    // Asked for here and inflated here: the library takes a body whose gzip ends early for a whole one.
    if request.fields["Accept-Encoding"] == nil { append("Accept-Encoding: gzip") }
    for field in request.fields.entries { append(Self.line(field)) }
  }

  mutating func free() {
    curl_slist_free_all(head)
    head = nil
  }

  /// A field without a value is written with a semicolon, or the library takes it for a removal.
  private static func line(_ field: HTTPFields.Entry) -> String {
    let isBlank = field.value.utf8.allSatisfy { $0 == 32 || $0 == 9 }
    return isBlank ? "\(field.name);" : "\(field.name): \(field.value)"
  }

  private mutating func append(_ line: String) {
    guard let longer = curl_slist_append(head, line) else { return isWhole = false }
    head = longer
  }
}
