#!/usr/bin/env python3
"""Compares the cache laboratory with libCacheSim on the same traces in one run: speed as a ratio, miss ratios beside it.

    cache.py FOLDER REPLAY MODULE [--size N] [--repeat N] [--traces zipf,scan,loop,shift]

FOLDER holds KIND.bin; what is missing there, REPLAY makes (10 M requests, 240 MB each). REPLAY and MODULE are the examples
`replay` and `replay_wasm` of the cache crate. One thread, reading the file included. A speed is requests per second of
processor time, user and system: what else the machine does then hardly matters. In the browser that is the time of the page's
process, which computes and takes the file in; the browser's own process reads it from the disk meanwhile, and the last column
says for how long. The three sides take turns; a ratio is the median of N turns.
Needs the Python package libcachesim; the browser part needs node and Chromium.
"""
import argparse
import json
import os
import pathlib
import statistics
import subprocess
import sys
import time

import libcachesim

REQUESTS = 10_000_000
# Our name, libCacheSim's name, the ratios asked for natively and in the browser; None: nothing is asked for.
POLICIES = [
    ("fifo", "FIFO", 5, 3),
    ("lru", "LRU", 5, 3),
    ("clock", "Clock", 5, 3),
    ("sieve", "Sieve", 5, 3),
    ("slru", "SLRU", 5, 3),
    ("s3-fifo", "S3FIFO", 5, 2),
    ("arc", "ARC", 5, 2),
    ("two-q", "TwoQ", 5, 2),
    ("lfu", "LFU", 5, 2),
    ("lirs", "LIRS", 5, 2),
    ("w-tiny-lfu", "WTinyLFU", None, None),
    ("belady", "Belady", None, None),
]


def peer(trace, policy, size):
    """Seconds of processor time and miss ratio of libCacheSim."""
    reader = libcachesim.TraceReader(str(trace), trace_type=libcachesim.TraceType.ORACLE_GENERAL_TRACE)
    cache = getattr(libcachesim, policy)(cache_size=size * 4096)
    begin = time.process_time()
    miss_ratio = cache.process_trace(reader)[0]
    return time.process_time() - begin, miss_ratio


def native(replay, trace, policy, size):
    """The same of the laboratory as a program, its start included."""
    child = subprocess.Popen([replay, "run", trace, str(size), policy], stdout=subprocess.PIPE)
    output = child.stdout.read()
    _, status, usage = os.wait4(child.pid, 0)
    child.returncode = os.waitstatus_to_exitcode(status)
    if child.returncode:
        sys.exit(f"{replay} failed")
    return usage.ru_utime + usage.ru_stime, json.loads(output)["miss_ratio"]


class Browser:
    """The laboratory in Chromium, one run a request."""

    def __init__(self, module, trace, size):
        script = pathlib.Path(__file__).with_name("cache.mjs")
        self.node = subprocess.Popen(
            ["node", script, module, trace, str(size)], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )

    def run(self, policy):
        print(policy, file=self.node.stdin, flush=True)
        line = self.node.stdout.readline()
        if not line:
            sys.exit("the browser's part failed")
        result = json.loads(line)
        return result["cpu_s"], 1 - result["hits"] / REQUESTS, result["fetch_cpu_s"]

    def close(self):
        self.node.stdin.close()
        self.node.wait()


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("replay")
    parser.add_argument("module")
    parser.add_argument("--size", type=int, default=100_000)
    parser.add_argument("--repeat", type=int, default=3)
    parser.add_argument("--traces", default="zipf,scan,loop,shift")
    parser.add_argument("--policies", default=",".join(name for name, *_ in POLICIES))
    a = parser.parse_args()
    a.folder.mkdir(parents=True, exist_ok=True)
    print("Cache policies, million requests per second of processor time on one thread, reading the file included;")
    print("x: times libCacheSim, and the least that is asked for")
    print(f"{'trace':6} {'policy':10} {'libCacheSim':>11} {'native':>7} {'x':>11} {'Chromium':>9} {'x':>10}  {'':8} miss ratio (difference)  fetch")
    asked = met = 0
    for kind in a.traces.split(","):
        trace = a.folder / f"{kind}.bin"
        if not trace.exists():
            subprocess.check_call([a.replay, "make", kind, trace, str(REQUESTS)])
        browser = Browser(a.module, trace, a.size)
        browser.run("fifo")  # The engine compiles in earnest while it runs: not counted.
        for name, peer_name, wanted, wanted_in_browser in POLICIES:
            if name not in a.policies.split(","):
                continue
            turns = []
            for _ in range(a.repeat if wanted else 1):
                theirs, their_ratio = peer(trace, peer_name, a.size)
                ours, miss_ratio = native(a.replay, trace, name, a.size)
                wasm, wasm_ratio, fetch = browser.run(name)
                assert abs(wasm_ratio - miss_ratio) < 1e-9, f"{name} differs between native and wasm"
                turns.append((theirs, ours, wasm, fetch))
            theirs, ours, wasm, fetch = (statistics.median(side) for side in zip(*turns))
            times = statistics.median(turn[0] / turn[1] for turn in turns)
            wasm_times = statistics.median(turn[0] / turn[2] for turn in turns)
            verdict, least, least_wasm = "", "", ""
            if wanted:
                good = times >= wanted and wasm_times >= wanted_in_browser
                asked, met = asked + 1, met + good
                verdict, least, least_wasm = "met" if good else "MISSED", f"({wanted})", f"({wanted_in_browser})"
            rates = [REQUESTS / seconds / 1e6 for seconds in (theirs, ours, wasm)]
            print(
                f"{kind:6} {name:10} {rates[0]:11.2f} {rates[1]:7.1f} {times:7.1f} {least:3} {rates[2]:9.1f} {wasm_times:6.1f}"
                f" {least_wasm:3}  {verdict:8} {miss_ratio:.6f} ({miss_ratio - their_ratio:+.6f})  {fetch:.2f} s",
                flush=True,
            )
        browser.close()
    print(f"{met} of {asked} rows met, {asked - met} missed")
    sys.exit(met < asked)


if __name__ == "__main__":
    main()
