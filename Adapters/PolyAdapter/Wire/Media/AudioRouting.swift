import Clocks

/// Where a call sounds, as a value. There is no telephone here: devices are names, and a choice takes a while to be
/// confirmed, as it does on one.
struct AudioRouting: Sendable {
  /// Where it sounds without an accessory.
  let prefersSpeaker: Bool
  let confirmation: Duration

  private(set) var state = AudioState.empty
  private var isEngaged = false
  private var accessories: [AudioDevice] = []
  /// nil = automatic.
  private var pinned: AudioDevice?
  private var pending: (device: AudioDevice?, at: Int64)?

  init(prefersSpeaker: Bool, confirmation: Duration = .milliseconds(50)) {
    self.prefersSpeaker = prefersSpeaker
    self.confirmation = confirmation
  }

  /// When the choice that was made last is confirmed.
  var nextDeadline: Int64? { pending?.at }

  /// The audio begins, on automatic. Gives the snapshot to publish, as all of these do; nil = nothing changed.
  mutating func engage() -> AudioState? {
    isEngaged = true
    pinned = nil
    return publish()
  }

  mutating func release() -> AudioState? {
    isEngaged = false
    pending = nil
    return publish()
  }

  /// Chooses one of the available devices, or none in particular. Anything else is of no effect.
  mutating func select(_ device: AudioDevice?, at now: Int64) {
    guard isEngaged, device.map(available.contains) ?? true else { return }
    pending = (device, now + confirmation.nanoseconds)
  }

  mutating func plug(_ devices: [AudioDevice]) -> AudioState? {
    accessories = devices.filter(\.isAccessory)
    if let device = pending?.device, !available.contains(device) { pending = nil }
    return publish()
  }

  mutating func expire(at now: Int64) -> AudioState? {
    guard let pending, pending.at <= now else { return nil }
    pinned = pending.device
    self.pending = nil
    // What was chosen is told in any case: somebody waits for it.
    _ = publish()
    return state
  }

  private var available: [AudioDevice] { [.speaker, .earpiece] + accessories }

  /// What was chosen as long as it is there; else what came last, else what is built in.
  private var selected: AudioDevice {
    if let pinned, available.contains(pinned) { return pinned }
    return accessories.last ?? (prefersSpeaker ? .speaker : .earpiece)
  }

  private mutating func publish() -> AudioState? {
    if let device = pinned, !available.contains(device) { pinned = nil }
    let next = isEngaged ? AudioState(availableDevices: available, selectedDevice: selected) : .empty
    defer { state = next }
    return next == state ? nil : next
  }
}
