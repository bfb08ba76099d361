/// What may stand where a host is named.
package enum HostText {
  /// A name, or an IPv4 address.
  package static func isName(_ text: Substring) -> Bool {
    !text.isEmpty
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...57, 65...90, 97...122, 45, 46, 95: true
        default: false
        }
      }
  }

  /// What brackets may hold: an IPv6 address, never a name, which another reader would look up.
  package static func isBracketed(_ text: Substring) -> Bool {
    text.utf8.count { $0 == 58 } >= 2
      && text.utf8.allSatisfy { byte in
        switch byte {
        case 48...58, 65...70, 97...102, 46: true
        default: false
        }
      }
  }
}
