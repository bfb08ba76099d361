import AdapterKit
import JSONCoding
import MeetingCore

/// Reads a row of a list of recordings. A room's has one file, one person's several.
struct RecordingReading: Sendable {
  let json: JSON
  let mode: RecordingMode

  var id: String? { FileName.text(json["id"] ?? json["_id"]) }

  /// Files that can be had; those in the customer's own storage have no address here.
  var links: [EgressFileLink] {
    entries.compactMap { entry in
      guard let file = file(entry), let url = FileName.text(entry["fileUrl"]) else { return nil }
      return EgressFileLink(file: file, mode: mode, url: url, expiresAt: SignedAddress.expiry(of: url))
    }
  }

  func has(_ file: EgressFile) -> Bool { entries.contains { self.file($0)?.isSame(as: file) ?? false } }

  private var entries: [JSON] { mode == .room ? [json["file"]].compactMap { $0 } : json["files"]?.arrayValue ?? [] }

  /// The service does not tell when a room's recording began, and of a person's not always in which session it was made.
  private func file(_ entry: JSON) -> EgressFile? {
    guard let name = FileName.read(entry) else { return nil }
    return EgressFile(
      session: mode == .room ? FileName.text(json["sessionId"]) : nil, name: name,
      startedAt: WireTime.read(json["start"]), endedAt: WireTime.read(json["end"]))
  }
}
