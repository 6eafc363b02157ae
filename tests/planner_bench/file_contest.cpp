#include "tests/planner_bench/file_contest.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <cstdio>
#include <ctime>
#include <filesystem>
#include <map>
#include <optional>

#include "core/format/reading.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"

namespace arenascope::bench {
namespace {

constexpr std::array<std::int64_t, 5> budgets{100'000, 1'000'000, 10'000'000, 100'000'000, 1'000'000'000};
constexpr std::size_t columns = budgets.size() + 1;  ///< the last one: default budgets
constexpr const char* best_greedy = "best greedy";

struct Reach {
    std::array<double, columns> ratios{};  ///< peak / threshold
    double seconds = 0;                    ///< of the processor, by default
};

double processor_seconds() {
    return static_cast<double>(std::clock()) / CLOCKS_PER_SEC;
}

double ratio_of(const Document& document, std::string_view planner, std::optional<std::int64_t> work) {
    PlanOrder order{.planner = std::string(planner)};
    for (const OptionSpec& option : (*planner_named(planner))->description.options) {
        if (option.key == "work" && work) {
            order.settings = {{"work", std::to_string(*work)}};
        }
    }
    const auto plan = run_planner(document.problem, document.layout, order);
    return !plan ? 0
                 : static_cast<double>(peak(plan->problem, plan->result.layout).value()) /
                       static_cast<double>(plan->result.threshold.value());
}

Reach reach_of(const Document& document, const Planner& planner) {
    Reach row;
    for (std::size_t i = 0; i < columns; ++i) {
        const double begin = processor_seconds();
        row.ratios[i] =
            ratio_of(document, planner.description.name, i < budgets.size() ? std::optional(budgets[i]) : std::nullopt);
        row.seconds = processor_seconds() - begin;
    }
    return row;
}

/// The lower ratio of each column.
Reach lower_reach(const Reach& one, const Reach& other) {
    Reach row;
    for (std::size_t i = 0; i < columns; ++i) {
        row.ratios[i] = std::min(one.ratios[i], other.ratios[i]);
    }
    row.seconds = one.seconds + other.seconds;
    return row;
}

std::map<std::string, Reach> reaches_of(const Document& document) {
    std::map<std::string, Reach> rows;
    for (const Planner& planner : planners()) {
        const auto family = planner.description.family;
        const bool is_greedy = family == PlannerFamily::greedy;
        if (!is_greedy && family != PlannerFamily::searching) {
            continue;
        }
        const Reach row = reach_of(document, planner);
        const std::string name = is_greedy ? best_greedy : std::string(planner.description.name);
        const auto [known, is_new] = rows.emplace(name, row);
        if (!is_new) {
            known->second = lower_reach(known->second, row);
        }
    }
    return rows;
}

void print_reach(const std::string& name, const Reach& row, const Reach& portfolio) {
    std::string line = "| " + name + " |";
    for (std::size_t i = 0; i < columns; ++i) {
        char text[48];
        std::snprintf(text, sizeof text, " %.2f%s |", 100 * (row.ratios[i] - 1),
                      row.ratios[i] < portfolio.ratios[i] ? " !" : "");
        line += text;
    }
    std::printf("%s %.2f |\n", line.c_str(), row.seconds);
}

void print_contest(const std::string& title, const std::map<std::string, Reach>& rows) {
    std::printf("\n| %s: %% above the threshold |", title.c_str());
    for (const std::int64_t work : budgets) {
        std::printf(" work %.0e |", static_cast<double>(work));
    }
    std::printf(" default | seconds |\n|---|");
    for (std::size_t i = 0; i <= columns; ++i) {
        std::printf("---:|");
    }
    std::printf("\n");
    for (const auto& [name, row] : rows) {
        print_reach(name, row, rows.at("portfolio"));
    }
    std::fflush(stdout);
}

}  // namespace

bool contest_on_files(const std::vector<std::string>& files) {
    std::map<std::string, Reach> means;
    for (const std::string& file : files) {
        const auto document = read_document(file);
        if (!document) {
            std::fprintf(stderr, "%s\n", to_string(document.error()).c_str());
            return false;
        }
        const std::map<std::string, Reach> rows = reaches_of(*document);
        print_contest(std::filesystem::path(file).filename().string(), rows);
        for (const auto& [name, row] : rows) {
            Reach& mean = means[name];
            for (std::size_t i = 0; i < columns; ++i) {
                mean.ratios[i] += std::log(row.ratios[i]) / static_cast<double>(files.size());
            }
            mean.seconds = std::max(mean.seconds, row.seconds);
        }
    }
    for (auto& [name, mean] : means) {
        std::ranges::transform(mean.ratios, mean.ratios.begin(), [](double one) { return std::exp(one); });
    }
    print_contest("geometric mean, longest time", means);
    return true;
}

}  // namespace arenascope::bench
