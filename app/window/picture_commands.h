#pragma once

#include <QObject>

#include "app/session/session.h"
#include "core/picture/page.h"

class QWidget;

namespace arenascope {

struct WindowActions;
class Appearance;
class CoreViews;
class LayoutView;
class Notices;

/// Writes the picture of the plan to a file or to the clipboard.
class PictureCommands final : public QObject {
    Q_OBJECT

public:
    /// `window` is the parent of dialogs.
    PictureCommands(QWidget& window, Session& session, const WindowActions& actions, const LayoutView& view,
                    const CoreViews& cores, const Appearance& appearance, Notices& notices, QObject* parent = nullptr);

private:
    void export_picture();
    void copy_picture();
    /// A page with the content that the session shows.
    [[nodiscard]] PageContent page() const;

    QWidget& window_;
    Session& session_;
    const LayoutView& view_;
    const CoreViews& cores_;
    const Appearance& appearance_;
    Notices& notices_;
};

}  // namespace arenascope
