/// One of the sockets of a call. Each opening is another.
struct SocketKey: Sendable, Hashable {
  enum Role: Sendable, Hashable {
    case messaging
    /// Of the gateway.
    case signalling
    /// Of the bridge.
    case events
  }

  let role: Role
  let generation: Int
}
