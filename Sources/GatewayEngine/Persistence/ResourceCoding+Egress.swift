import JSONCoding
package import MeetingCore
import Store

extension ResourceCoding {
  package static func kind(of sort: EgressSort) -> Kind {
    switch sort {
    case .recording: .recording
    case .broadcast: .broadcast
    case .transcription: .transcription
    }
  }

  static func body(_ egress: Egress) -> JSON {
    var object = JSONObject()
    object["plan"] = plan(egress.plan)
    object["state"] = .string(egress.state.rawValue)
    object["source"] = .string(egress.source.rawValue)
    object["version"] = .integer(egress.changedVersion)
    object["vendor_id"] = egress.vendorID.map(JSON.string)
    object["session"] = egress.session.map(JSON.string)
    object["started_at"] = egress.startedAt.map { .integer($0.nanoseconds) }
    object["started_by"] = egress.startedBy.map(JSON.string)
    object["stopped_at"] = egress.stoppedAt.map { .integer($0.nanoseconds) }
    object["stopped_by"] = egress.stoppedBy.map(JSON.string)
    object["deferred"] = egress.isDeferred ? true : nil
    object["stop_wanted"] = egress.isStopWanted ? true : nil
    object["files"] = egress.files.isEmpty ? nil : .array(egress.files.map(file))
    object["playback_url"] = egress.playbackURL.map(JSON.string)
    object["reason"] = egress.reason.map(JSON.string)
    object["deleted"] = egress.isDeleted ? true : nil
    return .object(object)
  }

  static func egress(_ record: ResourceRecord, _ body: HeaderReader) -> Egress? {
    guard let plan = plan(body.nested("plan")), let state = body.text("state").flatMap(Egress.State.init),
      let source = body.text("source").flatMap(FactSource.init)
    else { return nil }
    var egress = Egress(
      id: record.id, plan: plan, state: state, source: source, createdAt: Timestamp(nanoseconds: record.createdAt),
      startedBy: body.text("started_by"), vendorID: body.text("vendor_id"), session: body.text("session"),
      playbackURL: body.text("playback_url"))
    egress.changedAt = Timestamp(nanoseconds: record.changedAt)
    egress.changedVersion = body.integer("version") ?? 0
    egress.startedAt = body.time("started_at")
    egress.stoppedAt = body.time("stopped_at")
    egress.stoppedBy = body.text("stopped_by")
    egress.isDeferred = body.flag("deferred")
    egress.isStopWanted = body.flag("stop_wanted")
    egress.files = body.list("files").compactMap(file)
    egress.reason = body.text("reason")
    egress.isDeleted = body.flag("deleted")
    return egress
  }

  private static func plan(_ plan: EgressPlan) -> JSON {
    var object = JSONObject()
    switch plan {
    case .recording(let mode, let audioOnly, let participant):
      object["recording"] = .string(mode.rawValue)
      object["audio_only"] = audioOnly.map(JSON.bool)
      object["participant"] = participant.map(JSON.string)
    case .hls: object["broadcast"] = "hls"
    case .rtmp(let destination, let fingerprint):
      object["broadcast"] = "rtmp"
      object["destination"] = destination.map(JSON.string)
      object["fingerprint"] = fingerprint.map(JSON.string)
    case .transcription(let language, let captions):
      object["captions"] = .bool(captions)
      object["language"] = language.map(JSON.string)
    }
    return .object(object)
  }

  private static func plan(_ read: HeaderReader) -> EgressPlan? {
    if let mode = read.text("recording") {
      return RecordingMode(rawValue: mode).map {
        .recording($0, audioOnly: read.optionalFlag("audio_only"), participant: read.text("participant"))
      }
    }
    switch read.text("broadcast") {
    case "hls": return .hls
    case "rtmp": return .rtmp(destination: read.text("destination"), fingerprint: read.text("fingerprint"))
    default:
      return read.optionalFlag("captions").map { .transcription(language: read.text("language"), captions: $0) }
    }
  }

  private static func file(_ file: EgressFile) -> JSON {
    var object = JSONObject()
    object["session"] = file.session.map(JSON.string)
    object["name"] = .string(file.name)
    object["started_at"] = file.startedAt.map { .integer($0.nanoseconds) }
    object["ended_at"] = file.endedAt.map { .integer($0.nanoseconds) }
    return .object(object)
  }

  private static func file(_ json: JSON) -> EgressFile? {
    let read = HeaderReader(json)
    return read.text("name").map {
      EgressFile(
        session: read.text("session"), name: $0, startedAt: read.time("started_at"), endedAt: read.time("ended_at"))
    }
  }
}
