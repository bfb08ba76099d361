/// What a call waits for.
enum CallTimer: Sendable, Hashable, CaseIterable {
  case connect, grace, sessionStart, request, retry, reconnect, socketOpen, settled, gatherQuiet, gatherCap, heartbeat
}
