#pragma once

#include <map>
#include <memory>
#include <vector>

#include <QAbstractScrollArea>

#include "core/analysis/explain/stack_tree.h"
#include "core/base/text/amount.h"
#include "core/model/memory/makers.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/palette.h"
#include "core/picture/stacks/flame_boxes.h"

namespace arenascope {

/// The boxes of a StackTree. A click or Enter on one chooses it. A double click or Ctrl+Enter fills the width with it,
/// and on one of its callers goes back. The arrow keys move the current box.
class FlameCanvas final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit FlameCanvas(QWidget* parent = nullptr);

    /// `makers`: of the problem by line; their colours are those of the picture.
    void set_tree(std::shared_ptr<const Problem> problem, std::shared_ptr<const StackTree> tree,
                  std::shared_ptr<const Makers> makers);
    void set_unit(Unit unit);
    [[nodiscard]] const std::vector<FlameBox>& boxes() const { return boxes_; }
    [[nodiscard]] std::uint32_t current() const { return current_; }
    /// The node that fills the width; 0: all.
    [[nodiscard]] std::uint32_t root() const { return root_; }
    void set_root(std::uint32_t node);
    /// Function, place, bytes and share of a node, one a line.
    [[nodiscard]] QString words(std::uint32_t node) const;
    [[nodiscard]] QRect box_of(std::uint32_t node) const;

signals:
    void chosen(std::uint32_t node);
    void root_changed();

protected:
    bool viewportEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void mouseDoubleClickEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    void measure();
    void set_current(std::uint32_t node);
    void move(FlameMove way);
    [[nodiscard]] const FlameBox* box_at(QPointF point) const;
    [[nodiscard]] double row() const;
    [[nodiscard]] RiskStyle style_of_node(std::uint32_t node, const Palette& tokens) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const StackTree> tree_;
    std::shared_ptr<const Makers> makers_;
    std::map<StackFrameIndex, std::size_t> maker_of_;  ///< by frame, its position in the makers
    std::vector<RiskStyle> styles_;                    ///< by maker
    std::vector<FlameBox> boxes_;
    std::uint32_t root_ = 0;
    std::uint32_t current_ = 0;
    Unit unit_ = Unit::bytes;
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
