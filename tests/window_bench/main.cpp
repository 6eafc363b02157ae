// Measures the real window with plans of several sizes, without a display:
//   arenascope_window_bench [--kind KIND] [--actions] [COUNT…]     default: 1000 10000 100000 1000000 10000000
// With --actions, it prints what each action of the window blocks instead, without bars.
// Each size runs in a process of its own, so that the memory is its own.
#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <functional>
#include <string>
#include <vector>

#include <QStandardPaths>
#include <QTemporaryDir>

#include "app/window/shell/returned_memory.h"
#include "core/format/writing.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "core/trace/trace_recorder.h"
#include "tests/window_bench/measured_actions.h"
#include "tests/window_bench/measured_window.h"
#include "tests/window_bench/window_table.h"
#include "widgets/base/outlined_style.h"

namespace arenascope::bench {
namespace {

/// A run to and fro between two layouts, of which the second has every tenth buffer elsewhere. In its first step, only
/// these are placed.
Trace run_between(const Problem& problem, const Layout& layout) {
    constexpr int iterations = 10;
    std::vector<std::int64_t> offsets;
    for (const auto& placement : layout.placements) {
        offsets.push_back(placement->offset.value());
    }
    std::vector<std::int64_t> others = offsets;
    for (std::size_t i = 0; i < others.size(); i += 10) {
        others[i] += problem.buffers[i].size.value();
    }
    std::vector<std::int64_t> first(offsets.size(), unplaced_offset);
    for (std::size_t i = 0; i < first.size(); i += 10) {
        first[i] = offsets[i];
    }
    const Offset highest = peak(problem, layout);
    TraceRecorder recorder(problem, {.planner = "made up"});
    recorder.enter(FrameKind::pass, {}, {});
    for (int i = 0; i < iterations; ++i) {
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.leave({.offsets = i == 0       ? first
                                   : i % 2 == 0 ? others
                                                : offsets,
                        .order = {},
                        .risks = {},
                        .peak = highest});
        recorder.mark_result();
    }
    recorder.leave({.offsets = offsets, .order = {}, .risks = {}, .peak = highest});
    return recorder.take();
}

/// Writes the files of a size. False: it is said why not.
bool write_files(const MeasuredFiles& files, GeneratedKind kind, std::size_t count) {
    const auto problem = generated_problem(kind, count, 1);
    if (!problem) {
        std::fprintf(stderr, "%s\n", problem.error().cause.c_str());
        return false;
    }
    const auto plan = run_planner(*problem, empty_layout(*problem), {.planner = "greedy-in-order-of-birth"});
    return plan &&
           write_trace(files.trace, *problem, plan->result.layout, run_between(*problem, plan->result.layout)) &&
           write_document(files.unplaced, *problem, empty_layout(*problem), std::nullopt) &&
           write_document(files.placed, *problem, plan->result.layout, std::nullopt);
}

/// The time of a whole process, in milliseconds.
double time_of(const std::string& command) {
    const auto begin = std::chrono::steady_clock::now();
    const bool is_fine = std::system(command.c_str()) == 0;
    const std::chrono::duration<double, std::milli> taken = std::chrono::steady_clock::now() - begin;
    return is_fine ? taken.count() : -1;
}

/// With fewer buffers, everything is done before one could cancel it.
constexpr std::size_t least_cancelled = 1'000'000;

/// What a process of its own measures.
const std::vector<std::string> all_modes = {"--measure", "--steps", "--cancels", "--actions"};

int measure_size(int argc, char** argv) {
    return_freed_memory();
    TimedApplication application(argc, argv);
    QCoreApplication::setOrganizationName(QStringLiteral("Arenascope"));
    QCoreApplication::setApplicationName(QStringLiteral("ArenascopeBench"));
    QStandardPaths::setTestModeEnabled(true);
    QApplication::setStyle(new OutlinedStyle);
    const std::string mode = argv[1];
    const auto measure = mode == "--steps"     ? measure_steps
                         : mode == "--actions" ? measure_actions
                         : mode == "--cancels" ? measure_cancels
                                               : measure_window;
    measure(application, {argv[2], argv[3], argv[4]}, [](const std::string& what, double value) {
        std::printf("%s\t%.3f\n", what.c_str(), value);
        std::fflush(stdout);
    });
    return 0;
}

/// Runs a process that prints figures, and passes them on as they come. False: it failed.
bool read_figures(const std::string& command, const std::function<void(const std::string&, double)>& take) {
    FILE* output = popen(command.c_str(), "r");
    if (output == nullptr) {
        return false;
    }
    char line[256];
    while (std::fgets(line, sizeof line, output) != nullptr) {
        const std::string text = line;
        if (const std::size_t tab = text.find('\t'); tab != std::string::npos) {
            take(text.substr(0, tab), std::atof(text.c_str() + tab));
        }
    }
    return pclose(output) == 0;
}

}  // namespace
}  // namespace arenascope::bench

int main(int argc, char** argv) {
    using namespace arenascope;
    using namespace arenascope::bench;
    qputenv("QT_QPA_PLATFORM", "offscreen");
    if (argc == 5 && std::ranges::find(all_modes, argv[1]) != all_modes.end()) {
        return measure_size(argc, argv);
    }
    GeneratedKind kind = GeneratedKind::sparse;
    std::vector<std::size_t> counts;
    std::vector<std::string> modes = {"--measure", "--steps", "--cancels"};
    for (int i = 1; i < argc; ++i) {
        if (std::string(argv[i]) == "--kind" && i + 1 < argc) {
            const auto named = generated_kind_named(argv[++i]);
            if (!named) {
                std::fprintf(stderr, "there is no kind %s\n", argv[i]);
                return 2;
            }
            kind = *named;
        } else if (std::string(argv[i]) == "--actions") {
            modes = {"--actions"};
        } else {
            counts.push_back(std::strtoull(argv[i], nullptr, 10));
        }
    }
    if (counts.empty()) {
        counts = {1'000, 10'000, 100'000, 1'000'000, 10'000'000};
    }
    const QTemporaryDir folder;
    const auto path = [&folder](const char* name) { return folder.filePath(QString::fromLatin1(name)).toStdString(); };
    const MeasuredFiles files{path("placed.csv"), path("unplaced.csv"), path("run.arenatrace")};
    std::vector<WindowFigure> figures;
    bool is_fine = true;
    for (const std::size_t count : counts) {
        if (!write_files(files, kind, count)) {
            return 1;
        }
        std::printf("\n%zu buffers\n", count);
        const auto take = [&](const std::string& what, double value) {
            std::printf("%-48s %12.2f\n", what.c_str(), value);
            std::fflush(stdout);
            figures.push_back({count, what, value});
        };
        take("yardstick: sort of the placed file",
             time_of("LC_ALL=C sort --parallel=1 -t, -k4n '" + files.placed + "' > '" + files.placed + ".sorted'"));
        for (const std::string& mode : modes) {
            if (mode == "--cancels" && count < least_cancelled) {
                continue;
            }
            std::string command = "'" + std::string(argv[0]) + "' " + mode;
            for (const std::string& file : {files.placed, files.unplaced, files.trace}) {
                command += " '" + file + "'";
            }
            is_fine = read_figures(command, take) && is_fine;
        }
    }
    std::printf("\n%s", window_table(figures).c_str());
    return is_fine && meet_bars(figures) ? 0 : 1;
}
