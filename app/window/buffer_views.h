#pragma once

#include <memory>
#include <optional>

#include <QObject>

#include "app/session/session.h"

namespace arenascope {

struct WindowActions;
struct WindowDocks;
class LayoutView;

/// Wires the docks that show buffers one by one to the session: the table of all, the inspector of those selected, and
/// those alive at the time cursor. The table's filter holds in the picture, too.
class BufferViews final : public QObject {
    Q_OBJECT

public:
    BufferViews(Session& session, const WindowDocks& docks, const WindowActions& actions, LayoutView& view,
                QObject* parent = nullptr);

private:
    void connect_docks();
    void show_problem();
    void show_layout();
    void show_selection();
    /// Takes back the selection, or where there is none the filter.
    void clear();

    Session& session_;
    const WindowDocks& docks_;
    LayoutView& view_;
    /// None: the dock may have taken a part of a problem only.
    std::optional<std::shared_ptr<const Problem>> shown_problem_;
};

}  // namespace arenascope
