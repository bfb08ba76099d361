import Synchronization

/// Collects deliveries as they come.
final class HookInbox: Sendable {
  private let kept = Mutex<[VendorHook]>([])

  var hooks: [VendorHook] { kept.withLock { $0 } }

  func take(_ hook: VendorHook) { kept.withLock { $0.append(hook) } }
}
