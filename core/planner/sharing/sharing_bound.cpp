#include "core/planner/sharing/sharing_bound.h"

#include <algorithm>
#include <compare>
#include <cstdint>
#include <tuple>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/hand_over.h"

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

struct UsedBytes {
    Stretch bytes;
    Moment begin;
    Moment end;
};

struct Living {
    BufferIndex buffer;
    Moment begin;
    Moment end;
};

struct Event {
    Moment time;
    std::int64_t change = 0;
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
          events_(problem.regions.size()),
          outer_(problem.buffers.size()) {}

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
        return Bytes(std::max(highest, most_apart()));
    }

private:
    /// A buffer of more stretches is not counted.
    static constexpr std::size_t most_stretches = 1000;
    /// In larger problems, buffers are not compared with each other.
    static constexpr std::size_t most_compared = 2000;

    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return problem_.buffers[index]; }

    /// Also with gaps: planners keep such buffers apart, but a layout may share them.
    [[nodiscard]] bool can_share(BufferIndex operand, BufferIndex written) const {
        return buffer(operand).kind != BufferKind::variable && buffer(operand).region == buffer(written).region;
    }
    [[nodiscard]] bool is_copied(OperatorIndex node, std::uint32_t position) const {
        return std::ranges::binary_search(decisions_.copied, SharedOperand{node, position});
    }

    void hand_on(const Operator& node, OperatorIndex index) {
        if (node.feature == OperatorFeature::removable && !is_copied(index, node.shareable.front())) {
            const BufferIndex operand = node.reads[node.shareable.front()];
            for (std::size_t i = 0; i < node.writes.size(); ++i) {
                const std::int64_t from = node.positions.empty() ? 0 : node.positions[i].value();
                const std::int64_t size = buffer(node.writes[i]).size.value();
                if (can_share(operand, node.writes[i]) && from >= 0 && from <= buffer(operand).size.value() - size) {
                    contents_[node.writes[i]] = slice(contents_[operand], from, size);
                    add_outer(node.writes[i], operand);
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
                add_outer(operand, written);
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
        std::ranges::for_each(plan.shared, note);
        std::ranges::for_each(plan.open_overwrites, note);
    }

    void collect_uses() {
        for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
            const BufferIndex index(i);
            const Buffer& one = buffer(index);
            const Moment begin{one.lifetime.begin.value(), begins_late_[i]};
            const Moment end{one.lifetime.end.value() - (ends_early_[i] ? 1 : 0), ends_early_[i]};
            if (!one.gaps().empty()) {
                add_pieces_of(index, begin, end);
            } else if (begin < end) {
                for (const Stretch& bytes : contents_[i]) {
                    uses_.push_back({bytes, begin, end});
                }
                living_.push_back({index, begin, end});
            }
        }
    }

    /// A buffer with gaps uses the bytes of its pieces only, between its own begin and end.
    void add_pieces_of(BufferIndex index, Moment begin, Moment end) {
        for_each_piece(buffer(index), [&](const Piece& piece) {
            const Moment from = std::max(begin, Moment{piece.steps.begin.value()});
            const Moment to = std::min(end, Moment{piece.steps.end.value()});
            const std::int64_t size = (piece.bytes.to - piece.bytes.from).value();
            if (from < to) {
                for (const Stretch& bytes : slice(contents_[index], piece.bytes.from.value(), size)) {
                    uses_.push_back({bytes, from, to});
                }
            }
        });
    }

    /// Bytes of one root are needed while any buffer holds them.
    void count_uses() {
        std::ranges::sort(uses_, {},
                          [](const UsedBytes& one) { return std::tuple(one.bytes.root, one.begin, one.end); });
        for (std::size_t i = 0; i < uses_.size();) {
            std::size_t end = i;
            borders_.clear();
            for (; end < uses_.size() && uses_[end].bytes.root == uses_[i].bytes.root; ++end) {
                borders_.push_back(uses_[end].bytes.from);
                borders_.push_back(uses_[end].bytes.to);
            }
            std::ranges::sort(borders_);
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
                events.push_back({begin, to - from});
                events.push_back({end, from - to});
            }
        };
        Moment begin;
        Moment end;
        for (std::size_t i = first; i < last; ++i) {
            const UsedBytes& use = uses_[i];
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

    /// The most bytes at any time.
    [[nodiscard]] static std::int64_t most(std::vector<Event>& events) {
        std::ranges::sort(events);
        std::int64_t different = 0;
        std::int64_t highest = 0;
        for (std::size_t i = 0; i < events.size(); ++i) {
            different += events[i].change;
            if (i + 1 == events.size() || events[i + 1].time != events[i].time) {
                highest = std::max(highest, different);
            }
        }
        return highest;
    }

    /// Notes that the bytes of `inner` lie in `outer` if they share. Buffers of one size lie in each other.
    void add_outer(BufferIndex inner, BufferIndex outer) {
        outer_[inner].push_back(outer);
        has_several_outer_ = has_several_outer_ || outer_[inner].size() > 1;
        if (buffer(inner).size == buffer(outer).size) {
            outer_[outer].push_back(inner);
        }
    }

    /// Two buffers that are alive together may overlap only if both lie in the same buffer. So two merges with a common
    /// operand are apart, and one of them has a copy of it:
    ///
    ///   m1 = concat(a, x), m2 = concat(x, b), both alive     │ a │ x │    │ copy │ b │     different bytes: a, x, b
    ///
    /// For each moment: the sum of buffers that are apart, and the different bytes that none of them holds.
    std::int64_t most_apart() {
        if (!has_several_outer_ || problem_.buffers.size() > most_compared) {
            return 0;
        }
        find_reach();
        std::ranges::sort(living_, {}, &Living::begin);
        std::int64_t highest = 0;
        std::vector<Living> alive;
        for (std::size_t i = 0; i < living_.size(); ++i) {
            alive.push_back(living_[i]);
            if (i + 1 == living_.size() || living_[i + 1].begin != living_[i].begin) {
                std::erase_if(alive, [&](const Living& one) { return one.end <= living_[i].begin; });
                highest = std::max(highest, most_apart_of(alive));
            }
        }
        return highest;
    }

    /// By buffer: all buffers that it may lie in, and itself; ascending.
    void find_reach() {
        reach_.resize(outer_.size());
        for (std::size_t i = 0; i < outer_.size(); ++i) {
            std::vector<BufferIndex>& reached = reach_[i];
            reached = {BufferIndex(i)};
            for (std::size_t next = 0; next < reached.size(); ++next) {
                for (const BufferIndex outer : outer_[reached[next]]) {
                    if (std::ranges::find(reached, outer) == reached.end()) {
                        reached.push_back(outer);
                    }
                }
            }
            std::ranges::sort(reached);
        }
    }

    [[nodiscard]] bool may_overlap(BufferIndex a, BufferIndex b) const {
        const std::vector<BufferIndex>& of_a = reach_[a];
        const std::vector<BufferIndex>& of_b = reach_[b];
        for (auto i = of_a.begin(), j = of_b.begin(); i != of_a.end() && j != of_b.end();) {
            if (*i == *j) {
                return true;
            }
            *i < *j ? ++i : ++j;
        }
        return false;
    }

    [[nodiscard]] std::int64_t most_apart_of(const std::vector<Living>& alive) {
        std::int64_t highest = 0;
        for (std::size_t region = 0; region < problem_.regions.size(); ++region) {
            std::vector<BufferIndex> members;
            for (const Living& one : alive) {
                if (buffer(one.buffer).region == RegionIndex(region) && !contents_[one.buffer].empty()) {
                    members.push_back(one.buffer);
                }
            }
            std::ranges::sort(members, {},
                              [this](BufferIndex one) { return std::pair(-buffer(one).size.value(), one); });
            std::vector<BufferIndex> apart;
            std::int64_t sum = 0;
            for (const BufferIndex one : members) {
                if (std::ranges::none_of(apart, [&](BufferIndex other) { return may_overlap(one, other); })) {
                    apart.push_back(one);
                    sum += buffer(one).size.value();
                }
            }
            highest = std::max(highest, sum + different_bytes(members) - different_bytes(apart));
        }
        return highest;
    }

    [[nodiscard]] std::int64_t different_bytes(const std::vector<BufferIndex>& buffers) {
        stretches_.clear();
        for (const BufferIndex one : buffers) {
            stretches_.insert(stretches_.end(), contents_[one].begin(), contents_[one].end());
        }
        std::ranges::sort(stretches_, {}, [](const Stretch& one) { return std::tuple(one.root, one.from, one.to); });
        std::int64_t different = 0;
        std::int64_t reached = 0;
        for (std::size_t i = 0; i < stretches_.size(); ++i) {
            const Stretch& one = stretches_[i];
            if (i == 0 || one.root != stretches_[i - 1].root) {
                reached = one.from;
            }
            different += std::max<std::int64_t>(0, one.to - std::max(reached, one.from));
            reached = std::max(reached, one.to);
        }
        return different;
    }

    const Problem& problem_;
    const SharingDecisions& decisions_;
    IndexedVector<BufferIndex, std::vector<Stretch>> contents_;
    IndexedVector<BufferIndex, bool> begins_late_;  ///< by buffer: it may overwrite an operand of its operator
    IndexedVector<BufferIndex, bool> ends_early_;   ///< by buffer: its last reader may overwrite it
    std::vector<UsedBytes> uses_;
    std::vector<std::int64_t> borders_;
    IndexedVector<RegionIndex, std::vector<Event>> events_;
    std::vector<Living> living_;                                  ///< buffers without gaps
    IndexedVector<BufferIndex, std::vector<BufferIndex>> outer_;  ///< by buffer: those that it may lie in directly
    IndexedVector<BufferIndex, std::vector<BufferIndex>> reach_;
    bool has_several_outer_ = false;
    std::vector<Stretch> stretches_;
};

}  // namespace

Bytes sharing_bound(const Problem& problem, const SharingDecisions& decisions) {
    return Bound(problem, decisions).run();
}

}  // namespace arenascope
