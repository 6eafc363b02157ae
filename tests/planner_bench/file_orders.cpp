#include "tests/planner_bench/file_orders.h"

#include <cstdio>
#include <ctime>
#include <filesystem>

#include "core/format/reading.h"
#include "core/model/network/least_peak.h"
#include "core/model/order/order_run.h"
#include "tests/support/random_wiring.h"

namespace arenascope::bench {
namespace {

void print_order(const std::string& name, const OrderProblem& problem, Bytes throughout) {
    const std::clock_t begin = std::clock();
    const LeastPeakOrder found = least_peak_order(problem);
    const double seconds = static_cast<double>(std::clock() - begin) / CLOCKS_PER_SEC;
    const Bytes before = throughout + peak_of(problem, identity_order(problem.size()));
    const Bytes after = throughout + found.peak;
    const Bytes bound = throughout + found.lower_bound;
    const auto per_cent = [](Bytes part, Bytes whole) {
        return whole == Bytes(0) ? 0.0
                                 : 100 * (1 - static_cast<double>(part.value()) / static_cast<double>(whole.value()));
    };
    std::string proof = "proved";
    if (bound < after) {
        char text[64];
        std::snprintf(text, sizeof text, "≥ %lld (%.1f %%)", static_cast<long long>(bound.value()),
                      per_cent(bound, after));
        proof = text;
    }
    std::printf("| %s | %zu | %lld | %lld | %.1f | %s | %zu | %.2f |\n", name.c_str(), problem.size(),
                static_cast<long long>(before.value()), static_cast<long long>(after.value()), per_cent(after, before),
                proof.c_str(), found.states, seconds);
    std::fflush(stdout);
}

void print_random_wirings() {
    for (const auto& [stages, nodes] : {std::pair(3, 32), std::pair(1, 100)}) {
        for (std::uint32_t seed = 1; seed <= 5; ++seed) {
            OrderProblem problem;
            for (int stage = 0; stage < stages; ++stage) {
                test::add_random_stage(problem, nodes, 4, 0.75, std::int64_t{1024} >> stage,
                                       3 * seed + static_cast<std::uint32_t>(stage));
            }
            print_order("random wiring " + std::to_string(stages) + " × " + std::to_string(nodes) + ", seed " +
                            std::to_string(seed),
                        problem, Bytes(0));
        }
    }
}

}  // namespace

bool order_files(const std::vector<std::string>& files) {
    std::printf(
        "| network | operators | file order (B) | least peak (B) | lower by (%%) | proof | downsets | seconds |\n"
        "|---|---:|---:|---:|---:|---|---:|---:|\n");
    for (const std::string& file : files) {
        const auto document = read_document(file);
        if (!document) {
            std::fprintf(stderr, "%s\n", to_string(document.error()).c_str());
            return false;
        }
        if (!document->problem.graph || document->problem.graph->operators.empty()) {
            continue;
        }
        const auto network = network_order(document->problem);
        if (!network) {
            std::fprintf(stderr, "%s\n", to_string(network.error()).c_str());
            continue;
        }
        print_order(std::filesystem::path(file).filename().string(), network->problem, network->throughout);
    }
    print_random_wirings();
    return true;
}

}  // namespace arenascope::bench
