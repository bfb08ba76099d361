/// The values of options that are one of several.
package enum PolyChoice {
  /// Under which members a refusal's text is told.
  package enum ErrorMembers: String, CaseIterable, Sendable { case both, message, error }

  /// Which hosts a connector takes.
  package enum HostMatch: String, CaseIterable, Sendable { case subdomains, exact }

  /// How the first event of a messaging socket comes.
  package enum SessionStart: String, CaseIterable, Sendable {
    /// Alone in a batch.
    case alone
    /// In a batch with another event.
    case batched
    /// In no batch.
    case bare
    case never
    /// Alone in a batch; the event says no time, or no id.
    case withoutTimestamp = "without_timestamp"
    case withoutID = "without_id"
  }

  /// Where an event in a batch has its payload: under `payload`, or under the event's own short name.
  package enum PayloadMember: String, CaseIterable, Sendable { case payload, type }

  package enum ICEServers: String, CaseIterable, Sendable {
    case usual, empty, garbage
    case withoutCredentials = "without_credentials"
  }

  /// Which token an offer is taken with.
  package enum OfferToken: String, CaseIterable, Sendable {
    case webCalling = "web_calling"
    case connector, either
  }

  /// What becomes of an offer.
  package enum Answer: String, CaseIterable, Sendable {
    case usual, never
    case withoutSessionID = "without_session_id"
    case numericSessionID = "numeric_session_id"
    /// Something that is no session description.
    case unusable
  }

  /// Who answers: the mock, or somebody behind the control plane.
  package enum AnswersFrom: String, CaseIterable, Sendable { case mock, outside }

  /// How candidates are written: as documented, or with a number for the mid and a string for the line.
  package enum CandidateTypes: String, CaseIterable, Sendable { case usual, odd }

  /// The answer's role in DTLS where the offer leaves it open.
  package enum Setup: String, CaseIterable, Sendable { case passive, active }

  /// What comes before an answer and is no frame of the protocol.
  package enum Noise: String, CaseIterable, Sendable {
    case none, garbage, binary
    case unknownType = "unknown_type"
  }
}
