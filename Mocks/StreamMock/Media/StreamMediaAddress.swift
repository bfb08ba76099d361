/// Whose connection one is: a device in a call of an account.
struct StreamMediaAddress: Sendable, Equatable {
  let tenant: String
  let cid: String
  /// The device, by the id that it made for itself.
  let session: String
}
