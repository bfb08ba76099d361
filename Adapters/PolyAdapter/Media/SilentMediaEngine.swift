/// Gives every call silent media.
public struct SilentMediaEngine: CallMediaEngine {
  private let connectsByItself: Bool

  public init(connectsByItself: Bool = true) { self.connectsByItself = connectsByItself }

  public func makeMedia() -> any CallMedia { SilentMedia(connectsByItself: connectsByItself) }
}
