import CJansson

/// `json_loadb`, and the walk from its tree to our values.
enum JanssonParser {
  static func parse(_ bytes: [UInt8], rejectsDuplicates: Bool) throws(JSONError) -> JSON {
    guard !bytes.isEmpty else { throw JSONError(.empty, message: "is empty") }
    var failure = json_error_t()
    let flags = Int(JSON_DECODE_ANY) | (rejectsDuplicates ? Int(JSON_REJECT_DUPLICATES) : 0)
    let root = bytes.withUnsafeBytes { buffer in
      json_loadb(buffer.baseAddress?.assumingMemoryBound(to: CChar.self), buffer.count, flags, &failure)
    }
    guard let root else { throw error(failure) }
    defer { sb_json_decref(root) }
    return value(root)
  }

  private static func value(_ node: UnsafeMutablePointer<json_t>) -> JSON {
    switch json_type(UInt32(sb_json_type(node))) {
    case JSON_OBJECT: .object(object(node))
    case JSON_ARRAY: .array((0..<json_array_size(node)).map { value(json_array_get(node, $0)) })
    case JSON_STRING: .string(string(json_string_value(node), json_string_length(node)))
    case JSON_INTEGER: .integer(Int64(json_integer_value(node)))
    case JSON_REAL: .number(json_real_value(node))
    case JSON_TRUE: .bool(true)
    case JSON_FALSE: .bool(false)
    default: .null
    }
  }

  private static func object(_ node: UnsafeMutablePointer<json_t>) -> JSONObject {
    var object = JSONObject()
    object.reserveCapacity(json_object_size(node))
    var cursor = json_object_iter(node)
    while let place = cursor {
      if let key = json_object_iter_key(place), let member = json_object_iter_value(place) {
        object.append(string(key, json_object_iter_key_len(place)), value(member))
      }
      cursor = json_object_iter_next(node, place)
    }
    return object
  }

  private static func string(_ start: UnsafePointer<CChar>?, _ count: Int) -> String {
    guard let start else { return "" }
    return start.withMemoryRebound(to: UInt8.self, capacity: count) {
      String(decoding: UnsafeBufferPointer(start: $0, count: count), as: UTF8.self)
    }
  }

  private static func error(_ failure: json_error_t) -> JSONError {
    var copy = failure
    let code = json_error_code(&copy)
    let (kind, message): (JSONError.Kind, String) =
      switch code {
      case json_error_duplicate_key: (.duplicateKey, "has the same key twice in one object")
      case json_error_invalid_utf8: (.invalidText, "is not valid UTF-8")
      case json_error_null_character, json_error_null_byte_in_key:
        (.invalidText, "has \\u0000 in a text, which is not taken")
      case json_error_numeric_overflow:
        (.numberOutOfRange, "has a number out of range: a whole one takes 64 bits, any other is at most 1.8e308")
      case json_error_stack_overflow: (.tooDeep, "is nested too deep")
      case json_error_end_of_input_expected: (.trailingText, "has text behind the end")
      case json_error_premature_end_of_input: (.syntax, "ends too early")
      default: (.syntax, "is not valid JSON")
      }
    return JSONError(
      kind, line: Int(failure.line), column: Int(failure.column), offset: max(0, Int(failure.position)),
      message: message)
  }
}
