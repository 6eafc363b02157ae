#pragma once

namespace arenascope::test {

/// First fit in the order of the table: a planner of a few lines.
inline constexpr const char* first_fit = R"(#!/usr/bin/python3
import csv, sys
rows = list(csv.DictReader(sys.stdin))
placed = []
print("id,lower,upper,size,offset")
for row in rows:
    low, high, size, offset = int(row["lower"]), int(row["upper"]), int(row["size"]), 0
    for begin, end, at, top in sorted(placed, key=lambda p: p[2]):
        if begin < high and low < end and at < offset + size:
            offset = max(offset, top)
    placed.append((low, high, offset, offset + size))
    print(row["id"], low, high, size, offset, sep=",")
)";

/// What makes a tool of it that reads --input, writes --output and takes a capacity of 64.
inline constexpr const char* reading_files = R"(import argparse
parser = argparse.ArgumentParser()
parser.add_argument("--capacity", type=int); parser.add_argument("--input"); parser.add_argument("--output")
given = parser.parse_args()
assert given.capacity == 64
sys.stdin, sys.stdout = open(given.input), open(given.output, "w")
rows =)";

/// Stacks the buffers of each region, in JSON.
inline constexpr const char* stacking = R"(#!/usr/bin/python3
import json, sys
plan = json.load(sys.stdin)
assert [region["name"] for region in plan["regions"]] == ["near", "far"], plan
at = {}
for buffer in plan["buffers"]:
    region = buffer.get("region", "near")
    buffer["offset"] = buffer["pin"] if "pin" in buffer else at.get(region, 0)
    at[region] = buffer["offset"] + buffer["size"]
json.dump(plan, sys.stdout)
)";

/// Three buffers of which two may share, in JSON.
inline constexpr const char* sharing_problem = R"({"format": "arenascope-plan", "version": 1,
"buffers": [{"name": "a", "size": 64, "begin": 0, "end": 4}, {"name": "b", "size": 64, "begin": 2, "end": 6},
            {"name": "c", "size": 64, "begin": 2, "end": 6}],
"sharing": [{"kind": "sharing", "members": ["a", "b"]}]})";

/// Places the members of the first group at 0, and all else above, in JSON.
inline constexpr const char* stacking_groups = R"(#!/usr/bin/python3
import json, sys
plan = json.load(sys.stdin)
members = plan["sharing"][0]["members"]
for buffer in plan["buffers"]:
    buffer["offset"] = 0 if buffer["name"] in members else 64
del plan["sharing"]
json.dump(plan, sys.stdout)
)";

/// Words of a command.
inline constexpr const char* odd_words = R"( $HOME '*' "a b" c\ d ; `id` "" "\"")";

/// The same, each in angle brackets, as they reach the program.
inline constexpr const char* odd_words_split = R"(<$HOME><*><a b><c d><;><`id`><><">)";

}  // namespace arenascope::test
