#pragma once

#include <functional>
#include <string>
#include <vector>

#include "app/session/journal.h"
#include "app/session/recovery.h"
#include "app/session/run_mark.h"
#include "app/window/frame/window_part.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

class RecoveryBar;
class ViewMemory;
class WindowView;

/// Offers the work that dead windows left, and recovers what the user chooses: in this window if it shows nothing, or
/// the same file without unsaved changes; otherwise in a new one.
class RecoveryOffer final : public WindowPart {
    Q_OBJECT

public:
    /// What a recovered plan needs of its window.
    struct Parts {
        Journal& journal;
        WindowView& view;
        ViewMemory& memory;
    };

    /// `window` is the parent of dialogs. `open_elsewhere` recovers a journal in a new window.
    RecoveryOffer(const WindowFrame& frame, RecoveryBar& bar, const Parts& parts,
                  std::function<void(const std::string& journal)> open_elsewhere);

    /// Looks for left work on another thread, and offers it. Emits looked() at the end.
    void look(const QString& folder);
    /// Recovers a journal in this window. Emits ended() at the end.
    void recover(const std::string& journal);

signals:
    void looked();
    void ended();

private:
    void show_rows();
    void tell_runs(const std::vector<MarkedRun>& runs);
    /// Whether this window can show recovered work of a file without losing anything.
    [[nodiscard]] bool is_free_for(const QString& path) const;
    void take(int row);
    void discard(int row);
    void drop(const std::string& journal);
    void finish(const std::string& journal, Expected<RecoveredWork>& recovered);
    void say(const QString& recovered, const RecoveryGaps& gaps);

    RecoveryBar& bar_;
    Parts parts_;
    std::function<void(const std::string&)> open_elsewhere_;
    std::vector<LeftWork> left_;
    std::string recovering_;  ///< the journal; empty: none
    BackgroundTask looking_{this};
    BackgroundTask reading_{this};
};

}  // namespace arenascope
