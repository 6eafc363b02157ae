#pragma once

#include <functional>

#include <QObject>

#include "app/session/session.h"
#include "core/edit/buffer_change.h"

class QAction;
class QWidget;

namespace arenascope {

struct WindowActions;
struct WindowDocks;
class Notices;

/// The commands that edit the problem by hand: change the selected buffers in the inspector, add, duplicate and drop
/// buffers, split one at the time cursor, pin. All can be undone. An action that cannot apply says why in its tooltip.
class EditCommands final : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs.
    EditCommands(QWidget& window, Session& session, const WindowDocks& docks, const WindowActions& actions,
                 Notices& notices, QObject* parent = nullptr);

private:
    void enable() const;
    /// Why no selected buffer can be edited; empty: they can.
    [[nodiscard]] QString why_not_editable() const;
    /// Why the selected buffer cannot be split; empty: it can.
    [[nodiscard]] QString why_not_splittable() const;
    [[nodiscard]] bool are_all_pinned() const;
    /// What edits start from. A change under way is shown first.
    [[nodiscard]] const ShownPlan& shown_plan();
    /// "Drop conv1", "Drop 3 Buffers".
    [[nodiscard]] QString about_selection(const QString& of_one, const QString& of_several) const;
    void edit_in_inspector();
    void change(const BufferChange& change);
    void add();
    void duplicate();
    void drop();
    void split();
    void toggle_pin();
    /// Makes the edited plan the open one, and says so if the recorded run does not fit it.
    Expected<void> take(Expected<EditedPlan> edited, const QString& text);
    /// The same, and reports an error in the message bar.
    void take_or_report(Expected<EditedPlan> edited, const QString& text);

    QWidget& window_;
    Session& session_;
    const WindowDocks& docks_;
    const WindowActions& actions_;
    Notices& notices_;
};

}  // namespace arenascope
