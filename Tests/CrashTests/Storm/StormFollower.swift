import HTTPTypes
import JSONCoding
import ProgramTesting

/// Follows a stream of events through every death of the gateway, resuming with `Last-Event-ID`.
struct StormFollower: Sendable {
  /// The path with its first position.
  let path: String
  let api: Caller
  let url: String
  let counts: StormCounts

  /// The ids of the events in the order in which they came, until `isOver` says that this many are enough.
  func run(until isOver: @Sendable (_ seen: Int) -> Bool) async -> [String] {
    var seen: [String] = []
    var position: String?
    var stream: EventStream?
    while !isOver(seen.count) {
      if let open = stream {
        let ended = open.isAtEnd
        for frame in open.take() where frame.id != nil {
          position = frame.id
          seen.append(frame.json["id"]?.stringValue ?? "")
        }
        if ended { stream = nil }
      } else {
        stream = connect(position)
      }
      try? await Task.sleep(for: .milliseconds(50))
    }
    stream?.close()
    return seen
  }

  private func connect(_ position: String?) -> EventStream? {
    var fields = api.fields
    if let position { fields["Last-Event-ID"] = position }
    let stream = try? EventStream(url: url, path: path, fields: fields, witness: Witness(keeps: false))
    if stream != nil { counts.note { $0.reconnects += 1 } }
    return stream
  }
}
