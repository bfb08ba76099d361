extension Schema {
  static let step3 = """
    CREATE TABLE resources(
      id TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL, kind TEXT NOT NULL, person TEXT, is_open INTEGER NOT NULL,
      created_at INTEGER NOT NULL, changed_at INTEGER NOT NULL, body BLOB NOT NULL
    ) STRICT;
    CREATE INDEX resources_kind ON resources(room, kind, created_at, id);
    CREATE INDEX resources_lately ON resources(room, is_open, changed_at);
    CREATE INDEX rooms_over ON rooms(provider, ended_at) WHERE phase = 'ended';
    """
}
