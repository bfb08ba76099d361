/// What a vendor's control acts on: the API names connections, many vendors only know people.
public enum ControlReach: Sendable, Hashable { case person, connection }
