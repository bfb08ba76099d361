"""What is measured. Contenders take turns, round by round, so that a busy moment of the machine meets all of them."""
import json
import os
import statistics
import subprocess
import time

from .gateway import PEOPLE, TRACKS, Gateway
from .load import request
from .processes import Failure, eventually, resident_bytes

CONNECTIONS = 32


def middle(runs, name):
    return statistics.median(run[name] for run in runs)


class Row:
    """One line of the table of contenders."""

    def __init__(self, name, note=""):
        self.name = name
        self.note = note
        self.runs = {}

    def add(self, contender, run):
        self.runs.setdefault(contender, []).append(run)

    def rate(self, contender):
        return middle(self.runs[contender], "rate") if contender in self.runs else None

    def figures(self, contender):
        runs = self.runs.get(contender)
        return None if runs is None else {name: middle(runs, name) for name in ("rate", "p50_us", "p99_us")}


class Bench:
    """Everything that runs during the comparison."""

    def __init__(self, load, gateway, rooms, node_port, node_key, proxy_port, upstream_port, plan):
        self.load = load
        self.gateway = gateway
        self.rooms = rooms
        self.node_port = node_port
        self.node_key = node_key
        self.proxy_port = proxy_port
        self.upstream_port = upstream_port
        self.plan = plan
        self.fresh_mutes = iter(gateway.mutes(rooms))
        self.keys = 0

    # Requests

    def node_fields(self):
        return [("Authorization", f"Bearer {self.node_key}")]

    def vendor_mute(self, room):
        return request("POST", f"/api/v2/video/call/audio_room/{room}/mute_users?api_key=key", {
            "user_ids": ["person-1"], "muted_by_id": "switchboard", "audio": True, "video": False, "screenshare": False,
            "screenshare_audio": False}, [("Authorization", "token"), ("stream-auth-type", "jwt")])

    def vendor_create(self, room):
        return request("POST", f"/api/v2/video/call/audio_room/{room}?api_key=key", {
            "data": {"created_by_id": "nadia", "custom": {"title": "Evening jazz"},
                     "members": [{"user_id": "nadia", "role": "admin"}]}, "members_limit": 1},
            [("Authorization", "token"), ("stream-auth-type", "jwt")])

    def take_mutes(self, count):
        taken = [mute for _, mute in zip(range(count), self.fresh_mutes)]
        if len(taken) < count:
            raise Failure("too few people for so many mutes")
        return taken

    def keyed_creates(self, count):
        self.keys += count
        return [self.gateway.create(fields=[("Idempotency-Key", f"create-{self.keys - number}")])
                for number in range(count)]

    # Closed loops

    def closed(self, port, requests, **options):
        return self.load.run("closed", port, self.load.write(requests), connections=CONNECTIONS, **options)

    def timed(self, port, requests, **options):
        return self.closed(port, requests, seconds=self.plan.seconds, **options)

    def mute(self):
        row = Row("mute: one call of the vendor and one event, durably logged",
                  "every mute is of a track that was not muted yet, so each appends an event; Node and nginx log nothing")
        node = [self.gateway.mute(room, "person-1", "audio", self.node_key) for room in self.rooms]
        bare = [self.vendor_mute(room) for room in self.rooms]
        for _ in range(self.plan.rounds):
            before = self.gateway.count("participant.muted")
            row.add("gateway", self.closed(self.gateway.port, self.take_mutes(self.plan.mutes), repeat="no"))
            logged = self.gateway.count("participant.muted") - before
            if logged != self.plan.mutes:
                raise Failure(f"{self.plan.mutes} mutes logged {logged} events")
            row.add("node", self.timed(self.node_port, node))
            row.add("nginx", self.timed(self.proxy_port, bare))
            row.add("upstream", self.timed(self.upstream_port, bare))
        return row

    def repeated_mute(self):
        row = Row("mute again: one call of the vendor, nothing changes",
                  "the vendor is asked all the same, no event is due and nothing is written")
        mutes = [self.gateway.mute(room, "person-0", "audio") for room in self.rooms]
        self.closed(self.gateway.port, mutes, repeat="no")
        node = [self.gateway.mute(room, "person-1", "audio", self.node_key) for room in self.rooms]
        bare = [self.vendor_mute(room) for room in self.rooms]
        for _ in range(self.plan.rounds):
            row.add("gateway", self.timed(self.gateway.port, mutes))
            row.add("node", self.timed(self.node_port, node))
            row.add("nginx", self.timed(self.proxy_port, bare))
        return row

    def read(self):
        row = Row("read a room",
                  "the gateway from its store, nginx the same bytes from the upstream, Node the vendor's answer rewritten")
        reads = [request("GET", f"/v1/rooms/{room}", fields=self.gateway.fields) for room in self.rooms]
        node = [request("GET", f"/v1/rooms/{room}", fields=self.node_fields()) for room in self.rooms]
        bare = [request("GET", "/stored-room")]
        for _ in range(self.plan.rounds):
            row.add("gateway", self.timed(self.gateway.port, reads))
            row.add("node", self.timed(self.node_port, node))
            row.add("nginx", self.timed(self.proxy_port, bare))
            row.add("upstream", self.timed(self.upstream_port, bare))
        return row

    def create(self):
        plain = Row("create a room", "two calls of the vendor and two commits at the gateway; Node makes both calls and "
                    "stores nothing, nginx passes one call on")
        keyed = Row("create a room, with an Idempotency-Key", "the gateway also keeps its answer for repeats; the others "
                    "have no such thing: their figures are those of the line above")
        bare = [self.vendor_create(room) for room in self.rooms]
        make = [self.gateway.create()]
        node = [make[0].replace(self.gateway.key.encode(), self.node_key.encode())]
        for _ in range(self.plan.rounds):
            plain.add("gateway", self.closed(self.gateway.port, make * self.plan.creates, expect=201, repeat="no"))
            keyed.add("gateway", self.closed(
                self.gateway.port, self.keyed_creates(self.plan.creates), expect=201, repeat="no"))
            for contender, port, requests in (("node", self.node_port, node), ("nginx", self.proxy_port, bare)):
                run = self.timed(port, requests, expect=201)
                plain.add(contender, run)
                keyed.add(contender, run)
        return plain, keyed

    def constant(self):
        """Mutes at a constant rate: what the gateway adds to the vendor's own latency."""
        row = Row(f"mute at {self.plan.rate} requests/s, constant")
        node = self.load.write([self.gateway.mute(room, "person-1", "audio", self.node_key) for room in self.rooms])
        bare = self.load.write([self.vendor_mute(room) for room in self.rooms])
        count = self.plan.rate * self.plan.constant_seconds
        for _ in range(self.plan.rounds):
            fresh = self.load.write(self.take_mutes(count))
            for contender, port, requests in (
                ("gateway", self.gateway.port, fresh), ("node", self.node_port, node),
                ("nginx", self.proxy_port, bare), ("upstream", self.upstream_port, bare),
            ):
                row.add(contender, self.load.run(
                    "constant", port, requests, rate=self.plan.rate, seconds=self.plan.constant_seconds,
                    connections=CONNECTIONS))
        return row

    # Event streams

    def streams(self, count, deliveries):
        """Memory per open stream, and how long an event takes from the vendor's delivery to all of them."""
        room = self.rooms[0]
        opening = self.load.write([request("GET", f"/v1/rooms/{room}/events", fields=self.gateway.fields + [
            ("Accept", "text/event-stream")])])
        marker = f"visitor-{count}-"
        hooks = self.load.write([self.gateway.joined(room, f"{marker}{number}") for number in range(deliveries)])
        memory = {"before": resident_bytes(self.gateway.process.pid)}

        def when_open():
            # Reading once more when nothing moves any longer costs nothing.
            memory["open"] = max(resident_bytes(self.gateway.process.pid) for _ in range(3))

        result = self.load.fan_out(self.gateway.port, opening, hooks, marker, count, when_open)
        if result["lost"]:
            raise Failure(f"{result['lost']} events did not reach their stream")
        result["bytes_per_stream"] = (memory["open"] - memory["before"]) / count
        return result


def starts(program, processes, upstream, times):
    """Seconds until the gateway is ready, until its first answer, and until a mock is ready; each on its own."""
    gateway = Gateway(program, processes, "starting")
    gateway.configure(upstream)
    ready, answered, mocks = [], [], []
    for number in range(times):
        gateway.start()
        ready.append(gateway.ready_after)
        answered.append(gateway.answered_after)
        idle = resident_bytes(gateway.process.pid)
        gateway.stop()
        mocks.append(mock_start(program, processes, number))
    return {"ready": statistics.median(ready), "answered": statistics.median(answered),
            "mock": statistics.median(mocks), "idle_bytes": idle}


def mock_start(program, processes, number):
    path = os.path.join(processes.folder, f"mock-{number}")
    began = time.monotonic()
    mock = processes.start("mock", [program, "mock", "stream", "--port", "0", "--port-file", path])
    eventually(lambda: os.path.exists(path) and os.path.getsize(path) > 0, pause=0.0005, what="the mock's start")
    took = time.monotonic() - began
    processes.stop(mock)
    return took


def json_figures(program, folder, document, seconds):
    path = os.path.join(folder, "room.json")
    with open(path, "wb") as file:
        file.write(document)
    done = subprocess.run([program, path, str(seconds)], capture_output=True, text=True, timeout=300, check=False)
    if done.returncode != 0:
        raise Failure(done.stderr)
    return json.loads(done.stdout)


def fsync_microseconds(folder, times=200):
    """What one small durable write costs on this disk."""
    path = os.path.join(folder, "fsync")
    took = []
    descriptor = os.open(path, os.O_CREAT | os.O_WRONLY, 0o600)
    try:
        for _ in range(times):
            os.write(descriptor, b"x" * 4096)
            began = time.perf_counter()
            os.fdatasync(descriptor)
            took.append(time.perf_counter() - began)
    finally:
        os.close(descriptor)
        os.unlink(path)
    return statistics.median(took) * 1e6


def wrk_rate(port, seconds):
    """The same closed loop by wrk: says whether our own generator is in the way."""
    done = subprocess.run(
        ["wrk", "-t1", f"-c{CONNECTIONS}", f"-d{max(1, round(seconds))}s", f"http://127.0.0.1:{port}/stored-room"],
        capture_output=True, text=True, timeout=120, check=False)
    for line in done.stdout.splitlines():
        if line.startswith("Requests/sec:"):
            return float(line.split()[1])
    raise Failure(f"wrk: {done.stderr or done.stdout}")


def people_needed(plan):
    """How many rooms have enough tracks to mute for the whole run."""
    mutes = plan.rounds * (plan.mutes + plan.rate * plan.constant_seconds)
    return -(-mutes // (PEOPLE * len(TRACKS))) + 1
