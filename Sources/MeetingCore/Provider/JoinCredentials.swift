/// What a client needs to join with the vendor's own SDK.
public struct JoinCredentials: Sendable {
  public let token: String
  public let expiresAt: Timestamp
  public let permissions: [String]
  /// Client packages by platform.
  public let sdkPackages: [String: String]
  /// A JSON object: exactly what the vendor's client SDK needs, with its `kind`.
  public let connect: JSONText
  /// Vendor ids that clients should not show.
  public let hiddenVendorIDs: [String]
  /// A JSON object: topics and marks that clients should know.
  public let conventions: JSONText

  public init(
    token: String, expiresAt: Timestamp, permissions: [String] = [], sdkPackages: [String: String], connect: JSONText,
    hiddenVendorIDs: [String] = [], conventions: JSONText = .emptyObject
  ) {
    self.token = token
    self.expiresAt = expiresAt
    self.permissions = permissions
    self.sdkPackages = sdkPackages
    self.connect = connect
    self.hiddenVendorIDs = hiddenVendorIDs
    self.conventions = conventions
  }
}
