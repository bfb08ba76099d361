/// One page of a list; `next` is opaque and nil at the end.
package struct Page<Item: Sendable>: Sendable {
  package let items: [Item]
  package let next: String?

  package init(items: [Item], next: String?) {
    self.items = items
    self.next = next
  }
}
