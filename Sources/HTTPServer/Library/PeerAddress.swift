import CLinux
import Glibc

/// The client's address as text, and its port.
struct PeerAddress: Sendable {
  let text: String
  let port: UInt16

  init(of descriptor: Int32) {
    let storage = Socket.address(descriptor) { getpeername($0, $1, $2) }
    text = storage.map(Self.text) ?? ""
    // The port has the same place in both families.
    port =
      storage.map { withUnsafeBytes(of: $0) { UInt16(bigEndian: $0.load(fromByteOffset: 2, as: UInt16.self)) } } ?? 0
  }

  private static func text(of storage: sockaddr_storage) -> String {
    withUnsafeBytes(of: storage) { raw in
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
