import MeetingCore

/// Who is in and may not be: found when the rules change, and taken back when they change again.
extension Reducing {
  /// Nobody of the audience stays when the room goes to backstage, where its vendor does not see to that.
  mutating func clearAudience() {
    guard context.rules.stage != .vendor, state.room.phase == .backstage else { return }
    for participant in state.connected
    where participant.leaveReason == nil && refusal(of: participant) == .roomInBackstage {
      expel(participant, .roomInBackstage)
    }
  }

  /// Whoever was about to be thrown out and may be here after all stays.
  mutating func reviewAdmissions() {
    guard state.room.phase != .ended else { return }
    for var participant in state.connected
    where participant.leaveReason == .notAdmitted && refusal(of: participant) == nil {
      participant.leaveReason = nil
      put(participant)
    }
  }

  private func refusal(of participant: Participant) -> ErrorCode? {
    AdmissionRules.refusal(
      of: participant.person, role: participant.role, in: state, now: context.now, rules: context.rules, at: .join)
  }
}
