package final class EventTail: Sendable { package init() {} }
