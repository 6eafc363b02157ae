#include "core/trace/trace.h"

#include <algorithm>
#include <array>
#include <numeric>
#include <unordered_map>

namespace arenascope {
namespace {

/// FNV-1a with 64 bits: simple, stable, and good enough to distinguish problems. It does not protect against forged
/// ones.
class Hash {
public:
    void add(std::string_view bytes) {
        for (const char byte : bytes) {
            value_ = (value_ ^ static_cast<unsigned char>(byte)) * prime;
        }
        add(static_cast<std::int64_t>(bytes.size()));
    }

    void add(std::int64_t number) {
        auto bits = static_cast<std::uint64_t>(number);
        std::size_t left = 8;
        for (; bits != 0; --left) {
            value_ = (value_ ^ (bits & 0xFFU)) * prime;
            bits >>= 8U;
        }
        // The upper bytes are 0, which leaves of each step only the product.
        value_ *= powers[left];
    }

    [[nodiscard]] std::uint64_t value() const { return value_; }

private:
    static constexpr std::uint64_t prime = 1099511628211ULL;
    /// The powers of the prime.
    static constexpr std::array<std::uint64_t, 9> powers = [] {
        std::array<std::uint64_t, 9> list = {1};
        for (std::size_t i = 1; i < list.size(); ++i) {
            list[i] = list[i - 1] * prime;
        }
        return list;
    }();
    std::uint64_t value_ = 14695981039346656037ULL;
};

/// By pass: how many iterations come before it. Other frames have 0. Linear in the frames at the top.
std::unordered_map<FrameIndex, std::uint64_t> iterations_before_passes(const Trace& trace) {
    std::unordered_map<FrameIndex, std::uint64_t> before;
    std::uint64_t iterations = 0;
    for (const FrameIndex root : trace.roots) {
        if (trace.frames[root].kind == FrameKind::pass) {
            before.emplace(root, iterations);
            iterations += trace.frames[root].children.size();
        }
    }
    return before;
}

/// The number of the first sibling of a frame.
std::uint64_t first_number(const Trace& trace, const std::unordered_map<FrameIndex, std::uint64_t>& before_passes,
                           FrameIndex index) {
    const Frame& frame = trace.frames[index];
    if (frame.kind == FrameKind::iteration) {
        const auto pass = before_passes.find(frame.parent);
        return pass == before_passes.end() ? 0 : pass->second;
    }
    const bool follows_iteration =
        frame.parent == FrameIndex::none() && trace.frames[trace.roots.front()].kind == FrameKind::iteration;
    return follows_iteration ? 0 : 1;
}

}  // namespace

FrameIndex base_of(const Trace& trace, FrameIndex index) {
    const Frame* frame = &trace.frames[index];
    while (frame->previous == FrameIndex::none()) {
        if (frame->parent == FrameIndex::none() || trace.frames[frame->parent].kind != FrameKind::group) {
            return FrameIndex::none();
        }
        frame = &trace.frames[frame->parent];
    }
    return frame->previous;
}

void link_frames(Trace& trace) {
    trace.roots = std::vector<FrameIndex>();
    for (Frame& frame : trace.frames) {
        frame.children = std::vector<FrameIndex>();  // clear() would keep the memory
    }
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const FrameIndex parent = trace.frames[i].parent;
        auto& siblings = parent == FrameIndex::none() ? trace.roots : trace.frames[parent].children;
        trace.frames[i].previous = siblings.empty() ? FrameIndex::none() : siblings.back();
        siblings.emplace_back(i);
    }
}

std::uint64_t dropped_frames(const Trace& trace) {
    return std::accumulate(trace.dropped.begin(), trace.dropped.end(), std::uint64_t{0});
}

std::uint64_t number_of(const Trace& trace, FrameIndex frame) {
    std::uint64_t number = first_number(trace, iterations_before_passes(trace), frame);
    for (FrameIndex at = frame; at != FrameIndex::none(); at = trace.frames[at].previous) {
        number += trace.frames[at].skipped + (at == frame ? 0U : 1U);
    }
    return number;
}

IndexedVector<FrameIndex, std::uint64_t> frame_numbers(const Trace& trace) {
    IndexedVector<FrameIndex, std::uint64_t> positions(trace.frames.size());
    IndexedVector<FrameIndex, std::uint64_t> numbers(trace.frames.size());
    const auto before_passes = iterations_before_passes(trace);
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        positions[i] = frame.skipped + (frame.previous == FrameIndex::none() ? 0 : positions[frame.previous] + 1);
        numbers[i] = first_number(trace, before_passes, FrameIndex(i)) + positions[i];
    }
    return numbers;
}

IndexedVector<FrameIndex, std::optional<std::uint64_t>> frame_kind_numbers(const Trace& trace) {
    const IndexedVector<FrameIndex, std::uint64_t> numbers = frame_numbers(trace);
    const auto dropped_kinds =
        std::count_if(trace.dropped.begin(), trace.dropped.end(), [](std::uint64_t count) { return count > 0; });
    const auto before_passes = iterations_before_passes(trace);
    IndexedVector<FrameIndex, FrameCounts> counts(trace.frames.size());  // siblings of each kind up to the frame
    IndexedVector<FrameIndex, std::optional<std::uint64_t>> found(trace.frames.size());
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        const auto kind = static_cast<std::size_t>(frame.kind);
        counts[i] = frame.previous == FrameIndex::none() ? FrameCounts{} : counts[frame.previous];
        ++counts[i][kind];
        const std::uint64_t all = std::accumulate(counts[i].begin(), counts[i].end(), std::uint64_t{0});
        const std::uint64_t first_of_all = first_number(trace, before_passes, FrameIndex(i));
        const std::uint64_t first = frame.kind == FrameKind::iteration ? first_of_all : 1;
        if (frame.learning) {
            found[i] = frame.learning->number;
        } else if (counts[i][kind] == all) {
            found[i] = numbers[i];
        } else if (trace.dropped[kind] == 0) {
            found[i] = first + counts[i][kind] - 1;
        } else if (dropped_kinds == 1) {
            const std::uint64_t skipped = numbers[i] - first_of_all - (all - 1);
            found[i] = first + counts[i][kind] - 1 + skipped;
        }
    }
    return found;
}

std::uint64_t fingerprint(const Problem& problem) {
    Hash hash;
    for (const Buffer& buffer : problem.buffers) {
        hash.add(buffer.name);
        for (const std::int64_t number :
             {buffer.size.value(), buffer.lifetime.begin.value(), buffer.lifetime.end.value(), buffer.alignment.value(),
              static_cast<std::int64_t>(buffer.region.value())}) {
            hash.add(number);
        }
        for (const Gap& gap : buffer.gaps()) {
            hash.add(gap.steps.begin.value());
            hash.add(gap.steps.end.value());
            hash.add(gap.window ? gap.window->from.value() : -1);
            hash.add(gap.window ? gap.window->to.value() : -1);
        }
    }
    return hash.value();
}

}  // namespace arenascope
