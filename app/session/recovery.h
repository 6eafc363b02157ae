#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

#include <QString>

#include "app/session/file_identity.h"
#include "app/session/unsaved_work.h"
#include "core/base/error/error.h"
#include "core/base/file/record_log.h"

namespace arenascope {

/// The unsaved work of a dead window, before anybody recovers it.
struct LeftWork {
    std::string journal;  ///< path of the journal
    QString path;         ///< of the plan; empty: the journal cannot be read
    std::int64_t at = 0;  ///< time of the last record, in milliseconds since 1970
    std::size_t edits = 0;
    bool is_dropped = false;  ///< see UnsavedWork
    bool is_newer = false;    ///< a newer version of the program wrote it
    bool is_damaged = false;
    FileChange file = FileChange::none;  ///< what has become of the plan's file since
    std::string planner;                 ///< it ran on the plan when the window died; empty: none did
    [[nodiscard]] bool can_be_recovered() const { return !path.isEmpty() && !is_newer; }
};

/// The journals that dead windows left in a folder, the latest first. Linear in their sizes.
[[nodiscard]] std::vector<LeftWork> left_work(const std::string& folder);

/// What recovered work lacks, and what has happened to its file.
struct RecoveryGaps {
    FileChange file = FileChange::none;
    bool is_damaged = false;           ///< the end of the journal could not be read
    bool lacks_run = false;            ///< there was a recorded run that is neither in the journal nor in the file
    bool lacks_import_report = false;  ///< the same for what the import folded and skipped
    bool lacks_history = false;        ///< the same for the history of a recorded allocator
    bool lacks_trials = false;         ///< the trials of scratch are not kept
};

/// Work that a journal gave back.
struct RecoveredWork {
    UnsavedWork work;
    RecoveryGaps gaps;
    std::optional<RecordLog> log;  ///< the journal, owned
};

/// Becomes the owner of a journal and reads it. Reads the file of the plan too, if the journal needs it and it is
/// unchanged. Errors: another window was faster; the journal holds nothing that can be read. Linear.
[[nodiscard]] Expected<RecoveredWork> recover(const std::string& journal);

/// Removes a journal that dead windows left. Error: another window was faster.
[[nodiscard]] Expected<void> discard_left_work(const std::string& journal);

}  // namespace arenascope
