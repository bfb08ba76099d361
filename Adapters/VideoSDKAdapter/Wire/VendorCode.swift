import MeetingCore

/// The service's own codes, on whichever way they come.
enum VendorCode {
  /// nil for a code that tells nothing of what became of a request.
  static func reason(_ code: Int64) -> ProviderFailure.Reason? {
    switch code {
    // A token that has expired, or is none for this room or organisation.
    case 4001, 4002: .credentials
    // An account that was closed, an add-on that was not bought, a token that is for something else.
    case 4006, 4007, 4008, 4021, 4022, 4023, 4024, 4025: .forbidden
    case 4003: .notFound
    case 4004: .invalid
    // One that runs or is still being processed, or as many as the organisation may have.
    case 4018, 4019, 4020, 4028, 4029: .conflict
    default: nil
    }
  }
}
