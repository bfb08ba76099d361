import MeetingCore

/// Lays what a caller mentioned over the settings that hold.
enum SettingsMerge {
  static func apply(_ input: SettingsInput, to settings: inout RoomSettings) {
    settings.access = input.access ?? settings.access
    settings.backstage = input.backstage ?? settings.backstage
    settings.recordAutomatically = input.recordAutomatically ?? settings.recordAutomatically
    apply(input.maximumParticipants, to: &settings.maximumParticipants)
    apply(input.maximumDurationSeconds, to: &settings.maximumDurationSeconds)
    apply(input.emptyTimeoutSeconds, to: &settings.emptyTimeoutSeconds)
  }

  private static func apply(_ bound: SettingsInput.Bound, to value: inout Int?) {
    if case .set(let new) = bound { value = new }
  }
}
