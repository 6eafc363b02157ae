#pragma once

/// @file
/// Planners, and the layouts that they make.

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <string>
#include <vector>

#include "arenascope/problem.h"

namespace arenascope::api {

/// A planner of the library.
struct PlannerInfo {
    std::string name = {};                  ///< for PlanOptions::planner
    std::string summary = {};               ///< one line
    std::vector<std::string> options = {};  ///< keys for PlanOptions::settings
};

/// @return all planners, the default first
[[nodiscard]] std::vector<PlannerInfo> planners();

/// How far a run is. Amounts are bytes.
struct Progress {
    std::uint64_t work = 0;                      ///< as the planner counts it
    std::uint64_t work_limit = 0;                ///< its budget; 0: not known
    std::optional<std::int64_t> best_peak = {};  ///< of the best layout so far; empty: none yet
    std::int64_t lower_bound = 0;                ///< proved so far; 0: nothing
};

/// How to plan.
struct PlanOptions {
    std::string planner = "peak-suppression";       ///< name, see planners()
    std::vector<Setting> settings = {};             ///< options of the planner
    std::uint64_t seed = 0;                         ///< of planners that draw at random
    int threads = 1;                                ///< the most that the planner uses, at least 1
    std::optional<double> time_limit_seconds = {};  ///< empty: budgets of work end the run, so that it is repeatable
    std::optional<std::int64_t> capacity = {};      ///< bytes, of each memory; empty: those of the problem
    bool record = false;                            ///< keep the steps of the run, for Layout::save_trace()
    std::function<void(const Progress&)> progress = {};  ///< called often, perhaps on another thread; may be empty
    std::function<bool()> stop = {};  ///< true ends the run with the best layout so far; may be empty
};

struct LayoutContent;

/// Offsets for the buffers of a problem, unchangeable. Copies share the content and take constant time.
class Layout {
public:
    /// The offsets that a file gave, or a layout of one's own.
    /// @param problem that the offsets are for
    /// @param offsets bytes from the begin of the memory, one for each buffer; empty: not placed
    /// @return the layout; an error if the number of offsets is not that of the buffers. Linear.
    [[nodiscard]] static Result<Layout> make(const Problem& problem,
                                             const std::vector<std::optional<std::int64_t>>& offsets);
    /// @param problem that was read from a file
    /// @return the offsets of that file. Buffers that it does not place have none.
    [[nodiscard]] static Layout of_file(const Problem& problem);

    /// @return by buffer, bytes from the begin of its memory; empty: not placed. Linear.
    [[nodiscard]] std::vector<std::optional<std::int64_t>> offsets() const;
    /// @return whether each buffer is placed
    [[nodiscard]] bool is_complete() const;
    /// @return bytes: the highest end of a buffer, of the memory where it is the highest. Linear.
    [[nodiscard]] std::int64_t peak() const;
    /// @return bytes that no layout goes below, as far as it is proved; 0: nothing is proved
    [[nodiscard]] std::int64_t lower_bound() const;
    /// @return whether the peak is proved to be the lowest
    [[nodiscard]] bool is_optimal() const;
    /// @return the problem as it was planned, with its capacities and alignments
    [[nodiscard]] const Problem& problem() const;

    /// Writes the plan; a file there is replaced when the new one is whole.
    /// @param path ends with `.json` (keeps all) or `.csv` (MiniMalloc CSV)
    /// @return why it could not be written
    [[nodiscard]] Result<void> save(const std::string& path) const;
    /// Writes the steps of the run, which the window and `arenascope trace` open.
    /// @param path ends with `.arenatrace` for the binary form; else it is JSON
    /// @return why it could not be written: for example, the run was not recorded
    [[nodiscard]] Result<void> save_trace(const std::string& path) const;

    /// For this library alone.
    /// @param content shared by all copies
    explicit Layout(std::shared_ptr<const LayoutContent> content) : content_(std::move(content)) {}
    /// For this library alone.
    /// @return what all copies share
    [[nodiscard]] const LayoutContent& content() const { return *content_; }

private:
    std::shared_ptr<const LayoutContent> content_;
};

/// Plans a problem. The layout was checked: no two buffers overlap. The same arguments give the same layout, unless a
/// time limit or the stop function ends the run.
/// @param problem to plan; its offsets are ignored, except by planners that start from a better layout
/// @param options planner, limits and callbacks
/// @return the layout, or why there is none, such as an unknown planner or no room
[[nodiscard]] Result<Layout> plan(const Problem& problem, const PlanOptions& options = {});

}  // namespace arenascope::api
