"""Writes training_snapshot.pickle: what a caching allocator of 44 MiB does in three steps of a small training.

It has the shape that torch.cuda.memory._dump_snapshot writes, but needs neither PyTorch nor a device. The program keeps
a statistic of each step, which pins the segments that the activations leave. At last a request fails, although more
bytes are free than it asks for: unused segments go back to the device first, but not the pinned one.
"""

import pickle

MIB = 1 << 20
DEVICE_SIZE = 44 * MIB
START = 1_700_000_000_000_000


def frame(filename, line, name):
    return {"name": name, "filename": filename, "line": line}


RUNTIME = [frame("CUDACachingAllocator.cpp", 0, "malloc"), frame("??", 0, "torch::autograd::THPVariable")]
MAIN = frame("/home/user/train.py", 61, "<module>")
TRAIN = frame("/home/user/train.py", 34, "train")
WEIGHTS = RUNTIME + [frame("/home/user/model.py", 12, "__init__"), MAIN]
FORWARD = RUNTIME + [frame("/home/user/model.py", 27, "forward"), TRAIN, MAIN]
SCORES = RUNTIME + [frame("/home/user/attention.py", 18, "scores"), frame("/home/user/model.py", 26, "forward"), TRAIN,
                    MAIN]
STATISTIC = RUNTIME + [frame("/home/user/train.py", 41, "train"), MAIN]
EVALUATE = RUNTIME + [frame("/home/user/train.py", 52, "evaluate"), MAIN]


class Allocator:
    """First fit within segments; a block is [address, size, requested size or 0, stack]."""

    def __init__(self):
        self.segments = []
        self.events = []
        self.next_address = 0x7F2000000000

    def record(self, action, size, stack, **more):
        time = START + 1370 * len(self.events)
        self.events.append({"action": action, **more, "size": size, "stream": 0, "time_us": time, "frames": list(stack)})

    def alloc(self, size, stack):
        rounded = (size + 511) // 512 * 512
        for segment in self.segments:
            for at, block in enumerate(segment["blocks"]):
                if block[2] == 0 and block[1] >= rounded and segment["small"] == (size <= MIB):
                    if block[1] > rounded:
                        segment["blocks"].insert(at + 1, [block[0] + rounded, block[1] - rounded, 0, []])
                    block[1:] = [rounded, size, stack]
                    self.record("alloc", size, stack, addr=block[0])
                    return block[0]
        total = 2 * MIB if size <= MIB else 20 * MIB if size < 10 * MIB else (rounded + 2 * MIB - 1) // (2 * MIB) * 2 * MIB
        held = sum(segment["size"] for segment in self.segments)
        if held + total > DEVICE_SIZE:
            held -= self.release_unused()
        if held + total > DEVICE_SIZE:
            self.record("oom", size, stack, device_free=DEVICE_SIZE - held)
            return None
        address = self.next_address
        self.next_address += total + 2 * MIB
        self.segments.append({"address": address, "size": total, "small": size <= MIB, "blocks": [[address, total, 0, []]]})
        self.record("segment_alloc", total, stack, addr=address)
        return self.alloc(size, stack)

    def release_unused(self):
        unused = [segment for segment in self.segments if all(block[2] == 0 for block in segment["blocks"])]
        for segment in unused:
            self.segments.remove(segment)
            self.record("segment_free", segment["size"], [], addr=segment["address"])
        return sum(segment["size"] for segment in unused)

    def free(self, address):
        for segment in self.segments:
            for at, block in enumerate(segment["blocks"]):
                if block[0] == address and block[2]:
                    for action in ("free_requested", "free_completed"):
                        self.record(action, block[2], [], addr=address)
                    block[2:] = [0, []]
                    blocks = segment["blocks"]
                    if at + 1 < len(blocks) and blocks[at + 1][2] == 0:
                        block[1] += blocks.pop(at + 1)[1]
                    if at > 0 and blocks[at - 1][2] == 0:
                        blocks[at - 1][1] += blocks.pop(at)[1]
                    return

    def snapshot(self):
        segments = []
        for segment in self.segments:
            blocks = [
                {"address": address, "size": size, "requested_size": requested, "frames": list(stack),
                 "state": "active_allocated" if requested else "inactive"}
                for address, size, requested, stack in segment["blocks"]
            ]
            segments.append(
                {"device": 0, "address": segment["address"], "total_size": segment["size"], "stream": 0,
                 "segment_type": "small" if segment["small"] else "large", "segment_pool_id": (0, 0),
                 "is_expandable": False, "frames": [], "blocks": blocks})
        return {"segments": segments, "device_traces": [self.events]}


def train(allocator):
    for size in (300_000, 150_000, 4_096, 4_096):
        allocator.alloc(size, WEIGHTS)
    for step in range(3):
        activations = []
        for layer in range(4):
            scores = allocator.alloc((3 + step) * MIB, SCORES)
            activations.append(allocator.alloc((4 + step) * MIB, FORWARD))
            allocator.free(scores)
        allocator.alloc(1_300_000 + 200_000 * step, STATISTIC)
        for activation in reversed(activations):
            allocator.free(activation)
    allocator.alloc(24 * MIB, EVALUATE)


if __name__ == "__main__":
    made = Allocator()
    train(made)
    with open("training_snapshot.pickle", "wb") as file:
        pickle.dump(made.snapshot(), file, protocol=4)
