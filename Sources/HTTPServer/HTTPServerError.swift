/// Why a server could not start.
package enum HTTPServerError: Error, Sendable, Equatable {
  /// A limit or the address is unusable; says which.
  case invalidConfiguration(String)
  case addressInUse(address: String, port: UInt16)
  case permissionDenied(address: String, port: UInt16)
  case addressNotAvailable(address: String)
  /// A system call failed: its name and `errno`.
  case system(call: String, code: Int32)
}

extension HTTPServerError: CustomStringConvertible {
  package var description: String {
    switch self {
    case .invalidConfiguration(let what): "invalid server configuration: \(what)"
    case .addressInUse(let address, let port): "another process already listens on \(address) port \(port)"
    case .permissionDenied(let address, let port): "not allowed to listen on \(address) port \(port)"
    case .addressNotAvailable(let address): "\(address) is not an address of this machine"
    case .system(let call, let code): "\(call) failed with error \(code)"
    }
  }
}
