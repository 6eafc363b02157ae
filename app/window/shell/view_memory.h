#pragma once

#include <optional>

#include <QObject>
#include <QThreadPool>
#include <QTimer>

#include "app/session/file_memory.h"
#include "app/session/session.h"

namespace arenascope {

class WindowView;

/// Shows each file as it was left: when a file opens, and when the run that it needs first has ended. Remembers the
/// view some seconds after it has changed, when another file replaces it, and when it is closed.
class ViewMemory final : public QObject {
    Q_OBJECT

public:
    /// The view must outlive this. Create it after all parts that show a file when it opens.
    ViewMemory(Session& session, WindowView& view, const QString& folder, QObject* parent = nullptr);
    ~ViewMemory() override;
    Q_DISABLE_COPY_MOVE(ViewMemory)

    /// The file that opens next is shown as a journal says, not as it was left.
    void skip_next() { skips_next_ = true; }

private:
    void expect_file();
    void restore();
    void restore_step_of_first_run();
    void keep();
    /// Remembers that the file that was shown is not open any more.
    void keep_closed();

    Session& session_;
    WindowView& view_;
    QString folder_;
    QString path_;                          ///< the file that is shown; empty: none
    std::optional<RememberedFile> memory_;  ///< of the file that is being opened, and until its first run has ended
    std::optional<RememberedFile> kept_;    ///< of the file that is shown
    bool is_fresh_ = true;                  ///< the window has not shown a file yet
    bool is_as_left_ = false;               ///< the window plans as it did for a file
    bool skips_next_ = false;
    QTimer soon_;
    QThreadPool writing_;  ///< a single thread, so that the newest memory is written last
};

}  // namespace arenascope
