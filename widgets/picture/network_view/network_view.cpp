#include "widgets/picture/network_view/network_view.h"

#include "qt/words/wording.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {

NetworkView::NetworkView(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("Network"), this)),
      hint_(new Paragraph(this)),
      canvas_(new NetworkCanvas(this)) {
    hint_->setText(tr("This plan has no network: open a model to see it."));
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(hint_);
    column->addWidget(canvas_, 1);
    column->addStretch(0);
    setFocusProxy(canvas_);
    connect(canvas_, &NetworkCanvas::operator_chosen, this, &NetworkView::operator_chosen);
    connect(canvas_, &NetworkCanvas::buffer_chosen, this, &NetworkView::buffer_chosen);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
    show_state();
}

void NetworkView::set_problem(std::shared_ptr<const Problem> problem) {
    if (problem != canvas_->content().problem()) {
        canvas_->set_problem(std::move(problem));
        show_state();
    }
}

void NetworkView::set_layout(std::shared_ptr<const Layout> layout) {
    canvas_->set_layout(std::move(layout));
    show_state();
}

void NetworkView::set_selection(std::optional<OperatorIndex> chosen, const std::vector<BufferIndex>& buffers) {
    NetworkMarks marks = canvas_->marks();
    marks.chosen = chosen;
    marks.selected = buffers;
    canvas_->set_marks(std::move(marks));
}

void NetworkView::set_cursor(std::optional<Step> step) {
    NetworkMarks marks = canvas_->marks();
    marks.cursor = step;
    canvas_->set_marks(std::move(marks));
}

void NetworkView::set_peak_step(std::optional<Step> step) {
    NetworkMarks marks = canvas_->marks();
    marks.peak = step;
    canvas_->set_marks(std::move(marks));
}

void NetworkView::show_state() {
    const NetworkContent& content = canvas_->content();
    const bool has_network = !content.diagram().nodes.empty();
    hint_->setVisible(!has_network);
    canvas_->setVisible(has_network);
    if (!has_network) {
        header_->set_detail({});
        return;
    }
    const auto operators = static_cast<std::int64_t>(content.problem()->graph->operators.size());
    QString detail = counted(operators, tr("1 operator"), tr("%1 operators"));
    if (content.group_count() > 0) {
        detail += tr(" · %1").arg(counted(content.group_count(), tr("1 group shares"), tr("%1 groups share")));
    }
    header_->set_detail(detail);
}

}  // namespace arenascope
