#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QLineEdit>
#include <QTableView>
#include <QTimer>
#include <QWidget>

#include "widgets/base/section_header.h"
#include "widgets/base/swatch.h"
#include "widgets/tables/buffer_table/buffer_model.h"

namespace arenascope {

/// A row that BufferTable::find() went to.
struct FoundRow {
    BufferIndex buffer;
    int number = 0;           ///< counted from 1, in the order of the table
    int count = 0;            ///< of all rows that the filter accepts
    bool went_round = false;  ///< from the last row to the first, or back
};

/// A table of all buffers of a plan, with sortable columns, a filter by name or expression, and multiple selection. A
/// large plan is filtered and sorted on another thread, and the title says "…" meanwhile.
class BufferTable final : public QWidget {
    Q_OBJECT

public:
    explicit BufferTable(QWidget* parent = nullptr);

    /// Another plan, or another layout of the same one. `risks` is by buffer; null: nobody has a tier.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                  std::shared_ptr<const OrderPlaces> order = nullptr, bool reorders = true);
    void set_unit(Unit unit);
    /// Selects rows and scrolls to the first. Emits no signal, so that views can select in each other.
    void set_selection(const std::vector<BufferIndex>& selection);
    /// Fills the filter field as if the user had typed.
    void set_filter_text(const QString& text);
    /// False: the table is out of sight, see BufferModel::set_watched().
    void set_watched(bool watched) { model_->set_watched(watched); }
    /// Focuses the filter field, for the window's "find".
    void focus_filter();
    /// Selects the row after the selected ones, or the row before them, as a click does, and goes round at the ends.
    /// Without a selected row it begins at the first or the last one. Empty: there are no rows, or the filter is
    /// invalid. Only if the table is settled.
    std::optional<FoundRow> find(bool forward);
    /// Whether the rows are those that filter and order ask for. If not, they are being found, and settled() follows.
    [[nodiscard]] bool settle();

    [[nodiscard]] const std::vector<BufferIndex>& selection() const { return selection_; }
    [[nodiscard]] QString filter_text() const { return filter_field_->text(); }
    /// The filter of the rows. Unlike filter_text(), never an invalid one, nor one whose rows are still being found.
    /// Empty: none.
    [[nodiscard]] const QString& applied_filter() const { return applied_filter_; }

signals:
    void selection_changed(const std::vector<BufferIndex>& selection);
    /// Double click or Enter on a row.
    void activated(BufferIndex buffer);
    /// Enter in the filter field, or Shift+Enter for backward.
    void find_requested(bool forward);
    /// One entry for each buffer of the problem: whether it passes the filter. Null: there is no filter.
    void filter_changed(const std::shared_ptr<const std::vector<bool>>& passing);
    /// The rows are now those that filter and order ask for.
    void settled();

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void build();
    void apply_filter();
    void take_rows();
    void show_count();
    void show_useful_columns();
    void fit_columns();
    void fit_names();
    void take_selection();
    void restore_selection();
    /// The rows of the selected buffers that the filter accepts, in ascending order.
    [[nodiscard]] std::vector<int> selected_rows() const;
    /// False: no selected buffer has a row.
    bool scroll_to_selection();
    void copy_selected_rows() const;

    BufferModel* model_;
    SectionHeader* header_;
    QLineEdit* filter_field_;
    QLabel* filter_error_;
    QTableView* view_;
    SwatchDelegate* swatches_;
    /// Includes rows hidden by the filter, which are selected again when they reappear.
    std::vector<BufferIndex> selection_;
    QString applied_filter_;
    QString wanted_filter_;           ///< of the rows that are being found
    bool goes_to_selection_ = false;  ///< when these rows are there
    int names_width_ = 0;             ///< width of the longest of the first names
    int scroll_ = 0;
    /// Fits the columns to a large plan, after the event in which all views are told of it.
    QTimer fitting_;
    bool restoring_ = false;
};

}  // namespace arenascope
