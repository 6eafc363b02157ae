#include <array>
#include <cstdlib>
#include <iostream>

#include "core/format/plan/plan_json.h"
#include "core/planner/registry.h"
#include "tests/fuzz/target.h"
#include "tests/support/drawn_problem.h"
#include "tests/support/planner_claims.h"

using namespace arenascope;

namespace {

/// Draws numbers from the fuzzer's bytes; 0 when they are used up.
class Bits {
public:
    Bits(const std::uint8_t* data, std::size_t size) : data_(data), left_(size) {}

    std::size_t below(std::size_t bound) {
        std::size_t number = 0;
        for (std::size_t most = 1; most < bound && left_ > 0; most *= 256) {
            number = number * 256 + *data_++;
            --left_;
        }
        return number % bound;
    }

private:
    const std::uint8_t* data_;
    std::size_t left_;
};

/// A planner is stopped when it has polled this often.
constexpr int max_polls = 200;

struct Kind {
    test::DrawnShape shape;
    bool has_oracle;
};
constexpr std::array<Kind, 7> kinds{{
    {{}, true},
    {{.fewest_buffers = 0, .with_extremes = true}, true},
    {{.fewest_buffers = 0,
      .most_buffers = 4,
      .most_steps = 6,
      .largest_size = 8,
      .with_windows = true,
      .with_extremes = true},
     true},
    {{.with_pins = false}, true},
    {{.fewest_buffers = 2, .most_buffers = 4, .most_steps = 6, .largest_size = 8, .with_windows = true}, true},
    {{.fewest_buffers = 7, .most_buffers = 60, .most_steps = 40, .largest_size = 5000}, false},
    {{.fewest_buffers = 7, .most_buffers = 60, .most_steps = 20, .largest_size = 64, .with_windows = true}, false},
}};

/// Whether two pinned buffers overlap, so that no layout exists.
bool pins_overlap(const Problem& problem) {
    Layout layout = empty_layout(problem);
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (buffer.pin) {
            layout.placements[i] = Placement{*buffer.pin, buffer.region};
        }
    }
    return !check(problem, layout).overlaps.empty();
}

std::string false_claim(const PlannerDescription& planner, const Problem& problem, const Kind& kind,
                        const test::LeastFigures& least) {
    const bool is_unlimited = kind.has_oracle && planner.kind == PlannerKind::exact;
    PlanOrder order =
        is_unlimited ? PlanOrder{.planner = std::string(planner.name)} : test::quick_order(planner, 20'000);
    if (!kind.has_oracle) {
        // Some planners have no budget option, and larger problems would take too long without a limit.
        order.stop = [polls = 0]() mutable { return ++polls > max_polls; };
    }
    const auto plan = run_planner(problem, empty_layout(problem), order);
    if (kind.has_oracle) {
        return test::false_claim_of(planner, problem, least, plan);
    }
    if (!plan) {
        const bool has_pins = std::any_of(problem.buffers.begin(), problem.buffers.end(),
                                          [](const Buffer& buffer) { return buffer.pin.has_value(); });
        const bool may_refuse = pins_overlap(problem) || (has_pins && planner.kind == PlannerKind::shared_objects);
        return may_refuse ? std::string() : to_string(plan.error());
    }
    return test::fault_of(*plan);
}

}  // namespace

void fuzz::plan_problem(Input input) {
    Bits bits(input.data, input.size);
    const Kind& kind = kinds[bits.below(kinds.size())];
    const Problem problem = test::drawn_problem([&](std::size_t bound) { return bits.below(bound); }, kind.shape);
    if (!validate(problem)) {
        return;  // its sums do not fit in 64 bits
    }
    const test::LeastFigures least = kind.has_oracle ? test::least_figures(problem) : test::LeastFigures();
    for (const Planner& planner : planners()) {
        const std::string untrue = false_claim(planner.description, problem, kind, least);
        if (!untrue.empty()) {
            std::cerr << "The claim of " << planner.description.name << " does not hold: " << untrue << "\n"
                      << plan_json_text(problem, empty_layout(problem), {}) << "\n";
            std::abort();
        }
    }
}
