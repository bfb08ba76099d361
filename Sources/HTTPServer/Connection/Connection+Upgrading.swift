import CMicrohttpd
import HTTPTypes
import Synchronization

/// A connection that leaves HTTP.
extension Connection {
  /// On the library's thread, once the head of the 101 has gone out.
  func startUpgraded(
    _ upgrade: any HTTPUpgrade, _ upgraded: HTTPUpgradedConnection, _ handle: OpaquePointer, _ number: UInt64
  ) {
    // The kernel may still hold back the head, waiting for a body.
    Socket.flush(descriptor)
    let closing = UpgradedClosing(handle)
    state.withLock { state in
      state.deadline = nil
      let task = core.run {
        await upgrade.run(upgraded)
        closing.close()
      }
      guard state.isCurrent(number) else { return task.cancel() }
      state.exchange?.isUpgraded = true
      state.exchange?.task = task
      if state.isDraining || state.isAborting || state.peerClosed { task.cancel() }
    }
  }
}

/// Gives an upgraded connection back to the library, which closes it.
struct UpgradedClosing: Sendable {
  /// Valid until closing, which happens once: at the end of the only task that has it.
  nonisolated(unsafe) private let handle: OpaquePointer

  init(_ handle: OpaquePointer) { self.handle = handle }

  func close() { _ = sb_mhd_close_upgraded(handle) }
}
