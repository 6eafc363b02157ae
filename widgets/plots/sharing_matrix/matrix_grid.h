#pragma once

#include <memory>
#include <optional>
#include <utility>
#include <vector>

#include <QAbstractScrollArea>

#include "core/analysis/explain/sharing_matrix.h"
#include "core/picture/plan/palette.h"
#include "qt/words/shown_names.h"

namespace arenascope {

/// The grid of a sharing matrix, with names at its left and top. Only what is visible is painted. A click on a cell
/// chooses both buffers, a click on a name that one. The arrow keys move the current cell.
class MatrixGrid final : public QAbstractScrollArea {
    Q_OBJECT

public:
    explicit MatrixGrid(QWidget* parent = nullptr);

    void set_matrix(std::shared_ptr<const Problem> problem, std::shared_ptr<const SharingMatrix> matrix);
    /// Tints the rows and columns of these buffers, and scrolls to the first. Emits no signal.
    void set_selected(const std::vector<BufferIndex>& buffers);
    /// The cell in viewport coordinates.
    [[nodiscard]] QRect cell_box(std::uint32_t row, std::uint32_t column) const;
    /// The name at a row and at a column, as painted.
    [[nodiscard]] QString heading(std::uint32_t position) const;
    /// The relation of a row and a column as sentences; empty: none.
    [[nodiscard]] QString sentence(std::uint32_t row, std::uint32_t column) const;

signals:
    void chosen(std::vector<BufferIndex> buffers);

protected:
    bool viewportEvent(QEvent* event) override;
    void changeEvent(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    void keyPressEvent(QKeyEvent* event) override;

private:
    /// A row and a column; empty where the pointer is on a name.
    struct Target {
        std::optional<std::uint32_t> row;
        std::optional<std::uint32_t> column;
    };

    void measure();
    [[nodiscard]] std::uint32_t count() const { return static_cast<std::uint32_t>(matrix_->order.size()); }
    [[nodiscard]] Target target_at(QPoint at) const;
    [[nodiscard]] std::pair<std::uint32_t, std::uint32_t> visible(int scrolled, int room) const;
    [[nodiscard]] bool is_operand(std::uint32_t reader, std::uint32_t operand) const;
    void choose(const Target& target);
    void paint_cells(QPainter& painter, const Palette& tokens);
    void paint_cell(QPainter& painter, const Palette& tokens, std::uint32_t row, const SharingCell& cell);
    void paint_names(QPainter& painter, const Palette& tokens);

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const SharingMatrix> matrix_;
    ShownNames names_;
    std::vector<bool> is_selected_;  ///< by position in the order
    Target current_;
    int cell_ = 16;    ///< pixels across
    int labels_ = 80;  ///< pixels for names
};

}  // namespace arenascope
