#pragma once

#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "app/session/unsaved_work.h"
#include "core/base/error/error.h"

namespace arenascope {

inline constexpr std::int64_t journal_version = 1;

/// A recorded run of more bytes is not written to the journal.
inline constexpr std::size_t most_trace_bytes = std::size_t{32} << 20U;

/// The record that follows `before` in a journal, so that the journal then holds `now`. Null: a record that stands
/// alone. The parts that have not changed are left out:
///
///   {"at": …, "edits": …, "file": {…}, "plan": {…}, "trace": {…}, "annotations": {…}, "moves": {…}, "view": {…},
///   "lists": {…}} ␀ plan, trace
///              └ where it     └ the plan as JSON   │         └ edits that were added     └ breakpoints and watches
///                belongs        and the run ───────┘           to the first ones of before
///
/// So a move takes some bytes, and another problem or layout a whole plan. A run of more bytes than the limit is left
/// out. The plan then holds the shown layout, and is written whenever that changes.
/// Linear in what has changed, and in all moves. A null `before` also needs the hash of the file.
[[nodiscard]] std::string journal_record(const UnsavedWork* before, const UnsavedWork& now,
                                         std::size_t trace_limit = most_trace_bytes);

/// What the records of a journal add up to, before the plan in it is read.
struct JournalContent {
    UnsavedWork work;  ///< without what follows from the texts: problem, layout, provenance, trace, hand edits
    std::shared_ptr<const std::string> plan_text;    ///< see plan_json_text(); null: there is none
    std::shared_ptr<const std::string> trace_bytes;  ///< see trace_binary_bytes(); empty: no run, or it was left out
    std::string annotations;  ///< what people added to the plan, as JSON (see append_annotations)
    bool is_run_left_out = false;
    bool is_problem_of_file = false;  ///< the source gives the problem; the same for the next two
    bool is_layout_of_file = false;
    bool is_trace_of_file = false;
    bool has_import_report = false;
    bool has_history = false;  ///< of a recorded allocator, which no plan text can hold
    bool has_heap_trials = false;
    std::int64_t version = 0;  ///< greater than journal_version: the rest is empty
    std::size_t records = 0;   ///< those that could be read
    bool is_damaged = false;   ///< a record could not be read, so that it and later ones are missing
};

/// Adds up records. Stops at one that is wrong. O(records + the last plan and trace + all moves).
[[nodiscard]] JournalContent journal_content(const std::vector<std::string>& records);

}  // namespace arenascope
