extension Schema {
  static let step5 = """
    CREATE TABLE leases(
      name TEXT NOT NULL PRIMARY KEY, owner TEXT NOT NULL, epoch INTEGER NOT NULL, until INTEGER NOT NULL
    ) STRICT;
    """
}
