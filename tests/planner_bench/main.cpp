// Measures every planner, the checker and what a plan is read by, at several sizes:
//   arenascope_planner_bench [--kind KIND] [--limit SECONDS] [--only NAME] [COUNT…]
//   arenascope_planner_bench --contest FILE…     how far each planner is above the threshold (see file_contest.h)
//   arenascope_planner_bench --orders [FILE…]    the order with the lowest threshold (see file_orders.h)
// Default: every kind, 60 seconds, 10000 100000 1000000. Prints a table for each kind.
#include <algorithm>
#include <chrono>
#include <cmath>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include <QTemporaryDir>

#include "app/session/planning_stages.h"
#include "core/check/overlap_checker.h"
#include "core/format/writing.h"
#include "core/model/memory/conflict.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "core/planner/registry.h"
#include "tests/planner_bench/file_contest.h"
#include "tests/planner_bench/file_orders.h"
#include "tests/planner_bench/limited_run.h"

namespace arenascope::bench {
namespace {

struct Setting {
    std::vector<GeneratedKind> kinds{generated_kinds.begin(), generated_kinds.end()};
    std::vector<std::size_t> counts;
    std::vector<std::string> only;  ///< names of rows; empty: all
    unsigned limit_seconds = 60;
};

/// A problem with a layout to check and to read.
struct Measured {
    Problem problem;
    Layout nothing;
    Layout layout;
};

struct Row {
    std::string name;
    std::function<bool(const Measured&)> run;
};

/// Searches get so little work that they place every buffer once, so that their growth is that of a placement.
PlanOrder order_for(const PlannerDescription& planner) {
    PlanOrder order{.planner = std::string(planner.name)};
    for (const OptionSpec& option : planner.options) {
        if (option.key == "work") {
            order.settings = {{"work", std::to_string(option.minimum)}};
        }
    }
    return order;
}

bool plan(const Measured& measured, const PlanOrder& order) {
    return run_planner(measured.problem, measured.nothing, order).has_value();
}

std::vector<Row> all_rows() {
    std::vector<Row> rows;
    for (const Planner& planner : planners()) {
        rows.push_back({std::string(planner.description.name),
                        [&planner](const Measured& on) { return plan(on, order_for(planner.description)); }});
    }
    rows.push_back({"first layout, unasked", [](const Measured& on) {
                        const PlanOrder order{.planner = std::string(default_planner)};
                        const auto stages = planning_stages(on.problem, order);
                        return plan(on, stages ? stages->first : order);
                    }});
    rows.push_back({"check", [](const Measured& on) { return is_clean(check(on.problem, on.layout)); }});
    rows.push_back({"tiers", [](const Measured& on) { return !classify(on.problem, on.layout).empty(); }});
    rows.push_back(
        {"profiles", [](const Measured& on) { return !PlanProfiles(on.problem, on.layout).regions().empty(); }});
    rows.push_back({"conflicts", [](const Measured& on) { return !conflict_counts(on.problem).empty(); }});
    return rows;
}

/// Seconds of a `sort` of the problem as a file.
double seconds_of_sort(const Measured& measured) {
    const QTemporaryDir folder;
    const std::string file = folder.filePath(QStringLiteral("plan.csv")).toStdString();
    if (!write_document(file, measured.problem, measured.layout, std::nullopt)) {
        return 0;
    }
    const auto begin = std::chrono::steady_clock::now();
    const bool is_fine = std::system(("LC_ALL=C sort --parallel=1 -t, -k4n '" + file + "' > /dev/null").c_str()) == 0;
    const std::chrono::duration<double> taken = std::chrono::steady_clock::now() - begin;
    return is_fine ? taken.count() : 0;
}

std::string number(double value) {
    char text[32];
    std::snprintf(text, sizeof text, "%.*f", value < 10 ? 2 : value < 100 ? 1 : 0, value);
    return text;
}

/// The runs of one row by count; empty: over the limit, or not run because a smaller one was.
using Runs = std::vector<std::optional<MeasuredRun>>;

/// The exponent of the growth between the last two counts that were measured.
std::string growth(const Runs& runs, const std::vector<std::size_t>& counts) {
    std::string text = "–";
    for (std::size_t i = 1; i < runs.size(); ++i) {
        if (runs[i - 1] && runs[i]) {
            text = number(std::log(runs[i]->seconds / runs[i - 1]->seconds) /
                          std::log(static_cast<double>(counts[i]) / static_cast<double>(counts[i - 1])));
        }
    }
    return text;
}

void print_row(const std::string& name, const Runs& runs, const Setting& setting, const std::vector<double>& sorts) {
    std::string line = "| " + name + " |";
    std::string times_sort = "–";
    std::string bytes = "–";
    bool is_over = false;
    for (std::size_t i = 0; i < runs.size(); ++i) {
        line += " " +
                (runs[i]   ? number(runs[i]->seconds)
                 : is_over ? std::string("–")
                           : "> " + std::to_string(setting.limit_seconds)) +
                " |";
        is_over = is_over || !runs[i];
        if (runs[i]) {
            times_sort = number(runs[i]->seconds / sorts[i]);
            bytes = number(runs[i]->bytes / static_cast<double>(setting.counts[i]));
        }
    }
    std::printf("%s %s | %s | %s |\n", line.c_str(), growth(runs, setting.counts).c_str(), times_sort.c_str(),
                bytes.c_str());
    std::fflush(stdout);
}

bool measure_kind(GeneratedKind kind, const Setting& setting) {
    std::vector<Row> rows = all_rows();
    if (!setting.only.empty()) {
        std::erase_if(rows, [&](const Row& row) {
            return std::find(setting.only.begin(), setting.only.end(), row.name) == setting.only.end();
        });
    }
    std::map<std::string, Runs> runs;
    std::vector<double> sorts;
    for (const std::size_t count : setting.counts) {
        auto problem = generated_problem(kind, count, 1);
        if (!problem) {
            std::fprintf(stderr, "%s\n", problem.error().cause.c_str());
            return false;
        }
        Measured measured{std::move(*problem), {}, {}};
        measured.nothing = empty_layout(measured.problem);
        const auto placed = run_planner(measured.problem, measured.nothing, {.planner = "greedy-in-order-of-birth"});
        if (!placed) {
            return false;
        }
        measured.layout = placed->result.layout;
        sorts.push_back(seconds_of_sort(measured));
        for (const Row& row : rows) {
            Runs& earlier = runs[row.name];
            const bool is_hopeless = !earlier.empty() && !earlier.back();
            earlier.push_back(is_hopeless ? std::nullopt
                                          : limited_run(setting.limit_seconds, [&] { return row.run(measured); }));
            std::fprintf(stderr, "%s %zu %s %s\n", std::string(name_of(kind)).c_str(), count, row.name.c_str(),
                         earlier.back() ? number(earlier.back()->seconds).c_str() : "over the limit");
        }
    }
    std::string head = "\n| " + std::string(name_of(kind)) + " |";
    std::string rule = "|---|";
    for (const std::size_t count : setting.counts) {
        head += " " + std::to_string(count) + " |";
        rule += "---:|";
    }
    std::printf("%s growth | times sort | bytes a buffer |\n%s---:|---:|---:|\n", head.c_str(), rule.c_str());
    for (const Row& row : rows) {
        print_row(row.name, runs[row.name], setting, sorts);
    }
    Runs sorted;
    for (const double seconds : sorts) {
        sorted.push_back(MeasuredRun{seconds, 0});
    }
    print_row("yardstick: sort of the file", sorted, setting, sorts);
    return true;
}

/// Empty: an argument is wrong, which is said.
std::optional<Setting> setting_of(int argc, char** argv) {
    Setting setting;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        if (argument == "--kind" && i + 1 < argc) {
            const auto kind = generated_kind_named(argv[++i]);
            if (!kind) {
                std::fprintf(stderr, "there is no kind %s\n", argv[i]);
                return std::nullopt;
            }
            setting.kinds = {*kind};
        } else if (argument == "--limit" && i + 1 < argc) {
            setting.limit_seconds = static_cast<unsigned>(std::max(1, std::atoi(argv[++i])));
        } else if (argument == "--only" && i + 1 < argc) {
            setting.only.emplace_back(argv[++i]);
        } else {
            setting.counts.push_back(std::strtoull(argv[i], nullptr, 10));
        }
    }
    if (setting.counts.empty()) {
        setting.counts = {10'000, 100'000, 1'000'000};
    }
    return setting;
}

}  // namespace
}  // namespace arenascope::bench

int main(int argc, char** argv) {
    using namespace arenascope::bench;
    if (argc > 2 && std::string_view(argv[1]) == "--contest") {
        return contest_on_files({argv + 2, argv + argc}) ? 0 : 2;
    }
    if (argc > 1 && std::string_view(argv[1]) == "--orders") {
        return order_files({argv + 2, argv + argc}) ? 0 : 2;
    }
    const auto setting = setting_of(argc, argv);
    if (!setting) {
        return 2;
    }
    return std::all_of(setting->kinds.begin(), setting->kinds.end(),
                       [&](arenascope::GeneratedKind kind) { return measure_kind(kind, *setting); })
               ? 0
               : 1;
}
