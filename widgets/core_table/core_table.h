#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QTableView>
#include <QWidget>

#include "widgets/core_table/core_model.h"
#include "widgets/style/section_header.h"

namespace arenascope {

/// The memories of a plan in a table: how much each is used, when it is used most, and which of their containers are
/// shown, in which order and how. A double click on a row folds its container or opens it; Alt+Up and Alt+Down, or a
/// drag, move it; the menu of a row has all of that.
class CoreTable final : public QWidget {
    Q_OBJECT

public:
    explicit CoreTable(QWidget* parent = nullptr);

    void set_plan(std::shared_ptr<const Problem> problem, const Layout& layout,
                  const std::vector<Misfit>& misfits = {});
    void set_unit(Unit unit);
    void set_cursor(std::optional<Step> step);
    /// Selects no row; tells nobody but of the pick.
    void clear_pick();
    void set_folded(RegionIndex core, bool folded);

    [[nodiscard]] const ContainerChoice& choice() const { return model_->choice(); }
    /// The core of the selected row.
    [[nodiscard]] std::optional<RegionIndex> picked() const { return picked_; }

signals:
    void choice_changed();
    /// Another row was selected, or none is any more.
    void picked_changed();
    /// A row was chosen by hand: the eye is to go there.
    void core_activated(RegionIndex core);
    void step_activated(Step step);
    /// A core was folded by hand: the eye is to see all of them.
    void overview_requested();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void show_state();
    void pick(std::optional<RegionIndex> core);
    void fold_row(int row, bool folded);
    void show_menu(int row, QPoint at);
    void move_current(int by);

    CoreModel* model_;
    SectionHeader* header_;
    QTableView* view_;
    std::optional<RegionIndex> picked_;
    bool has_changed_choice_ = false;  ///< since the mouse was pressed
};

}  // namespace arenascope
