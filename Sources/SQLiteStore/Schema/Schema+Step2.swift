extension Schema {
  /// What is open is looked over every few seconds: it must not cost a walk over all that has ended.
  static let step2 = """
    CREATE INDEX rooms_open ON rooms(provider, id) WHERE phase IN ('backstage', 'live');
    """
}
