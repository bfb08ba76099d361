package import Store

/// An event with its SSE frame, written once for all who follow.
package struct TailEntry: Sendable {
  package let record: EventRecord
  package let frame: [UInt8]

  init(_ record: EventRecord) {
    self.record = record
    frame = Self.frame(record)
  }

  /// `id` is the position, which resumes the stream. The body, being compact JSON, holds no line break; should one be
  /// there all the same it becomes a space, which JSON allows, rather than the end of the frame.
  private static func frame(_ record: EventRecord) -> [UInt8] {
    var bytes = Array("id: \(record.position)\nevent: \(record.type)\ndata: ".utf8)
    bytes.reserveCapacity(bytes.count + record.body.count + 2)
    let hasBreak = record.body.contains { $0 == 10 || $0 == 13 }
    bytes += hasBreak ? record.body.map { $0 == 10 || $0 == 13 ? 32 : $0 } : record.body
    bytes += [10, 10]
    return bytes
  }
}
