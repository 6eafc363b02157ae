#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "tests/support/hard_families.h"

namespace arenascope::test {

/// What is drawn of each family, and how long the planner may take.
struct FamilyDraw {
    std::uint64_t first = 0;             ///< number of the first problem
    std::size_t problems = 20;           ///< with consecutive numbers
    std::size_t seeds = 10;              ///< of the planner, from 0 on
    std::uint64_t work = 1'000'000'000;  ///< limit of the visits of a run
};

/// The draw of the published table, and the part of it that does not depend on the drawn numbers. A run takes at most
/// about a second.
inline constexpr FamilyDraw published_draw{.first = 0, .problems = 16, .seeds = 1, .work = 300'000'000};

/// The value in the middle of many, the one that nine in ten do not exceed, and the largest.
struct Spread {
    double median = 0;
    double ninety = 0;
    double worst = 0;
};

/// How hard a family is for the planner `exact`. Visits are the same on every machine, seconds are not.
struct FamilyFigures {
    std::string family;
    std::size_t problems = 0;
    std::size_t runs = 0;
    std::size_t without_proof = 0;
    Spread seconds;  ///< of the processor
    Spread visits;   ///< a run without a proof counts with what it took
    /// Over all problems, of the mean natural logarithm of the visits of a problem: its mean and standard deviation. A
    /// few long runs hardly change it, so it is what two draws are compared by.
    double log_mean = 0;
    double log_deviation = 0;
    std::vector<std::string> faults;  ///< results that are wrong; must be empty
};

/// Plans every problem of the draw with every seed, on one thread, and checks each result. Empty: the family needs
/// files that are not there.
[[nodiscard]] std::optional<FamilyFigures> measured_family(const HardFamily& family, const PlacedFiles& files,
                                                           const FamilyDraw& draw);

/// The figures that do not depend on the machine, a line a family, below a line of names.
[[nodiscard]] std::string published_text(const std::vector<FamilyFigures>& figures);
/// Reads what published_text() wrote. The error names the line.
[[nodiscard]] Expected<std::vector<FamilyFigures>> parse_published(std::string_view text);

/// Whether a family has become slower than it was published: a sentence if so. The problems of the two draws differ, so
/// it allows for four standard errors of the difference, and for a factor of 1.5.
[[nodiscard]] std::optional<std::string> slower_than(const FamilyFigures& published, const FamilyFigures& fresh);

}  // namespace arenascope::test
