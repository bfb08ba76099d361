import ProviderTesting

/// The way between vendor and gateway: one delivery in twenty is lost, some come twice, some much later, and neighbours
/// change places.
struct Weather {
  /// Ids of the deliveries of which no copy ever arrives.
  private(set) var lost: Set<String> = []
  private var later: [SignedHook] = []
  private let vendor: any StormVendor
  private var generator: SplitMix

  init(_ vendor: any StormVendor, seed: UInt64) {
    self.vendor = vendor
    generator = SplitMix(seed: seed)
  }

  /// What arrives now, of these deliveries and of earlier ones.
  mutating func pass(_ hooks: [SignedHook]) -> [SignedHook] {
    var arriving: [SignedHook] = []
    for hook in later.shuffled(using: &generator) {
      if chance(vendor.lateChance) { arriving.append(hook) }
    }
    later.removeAll { hook in arriving.contains { $0.id == hook.id && $0.fields == hook.fields } }
    for hook in hooks { arriving += travel(hook) }
    return mixed(arriving)
  }

  /// What was still under way.
  mutating func calm() -> [SignedHook] {
    defer { later = [] }
    return later.shuffled(using: &generator)
  }

  private mutating func travel(_ hook: SignedHook) -> [SignedHook] {
    if chance(5) {
      lost.insert(hook.id)
      return []
    }
    var copies = [hook]
    if chance(10) { copies.append(hook) }
    if chance(5) { copies.append(vendor.again(hook)) }
    var now: [SignedHook] = []
    for copy in copies { if chance(10) { later.append(copy) } else { now.append(copy) } }
    return now
  }

  /// Shuffles within windows.
  private mutating func mixed(_ hooks: [SignedHook]) -> [SignedHook] {
    stride(from: 0, to: hooks.count, by: 40).flatMap { start in
      hooks[start..<min(start + 40, hooks.count)].shuffled(using: &generator)
    }
  }

  private mutating func chance(_ percent: Int) -> Bool { Int.random(in: 0..<100, using: &generator) < percent }
}
