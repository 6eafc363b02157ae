#pragma once

#include <cstdint>
#include <functional>
#include <memory>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/model/network/parts/chain.h"
#include "core/model/settings/option.h"
#include "core/planner/planner.h"
#include "core/trace/trace.h"

namespace arenascope {

struct PlanOrder;

/// What a remedy changes, the simplest first.
enum class RemedyKind : std::uint8_t {
    move,     ///< one buffer, or a few, of today's layout lie elsewhere
    planner,  ///< another planner places the buffers
    order,    ///< the operators run in another order
    sharing,  ///< operators hand memory on
    split,    ///< chains of operators run part by part
};

/// As in JSON: "move", "planner", "order", "sharing", "split".
[[nodiscard]] std::string_view name_of(RemedyKind kind);
/// Whether the buffers and what they may share stay as they are, so that the bounds of today's plan hold for it, too.
[[nodiscard]] bool keeps_problem(RemedyKind kind);

/// A file as an import with some switches gives it.
struct ImportedPlan {
    Problem problem;
    Layout layout;
    std::int64_t extra_traffic = 0;               ///< see ImportReport
    std::vector<PartsChoice> parts_choices = {};  ///< likewise
};
/// Imports one file with these switches beside those of the user.
using SwitchedImport = std::function<Expected<ImportedPlan>(std::span<const KeyValue> switches)>;

/// Another plan of the same file that needs less than today's, or that fits. The checker has found no fault in it.
struct Remedy {
    RemedyKind kind = RemedyKind::planner;
    std::string planner;  ///< that makes it; empty: a move
    std::string label;    ///< what to do, such as "Let operators share memory"
    Offset peak;
    Bytes lower_bound;  ///< proved
    bool fits = false;  ///< within every capacity; true if there is none
    /// The command that makes it again, quoted for a POSIX shell; empty: none does.
    std::string command;
    std::shared_ptr<const Problem> problem;  ///< as planned
    std::shared_ptr<const Layout> layout;    ///< of that problem
    Provenance provenance;                   ///< of a move empty
};

/// What to look for, and how long.
struct RemedyOrder {
    const Problem* problem = nullptr;  ///< of the file
    const Layout* given = nullptr;     ///< the layout of the file, from which planners that search may start
    const Layout* today = nullptr;     ///< the layout to be improved; complete or not
    std::string made_by;               ///< the planner of that layout with its default options; empty: not known
    std::optional<Bytes> capacity;     ///< replaces the capacity of every region
    std::vector<KeyValue> settings;    ///< options that every planner keeps to: see common_options()
    std::uint64_t seed = 0;
    int threads = 1;
    SwitchedImport import;             ///< of the file; empty: its network is not changed
    bool with_moves = true;            ///< whether moves are tried, for which there is no command
    std::vector<std::string> command;  ///< words that open the file: arenascope plan FILE --set …
    /// Limit of the visits of rectangles in a region, for each planner. A lower limit of the planner itself stays.
    std::uint64_t work = 700'000'000;
    StopToken stop;                                      ///< may be empty
    std::function<void(std::string_view label)> trying;  ///< called before each trial; may be empty
    std::function<void(const Remedy&)> found;  ///< called for each remedy, in the order of trials; may be empty
};

/// The words of a command that plans a file, opened with these switches: see RemedyOrder::command. Without a capacity,
/// which is the user's to give.
[[nodiscard]] std::vector<std::string> plan_command(const std::string& file, std::span<const KeyValue> switches);

/// More buffers are left to the user: a trial may take minutes.
inline constexpr std::size_t most_buffers_of_remedies = 50'000;

/// The words of a command that plans, and what the run was asked for beside the file, quoted for a POSIX shell.
/// `is_alone`: on one thread.
[[nodiscard]] std::string command_text(std::vector<std::string> words, const PlanOrder& run, bool is_alone = false);

/// Whether a layout may be offered: the checker finds nothing but tails above a capacity.
[[nodiscard]] bool is_sound(const Problem& problem, const Layout& layout);

/// The multiply-accumulates of a changed network above those of the whole one, as a share of these. 0 if they are not
/// known.
[[nodiscard]] double extra_work(const Problem& whole, const Problem& changed);

/// Looks for remedies: single moves, the searching planners and a greedy one, and operator sharing if there is a
/// network. Where nothing fits, the network itself is changed: its order, then chains of operators that run part by
/// part, with more and more extra work. The cheapest trial comes first; no planner is tried that cannot help, because
/// its bound is reached or exceeds the capacity. Sorted by whether they fit, then by peak, then by simplicity.
///
/// Work is limited, not time. The same order gives the same remedies, unless the stop token ends it. A run that it cut
/// short is no remedy, because no command would repeat it. Empty for recorded allocators, and for more than
/// most_buffers_of_remedies buffers.
[[nodiscard]] std::vector<Remedy> remedies(const RemedyOrder& order);

}  // namespace arenascope
