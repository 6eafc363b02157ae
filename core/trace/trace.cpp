#include "core/trace/trace.h"

#include <algorithm>
#include <array>
#include <numeric>

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
    if (is_chief(trace.frames[frame].kind)) {
        const auto begin = trace.frames.begin();
        return static_cast<std::uint64_t>(std::count_if(begin, begin + static_cast<std::ptrdiff_t>(frame.value()),
                                                        [](const Frame& each) { return is_chief(each.kind); }));
    }
    std::uint64_t number = 0;
    for (FrameIndex at = frame; at != FrameIndex::none(); at = trace.frames[at].previous) {
        number += trace.frames[at].skipped + std::uint64_t{1};
    }
    return number;
}

IndexedVector<FrameIndex, std::uint64_t> frame_numbers(const Trace& trace) {
    IndexedVector<FrameIndex, std::uint64_t> numbers(trace.frames.size());
    std::uint64_t main_steps = 0;
    for (std::size_t i = 0; i < trace.frames.size(); ++i) {
        const Frame& frame = trace.frames[i];
        const bool is_first = frame.previous == FrameIndex::none();
        numbers[i] = is_chief(frame.kind) ? main_steps++
                                          : frame.skipped + (is_first ? std::uint64_t{0} : numbers[frame.previous]) + 1;
    }
    return numbers;
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
