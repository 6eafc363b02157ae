// Measures the real window with plans of several sizes, without a display:
//   arenascope_window_bench [--kind KIND] [COUNT…]     default: 1000 10000 100000 1000000 10000000
// Each size runs in a process of its own, so that the memory is its own.
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <string>
#include <vector>

#include <QStandardPaths>
#include <QTemporaryDir>

#include "core/format/writing.h"
#include "core/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "tests/window_bench/window_row.h"
#include "widgets/style/outlined_style.h"

namespace arenascope::bench {
namespace {

/// Writes both files of a size. False: it is said why not.
bool write_files(const MeasuredFiles& files, GeneratedKind kind, std::size_t count) {
    const auto problem = generated_problem(kind, count, 1);
    if (!problem) {
        std::fprintf(stderr, "%s\n", problem.error().cause.c_str());
        return false;
    }
    const auto plan = run_planner(*problem, empty_layout(*problem), {.planner = "offsets-greedy-by-size"});
    return plan && write_document(files.unplaced, *problem, empty_layout(*problem), std::nullopt) &&
           write_document(files.placed, *problem, plan->result.layout, std::nullopt);
}

/// The time of a whole process, in milliseconds.
double time_of(const std::string& command) {
    const auto begin = std::chrono::steady_clock::now();
    const bool is_fine = std::system(command.c_str()) == 0;
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    return is_fine ? taken.count() : -1;
}

int measure_size(int argc, char** argv) {
    TimedApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Arenascope"));
    QCoreApplication::setApplicationName(QStringLiteral("ArenascopeBench"));
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new OutlinedStyle);
    measure_window(application, {argv[2], argv[3]}, [](const WindowRow& row) {
        std::printf("%-48s %12s\n", row.what.c_str(), row.value.c_str());
        std::fflush(stdout);
    });
    return 0;
}

}  // namespace
}  // namespace arenascope::bench

int main(int argc, char** argv) {
    using namespace arenascope;
    using namespace arenascope::bench;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc == 4 && std::string(argv[1]) == "--measure") {
        return measure_size(argc, argv);
    }
    GeneratedKind kind = GeneratedKind::sparse;
    std::vector<std::size_t> counts;
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--kind" && i + 1 < argc) {
            const auto named = generated_kind_named(argv[++i]);
            if (!named) {
                std::fprintf(stderr, "there is no kind %s\n", argv[i]);
                return 2;
            }
            kind = *named;
        } else {
            counts.push_back(std::strtoull(argv[i], nullptr, 10));
        }
    }
    if (counts.empty()) {
        counts = {1'000, 10'000, 100'000, 1'000'000, 10'000'000};
    }
    const QTemporaryDir folder;
    bool is_fine = true;
    for (const std::size_t count : counts) {
        const MeasuredFiles files{folder.filePath(QStringLiteral("placed.csv")).toStdString(),
                                  folder.filePath(QStringLiteral("unplaced.csv")).toStdString()};
        if (!write_files(files, kind, count)) {
            return 1;
        }
        std::printf("\n%zu buffers\n", count);
        const double sorted =
            time_of("LC_ALL=C sort --parallel=1 -t, -k4n '" + files.placed + "' > '" + files.placed + ".sorted'");
        std::printf("%-48s %9.0f ms\n", "yardstick: sort of the placed file", sorted);
        std::fflush(stdout);
        const double taken =
            time_of("'" + std::string(argv[0]) + "' --measure '" + files.placed + "' '" + files.unplaced + "'");
        is_fine = is_fine && taken >= 0;
    }
    return is_fine ? 0 : 1;
}
