/// Brings the vendor's deliveries to a receiver.
public protocol HookControls: Sendable {
  /// From here on every delivery is handed to `receiver`, whose status code the vendor gets. May be called again.
  func deliver(to receiver: @escaping @Sendable (VendorHook) async -> Int) async throws
  /// The next delivery is genuine and of a type nobody knows. False when the vendor cannot be made to.
  func makeNextUnknown() async throws -> Bool
}

/// A delivery as it came.
public struct VendorHook: Sendable, Hashable {
  /// One field of the head, as it came.
  public struct Field: Sendable, Hashable {
    public let name: String
    public let value: String
    public init(name: String, value: String) {
      self.name = name
      self.value = value
    }
  }

  public let fields: [Field]
  public let body: [UInt8]

  public init(fields: [Field], body: [UInt8]) {
    self.fields = fields
    self.body = body
  }

  /// Every value of a field, names without regard to ASCII case.
  public func values(of name: String) -> [String] {
    fields.filter { $0.name.lowercased() == name.lowercased() }.map(\.value)
  }
}
