/// Ties a capability to the protocol of its handle, so that one line both declares and supplies.
public struct Role<Handle>: Sendable {
  public let capability: Capability
  init(_ capability: Capability) { self.capability = capability }
}

extension Role<any Staging> { public static var stage: Self { .init(.stage) } }
extension Role<any PresenceReading> { public static var presence: Self { .init(.presence) } }
extension Role<any Muting> { public static var mute: Self { .init(.mute) } }
extension Role<any Removing> { public static var remove: Self { .init(.remove) } }
extension Role<any Banning> { public static var ban: Self { .init(.ban) } }
extension Role<any Permitting> { public static var permissions: Self { .init(.permissions) } }
extension Role<any HandRaising> { public static var permissionRequests: Self { .init(.permissionRequests) } }
