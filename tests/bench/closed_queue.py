"""The closed queue of crate/bench/src/closed_queue.rs in SimPy: prints the services a second as JSON."""

import json
import random
import statistics
import sys
import time

import simpy

JOBS = 64
MEAN_SERVICE_NS = [80_000.0, 100_000.0, 60_000.0, 90_000.0]


def run(events: int) -> float:
    environment = simpy.Environment()
    stations = [simpy.Resource(environment) for _ in MEAN_SERVICE_NS]
    draw = random.Random(1).expovariate
    left = events
    finished = environment.event()

    def job():
        nonlocal left
        while True:
            for station, mean in zip(stations, MEAN_SERVICE_NS):
                with station.request() as turn:
                    yield turn
                    yield environment.timeout(draw(1 / mean))
                left -= 1
                if left == 0:
                    finished.succeed()

    for _ in range(JOBS):
        environment.process(job())
    start = time.process_time()
    environment.run(until=finished)
    return events / (time.process_time() - start)


events = int(sys.argv[1])
print(json.dumps({"events_per_s": statistics.median(run(events) for _ in range(3))}))
