#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/planner/capacity/searched_group.h"

namespace arenascope {

/// One search under one capacity, with everything that its result depends on.
struct Probe {
    std::int64_t capacity = 0;
    Strategy strategy;
    std::size_t direction = 0;  ///< index into SearchedGroup::seen
    std::int64_t slice = 0;     ///< limit of the visits
    std::uint64_t seed = 0;
    bool ends_round_when_found = false;  ///< no lower capacity is of interest
    bool ends_round_when_none = false;   ///< finding no layout completes the proof
    std::vector<double> inherited = {};  ///< scores, if the strategy inherits
};

struct ProbeOutcome {
    Verdict verdict = Verdict::limit;
    std::int64_t work = 0;
    std::int64_t nodes = 0;
    std::vector<std::int32_t> order = {};  ///< buffers by rising offset; empty: no layout was found
    std::vector<double> scores = {};       ///< scores that led to the layout
};

/// Runs the probes of a round on several threads. The outcomes do not depend on the number of threads:
///
///   thread 1   probe 0 │ probe 2 │ probe 3 ...      Each probe starts from scratch. The first in the list that ends
///   thread 2   probe 1      │ probe 4 │ ...         the round cancels all later probes. Earlier ones are completed.
///
/// Each thread keeps its searches from round to round; they are created on first use.
class ProbeRunner {
public:
    ProbeRunner(const SearchedGroup& group, int threads);

    /// The outcomes of the probes up to and including the one that ended the round. `stop` is called on the calling
    /// thread only, every few ten thousand visits and while it waits for the other threads. If it returns true, running
    /// probes give up.
    [[nodiscard]] std::vector<ProbeOutcome> run(std::span<const Probe> probes, const SearchStop& stop);

    [[nodiscard]] std::int64_t conflict_entries() { return search_of(0, 0).conflict_entries(); }

private:
    using Searches = std::array<std::unique_ptr<CapacitySearch>, 2>;

    [[nodiscard]] CapacitySearch& search_of(std::size_t thread, std::size_t direction);

    const SearchedGroup* group_;
    std::vector<Searches> searches_;  ///< by thread
};

}  // namespace arenascope
