"""The gateway under test, with rooms full of people."""
import hashlib
import hmac
import http.client
import json
import os
import sqlite3
import subprocess
import time
from datetime import datetime, timezone

from .load import request
from .processes import Failure, eventually

API_KEY = "benchmarkkey"
API_SECRET = "the-vendors-secret"
PEOPLE = 20
TRACKS = ("audio", "video", "screen")

CONFIGURATION = """environment: development
server: {listen: "127.0.0.1:%(port)d"}
store: {path: %(folder)s/gateway.db}
secrets: {token_key: env:BENCHMARK_TOKEN_KEY}
log: {level: info, format: json}
shutdown: {grace: 0s, drain: 5s}
tenants: [{name: default}]
%(limits)sproviders:
  - name: stream-main
    kind: stream
    mock: true
    base_url: http://127.0.0.1:%(upstream)d
    credentials: {api_key: env:BENCHMARK_API_KEY, api_secret: env:BENCHMARK_API_SECRET}
"""
ENVIRONMENT = {
    "BENCHMARK_TOKEN_KEY": "a-key-for-the-tokens-of-clients-0123456789", "BENCHMARK_API_KEY": API_KEY,
    "BENCHMARK_API_SECRET": API_SECRET,
}


class Gateway:
    def __init__(self, program, processes, name="gateway"):
        self.program = program
        self.processes = processes
        self.folder = os.path.join(processes.folder, name)
        self.name = name
        os.makedirs(self.folder, exist_ok=True)
        self.environment = {**os.environ, **ENVIRONMENT}
        self.started = 0.0
        self.process = None
        self.port = 0
        self.key = ""

    # Starting

    def configure(self, upstream):
        self.path = os.path.join(self.folder, "gateway.yaml")
        with open(self.path, "w", encoding="utf-8") as file:
            file.write(CONFIGURATION % {"port": 0, "folder": self.folder, "upstream": upstream, "limits": self.limits()})
        done = subprocess.run(
            [self.program, "keys", "create", "--config", self.path, "--scopes", "read,manage"], env=self.environment,
            capture_output=True, text=True, check=False)
        if done.returncode != 0:
            raise Failure(f"no key: {done.stderr}")
        self.key = done.stdout.strip()

    def limits(self):
        """Limits on how often callers may call are off where the program has them: here one caller is the whole load."""
        reference = subprocess.run(
            [self.program, "config", "reference"], capture_output=True, text=True, check=False).stdout
        return "limits: {enabled: false}\n" if "`limits.enabled`" in reference else ""

    def start(self):
        """Serves, and notes how long it took until the ready file and until the first answer."""
        ready = os.path.join(self.folder, "ready")
        if os.path.exists(ready):
            os.unlink(ready)
        began = time.monotonic()
        self.process = self.processes.start(
            self.name, [self.program, "serve", "--config", self.path, "--ready-file", ready], env=self.environment)
        text = eventually(lambda: self.ready_text(ready), pause=0.0005, what="the gateway's start")
        self.ready_after = time.monotonic() - began
        self.port = int(json.loads(text)["gateway"]["url"].rsplit(":", 1)[1])
        self.ask("GET", "/livez")
        self.answered_after = time.monotonic() - began

    def ready_text(self, path):
        if self.process.poll() is not None:
            raise Failure(f"the gateway ended: {self.processes.said(self.name)}")
        try:
            with open(path, encoding="utf-8") as file:
                text = file.read()
        except FileNotFoundError:
            return None
        return text if text.endswith("\n") else None

    def stop(self):
        self.processes.stop(self.process)

    # Asking

    @property
    def fields(self):
        return [("Authorization", f"Bearer {self.key}")]

    def ask(self, method, path, body=None):
        connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=20)
        try:
            fields = {"Authorization": f"Bearer {self.key}"}
            content = None
            if body is not None:
                content = json.dumps(body)
                fields["Content-Type"] = "application/json"
            connection.request(method, path, content, fields)
            answer = connection.getresponse()
            text = answer.read()
        finally:
            connection.close()
        if answer.status >= 300:
            raise Failure(f"{method} {path}: {answer.status} {text[:300]}")
        return text

    def count(self, event_type):
        """How many events of a type the log holds, read from the file itself."""
        store = sqlite3.connect(f"file:{self.folder}/gateway.db?mode=ro", uri=True)
        try:
            return store.execute("SELECT count(*) FROM events WHERE type = ?", (event_type,)).fetchone()[0]
        finally:
            store.close()

    # Rooms and people

    def create(self, title="Evening jazz", fields=(), **more):
        body = {
            "kind": "audio_room", "title": title,
            "description": "Every Friday a trio plays two sets, and listeners may ask for a song in between.",
            "custom": {"series": "friday-jazz", "season": 4, "tags": ["jazz", "trio", "live"]},
            "host": {"external_id": "nadia", "name": "Nadia"}, **more,
        }
        return request("POST", "/v1/rooms", body, self.fields + list(fields))

    def fill(self, load, rooms):
        """Live audio rooms with people in them, who came by the vendor's own deliveries. Returns the rooms' ids."""
        creates = [self.create(external_id=f"evening-{number}") for number in range(rooms)]
        load.run("closed", self.port, load.write(creates), expect=201, repeat="no")
        ids = self.room_ids()
        lives = [request("POST", f"/v1/rooms/{room}/go-live", fields=self.fields) for room in ids]
        load.run("closed", self.port, load.write(lives), repeat="no")
        joins = [self.joined(room, f"person-{number}") for number in range(PEOPLE) for room in ids]
        load.run("closed", self.port, load.write(joins), repeat="no")
        return ids

    def room_ids(self):
        ids, cursor = [], ""
        while True:
            page = json.loads(self.ask("GET", f"/v1/rooms?limit=100{cursor}"))
            ids += [room["id"] for room in page["items"]]
            if not page.get("next_cursor"):
                return ids
            cursor = f"&cursor={page['next_cursor']}"

    def joined(self, room, person):
        """The vendor's delivery of somebody's coming, signed."""
        now = datetime.now(timezone.utc).strftime("%Y-%m-%dT%H:%M:%S.%f") + "000Z"
        body = json.dumps({
            "type": "call.session_participant_joined", "created_at": now, "call_cid": f"audio_room:{room}",
            "session_id": f"session-{room}",
            "participant": {
                "user_session_id": f"{room}-{person}", "role": "user", "joined_at": now,
                "user": {"id": person, "name": person, "role": "user", "language": "", "teams": [], "custom": {},
                         "created_at": "2026-01-05T10:00:00.000000Z", "updated_at": "2026-01-05T10:00:00.000000Z"},
            },
        }, separators=(",", ":")).encode()
        mark = hmac.new(API_SECRET.encode(), body, hashlib.sha256).hexdigest()
        return request("POST", "/v1/hooks/stream-main", body, [
            ("X-Api-Key", API_KEY), ("X-Signature", mark), ("X-Webhook-Id", f"{room}-{person}"),
            ("X-Webhook-Attempt", "1"),
        ])

    def mutes(self, rooms):
        """Every track of everybody, once: each of these changes something and appends an event."""
        return [self.mute(room, f"person-{number}", track)
                for track in TRACKS for number in range(PEOPLE) for room in rooms]

    def mute(self, room, person, track, key=None):
        return request("POST", f"/v1/rooms/{room}/people/{person}/mute", {"tracks": [track]},
                       [("Authorization", f"Bearer {key or self.key}")])
