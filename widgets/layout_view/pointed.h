#pragma once

#include <optional>

#include <QPoint>
#include <QString>

#include "widgets/layout_view/layout_picture.h"
#include "widgets/layout_view/viewports.h"

namespace arenascope {

/// What the pointer is on.
struct Pointed {
    BufferIndex buffer = BufferIndex::none();  ///< none(): beside all of them
    std::optional<Step> step;                  ///< where it has a name
    friend bool operator==(const Pointed&, const Pointed&) = default;
};

/// Wherever in its column the pointer is, a step with a name is pointed at.
[[nodiscard]] Pointed pointed_at(const LayoutPicture& picture, const Viewports& ports, QPoint position);

/// The buffer at a pixel of the containers or of the tray.
[[nodiscard]] std::optional<BufferIndex> buffer_at(const LayoutPicture& picture, const Viewports& ports,
                                                   QPoint position);

/// Middle of a buffer's visible part; nothing where none of it is in view.
[[nodiscard]] std::optional<QPoint> position_of(const LayoutPicture& picture, const Viewports& ports,
                                                BufferIndex buffer);

/// The step at a pixel of the containers.
[[nodiscard]] std::optional<Step> container_step_at(const LayoutPicture& picture, const Viewports& ports,
                                                    QPoint position);

/// The step that a click puts the time cursor on: anywhere in the columns of the containers.
[[nodiscard]] std::optional<Step> column_step_at(const LayoutPicture& picture, const Viewports& ports, QPoint position);

/// The core at a pixel of the containers. Nothing where there is a single container.
[[nodiscard]] std::optional<RegionIndex> core_at(const LayoutPicture& picture, const Viewports& ports, QPoint position);

/// What a double click asks for.
struct FoldRequest {
    RegionIndex core;
    bool folded = false;
    friend bool operator==(const FoldRequest&, const FoldRequest&) = default;
};

/// On the strip of a folded container: to open it; on the name beside an open one: to fold it.
[[nodiscard]] std::optional<FoldRequest> fold_request_at(const LayoutPicture& picture, const Viewports& ports,
                                                         QPoint position);

/// The tooltip of what is pointed at, a line for each fact; empty for nothing.
[[nodiscard]] QString tooltip_text(const LayoutPicture& picture, const Pointed& pointed);

}  // namespace arenascope
