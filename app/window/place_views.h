#pragma once

#include <optional>
#include <vector>

#include <QObject>

#include "app/session/session.h"
#include "core/explain/placing_reason.h"

namespace arenascope {

struct WindowDocks;
class LayoutView;

/// Connects "Why Here" to the session: the reason of the selected buffer in the shown step, its places in the picture,
/// and trials of other places. Nothing is computed while the dock is out of sight.
class PlaceViews final : public QObject {
    Q_OBJECT

public:
    PlaceViews(Session& session, const WindowDocks& docks, LayoutView& view, QObject* parent = nullptr);

private:
    void show_reason();
    void show_trial(std::optional<Offset> offset);
    /// Makes the layout with the buffer at another place the plan, by hand.
    void try_place(Offset offset);
    [[nodiscard]] QString origin_words() const;
    /// The placing order of the shown step; empty: it has none.
    [[nodiscard]] std::vector<BufferIndex> shown_order() const;

    Session& session_;
    const WindowDocks& docks_;
    LayoutView& view_;
    bool is_in_sight_ = false;
    std::optional<PlacingReason> reason_;
    std::vector<BufferIndex> order_;
};

}  // namespace arenascope
