/// Bounds and texts of the facade.
package struct FacadeOptions: Sendable {
  /// Bytes of a body of the API's own routes.
  package let maximumBodyBytes: Int
  /// Bytes of what a vendor posts.
  package let maximumHookBytes: Int
  /// Where the API is reached from outside, without a slash at the end; only told by the API document.
  package let publicURL: String?
  /// Requests worked on at once.
  package let maximumRequestsInFlight: Int
  package let limits: RateLimitOptions

  package init(
    maximumBodyBytes: Int = 1 << 20, maximumHookBytes: Int = 1 << 20, publicURL: String? = nil,
    maximumRequestsInFlight: Int = 4_096, limits: RateLimitOptions = RateLimitOptions()
  ) {
    self.maximumBodyBytes = maximumBodyBytes
    self.maximumHookBytes = maximumHookBytes
    self.publicURL = publicURL
    self.maximumRequestsInFlight = maximumRequestsInFlight
    self.limits = limits
  }

  /// Bytes of a session description: more is none of a call's.
  private static let descriptionBytes = 64 << 10

  func maximumBytes(of rule: BodyRule) -> Int {
    switch rule {
    case .raw: maximumHookBytes
    case .sdp, .sdpFragment: min(Self.descriptionBytes, maximumBodyBytes)
    case .ignored, .optionalJSON, .requiredJSON: maximumBodyBytes
    }
  }
}
