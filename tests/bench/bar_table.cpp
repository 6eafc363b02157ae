#include <algorithm>
#include <cstdio>
#include <map>
#include <string>
#include <vector>

#include <QApplication>

#include <benchmark/benchmark.h>

#include "tests/bench/bar.h"

namespace arenascope::bench {
namespace {

/// Prints Google Benchmark's output and keeps the fastest repetition of each benchmark, because noise only adds time.
class QuickestReporter : public benchmark::ConsoleReporter {
public:
    void ReportRuns(const std::vector<Run>& reports) override {
        ConsoleReporter::ReportRuns(reports);
        for (const Run& run : reports) {
            if (run.error_occurred) {
                failed_ = true;
                continue;
            }
            if (run.run_type != Run::RT_Iteration) {
                continue;
            }
            const double seconds = run.real_accumulated_time / static_cast<double>(run.iterations);
            const auto [quickest, first] = seconds_.emplace(run.run_name.function_name, seconds);
            if (!first) {
                quickest->second = std::min(quickest->second, seconds);
            }
        }
    }

    [[nodiscard]] const std::map<std::string, double>& seconds() const { return seconds_; }
    [[nodiscard]] bool failed() const { return failed_; }

private:
    std::map<std::string, double> seconds_;
    bool failed_ = false;
};

/// Prints the table without bars of filtered benchmarks. False: a bar is missed.
bool print_bars(const std::map<std::string, double>& seconds) {
    bool all_met = true;
    std::printf("\n%-58s %11s %11s %9s %10s  %s\n", "what", "time", "yardstick", "ratio", "bar", "met");
    for (const Bar& bar : bars()) {
        const auto timed = seconds.find(bar.timed);
        const auto yardstick = seconds.find(bar.yardstick);
        if (timed == seconds.end() || yardstick == seconds.end()) {
            continue;
        }
        if (bar.kind == Bar::Kind::within) {
            const bool met = timed->second <= bar.ratio;
            all_met = all_met && met;
            std::printf("%-58s %8.1f ms %8.1f ms %10s %6s%.4gs  %s\n", bar.what.c_str(), timed->second * 1e3,
                        yardstick->second * 1e3, "", "<= ", bar.ratio, met ? "yes" : "NO");
            continue;
        }
        const bool at_most = bar.kind == Bar::Kind::at_most;
        const double ratio = at_most ? timed->second / yardstick->second : yardstick->second / timed->second;
        const bool met = at_most ? ratio <= bar.ratio : ratio >= bar.ratio;
        all_met = all_met && met;
        std::printf("%-58s %8.1f ms %8.1f ms %8.2fx %7s%.4gx  %s\n", bar.what.c_str(), timed->second * 1e3,
                    yardstick->second * 1e3, ratio, at_most ? "<= " : ">= ", bar.ratio, met ? "yes" : "NO");
    }
    return all_met;
}

}  // namespace
}  // namespace arenascope::bench

int main(int argc, char** argv) {
    benchmark::Initialize(&argc, argv);
    if (benchmark::ReportUnrecognizedArguments(argc, argv)) {
        return 2;
    }
    // Pictures are measured without a display.
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    arenascope::bench::QuickestReporter reporter;
    benchmark::RunSpecifiedBenchmarks(&reporter);
    benchmark::Shutdown();
    const bool met = arenascope::bench::print_bars(reporter.seconds());
    return met && !reporter.failed() ? 0 : 1;
}
