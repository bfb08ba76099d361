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
    guard let colon = cid.firstIndex(of: ":") else { return nil }
    let type = cid[..<colon]
    let id = cid[cid.index(after: colon)...]
    guard !type.isEmpty, !id.isEmpty else { return nil }
    self.init(type: String(type), id: String(id))
  }

  var cid: String { "\(type):\(id)" }
}
