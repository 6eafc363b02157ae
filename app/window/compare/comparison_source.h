#pragma once

#include <atomic>
#include <memory>

#include "app/session/plan_comparison.h"
#include "app/window/frame/window_part.h"
#include "core/analysis/verdict/remedy.h"

namespace arenascope {

/// Chooses the second plan of a comparison: another file, the open file as it is on disk, the first layout of the run,
/// or the layout that is shown now. A file that does not place all its buffers is planned, as if it were opened.
class ComparisonSource final : public WindowPart {
    Q_OBJECT

public:
    explicit ComparisonSource(const WindowFrame& frame);

    /// Reads a file on another thread. Ends with chosen(), or with an error in the notices.
    void compare_with(const QString& path);
    void compare_with_remedy(const QString& title, const Remedy& remedy);
    /// Shows what a planner made of a recorded allocator, and says why that is not the open plan.
    void compare_with_planned(const std::shared_ptr<const Plan>& plan);

signals:
    /// There is another second plan.
    void chosen();

private:
    void choose_file();
    void compare_with_saved();
    void compare_with_first();
    void keep_shown();
    void read(const QString& path, const std::vector<KeyValue>& switches, const QString& title);
    /// Ends what is read or planned for an earlier choice, and says what is done now.
    void begin(const QString& words);
    void end();
    void set_other(const QString& title, std::shared_ptr<const ShownPlan> plan, ComparedOrigin origin);

    BackgroundTask reading_;
    std::shared_ptr<std::atomic<bool>> is_outdated_;  ///< of the file that is read; null: none was
};

/// The shown plan in a few words: its file, the step of the run, and whether it was edited by hand.
[[nodiscard]] QString shown_plan_title(const Session& session);

}  // namespace arenascope
