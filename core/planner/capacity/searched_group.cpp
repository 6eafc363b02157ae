#include "core/planner/capacity/searched_group.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "core/model/memory/tail.h"

namespace arenascope {
namespace {

/// Above these limits the lists of the search take too much memory, and one slice does not reach a first layout.
constexpr std::size_t most_conflict_entries = 4'000'000;
constexpr std::size_t most_section_entries = 8'000'000;

SearchedBuffer as_searched(const Problem& problem, const Buffer& buffer, bool is_mirrored) {
    const auto turned = [&](Lifetime steps) {
        return is_mirrored ? std::pair(-1 - steps.end.value(), -1 - steps.begin.value())
                           : std::pair(steps.begin.value(), steps.end.value());
    };
    const auto [begin, end] = turned(buffer.lifetime);
    // Without bytes it has no pieces, and fits under everything at offset 0.
    const std::int64_t size = takes_bytes(buffer) ? buffer.size.value() : 0;
    SearchedBuffer searched{begin, end, size, alignment_of(problem, buffer).value()};
    if (buffer.pin) {
        searched.pin = buffer.pin->value();
    }
    if (!buffer.gaps().empty()) {
        for_each_piece(buffer, [&](const Piece& piece) {
            const auto [from, to] = turned(piece.steps);
            searched.pieces.push_back({from, to, piece.bytes.from.value(), piece.bytes.to.value()});
        });
    }
    return searched;
}

/// Whether the canonical direction of time is backwards: the direction with the smaller sequence of lifetimes wins.
bool mirrored_comes_first(const Problem& problem, const std::vector<BufferIndex>& group) {
    using Shape = std::tuple<std::uint64_t, std::uint64_t, std::int64_t>;
    Lifetime span = problem.buffers[group.front()].lifetime;
    for (const BufferIndex index : group) {
        const Lifetime& lifetime = problem.buffers[index].lifetime;
        span = {std::min(span.begin, lifetime.begin), std::max(span.end, lifetime.end)};
    }
    const auto distance = [](Step from, Step to) {
        return static_cast<std::uint64_t>(to.value()) - static_cast<std::uint64_t>(from.value());
    };
    std::vector<Shape> forward;
    std::vector<Shape> backward;
    for (const BufferIndex index : group) {
        const Buffer& buffer = problem.buffers[index];
        const std::int64_t size = buffer.size.value();
        const Lifetime& steps = buffer.lifetime;
        forward.emplace_back(distance(span.begin, steps.begin), distance(span.begin, steps.end), size);
        backward.emplace_back(distance(steps.end, span.end), distance(steps.begin, span.end), size);
    }
    std::sort(forward.begin(), forward.end());
    std::sort(backward.begin(), backward.end());
    return backward < forward;
}

}  // namespace

SearchedGroup searched_group(const Problem& problem, std::vector<BufferIndex> members,
                             const std::vector<BufferIndex>& pinned) {
    SearchedGroup group{.members = std::move(members), .seen = {}};
    const bool is_mirrored = mirrored_comes_first(problem, group.members);
    const auto seen = [&](BufferIndex index, bool backwards) {
        return as_searched(problem, problem.buffers[index], is_mirrored != backwards);
    };
    const auto key = [](const SearchedBuffer& buffer) {
        return std::tuple(buffer.begin, buffer.end, buffer.size, buffer.alignment);
    };
    std::sort(group.members.begin(), group.members.end(), [&](BufferIndex a, BufferIndex b) {
        return std::pair(key(seen(a, false)), a) < std::pair(key(seen(b, false)), b);
    });
    for (const bool backwards : {false, true}) {
        std::vector<SearchedBuffer>& searched = group.seen[backwards ? 1 : 0];
        searched.reserve(group.members.size() + pinned.size());
        for (const BufferIndex index : group.members) {
            searched.push_back(seen(index, backwards));
        }
        if (backwards) {
            std::reverse(searched.begin(), searched.end());
        }
        for (const BufferIndex index : pinned) {
            if (!takes_bytes(problem.buffers[index])) {
                continue;
            }
            searched.push_back(seen(index, backwards));
        }
        for (const SearchedBuffer& one : searched) {
            group.least_tail = std::max(group.least_tail, one.pin.value_or(0) + one.size);
        }
    }
    group.is_provable = std::none_of(group.seen[0].begin(), group.seen[0].end(), [](const SearchedBuffer& buffer) {
        return std::any_of(buffer.pieces.begin(), buffer.pieces.end(),
                           [&](const SearchedPiece& piece) { return piece.from != 0 || piece.to != buffer.size; });
    });
    return group;
}

bool windows_meet(const SearchedGroup& group) {
    const std::vector<SearchedBuffer>& buffers = group.seen[0];
    const auto meet = [](const SearchedPiece& a, const SearchedPiece& b) {
        return a.end <= b.begin || b.end <= a.begin || (a.from < b.to && b.from < a.to);
    };
    const auto all_meet = [&](const SearchedBuffer& one, const SearchedBuffer& other) {
        const auto pieces = pieces_of(other);
        const auto own = pieces_of(one);
        return std::all_of(own.begin(), own.end(), [&](const SearchedPiece& a) {
            return std::all_of(pieces.begin(), pieces.end(), [&](const SearchedPiece& b) { return meet(a, b); });
        });
    };
    for (std::size_t i = 0; i < buffers.size(); ++i) {
        for (std::size_t j = 0; j < i && !buffers[i].pieces.empty(); ++j) {
            if (!all_meet(buffers[i], buffers[j])) {
                return false;
            }
        }
        for (std::size_t j = i + 1; j < buffers.size() && !buffers[i].pieces.empty(); ++j) {
            if (!all_meet(buffers[i], buffers[j])) {
                return false;
            }
        }
    }
    return true;
}

std::vector<BufferIndex> members_in_order(const SearchedGroup& group, std::size_t direction,
                                          std::span<const std::int32_t> order) {
    std::vector<BufferIndex> result;
    result.reserve(group.members.size());
    for (const std::int32_t local : order) {
        const auto position = static_cast<std::size_t>(local);
        if (position < group.members.size()) {
            result.push_back(group.members[direction == 0 ? position : group.members.size() - 1 - position]);
        }
    }
    return result;
}

std::string note_of_left_out_search(std::size_t buffers, std::string_view instead) {
    return "the branch and bound was left out for " + std::to_string(buffers) +
           " buffers, because it would take too much memory; " + std::string(instead);
}

bool can_be_searched(const Problem& problem, const std::vector<BufferIndex>& members) {
    std::vector<Step> begins;
    std::vector<Step> ends;
    begins.reserve(members.size());
    ends.reserve(members.size());
    for (const BufferIndex index : members) {
        const Buffer& buffer = problem.buffers[index];
        begins.push_back(buffer.lifetime.begin);
        ends.push_back(buffer.lifetime.end);
    }
    std::sort(begins.begin(), begins.end());
    std::sort(ends.begin(), ends.end());
    std::size_t conflicts = 0;
    std::size_t live = 0;
    std::size_t begun = 0;
    for (std::size_t ended = 0; ended < ends.size();) {
        const Step step = begun < begins.size() ? std::min(begins[begun], ends[ended]) : ends[ended];
        for (; ended < ends.size() && ends[ended] == step; ++ended) {
        }
        for (; begun < begins.size() && begins[begun] == step; ++begun) {
            conflicts += 2 * (begun - ended);
        }
        live += begun - ended;
        if (conflicts > most_conflict_entries || live > most_section_entries) {
            return false;
        }
    }
    return true;
}

}  // namespace arenascope
