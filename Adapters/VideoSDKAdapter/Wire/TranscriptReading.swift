import AdapterKit
import JSONCoding
import MeetingCore

/// Reads a row of the list of transcripts, which recordings leave: one file for each form it is written in.
struct TranscriptReading: Sendable {
  let json: JSON

  var links: [EgressFileLink] {
    let texts = json["transcriptionFilePaths"]?.objectValue?.pairs ?? []
    let summaries = json["summarizedFilePaths"]?.objectValue?.pairs ?? []
    return (texts + summaries).compactMap { link($0.value) }
  }

  private func link(_ address: JSON) -> EgressFileLink? {
    guard let url = FileName.text(address), let name = FileName.path(of: url) else { return nil }
    let file = EgressFile(
      session: nil, name: name, startedAt: WireTime.read(json["start"]), endedAt: WireTime.read(json["end"]))
    return EgressFileLink(file: file, mode: nil, url: url, expiresAt: SignedAddress.expiry(of: url))
  }
}
