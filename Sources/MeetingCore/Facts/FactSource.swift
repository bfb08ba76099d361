/// How a fact reached us; shown as an event's `source`.
public enum FactSource: String, Sendable, Hashable { case webhook, socket, reconcile, api }
