public import MeetingCore

/// The media of one call: whatever speaks WebRTC for it, here or elsewhere. The call drives it and never looks inside.
///
/// Functions are called one at a time, in order, except the two switches and `close`, which may come at any moment and
/// must return at once (`close` when everything is released). What fails throws anything; its text is shown to people.
public protocol CallMedia: Sendable {
  /// What happens, in the order in which it does. Read by the call, once.
  var events: AsyncStream<CallMediaEvent> { get }

  /// The description that the service is offered: audio in both directions, Opus.
  func makeOffer(_ servers: [ICEServer]) async throws -> String

  /// Takes the service's answer to the offer.
  func accept(answer: String) async throws

  /// Takes one of the service's candidates, always after the answer.
  func add(_ candidate: ICECandidate) async throws

  /// Answers an offer of the service's, which adds the agent's voice. Only the bridge dialect does.
  func answer(offer: String) async throws -> String

  /// The local track on or off. Nothing is negotiated.
  func setMicrophone(isOn: Bool)

  /// The agent's tracks, all that are there and all that come, on or off.
  func setAgentAudio(isOn: Bool)

  /// Releases everything. Whatever is under way ends by throwing.
  func close() async
}
