/// How long everything about a call may take, as the vendor's clients have it.
struct CallTiming: Sendable {
  /// From the start to being connected.
  var connect: Duration = .seconds(30)
  /// For which media may be gone.
  var grace: Duration = .seconds(5)
  /// Until the messaging service tells of the session.
  var sessionStart: Duration = .seconds(15)
  /// Before the first, second … try to open the signalling anew.
  var reconnect: [Duration] = [.seconds(1), .seconds(2), .seconds(4)]
  /// For such a try.
  var socketOpen: Duration = .seconds(5)
  /// After which a signalling socket that was opened anew counts as a good one.
  var settled: Duration = .seconds(5)
  /// For the ICE servers, before there are others.
  var iceServers: Duration = .seconds(5)
  /// For one request to the bridge.
  var bridgeRequest: Duration = .seconds(15)
  /// How long no candidate must have come for gathering to be over …
  var gatherQuiet: Duration = .milliseconds(200)
  /// … and the longest that it may last.
  var gatherCap: Duration = .seconds(2)
  /// Between attempts to open a session.
  var retry: Duration = .seconds(1)
  /// Attempts to open a session, the first among them.
  var attempts = 4
  /// A wait that the service asks for without saying how long.
  var rateLimit: Duration = .seconds(5)
  /// The longest such wait that it gets.
  var longestRateLimit: Duration = .seconds(30)
  /// Between signs of life on the messaging socket, unless the service says otherwise.
  var heartbeat: Duration = .seconds(30)
}
