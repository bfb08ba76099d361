package import MeetingCore

extension RoomState {
  /// The call that is under way: one at a time.
  package var openCall: VoiceCall? {
    calls.first(where: \.isOpen)
  }

  /// The call that is under way, or the last one that is remembered.
  package var latestCall: VoiceCall? {
    openCall ?? calls.max { ($0.createdAt, $0.id) < ($1.createdAt, $1.id) }
  }

  package func call(_ id: String) -> VoiceCall? {
    if case .call(let call)? = resources[id] { call } else { nil }
  }

  private var calls: [VoiceCall] {
    guard room.kind == .voiceCall, !resources.isEmpty else { return [] }
    return resources.values.compactMap { if case .call(let call) = $0 { call } else { nil } }
  }
}
