#pragma once

#include <memory>
#include <vector>

#include <QObject>

#include "app/session/session.h"
#include "core/analysis/verdict/remedy.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Looks for what would help an open plan, on another thread: see remedies().
class RemedySearch final : public QObject {
    Q_OBJECT

public:
    explicit RemedySearch(QObject* parent = nullptr);
    ~RemedySearch() override;

    /// Begins anew for a plan. `path` is its file, for the commands.
    void begin(const PlanState& state, std::shared_ptr<const Layout> shown, const QString& path);
    /// Ends the search, and forgets what it found.
    void drop();
    /// In the order in which they were found; sorted when the search has ended.
    [[nodiscard]] const std::vector<Remedy>& found() const { return found_; }
    [[nodiscard]] bool is_looking() const { return task_.is_running(); }

signals:
    /// There is another remedy, or the search has ended.
    void changed();

private:
    std::vector<Remedy> found_;
    BackgroundTask task_;
};

}  // namespace arenascope
