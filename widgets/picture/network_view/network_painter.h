#pragma once

#include <optional>
#include <vector>

#include <QPainter>

#include "core/picture/plan/palette.h"
#include "widgets/picture/network_view/diagram_camera.h"
#include "widgets/picture/network_view/network_content.h"

namespace arenascope {

/// What the window points out in the network: the selection, the time cursor and the peak.
struct NetworkMarks {
    std::optional<OperatorIndex> chosen;
    std::vector<BufferIndex> selected;  ///< sorted
    std::optional<Step> cursor;
    std::optional<Step> peak;
};

/// The style of the buffers that share memory in a group. Five groups have styles of their own, then they begin again;
/// the number of the group stands in each box. Null for no_group.
[[nodiscard]] const RiskStyle* group_style(const Palette& tokens, std::uint32_t group);

/// Paints the visible part of a network. The farther away it is, the less it shows: names and sizes need some pixels,
/// and curves become lines. Linear in boxes and lines, where those outside the view cost next to nothing.
///
///   ┌─────────────┐
///   │ conv1       │      box: colour of the group that shares its memory; dashed: removed; thick: selected;
///   │ Conv · g 1  │      ● at the time cursor, ▲ at the peak
///   └──────┬──────┘
///     40 KiB            line: colour of the tensor's group; dashed: copied
class NetworkPainter {
public:
    NetworkPainter(QPainter& painter, const NetworkContent& content, const DiagramCamera& camera, const Palette& tokens)
        : painter_(painter), content_(content), camera_(camera), tokens_(tokens) {}

    void paint(const NetworkMarks& marks, QRectF view);

private:
    [[nodiscard]] bool is_selected(const NetworkMarks& marks, std::uint32_t edge) const;
    void paint_edge(std::uint32_t edge, bool selected, const QRectF& shown);
    void paint_size(std::uint32_t edge);
    void paint_box(std::uint32_t node, const NetworkMarks& marks);
    void paint_texts(std::uint32_t node, const QRectF& box, const QColor& ink);
    void paint_mark(const QRectF& box, const NetworkMarks& marks, Step step);

    QPainter& painter_;
    const NetworkContent& content_;
    const DiagramCamera& camera_;
    const Palette& tokens_;
    std::vector<QRectF> plates_;  ///< of the sizes that are painted already
};

}  // namespace arenascope
