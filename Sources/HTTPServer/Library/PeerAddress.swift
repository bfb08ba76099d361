import CLinux
import Glibc

/// The client's address as text.
enum PeerAddress {
  static func text(of descriptor: Int32) -> String {
    guard let storage = Socket.address(descriptor, { getpeername($0, $1, $2) }) else { return "" }
    return withUnsafeBytes(of: storage) { raw in
      switch Int32(storage.ss_family) {
      case AF_INET: text(AF_INET, raw.baseAddress! + MemoryLayout<sockaddr_in>.offset(of: \.sin_addr)!)
      case AF_INET6:
        withoutMapping(text(AF_INET6, raw.baseAddress! + MemoryLayout<sockaddr_in6>.offset(of: \.sin6_addr)!))
      default: ""
      }
    }
  }

  private static func text(_ family: Int32, _ address: UnsafeRawPointer) -> String {
    withUnsafeTemporaryAllocation(of: CChar.self, capacity: 64) { buffer in
      guard inet_ntop(family, address, buffer.baseAddress!, 64) != nil else { return "" }
      return String(cString: buffer.baseAddress!)
    }
  }

  /// An IPv4 client of an IPv6 listener is shown as IPv4.
  private static func withoutMapping(_ text: String) -> String {
    text.hasPrefix("::ffff:") && text.contains(".") ? String(text.dropFirst(7)) : text
  }
}
