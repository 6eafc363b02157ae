#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QComboBox>
#include <QLabel>
#include <QToolButton>
#include <QWidget>

#include "core/analysis/explain/stack_tree.h"
#include "core/base/text/amount.h"
#include "core/model/memory/makers.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

class FlameCanvas;
class SectionHeader;

/// "Stacks": the live bytes of a recorded allocator at one step by the stacks that made them, as a flame picture. Of a
/// large plan, it is found on another thread.
class StackFlame final : public QWidget {
    Q_OBJECT

public:
    explicit StackFlame(QWidget* parent = nullptr);

    /// Empty if the problem is not that of a recorded allocator.
    void set_problem(std::shared_ptr<const Problem> problem);
    /// Empty: the first step with the highest live size.
    void set_step(std::optional<Step> step);
    void set_unit(Unit unit);
    [[nodiscard]] const StackTree& tree() const { return *tree_; }

signals:
    /// A click or Enter: the buffers that the code made, and all that it called, ascending.
    void chosen(const std::vector<BufferIndex>& buffers);

private:
    void build();
    void refresh();
    void show_tree();
    void choose(std::uint32_t node);
    void copy() const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const StackTree> tree_;        ///< never null
    std::shared_ptr<const Problem> tree_problem_;  ///< that of the tree, which may be the one before
    std::shared_ptr<const Makers> makers_;         ///< of the problem; null: not known yet
    std::optional<Step> step_;
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* words_;
    QWidget* choices_;
    QComboBox* frames_;
    QToolButton* whole_;
    FlameCanvas* canvas_;
    BackgroundTask task_;
};

}  // namespace arenascope
