#include "tests/support/family_figures.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <sstream>

#include "core/check/overlap_checker.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/planning.h"

namespace arenascope::test {
namespace {

constexpr std::string_view names = "family,problems,runs,without_proof,median,ninety,worst,log_mean,log_deviation";
constexpr double errors_allowed = 4;
constexpr double factor_allowed = 1.5;

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

Spread spread_of(std::vector<double> values) {
    std::sort(values.begin(), values.end());
    const auto at = [&](double share) {
        const auto position = static_cast<std::size_t>(share * static_cast<double>(values.size()));
        return values.empty() ? 0 : values[std::min(position, values.size() - 1)];
    };
    return {at(0.5), at(0.9), at(1)};
}

/// What is wrong with a result.
std::optional<std::string> fault_of(const HardProblem& hard, const Plan& plan) {
    if (!is_complete(plan.result.layout) || !is_clean(check(hard.problem, plan.result.layout))) {
        return "the layout is unsound";
    }
    const std::int64_t top = peak(hard.problem, plan.result.layout).value();
    const std::int64_t bound = plan.result.lower_bound.value();
    if (top < bound || (plan.result.goal == Goal::optimal && top != bound)) {
        return "the peak is " + std::to_string(top) + ", but the bound " + std::to_string(bound);
    }
    if (hard.layout && bound > peak(hard.problem, *hard.layout).value()) {
        return "the bound is " + std::to_string(bound) + ", but a lower layout is known";
    }
    return std::nullopt;
}

}  // namespace

std::optional<FamilyFigures> measured_family(const HardFamily& family, const PlacedFiles& files,
                                             const FamilyDraw& draw) {
    FamilyFigures figures{.family = std::string(family.name)};
    std::vector<double> seconds;
    std::vector<double> visits;
    double sum = 0;
    double squares = 0;
    for (std::uint64_t number = draw.first; number < draw.first + draw.problems; ++number) {
        const auto hard = hard_problem(family, files, number);
        if (!hard) {
            return std::nullopt;
        }
        double log_visits = 0;
        for (std::uint64_t seed = 0; seed < draw.seeds; ++seed) {
            const double before = processor_seconds();
            const auto plan =
                run_planner(hard->problem, empty_layout(hard->problem),
                            {.planner = "exact", .settings = {{"work", std::to_string(draw.work)}}, .seed = seed});
            seconds.push_back(processor_seconds() - before);
            const auto fault = plan ? fault_of(*hard, *plan) : std::optional(to_string(plan.error()));
            if (fault) {
                figures.faults.push_back(figures.family + " " + std::to_string(number) + ", seed " +
                                         std::to_string(seed) + ": " + *fault);
            }
            visits.push_back(plan ? static_cast<double>(plan->result.work) : 0);
            log_visits += std::log(std::max(visits.back(), 1.0));
            figures.without_proof += plan && plan->result.goal == Goal::optimal ? 0 : 1;
        }
        log_visits /= static_cast<double>(std::max<std::size_t>(draw.seeds, 1));
        sum += log_visits;
        squares += log_visits * log_visits;
        ++figures.problems;
    }
    const auto count = static_cast<double>(figures.problems);
    figures.runs = visits.size();
    figures.seconds = spread_of(std::move(seconds));
    figures.visits = spread_of(std::move(visits));
    figures.log_mean = sum / count;
    figures.log_deviation = std::sqrt(std::max(squares / count - figures.log_mean * figures.log_mean, 0.0));
    return figures;
}

std::string published_text(const std::vector<FamilyFigures>& figures) {
    std::string text = std::string(names) + "\n";
    for (const FamilyFigures& one : figures) {
        std::array<char, 256> line{};
        std::snprintf(line.data(), line.size(), "%s,%zu,%zu,%zu,%.0f,%.0f,%.0f,%.3f,%.3f\n", one.family.c_str(),
                      one.problems, one.runs, one.without_proof, one.visits.median, one.visits.ninety, one.visits.worst,
                      one.log_mean, one.log_deviation);
        text += line.data();
    }
    return text;
}

Expected<std::vector<FamilyFigures>> parse_published(std::string_view text) {
    std::vector<FamilyFigures> all;
    std::istringstream lines{std::string(text)};
    std::string line;
    std::size_t number = 1;
    if (!std::getline(lines, line) || line != names) {
        return failure("line 1 does not name the figures", "write the table anew with scripts/bench --families");
    }
    while (std::getline(lines, line)) {
        ++number;
        FamilyFigures one;
        std::istringstream cells(line);
        std::getline(cells, one.family, ',');
        char comma = 0;
        cells >> one.problems >> comma >> one.runs >> comma >> one.without_proof >> comma >> one.visits.median >>
            comma >> one.visits.ninety >> comma >> one.visits.worst >> comma >> one.log_mean >> comma >>
            one.log_deviation;
        if (cells.fail()) {
            return failure("line " + std::to_string(number) + " has not nine figures",
                           "write the table anew with scripts/bench --families");
        }
        all.push_back(std::move(one));
    }
    return all;
}

std::optional<std::string> slower_than(const FamilyFigures& published, const FamilyFigures& fresh) {
    if (published.problems == 0 || fresh.problems == 0) {
        return std::nullopt;
    }
    const double deviation = std::max(published.log_deviation, fresh.log_deviation);
    const double error =
        deviation * std::sqrt(1 / static_cast<double>(published.problems) + 1 / static_cast<double>(fresh.problems));
    const double slower = fresh.log_mean - published.log_mean;
    if (slower <= errors_allowed * error + std::log(factor_allowed)) {
        return std::nullopt;
    }
    std::array<char, 256> text{};
    std::snprintf(text.data(), text.size(), "%s: %.1f times the published visits, and at most %.1f may be chance",
                  fresh.family.c_str(), std::exp(slower), std::exp(errors_allowed * error));
    return std::string(text.data());
}

}  // namespace arenascope::test
