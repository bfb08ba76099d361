import JSONCoding

/// One entry of an app's `event_hooks`, with the fields that Stream's page on webhooks gives it.
struct HookReading: Sendable {
  let json: JSON
  var id: String? { text("id") }
  var isEnabled: Bool { json["enabled"]?.boolValue ?? false }
  var url: String? { text("webhook_url") }
  /// A queue rather than a URL: its keys come back hidden, and would be written back like that.
  var isQueue: Bool { text("hook_type").map { $0 != "webhook" } ?? false }
  private var isOfVideo: Bool { ["video", "all"].contains(text("product") ?? "all") }
  private var events: [String] { json["event_types"]?.arrayValue?.compactMap(\.stringValue) ?? [] }
  private var sendsCustom: Bool { json["should_send_custom_events"]?.boolValue ?? false }

  /// What this hook keeps from us; empty = nothing.
  var lacks: [String] {
    var lacks: [String] = []
    if !isEnabled { lacks.append("it is switched off") }
    if !isOfVideo { lacks.append("it is for another product") }
    // No types at all means every type.
    let missing = events.isEmpty ? [] : HookTypes.needed.filter { !events.contains($0) }
    if !missing.isEmpty { lacks.append("it leaves out \(missing.joined(separator: ", "))") }
    if !sendsCustom { lacks.append("it leaves out custom events") }
    return lacks
  }

  /// Whether it is a hook of ours for this address.
  func delivers(to url: String) -> Bool { !isQueue && self.url == url }

  /// The entry as we need it; a new one where there is none yet. What else it has stays.
  static func ours(_ url: String, over old: JSON?) -> JSON {
    var hook = old?.objectValue ?? JSONObject()
    hook["enabled"] = true
    hook["hook_type"] = "webhook"
    hook["webhook_url"] = .string(url)
    hook["product"] = "video"
    hook["event_types"] = .array(HookTypes.needed.map(JSON.string))
    hook["should_send_custom_events"] = true
    return .object(hook)
  }

  private func text(_ name: String) -> String? { json[name]?.stringValue.flatMap { $0.isEmpty ? nil : $0 } }
}
