#include "core/planner/exact/component_search.h"

#include <algorithm>
#include <atomic>
#include <chrono>
#include <numeric>
#include <utility>

#include "core/base/threads/worker_threads.h"
#include "core/planner/capacity/strategies.h"
#include "core/planner/greedy/birth_placement.h"
#include "core/planner/peak_suppression/rectangle_sorter.h"
#include "core/planner/start_layout.h"

namespace arenascope {
namespace {

constexpr std::chrono::microseconds check_interval{200};

ProbeOutcome outcome_of(CapacitySearch& search, const Probe& probe, const SearchStop& stop) {
    const std::int64_t work = search.work();
    const std::int64_t nodes = search.nodes();
    Random random(probe.seed);
    search.start_anew(probe.inherited);
    ProbeOutcome outcome{.verdict = search.search(probe.capacity, probe.strategy, random, probe.slice, stop)};
    outcome.work = search.work() - work;
    outcome.nodes = search.nodes() - nodes;
    if (outcome.verdict == Verdict::found) {
        outcome.order = search.order();
        outcome.scores = search.kept_scores();
    }
    return outcome;
}

/// Strategies for proofs: they branch where a failure is near.
constexpr std::array<Strategy, 4> complete_strategies{{
    {Focus::fewest_choices, Score::length, false, 0, false, true},
    {Focus::failing_room, Score::length, false, 0, false, true},
    {Focus::least_slack, Score::length, false, 0, false, true},
    {Focus::failing_choices, Score::area, true, 0, false, true},
}};

/// Strategies for capacities above the target.
constexpr std::array<Strategy, 4> fresh_strategies{{
    {Focus::most_remaining, Score::length},
    {Focus::lowest_buffer, Score::length},
    {Focus::most_remaining, Score::length_root_width},
    {Focus::lowest_buffer, Score::length_root_width},
}};
constexpr std::array<double, 4> fresh_noise{0, 0.05, 0.1, 0.2};
constexpr std::array<double, 4> inherited_noise{0.02, 0.05, 0.1, 0.2};

/// The capacities of roomy probes, as fractions of the way from the target to the peak; 1 is the grid line below the
/// peak.
constexpr std::array<double, 6> capacity_shares{0.75, 0.85, 0.9, 0.95, 1, 1};
/// The first probes of each strategy have no noise and aim just above the target, because that is often little harder
/// than far above it.
constexpr double first_share = 1.0 / 64;
/// Work limits in slices: most searches end soon or never, a few need longer.
constexpr std::array<std::int64_t, 7> roomy_slices{4, 4, 4, 4, 8, 8, 16};

/// In the first rounds almost all probes are tight, and then still every other one.
constexpr std::uint64_t tight_rounds = 8;
constexpr std::uint64_t even_rounds = 64;
/// In the first rounds roomy probes are short, too.
constexpr std::uint64_t short_rounds = 24;

/// The number of probes that join the complete probe in a round: at first, and at most.
constexpr std::uint64_t extra_probes = 7;
constexpr std::uint64_t most_extra_probes = 56;
/// After this many rounds without a success, a round gets one more probe.
constexpr std::uint64_t rounds_for_each_more = 2;

/// After this many rounds without a success, the complete probe gets as much work as all others together.
constexpr std::uint64_t rounds_to_full_share = 32;

constexpr const char* winner_of_race = "the best of all fast strategies";

struct Metrics {
    std::string_view metrics;
    std::string_view order;
};
/// The first orders of the tuner's passes are among them, so that the search begins no higher than it.
constexpr std::array<Metrics, 5> greedy_orders{{
    {"length", "desc"},
    {"width", "desc"},
    {"width*length", "desc"},
    {"width/length", "desc"},
    {"length", "asc"},
}};

/// The first layout of a stopped run is that of the first greedy order if the component has fewer buffers.
constexpr std::size_t most_sorted_after_stop = 100'000;

}  // namespace

ProbeRunner::ProbeRunner(const SearchedGroup& group, int threads)
    : group_(&group), searches_(static_cast<std::size_t>(std::max(threads, 1))) {}

CapacitySearch& ProbeRunner::search_of(std::size_t thread, std::size_t direction) {
    std::unique_ptr<CapacitySearch>& search = searches_[thread][direction];
    if (!search) {
        search = std::make_unique<CapacitySearch>(group_->seen[direction]);
    }
    return *search;
}

std::vector<ProbeOutcome> ProbeRunner::run(std::span<const Probe> probes, const SearchStop& stop) {
    std::vector<ProbeOutcome> outcomes(probes.size());
    std::atomic<std::size_t> next = 0;
    std::atomic<std::size_t> last = probes.size();  // index of the first probe that ends the round
    std::atomic<bool> is_stopped = false;
    const auto work_off_all = [&](std::size_t thread) {
        for (std::size_t i = next++; i < probes.size(); i = next++) {
            const auto is_void = [&] {
                if (thread == 0 && stop && stop()) {
                    is_stopped = true;
                }
                return is_stopped || last < i;
            };
            if (is_void()) {
                continue;
            }
            outcomes[i] = outcome_of(search_of(thread, probes[i].direction), probes[i], is_void);
            const Verdict verdict = outcomes[i].verdict;
            if ((verdict == Verdict::found && probes[i].ends_round_when_found) ||
                (verdict == Verdict::none && probes[i].ends_round_when_none)) {
                for (std::size_t known = last; i < known && !last.compare_exchange_weak(known, i);) {
                }
            }
        }
    };
    const auto work_off = [&](std::size_t thread) {
        try {
            work_off_all(thread);
        } catch (...) {
            is_stopped = true;
            throw;
        }
    };
    {
        WorkerThreads helpers(std::max<std::size_t>(std::min(searches_.size(), probes.size()), 1) - 1, work_off);
        work_off(0);
        while (!helpers.wait_for(check_interval)) {
            is_stopped = is_stopped || (stop && stop());
        }
        helpers.join();
    }
    outcomes.resize(std::min(last + 1, probes.size()));
    return outcomes;
}

ComponentSearch::ComponentSearch(const ComponentSetting& setting, const Component& component)
    : setting_(&setting),
      component_(&component),
      grid_(tail_grid(setting.problem, component)),
      lower_bound_(component.lower_bound),
      random_(setting.seed),
      is_searched_(can_be_searched(setting.problem, component.members)) {
    if (lower_bound_ % grid_ != 0) {
        lower_bound_ = on_grid(lower_bound_) + grid_;
    }
}

std::int64_t ComponentSearch::fixed_tail() const {
    std::int64_t tail = component_->base_size;
    for (const BufferIndex buffer : component_->pinned) {
        const Buffer& pinned = setting_->problem.buffers[buffer];
        tail = std::max(tail, (*pinned.pin + pinned.size).value());
    }
    return tail;
}

/// False: stopped before all was placed.
bool ComponentSearch::read(std::vector<BufferIndex> order, const std::string& found_by, bool may_stop) {
    const IndexedVector<BufferIndex, Buffer>& buffers = setting_->problem.buffers;
    RectangleContainer& container = setting_->container;
    for (const BufferIndex buffer : component_->members) {
        container.remove(buffer);
    }
    std::int64_t peak = fixed_tail();
    const std::uint64_t visits_before = setting_->visits;
    for (const BufferIndex buffer : order) {
        if (setting_->poll.check_at(setting_->visits) && may_stop) {
            return false;
        }
        if (!may_stop && setting_->poll.is_overdue(setting_->visits)) {
            work_ += setting_->visits - visits_before;
            read_as_born();
            return true;
        }
        const std::uint64_t before = container.work();
        const Offset offset = container.place(buffer, PlacingRule::lowest_fit);
        setting_->visits += container.work() - before;
        peak = std::max(peak, (offset + buffers[buffer].size).value());
    }
    work_ += setting_->visits - visits_before;
    if (!has_layout_ || peak < peak_) {
        has_layout_ = true;
        peak_ = peak;
        order_ = order;
        offsets_.clear();
        for (const BufferIndex buffer : order) {
            offsets_.emplace_back(container.offsets()[buffer]);
        }
        found_by_ = found_by;
    }
    last_order_ = std::move(order);
    return true;
}

/// The quickest way to a layout, for a run that was stopped. Everything lies above the base and the pinned buffers.
void ComponentSearch::read_as_born() {
    RectangleContainer& container = setting_->container;
    for (const BufferIndex buffer : component_->members) {
        container.remove(buffer);
    }
    order_ = by_birth(setting_->problem, RegionIndex(0), component_->members);
    offsets_.clear();
    const auto placed = place_by_birth(
        setting_->problem, order_, Offset(fixed_tail()),
        [this](BufferIndex, Offset offset) { offsets_.push_back(offset); }, [](const BirthProgress&) { return false; });
    // The members stay outside the container, because a stopped run places nothing else.
    setting_->visits += placed->work;
    work_ += placed->work;
    has_layout_ = true;
    peak_ = placed->peak.value();
    found_by_ = "greedy in order of birth";
    last_order_ = order_;
}

/// Takes the known layout as it is. The component must have no base.
void ComponentSearch::keep(IndexedSpan<BufferIndex, const std::int64_t> known) {
    has_layout_ = true;
    peak_ = fixed_tail();
    order_ = sorted_;
    offsets_.clear();
    for (const BufferIndex buffer : order_) {
        offsets_.emplace_back(known[buffer]);
        peak_ = std::max(peak_, known[buffer] + setting_->problem.buffers[buffer].size.value());
    }
    found_by_ = winner_of_race;
}

void ComponentSearch::start(IndexedSpan<BufferIndex, const std::int64_t> known) {
    std::int64_t at = 0;
    for (const BufferIndex buffer : component_->base) {
        setting_->container.put(buffer, Offset(at));
        at += setting_->problem.buffers[buffer].size.value();
    }
    if (!known.empty()) {
        // Lowest fit in that order puts no buffer higher than the known layout.
        sorted_ = component_->members;
        std::ranges::stable_sort(sorted_, {}, [&](BufferIndex one) { return known[one]; });
        // The offsets of a base are its own: those of the known layout may differ.
        if (!read(sorted_, winner_of_race, component_->base.empty())) {
            keep(known);
        }
        return;
    }
    // Sorting a million buffers takes long.
    if (component_->members.size() >= most_sorted_after_stop && setting_->poll.check_now()) {
        read_as_born();
        sorted_ = order_;
        return;
    }
    for (const Metrics& greedy : greedy_orders) {
        const auto key = parse_sort_key(greedy.metrics, greedy.order);
        std::vector<BufferIndex> order = sorted(setting_->problem, component_->members, *key);
        if (sorted_.empty()) {
            sorted_ = order;
        }
        const bool goes_on = read(std::move(order), "greedy by " + std::string(greedy.metrics), has_layout_);
        if (!goes_on || peak_ <= lower_bound_ || !is_searched_ || setting_->poll.stopped()) {
            break;
        }
    }
}

void ComponentSearch::start_from(const Layout& other, const std::string& found_by) {
    const auto& buffers = setting_->problem.buffers;
    std::int64_t tail = 0;
    for (const auto* part : {&component_->base, &component_->pinned, &component_->members}) {
        for (const BufferIndex buffer : *part) {
            tail = std::max(tail, (other.placements[buffer]->offset + buffers[buffer].size).value());
        }
    }
    if (tail < peak_ && !setting_->poll.stopped()) {
        (void)read(by_offset(component_->members, other), found_by, true);
    }
}

void ComponentSearch::work_by_order() {
    if (!by_order_) {
        by_order_ = std::make_unique<OrderRearranger>(setting_->problem, setting_->container, Offset(lower_bound_));
        is_exhausted_ = !read(sorted_, found_by_, true);
        return;
    }
    const std::int64_t before = by_order_->work();
    std::vector<BufferIndex> order =
        by_order_->next({sorted_, Offset(peak_), last_order_, 0, [this] { return setting_->poll.check_now(); }});
    work_ += static_cast<std::uint64_t>(by_order_->work() - before);
    is_exhausted_ = order.empty() || !read(std::move(order), by_order_->last_draw(), true);
}

void ComponentSearch::work_on(std::int64_t target) {
    if (rounds_++ == 0 && is_searched_) {
        group_ = searched_group(setting_->problem, component_->members, component_->pinned);
        is_provable_ = windows_meet(group_);
        runner_ = std::make_unique<ProbeRunner>(group_, setting_->threads);
        slice_ = shortest_slice(runner_->conflict_entries());
        complete_slice_ = slice_;
    }
    if (!runner_) {
        work_by_order();
        return;
    }
    const std::vector<Probe> probes = round(target);
    take(probes, runner_->run(probes, [this] { return setting_->poll.check_now(); }));
}

Probe ComponentSearch::complete_probe(std::int64_t target) {
    const std::uint64_t turn = complete_turns_++;
    Probe probe{.capacity = peak_ - grid_, .strategy = complete_strategies[turn / 2 % complete_strategies.size()]};
    if (turn % 2 == 1) {
        probe.capacity = std::min(probe.capacity, std::max(lower_bound_, on_grid(target)));
    }
    probe.direction = turn / 8 % 2;
    probe.slice = complete_slice_;
    probe.ends_round_when_none = probe.capacity == peak_ - grid_;
    return probe;
}

Probe ComponentSearch::tight_probe(std::int64_t target) {
    const TightTurn turn = threshold_turn(tight_turns_++);
    Probe probe{.capacity = target, .strategy = turn.strategy};
    probe.direction = turn.direction;
    probe.slice = slice_ * turn.slices;
    return probe;
}

Probe ComponentSearch::roomy_probe(std::int64_t target) {
    const auto drawn = [this](const auto& choices) { return choices[random_.below(choices.size())]; };
    const std::int64_t highest = peak_ - grid_;
    Probe probe{.capacity =
                    target + static_cast<std::int64_t>(drawn(capacity_shares) * static_cast<double>(highest - target))};
    if (const std::uint64_t turn = roomy_turns_++; turn < fresh_strategies.size()) {
        probe.capacity = target + static_cast<std::int64_t>(first_share * static_cast<double>(highest - target));
        probe.strategy = fresh_strategies[turn];
    } else if (elite_ && random_.below(2) == 0) {
        probe.strategy = elite_->strategy;
        probe.strategy.inherit = true;
        probe.strategy.noise = drawn(inherited_noise);
        probe.direction = elite_->direction;
        probe.inherited = elite_->scores;
    } else {
        probe.strategy = drawn(fresh_strategies);
        probe.strategy.reversed = random_.below(2) == 0;
        probe.strategy.noise = drawn(fresh_noise);
        probe.direction = random_.below(2);
    }
    const std::optional<Bytes> wanted = setting_->capacity;
    if (wanted && wanted->value() >= target && wanted->value() < highest && random_.below(4) == 0) {
        probe.capacity = wanted->value();
    }
    probe.slice = slice_ * (rounds_ < short_rounds ? slices_of_round(roomy_turns_) : drawn(roomy_slices));
    return probe;
}

std::vector<Probe> ComponentSearch::round(std::int64_t target) {
    const std::uint64_t others = std::min(extra_probes + rounds_in_vain_ / rounds_for_each_more, most_extra_probes);
    std::vector<Probe> probes;
    if (is_provable_) {
        probes.push_back(complete_probe(target));
    }
    std::int64_t slices = 0;
    for (std::uint64_t i = 0; i < others; ++i) {
        const bool is_tight = rounds_ < tight_rounds ? i + 1 < others : i % (rounds_ < even_rounds ? 2 : 4) == 0;
        probes.push_back(is_tight ? tight_probe(target) : roomy_probe(target));
        slices += probes.back().slice;
    }
    for (std::size_t i = 0; i < probes.size(); ++i) {
        Probe& probe = probes[i];
        probe.capacity = on_grid(probe.capacity) - component_->base_size;
        probe.ends_round_when_found = probe.capacity + component_->base_size <= target;
        probe.seed = random_.next();
    }
    // The share of the complete probe also grows while nothing is found.
    const auto vain = static_cast<std::int64_t>(std::min(rounds_in_vain_, rounds_to_full_share));
    const std::int64_t allowed =
        slices / static_cast<std::int64_t>(rounds_to_full_share) * std::max(vain, std::int64_t{4});
    complete_slice_ = std::max(slice_, std::min(2 * complete_slice_, allowed));
    return probes;
}

void ComponentSearch::take(const std::vector<Probe>& probes, std::vector<ProbeOutcome> outcomes) {
    const std::int64_t peak_before = peak_;
    const std::int64_t bound_before = lower_bound_;
    for (std::size_t i = 0; i < outcomes.size(); ++i) {
        const Probe& probe = probes[i];
        ProbeOutcome& outcome = outcomes[i];
        work_ += static_cast<std::uint64_t>(outcome.work);
        nodes_ += static_cast<std::uint64_t>(outcome.nodes);
        const std::int64_t capacity = probe.capacity + component_->base_size;
        if (outcome.verdict == Verdict::none && probe.strategy.complete) {
            lower_bound_ = std::max(lower_bound_, on_grid(capacity) + grid_);
        } else if (outcome.verdict == Verdict::found && capacity < peak_) {
            const std::int64_t known = peak_;
            read(members_in_order(group_, probe.direction, outcome.order),
                 text_of(probe.strategy) + " under " + std::to_string(capacity), false);
            if (peak_ < known) {
                elite_ = Elite{probe.strategy, probe.direction, std::move(outcome.scores)};
            }
        }
    }
    rounds_in_vain_ = peak_ < peak_before || lower_bound_ > bound_before ? 0 : rounds_in_vain_ + 1;
}

}  // namespace arenascope
