import JSONCoding
import MockKit

/// What a connected device says to the media server.
extension StreamTenant {
  mutating func hearMedia(
    _ message: [UInt8], _ session: String, _ cid: String, _ queue: SocketQueue, at now: Int64
  ) {
    guard let connection = media[cid]?[session], connection.queue === queue else { return }
    do throws(StreamMediaRefusal) {
      let frame = try Self.mediaFrame(message)
      switch frame["type"]?.stringValue {
      case "HealthCheckRequest":
        tell(connection, ["type": "HealthCheckResponse", "participant_count": mediaCounts(cid)])
      case "UpdateMuteStates": tell(connection, updateMuteStates(frame, session, cid))
      case "LeaveCallRequest": leaveMedia(session, cid, at: now)
      default: throw StreamMediaRefusal(.invalid, "unknown type of message")
      }
    } catch {
      tell(connection, error.frame)
    }
  }

  /// All of it or nothing; the answer names the request.
  private mutating func updateMuteStates(_ frame: JSONObject, _ session: String, _ cid: String) -> JSON {
    var answer: JSONObject = ["type": "UpdateMuteStatesResponse", "request_id": frame["request_id"] ?? .null]
    do throws(StreamMediaRefusal) {
      let states = try muteStates(frame, session, cid)
      change(session, in: cid) { participant in
        for (track, isMuted) in states { participant.publish(track, !isMuted) }
      }
      answer["error"] = JSON.null
    } catch {
      answer["error"] = error.document
    }
    return .object(answer)
  }

  private func muteStates(
    _ frame: JSONObject, _ session: String, _ cid: String
  ) throws(StreamMediaRefusal) -> [(StreamTrack, isMuted: Bool)] {
    guard let call = calls[cid], let participant = call.running?.participants[session] else { return [] }
    guard let items = frame["mute_states"]?.arrayValue, !items.isEmpty else {
      throw StreamMediaRefusal(.invalid, "mute_states is a required field")
    }
    var states: [(StreamTrack, isMuted: Bool)] = []
    for item in items {
      guard let track = item["track_type"]?.stringValue.flatMap(StreamTrack.init),
        let isMuted = item["muted"]?.boolValue
      else { throw StreamMediaRefusal(.invalid, "a mute state needs track_type and muted") }
      if !isMuted, !mayPublish(track.permission, participant, call) {
        throw StreamMediaRefusal(.permissionDenied, "\(track.permission) is missing")
      }
      states.append((track, isMuted))
    }
    return states
  }
}
