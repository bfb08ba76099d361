import JSONCoding
import MockKit

/// Reads the members of a request body; what is wrong is refused by name.
struct VideoSDKBody: Sendable {
  private let object: JSONObject
  private let prefix: String

  init(_ object: JSONObject, in prefix: String = "") {
    self.object = object
    self.prefix = prefix
  }

  /// Empty without a body. Throws for anything that is no JSON object.
  init(bytes: [UInt8]) throws(VideoSDKRefusal) {
    guard !bytes.isEmpty else {
      self.init([:])
      return
    }
    guard case .object(let object)? = try? JSON.parse(bytes, mode: .strict) else {
      throw VideoSDKRefusal(400, "the body must be a JSON object")
    }
    self.init(object)
  }

  var members: JSONObject { object }

  /// The member, nil when missing or null.
  subscript(name: String) -> JSON? {
    guard let value = object[name], !value.isNull else { return nil }
    return value
  }

  /// Refuses the first member outside `names`.
  func allow(_ names: [String]) throws(VideoSDKRefusal) {
    for key in object.keys where !names.contains(key) { throw .invalid(prefix + key, "is not allowed") }
  }

  func string(_ name: String) throws(VideoSDKRefusal) -> String? { try read(name, "a string", \.stringValue) }
  func bool(_ name: String) throws(VideoSDKRefusal) -> Bool? { try read(name, "a boolean", \.boolValue) }

  func int(_ name: String, within range: ClosedRange<Int>) throws(VideoSDKRefusal) -> Int? {
    guard let value = try read(name, "a whole number", \.integerValue) else { return nil }
    guard let number = Int(exactly: value), range.contains(number) else {
      throw .invalid(prefix + name, "must be from \(range.lowerBound) to \(range.upperBound)")
    }
    return number
  }

  func oneOf(_ name: String, _ values: [String]) throws(VideoSDKRefusal) -> String? {
    guard let value = try string(name) else { return nil }
    guard values.contains(value) else {
      throw .invalid(prefix + name, "must be one of \(values.joined(separator: ", "))")
    }
    return value
  }

  func strings(_ name: String) throws(VideoSDKRefusal) -> [String]? {
    try read(name, "a list of strings") { value in
      guard let items = value.arrayValue else { return nil }
      let texts = items.compactMap(\.stringValue)
      return texts.count == items.count ? texts : nil
    }
  }

  func object(_ name: String) throws(VideoSDKRefusal) -> VideoSDKBody? {
    let object = try read(name, "an object", \.objectValue)
    return object.map { VideoSDKBody($0, in: "\(prefix)\(name).") }
  }

  func objects(_ name: String) throws(VideoSDKRefusal) -> [VideoSDKBody]? {
    guard let items = try read(name, "a list of objects", \.arrayValue) else { return nil }
    var bodies: [VideoSDKBody] = []
    for (index, item) in items.enumerated() {
      guard let object = item.objectValue else { throw .invalid("\(prefix)\(name)", "must be a list of objects") }
      bodies.append(VideoSDKBody(object, in: "\(prefix)\(name)[\(index)]."))
    }
    return bodies
  }

  /// A string that must be there and not be empty.
  func required(_ name: String) throws(VideoSDKRefusal) -> String {
    guard let value = try string(name), !value.isEmpty else { throw .invalid(prefix + name, "is required") }
    return value
  }

  private func read<Value>(
    _ name: String, _ kind: String, _ read: (JSON) -> Value?
  ) throws(VideoSDKRefusal) -> Value? {
    guard let member = self[name] else { return nil }
    guard let value = read(member) else { throw .invalid(prefix + name, "must be \(kind)") }
    return value
  }
}
