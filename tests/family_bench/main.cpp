// Measures the planner `exact` on families of hard problems:
//   arenascope_family_bench [--first NUMBER] [--problems COUNT] [--seeds COUNT] [--work VISITS] [--publish] [FAMILY…]
// Default: every family and the shared files, 20 problems of each family from number 0 on, ten seeds, 1,000,000,000
// visits. Prints a table of processor seconds and visits. --publish measures what scripts/test --extended compares with
// instead, and writes it to tests/family_bench/published.csv.
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <optional>
#include <string>
#include <vector>

#include "core/format/reading.h"
#include "tests/support/family_figures.h"
#include "tests/support/hard_families.h"

namespace arenascope::bench {
namespace {

using namespace arenascope::test;

struct Setting {
    FamilyDraw draw;
    std::vector<std::string> only;  ///< names of families; empty: all, and the files
    bool publishes = false;
};

constexpr const char* folder = ARENASCOPE_SHARED_DATA;

/// A file as a family of one problem.
std::optional<HardFamily> file_family(const std::string& name, const std::string& path) {
    auto document = read_document(std::string(folder) + path);
    if (!document) {
        return std::nullopt;
    }
    PlacedPieces pieces;
    for (const Buffer& buffer : document->problem.buffers) {
        pieces.push_back({buffer.lifetime.begin.value(), buffer.lifetime.end.value(), 0, buffer.size.value(),
                          buffer.alignment.value()});
    }
    return HardFamily{.name = name, .what = "", .keeps_layout = false, .make = [pieces](const PlacedFiles&, Random&) {
                          return pieces;
                      }};
}

void print(const FamilyFigures& figures) {
    constexpr double million = 1e6;
    std::printf("| %s | %zu | %.2f | %.2f | %.2f | %.1f | %.1f | %.1f | %zu |\n", figures.family.c_str(), figures.runs,
                figures.seconds.median, figures.seconds.ninety, figures.seconds.worst, figures.visits.median / million,
                figures.visits.ninety / million, figures.visits.worst / million, figures.without_proof);
    std::fflush(stdout);
    for (const std::string& fault : figures.faults) {
        std::fprintf(stderr, "%s\n", fault.c_str());
    }
}

/// Empty: an argument is wrong, which is said.
std::optional<Setting> setting_of(int argc, char** argv) {
    Setting setting;
    for (int i = 1; i < argc; ++i) {
        const std::string argument = argv[i];
        const auto number = [&] { return std::strtoull(argv[++i], nullptr, 10); };
        if (argument == "--publish") {
            setting.publishes = true;
            setting.draw = published_draw;
        } else if (argument == "--first" && i + 1 < argc) {
            setting.draw.first = number();
        } else if (argument == "--problems" && i + 1 < argc) {
            setting.draw.problems = number();
        } else if (argument == "--seeds" && i + 1 < argc) {
            setting.draw.seeds = number();
        } else if (argument == "--work" && i + 1 < argc) {
            setting.draw.work = number();
        } else if (std::ranges::any_of(hard_families(), [&](const HardFamily& one) { return one.name == argument; })) {
            setting.only.push_back(argument);
        } else {
            std::fprintf(stderr, "there is no family %s\n", argument.c_str());
            return std::nullopt;
        }
    }
    if (setting.publishes && !setting.only.empty()) {
        std::fprintf(stderr, "--publish needs all families\n");
        return std::nullopt;
    }
    return setting;
}

int run(const Setting& setting) {
    const PlacedFiles files = placed_files(std::string(folder) + "/minimalloc");
    std::printf(
        "| family | runs | median s | 90 %% | worst | median 10⁶ visits | 90 %% | worst | without proof |\n"
        "|---|---:|---:|---:|---:|---:|---:|---:|---:|\n");
    std::size_t faults = 0;
    FamilyDraw once = setting.draw;
    once.problems = 1;
    for (const char* name : {"A", "C", "E", "G", "K", "somas_resnet50"}) {
        const std::string path = name[1] == '\0' ? "/minimalloc/" + std::string(name) + ".1048576.csv"
                                                 : "/large/" + std::string(name) + ".csv";
        const auto family = setting.only.empty() && !setting.publishes ? file_family(name, path) : std::nullopt;
        if (const auto figures = family ? measured_family(*family, files, once) : std::nullopt) {
            print(*figures);
            faults += figures->faults.size();
        }
    }
    std::vector<FamilyFigures> all;
    for (const HardFamily& family : hard_families()) {
        if (!setting.only.empty() && std::ranges::find(setting.only, family.name) == setting.only.end()) {
            continue;
        }
        if (auto figures = measured_family(family, files, setting.draw)) {
            print(*figures);
            faults += figures->faults.size();
            all.push_back(std::move(*figures));
        }
    }
    if (setting.publishes) {
        std::ofstream(ARENASCOPE_PUBLISHED) << published_text(all);
    }
    return faults == 0 ? 0 : 1;
}

}  // namespace
}  // namespace arenascope::bench

int main(int argc, char** argv) {
    const auto setting = arenascope::bench::setting_of(argc, argv);
    return setting ? arenascope::bench::run(*setting) : 2;
}
