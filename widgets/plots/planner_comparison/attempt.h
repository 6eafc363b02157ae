#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "core/analysis/compare/planner_standing.h"
#include "core/planner/planner.h"

namespace arenascope {

enum class AttemptState : std::uint8_t { idle, waiting, running, done, cancelled, failed };

/// One run of a planner in a comparison, with its result.
struct Attempt {
    PlannerDescription planner;           ///< with all its options
    std::vector<KeyValue> settings = {};  ///< only those that differ from the defaults
    std::uint64_t seed = 0;
    std::string name = {};    ///< unique: "exact", "exact (work=1000, seed=3)"
    bool added = false;       ///< another run of a listed planner, added by the user
    std::string listed = {};  ///< the listed run that the row is for, whatever its settings are now; empty: none
    bool configured = false;  ///< the user gave a listed run other settings
    bool chosen = true;       ///< ticked: the next comparison runs it
    AttemptState state = AttemptState::idle;
    std::uint64_t work = 0;
    std::uint64_t work_limit = 0;  ///< 0: unknown
    std::optional<PlannerStanding> standing = {};
    QString error = {};  ///< why it failed
};

[[nodiscard]] bool is_under_way(const Attempt& attempt);

/// The share of the work that is done, 0 to 1. Empty: unknown, or the attempt is not running.
[[nodiscard]] std::optional<double> progress_of(const Attempt& attempt);

/// What times depend on: "measured alone", "beside up to 3 other runs".
[[nodiscard]] QString measured_words(std::size_t beside);

/// Gives an attempt its settings and drops those that equal the defaults.
void configure(Attempt& attempt, std::vector<KeyValue> settings, std::uint64_t seed);

/// Resets an attempt to its state before the run.
void forget_result(Attempt& attempt);

/// Names attempts by planner and settings, and numbers equal names: "exact", "exact #2". A listed run that the user has
/// not configured keeps its listed name. Quadratic.
void name_attempts(std::vector<Attempt>& attempts);

/// The default order of the rows: planners in their original order, each followed by its added runs. Quadratic.
[[nodiscard]] std::vector<std::size_t> listed_order(const std::vector<Attempt>& attempts);

}  // namespace arenascope
