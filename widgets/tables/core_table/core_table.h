#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QAction>
#include <QTableView>
#include <QWidget>

#include "widgets/base/section_header.h"
#include "widgets/tables/core_table/core_model.h"

namespace arenascope {

/// A table of the memories of a plan: use, peak, and the order and visibility of their containers. A double click on a
/// row folds or unfolds its container. Alt+Up, Alt+Down or dragging moves it. The context menu of a row has all these
/// commands.
class CoreTable final : public QWidget {
    Q_OBJECT

public:
    explicit CoreTable(QWidget* parent = nullptr);

    /// As in CoreModel.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const PlanProfiles> profiles, const std::vector<Misfit>& misfits = {});
    void set_unit(Unit unit);
    void set_cursor(std::optional<Step> step);
    /// Clears the selection. Emits picked_changed() only.
    void clear_pick();
    void set_folded(RegionIndex core, bool folded);
    /// As in CoreModel.
    void set_shown(const std::vector<RegionIndex>& folded, const std::vector<RegionIndex>& hidden) {
        model_->set_shown(folded, hidden);
    }

    [[nodiscard]] const ContainerChoice& choice() const { return model_->choice(); }
    /// What the rows are: "Cores", or "Memories" if the problem has no cores.
    [[nodiscard]] QString title() const;
    /// The core of the selected row; empty: none.
    [[nodiscard]] std::optional<RegionIndex> picked() const { return picked_; }

signals:
    void choice_changed();
    /// The selected row has changed or was cleared.
    void picked_changed();
    /// The user chose a row: the view should show this core.
    void core_activated(RegionIndex core);
    void step_activated(Step step);
    /// The user folded a core: the view should show all cores.
    void overview_requested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show_state();
    void pick(std::optional<RegionIndex> core);
    void fold_row(int row, bool folded);
    void add_commands();
    /// The commands of the menu are about the current row.
    void renew_commands();
    void move_current(int by);

    CoreModel* model_;
    SectionHeader* header_;
    QTableView* view_;
    QAction* fold_ = nullptr;  ///< or unfold
    QAction* show_ = nullptr;  ///< or hide
    QAction* up_ = nullptr;
    QAction* down_ = nullptr;
    std::optional<RegionIndex> picked_;
    bool has_changed_choice_ = false;  ///< since the last mouse press
};

}  // namespace arenascope
