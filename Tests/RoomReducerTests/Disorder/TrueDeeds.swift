import MeetingCore
import ProviderTesting

/// What people do in a true room beside coming and going: hands, permissions, recordings, words.
struct TrueDeeds {
  /// Who asks to speak. They are never made members, which would let them speak as well.
  static let people = ["gia", "hal"]
  static let plan = EgressPlan.recording(.room)

  /// Who asks, and whether they were there all the time since.
  private(set) var asking: [String: Bool] = [:]
  private(set) var allowed: Set<String> = []
  private(set) var granted = 0
  private(set) var revoked = 0
  private(set) var started: Set<String> = []
  private(set) var stopped: Set<String> = []
  private(set) var ready: Set<String> = []
  private(set) var messages = 0
  private var running: String?

  var isRecording: Bool { running != nil }

  mutating func step(present: Set<String>, hasSession: Bool, using generator: inout SplitMix) -> [Fact.Detail] {
    let person = Self.people.randomElement(using: &generator) ?? "gia"
    switch Int.random(in: 0..<100, using: &generator) {
    case 0..<30: return present.contains(person) ? ask(person) : []
    case 30..<50: return [change(person)]
    case 50..<75:
      if let stop = stopRecording() { return [stop] }
      return hasSession ? [record()] : []
    case 75..<87: return finish()
    default: return [say(person)]
    }
  }

  /// A device of somebody's has gone.
  mutating func left(_ person: String) { if asking[person] != nil { asking[person] = false } }

  mutating func stopRecording() -> Fact.Detail? {
    guard let id = running else { return nil }
    running = nil
    stopped.insert(id)
    return report(id, .stopped)
  }

  private mutating func ask(_ person: String) -> [Fact.Detail] {
    guard !allowed.contains(person), asking[person] == nil else { return [] }
    asking[person] = true
    return [.permissionRequested(person: person, permissions: [.sendAudio])]
  }

  private mutating func change(_ person: String) -> Fact.Detail {
    if allowed.remove(person) == nil {
      allowed.insert(person)
      asking[person] = nil
      granted += 1
    } else {
      revoked += 1
    }
    return .permissionsChanged(person: person, effective: allowed.contains(person) ? [.sendAudio] : [], by: nil)
  }

  private mutating func record() -> Fact.Detail {
    let id = "e-\(started.count + 1)"
    running = id
    started.insert(id)
    return report(id, .started)
  }

  private mutating func finish() -> [Fact.Detail] {
    guard let id = stopped.subtracting(ready).min() else { return [] }
    ready.insert(id)
    return [report(id, .ready(EgressFile(session: nil, name: id + ".mp4")))]
  }

  private mutating func say(_ person: String) -> Fact.Detail {
    messages += 1
    return .message(RoomMessage(from: person, payload: JSONText("\(messages)")), id: nil)
  }

  private func report(_ id: String, _ step: EgressReport.Step) -> Fact.Detail {
    .egress(EgressReport(Self.plan, step, vendorID: id))
  }
}
