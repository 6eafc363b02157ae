#include "widgets/plots/sharing_matrix/sharing_matrix_view.h"

#include "qt/words/wording.h"
#include "widgets/base/panel_parts.h"

namespace arenascope {

SharingMatrixView::SharingMatrixView(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("Sharing Matrix"), this)),
      legend_(new Paragraph(this)),
      grid_(new MatrixGrid(this)) {
    fill_panel(*this, {header_, legend_, grid_});
    setFocusProxy(grid_);
    connect(grid_, &MatrixGrid::chosen, this, &SharingMatrixView::chosen);
    set_problem(std::make_shared<const Problem>());
}

void SharingMatrixView::set_problem(std::shared_ptr<const Problem> problem) {
    if (problem == problem_) {
        return;
    }
    task_.abandon();
    problem_ = std::move(problem);
    selection_.clear();
    grid_->set_matrix(problem_, std::make_shared<const SharingMatrix>());
    header_->set_detail({});
    is_made_ = !problem_->graph;
    grid_->setVisible(!is_made_);
    legend_->setText(is_made_ ? tr("This plan has no network: open a model to see what its operators can share.")
                              : tr("1: in use when the operator of the row runs, so they must not share. 2: the other "
                                   "way round. S: they may share."));
    if (isVisible()) {
        make();
    }
}

void SharingMatrixView::set_selection(const std::vector<BufferIndex>& buffers) {
    selection_ = buffers;
    grid_->set_selected(selection_);
}

void SharingMatrixView::showEvent(QShowEvent* event) {
    QWidget::showEvent(event);
    make();
}

void SharingMatrixView::make() {
    if (is_made_) {
        return;
    }
    is_made_ = true;
    task_.start([problem = problem_] { return std::make_shared<const SharingMatrix>(sharing_matrix(*problem)); },
                [this](std::shared_ptr<const SharingMatrix> matrix) {
                    header_->set_detail(counted(matrix->order.size(), tr("1 buffer"), tr("%1 buffers")));
                    grid_->set_matrix(problem_, std::move(matrix));
                    grid_->set_selected(selection_);
                    emit made();
                });
}

}  // namespace arenascope
