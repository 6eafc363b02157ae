#!/usr/bin/env python3
# A planner of 40 lines: first fit, the largest buffer first. It reads id,lower,upper,size[,alignment] from standard
# input, writes the layout to standard output, and records what it does:  first_fit.py run.rec < buffers.csv
# A second argument makes it slow enough to watch: so many seconds for each step.
import csv
import os
import sys
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), ".."))
from arenascope_recorder import Recorder


class Buffer:
    def __init__(self, row, run):
        self.name = row["id"]
        self.begin, self.end, self.size = int(row["lower"]), int(row["upper"]), int(row["size"])
        self.alignment = int(row.get("alignment") or 1)
        self.number = run.buffer(self.name, self.begin, self.end, self.size, self.alignment)
        self.offset = None

    def meets(self, other, at):
        in_time = other.begin < self.end and self.begin < other.end
        return in_time and other.offset < at + self.size and at < other.offset + other.size


with Recorder(sys.argv[1] if len(sys.argv) > 1 else "run.rec") as run:
    buffers = [Buffer(row, run) for row in csv.DictReader(sys.stdin)]
    buffers.sort(key=lambda buffer: -buffer.size)
    for i, buffer in enumerate(buffers):
        placed = buffers[:i]
        run.enter("placement", buffer.name)
        tops = [other.offset + other.size for other in placed]
        candidates = sorted([0] + [-(-top // buffer.alignment) * buffer.alignment for top in tops])
        buffer.offset = next(at for at in candidates if not any(buffer.meets(other, at) for other in placed))
        run.candidates(buffer.number, candidates)
        run.place(buffer.number, buffer.offset)
        run.leave()
        time.sleep(float(sys.argv[2]) if len(sys.argv) > 2 else 0)
    run.result()

print("id,offset")
for buffer in buffers:
    print(buffer.name, buffer.offset, sep=",")
