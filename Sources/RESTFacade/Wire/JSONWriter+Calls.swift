import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  /// What an event of a call tells. What the vendor offers is not in it: a description holds passwords, and events are
  /// kept.
  mutating func callData(_ call: VoiceCall, _ step: CallStep) {
    member("call_id", call.id)
    switch step {
    case .stateChanged(let previous):
      member("state", call.state.rawValue)
      member("previous", previous?.rawValue ?? "idle")
      member("error") { $0.callError(call.error) }
      member("reason", call.ending?.rawValue)
    case .audioChanged:
      member("muted", call.muted)
      audioMembers(of: call.audio)
    case .requested(let wish): wishMembers(of: wish)
    case .offered(let generation):
      member("generation", generation)
      member("sdp") { $0.null() }
    }
  }

  mutating func callError(_ error: CallError?) {
    guard let error else { return null() }
    object { json in
      json.member("code", error.code.rawValue)
      json.member("message", error.message)
      json.member("retryable", error.isRetryable)
    }
  }

  mutating func audioMembers(of audio: CallAudio) {
    member("available_devices") { json in
      json.list(audio.available) { json, device in
        json.object { json in
          json.member("id", device.id)
          json.member("kind", device.kind.rawValue)
          json.member("name", device.name)
        }
      }
    }
    member("selected_device", audio.selected)
  }

  /// What is not asked for is not there.
  private mutating func wishMembers(of wish: CallWish) {
    if let muted = wish.muted { member("muted", muted) }
    switch wish.device {
    case .automatic: member("audio_device") { $0.null() }
    case .named(let id): member("audio_device", id)
    case nil: break
    }
  }
}

extension JSONWriter {
  mutating func call(_ view: CallView) {
    let call = view.call
    object { json in
      json.member("id", call?.id)
      json.member("room_id", view.room)
      json.member("state", call?.state.rawValue ?? "idle")
      json.member("answered", call?.isAnswered ?? false)
      json.member("error") { $0.callError(call?.error) }
      json.member("reason", call?.ending?.rawValue)
      json.member("caller") { json in if let caller = view.caller { json.person(caller) } else { json.null() } }
      json.member("muted", call?.muted)
      json.member("audio") { json in json.object { $0.audioMembers(of: call?.audio ?? .none) } }
      json.member("offer") { json in
        guard let offer = view.offer else { return json.null() }
        json.object { json in
          json.member("generation", offer.generation)
          json.member("sdp", offer.sdp.text)
        }
      }
      json.member("created_at", call?.createdAt)
      json.member("updated_at", call?.changedAt)
    }
  }
}
