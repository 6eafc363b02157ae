#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <vector>

#include "core/planner/capacity/searched_group.h"

namespace arenascope {

/// One search under one capacity, with all that its result depends on.
struct Probe {
    std::int64_t capacity = 0;
    Strategy strategy;
    std::size_t direction = 0;  ///< in SearchedGroup::seen
    std::int64_t slice = 0;     ///< visits at most
    std::uint64_t seed = 0;
    bool ends_round_when_found = false;  ///< nothing lower is asked for
    bool ends_round_when_none = false;   ///< a proof that nothing is left to do
    std::vector<double> inherited = {};  ///< scores, for a strategy that inherits
};

struct ProbeOutcome {
    Verdict verdict = Verdict::limit;
    std::int64_t work = 0;
    std::int64_t nodes = 0;
    std::vector<std::int32_t> order = {};  ///< of rising offset, where a layout was found
    std::vector<double> scores = {};       ///< that led to it
};

/// Runs the probes of a round on several threads, in such a way that the outcomes do not depend on their number:
///
///   thread 1   probe 0 │ probe 2 │ probe 3 ...      each probe starts anew; the first in the list that ends the round
///   thread 2   probe 1      │ probe 4 │ ...         cuts it off behind itself, those before it run to their end
///
/// A thread keeps its searches from round to round; they are made when they are first needed.
class ProbeRunner {
public:
    ProbeRunner(const SearchedGroup& group, int threads);

    /// Outcomes of the probes up to and with the one that ended the round. `stop` is asked on the calling thread alone,
    /// every few ten thousand visits and while it waits for the others; after it has said stop what is under way is
    /// given up.
    [[nodiscard]] std::vector<ProbeOutcome> run(std::span<const Probe> probes, const SearchStop& stop);

    /// See CapacitySearch.
    [[nodiscard]] std::int64_t conflict_entries() { return search_of(0, 0).conflict_entries(); }

private:
    using Searches = std::array<std::unique_ptr<CapacitySearch>, 2>;

    [[nodiscard]] CapacitySearch& search_of(std::size_t thread, std::size_t direction);

    const SearchedGroup* group_;
    std::vector<Searches> searches_;  ///< by thread
};

}  // namespace arenascope
