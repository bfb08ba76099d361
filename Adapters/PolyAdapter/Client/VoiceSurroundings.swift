import Clocks
import Cryptography
import StructuredLogging

/// What a call stands on: the machine's own, unless a test brings others.
struct VoiceSurroundings: Sendable {
  let network: CallNetwork
  var time: any TimeSource = SystemTime()
  var random: any RandomSource = SystemRandom()
  var sink: any LogSink = StandardErrorSink()
  var timing = CallTiming()
  /// How long another device takes to be confirmed.
  var audioConfirmation: Duration = .milliseconds(50)
}
