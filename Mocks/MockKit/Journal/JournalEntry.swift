import Clocks
package import HTTPTypes
package import JSONCoding

/// One request a vendor route received.
package struct JournalEntry: Sendable {
  package let sequence: Int
  /// Wall time of the vendor's clock, nanoseconds.
  package let at: Int64
  package let request: HTTPRequest
  package let operation: String?
  /// nil when the fault gave no answer.
  package let status: Int?
  package let fault: String?

  /// About what the entry occupies.
  var weight: Int {
    request.head.fields.entries.reduce(256 + request.body.count + request.head.path.utf8.count) {
      $0 + $1.name.utf8.count + $1.value.utf8.count + 32
    }
  }

  package var json: JSON {
    [
      "sequence": .int(sequence), "at": .string(RFC3339.format(at, fractionDigits: 9)),
      "method": known(request.head.method), "path": known(request.head.path), "query": .text(request.head.query),
      "operation": .text(operation), "headers": headers, "body": body, "status": status.map(JSON.int) ?? .null,
      "fault": .text(fault),
    ]
  }

  /// Null where the connection was reset before anything was asked.
  private func known(_ text: String) -> JSON { text.isEmpty ? .null : .string(text) }

  private var headers: JSON {
    var object = JSONObject()
    for entry in request.head.fields.entries {
      let name = entry.name.lowercased()
      let earlier = object[name]?.stringValue.map { $0 + ", " } ?? ""
      object[name] = .string(earlier + entry.value)
    }
    return .object(object)
  }

  /// The document that was sent; as text when it is not JSON; null without a body.
  private var body: JSON {
    guard !request.body.isEmpty else { return .null }
    return (try? JSON.parse(request.body, mode: .strict)) ?? .string(String(decoding: request.body, as: UTF8.self))
  }
}
