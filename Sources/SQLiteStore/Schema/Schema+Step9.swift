extension Schema {
  /// Deliveries that wait for the key they are signed with.
  static let step9 = """
    CREATE INDEX inbox_unverified ON inbox(provider, received_at, id) WHERE state = 'unverified';
    """
}
