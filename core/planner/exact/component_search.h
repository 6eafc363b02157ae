#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/planner/capacity/searched_group.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/exact/components.h"
#include "core/planner/peak_suppression/group_rearranger.h"
#include "core/planner/stop_poll.h"

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

    [[nodiscard]] std::int64_t conflict_entries() { return search_of(0, 0).group().conflict_entries(); }

private:
    using Searches = std::array<std::unique_ptr<CapacitySearch>, 2>;

    [[nodiscard]] CapacitySearch& search_of(std::size_t thread, std::size_t direction);

    const SearchedGroup* group_;
    std::vector<Searches> searches_;  ///< by thread
};

/// The data that all components of a region share.
struct ComponentSetting {
    const Problem& problem;
    RectangleContainer& container;  ///< of the region; places every order by lowest fit
    std::optional<Bytes> capacity;  ///< of the region; a capacity is worth a probe of its own
    std::uint64_t seed = 0;
    int threads = 1;
    StopPoll& poll;
    std::uint64_t& visits;  ///< of all containers of the run; input of the poll
};

/// The branch and bound of one component. Each round narrows the distance between the best known layout and the proved
/// bound.
///
///   peak    ────────────────  best layout; on the grid line below it: complete probes, which prove it lowest or lower
///   it
///             · ·  ·          roomy probes at capacities in between, with fresh or inherited scores and noise
///   target  ────────────────  tight probes, which may find an optimal layout at once
///   bound   ────────────────  complete probes, which raise the bound
///
/// A round has probes of every kind (see ProbeRunner). Peaks are sums of sizes, so they lie on a grid, and a proof
/// raises the bound by a whole grid line. Probes are short and start from scratch: a search that fails early rarely
/// recovers late, and a lower capacity is often no harder than a higher one. The work limit of complete probes doubles.
/// The longer nothing is found, the more other probes join each round. A component that is too large for the search is
/// rearranged by order instead (see OrderRearranger).
class ComponentSearch {
public:
    ComponentSearch(const ComponentSetting& setting, const Component& component);
    ComponentSearch(ComponentSetting&& setting, const Component& component) = delete;  // it keeps a reference

    /// Takes the order of a known layout of the region, by rising offset; `known` holds its offsets by BufferIndex. If
    /// `known` is empty, it tries a few greedy orders. Even if the run is stopped, there is a layout afterwards: the
    /// known one, or that of the first order.
    void start(IndexedSpan<BufferIndex, const std::int64_t> known = {});
    /// Places the members once more in the order of another layout, if that is lower than the best one. Its offsets
    /// themselves may lie off the grid, which no proof would cover. `found_by` says where it comes from.
    void start_from(const Layout& other, const std::string& found_by);
    /// One round of probes, at or above `target`. O(work limits of its probes).
    void work_on(std::int64_t target);

    [[nodiscard]] std::int64_t peak() const { return peak_; }
    /// No layout of the component has a lower peak.
    [[nodiscard]] std::int64_t lower_bound() const { return lower_bound_; }
    /// The best order of the members, and their offsets. Empty before start().
    [[nodiscard]] const std::vector<BufferIndex>& order() const { return order_; }
    [[nodiscard]] const std::vector<Offset>& offsets() const { return offsets_; }
    [[nodiscard]] const Component& component() const { return *component_; }
    [[nodiscard]] std::uint64_t work() const { return work_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    /// Describes how the best layout was found, for the trace.
    [[nodiscard]] const std::string& found_by() const { return found_by_; }
    /// Nothing is left to try, neither by search nor by order.
    [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }
    /// False: too large for the search, so only orders are tried.
    [[nodiscard]] bool is_searched() const { return is_searched_; }

private:
    struct Elite {
        Strategy strategy;
        std::size_t direction = 0;
        std::vector<double> scores;
    };

    /// The highest tail of the buffers that are not placed by order: the base and the pinned ones.
    [[nodiscard]] std::int64_t fixed_tail() const;
    bool read(std::vector<BufferIndex> order, const std::string& found_by, bool may_stop);
    void read_as_born();
    void keep(IndexedSpan<BufferIndex, const std::int64_t> known);
    void work_by_order();
    [[nodiscard]] std::vector<Probe> round(std::int64_t target);
    [[nodiscard]] Probe complete_probe(std::int64_t target);
    [[nodiscard]] Probe tight_probe(std::int64_t target);
    [[nodiscard]] Probe roomy_probe(std::int64_t target);
    void take(const std::vector<Probe>& probes, std::vector<ProbeOutcome> outcomes);
    [[nodiscard]] std::int64_t on_grid(std::int64_t offset) const { return offset - offset % grid_; }

    const ComponentSetting* setting_;
    const Component* component_;
    std::int64_t grid_ = 1;
    std::int64_t lower_bound_ = 0;
    Random random_;
    bool is_searched_ = true;
    std::int64_t peak_ = 0;
    std::vector<BufferIndex> order_;
    std::vector<Offset> offsets_;
    bool has_layout_ = false;
    std::string found_by_;
    std::uint64_t work_ = 0;
    std::uint64_t nodes_ = 0;
    bool is_exhausted_ = false;
    SearchedGroup group_;
    bool is_provable_ = true;              ///< whether a complete probe that finds nothing is a proof
    std::unique_ptr<ProbeRunner> runner_;  ///< null: the component is too large
    std::unique_ptr<OrderRearranger> by_order_;
    std::vector<BufferIndex> sorted_;
    std::vector<BufferIndex> last_order_;  ///< the order in the container
    std::optional<Elite> elite_;
    std::int64_t slice_ = 0;
    std::int64_t complete_slice_ = 0;
    std::uint64_t rounds_ = 0;
    std::uint64_t rounds_in_vain_ = 0;
    std::uint64_t complete_turns_ = 0;
    std::uint64_t tight_turns_ = 0;
    std::uint64_t roomy_turns_ = 0;
};

}  // namespace arenascope
