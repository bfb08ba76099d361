package import JSONCoding

/// One frame of an event stream; a comment or a `retry:` has no event.
package struct StreamFrame: Sendable {
  package let id: String?
  package let event: String?
  package let data: String?
  /// After how many milliseconds the client shall come again.
  package let retry: String?

  package init(_ lines: [Substring]) {
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.utf8.count + 2)) }
    }
    (id, event, data, retry) = (value("id"), value("event"), value("data"), value("retry"))
  }

  package var json: JSON { (try? JSON.parse(Array((data ?? "").utf8), mode: .strict)) ?? .null }
  package var sequence: Int64? { json["sequence"]?.integerValue }
}
