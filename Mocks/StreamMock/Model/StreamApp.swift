import JSONCoding

/// The account's settings, as far as rooms need them.
struct StreamApp: Sendable {
  /// The configured hooks, as they were given.
  var eventHooks: [JSONObject] = []
  var guestsDisabled = false

  /// The URLs that must hear of an event.
  func webhooks(for type: String) -> [String] {
    eventHooks.compactMap { hook in
      let types = hook["event_types"]?.arrayValue ?? []
      guard hook["enabled"]?.boolValue != false, hook["hook_type"]?.stringValue == "webhook",
        types.isEmpty || types.contains(.string(type)),
        type != "custom" || hook["should_send_custom_events"]?.boolValue != false
      else { return nil }
      return hook["webhook_url"]?.stringValue
    }
  }
}
