#pragma once

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/address_range.h"
#include "core/model/memory/lifetime.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Position of a frame in AllocatorHistory::frames.
using StackFrameIndex = Index<struct StackFrameIndexKind>;
/// Position of a stack in AllocatorHistory::stacks.
using StackIndex = Index<struct StackIndexKind>;
/// Position of a segment in AllocatorHistory::segments.
using SegmentIndex = Index<struct SegmentIndexKind>;

/// One line of code on a call stack.
struct StackFrame {
    std::string file;
    std::int64_t line = 0;  ///< from 1; 0: unknown
    std::string function;
    bool is_python = false;   ///< not of the runtime's own C++
    bool is_library = false;  ///< of a framework, not of one's own code; see is_library_code()
};

/// What happened in one step of a recorded allocator.
enum class AllocatorEvent : std::uint8_t {
    none,            ///< no event is known: the file has only a final state
    alloc,           ///< an allocation was made
    free_requested,  ///< the program gave it back; a stream may still use it
    free_completed,  ///< its memory is free
    segment_alloc,   ///< the allocator took a segment from the device
    segment_free,    ///< it released one
    segment_map,     ///< it mapped memory into an expandable segment
    segment_unmap,   ///< it unmapped some
    out_of_memory,   ///< an allocation failed
    other,
};

[[nodiscard]] std::string_view name_of(AllocatorEvent event);

/// Memory that existed for some steps.
struct MappedMemory {
    Lifetime steps;
    AddressRange range;  ///< relative to the base of its segment
    friend bool operator==(const MappedMemory&, const MappedMemory&) = default;
};

/// The name of a segment without its first word, as in "0x7f00" of "segment 0x7f00". Other names stay whole.
[[nodiscard]] std::string_view address_name(std::string_view segment);

/// Memory that the allocator takes from the device as a whole, and hands out in pieces.
struct AllocatorSegment {
    std::string name;
    Address base = 0;  ///< of its first byte
    Bytes size;        ///< of an expandable one: up to the highest byte that was ever mapped
    std::int64_t stream = 0;
    std::string pool = {};             ///< for people, such as "large" or "small, pool (1, 0)"
    bool is_expandable = false;        ///< its memory is mapped and unmapped in parts
    std::vector<MappedMemory> mapped;  ///< when which of its bytes existed; sorted by begin
};

/// An allocation that failed.
struct OutOfMemory {
    Step step;
    Bytes requested;
    std::optional<Bytes> device_free;       ///< what the device itself had left
    StackIndex stack = StackIndex::none();  ///< which code asked for it
};

/// What a recorded allocator knows beside a problem: which code made each buffer, from which segments they came, and
/// what happened in each step.
struct AllocatorHistory {
    std::int64_t device = 0;
    IndexedVector<StackFrameIndex, StackFrame> frames;       ///< each once
    IndexedVector<StackIndex, std::uint32_t> stack_begins;   ///< into `stack_frames`; the next begin ends it
    std::vector<StackFrameIndex> stack_frames;               ///< of all stacks, one after the other; innermost first
    IndexedVector<BufferIndex, StackIndex> made_by;          ///< none(): the file does not say
    IndexedVector<BufferIndex, SegmentIndex> lies_in;        ///< none(): in no segment of the file
    IndexedVector<SegmentIndex, AllocatorSegment> segments;  ///< by address
    std::vector<AllocatorEvent> events;                      ///< one for each step; at least one
    std::vector<std::int64_t> times_us;                      ///< one for each step, in microseconds; or empty
    std::vector<OutOfMemory> out_of_memory;                  ///< by step
    Bytes multiple = Bytes(1);     ///< the allocator rounds the size of each allocation up to a multiple of it
    bool has_events = false;       ///< false: only the final state is known, in a single step
    std::size_t alive_before = 0;  ///< buffers that were made before the first step
    std::size_t never_freed = 0;   ///< buffers that the last step leaves alive
};

/// The frames of a stack, innermost first; empty for none().
[[nodiscard]] std::span<const StackFrameIndex> frames_of(const AllocatorHistory& history, StackIndex stack);

/// The frame that stands for who made what has this stack: its innermost line of one's own Python code, or its
/// innermost line of Python if all are of libraries; none() if it has no line of Python. Linear in its frames.
///
///   einsum    torch/functional.py:373   a library
///   forward   model.py:54               the maker
///   main      train.py:7
[[nodiscard]] StackFrameIndex maker_frame(const AllocatorHistory& history, StackIndex stack);

/// maker_frame() of the code that made a buffer; null if the file does not say, or if the problem has no history.
[[nodiscard]] const StackFrame* maker_of(const Problem& problem, BufferIndex buffer);

/// The name of a file without its path, or with the innermost folders of the path. Both kinds of slash separate
/// folders.
[[nodiscard]] std::string_view file_name_of(std::string_view path, std::size_t folders = 0);

/// What of a line of code names who made a buffer.
enum class MadeBy : std::uint8_t { line, function, file };

/// A frame for people: `model.py:54 forward`, `model.py forward` or `model.py`. An unknown line is left out. The file
/// has as many folders as file_name_of().
[[nodiscard]] std::string label_of(const StackFrame& frame, MadeBy by = MadeBy::line, std::size_t folders = 0);

/// The bytes that the allocator holds, in use or not, over the steps of the problem. `live` are reserved bytes,
/// `threshold` is their maximum. O(n log n) for n pieces of mapped memory.
[[nodiscard]] LiveProfile reserved_size(const AllocatorHistory& history);

/// Whether the regions are the segments of a history, so that a planner could move no buffer to another one.
[[nodiscard]] bool has_segment_regions(const Problem& problem);

/// The same allocations in one region `device N` that begins at address 0, for planners. Linear.
[[nodiscard]] Problem merged_segments(Problem problem);

[[nodiscard]] Step last_step(const AllocatorHistory& history);

/// Seconds between the first step and this one; empty if the file has no times.
[[nodiscard]] std::optional<double> seconds_at(const AllocatorHistory& history, Step step);

}  // namespace arenascope
