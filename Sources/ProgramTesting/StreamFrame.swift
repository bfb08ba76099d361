package import JSONCoding

/// One frame of an event stream; a comment or a `retry:` has no event.
package struct StreamFrame: Sendable {
  package let id: String?
  package let event: String?
  package let data: String?

  package init(_ lines: [Substring]) {
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.utf8.count + 2)) }
    }
    (id, event, data) = (value("id"), value("event"), value("data"))
  }

  package var json: JSON { (try? JSON.parse(Array((data ?? "").utf8), mode: .strict)) ?? .null }
  package var sequence: Int64? { json["sequence"]?.integerValue }
}
