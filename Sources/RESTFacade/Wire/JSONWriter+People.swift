import Cryptography
import GatewayEngine
import JSONCoding
import MeetingCore

extension JSONWriter {
  /// A person with everything known; `null` for nobody.
  mutating func person(_ person: Person?) {
    guard let person else { return null() }
    object { json in
      json.member("external_id", person.externalID)
      json.member("name", person.name)
      json.member("image_url", person.imageURL)
    }
  }

  mutating func participant(_ view: ParticipantView) {
    let participant = view.participant
    object { json in
      json.member("id", participant.id)
      json.member("person") { $0.person(view.person) }
      json.member("session_id", participant.session)
      json.member("role", participant.role.rawValue)
      json.permissions("permissions", Permission.listed(view.permissions))
      json.member("connection", participant.isConnected ? "connected" : "left")
      json.member("tracks") { $0.tracks(participant.tracks) }
      json.member("speaking", view.isSpeaking)
      json.member("audio_level", view.audioLevel.map(JSON.number) ?? .null)
      json.member("joined_at", participant.joinedAt)
      json.member("left_at", participant.leftAt)
      json.member("provider_refs", participant.providerRefs)
    }
  }

  private mutating func tracks(_ tracks: [TrackKind: TrackState]) {
    object { json in
      for kind in TrackKind.allCases {
        let state = tracks[kind] ?? TrackState()
        json.member(kind.rawValue) { json in
          json.object { json in
            json.member("publishing", state.publishing)
            json.member("muted", state.muted)
            json.member("as_of", state.asOf)
          }
        }
      }
    }
  }

  mutating func ban(_ view: BanView) {
    object { json in
      json.member("person") { $0.person(view.person) }
      json.member("until", view.ban.until)
      json.member("session_id", view.ban.session)
      json.member("by", view.ban.by)
    }
  }

  mutating func clientGrant(_ grant: ClientGrant) {
    object { json in
      json.member("token", grant.token.revealed)
      json.member("expires_at", grant.expiresAt)
      json.member("room_id", grant.room)
      json.member("person") { $0.person(grant.person) }
      json.member("role", grant.role.rawValue)
    }
  }

  mutating func joinGrant(_ grant: JoinGrant) {
    let credentials = grant.credentials
    object { json in
      json.member("provider", grant.provider)
      json.member("provider_kind", grant.providerKind)
      json.member("token", credentials.token)
      json.member("expires_at", credentials.expiresAt)
      json.member("role", grant.role.rawValue)
      json.member("permissions", credentials.permissions)
      json.member("sdk") { json in
        json.object { json in
          json.member("kind", grant.providerKind)
          json.member("packages", credentials.sdkPackages)
        }
      }
      json.member("connect", raw: credentials.connect)
      json.member("hidden_vendor_ids", credentials.hiddenVendorIDs)
      json.member("conventions", raw: credentials.conventions)
    }
  }
}
