import Cryptography

/// External ids as participant ids of the service, and back. The service takes any text without white space, and puts it
/// into addresses and into names of topics: so only letters, digits and `-` stay as they are, and `_` is the escape: `__` is
/// itself, every other character is `_` and a letter. Our 120 characters become at most 240.
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
  private static let escapes: [(plain: UInt8, letter: UInt8)] = [
    (95, 95), (46, 100), (126, 116), (58, 99), (124, 112), (43, 97), (61, 101), (64, 109),
  ]
  /// A hyphen, where it would make a person's id look like a seat's.
  private static let hyphen: (plain: UInt8, letter: UInt8) = (45, 104)

  /// nil when the id holds what external ids never do.
  static func encode(_ externalID: String) -> String? {
    var text: [UInt8] = []
    for byte in externalID.utf8 {
      if isPlain(byte) {
        text.append(byte)
      } else if let escape = escapes.first(where: { $0.plain == byte }) {
        text += [95, escape.letter]
      } else {
        return nil
      }
    }
    guard !text.isEmpty, text.count <= 240 else { return nil }
    let id = String(decoding: text, as: UTF8.self)
    return isSeat(id) ? "sb_h" + id.dropFirst(3) : id
  }

  /// nil for whatever `encode` does not write: an id that somebody else made, the seat's, an anonymous one.
  static func decode(_ id: String) -> String? {
    guard !isSeat(id) else { return nil }
    var bytes: [UInt8] = []
    var iterator = id.utf8.makeIterator()
    while let byte = iterator.next() {
      if isPlain(byte) {
        bytes.append(byte)
      } else if byte == 95, let letter = iterator.next(), let plain = plain(letter) {
        bytes.append(plain)
      } else {
        return nil
      }
    }
    guard !bytes.isEmpty, bytes.count <= 120 else { return nil }
    let external = String(decoding: bytes, as: UTF8.self)
    // Each id is written in one way only.
    return encode(external).map { $0.utf8.elementsEqual(id.utf8) } ?? false ? external : nil
  }

  private static func plain(_ letter: UInt8) -> UInt8? {
    letter == hyphen.letter ? hyphen.plain : escapes.first { $0.letter == letter }?.plain
  }

  private static func isPlain(_ byte: UInt8) -> Bool {
    switch byte {
    case 48...57, 65...90, 97...122, 45: true
    default: false
    }
  }
}
