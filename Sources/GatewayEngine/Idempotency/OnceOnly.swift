/// Requests that must not run a second time when an earlier run may have done its work.
enum OnceOnly {
  private static let kinds: Set<String> = ["agents", "messages", "reactions"]

  /// `route` is a method and a concrete path.
  static func includes(_ route: String) -> Bool {
    if route == "POST /v1/keys" { return true }
    let parts = route.split(separator: "/", omittingEmptySubsequences: false)
    return route.hasPrefix("POST /v1/rooms/") && parts.count == 5 && kinds.contains(String(parts[4]))
  }
}
