import CMicrohttpd
import HTTPTypes

/// What the library calls once the head of a 101 answer has gone out. The exchange keeps it until then, since the library
/// has no call that would release it.
final class UpgradeHandle: Sendable {
  private let connection: Connection
  private let number: UInt64
  private let upgrade: any HTTPUpgrade

  init(_ connection: Connection, _ number: UInt64, _ upgrade: any HTTPUpgrade) {
    self.connection = connection
    self.number = number
    self.upgrade = upgrade
  }

  func makeResponse() -> OpaquePointer? {
    sb_mhd_upgrade(Self.upgraded, Unmanaged.passUnretained(self).toOpaque())
  }

  private static let upgraded: MHD_UpgradeHandler = { context, _, _, early, size, descriptor, handle in
    guard let context, let handle else { return }
    let me = Unmanaged<UpgradeHandle>.fromOpaque(context).takeUnretainedValue()
    let bytes = Array(UnsafeRawBufferPointer(start: early, count: size))
    let upgraded = HTTPUpgradedConnection(descriptor: descriptor, early: bytes)
    me.connection.startUpgraded(me.upgrade, upgraded, handle, me.number)
  }
}
