extension Schema {
  static let step1 = """
    CREATE TABLE rooms(
      id TEXT NOT NULL PRIMARY KEY, tenant TEXT NOT NULL, provider TEXT NOT NULL, kind TEXT NOT NULL, external_id TEXT,
      phase TEXT NOT NULL, version INTEGER NOT NULL, last_sequence INTEGER NOT NULL, header BLOB NOT NULL,
      provider_key TEXT NOT NULL, provider_ref TEXT, created_at INTEGER NOT NULL, starts_at INTEGER, ended_at INTEGER
    ) STRICT;
    CREATE UNIQUE INDEX rooms_external ON rooms(tenant, external_id) WHERE phase <> 'ended' AND external_id IS NOT NULL;
    CREATE UNIQUE INDEX rooms_key ON rooms(provider, provider_key);
    CREATE UNIQUE INDEX rooms_ref ON rooms(provider, provider_ref);
    CREATE INDEX rooms_any_external ON rooms(tenant, external_id);
    CREATE INDEX rooms_created ON rooms(tenant, created_at, id);
    CREATE INDEX rooms_starts ON rooms(tenant, starts_at, id);
    CREATE INDEX rooms_ended ON rooms(tenant, ended_at, id);
    CREATE INDEX rooms_creating ON rooms(created_at, id) WHERE phase = 'creating';

    CREATE TABLE participants(
      room TEXT NOT NULL, connection TEXT NOT NULL, id TEXT NOT NULL UNIQUE, person TEXT, role TEXT NOT NULL,
      session TEXT NOT NULL, is_connected INTEGER NOT NULL, joined_at INTEGER NOT NULL, left_at INTEGER,
      changed_version INTEGER NOT NULL, body BLOB NOT NULL, PRIMARY KEY(room, connection)
    ) STRICT;
    CREATE INDEX participants_joined ON participants(room, joined_at, id);
    CREATE INDEX participants_present ON participants(room, is_connected, left_at);

    CREATE TABLE sessions(
      id TEXT NOT NULL PRIMARY KEY, room TEXT NOT NULL, vendor_id TEXT, started_at INTEGER NOT NULL, ended_at INTEGER,
      peak INTEGER NOT NULL, UNIQUE(room, vendor_id)
    ) STRICT;
    CREATE INDEX sessions_ended ON sessions(room, ended_at);

    CREATE TABLE members(
      room TEXT NOT NULL, person TEXT NOT NULL, role TEXT NOT NULL, PRIMARY KEY(room, person)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX members_person ON members(person, room);

    CREATE TABLE bans(
      room TEXT NOT NULL, person TEXT NOT NULL, until INTEGER, session TEXT, by TEXT, created_at INTEGER NOT NULL,
      PRIMARY KEY(room, person)
    ) STRICT, WITHOUT ROWID;

    CREATE TABLE people(
      tenant TEXT NOT NULL, external_id TEXT NOT NULL, name TEXT, image_url TEXT, PRIMARY KEY(tenant, external_id)
    ) STRICT, WITHOUT ROWID;

    -- An index ends with the row's key, which is the position: these two serve `room = ? AND position > ?` as well.
    CREATE TABLE events(
      position INTEGER PRIMARY KEY, room TEXT NOT NULL, sequence INTEGER NOT NULL, tenant TEXT NOT NULL,
      type TEXT NOT NULL, recorded_at INTEGER NOT NULL, body BLOB NOT NULL, UNIQUE(room, sequence)
    ) STRICT;
    CREATE INDEX events_room ON events(room);
    CREATE INDEX events_tenant ON events(tenant);
    CREATE TABLE log_head(id INTEGER PRIMARY KEY CHECK (id = 1), position INTEGER NOT NULL) STRICT;
    INSERT INTO log_head(id, position) VALUES (1, 0);

    CREATE TABLE fact_keys(
      room TEXT NOT NULL, key TEXT NOT NULL, expires_at INTEGER NOT NULL, PRIMARY KEY(room, key)
    ) STRICT, WITHOUT ROWID;
    CREATE INDEX fact_keys_expiry ON fact_keys(expires_at);

    CREATE TABLE inbox(
      id TEXT NOT NULL PRIMARY KEY, provider TEXT NOT NULL, delivery_key TEXT, state TEXT NOT NULL, room_key TEXT,
      raw BLOB NOT NULL, received_at INTEGER NOT NULL, UNIQUE(provider, delivery_key)
    ) STRICT;
    CREATE INDEX inbox_parked ON inbox(provider, room_key, received_at, id) WHERE state = 'parked';
    CREATE INDEX inbox_received ON inbox(received_at);

    CREATE TABLE operations(
      id TEXT NOT NULL PRIMARY KEY, tenant TEXT NOT NULL, room TEXT, state TEXT NOT NULL, body BLOB NOT NULL,
      deadline INTEGER NOT NULL
    ) STRICT;
    CREATE INDEX operations_room ON operations(room, state, id);

    CREATE TABLE idempotency(
      principal TEXT NOT NULL, route TEXT NOT NULL, key TEXT NOT NULL, fingerprint BLOB NOT NULL, owner TEXT NOT NULL,
      expires_at INTEGER NOT NULL, answer BLOB, resource TEXT, PRIMARY KEY(principal, route, key)
    ) STRICT;
    CREATE INDEX idempotency_expiry ON idempotency(expires_at);

    CREATE TABLE tenants(id TEXT NOT NULL PRIMARY KEY, name TEXT NOT NULL) STRICT;
    CREATE TABLE keys(
      id TEXT NOT NULL PRIMARY KEY, tenant TEXT NOT NULL, hash BLOB NOT NULL UNIQUE, name TEXT NOT NULL,
      scopes TEXT NOT NULL, created_at INTEGER NOT NULL, revoked_at INTEGER
    ) STRICT;
    CREATE INDEX keys_tenant ON keys(tenant, created_at, id);
    """
}
