/// A role that is no capability of the API: how people get in, how the vendor reports.
public struct Port<Handle>: Sendable {
  let name: PortName
  init(_ name: PortName) { self.name = name }
}

enum PortName: String, Sendable, Hashable {
  case joining, updating, memberEditing, webhooks, watching, seating, accountKeeping, deliveryKeys
}

extension Port<any Joining> { public static var joining: Self { .init(.joining) } }
extension Port<any Updating> { public static var updating: Self { .init(.updating) } }
extension Port<any MemberEditing> { public static var memberEditing: Self { .init(.memberEditing) } }
extension Port<any WebhookReceiving> { public static var webhooks: Self { .init(.webhooks) } }
