import StructuredLogging

/// One voice call, good for once. Everything may be called from any task, at any moment.
///
/// A call that nobody refers to any more hangs up by itself.
public final class PolyCall: Sendable {
  let driver: CallDriver
  private let stateReplay = Replay(CallState.idle)
  private let audioReplay = Replay(AudioState.empty)
  private let lines = Broadcast<TranscriptLine>()

  init(
    _ account: PolyAccount, media: (any CallMedia)?, prefersSpeaker: Bool, log: Logger,
    _ surroundings: VoiceSurroundings
  ) {
    let (states, audio, lines) = (stateReplay, audioReplay, lines)
    let listener = CallDriver.Listener(
      news: { news in
        switch news {
        case .status(let status): states.publish(CallState(status))
        case .transcript(let line): lines.send(line)
        default: break
        }
      },
      audio: { audio.publish($0) },
      released: {
        states.finish()
        audio.finish()
        lines.finish()
      })
    driver = CallDriver(
      CallMachine(account, surroundings.random, hasMedia: media != nil), media: media,
      routing: AudioRouting(prefersSpeaker: prefersSpeaker, confirmation: surroundings.audioConfirmation),
      network: surroundings.network, time: surroundings.time, log: log, listener: listener)
  }

  deinit { driver.abandon() }

  /// Places the call. Returns when the offer is on its way, the state being `.connecting` still; `states` tells the
  /// rest.
  ///
  /// Throws the `PolyError` that the state then is `.failed` with, and `voice(.signalingFailed)` when the call was
  /// ended before. Does nothing while the call is active; a call that is over throws, and stays what it is. Cancelling
  /// the task ends the call.
  public func start() async throws {
    do { try await driver.start() } catch { throw error.error }
  }

  /// Hangs up, and returns when sockets, media and audio are released. Safe at any moment, any number of times, from
  /// any number of tasks: a call that failed stays failed, and one that was not started stays idle. Cancelling the task
  /// does not cut it short.
  public func end() async { await driver.end() }

  /// As it is now.
  public var state: CallState { CallState(driver.status) }

  /// Each stream begins with the state as it is, and ends when the call is over and everything released. `.connected`
  /// may come more than once.
  public var states: AsyncStream<CallState> { stateReplay.stream() }

  /// Takes the local microphone away, or gives it back: at once and without a negotiation, and also before the call is
  /// started. The agent goes on being heard.
  public func setMuted(_ isMuted: Bool) async { driver.mute(isMuted) }

  /// What was asked for last. An interruption of the audio mutes besides, and does not show here.
  public var isMuted: Bool { driver.isMuted }

  /// `.empty` until the call is started, and again when it is over.
  public var audioState: AudioState { driver.audioState }

  /// Each stream begins with the snapshot as it is, and ends when the call is over and everything released.
  public var audioStates: AsyncStream<AudioState> { audioReplay.stream() }

  /// Moves the call to one of the available devices; nil = to whichever is best. It has moved when a snapshot says so,
  /// after a while. Of no effect for a device that is not available, and before the audio is engaged.
  public func setAudioDevice(_ device: AudioDevice?) async { driver.select(device) }

  /// What is said, as far as the vendor's messaging side tells: from now on, until the call is over. The vendor's SDK
  /// has no such stream.
  public var transcript: AsyncStream<TranscriptLine> { lines.stream() }
}
