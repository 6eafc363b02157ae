#pragma once

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

#include <QCoreApplication>
#include <QFontMetricsF>
#include <QPainterPath>
#include <QPolygonF>
#include <QString>

#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"
#include "core/picture/network/layered_layout.h"
#include "core/picture/network/network_diagram.h"

namespace arenascope {

/// What the network view shows: the diagram of a network, its geometry, and what a plan does with its tensors.
/// Everything that is the same for every frame is computed once.
class NetworkContent {
    Q_DECLARE_TR_FUNCTIONS(NetworkContent)

public:
    static constexpr std::uint32_t no_group = 0xFFFFFFFF;

    /// Another network. The geometry is empty until set_geometry().
    void set_problem(std::shared_ptr<const Problem> problem, const QFontMetricsF& font);
    void set_layout(std::shared_ptr<const Layout> layout);
    void set_unit(Unit unit);
    void set_geometry(DiagramGeometry geometry);
    /// The lengths of names depend on the font. The geometry is empty again.
    void set_font(const QFontMetricsF& font);

    [[nodiscard]] const std::shared_ptr<const Problem>& problem() const { return problem_; }
    [[nodiscard]] const NetworkDiagram& diagram() const { return diagram_; }
    [[nodiscard]] const DiagramGeometry& geometry() const { return geometry_; }
    [[nodiscard]] bool is_laid_out() const { return !geometry_.boxes.empty(); }
    [[nodiscard]] const std::vector<Extent>& extents() const { return extents_; }

    [[nodiscard]] const QString& name(std::uint32_t node) const { return names_[node]; }
    /// The second line of a box: the type of the operator and what the plan does with it, or the kind of the tensor.
    [[nodiscard]] QString detail(std::uint32_t node) const;
    /// "640 B" at the line of a tensor.
    [[nodiscard]] const QString& size(std::uint32_t edge) const { return sizes_[edge]; }
    /// Whether the size stands at this line: at the first one of each tensor.
    [[nodiscard]] bool shows_size(std::uint32_t edge) const { return shows_size_[edge]; }
    [[nodiscard]] const QRectF& bounds(std::uint32_t edge) const { return bounds_[edge]; }
    /// The line of a tensor, smooth. Only what is visible between two heights is needed.
    [[nodiscard]] QPainterPath curve(std::uint32_t edge, double top, double bottom) const;
    /// The same with fewer points, as it looks from far away.
    [[nodiscard]] const QPolygonF& far_line(std::uint32_t edge) const { return far_lines_[edge]; }

    /// The group of buffers that share memory, counted from 0; no_group: it shares none.
    [[nodiscard]] std::uint32_t group_of(BufferIndex buffer) const;
    [[nodiscard]] std::uint32_t group_of_node(std::uint32_t node) const;
    [[nodiscard]] std::uint32_t group_count() const { return groups_; }
    [[nodiscard]] bool is_removed(std::uint32_t node) const;
    [[nodiscard]] bool is_copied(std::uint32_t edge) const { return is_copied_[edge]; }
    [[nodiscard]] Step step_of(std::uint32_t node) const;
    /// The tensors that a box stands for: what the operator writes, or the given one.
    [[nodiscard]] std::vector<BufferIndex> buffers_of(std::uint32_t node) const;

    /// What a tooltip says about a box or a line.
    [[nodiscard]] QString text_of_node(std::uint32_t node) const;
    [[nodiscard]] QString text_of_edge(std::uint32_t edge) const;

    /// The box at a point of the diagram, or the line within `reach` of it.
    [[nodiscard]] std::optional<std::uint32_t> node_at(QPointF point) const;
    [[nodiscard]] std::optional<std::uint32_t> edge_at(QPointF point, double reach) const;

private:
    void measure(const QFontMetricsF& font);
    void note_copies();

    std::shared_ptr<const Problem> problem_ = std::make_shared<const Problem>();
    std::shared_ptr<const Layout> layout_ = std::make_shared<const Layout>();
    NetworkDiagram diagram_;
    DiagramGeometry geometry_;
    Unit unit_ = Unit::bytes;
    std::vector<Extent> extents_;          ///< by node
    std::vector<QString> names_;           ///< by node, shortened
    std::vector<QString> sizes_;           ///< by edge
    std::vector<bool> shows_size_;         ///< by edge
    std::vector<bool> is_copied_;          ///< by edge
    std::vector<QRectF> bounds_;           ///< by edge
    std::vector<QPolygonF> far_lines_;     ///< by edge
    std::vector<std::uint32_t> group_of_;  ///< by buffer; empty: nothing shares
    std::vector<bool> is_removed_;         ///< by operator
    std::uint32_t groups_ = 0;
};

}  // namespace arenascope
