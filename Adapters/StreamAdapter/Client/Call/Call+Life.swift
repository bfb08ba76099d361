import AdapterKit
import JSONCoding
public import MeetingCore

/// A call as a whole.
extension Call {
  /// Asks how the call is, and follows it. Throws `notFound` when there is none.
  @discardableResult
  public func get() async throws(StreamVideoError) -> CallSnapshot {
    try await watch(.get(address, members: Self.memberLimit))
    return state.snapshot
  }

  /// Makes the call if there is none, and follows it. Of one that exists nothing is changed.
  @discardableResult
  public func create(
    members: [MemberRequest] = [], custom: [String: RawJSON] = [:], startsAt: Timestamp? = nil, team: String? = nil,
    ring: Bool = false, notify: Bool = false, settings: CallSettingsOverride? = nil
  ) async throws(StreamVideoError) -> CallSnapshot {
    let options = CreateCallOptions(
      members: members, custom: custom, settings: settings, startsAt: startsAt, team: team)
    try await watch(
      .getOrCreate(address, options.json, members: Self.memberLimit, ring: ring, notify: notify))
    return state.snapshot
  }

  /// Changes the call. `custom` replaces all that is there.
  @discardableResult
  public func update(
    custom: [String: RawJSON]? = nil, settings: CallSettingsOverride? = nil, startsAt: Timestamp? = nil
  ) async throws(StreamVideoError) -> CallSnapshot {
    let changes = JSONObject.present([
      "custom": custom.map { RawJSON.json($0) }, "settings_override": settings?.json,
      "starts_at": startsAt.map { .string(WireTime.text($0)) },
    ])
    try await show(.update(address, changes))
    return state.snapshot
  }

  /// Ends the call for everybody.
  public func end() async throws(StreamVideoError) { try await core.send(.end(address)) }

  // MARK: The stage

  /// Lets everybody in. For those who run the call.
  @discardableResult
  public func goLive(
    startHls: Bool = false, startRecording: Bool = false, startTranscription: Bool = false,
    startClosedCaption: Bool = false
  ) async throws(StreamVideoError) -> CallSnapshot {
    try await show(
      .goLive(
        address,
        .present([
          "start_hls": startHls ? true : nil, "start_recording": startRecording ? true : nil,
          "start_transcription": startTranscription ? true : nil,
          "start_closed_caption": startClosedCaption ? true : nil,
        ])))
    return state.snapshot
  }

  /// Back behind the stage: everybody who may not be there is sent out, and what runs stops, unless it is to go on.
  @discardableResult
  public func stopLive(
    continueHls: Bool = false, continueRecording: Bool = false, continueTranscription: Bool = false,
    continueClosedCaption: Bool = false
  ) async throws(StreamVideoError) -> CallSnapshot {
    try await show(
      .stopLive(
        address,
        .present([
          "continue_hls": continueHls ? true : nil, "continue_recording": continueRecording ? true : nil,
          "continue_transcription": continueTranscription ? true : nil,
          "continue_closed_caption": continueClosedCaption ? true : nil,
        ])))
    return state.snapshot
  }
}
