import AdapterKit
import Cryptography

/// External ids as participant ids of the service, and back. The service takes any text without white space, and puts it
/// into addresses and into names of topics: so only letters, digits and `-` stay as they are.
enum ParticipantID {
  /// What the gateway's own seat is called in a room.
  static func seat(in roomKey: String) -> String { seatPrefix + roomKey }

  static func isSeat(_ id: String) -> Bool { id.hasPrefix(seatPrefix) }

  /// An id for somebody who is nobody: none that an external id has.
  static func anonymous(_ random: any RandomSource) -> String { anonymousPrefix + Hex.encode(random.bytes(8)) }

  static func isAnonymous(_ id: String) -> Bool { id.hasPrefix(anonymousPrefix) }

  private static let seatPrefix = "sb-seat-"
  /// `_` and a letter that is no escape's.
  private static let anonymousPrefix = "_z"
  /// `h` is a hyphen, where a plain one would make a person's id look like a seat's.
  private static let escaped = EscapedID(longest: 240, hyphen: "h")

  /// nil when the id holds what external ids never do.
  static func encode(_ externalID: String) -> String? {
    guard let id = escaped.encode(externalID) else { return nil }
    return isSeat(id) ? "sb_h" + id.dropFirst(3) : id
  }

  /// nil for whatever `encode` does not write: an id that somebody else made, the seat's, an anonymous one.
  static func decode(_ id: String) -> String? {
    guard !isSeat(id), let external = escaped.decode(id) else { return nil }
    // Each id is written in one way only.
    return encode(external).map { $0.utf8.elementsEqual(id.utf8) } ?? false ? external : nil
  }
}
