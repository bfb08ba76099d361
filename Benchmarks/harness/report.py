"""The tables."""
import os
import platform
import subprocess
from datetime import datetime, timezone


def times(value):
    return f"{value:.2f}×" if value < 10 else f"{value:.0f}×"


def duration(microseconds):
    return f"{microseconds / 1000:.2f} ms" if abs(microseconds) < 10_000 else f"{microseconds / 1000:.0f} ms"


def rate(value):
    return f"{value / 1000:.1f} k/s" if value >= 950 else f"{value:.0f}/s"


def cell(figures):
    if figures is None:
        return "–"
    return f"{rate(figures['rate'])} · {duration(figures['p50_us'])} · {duration(figures['p99_us'])}"


def ratio(row, contender):
    other = row.rate(contender)
    return times(row.rate("gateway") / other) if other else "–"


def table(header, lines):
    rule = "|".join(["---"] * len(header))
    return [f"| {' | '.join(header)} |", f"|{rule}|"] + [f"| {' | '.join(line)} |" for line in lines]


def throughput(rows):
    header = ["what", "gateway ÷ Node", "gateway ÷ nginx", "gateway", "Node", "nginx", "bare upstream"]
    lines = [[row.name, ratio(row, "node"), ratio(row, "nginx")]
             + [cell(row.figures(name)) for name in ("gateway", "node", "nginx", "upstream")] for row in rows]
    return table(header, lines) + [""] + [f"- *{row.name}*: {row.note}." for row in rows if row.note]


def added(row, contender, name):
    """The median over the rounds of the difference within a round."""
    pairs = zip(row.runs[contender], row.runs["upstream"])
    values = sorted(run[name] - bare[name] for run, bare in pairs)
    return values[len(values) // 2]


def latency(row):
    lines = [[title, duration(added(row, name, "p50_us")), duration(added(row, name, "p99_us"))]
             for name, title in (("gateway", "gateway"), ("node", "Node"), ("nginx", "nginx"))]
    lines.append(["bare upstream, in full", *(duration(row.figures("upstream")[name]) for name in ("p50_us", "p99_us"))])
    return table([row.name, "p50", "p99"], lines)


def judged(name, value, shown, limit, unit, verdict=None):
    holds = value <= limit if verdict is None else verdict
    return [name, shown, unit, "yes" if holds else "**no**"]


def budgets(found):
    start, few, many, constant = found["starts"], found["few"], found["many"], found["constant"]
    mute, read = found["mute"], found["read"]
    p50, p99 = added(constant, "gateway", "p50_us"), added(constant, "gateway", "p99_us")
    mute_ratio = mute.rate("gateway") / mute.rate("node")
    read_ratio = read.rate("gateway") / read.rate("nginx")
    megabytes = start["idle_bytes"] / 2**20
    return table(["what", "measured", "budget", "holds"], [
        judged("latency added to a control, p50", p50, duration(p50), 500, "< 0.5 ms"),
        judged("latency added to a control, p99", p99, duration(p99), 2_000, "< 2 ms"),
        judged("control with its event logged ÷ Node, which logs nothing", 0, times(mute_ratio), 0, "≥ 1×", mute_ratio >= 1),
        judged("stored read ÷ nginx as a proxy", 0, times(read_ratio), 0, "≥ 0.5×", read_ratio >= 0.5),
        judged("resident memory, idle", megabytes, f"{megabytes:.1f} MB", 40, "< 40 MB"),
        judged(f"memory per open event stream, of {many['streams']}", many["bytes_per_stream"],
               f"{many['bytes_per_stream'] / 1024:.1f} KB", 24 * 1024, "< 24 KB"),
        judged("start until ready", start["ready"], f"{start['ready'] * 1000:.0f} ms", 0.15, "< 150 ms"),
        judged("start until the first answer", start["answered"], f"{start['answered'] * 1000:.0f} ms", 0.15, "< 150 ms"),
        judged("start of a mock", start["mock"], f"{start['mock'] * 1000:.0f} ms", 0.05, "< 50 ms"),
        judged(f"delivery in → event out, {few['streams']} streams, p50", 0, duration(few["p50_us"]), 0, "–", True),
        judged(f"delivery in → event out, {few['streams']} streams, p99", few["p99_us"], duration(few["p99_us"]), 10_000,
               "< 10 ms"),
        judged(f"delivery in → event out, the last of {many['streams']} streams, median", many["last_p50_us"],
               duration(many["last_p50_us"]), 80_000, "< 80 ms"),
    ])


def json_lines(figures):
    names = [("ours", "JSONCoding (ours)"), ("serialization", "Foundation, JSONSerialization"),
             ("coders", "Foundation, JSONDecoder and JSONEncoder")]
    lines = [[title, times(figures[name] / figures["ours"]), f"{figures[name]:.1f} µs"] for name, title in names]
    return table([f"parse and write a room of {figures['bytes']} bytes", "time ÷ ours", "time"], lines)


def machine(fsync):
    with open("/proc/cpuinfo", encoding="utf-8") as info:
        models = [line.split(":", 1)[1].strip() for line in info if line.startswith("model name")]
    versions = []
    for command in (["nginx", "-v"], ["node", "--version"], ["swift", "--version"]):
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        versions.append((done.stdout or done.stderr).splitlines()[0].strip())
    return [
        f"- {datetime.now(timezone.utc):%Y-%m-%d}; {os.cpu_count()} × {models[0] if models else platform.machine()}; "
        f"Linux {platform.release()}; a durable write of 4 KB takes {fsync:.0f} µs",
        f"- {versions[0]}; node {versions[1]}; {versions[2]}",
        f"- load average when it began and ended: {{began}}, {os.getloadavg()[0]:.1f}",
    ]


def document(found, quick):
    began = found["load_average"]
    lines = ["# Benchmarks: results", "",
             "Written by `Benchmarks/run`; [what is measured, and how to read it](README.md). The ratios are what counts:",
             "absolute figures are of this machine, on which load generator, contender and upstream share the cores.", ""]
    if quick:
        lines += ["**A quick run: one short round, good for nothing but to see that all of it works.**", ""]
    lines += [line.replace("{began}", f"{began:.1f}") for line in machine(found["fsync"])]
    lines += ["", f"## Throughput, {found['connections']} connections", "",
              "Requests per second · p50 · p99; each the median of its rounds.", ""]
    lines += throughput([found["mute"], found["repeated"], found["read"], found["create"], found["keyed"]])
    lines += ["", "## Latency added to that of the bare upstream", ""] + latency(found["constant"])
    lines += ["", "## Budgets", ""] + budgets(found)
    lines += ["", "## JSON", ""] + json_lines(found["json"])
    lines += ["", "## The generator itself", "",
              f"The bare upstream's fixed answer: {rate(found['read'].rate('upstream'))} with ours, "
              f"{rate(found['wrk'])} with wrk.", ""]
    return "\n".join(lines)
