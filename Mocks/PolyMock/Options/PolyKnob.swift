import JSONCoding
import MockKit

/// One option as the control plane reads and sets it, and what its default rests on.
struct PolyKnob: Sendable {
  typealias Path<Value> = any WritableKeyPath<PolyMockOptions, Value> & Sendable

  let name: String
  let source: ProvenanceRow.Source
  let note: String
  let read: @Sendable (PolyMockOptions) -> JSON
  /// The member is there when this is called; it may be null.
  let write: @Sendable (inout PolyMockOptions, ControlFields) throws(ControlRefusal) -> Void

  private init(
    _ name: String, _ note: String, _ source: ProvenanceRow.Source,
    read: @escaping @Sendable (PolyMockOptions) -> JSON,
    write: @escaping @Sendable (inout PolyMockOptions, ControlFields) throws(ControlRefusal) -> Void
  ) {
    self.name = name
    self.source = source
    self.note = note
    self.read = read
    self.write = write
  }

  static func flag(
    _ name: String, _ path: Path<Bool>, _ note: String = "", _ source: ProvenanceRow.Source = .assumed
  ) -> PolyKnob {
    PolyKnob(name, note, source) {
      .bool($0[keyPath: path])
    } write: { options, fields throws(ControlRefusal) in
      options[keyPath: path] = try fields.required(name, fields.bool(name))
    }
  }

  /// More than this, in whatever unit, is no count that a test waits for.
  static let mostCounted = 10_000_000

  static func count(
    _ name: String, _ path: Path<Int>, _ note: String = "", _ source: ProvenanceRow.Source = .assumed,
    in range: ClosedRange<Int> = 0...mostCounted
  ) -> PolyKnob {
    PolyKnob(name, note, source) {
      .int($0[keyPath: path])
    } write: { options, fields throws(ControlRefusal) in
      options[keyPath: path] = try counted(name, fields.required(name, fields.int(name)), in: range)
    }
  }

  private static func counted(
    _ name: String, _ value: Int, in range: ClosedRange<Int>
  ) throws(ControlRefusal) -> Int {
    guard range.contains(value) else {
      throw ControlRefusal("must be from \(range.lowerBound) to \(range.upperBound)", field: name)
    }
    return value
  }

  /// A count that null takes away.
  static func perhaps(
    _ name: String, _ path: Path<Int?>, _ note: String = "", _ source: ProvenanceRow.Source = .assumed
  ) -> PolyKnob {
    PolyKnob(name, note, source) {
      $0[keyPath: path].map(JSON.int) ?? .null
    } write: {
      options, fields throws(ControlRefusal) in
      options[keyPath: path] = try fields.int(name).map { value throws(ControlRefusal) in
        try counted(name, value, in: 0...mostCounted)
      }
    }
  }

  static func status(
    _ name: String, _ path: Path<Int>, _ note: String = "", _ source: ProvenanceRow.Source = .assumed
  ) -> PolyKnob {
    PolyKnob(name, note, source) {
      .int($0[keyPath: path])
    } write: { options, fields throws(ControlRefusal) in
      let status = try fields.required(name, fields.int(name))
      guard (200...599).contains(status) else { throw ControlRefusal("must be a status", field: name) }
      options[keyPath: path] = status
    }
  }

  static func text(
    _ name: String, _ path: Path<String>, _ note: String = "", _ source: ProvenanceRow.Source = .assumed
  ) -> PolyKnob {
    PolyKnob(name, note, source) {
      .string($0[keyPath: path])
    } write: { options, fields throws(ControlRefusal) in
      options[keyPath: path] = try fields.required(name, fields.string(name))
    }
  }

  static func choice<Value: RawRepresentable<String> & CaseIterable & Sendable>(
    _ name: String, _ path: Path<Value>, _ note: String = "", _ source: ProvenanceRow.Source = .assumed
  ) -> PolyKnob {
    PolyKnob(name, note, source) {
      .string($0[keyPath: path].rawValue)
    } write: {
      options, fields throws(ControlRefusal) in
      options[keyPath: path] = try choice(name, fields.required(name, fields.string(name)))
    }
  }

  private static func choice<Value: RawRepresentable<String> & CaseIterable>(
    _ name: String, _ text: String
  ) throws(ControlRefusal) -> Value {
    guard let value = Value(rawValue: text) else {
      let names = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw ControlRefusal("must be one of \(names)", field: name)
    }
    return value
  }

  /// `{"at","code","times"}` or null.
  static let drop = PolyKnob("drop", "none; the codes that the server chooses are not known", .assumed) { options in
    guard let drop = options.drop else { return .null }
    return [
      "at": .string(drop.point.rawValue), "code": drop.code.map { .int(Int($0)) } ?? .null, "times": .int(drop.times),
    ]
  } write: { options, fields throws(ControlRefusal) in
    guard let object = try fields.object("drop") else {
      options.drop = nil
      return
    }
    let drop = try ControlFields(object, in: "drop.", allowed: ["at", "code", "times"])
    let point: PolyDrop.Point = try choice("drop.at", drop.required("at", drop.string("at")))
    let code = try drop.int("code", minimum: 1000)
    guard code ?? 1000 < 5000 else { throw ControlRefusal("must be a close code", field: "drop.code") }
    options.drop = PolyDrop(point, code: code.map(UInt16.init), times: try drop.int("times", minimum: 1) ?? 1)
  }

  /// `{"code","message"}` or null.
  static let offerError = PolyKnob("offer_error", "none", .docs) { options in
    options.offerError.map { ["code": .string($0.code), "message": .string($0.message)] } ?? .null
  } write: { options, fields throws(ControlRefusal) in
    guard let object = try fields.object("offer_error") else {
      options.offerError = nil
      return
    }
    let error = try ControlFields(object, in: "offer_error.", allowed: ["code", "message"])
    let code = try error.required("code", error.string("code"))
    options.offerError = PolyOfferError(code: code, message: try error.string("message") ?? code)
  }
}
