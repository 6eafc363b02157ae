#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "core/compare/planner_standing.h"
#include "core/planner/planner.h"

namespace arenascope {

/// How far a planner of a comparison is.
enum class AttemptState : std::uint8_t { idle, waiting, running, done, cancelled, failed };

/// A run of one planner in a comparison and what became of it.
struct Attempt {
    PlannerDescription planner;           ///< with all options that it takes
    std::vector<KeyValue> settings = {};  ///< where they differ from the defaults
    std::uint64_t seed = 0;
    std::string name = {};  ///< tells it from the others: "exact", "exact (work=1000, seed=3)"
    bool added = false;     ///< one more of a planner that is listed anyway
    bool chosen = true;
    AttemptState state = AttemptState::idle;
    std::uint64_t work = 0;
    std::uint64_t work_limit = 0;  ///< 0: none is known
    std::optional<PlannerStanding> standing = {};
    QString error = {};  ///< why it failed
};

[[nodiscard]] bool is_under_way(const Attempt& attempt);

/// How much of the work is done, from 0 to 1; none where that is not known or nothing is done now.
[[nodiscard]] std::optional<double> progress_of(const Attempt& attempt);

/// Gives an attempt its settings, without those that are the defaults.
void configure(Attempt& attempt, std::vector<KeyValue> settings, std::uint64_t seed);

/// Puts an attempt back to before it ran.
void forget_result(Attempt& attempt);

/// Names attempts by their planners and settings; those with the same ones are numbered: "exact", "exact #2".
/// Quadratic.
void name_attempts(std::vector<Attempt>& attempts);

/// The attempts as they are listed: planners as they were set, and what was added after the others of its planner.
/// Quadratic.
[[nodiscard]] std::vector<std::size_t> listed_order(const std::vector<Attempt>& attempts);

}  // namespace arenascope
