extension Schema {
  /// What is pending is looked for in all rooms when a process starts, and what is over is cleared after a while.
  static let step8 = """
    CREATE INDEX operations_pending ON operations(id) WHERE state = 'pending';
    CREATE INDEX operations_over ON operations(deadline) WHERE state <> 'pending';
    """
}
