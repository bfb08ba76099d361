extension Schema {
  /// What is pending is looked for in all rooms when a process starts.
  static let step8 = """
    CREATE INDEX operations_pending ON operations(id) WHERE state = 'pending';
    """
}
