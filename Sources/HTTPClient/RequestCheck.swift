import HTTPTypes

/// Refuses requests that would put something else onto the wire than was meant.
enum RequestCheck {
  static func isSound(_ request: HTTPClientRequest) -> Bool {
    isTarget(request.url) && isMethod(request.method) && !(request.method == "HEAD" && request.body != nil)
      && request.fields.entries.allSatisfy { isName($0.name) && isValue($0.value) }
      && !framing.contains { request.fields[$0] != nil }
  }

  /// The library frames the message; a second opinion would let one request look like two.
  private static let framing = ["Content-Length", "Transfer-Encoding"]

  private static func isTarget(_ url: String) -> Bool {
    guard let scheme = ["http://", "https://"].first(where: { url.hasPrefix($0) }) else { return false }
    // Without a host the library would take the path's first segment for one.
    return !url.dropFirst(scheme.count).hasPrefix("/") && url.utf8.allSatisfy { $0 > 32 && $0 < 127 }
  }

  private static func isMethod(_ method: String) -> Bool {
    !method.isEmpty && method != "CONNECT" && method.utf8.allSatisfy { (65...90).contains($0) }
  }

  private static func isValue(_ text: String) -> Bool { text.utf8.allSatisfy { ($0 >= 32 && $0 != 127) || $0 == 9 } }

  private static func isName(_ text: String) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, 33, 35...39, 42, 43, 45, 46, 94, 95, 96, 124, 126: true
        default: false
        }
      }
  }
}
