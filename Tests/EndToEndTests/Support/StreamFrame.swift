import JSONCoding

/// One frame of an event stream; a comment or a `retry:` has no event.
struct StreamFrame: Sendable {
  let id: String?
  let event: String?
  let data: String?

  init(_ lines: [Substring]) {
    func value(_ name: String) -> String? {
      lines.first { $0.hasPrefix("\(name): ") }.map { String($0.dropFirst(name.utf8.count + 2)) }
    }
    (id, event, data) = (value("id"), value("event"), value("data"))
  }

  var json: JSON { (try? JSON.parse(Array((data ?? "").utf8), mode: .strict)) ?? .null }
  var sequence: Int64? { json["sequence"]?.integerValue }
}
