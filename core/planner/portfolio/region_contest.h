#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "core/planner/necks/neck_search.h"
#include "core/planner/planner_in_turns.h"
#include "core/planner/region_problem.h"

namespace arenascope {

/// How much each method of a contest may do.
struct ContestBudgets {
    /// Visits of each method in the region. Empty: each method has its own default.
    std::optional<std::int64_t> work;
    std::int64_t swaps = 0;      ///< of the hill climb
    bool until_stopped = false;  ///< rounds from the best layout follow each other until the run is stopped
};

/// Whether a region is so large that the search at its necks comes before all other methods.
[[nodiscard]] bool is_large_region(const Problem& problem, const PlacingOrder& members);

/// What a contest tells its owner, while one of its methods has its turn.
struct ContestNews {
    const RegionProblem& part;
    Offset lowest;                     ///< proved
    const Layout* improved = nullptr;  ///< the best layout of the part; null: it is still the one before
    std::string found_by = {};         ///< who found it
};

/// The methods that lower one region, in turns of work that double:
///
///            ┌ own way ──────────────────────────────────────────────────┐ ┌ from the best layout of all ┐
///   exact      ▬▬           ▬▬▬▬                     ▬▬▬▬▬▬▬▬       …        ▬▬          ▬▬▬▬       …
///   tuner        ▬▬▬▬           ▬▬▬▬▬▬▬▬                     ▬▬▬▬…             ▬▬▬▬          …
///   climb            ▬                  ▬▬                                         ▬
///
/// What exact proves at all, it mostly proves in its first turn. Where it does not, the tuner is lower sooner, so that
/// it has the longest turns.
///
/// In a large region, the search at the necks (see NeckSearch) has the first turn of each round, and always starts from
/// the best layout.
///
/// First each method goes its own way, as if it were alone with that work. So the contest never ends above any of them.
/// Then each begins anew from the best layout of all, with a quarter of the work. A contest ends as soon as the best
/// layout is proved lowest, and a method as soon as its own limits end it. Deterministic.
class RegionContest {
public:
    /// `request` is that of the whole problem. `layout` is the best layout of the whole problem so far. `lowest` is a
    /// proved bound of the region's peak. `race` is called when the methods begin: it gives the best layout of all fast
    /// strategies in this region, as a layout of the whole problem.
    RegionContest(const PlanRequest& request, RegionIndex region, const ContestBudgets& budgets, const Layout& layout,
                  Offset lowest, std::function<const Layout&()> race, std::function<void(const ContestNews&)> tell);

    /// One turn of each method that has not ended, each twice as long as in the round before.
    void take_round();
    /// The best layout is proved lowest, or every method has ended.
    [[nodiscard]] bool has_ended() const;

    [[nodiscard]] RegionIndex region() const { return region_; }
    [[nodiscard]] Offset lowest() const { return lowest_; }
    /// Of all methods, also those that have ended.
    [[nodiscard]] std::uint64_t work() const;

private:
    struct Method {
        std::string name;
        std::uint64_t share = 1;  ///< of a round
        std::unique_ptr<PlannerInTurns> run;
    };

    void begin_generation();
    void add(const Planner& planner, std::uint64_t share);
    void search_necks();
    void take(const std::string& name, Layout lower);
    void take(const std::string& name, const Progress& made);
    [[nodiscard]] bool have_all_ended() const;

    const PlanRequest& request_;
    RegionIndex region_;
    RegionProblem part_;
    ContestBudgets budgets_;
    std::function<const Layout&()> race_;
    std::function<void(const ContestNews&)> tell_;
    Layout raced_;  ///< empty before the methods begin
    std::optional<Layout> own_start_;
    Layout best_;
    Layout start_;  ///< of this generation; empty: each method goes its own way
    Offset peak_;
    Offset lowest_;
    std::uint64_t generation_ = 0;
    std::uint64_t turn_ = 0;             ///< the work for each share that a method of this generation may have done
    std::uint64_t ended_work_ = 0;       ///< of the generations before
    std::unique_ptr<NeckSearch> necks_;  ///< null: the region is not large
    std::uint64_t necks_limit_ = 0;
    std::vector<Method> methods_;  ///< last, so that they end before what they use
};

}  // namespace arenascope
