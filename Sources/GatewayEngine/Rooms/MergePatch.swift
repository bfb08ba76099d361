import JSONCoding

/// RFC 7396: objects merge, null deletes, anything else replaces.
enum MergePatch {
  static func apply(_ patch: JSON, to target: JSON) -> JSON {
    guard case .object(let changes) = patch else { return patch }
    var result = target.objectValue ?? JSONObject()
    for (key, value) in changes.pairs {
      result[key] = value.isNull ? nil : apply(value, to: result[key] ?? .null)
    }
    return .object(result)
  }
}
