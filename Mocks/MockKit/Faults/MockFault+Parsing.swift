package import JSONCoding
import HTTPTypes

extension MockFault {
  /// Kinds that need frames made by hand: refused by name rather than ignored.
  static let unsupported: Set<String> = ["ping_flood", "oversize_frame", "invalid_utf8", "fragmented"]

  /// Reads `{"kind": …, parameters}`; throws a refusal naming what is unknown, missing or unsupported.
  package init(_ object: JSONObject) throws(ControlRefusal) {
    guard let kind = object["kind"]?.stringValue else { throw ControlRefusal("missing field", field: "fault.kind") }
    func fields(_ names: String...) throws(ControlRefusal) -> ControlFields {
      try ControlFields(object, in: "fault.", allowed: ["kind"] + names)
    }
    switch kind {
    case "http_status": self = try Self.status(fields("status", "body", "headers"))
    case "rate_limit": self = try Self.rateLimit(fields("retry_after", "seconds"))
    case "delay":
      let fields = try fields("ms")
      self = .delay(milliseconds: try fields.required("ms", fields.int("ms")))
    case "drip":
      let fields = try fields("bytes_per_second")
      let rate = try fields.int("bytes_per_second", minimum: 1)
      self = .drip(bytesPerSecond: try fields.required("bytes_per_second", rate))
    case "html_error": self = .htmlError(status: try fields("status").int("status", minimum: 200) ?? 502)
    case "reset": self = .reset(try Self.resetPoint(fields("at")))
    case "truncate":
      let fields = try fields("bytes")
      self = .truncate(bytes: try fields.required("bytes", fields.int("bytes")))
    case "wrong_length": self = .wrongLength(bytes: try fields("bytes").int("bytes", minimum: 1) ?? 64)
    case "close": self = .close(code: try Self.closeCode(fields("code")))
    case "refuse":
      let fields = try fields("code", "reason")
      self = .refuse(
        code: try fields.required("code", fields.int("code")), reason: try fields.string("reason") ?? "refused")
    case "null_field": self = .nullField(pointer: try Self.pointer(fields("pointer")))
    case "missing_field": self = .missingField(pointer: try Self.pointer(fields("pointer")))
    case "unknown_enum": self = .unknownEnum(pointer: try Self.pointer(fields("pointer")))
    default:
      self = try Self.plain(kind)
      _ = try fields()
    }
  }

  private static func plain(_ kind: String) throws(ControlRefusal) -> MockFault {
    switch kind {
    case "hang": return .hang
    case "malformed_json": return .malformedJSON
    case "error_in_200": return .errorIn200
    case "empty_body": return .emptyBody
    case "lost_reply": return .lostReply
    case "silence": return .silence
    case "garbage": return .garbage
    case _ where unsupported.contains(kind):
      throw ControlRefusal("this kind of fault is not available", field: "fault.kind")
    default: throw ControlRefusal("unknown kind of fault", field: "fault.kind")
    }
  }

  private static func status(_ fields: ControlFields) throws(ControlRefusal) -> MockFault {
    let status = try fields.required("status", fields.int("status", minimum: 200))
    guard status < 600 else { throw ControlRefusal("must be below 600", field: "fault.status") }
    var headers = HTTPFields()
    for (name, value) in try fields.object("headers")?.pairs ?? [] {
      guard let text = value.stringValue else {
        throw ControlRefusal("must be a string", field: "fault.headers.\(name)")
      }
      headers.add(name, text)
    }
    return .httpStatus(status, body: fields["body"], fields: headers)
  }

  private static func rateLimit(_ fields: ControlFields) throws(ControlRefusal) -> MockFault {
    let name = try fields.string("retry_after") ?? RetryAfterForm.seconds.rawValue
    guard let form = RetryAfterForm(rawValue: name) else {
      let known = RetryAfterForm.allCases.map(\.rawValue).joined(separator: ", ")
      throw ControlRefusal("must be one of \(known)", field: "fault.retry_after")
    }
    return .rateLimit(form, seconds: try fields.int("seconds") ?? 1)
  }

  private static func resetPoint(_ fields: ControlFields) throws(ControlRefusal) -> ResetPoint {
    let name = try fields.required("at", fields.string("at"))
    guard let point = ResetPoint(rawValue: name) else {
      let known = ResetPoint.allCases.map(\.rawValue).joined(separator: ", ")
      throw ControlRefusal("must be one of \(known)", field: "fault.at")
    }
    return point
  }

  private static func closeCode(_ fields: ControlFields) throws(ControlRefusal) -> UInt16? {
    guard let code = try fields.int("code", minimum: 1000) else { return nil }
    guard let code = UInt16(exactly: code), code < 5000 else {
      throw ControlRefusal("must be a close code", field: "fault.code")
    }
    return code
  }

  private static func pointer(_ fields: ControlFields) throws(ControlRefusal) -> String {
    let pointer = try fields.required("pointer", fields.string("pointer"))
    guard pointer.hasPrefix("/") else { throw ControlRefusal("must be a JSON pointer", field: "fault.pointer") }
    return pointer
  }
}
