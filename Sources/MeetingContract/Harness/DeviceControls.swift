public import MeetingCore

/// Moves devices as people would: the media side, which no server API has.
public protocol DeviceControls: Sendable {
  /// A device presents a token at the vendor, which decides. Throws only when the vendor could not be asked.
  func join(_ room: ProviderRoom, token: String) async throws -> DeviceAdmission
  /// The device hangs up.
  func leave(_ connection: String, _ room: ProviderRoom) async throws
  /// The person says something that the vendor can write down. False when the harness cannot make them.
  func say(_ text: String, as person: String, in room: ProviderRoom) async throws -> Bool
  /// The device sends sound; whether the vendor lets it.
  func sendAudio(_ connection: String, _ room: ProviderRoom) async throws -> Bool
  /// The person asks with the vendor's own client to be allowed to send sound.
  func raiseHand(_ person: String, _ room: ProviderRoom) async throws
}

extension DeviceControls {
  /// Nobody can be made to speak.
  public func say(_ text: String, as person: String, in room: ProviderRoom) async throws -> Bool { false }
}

/// What the vendor said to a device.
public enum DeviceAdmission: Sendable, Hashable {
  case connected(connection: String)
  case refused(String)

  public var connection: String? { if case .connected(let connection) = self { connection } else { nil } }
}
