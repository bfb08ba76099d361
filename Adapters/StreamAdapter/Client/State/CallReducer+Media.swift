extension CallReducer {
  /// This client is in the call as `device`.
  mutating func join(_ start: MediaStart, as device: String) {
    var view = media ?? MediaView(own: device)
    view.begin(start, own: device)
    media = view
    snapshot.reconnectionStatus = .connected
    arrange()
  }

  /// This client is out. Who else is there is known from the coordinator again.
  mutating func leave(_ status: ReconnectionStatus) {
    if let own = media?.own { listed[own] = nil }
    media = nil
    snapshot.reconnectionStatus = status
    arrange()
  }

  mutating func take(media event: MediaEvent) -> [Effect] {
    guard var view = media else { return [] }
    let effects = react(to: event, &view)
    media = view
    arrange()
    return effects
  }

  private mutating func react(to event: MediaEvent, _ view: inout MediaView) -> [Effect] {
    switch event {
    case .participantJoined(let who), .participantUpdated(let who): view.put(who, view.devices[who.sessionID])
    case .participantLeft(let who): view.devices[who.sessionID] = nil
    case .trackPublished(_, let device, let track):
      view.setTrack(track, true, of: device)
      if device == view.own, track == .audio { return [.heard] }
    case .trackUnpublished(_, let device, let track, _):
      view.setTrack(track, false, of: device)
      if device == view.own, track == .audio { return [.silenced] }
    case .audioLevels(let levels):
      for level in levels { view.devices[level.sessionID]?.hear(Float(level.level), isSpeaking: level.isSpeaking) }
    case .dominantSpeaker(_, let device): view.setDominant(device)
    case .grantsUpdated(let grants): return take(grants, &view)
    case .counts(let counts): view.take(counts)
    case .connectionQuality, .pins, .goAway, .callEnded, .error: break
    }
    return []
  }

  private mutating func take(_ grants: MediaGrants, _ view: inout MediaView) -> [Effect] {
    let all: [(OwnCapability, Bool)] = [
      (.sendAudio, grants.audio), (.sendVideo, grants.video), (.screenshare, grants.screenShare),
    ]
    for (capability, isGiven) in all {
      if isGiven { snapshot.ownCapabilities.insert(capability) } else { snapshot.ownCapabilities.remove(capability) }
    }
    if grants.audio { return [] }
    view.setTrack(.audio, false, of: view.own)
    return [.silenced]
  }

  /// This device publishes sound, or does so no more.
  mutating func setOwnAudio(_ isOn: Bool) {
    guard var view = media else { return }
    view.setTrack(.audio, isOn, of: view.own)
    media = view
    arrange()
  }
}
