#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include "core/model/network/import_options.h"
#include "core/model/network/network.h"
#include "core/model/network/partial_execution.h"
#include "core/model/network/recompute/recompute_search.h"

namespace arenascope {

/// A network of which some operators run again.
struct Recomputation {
    Network network;                             ///< the changed one; the given one without repeats
    RecomputePlan plan;                          ///< steps are those of the given network
    Bytes threshold_before;                      ///< of the import of the given network
    std::optional<RecomputeSearch> search = {};  ///< with least_peak
    std::vector<std::string> notes = {};         ///< what was done, or why nothing, for people
};

/// Applies the switch `recompute` (ImportOptions::recompute) to a network. Every threshold is that of a real import
/// with these options. Errors: those of imported_model(); a repeat that is not possible, with the operator that
/// prevents it and why.
[[nodiscard]] Expected<Recomputation> recomputed(const Network& network, const ImportOptions& options,
                                                 const BodyPlannerMaker& planner, const std::string& source);

}  // namespace arenascope
