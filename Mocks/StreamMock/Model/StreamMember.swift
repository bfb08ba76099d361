import JSONCoding

/// A stored relation of a user to a call; exists without being connected.
struct StreamMember: Sendable {
  let userID: String
  var role: String
  var custom: JSONObject
  let createdAt: Int64
  var updatedAt: Int64
}
