import MeetingCore

/// ICE servers as `Link` fields (RFC 9725 section 4.6).
enum ServerLink {
  /// One for each address. What could not stand in a field is left out whole: half a credential lets nobody in.
  static func values(of servers: [ICEServer]) -> [String] {
    servers.flatMap { server -> [String] in
      guard let parameters = parameters(of: server) else { return [] }
      return server.urls.filter(isAddress).map { "<\($0)>; rel=\"ice-server\"\(parameters)" }
    }
  }

  private static func parameters(of server: ICEServer) -> String? {
    guard let username = server.username, let credential = server.credential else { return "" }
    guard let username = quoted(username), let credential = quoted(credential) else { return nil }
    return "; username=\(username); credential=\(credential); credential-type=\"password\""
  }

  private static func isAddress(_ url: String) -> Bool {
    let schemes = ["stun:", "stuns:", "turn:", "turns:"]
    return schemes.contains(where: url.hasPrefix)
      && url.utf8.allSatisfy { (33...126).contains($0) && !"<>\"\\^`{|}".utf8.contains($0) }
  }

  /// A quoted string of RFC 9110; nil for what has none.
  private static func quoted(_ text: String) -> String? {
    guard text.utf8.allSatisfy({ (32...126).contains($0) }) else { return nil }
    return "\"" + text.map { $0 == "\"" || $0 == "\\" ? "\\\($0)" : String($0) }.joined() + "\""
  }
}
