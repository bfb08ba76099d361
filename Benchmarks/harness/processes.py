"""Processes of a run: each is ended by its own id, whatever happens."""
import http.client
import os
import signal
import socket
import subprocess
import time


class Failure(Exception):
    pass


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def eventually(check, within=20.0, pause=0.005, what="it"):
    end = time.monotonic() + within
    while time.monotonic() < end:
        value = check()
        if value:
            return value
        time.sleep(pause)
    raise Failure(f"{what} did not happen within {within} s")


def answers(port, path="/"):
    def check():
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
        try:
            connection.request("GET", path)
            connection.getresponse().read()
            return True
        except OSError:
            return False
        finally:
            connection.close()

    return check


class Processes:
    """What a run has started."""

    def __init__(self, folder):
        self.folder = folder
        self.running = []

    def start(self, name, command, **options):
        with open(os.path.join(self.folder, f"{name}.log"), "ab") as log:
            process = subprocess.Popen(
                command, stdin=subprocess.DEVNULL, stdout=options.pop("stdout", log), stderr=log, **options)
        self.running.append(process)
        return process

    def stop(self, process):
        if process.poll() is None:
            process.send_signal(signal.SIGTERM)
            try:
                process.wait(15)
            except subprocess.TimeoutExpired:
                process.kill()
                process.wait()
        if process in self.running:
            self.running.remove(process)

    def stop_all(self):
        for process in list(reversed(self.running)):
            self.stop(process)

    def said(self, name):
        with open(os.path.join(self.folder, f"{name}.log"), encoding="utf-8", errors="replace") as log:
            return log.read()[-2000:]


def resident_bytes(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmRSS:"):
                return int(line.split()[1]) * 1024
    raise Failure("no VmRSS")
