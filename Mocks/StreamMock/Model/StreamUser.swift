import JSONCoding

/// A user of the account.
struct StreamUser: Sendable {
  let id: String
  var name: String?
  var image: String?
  var role = "user"
  var custom = JSONObject()
  var language = ""
  var teams: [String] = []
  var invisible = false
  let createdAt: Int64
  var updatedAt: Int64
  /// The order of creation, which breaks ties of time.
  let order: Int

  /// Whether somebody who sees both sees a difference.
  func shows(otherThan other: StreamUser) -> Bool {
    (name, image) != (other.name, other.image) || custom != other.custom
  }
}
