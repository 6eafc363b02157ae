#pragma once

#include <string>
#include <string_view>

#include "core/base/error/error.h"
#include "core/format/format.h"

namespace arenascope {

inline constexpr std::string_view trace_format_name = "arenascope-trace";
inline constexpr std::int64_t trace_format_version = 2;

/// Reads a trace with its problem:
///
///   {"format": "arenascope-trace", "version": 2, "provenance": {…}, "problem": {regions, steps, buffers, …},
///    "fingerprint": "9f3c…", "threshold": 4096, "result": 12, "dropped": 5,
///    "dropped_kinds": {"iteration": 2, "group": 3},      missing: all of them are rearrangements
///    "frames": [{"kind": "iteration", "parent": 0, "peak": 5120, "goal": "order-seen", "work": 7, "attempts": 1,
///                "note": "…", "skipped": 2,               missing: 0
///                "moves":   [buffer, from, to, …],        null: not placed
///                "order":   [position, from, to, …],      null: no such position
///                "risks":   [buffer, from, to, …],        tier · 4 + cause
///                "members": [buffer, …],                  empty lists are left out
///                "step": {"buffer": 3, "chosen": 0,       from version 2 on: PlacementStep
///                         "candidates": [offset, …], "ghosts": [buffer, offset, …],
///                         "avoided": [buffer, …],         operator sharing only
///                         "object": {…},                  ObjectChoice, shared objects only
///                         "taken_from": buffer,           left out: none
///                         "figures": [height, waste, below, above, taken_from, …],
///                         "contexts": [offset, …]},
///                "learning": {"region": 0, "number": 3, …}}, …]}        LearningPoint
///
/// `previous`, `children` and the roots follow from the parents. The layout of the document is that of the result
/// frame. Every index is checked (validate_trace), and the fingerprint must be that of the problem.
[[nodiscard]] Expected<Document> parse_trace_json(std::string_view content, const std::string& source);

/// The text of such a file, one frame a line. Reading it gives an equal trace. Of `layout`, only the sharing is
/// written.
[[nodiscard]] std::string trace_json_text(const Problem& problem, const Layout& layout, const Trace& trace,
                                          const Annotations& annotations = {});

/// The format of such files.
[[nodiscard]] Format trace_json_format();

}  // namespace arenascope
