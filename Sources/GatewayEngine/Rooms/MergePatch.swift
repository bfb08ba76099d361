import JSONCoding

/// RFC 7396: objects merge, null deletes, anything else replaces.
enum MergePatch {
  static func apply(_ patch: JSON, to target: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var result = target.objectValue ?? JSONObject()
    for (key, value) in changes.pairs {
      // A bare `nil` in a conditional beside JSON would mean JSON's own null.
      result[key] = value.isNull ? JSON?.none : apply(value, to: result[key] ?? .null)
    }
    return .object(result)
  }
}
