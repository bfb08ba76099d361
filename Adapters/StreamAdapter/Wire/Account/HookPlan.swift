import JSONCoding
import MeetingCore

/// How an app's hooks stand to the one that we need.
struct HookPlan: Sendable {
  let url: String
  let hooks: [HookReading]
  /// Whether the list of hooks is what is in force, not the single address of former days.
  let usesList: Bool

  /// nil when the answer is none of an app.
  init?(_ answer: JSON, url: String) {
    guard let app = answer["app"], app.objectValue != nil else { return nil }
    self.url = url
    hooks = (app["event_hooks"]?.arrayValue ?? []).map(HookReading.init)
    usesList = app["use_hook_v2"]?.boolValue ?? true
  }

  private var ours: HookReading? { hooks.first { $0.delivers(to: url) } }
  var isDone: Bool { usesList && ours.map(\.lacks.isEmpty) ?? false }

  var finding: AccountFinding {
    if !usesList {
      return degraded("the app delivers to a single address, which cannot be told apart from others' use of it")
    }
    guard let ours else { return degraded("the app has no webhook for \(url)") }
    guard ours.lacks.isEmpty else {
      return degraded("the app's webhook for \(url) is not whole: \(ours.lacks.joined(separator: "; "))")
    }
    return AccountFinding(.deliveries, .good, "the app delivers to \(url)")
  }

  private func degraded(_ message: String) -> AccountFinding {
    AccountFinding(
      .deliveries, .degraded, message,
      remedy: refusal ?? "`switchboard providers setup` adds it; or add it in the dashboard, for these events: "
        + HookTypes.needed.joined(separator: ", "))
  }

  /// Why the hooks are not written here; nil when they may be.
  var refusal: String? {
    if !usesList { return "switch the app to the list of hooks (`use_hook_v2`) in the dashboard first" }
    if hooks.contains(where: \.isQueue) {
      return "the app has hooks with keys of a queue, which would be lost in writing: add ours in the dashboard"
    }
    return nil
  }

  /// All hooks, with ours among them: writing the list removes what is not in it.
  var wanted: [JSON] {
    guard let index = hooks.firstIndex(where: { $0.delivers(to: url) }) else {
      return hooks.map(\.json) + [HookReading.ours(url, over: nil)]
    }
    var all = hooks.map(\.json)
    all[index] = HookReading.ours(url, over: all[index])
    return all
  }

  var step: String {
    if ours == nil { return "add a webhook for \(url)" + (hooks.isEmpty ? "" : "; \(Self.staying(hooks.count))") }
    return "make the app's webhook for \(url) whole" + (hooks.count == 1 ? "" : "; \(Self.staying(hooks.count - 1))")
  }

  private static func staying(_ others: Int) -> String {
    others == 1 ? "the app's other one stays" : "the app's \(others) others stay"
  }

  /// Others' hooks that were there before and are not in `now`.
  func lost(in now: HookPlan) -> [JSON] {
    hooks.filter { old in !now.hooks.contains { $0.id == old.id } && !old.delivers(to: url) }.map(\.json)
  }
}
