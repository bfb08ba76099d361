import CCurl
import Glibc
import HTTPTypes

extension Transfer {
  /// Every address is judged before a socket is made for it, whatever name led there.
  func guardTarget(_ options: inout EasyOptions) {
    options.set(openingSocket: Self.onOpening)
    options.set(CURLOPT_OPENSOCKETDATA, pointer: Unmanaged.passUnretained(self).toOpaque())
  }

  private static let onOpening: curl_opensocket_callback = { context, _, address in
    guard let context, let address else { return CURL_SOCKET_BAD }
    guard publicAddress(sb_address(address)) else {
      of(context).forbidTarget()
      return CURL_SOCKET_BAD
    }
    let about = address.pointee
    return socket(about.family, about.socktype | Int32(SOCK_CLOEXEC.rawValue), about.protocol)
  }

  private static func publicAddress(_ address: UnsafePointer<sockaddr>?) -> Bool {
    guard let address else { return false }
    switch Int32(address.pointee.sa_family) {
    case AF_INET:
      return address.withMemoryRebound(to: sockaddr_in.self, capacity: 1) { four in
        let value = UInt64(UInt32(bigEndian: four.pointee.sin_addr.s_addr))
        return NetworkAddress(high: 0, low: 0xffff << 32 | value).isPublic
      }
    case AF_INET6:
      return address.withMemoryRebound(to: sockaddr_in6.self, capacity: 1) { six in
        withUnsafeBytes(of: six.pointee.sin6_addr) { bytes in
          func half(_ start: Int) -> UInt64 { bytes[start..<start + 8].reduce(0) { $0 << 8 | UInt64($1) } }
          return NetworkAddress(high: half(0), low: half(8)).isPublic
        }
      }
    default: return false
    }
  }
}
