#!/usr/bin/env python3
"""Compares the miss ratios of the cache laboratory with libCacheSim's on the reference traces; a verdict for every row.

    ratios.py FOLDER REPLAY [--traces zipf,scan,loop,shift] [--sizes 20000,50000,100000,200000]

FOLDER holds KIND.bin; what is missing there, REPLAY makes. libCacheSim's figures are kept in FOLDER/libcachesim.json, by the
trace's content: it takes half an hour for them (W-TinyLFU's also 9 GB of memory). Needs the Python package libcachesim.

Where the two are meant to differ, a second row runs ours with libCacheSim's setting in place of the paper's.
"""
import argparse
import hashlib
import json
import pathlib
import subprocess
import sys

REQUESTS = 10_000_000
# Our name, libCacheSim's name, the most they may differ by, in points of miss ratio; 0: equal to six digits.
POLICIES = [
    ("fifo", "FIFO", 0),
    ("lru", "LRU", 0),
    ("clock", "Clock", 0),
    ("sieve", "Sieve", 0),
    ("lfu", "LFU", 0),
    ("belady", "Belady", 0),
    ("arc", "ARC", 0.2),
    ("slru", "SLRU", 0.2),
    ("two-q", "TwoQ", 0.2),
    ("lirs", "LIRS", 0.2),
    ("s3-fifo", "S3FIFO", 0.2),
    ("w-tiny-lfu", "WTinyLFU", 0.2),
]
# Ours with libCacheSim's setting, and what that setting is.
PEERS = {
    "arc": ("peer-arc", "step of the target: 1 block (paper), 1 byte (libCacheSim)"),
    "w-tiny-lfu": ("peer-w-tiny-lfu", "counts: every request once, fading (paper); newcomers twice, never fading (libCacheSim)"),
}


def peer(trace, policy, size, kept):
    """libCacheSim's miss ratio, computed once for a trace's content."""
    with open(trace, "rb") as file:
        digest = hashlib.file_digest(file, "blake2b").hexdigest()[:16]
    known = json.loads(kept.read_text()) if kept.exists() else {}
    key = f"{digest} {size} {policy}"
    if key not in known:
        import libcachesim

        reader = libcachesim.TraceReader(str(trace), trace_type=libcachesim.TraceType.ORACLE_GENERAL_TRACE)
        known[key] = getattr(libcachesim, policy)(cache_size=size * 4096).process_trace(reader)[0]
        kept.write_text(json.dumps(known, indent=0))
    return known[key]


def main():
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("replay")
    parser.add_argument("--traces", default="zipf,scan,loop,shift")
    parser.add_argument("--sizes", default="20000,50000,100000,200000")
    a = parser.parse_args()
    a.folder.mkdir(parents=True, exist_ok=True)
    names = [name for name, *_ in POLICIES] + [name for name, _ in PEERS.values()]
    tally = {"equal": 0, "near": 0, "explained": 0, "DIFFERS": 0}
    print(f"{'trace':6} {'size':>7} {'policy':16} {'ours':>9} {'libCacheSim':>11} {'points':>8}  verdict")
    for kind in a.traces.split(","):
        trace = a.folder / f"{kind}.bin"
        if not trace.exists():
            subprocess.check_call([a.replay, "make", kind, trace, str(REQUESTS)])
        lines = subprocess.check_output([a.replay, "ratios", trace, a.sizes, *names], text=True).splitlines()
        ours = {(row["policy"], row["size"]): row["miss_ratio"] for row in map(json.loads, lines)}
        for size in map(int, a.sizes.split(",")):
            for name, peer_name, allowed in POLICIES:
                theirs = peer(trace, peer_name, size, a.folder / "libcachesim.json")

                def row(name, verdict, note=""):
                    points = 100 * (ours[name, size] - theirs)
                    print(f"{kind:6} {size:7} {name:16} {ours[name, size]:9.6f} {theirs:11.6f} {points:+8.4f}  {verdict}{note}", flush=True)

                def off(name):
                    return abs(ours[name, size] - theirs)

                if off(name) < 5e-7:
                    verdict = "equal"
                elif 100 * off(name) <= allowed:
                    verdict = "near"
                elif name in PEERS and 100 * off(PEERS[name][0]) <= allowed:
                    verdict = "explained"
                else:
                    verdict = "DIFFERS"
                tally[verdict] += 1
                row(name, verdict, f" by the {PEERS[name][1]}; with libCacheSim's:" if verdict == "explained" else "")
                if verdict == "explained":
                    row(PEERS[name][0], "")
    print(", ".join(f"{count} {verdict}" for verdict, count in tally.items()))
    sys.exit(tally["DIFFERS"] > 0)


if __name__ == "__main__":
    main()
