extension Schema {
  /// What has been open for long is looked for in all rooms.
  static let step4 = """
    CREATE INDEX resources_open ON resources(kind, changed_at, id) WHERE is_open = 1;
    """
}
