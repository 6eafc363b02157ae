#pragma once

#include <optional>

#include <QObject>

#include "app/session/session.h"
#include "core/trace/placement_step.h"

namespace arenascope {

struct PageContent;
struct WindowActions;
struct WindowDocks;
class Appearance;
class LayoutView;
class Notices;

/// Wires the table of cores to the session and to the picture: what is folded, hidden or moved there stands so in the
/// picture, a core that is chosen is zoomed to, and its live size is shown alone. The table is there only where a
/// problem has more than one memory.
class CoreViews final : public QObject {
    Q_OBJECT

public:
    CoreViews(Session& session, const WindowDocks& docks, const WindowActions& actions, LayoutView& view,
              Notices& notices, const Appearance& appearance, QObject* parent = nullptr);

    /// Lets a page show the containers that the window shows.
    void add_to(PageContent& content) const;

private:
    void show_plan();
    /// Warns of what found no room.
    void show_misfits();
    /// What found no room in the plan that is shown: core, operator, what is missing, the largest free area; of several
    /// the first, and how many more. Empty where all did.
    [[nodiscard]] QString misfit_text() const;
    void select_misfits();
    /// Of a many-core run the step that is looked at; none at its end, where the layout is what counts.
    [[nodiscard]] std::optional<PlacementStep> shown_step() const;

    Session& session_;
    const WindowDocks& docks_;
    LayoutView& view_;
    Notices& notices_;
    const Appearance& appearance_;
};

}  // namespace arenascope
