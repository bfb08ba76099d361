import CMicrohttpd
import HTTPTypes
import Synchronization

/// One client: the library's connection, the exchange in progress, and what ends it.
///
/// The library's threads call in through `Callbacks`, tasks through the exchange's number, the watcher thread by id.
/// The lock is held for moments, also around suspending and resuming, so that each suspension is resumed exactly once.
final class Connection: Sendable {
  let id: UInt64
  let descriptor: Int32
  let peer: PeerAddress
  let core: ServerCore
  /// Valid until the library's closing call, which sets `isClosed`; suspending and resuming happen only before that.
  nonisolated(unsafe) let handle: OpaquePointer
  let state = Mutex(ConnectionState())

  init(id: UInt64, handle: OpaquePointer, core: ServerCore) {
    self.id = id
    self.handle = handle
    self.core = core
    descriptor = sb_mhd_descriptor(handle)
    peer = PeerAddress(of: descriptor)
  }

  /// Under the lock, on the library's thread.
  func suspend(_ state: inout ConnectionState) {
    state.isSuspended = true
    MHD_suspend_connection(handle)
  }

  /// Under the lock, on any thread.
  func resume(_ state: inout ConnectionState) {
    guard state.isSuspended else { return }
    state.isSuspended = false
    MHD_resume_connection(handle)
  }

  /// Under the lock: ends the connection without an answer.
  func shutDown(_ state: inout ConnectionState) {
    if !state.isClosed { Socket.shutDown(descriptor) }
  }
}
