#pragma once

#include <array>
#include <memory>
#include <optional>

#include <QElapsedTimer>
#include <QStringList>
#include <QTimer>

#include "app/window/dialogs/picture_source.h"
#include "app/window/frame/window_part.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

class CoreViews;
class VerdictViews;

/// Writes the picture of the plan to a file or to the clipboard. It is drawn on another thread, with a notice that can
/// cancel it. A file of a small plan is written at once.
class PictureCommands final : public WindowPart {
    Q_OBJECT

public:
    /// Both views must outlive this.
    PictureCommands(const WindowFrame& frame, const CoreViews& cores, const VerdictViews& verdict);

private:
    void export_picture();
    void copy_picture();
    /// A plan as the window shows it, without title and notes.
    [[nodiscard]] PictureSource source_of(std::shared_ptr<const ShownPlan> shown) const;
    [[nodiscard]] PictureSource source() const;
    /// Both plans of a comparison.
    [[nodiscard]] PictureSource compared_source() const;
    /// The parts of a caption that say which layout is shown.
    [[nodiscard]] QStringList layout_notes() const;
    /// The last choices. What is shown depends on whether the window shows a part; by default, that part.
    [[nodiscard]] ExportChoices proposed_choices(bool is_part) const;
    /// Runs `work(const IsOutdated&)` on another thread, then `done` with its result. A notice tells if it takes
    /// longer.
    template <class Work, class Done>
    void draw(const PictureSource& source, Work work, Done done);
    void say_drawing();
    void cancel();
    void remember(const ExportChoices& choices, bool is_part);

    const CoreViews& cores_;
    const VerdictViews& verdict_;
    std::optional<ExportChoices> last_;  ///< of this window
    QString titled_;                     ///< the file that the last title is for
    /// The last choices by whether the window showed a part.
    std::array<std::optional<ExportChoices>, 2> last_of_;
    BackgroundTask drawing_{this};
    QElapsedTimer since_;  ///< the drawing began
    QTimer seconds_;       ///< says how long it has taken
};

}  // namespace arenascope
