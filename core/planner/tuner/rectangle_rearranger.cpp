#include "core/planner/tuner/rectangle_rearranger.h"

#include <algorithm>
#include <array>
#include <string_view>
#include <tuple>
#include <utility>

namespace arenascope {
namespace {

/// Strategies for draws at the threshold, where there is little slack anywhere, in the order in which they are tried.
constexpr std::array<Strategy, 12> tight_strategies{{
    {Focus::fewest_choices, Score::length, false, 0, false},
    {Focus::failing_room, Score::length, false, 0, false},
    {Focus::most_remaining, Score::width, false, 0, false},
    {Focus::failing_choices, Score::length_root_width, false, 0, false},
    {Focus::most_remaining, Score::length, true, 0, false},
    {Focus::failing_room, Score::width, true, 0, false},
    {Focus::failing_choices, Score::area, true, 0, false},
    {Focus::least_slack, Score::length, false, 0, false},
    {Focus::failing_choices, Score::level_length, false, 0, false},
    {Focus::failing_room, Score::area, true, 0, false},
    {Focus::failing_choices, Score::length, true, 0, false},
    {Focus::fewest_choices, Score::length, true, 0, false},
}};

/// Strategies for draws above the threshold.
constexpr std::array<Strategy, 6> roomy_strategies{{
    {Focus::lowest_buffer, Score::length, false, 0, false},
    {Focus::most_remaining, Score::length, false, 0, false},
    {Focus::lowest_buffer, Score::length_root_width, false, 0, false},
    {Focus::most_remaining, Score::length, true, 0, false},
    {Focus::lowest_buffer, Score::length, true, 0, false},
    {Focus::most_remaining, Score::length_root_width, true, 0, false},
}};

/// Where between the threshold and the best tail roomy draws aim.
constexpr std::array<double, 5> capacity_shares{0.5, 0.9, 0.75, 0.95, 0.85};
/// How much the scores of the last success are disturbed when they are tried again.
constexpr std::array<double, 3> inherited_noise{0.02, 0.05, 0.1};

/// So many draws alternate between tight and roomy; afterwards one in four is tight.
constexpr std::uint64_t even_draws = 100;
constexpr std::int64_t least_slice = 100'000;
constexpr std::int64_t slice_for_each_conflict = 50;

/// Beyond this the search's lists would take too much memory, and a slice would not end one dive.
constexpr std::size_t most_conflict_entries = 4'000'000;
constexpr std::size_t most_section_entries = 8'000'000;

/// So often the same layout is complained about before its order counts as the last word.
constexpr int most_rounds = 100;

/// The first complete draw; each further one comes after four times as many and may take four times as much.
constexpr std::uint64_t first_complete_draw = 24;
constexpr std::int64_t complete_slices = 10;

SearchedBuffer as_searched(const Problem& problem, const Buffer& buffer, bool is_mirrored) {
    const auto turned = [&](Lifetime steps) {
        return is_mirrored ? std::pair(-steps.end.value(), -steps.begin.value())
                           : std::pair(steps.begin.value(), steps.end.value());
    };
    const auto [begin, end] = turned(buffer.lifetime);
    SearchedBuffer searched{begin, end, buffer.size.value(), alignment_of(problem, buffer).value()};
    if (buffer.pin) {
        searched.pin = buffer.pin->value();
    }
    if (!buffer.gaps.empty()) {
        for_each_piece(buffer, [&](const Piece& piece) {
            const auto [from, to] = turned(piece.steps);
            searched.pieces.push_back({from, to, piece.bytes.from.value(), piece.bytes.to.value()});
        });
    }
    return searched;
}

/// Which of the two directions of time the search sees: the one whose lifetimes, from the first begin, come first.
bool mirrored_comes_first(const Problem& problem, const Group& group) {
    using Shape = std::tuple<std::uint64_t, std::uint64_t, std::int64_t>;
    Lifetime span = problem.buffers[group.front().value()].lifetime;
    for (const BufferIndex index : group) {
        const Lifetime& lifetime = problem.buffers[index.value()].lifetime;
        span = {std::min(span.begin, lifetime.begin), std::max(span.end, lifetime.end)};
    }
    const auto distance = [](Step from, Step to) {
        return static_cast<std::uint64_t>(to.value()) - static_cast<std::uint64_t>(from.value());
    };
    std::vector<Shape> forward;
    std::vector<Shape> backward;
    for (const BufferIndex index : group) {
        const Buffer& buffer = problem.buffers[index.value()];
        const std::int64_t size = buffer.size.value();
        const Lifetime& steps = buffer.lifetime;
        forward.emplace_back(distance(span.begin, steps.begin), distance(span.begin, steps.end), size);
        backward.emplace_back(distance(steps.end, span.end), distance(steps.begin, span.end), size);
    }
    std::sort(forward.begin(), forward.end());
    std::sort(backward.begin(), backward.end());
    return backward < forward;
}

constexpr std::array<std::string_view, 6> focus_names{"lowest buffer",   "least slack",    "fewest choices",
                                                      "failing choices", "most remaining", "failing room"};
constexpr std::array<std::string_view, 5> score_names{"length", "width", "length by root of width", "area",
                                                      "level, length"};

}  // namespace

CapacityRearranger::CapacityRearranger(const Problem& problem, Group group, const Group& pinned, Offset threshold,
                                       std::uint64_t seed)
    : group_(std::move(group)), lowest_(threshold.value()), random_(seed) {
    const bool is_mirrored = mirrored_comes_first(problem, group_);
    const auto seen = [&](BufferIndex index, bool backwards) {
        return as_searched(problem, problem.buffers[index.value()], is_mirrored != backwards);
    };
    const auto key = [](const SearchedBuffer& buffer) {
        return std::tuple(buffer.begin, buffer.end, buffer.size, buffer.alignment);
    };
    std::sort(group_.begin(), group_.end(), [&](BufferIndex a, BufferIndex b) {
        return std::pair(key(seen(a, false)), a) < std::pair(key(seen(b, false)), b);
    });
    for (const bool backwards : {false, true}) {
        std::vector<SearchedBuffer> searched;
        searched.reserve(group_.size() + pinned.size());
        for (const BufferIndex index : group_) {
            searched.push_back(seen(index, backwards));
        }
        if (backwards) {
            std::reverse(searched.begin(), searched.end());
        }
        for (const BufferIndex index : pinned) {
            searched.push_back(seen(index, backwards));
            lowest_ = std::max(lowest_, searched.back().pin.value_or(0) + searched.back().size);
        }
        provable_ = std::none_of(searched.begin(), searched.end(), [](const SearchedBuffer& buffer) {
            return std::any_of(buffer.pieces.begin(), buffer.pieces.end(),
                               [&](const SearchedPiece& piece) { return piece.from != 0 || piece.to != buffer.size; });
        });
        searches_[backwards ? 1 : 0] = std::make_unique<CapacitySearch>(searched);
    }
    lowest_ = std::max(lowest_, searches_[0]->threshold());
    slice_ = std::max(least_slice, slice_for_each_conflict * searches_[0]->conflict_entries());
}

bool CapacityRearranger::can_take(const Problem& problem, const Group& group) {
    std::vector<Step> begins;
    std::vector<Step> ends;
    begins.reserve(group.size());
    ends.reserve(group.size());
    for (const BufferIndex index : group) {
        const Buffer& buffer = problem.buffers[index.value()];
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

CapacityRearranger::Draw CapacityRearranger::tight_draw() {
    const std::uint64_t turn = tight_turns_++;
    const std::uint64_t round = turn / tight_strategies.size();
    Draw draw{tight_strategies[turn % tight_strategies.size()], lowest_, slice_};
    draw.direction = (turn + round) % 2;
    if (round / 2 % 2 == 1) {
        draw.strategy.reversed = !draw.strategy.reversed;
    }
    if (round >= 2) {
        draw.strategy.noise = 0.1 * static_cast<double>(1 + round % 4);
    }
    // Slices of 1 1 2 1 1 2 4: most searches end soon or never, a few need longer.
    if (round % 7 == 6) {
        draw.slice *= 4;
    } else if (round % 3 == 2) {
        draw.slice *= 2;
    }
    return draw;
}

CapacityRearranger::Draw CapacityRearranger::roomy_draw(std::int64_t best_tail) {
    const std::uint64_t turn = roomy_turns_++;
    const std::uint64_t round = turn / roomy_strategies.size();
    Draw draw{roomy_strategies[turn % roomy_strategies.size()], lowest_, 3 * slice_};
    draw.capacity += static_cast<std::int64_t>(capacity_shares[turn % capacity_shares.size()] *
                                               static_cast<double>(best_tail - 1 - lowest_));
    draw.direction = (turn + round) % 2;
    draw.strategy.noise = round == 0 ? 0 : 0.05 * static_cast<double>(std::uint64_t{1} << (turn % 3));
    draw.strategy.inherit = found_ && turn % 2 == 0;
    if (draw.strategy.inherit) {
        draw.strategy.focus = found_strategy_.focus;
        draw.strategy.reversed = found_strategy_.reversed;
        draw.direction = found_direction_;
        draw.strategy.noise = inherited_noise[turn / 2 % inherited_noise.size()];
    }
    return draw;
}

CapacityRearranger::Draw CapacityRearranger::next_draw(std::int64_t best_tail) {
    const std::uint64_t number = draws_++;
    if (provable_ && number == next_complete_draw_) {
        const auto times = static_cast<std::int64_t>(number / first_complete_draw);
        next_complete_draw_ *= 4;
        Strategy strategy = tight_strategies.front();
        strategy.complete = true;
        return {strategy, best_tail - 1, times * complete_slices * slice_};
    }
    return number % (number < even_draws ? 2 : 4) == 0 ? tight_draw() : roomy_draw(best_tail);
}

Group CapacityRearranger::next(const RearrangerTask& task) {
    const std::int64_t end_of_work = work() + task.work_limit;
    while (work() < end_of_work && task.best_tail.value() > lowest_ && !(task.stop && task.stop())) {
        const Draw draw = next_draw(task.best_tail.value());
        const Verdict verdict = searches_[draw.direction]->search(
            draw.capacity, draw.strategy, random_, std::min(draw.slice, end_of_work - work()), task.stop);
        if (verdict == Verdict::none && draw.strategy.complete) {
            lowest_ = task.best_tail.value();
        }
        if (verdict == Verdict::found) {
            found_ = true;
            found_strategy_ = draw.strategy;
            found_direction_ = draw.direction;
            last_draw_ = std::string(focus_names[static_cast<std::size_t>(draw.strategy.focus)]) + " by " +
                         std::string(score_names[static_cast<std::size_t>(draw.strategy.score)]) +
                         (draw.strategy.inherit ? ", inherited" : "") + " under " + std::to_string(draw.capacity) +
                         ", draw " + std::to_string(draws_);
            Group order;
            order.reserve(group_.size());
            for (const std::int32_t local : searches_[draw.direction]->order()) {
                const auto position = static_cast<std::size_t>(local);
                if (position < group_.size()) {
                    order.push_back(group_[draw.direction == 0 ? position : group_.size() - 1 - position]);
                }
            }
            return order;
        }
    }
    return {};
}

OrderRearranger::OrderRearranger(const Problem& problem, const RectangleContainer& container, Offset threshold)
    : problem_(&problem), container_(&container), threshold_(threshold), complaints_(problem.buffers.size(), 0) {}

Group OrderRearranger::next(const RearrangerTask& task) {
    ++draws_;
    Group order;
    // While the order stays as it is, the same ones complain again.
    for (int rounds = 0; rounds < most_rounds && !(task.stop && task.stop()); ++rounds) {
        work_ += static_cast<std::int64_t>(task.last.size());
        for (const BufferIndex buffer : task.last) {
            const Offset offset(container_->offsets()[buffer.value()]);
            complaints_[buffer.value()] += offset + problem_->buffers[buffer.value()].size > threshold_ ? 1U : 0U;
        }
        order = task.sorted;
        std::stable_sort(order.begin(), order.end(),
                         [&](BufferIndex a, BufferIndex b) { return complaints_[a.value()] > complaints_[b.value()]; });
        if (order != task.last) {
            return order;
        }
    }
    return {};
}

std::string OrderRearranger::last_draw() const {
    return "most often above the threshold first, draw " + std::to_string(draws_);
}

}  // namespace arenascope
