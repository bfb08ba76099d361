extension Schema {
  /// A room may have been used for years: neither a page of its sessions nor one session's people may cost a walk over all
  /// of it.
  static let step6 = """
    CREATE INDEX sessions_started ON sessions(room, started_at, id);
    CREATE INDEX participants_session ON participants(room, session, joined_at, id);
    """
}
