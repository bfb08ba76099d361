import JSONCoding

/// What shows other clients of ours that a peer is the gateway itself: a member of its metadata, beside the form of its id.
enum SeatMark {
  private static let member = "switchboard"
  private static let word = "seat"

  /// The metadata that a seat joins with.
  static let metaData: JSON = [member: .string(word)]

  static func isOn(_ metaData: JSON?) -> Bool { metaData?[member]?.stringValue == word }
}
