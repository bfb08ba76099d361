import HTTPTypes

/// Refuses requests that would put more onto the wire than was meant.
enum RequestCheck {
  static func isSound(_ request: HTTPClientRequest) -> Bool {
    (request.url.hasPrefix("http://") || request.url.hasPrefix("https://")) && isPrintable(request.url)
      && !request.method.isEmpty && request.method.utf8.allSatisfy { (65...90).contains($0) }
      && request.fields.entries.allSatisfy { isName($0.name) && isValue($0.value) }
  }

  private static func isPrintable(_ text: String) -> Bool { text.utf8.allSatisfy { $0 > 32 && $0 < 127 } }

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
