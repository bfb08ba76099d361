/// Whether somebody publishes what their microphone hears.
public enum MicrophoneStatus: String, Sendable, Hashable { case enabled, disabled }
