/// How somebody comes into a call.
public struct CallMediaSettings: Sendable, Hashable {
  /// Whether the microphone is on; nil = as the call's settings say.
  public var audioOn: Bool?
  /// Whether a picture is wanted. None is ever sent from here: no camera is read.
  public var videoOn: Bool

  public init(audioOn: Bool? = nil, videoOn: Bool = false) {
    self.audioOn = audioOn
    self.videoOn = videoOn
  }
}
