#include "core/model/memory/allocator_history.h"

#include <algorithm>
#include <array>
#include <utility>

namespace arenascope {

std::string_view name_of(AllocatorEvent event) {
    constexpr std::array<std::string_view, 10> names = {
        "none",          "alloc",       "free requested", "free completed", "segment allocated",
        "segment freed", "segment map", "segment unmap",  "out of memory",  "other"};
    return names.at(static_cast<std::size_t>(event));
}

std::span<const StackFrameIndex> frames_of(const AllocatorHistory& history, StackIndex stack) {
    if (stack.value() >= history.stack_begins.size()) {
        return {};
    }
    const std::size_t next = std::size_t{stack.value()} + 1;
    const std::size_t begin = history.stack_begins[stack];
    const std::size_t end =
        next < history.stack_begins.size() ? history.stack_begins[StackIndex(next)] : history.stack_frames.size();
    return std::span(history.stack_frames).subspan(begin, end - begin);
}

StackFrameIndex maker_frame(const AllocatorHistory& history, StackIndex stack) {
    StackFrameIndex innermost = StackFrameIndex::none();
    for (const StackFrameIndex frame : frames_of(history, stack)) {
        const StackFrame& code = history.frames[frame];
        if (code.is_python && !code.is_library) {
            return frame;
        }
        innermost = code.is_python && innermost == StackFrameIndex::none() ? frame : innermost;
    }
    return innermost;
}

const StackFrame* maker_of(const Problem& problem, BufferIndex buffer) {
    if (!problem.history || buffer.value() >= problem.history->made_by.size()) {
        return nullptr;
    }
    const StackFrameIndex frame = maker_frame(*problem.history, problem.history->made_by[buffer]);
    return frame == StackFrameIndex::none() ? nullptr : &problem.history->frames[frame];
}

std::string_view file_name_of(std::string_view path, std::size_t folders) {
    std::size_t slash = path.find_last_of("/\\");
    for (; folders > 0 && slash != std::string_view::npos && slash > 0; --folders) {
        slash = path.find_last_of("/\\", slash - 1);
    }
    return slash == std::string_view::npos || folders > 0 ? path : path.substr(slash + 1);
}

std::string label_of(const StackFrame& frame, MadeBy by, std::size_t folders) {
    std::string label(file_name_of(frame.file, folders));
    if (by == MadeBy::line && frame.line > 0) {
        label += ":" + std::to_string(frame.line);
    }
    if (by == MadeBy::file) {
        return label;
    }
    return label.empty() ? frame.function : label + " " + frame.function;
}

LiveProfile reserved_size(const AllocatorHistory& history) {
    // A piece of mapped memory is alive as a buffer is.
    Problem pieces;
    for (const AllocatorSegment& segment : history.segments) {
        for (const MappedMemory& piece : segment.mapped) {
            Buffer& buffer = pieces.buffers.emplace_back();
            buffer.size = size(piece.range);
            buffer.lifetime = piece.steps;
        }
    }
    return live_profile(pieces);
}

std::string_view address_name(std::string_view segment) {
    constexpr std::string_view word = "segment ";
    return segment.starts_with("segment 0x") ? segment.substr(word.size()) : segment;
}

bool has_segment_regions(const Problem& problem) {
    const auto& regions = problem.regions;
    return problem.history != nullptr && !(regions.size() == 1 && regions[RegionIndex(0)].base == 0);
}

Problem merged_segments(Problem problem) {
    Region whole;
    whole.name = "device " + std::to_string(problem.history ? problem.history->device : 0);
    problem.regions.assign(1, std::move(whole));
    for (Buffer& buffer : problem.buffers) {
        buffer.region = RegionIndex(0);
    }
    return problem;
}

Step last_step(const AllocatorHistory& history) {
    return Step(std::ssize(history.events) - 1);
}

std::optional<double> seconds_at(const AllocatorHistory& history, Step step) {
    const auto position = static_cast<std::size_t>(step.value());
    if (step < Step(0) || position >= history.times_us.size()) {
        return std::nullopt;
    }
    constexpr double microseconds = 1e6;
    // The difference as floats: times are raw numbers of a file, which could overflow.
    return (static_cast<double>(history.times_us[position]) - static_cast<double>(history.times_us.front())) /
           microseconds;
}

}  // namespace arenascope
