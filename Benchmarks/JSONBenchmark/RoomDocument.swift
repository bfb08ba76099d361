/// A room as the API shows it, for Foundation's coders.
struct RoomDocument: Codable {
  struct Custom: Codable {
    let series: String
    let season: Int
    let tags: [String]
  }
  struct Person: Codable {
    let external_id: String
    let name: String?
    let image_url: String?
  }
  struct Settings: Codable {
    let access: String
    let backstage: Bool
    let max_participants: Int?
    let max_duration_seconds: Int?
    let empty_timeout_seconds: Int?
    let record_automatically: Bool
  }
  struct Session: Codable {
    let id: String
    let started_at: String
    let participant_count: Int
    let person_count: Int
    let person_count_by_role: [String: Int]
    let anonymous_count: Int?
  }
  struct Attempt: Codable {
    let provider: String
    let outcome: String?
  }

  let id: String
  let external_id: String?
  let kind: String
  let provider: String
  let provider_kind: String
  let title: String?
  let description: String?
  let custom: Custom
  let state: String
  let joinable_at: String?
  let locked: Bool
  let host: Person
  let settings: Settings
  let starts_at: String?
  let join_ahead_seconds: Int?
  let created_at: String
  let updated_at: String
  let ended_at: String?
  let sequence: Int
  let session: Session?
  let recording: Bool
  let broadcasting: Bool
  let transcribing: Bool
  let provider_refs: [String: String]
  let previous_providers: [String]
  let attempts: [Attempt]
}
