#pragma once

#include <string>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

// The folder of the journals, one for each window with unsaved work.

/// Makes the folder, which only the user may open. Nothing happens if it is there.
[[nodiscard]] Expected<void> make_journal_folder(const std::string& folder);

/// The path of a journal that is not there yet.
[[nodiscard]] std::string new_journal_path(const std::string& folder);

/// The journals that dead windows left, in the order of their names. Removes what a crash left of a journal that was
/// being written anew.
[[nodiscard]] std::vector<std::string> left_journals(const std::string& folder);

}  // namespace arenascope
