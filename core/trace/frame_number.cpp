#include "core/trace/frame_number.h"

#include <charconv>
#include <optional>
#include <string>
#include <vector>

#include "core/base/error/quotation.h"
#include "core/trace/trace_player.h"

namespace arenascope {
namespace {

/// The numbers between the dots. Empty: there is something else.
std::optional<std::vector<std::uint64_t>> numbers_in(std::string_view text) {
    std::vector<std::uint64_t> numbers;
    const char* at = text.data();
    const char* const end = at + text.size();
    while (true) {
        std::uint64_t number = 0;
        const auto [next, error] = std::from_chars(at, end, number);
        if (error != std::errc()) {
            return std::nullopt;
        }
        numbers.push_back(number);
        if (next == end) {
            return numbers;
        }
        if (*next != '.') {
            return std::nullopt;
        }
        at = next + 1;
    }
}

Expected<FrameIndex> main_step(const Trace& trace, std::uint64_t number) {
    const std::vector<FrameIndex> steps = chief_frames(trace);
    if (number < steps.size()) {
        return steps[static_cast<std::size_t>(number)];
    }
    return failure("there is no iteration " + std::to_string(number),
                   steps.empty() ? "the trace has none"
                                 : "its " + std::to_string(steps.size()) + " iterations have the numbers 0 to " +
                                       std::to_string(steps.size() - 1));
}

Expected<FrameIndex> child_numbered(const Trace& trace, FrameIndex parent, std::uint64_t number) {
    const Frame& frame = trace.frames[parent];
    const std::string within = std::string(name_of(frame.kind)) + " " + std::to_string(number_of(trace, parent));
    if (frame.children.empty()) {
        return failure(within + " has no parts in the trace", "name it without the last number");
    }
    for (const FrameIndex child : frame.children) {
        if (number_of(trace, child) == number) {
            return child;
        }
    }
    const FrameIndex last = frame.children.back();
    return failure(within + " has no " + std::string(name_of(trace.frames[last].kind)) + " " + std::to_string(number) +
                       " in the trace",
                   "give a number up to " + std::to_string(number_of(trace, last)));
}

}  // namespace

Expected<FrameIndex> frame_numbered(const Trace& trace, std::string_view text) {
    const auto numbers = numbers_in(text);
    if (!numbers || numbers->size() > 3) {
        return failure("there is no iteration " + in_quotes(text),
                       "give its number, such as 7; of a group of it 7.2; of a rearrangement of that group 7.2.15");
    }
    Expected<FrameIndex> frame = main_step(trace, numbers->front());
    for (std::size_t level = 1; frame && level < numbers->size(); ++level) {
        frame = child_numbered(trace, *frame, (*numbers)[level]);
    }
    return frame;
}

}  // namespace arenascope
