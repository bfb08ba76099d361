/// What a route does with a request's body.
enum BodyRule: Sendable, Hashable {
  /// No meaning: read and thrown away.
  case ignored
  /// `application/json`; without one every field is absent.
  case optionalJSON
  case requiredJSON
  /// Bytes of any type, as somebody else's server sends them.
  case raw
  /// A session description, `application/sdp`.
  case sdp
  /// Candidates, `application/trickle-ice-sdpfrag` (RFC 8840).
  case sdpFragment

  /// The one type that is taken, where it is not JSON.
  var mediaType: String? {
    switch self {
    case .sdp: MediaType.sdp
    case .sdpFragment: MediaType.sdpFragment
    default: nil
    }
  }

  var isJSON: Bool { self == .optionalJSON || self == .requiredJSON }
}
