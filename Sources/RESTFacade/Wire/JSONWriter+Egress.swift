import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  /// A recording, broadcast or transcription, with the addresses of its files.
  mutating func egress(_ view: EgressView) {
    object { $0.members(of: view, withAddresses: true) }
  }

  /// The same as events carry it: without any address.
  mutating func egressWithoutAddresses(_ view: EgressView) {
    object { $0.members(of: view, withAddresses: false) }
  }

  private mutating func members(of view: EgressView, withAddresses: Bool) {
    let egress = view.egress
    member("id", egress.id)
    member("room_id", view.room)
    member("session_id", egress.session)
    plan(egress.plan)
    member("state", egress.stateName)
    member("reason", egress.reason)
    member("created_at", egress.createdAt)
    member("started_at", egress.startedAt)
    member("stopped_at", egress.stoppedAt)
    member("started_by") { $0.somebody(egress.startedBy, view) }
    member("stopped_by") { $0.somebody(egress.stoppedBy, view) }
    if withAddresses, egress.plan.sort == .broadcast { member("playback_url", egress.playbackURL) }
    if egress.plan.sort.leavesFiles {
      member("files") { $0.list(egress.files) { $0.file($1, view, withAddress: withAddresses) } }
    }
    member("provider_refs", egress.vendorID.map { ["egress": $0] } ?? [:])
  }

  private mutating func plan(_ plan: EgressPlan) {
    switch plan {
    case .recording(let mode, let audioOnly, _):
      member("mode", mode.rawValue)
      member("audio_only", audioOnly)
    case .hls:
      member("kind", "hls")
      nulls("destination")
    case .rtmp(let destination, _):
      member("kind", "rtmp")
      member("destination", destination)
    case .transcription(let language, let captions):
      member("language", language)
      member("captions", captions)
    }
  }

  private mutating func file(_ file: EgressFile, _ view: EgressView, withAddress: Bool) {
    object { json in
      json.member("name", file.name)
      json.member("started_at", file.startedAt)
      json.member("ended_at", file.endedAt)
      guard withAddress else { return }
      let link = view.link(to: file)
      json.member("url", link?.url)
      json.member("expires_at", link?.expiresAt)
    }
  }

  private mutating func somebody(_ id: String?, _ view: EgressView) {
    guard let id else { return null() }
    person(view.people[id] ?? Person(externalID: id))
  }
}
