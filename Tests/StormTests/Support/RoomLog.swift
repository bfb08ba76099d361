import JSONCoding
import RoomReducer
import Store

/// One room's log as a reader gets it, taken apart.
struct RoomLog {
  struct Entry {
    let type: String
    let source: String
    /// The participant's or session's id of ours.
    let subject: String
    let vendorType: String?
  }

  private(set) var sequences: [Int64] = []
  private(set) var entries: [Entry] = []

  init(_ events: [EventRecord]) throws {
    for event in events {
      sequences.append(event.sequence)
      let json = try JSON.parse(event.body, mode: .strict)
      let data = json["data"]
      let subject =
        data?["participant"]?["id"] ?? data?["participant_id"] ?? data?["session"]?["id"]
        ?? data?["person"]?["external_id"]
      entries.append(
        Entry(
          type: event.type, source: json["source"]?.stringValue ?? "", subject: subject?.stringValue ?? "",
          vendorType: json["provider_event"]?["type"]?.stringValue))
    }
  }

  func subjects(_ type: String) -> [String] { entries.filter { $0.type == type }.map(\.subject) }
  func count(_ type: String) -> Int { entries.count { $0.type == type } }
}
