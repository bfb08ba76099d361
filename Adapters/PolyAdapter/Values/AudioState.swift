/// What the call can sound on, and what it sounds on now. One value has both, so that they cannot disagree.
public struct AudioState: Sendable, Hashable {
  public let availableDevices: [AudioDevice]
  /// nil = nothing: no audio is engaged.
  public let selectedDevice: AudioDevice?

  public init(availableDevices: [AudioDevice], selectedDevice: AudioDevice?) {
    self.availableDevices = availableDevices
    self.selectedDevice = selectedDevice
  }

  /// Before the call's audio is engaged, and after it was released.
  public static let empty = Self(availableDevices: [], selectedDevice: nil)
}
