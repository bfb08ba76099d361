import Cryptography
import MeetingCore
import Synchronization

/// The keys that deliveries are signed with: the service's current one, as it was last fetched, and for a while the one
/// before it. Shared by all copies of a provider.
final class DeliveryKeys: Sendable {
  /// What a signature turned out to be.
  enum Judgement: Sendable, Hashable {
    case good
    case bad
    /// It may be of a key that is not here yet.
    case open
  }

  /// A signature that does not match makes the key be fetched anew, at most so often: anybody can send such.
  static let pauseSeconds: Int64 = 30
  /// How long deliveries that were on their way when the key changed are still taken.
  static let overlapSeconds: Int64 = 600

  private struct Kept {
    var pem: String
    var key: RSAPublicKey
    var fetchedAt: Timestamp
    var former: (key: RSAPublicKey, until: Timestamp)?
  }

  /// The configured key: then no other counts.
  private let pinned: RSAPublicKey?
  private let isPinned: Bool
  private let kept = Mutex<Kept?>(nil)

  init(pinned: String?) {
    isPinned = pinned != nil
    self.pinned = pinned.flatMap { RSAPublicKey(pem: $0) }
  }

  func judge(_ signature: [UInt8], of body: [UInt8], now: Timestamp) -> Judgement {
    if isPinned { return pinned?.verifies(signature, of: body) ?? false ? .good : .bad }
    guard let kept = kept.withLock({ $0 }) else { return .open }
    if kept.key.verifies(signature, of: body) { return .good }
    if let former = kept.former, now < former.until, former.key.verifies(signature, of: body) { return .good }
    return now < kept.fetchedAt.advanced(bySeconds: Self.pauseSeconds) ? .bad : .open
  }

  /// Takes what the service says is its key. False when it is none.
  func take(_ pem: String, now: Timestamp) -> Bool {
    guard let key = RSAPublicKey(pem: pem) else { return false }
    kept.withLock { kept in
      guard var known = kept else {
        kept = Kept(pem: pem, key: key, fetchedAt: now)
        return
      }
      known.fetchedAt = now
      if known.pem != pem {
        known.former = (known.key, now.advanced(bySeconds: Self.overlapSeconds))
        (known.pem, known.key) = (pem, key)
      }
      kept = known
    }
    return true
  }
}
