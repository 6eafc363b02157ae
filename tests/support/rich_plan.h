#pragma once

#include <algorithm>
#include <array>
#include <cstdint>
#include <rapidcheck.h>
#include <string>
#include <vector>

#include "core/model/network/many_core_problem.h"
#include "core/planner/planning.h"
#include "core/planner/random.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_network.h"

namespace arenascope::test {

/// Draws a valid problem with everything that a problem may have, each part now and then, and offsets of its file:
/// zero or one buffer, regions without buffers, gaps anywhere, windows, odd alignments, scratch of every kind, parts of
/// a heap, networks, cores with transfers, textures, usage graphs, capacities, bases, far steps, large sizes; none,
/// some or all buffers pinned; offsets of all, some or no buffers; memory shared on purpose.
class RichPlan {
public:
    explicit RichPlan(std::uint64_t seed) : random_(seed) {}

    PlacedPlan draw() {
        Problem problem = one_of(5) ? network() : plain_problem();
        if (one_of(4)) {
            add_scratch(problem);
        }
        set_regions(problem);
        if (one_of(6)) {
            move_in_time(problem);
        }
        if (!problem.graph && !problem.buffers.empty() && one_of(8)) {
            add_usage_graph(problem);
        }
        Layout layout = offsets_of_file(problem);
        if (!validate(problem)) {
            return {Problem{}, Layout{}};  // a sum that does not fit
        }
        return {std::move(problem), std::move(layout)};
    }

private:
    /// Below `bound`.
    std::int64_t number(std::int64_t bound) {
        return static_cast<std::int64_t>(random_.below(static_cast<std::size_t>(bound)));
    }
    bool one_of(std::int64_t count) { return number(count) == 0; }
    std::int64_t any(std::initializer_list<std::int64_t> list) { return list.begin()[number(list.size())]; }

    Problem plain_problem() {
        Problem problem;
        const std::int64_t count = one_of(12) ? 0 : one_of(8) ? 1 : one_of(8) ? 10 + number(30) : 2 + number(8);
        const std::int64_t steps = 1 + number(12);
        const std::int64_t largest = any({1, 8, 64, 64, 5000, std::int64_t{1} << 56});
        const bool has_gaps = one_of(3);
        const bool has_alignments = one_of(2);
        const bool are_textures = one_of(10);
        for (std::int64_t i = 0; i < count; ++i) {
            Buffer& buffer = problem.buffers.emplace_back();
            buffer.name = name(i);
            const std::int64_t begin = number(steps);
            buffer.lifetime = {Step(begin), Step(begin + 1 + number(steps - begin))};
            buffer.size = Bytes(1 + static_cast<std::int64_t>(random_.next() % static_cast<std::uint64_t>(largest)));
            buffer.alignment = Bytes(has_alignments ? any({1, 2, 3, 4, 7, 16, 64}) : 1);
            buffer.kind = static_cast<BufferKind>(one_of(6) ? number(4) : 0);
            if (are_textures) {
                std::vector<std::int64_t> dimensions(static_cast<std::size_t>(2 + (one_of(3) ? number(3) : 0)));
                for (std::int64_t& each : dimensions) {
                    each = 1 + number(6);
                }
                buffer.size = *size_of(dimensions);
                buffer.set_dimensions(std::move(dimensions));
            }
            if (has_gaps && one_of(2)) {
                add_gaps(buffer);
            }
        }
        return problem;
    }

    std::string name(std::int64_t index) {
        const std::array<std::string, 8> odd = {"a b", "\"q\"", "x;y", "l\nm", " pad ", "caf\xc3\xa9", "\xff", ",,"};
        return (one_of(20) ? odd[random_.below(odd.size())] : std::string("b")) + std::to_string(index);
    }

    /// At the begin, at the end, in between; never over all.
    void add_gaps(Buffer& buffer) {
        const std::int64_t end = buffer.lifetime.end.value();
        std::vector<Gap> gaps;
        std::int64_t used = 0;
        for (std::int64_t step = buffer.lifetime.begin.value(); step < end;) {
            const std::int64_t to = step + 1 + number(end - step);
            if (one_of(2)) {
                Gap gap{{Step(step), Step(to)}, {}};
                if (one_of(3)) {
                    const std::int64_t from = number(std::min<std::int64_t>(buffer.size.value(), 1'000'000));
                    gap.window =
                        Window{Bytes(from),
                               Bytes(from + 1 + number(std::min<std::int64_t>(buffer.size.value() - from, 1'000'000)))};
                }
                used += gap.window ? 1 : 0;
                gaps.push_back(gap);
            } else {
                ++used;
            }
            step = to;
        }
        if (used > 0) {
            buffer.set_gaps(std::move(gaps));
        }
    }

    Problem network() {
        Problem problem = rc::gen::exec([] { return random_network(); })(rc::Random(random_.next()), 100).value();
        if (one_of(3)) {
            auto split = many_core_problem(problem, empty_layout(problem),
                                           split_by_rule(problem, 1 + number(4), CoreSplit::round_robin),
                                           one_of(2) ? TransferTime::late : TransferTime::early);
            if (split) {
                return std::move(split->problem);
            }
        }
        return problem;
    }

    void add_scratch(Problem& problem) {
        const std::int64_t last = std::max<std::int64_t>(time_span(problem).end.value(), 1);
        for (std::int64_t i = 0, count = 1 + number(6); i < count; ++i) {
            Buffer scratch;
            scratch.name = "scratch" + std::to_string(i);
            const std::int64_t layer = number(last);
            scratch.lifetime = {Step(layer), Step(layer + 1)};
            scratch.size = Bytes(1 + number(60));
            scratch.alignment = Bytes(any({1, 1, 4, 6}));
            scratch.kind = BufferKind::scratch;
            ScratchRequest request{.buffer = BufferIndex(problem.buffers.size()),
                                   .variable = one_of(3),
                                   .minimum = Bytes(one_of(2) ? number(30) : 0),
                                   .overlay = one_of(2),
                                   .fast = one_of(3)};
            if (request.variable) {
                scratch.size = request.minimum;
            }
            problem.buffers.push_back(std::move(scratch));
            if (problem.graph) {
                problem.graph->tensors.resize(problem.graph->tensors.empty() ? 0 : problem.buffers.size());
            }
            if (!one_of(5)) {
                problem.scratch.push_back(request);
            } else if (request.variable && request.minimum == Bytes(0)) {
                problem.scratch.push_back(request);
            }
        }
    }

    void set_regions(Problem& problem) {
        const std::int64_t more = one_of(3) ? 1 + number(3) : 0;
        // Buffers of cores are where their operators run.
        const bool can_move =
            !problem.graph || std::all_of(problem.graph->operators.begin(), problem.graph->operators.end(),
                                          [](const Operator& each) { return each.core == RegionIndex::none(); });
        for (std::int64_t i = 0; i < more; ++i) {
            problem.regions.push_back({.name = "r" + std::to_string(i)});
        }
        const bool share_addresses = one_of(12);
        for (std::size_t i = 0; i < problem.regions.size(); ++i) {
            Region& region = problem.regions[i];
            region.alignment = Bytes(one_of(4) ? any({2, 3, 8, 16, 20}) : 1);
            region.base = one_of(6) ? number(1'000'000) : 0;
            region.shares_addresses = share_addresses && one_of(2);
            if (one_of(5)) {
                region.capacity = Bytes(any({1, 40, 200, 100'000}));
            }
            if (i > 0 && one_of(3)) {
                region.fast = true;
                region.slow_part = one_of(2) ? RegionIndex::none() : RegionIndex(0);
            }
        }
        // Regions are often empty, also the first one.
        const std::int64_t only = one_of(4) ? number(static_cast<std::int64_t>(problem.regions.size())) : -1;
        for (Buffer& buffer : problem.buffers) {
            if (can_move) {
                buffer.region =
                    RegionIndex(only >= 0 ? static_cast<std::size_t>(only) : random_.below(problem.regions.size()));
            }
        }
    }

    /// All steps by the same distance.
    void move_in_time(Problem& problem) {
        const Duration by(any({-1000, 1'000'000'000'000, std::int64_t{1} << 61, -(std::int64_t{1} << 61)}));
        const auto move = [by](Lifetime& steps) { steps = {steps.begin + by, steps.end + by}; };
        for (Buffer& buffer : problem.buffers) {
            move(buffer.lifetime);
            std::vector<Gap> gaps = buffer.gaps();
            for (Gap& gap : gaps) {
                move(gap.steps);
            }
            buffer.set_gaps(std::move(gaps));
        }
        if (problem.graph) {
            for (Operator& each : problem.graph->operators) {
                each.step = each.step + by;
            }
        }
    }

    void add_usage_graph(Problem& problem) {
        auto& lists = problem.usage_graph.emplace().may_take_over;
        lists.resize(problem.buffers.size());
        for (std::size_t i = 0; i < 2 * lists.size(); ++i) {
            lists[random_.below(lists.size())].emplace_back(random_.below(lists.size()));
        }
    }

    /// A sound layout, perhaps with shared memory; or a part of it, or nothing. Some of it is pinned now and then.
    Layout offsets_of_file(Problem& problem) {
        Layout layout = empty_layout(problem);
        if (!validate(problem) || one_of(3)) {
            return layout;
        }
        Problem unlimited = problem;
        for (Region& region : unlimited.regions) {
            region.capacity.reset();
            region.shares_addresses = false;
        }
        PlanOrder order{.planner = problem.graph && one_of(2) ? "operator-sharing"
                                   : one_of(2)                ? "greedy-in-order-of-birth"
                                                              : "offsets-naive"};
        order.stop = [polls = 0]() mutable { return ++polls > 8; };  // any layout will do
        auto plan = run_planner(unlimited, layout, order);
        if (!plan || !is_complete(plan->result.layout)) {
            return layout;
        }
        layout = std::move(plan->result.layout);
        const bool pins_all = one_of(4);
        const bool pins_some = !pins_all && one_of(3);
        const bool is_partial = one_of(4);
        for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
            if (pins_all || (pins_some && one_of(2))) {
                problem.buffers[i].pin = layout.placements[i]->offset;
            } else if (is_partial && one_of(3)) {
                layout.placements[i].reset();
            }
        }
        if (is_partial || one_of(3)) {
            Layout bare = empty_layout(problem);
            bare.placements = layout.placements;
            layout = std::move(bare);
        }
        return layout;
    }

    Random random_;
};

/// Draws an order for a planner: each option at its default, at one of its values, or at an end of its range.
class RichOrder {
public:
    explicit RichOrder(std::uint64_t seed) : random_(seed) {}

    PlanOrder draw(const PlannerDescription& planner) {
        PlanOrder order{.planner = std::string(planner.name)};
        for (const OptionSpec& option : all_options(planner)) {
            const bool is_work = option.key == "work" || option.key == "steps" || option.key == "trials";
            if (is_work || random_.below(2) == 0) {
                order.settings.emplace_back(option.key, value(option));
            }
        }
        order.seed = random_.below(3) == 0 ? random_.next() : 0;
        order.threads = random_.below(6) == 0 ? 3 : 1;
        if (random_.below(6) == 0) {
            constexpr std::array<std::int64_t, 4> capacities = {0, 1, 100, std::int64_t{1} << 40};
            order.capacity = Bytes(capacities[random_.below(capacities.size())]);
        }
        if (random_.below(10) == 0) {
            order.time_limit_seconds = 0.0;
        }
        return order;
    }

private:
    std::string value(const OptionSpec& option) {
        switch (option.type) {
            case OptionType::choice:
                return std::string(option.choices[random_.below(option.choices.size())]);
            case OptionType::flag:
                return random_.below(2) == 0 ? "true" : "false";
            case OptionType::bytes:
            case OptionType::integer: {
                const std::array<std::int64_t, 5> numbers = {option.minimum, option.minimum + 1, 3, 100,
                                                             option.maximum};
                return std::to_string(
                    std::clamp(numbers[random_.below(numbers.size())], option.minimum, option.maximum));
            }
            case OptionType::text:
                break;
        }
        return text(option);
    }

    std::string text(const OptionSpec& option) {
        const auto one = [this](const std::vector<std::string>& list) { return list[random_.below(list.size())]; };
        if (option.key == "metrics") {
            return one({"width", "length", "overlap", "width/overlap", "length/width", "overlap*width", "width+length",
                        "overlap>width>length"});
        }
        if (option.key == "tensors") {
            return one(
                {"auto", "file", "naive", "many-core", "operator-sharing", "exact", "greedy-tflm", "hill-climb"});
        }
        if (option.key == "overlay") {
            return one({"any", "yes", "no", "yes,no"});
        }
        if (option.key == "part") {
            return one({"any", "asked", "other", "other,asked"});
        }
        if (option.key == "area-end" || option.key == "growth") {
            return one({"any", "top", "bottom", "top,bottom"});
        }
        return std::string(option.default_value);
    }

    Random random_;
};

}  // namespace arenascope::test
