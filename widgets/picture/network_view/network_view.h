#pragma once

#include <memory>

#include <QLabel>
#include <QWidget>

#include "widgets/base/section_header.h"
#include "widgets/picture/network_view/network_canvas.h"

namespace arenascope {

/// The network of a model as a layered graph: sizes of tensors at the lines, and buffers that share memory in the
/// colour of their group. The selection, the time cursor and the peak are marked as in the picture.
class NetworkView final : public QWidget {
    Q_OBJECT

public:
    explicit NetworkView(QWidget* parent = nullptr);

    /// For a problem without a network, a hint says so.
    void set_problem(std::shared_ptr<const Problem> problem);
    /// Another layout of the same problem: its sharing groups, removed operators and copies.
    void set_layout(std::shared_ptr<const Layout> layout);
    void set_unit(Unit unit) { canvas_->set_unit(unit); }
    /// Marks the chosen operator and the selected buffers. None of these emits a signal.
    void set_selection(std::optional<OperatorIndex> chosen, const std::vector<BufferIndex>& buffers);
    void set_cursor(std::optional<Step> step);
    void set_peak_step(std::optional<Step> step);
    [[nodiscard]] NetworkCanvas* canvas() const { return canvas_; }

signals:
    /// A click on a box, or an arrow key.
    void operator_chosen(OperatorIndex index);
    /// A click on a line, or on a tensor that no operator writes.
    void buffer_chosen(BufferIndex buffer);

private:
    void show_state();

    SectionHeader* header_;
    QLabel* hint_;
    NetworkCanvas* canvas_;
};

}  // namespace arenascope
