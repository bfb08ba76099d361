import JSONCoding

/// A call type: the settings calls begin with, and what each role may do.
struct StreamCallType: Sendable {
  let name: String
  var settings: JSONObject
  /// Role to permission ids, with their `-owner` suffixes.
  var grants: [String: [String]]
  let createdAt: Int64
  var updatedAt: Int64
}
