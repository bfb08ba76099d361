package import Store

/// An event with its SSE frame, written once for all who follow.
package struct TailEntry: Sendable {
  package let record: EventRecord
  package let frame: [UInt8]

  init(_ record: EventRecord) {
    self.record = record
    frame = Self.frame(record)
  }

  /// `id` is the position, which resumes the stream; the body holds no line break, being compact JSON.
  private static func frame(_ record: EventRecord) -> [UInt8] {
    var bytes = Array("id: \(record.position)\nevent: \(record.type)\ndata: ".utf8)
    bytes.reserveCapacity(bytes.count + record.body.count + 2)
    bytes += record.body
    bytes += [10, 10]
    return bytes
  }
}
