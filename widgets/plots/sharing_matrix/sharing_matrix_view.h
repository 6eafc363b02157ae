#pragma once

#include <memory>
#include <vector>

#include <QLabel>
#include <QWidget>

#include "qt/tasks/background_task.h"
#include "widgets/base/section_header.h"
#include "widgets/plots/sharing_matrix/matrix_grid.h"

namespace arenascope {

/// The sharing of a whole network as a matrix: which buffers must not share memory, and which may. Its letters are
/// explained above it. The matrix is made in the background when it is first visible.
class SharingMatrixView final : public QWidget {
    Q_OBJECT

public:
    explicit SharingMatrixView(QWidget* parent = nullptr);

    /// For a problem without a network, a hint says so.
    void set_problem(std::shared_ptr<const Problem> problem);
    /// Emits no signal.
    void set_selection(const std::vector<BufferIndex>& buffers);
    [[nodiscard]] MatrixGrid* grid() const { return grid_; }

signals:
    /// The matrix of the problem is shown.
    void made();
    void chosen(std::vector<BufferIndex> buffers);

protected:
    void showEvent(QShowEvent* event) override;

private:
    void make();

    std::shared_ptr<const Problem> problem_;
    std::vector<BufferIndex> selection_;
    bool is_made_ = true;
    BackgroundTask task_;
    SectionHeader* header_;
    QLabel* legend_;
    MatrixGrid* grid_;
};

}  // namespace arenascope
