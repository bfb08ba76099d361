/// Who may come in.
public enum RoomAccess: String, Sendable, Hashable { case open, members }
