/// A call's address: `type:id`. Split at the first colon only.
struct CallAddress: Sendable, Hashable {
  let type: String
  let id: String

  init(type: String, id: String) {
    self.type = type
    self.id = id
  }

  /// nil without a colon or with an empty half.
  init?(_ cid: String) {
    guard let colon = cid.utf8.firstIndex(of: 58) else { return nil }
    let type = cid[..<colon]
    let id = cid[cid.utf8.index(after: colon)...]
    guard !type.isEmpty, !id.isEmpty else { return nil }
    self.init(type: String(type), id: String(id))
  }

  var cid: String { "\(type):\(id)" }

  /// Whether the id has the form of our room ids: `room_` and lower-case letters and digits.
  var hasRoomKey: Bool {
    let rest = id.utf8.dropFirst(5)
    return id.hasPrefix("room_") && !rest.isEmpty && id.utf8.count <= 64
      && rest.allSatisfy { (48...57).contains($0) || (97...122).contains($0) || $0 == 95 }
  }
}
