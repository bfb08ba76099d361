/// What is told of a recording, broadcast or transcription as it goes on.
public enum EgressStep: String, Sendable, Hashable, CaseIterable { case started, stopped, ready, failed }
