#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/settings/option.h"
#include "core/trace/trace.h"

namespace arenascope {

/// How a plan was made from a file, as far as one command can repeat it.
struct Reproduction {
    std::string file;                        ///< as the user named it; "-": standard input
    std::vector<KeyValue> switches = {};     ///< of the import, as they were given
    std::optional<Provenance> planned = {};  ///< the planner made the plan of the file; empty: it is the file's own
    bool is_incomplete = false;              ///< the file's own layout places not every buffer, and is shown as it is
    bool has_own_layout = false;  ///< the file's own layout places every buffer, although `planned` made another
    std::optional<std::string> iteration = {};  ///< the step of the run that is shown, see frame_numbered()
    std::string report = "report.html";         ///< name of the report, which commands refer to
    std::string obstacle = {};  ///< why no command gives the plan, such as "it was edited by hand"; empty: none known
    std::vector<std::string> looks = {};  ///< options of `export` that the report was made with, such as "--theme dark"
    /// What the report holds and that of the command does not, such as "the notes that were pinned since"; empty: both
    /// are the same, byte for byte.
    std::vector<std::string> lacks = {};
};

/// Why no command gives exactly this plan, as a clause that follows "because"; empty: reproducing_command() does.
/// Besides the known obstacle, these are standard input, a run that was cut short, a planner whose result depends on
/// threads, and names that a command cannot hold.
[[nodiscard]] std::string obstacle_of(const Reproduction& reproduction);

/// Whether reproducing_command() writes a report. It does not if a planner made another layout of a file that has its
/// own: `export` would show that one.
[[nodiscard]] bool makes_report(const Reproduction& reproduction);

/// One command that makes the report again, quoted for a POSIX shell: `arenascope export`; or if no command does, the
/// one that makes the plan again. Options at their defaults are left out. Files have no path from the root, so the
/// command tells nothing of the machine; it is for the folder that holds them.
[[nodiscard]] std::string reproducing_command(const Reproduction& reproduction);

/// How the report of a command is like this one: "byte for byte", or "but without …".
[[nodiscard]] std::string likeness(const std::vector<std::string>& lacks);

/// The command that makes the plan again, where a planner made it of the file: `arenascope plan`.
[[nodiscard]] std::string planning_command(const Reproduction& reproduction);

/// The command that makes the report of a comparison again: `arenascope compare`. `second`: the file of B, whose
/// `looks` and `report` do not count. The switches of both must be the same.
[[nodiscard]] std::string comparing_command(const Reproduction& first, const Reproduction& second);

/// Why no command makes the report of this comparison, as a clause that follows "because"; empty: one does.
[[nodiscard]] std::string obstacle_of_comparison(const Reproduction& first, const Reproduction& second);

/// The command that takes the plan out of a report that holds it.
[[nodiscard]] std::string extracting_command(const Reproduction& reproduction);

/// A path as a report may show it: without folders if it begins at the root of a file system.
[[nodiscard]] std::string portable_path(const std::string& path);

}  // namespace arenascope
