#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <vector>

#include "core/model/network/body_memory.h"
#include "core/model/network/import_options.h"
#include "core/model/network/network.h"
#include "core/model/network/parts/split_search.h"

namespace arenascope {

/// A network of which some chains of operators run in parts.
struct PartialExecution {
    Network network;                         ///< the changed one; the whole one without chains
    std::vector<Chain> chains;               ///< disjoint, ascending, in steps of the whole network
    Bytes threshold_before;                  ///< of the import of the whole network
    Bytes threshold;                         ///< of the import of the changed one
    std::int64_t work = 0;                   ///< multiply-accumulates of the whole network
    std::int64_t extra_work = 0;             ///< multiply-accumulates above those
    std::int64_t extra_traffic = 0;          ///< bytes of activations read and written above those of the whole network
    std::optional<SplitSearch> search = {};  ///< with least_peak: what was found, also the floor
    /// With least_peak: what the search found for rising limits of multiplications up to the wanted one, each lower and
    /// dearer than the one before.
    std::vector<PartsChoice> choices = {};
    std::vector<std::string> notes = {};  ///< what was done, or why nothing, for people
};

/// Makes a planner for one import of a network with inner graphs.
using BodyPlannerMaker = std::function<BodyPlanner()>;

/// Applies the switch `parts` (ImportOptions::parts) to a network. Every threshold is that of a real import with these
/// options, never the estimate of a search. Errors: those of imported_model(); a chain that cannot run in parts, with
/// the operator that prevents it and why.
[[nodiscard]] Expected<PartialExecution> partially_executed(const Network& network, const ImportOptions& options,
                                                            const BodyPlannerMaker& planner, const std::string& source);

}  // namespace arenascope
