/// Everything that happened in a true room, counted: what a complete log must tell exactly once.
struct TrueTally {
  var joined: Set<String> = []
  var left: Set<String> = []
  var sessions: Set<String> = []
  var endedSessions: Set<String> = []
  var wentLive = 0
  var stoppedLive = 0
  var bans: [String: Int] = [:]
  var unbans: [String: Int] = [:]
}
