import JSONCoding

/// An event with one thing in it replaced by nothing, by something empty, or by something huge: each in turn, however deep.
/// Its type and the call's address stay.
struct HookHoles {
  private static let fillings: [JSON] = [nil, "", .integer(.max)]
  let variants: [JSON]

  init(_ event: JSON) {
    variants = Self.variants(of: event, below: []).filter {
      $0["type"] == event["type"] && $0["call_cid"] == event["call_cid"]
    }
  }

  private static func variants(of json: JSON, below path: [String]) -> [JSON] {
    guard let object = json.objectValue else { return [] }
    return object.pairs.flatMap { key, value in
      (fillings + variants(of: value, below: path + [key])).map { filling in
        var changed = object
        changed[key] = filling
        return JSON.object(changed)
      }
    }
  }
}
