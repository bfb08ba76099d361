import JSONCoding
import MeetingCore

/// Reads one object of a request's body and collects everything that is wrong with it, so that a caller is told at once.
/// Whatever was not asked for by the end is unknown, and wrong too.
final class BodyReader {
  /// Shared by an object and those inside it.
  private final class Issues { var list: [FieldIssue] = [] }

  private let object: JSONObject
  private let pointer: String
  private let issues: Issues
  private var asked: Set<String> = []

  private init(_ object: JSONObject, at pointer: String, issues: Issues) {
    self.object = object
    self.pointer = pointer
    self.issues = issues
  }

  /// Reads a whole body. `read` may return anything where it has reported an issue: the result is used only without any.
  /// Throws `invalid_request`.
  static func read<Value>(_ body: JSON?, _ read: (BodyReader) -> Value) throws(GatewayError) -> Value {
    let issues = Issues()
    let root = body ?? .object(JSONObject())
    let reader = BodyReader(root.objectValue ?? JSONObject(), at: "", issues: issues)
    let value = read(reader)
    if root.objectValue == nil {
      issues.list = [FieldIssue(pointer: "", code: "wrong_type", message: "must be an object")]
    } else {
      reader.reportUnknown()
    }
    if issues.list.isEmpty { return value }
    throw GatewayError(.invalidRequest, "the body is not valid").with { $0.issues = issues.list }
  }

  /// The value of a field; nil when it is not there.
  func value(_ name: String) -> JSON? {
    asked.insert(name)
    return object[name]
  }

  /// The value of a field that may also be null, which is as good as absent.
  func optional(_ name: String) -> JSON? {
    guard let value = value(name), !value.isNull else { return nil }
    return value
  }

  func has(_ name: String) -> Bool { value(name) != nil }

  func report(_ name: String, _ code: String, _ message: String) {
    report(at: pointer + "/" + Self.escape(name), code, message)
  }

  /// Says that a field must be there; returns nil.
  func missing<Value>(_ name: String) -> Value? {
    report(name, "required", "must be given")
    return nil
  }

  /// Reads an object inside this one; nil when it is not there or no object.
  func object<Value>(_ name: String, nullable: Bool = false, _ read: (BodyReader) -> Value?) -> Value? {
    guard let value = nullable ? optional(name) : value(name) else { return nil }
    return element(value, at: pointer + "/" + Self.escape(name), read)
  }

  /// Reads an array of objects.
  func objects<Value>(_ name: String, maximum: Int, _ read: (BodyReader) -> Value?) -> [Value] {
    array(name, maximum: maximum) { value, pointer in self.element(value, at: pointer, read) }
  }

  /// Reads an array; an element that `read` refuses has been reported by it.
  func array<Value>(_ name: String, maximum: Int, _ read: (JSON, String) -> Value?) -> [Value] {
    guard let value = value(name) else { return [] }
    guard let elements = value.arrayValue else {
      report(name, "wrong_type", "must be an array")
      return []
    }
    if elements.count > maximum {
      report(name, "too_many", "must have at most \(maximum) elements")
      return []
    }
    let base = pointer + "/" + Self.escape(name) + "/"
    return elements.enumerated().compactMap { read($0.element, base + String($0.offset)) }
  }

  /// For a member of a field that is an object of the caller's own names.
  func report(below name: String, _ member: String, _ code: String, _ message: String) {
    report(at: "\(pointer)/\(Self.escape(name))/\(Self.escape(member))", code, message)
  }

  /// Says what somebody else found wrong in a member of a field, at a pointer that begins there.
  func report(below name: String, _ member: String, _ issue: FieldIssue) {
    let here = "\(pointer)/\(Self.escape(name))/\(Self.escape(member))"
    report(at: here + issue.pointer, issue.code, issue.message)
  }

  /// For what is found wrong below a field.
  func report(at pointer: String, _ code: String, _ message: String) {
    issues.list.append(FieldIssue(pointer: pointer, code: code, message: message))
  }

  private func element<Value>(_ value: JSON, at pointer: String, _ read: (BodyReader) -> Value?) -> Value? {
    guard let object = value.objectValue else {
      report(at: pointer, "wrong_type", "must be an object")
      return nil
    }
    let reader = BodyReader(object, at: pointer, issues: issues)
    let result = read(reader)
    reader.reportUnknown()
    return result
  }

  private func reportUnknown() {
    for key in object.keys where !asked.contains(key) { report(key, "unknown", "is no field of this object") }
  }

  private static func escape(_ name: String) -> String {
    guard name.contains("~") || name.contains("/") else { return name }
    return name.map { $0 == "~" ? "~0" : $0 == "/" ? "~1" : String($0) }.joined()
  }
}
