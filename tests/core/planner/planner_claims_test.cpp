// Compares the claims of planners with an independent oracle; see LeastPeak.

#include "tests/support/planner_claims.h"

#include <algorithm>
#include <array>
#include <limits>

#include "core/base/containers/wide.h"
#include "core/format/plan/plan_json.h"
#include "core/planner/random.h"
#include "core/planner/registry.h"
#include "tests/support/drawn_problem.h"
#include "tests/support/fresh_seed.h"
#include "tests/support/random_problem.h"
#include "tests/support/sanitized_build.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

Q_DECLARE_METATYPE(arenascope::test::DrawnShape)

namespace {

/// Sanitizers look for faults of memory and threads. A tenth of the problems shows as many of them as all.
constexpr std::uint64_t share = is_sanitized ? 10 : 1;

/// A drawn problem, and how to draw it again.
struct DrawnCase {
    Problem problem;
    std::string name;
};

DrawnCase drawn(std::uint64_t number, const DrawnShape& shape) {
    Random random(fresh_seed() + number);
    return {drawn_problem([&](std::size_t bound) { return random.below(bound); }, shape),
            "problem " + std::to_string(number) + " of ARENASCOPE_SEED=" + std::to_string(fresh_seed())};
}

Buffer aligned_buffer(const std::string& name, std::int64_t begin, std::int64_t end, std::int64_t size,
                      std::int64_t alignment) {
    Buffer made = buffer(name, begin, end, size);
    made.alignment = Bytes(alignment);
    return made;
}

/// Whether the highest address that a planner may reach does not fit in 64 bits.
bool sums_pass_64_bits(const Problem& problem) {
    Int128 reach = 0;
    Int128 pin = 0;
    for (const Buffer& buffer : problem.buffers) {
        reach += Int128{buffer.size.value()} + alignment_of(problem, buffer).value() - 1;
        pin = std::max<Int128>(pin, buffer.pin.value_or(Offset(0)).value());
    }
    return reach + pin > std::numeric_limits<std::int64_t>::max();
}

bool has_windows(const Problem& problem) {
    return std::ranges::any_of(problem.buffers, [](const Buffer& buffer) {
        return std::ranges::any_of(buffer.gaps(), [](const Gap& gap) { return gap.window.has_value(); });
    });
}

/// What is untrue of what the planner claims about the problem; empty: nothing.
std::string untrue_claim(const Planner& planner, const Problem& problem, const LeastFigures& least) {
    const PlannerDescription& description = planner.description;
    const bool is_exact = description.kind == PlannerKind::exact;  // ends by itself with a proof
    const auto plan = run_planner(problem, empty_layout(problem),
                                  is_exact ? PlanOrder{.planner = "exact"} : quick_order(description, 20'000));
    std::string untrue = false_claim_of(description, problem, least, plan);
    if (untrue.empty() && is_exact && plan && plan->result.goal != Goal::optimal && !has_windows(problem)) {
        untrue = "no proof";
    }
    return untrue;
}

/// Fails the test if a claim of any planner about the problem is false, or if it is refused although its sums fit.
void hold(const DrawnCase& one) {
    const std::string text = plan_json_text(one.problem, empty_layout(one.problem), {});
    if (const auto valid = validate(one.problem); !valid) {
        const std::string error = to_string(valid.error());
        const bool names_a_buffer = error.find("with buffer 'b") != std::string::npos;
        QVERIFY2(sums_pass_64_bits(one.problem) && names_a_buffer, (one.name + ": " + error + "\n" + text).c_str());
        return;
    }
    QVERIFY2(!sums_pass_64_bits(one.problem), (one.name + ": valid, but a sum does not fit\n" + text).c_str());
    const LeastFigures least = least_figures(one.problem);
    std::string untrue;
    for (const Planner& planner : planners()) {
        const std::string claim = untrue_claim(planner, one.problem, least);
        untrue += claim.empty() ? claim : std::string(planner.description.name) + ": " + claim + "\n";
    }
    QVERIFY2(untrue.empty(), (one.name + "\n" + untrue + text).c_str());
}

}  // namespace

class PlannerClaimsTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_raised_by_alignment_is_no_proof() {
        // For each of these, an optimum one byte too high was once claimed.
        const std::array<std::pair<Problem, std::int64_t>, 3> known{{
            {problem_of({aligned_buffer("a", 0, 2, 2, 2), aligned_buffer("b", 1, 2, 5, 4), buffer("c", 1, 3, 13),
                         buffer("d", 0, 1, 1)}),
             20},
            {problem_of({aligned_buffer("b0", 2, 3, 2, 16), aligned_buffer("b1", 0, 3, 57, 4),
                         aligned_buffer("b2", 0, 1, 5, 2), aligned_buffer("b3", 0, 1, 54, 64),
                         aligned_buffer("b4", 2, 3, 2, 32)}),
             117},
            {problem_of({aligned_buffer("b0", 2, 5, 30, 64), buffer("b1", 2, 6, 5), aligned_buffer("b2", 2, 5, 4, 16),
                         aligned_buffer("b3", 4, 5, 55, 2), aligned_buffer("b4", 3, 5, 3, 16)}),
             99},
        }};
        for (const auto& [problem, optimum] : known) {
            QCOMPARE(LeastPeak(problem, RegionIndex(0)).find(), Offset(optimum));
            for (const Planner& planner : planners()) {
                if (planner.description.improves) {
                    const std::string name(planner.description.name);
                    const auto plan = run_planner(problem, empty_layout(problem), {.planner = name});
                    QVERIFY2(plan.has_value(), name.c_str());
                    QVERIFY2(plan->result.lower_bound.value() <= optimum, name.c_str());
                }
            }
            const auto exact = run_planner(problem, empty_layout(problem), {.planner = "exact"});
            QCOMPARE(exact->result.goal, Goal::optimal);
            QCOMPARE(peak(problem, exact->result.layout), Offset(optimum));
        }
    }

    void no_planner_claims_anything_false_data() {
        constexpr DrawnShape small{.fewest_buffers = 2, .most_buffers = 4, .most_steps = 6, .largest_size = 8};
        DrawnShape windows = small;
        windows.with_windows = true;
        DrawnShape extreme_windows = windows;
        extreme_windows.fewest_buffers = 0;
        extreme_windows.with_extremes = true;
        QTest::addColumn<DrawnShape>("shape");
        QTest::addColumn<std::uint64_t>("problems");
        QTest::newRow("pins") << DrawnShape{} << std::uint64_t{500};
        QTest::newRow("no_pins") << DrawnShape{.with_pins = false} << std::uint64_t{500};
        QTest::newRow("windows") << windows << std::uint64_t{300};
        QTest::newRow("extremes") << DrawnShape{.fewest_buffers = 0, .with_extremes = true} << std::uint64_t{800};
        QTest::newRow("extremes_without_pins")
            << DrawnShape{.fewest_buffers = 0, .with_pins = false, .with_extremes = true} << std::uint64_t{400};
        QTest::newRow("extremes_and_windows") << extreme_windows << std::uint64_t{500};
    }
    void no_planner_claims_anything_false() {
        QFETCH(DrawnShape, shape);
        QFETCH(std::uint64_t, problems);
        for (std::uint64_t i = 0; i < problems_to_draw(problems / share) && !QTest::currentTestFailed(); ++i) {
            hold(drawn(i, shape));
        }
    }

    void exact_fits_every_capacity_that_some_layout_fits() {
        for (std::uint64_t i = 0; i < 500 / share; ++i) {
            DrawnCase one = drawn(i, {.most_buffers = 7});
            Problem& problem = one.problem;
            const auto least = least_peaks(problem);
            if (!least) {
                continue;
            }
            for (std::size_t k = 0; k < least->size(); ++k) {
                problem.regions[k].capacity = Bytes(std::max<std::int64_t>((*least)[k].value(), 1));
            }
            const auto plan = run_planner(problem, empty_layout(problem), {.planner = "exact"});
            QVERIFY2(plan && fits(plan->problem, plan->result.layout), one.name.c_str());
        }
    }
};

ARENASCOPE_TEST(PlannerClaimsTest)
#include "planner_claims_test.moc"
