#include "core/planner/sharing/sharing_bound.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <set>
#include <tuple>
#include <utility>
#include <vector>

#include "core/memory/hand_over.h"
#include "core/memory/indexed_vector.h"

namespace arenascope {
namespace {

/// Bytes that the buffer `root` was the first to hold.
struct Stretch {
    BufferIndex root;
    std::int64_t from = 0;
    std::int64_t to = 0;
};

/// A step has an early moment, before its operator overwrites, and a late one.
struct Moment {
    std::int64_t step = 0;
    bool is_late = false;
    friend auto operator<=>(const Moment&, const Moment&) = default;
};

struct Use {
    Stretch bytes;
    Moment begin;
    Moment end;
};

struct Event {
    Moment time;
    std::int64_t change = 0;  ///< falls come first at equal times
    bool is_repeat = false;
    friend auto operator<=>(const Event&, const Event&) = default;
};

class Bound {
public:
    Bound(const Problem& problem, const SharingDecisions& decisions)
        : problem_(problem),
          decisions_(decisions),
          contents_(problem.buffers.size()),
          begins_late_(problem.buffers.size(), false),
          ends_early_(problem.buffers.size(), false),
          events_(problem.regions.size()) {}

    Bytes run() {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            contents_[i] = {{BufferIndex(i), 0, problem_.buffers[i].size.value()}};
        }
        if (problem_.graph) {
            const std::vector<bool> fits = operators_fit_to_share(problem_);
            for (std::size_t i = 0; i < fits.size(); ++i) {
                if (fits[i]) {
                    hand_on(problem_.graph->operators[i], OperatorIndex(i));
                }
            }
            note_overwrites();
        }
        collect_uses();
        count_uses();
        std::int64_t highest = 0;
        for (std::vector<Event>& events : events_) {
            highest = std::max(highest, most(events));
        }
        return Bytes(highest);
    }

private:
    /// A buffer of more stretches is not counted.
    static constexpr std::size_t most_stretches = 1000;

    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }

    [[nodiscard]] bool can_share(BufferIndex operand, BufferIndex written) const {
        return buffer(operand).kind != BufferKind::variable && buffer(operand).gaps.empty() &&
               buffer(written).gaps.empty() && buffer(operand).region == buffer(written).region;
    }
    [[nodiscard]] bool is_copied(OperatorIndex node, std::uint32_t position) const {
        return std::binary_search(decisions_.copied.begin(), decisions_.copied.end(), SharedOperand{node, position});
    }

    void hand_on(const Operator& node, OperatorIndex index) {
        if (node.feature == OperatorFeature::removable && !is_copied(index, node.shareable.front())) {
            const BufferIndex operand = node.reads[node.shareable.front()];
            for (std::size_t i = 0; i < node.writes.size(); ++i) {
                const std::int64_t from = node.positions.empty() ? 0 : node.positions[i].value();
                const std::int64_t size = buffer(node.writes[i]).size.value();
                if (can_share(operand, node.writes[i]) && from >= 0 && from <= buffer(operand).size.value() - size) {
                    contents_[node.writes[i]] = slice(contents_[operand], from, size);
                }
            }
        } else if (node.feature == OperatorFeature::merge && node.writes.size() == 1) {
            merge(node, index);
        }
    }

    void merge(const Operator& node, OperatorIndex index) {
        const BufferIndex written = node.writes.front();
        std::int64_t rest = buffer(written).size.value();
        for (const BufferIndex operand : node.reads) {
            rest = std::max<std::int64_t>(rest, 0) - buffer(operand).size.value();
        }
        if (rest != 0) {
            return;
        }
        std::vector<Stretch> whole;
        std::int64_t at = 0;
        for (std::uint32_t i = 0; i < node.reads.size() && whole.size() <= most_stretches; ++i) {
            const BufferIndex operand = node.reads[i];
            const std::int64_t end = at + buffer(operand).size.value();
            if (is_copied(index, i) || !can_share(operand, written)) {
                whole.push_back({written, at, end});
            } else {
                whole.insert(whole.end(), contents_[operand].begin(), contents_[operand].end());
            }
            at = end;
        }
        if (whole.size() > most_stretches) {
            whole.clear();
        }
        contents_[written] = std::move(whole);
    }

    /// Empty if the whole is not counted.
    [[nodiscard]] static std::vector<Stretch> slice(const std::vector<Stretch>& whole, std::int64_t from,
                                                    std::int64_t size) {
        std::vector<Stretch> part;
        std::int64_t at = 0;
        for (const Stretch& stretch : whole) {
            const std::int64_t begin = std::max(from, at);
            const std::int64_t end = std::min(from + size, at + stretch.to - stretch.from);
            if (begin < end) {
                part.push_back({stretch.root, stretch.from + begin - at, stretch.from + end - at});
            }
            at += stretch.to - stretch.from;
        }
        return part;
    }

    /// The output of an operator that may overwrite an operand is alive together with it only if it does not.
    void note_overwrites() {
        const SharingPlan plan = sharing_plan(problem_, {.decisions = &decisions_, .only_decided = true});
        const auto& operators = problem_.graph->operators;
        const auto note = [&](const SharedOperand& one) {
            const Operator& node = operators[one.node];
            if (node.feature == OperatorFeature::in_place) {
                begins_late_[node.writes.front()] = true;
                ends_early_[node.reads[one.position]] = true;
            }
        };
        std::for_each(plan.shared.begin(), plan.shared.end(), note);
        std::for_each(plan.open_overwrites.begin(), plan.open_overwrites.end(), note);
    }

    void collect_uses() {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            const BufferIndex index(i);
            const Buffer& one = buffer(index);
            if (!one.gaps.empty()) {
                for_each_piece(one, [&](const Piece& piece) {
                    uses_.push_back({{index, piece.bytes.from.value(), piece.bytes.to.value()},
                                     {piece.steps.begin.value()},
                                     {piece.steps.end.value()}});
                });
                continue;
            }
            const Moment begin{one.lifetime.begin.value(), begins_late_[i]};
            const Moment end{one.lifetime.end.value() - (ends_early_[i] ? 1 : 0), ends_early_[i]};
            if (begin < end) {
                for (const Stretch& bytes : contents_[i]) {
                    uses_.push_back({bytes, begin, end});
                }
                add_repeats(index, begin, end);
            }
        }
    }

    /// A merge may hold the same bytes more than once. They count once for all buffers, and the rest for one buffer.
    void add_repeats(BufferIndex index, Moment begin, Moment end) {
        if (contents_[index].size() < 2) {
            return;
        }
        std::vector<Stretch> sorted = contents_[index];
        std::sort(sorted.begin(), sorted.end(), [](const Stretch& a, const Stretch& b) {
            return std::tuple(a.root, a.from, a.to) < std::tuple(b.root, b.from, b.to);
        });
        std::int64_t repeated = 0;
        std::int64_t reached = 0;
        for (std::size_t i = 0; i < sorted.size(); ++i) {
            if (i == 0 || sorted[i].root != sorted[i - 1].root) {
                reached = sorted[i].from;
            }
            repeated += std::max<std::int64_t>(0, std::min(reached, sorted[i].to) - sorted[i].from);
            reached = std::max(reached, sorted[i].to);
        }
        if (repeated > 0) {
            auto& events = events_[buffer(index).region];
            events.push_back({begin, repeated, true});
            events.push_back({end, -repeated, true});
        }
    }

    /// Bytes of one root are needed while any buffer holds them.
    void count_uses() {
        std::sort(uses_.begin(), uses_.end(), [](const Use& a, const Use& b) {
            return std::tuple(a.bytes.root, a.begin, a.end) < std::tuple(b.bytes.root, b.begin, b.end);
        });
        for (std::size_t i = 0; i < uses_.size();) {
            std::size_t end = i;
            borders_.clear();
            for (; end < uses_.size() && uses_[end].bytes.root == uses_[i].bytes.root; ++end) {
                borders_.push_back(uses_[end].bytes.from);
                borders_.push_back(uses_[end].bytes.to);
            }
            std::sort(borders_.begin(), borders_.end());
            borders_.erase(std::unique(borders_.begin(), borders_.end()), borders_.end());
            for (std::size_t k = 0; k + 1 < borders_.size(); ++k) {
                count_bytes(i, end, borders_[k], borders_[k + 1]);
            }
            i = end;
        }
    }

    /// The bytes [from, to) of the root of uses [first, last), which are sorted by begin.
    void count_bytes(std::size_t first, std::size_t last, std::int64_t from, std::int64_t to) {
        auto& events = events_[buffer(uses_[first].bytes.root).region];
        const auto add = [&](Moment begin, Moment end) {
            if (begin < end) {
                events.push_back({begin, to - from, false});
                events.push_back({end, from - to, false});
            }
        };
        Moment begin;
        Moment end;
        for (std::size_t i = first; i < last; ++i) {
            const Use& use = uses_[i];
            if (use.bytes.from > from || use.bytes.to < to) {
                continue;
            }
            if (begin < end && use.begin <= end) {
                end = std::max(end, use.end);
                continue;
            }
            add(begin, end);
            begin = use.begin;
            end = use.end;
        }
        add(begin, end);
    }

    /// The most bytes at any time: those that are different, and the repeats of one buffer.
    [[nodiscard]] static std::int64_t most(std::vector<Event>& events) {
        std::sort(events.begin(), events.end());
        std::multiset<std::int64_t> repeats;
        std::int64_t different = 0;
        std::int64_t highest = 0;
        for (std::size_t i = 0; i < events.size(); ++i) {
            const Event& event = events[i];
            if (!event.is_repeat) {
                different += event.change;
            } else if (event.change > 0) {
                repeats.insert(event.change);
            } else {
                repeats.erase(repeats.find(-event.change));
            }
            if (i + 1 == events.size() || events[i + 1].time != event.time) {
                highest = std::max(highest, different + (repeats.empty() ? 0 : *repeats.rbegin()));
            }
        }
        return highest;
    }

    const Problem& problem_;
    const SharingDecisions& decisions_;
    IndexedVector<BufferIndex, std::vector<Stretch>> contents_;
    IndexedVector<BufferIndex, bool> begins_late_;  ///< by buffer: it may overwrite an operand of its operator
    IndexedVector<BufferIndex, bool> ends_early_;   ///< by buffer: its last reader may overwrite it
    std::vector<Use> uses_;
    std::vector<std::int64_t> borders_;
    IndexedVector<RegionIndex, std::vector<Event>> events_;
};

}  // namespace

Bytes sharing_bound(const Problem& problem, const SharingDecisions& decisions) {
    return Bound(problem, decisions).run();
}

}  // namespace arenascope
