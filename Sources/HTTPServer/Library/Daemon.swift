import CMicrohttpd

/// Starts the library's threads.
enum Daemon {
  /// `context` is the unmanaged `ServerCore` the callbacks get. nil when the library cannot start.
  static func start(_ configuration: HTTPServerConfiguration, context: UnsafeMutableRawPointer) -> OpaquePointer? {
    // The library divides its limit among the threads; ours is kept where clients are accepted.
    let limit = UInt32(clamping: configuration.maximumConnections) &* UInt32(configuration.threads)
    let idle = max(1, configuration.idleTimeout.components.seconds)
    return sb_mhd_start(
      Callbacks.table, context, UInt32(configuration.threads), configuration.memoryPerConnection, limit,
      UInt32(clamping: idle))
  }
}
