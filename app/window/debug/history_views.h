#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QTimer>

#include "app/window/frame/window_part.h"
#include "core/model/memory/byte_place.h"
#include "qt/tasks/background_task.h"
#include "widgets/plots/buffer_history/history_moment.h"

namespace arenascope {

/// Connects "History" to the session: the selected buffer over the steps of the open run, a place that the user asked
/// for, or else the peak. Nothing is computed while the dock is out of sight, and all of it on another thread.
class HistoryViews final : public WindowPart {
    Q_OBJECT

public:
    explicit HistoryViews(const WindowFrame& frame);

    /// Shows who lay at a place, until something else is selected.
    void show_place(const BytePlace& place);
    /// Shows the next or previous main step at which a place gets another holder.
    void go_to_change(const BytePlace& place, bool forward);

private:
    /// What the history is of.
    struct Subject {
        HistorySubject kind = HistorySubject::peak;
        BufferIndex buffer = BufferIndex::none();
        std::optional<BytePlace> place;
        friend bool operator==(const Subject&, const Subject&) = default;
    };

    /// Empty: several buffers are selected.
    [[nodiscard]] std::optional<Subject> subject() const;
    [[nodiscard]] QString name_of(const Subject& subject) const;
    void show_history();
    void show_step();
    void show_change(const std::vector<FrameIndex>& changes, bool forward);

    bool is_in_sight_ = false;
    std::optional<BytePlace> place_;      ///< that the user asked for
    std::shared_ptr<const Trace> trace_;  ///< whose history is shown; null: none
    Subject subject_;                     ///< of that history
    QTimer waiting_;                      ///< until it says that the run is being read
    BackgroundTask reading_{this};
    BackgroundTask seeking_{this};
};

}  // namespace arenascope
