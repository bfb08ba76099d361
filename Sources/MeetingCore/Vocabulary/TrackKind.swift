/// A kind of media that a participant publishes.
public enum TrackKind: String, Sendable, Hashable, CaseIterable { case audio, video, screen }
