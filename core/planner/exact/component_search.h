#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/memory/indexed_vector.h"
#include "core/planner/container/rectangle_container.h"
#include "core/planner/exact/components.h"
#include "core/planner/exact/probe_round.h"
#include "core/planner/rearranging/order_rearranger.h"
#include "core/planner/stop_poll.h"

namespace arenascope {

/// What all components of a region share while it is planned.
struct ComponentSetting {
    const Problem& problem;
    RectangleContainer& container;  ///< of the region; reads every order by lowest fit
    std::optional<Bytes> capacity;  ///< of the region: worth a probe of its own
    std::uint64_t seed = 0;
    int threads = 1;
    StopPoll& poll;
    std::uint64_t& visits;  ///< of all containers of the run, which the poll goes by
};

/// The branch and bound of one component, round by round: between a layout that is known and a bound that is proved.
///
///   peak    ────────────────  the best layout; grid below it: complete probes, which prove it lowest or lower it
///             · ·  ·          roomy probes, between the two: fresh and inherited scores, disturbed
///   target  ────────────────  tight probes: at once where all that is wanted may be had
///   bound   ────────────────  complete probes, which lift it
///
/// A round holds probes of every kind (see ProbeRunner). Capacities are sums of sizes, so they lie on a grid, and a
/// proof lifts the bound by a whole line of it. Probes are short slices that start anew, because where a search fails
/// early it rarely recovers late, and a lower capacity is often no harder than a higher one. The slices of the complete
/// ones double; the longer nothing is found the more probes keep them company. Components too large for the search are
/// read from orders that complain of the peak (see OrderRearranger).
class ComponentSearch {
public:
    ComponentSearch(const ComponentSetting& setting, const Component& component);

    /// Reads the order of rising offset in a layout of the region that is known, or a few greedy orders where none is:
    /// `known` is by BufferIndex, or empty. The first order is placed to its end even when the run is stopped.
    void start(IndexedSpan<BufferIndex, const std::int64_t> known = {});
    /// One round of probes; nothing below `target` is asked for. O(slices of the round).
    void work_on(std::int64_t target);

    [[nodiscard]] std::int64_t peak() const { return peak_; }
    /// No layout of the component is lower.
    [[nodiscard]] std::int64_t lower_bound() const { return lower_bound_; }
    /// The best order of the members, and where its lowest-fit reading puts them; empty before the first one.
    [[nodiscard]] const std::vector<BufferIndex>& order() const { return order_; }
    [[nodiscard]] const std::vector<Offset>& offsets() const { return offsets_; }
    [[nodiscard]] const Component& component() const { return *component_; }
    [[nodiscard]] std::uint64_t work() const { return work_; }
    [[nodiscard]] std::uint64_t nodes() const { return nodes_; }
    /// What found the best layout, for the trace.
    [[nodiscard]] const std::string& found_by() const { return found_by_; }
    /// Neither search nor order has anything left to try.
    [[nodiscard]] bool is_exhausted() const { return is_exhausted_; }
    /// The search can take it: otherwise orders are all that it has.
    [[nodiscard]] bool is_searched() const { return is_searched_; }

private:
    struct Elite {
        Strategy strategy;
        std::size_t direction = 0;
        std::vector<double> scores;
    };

    bool read(std::vector<BufferIndex> order, const std::string& found_by, bool may_stop);
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
    bool is_searched_ = true;  ///< not too large for it
    std::int64_t peak_ = 0;
    std::vector<BufferIndex> order_;
    std::vector<Offset> offsets_;
    bool has_layout_ = false;
    std::string found_by_;
    std::uint64_t work_ = 0;
    std::uint64_t nodes_ = 0;
    bool is_exhausted_ = false;
    SearchedGroup group_;
    bool is_provable_ = true;              ///< a complete probe that finds nothing is a proof
    std::unique_ptr<ProbeRunner> runner_;  ///< none: too large
    std::unique_ptr<OrderRearranger> by_order_;
    std::vector<BufferIndex> sorted_;
    std::vector<BufferIndex> last_order_;  ///< what the container holds
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
