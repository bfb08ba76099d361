package import MeetingCore

/// A raised hand with the person whose it is.
package struct PermissionRequestView: Sendable, Hashable {
  package let request: PermissionRequest
  package let person: Person

  package init(request: PermissionRequest, person: Person) {
    self.request = request
    self.person = person
  }
}
