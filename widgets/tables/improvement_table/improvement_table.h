#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

#include "core/analysis/improvement/improvement.h"
#include "core/base/text/amount.h"
#include "core/model/memory/problem.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"

namespace arenascope {

class SectionHeader;

/// The columns of the changes. `peak`: that of the plan after the change.
struct ImprovementColumn {
    enum Column { change, peak, lower, moves, moved };
};

/// "Improve": the small changes of the layout that lower its peak, the best first. A selected row shows where it
/// would put its buffers, and can be applied.
class ImprovementTable final : public QWidget {
    Q_OBJECT

public:
    explicit ImprovementTable(QWidget* parent = nullptr);

    /// There is nothing to list; `words` says why. `can_search`: a link below starts a search.
    void set_nothing(const QString& words, bool can_search);
    /// A search is under way, and has tried so many buffers.
    void set_progress(std::size_t done, std::size_t all);
    /// `is_of_selection`: only selected buffers were tried, and a link below the words asks for all.
    void set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const ImprovementReport> report,
                    bool is_of_selection = false);
    void set_unit(Unit unit);
    /// The change of the selected row; null: there is none. Until the next call of a setter.
    [[nodiscard]] const Improvement* chosen() const;
    /// The words above the table, for tests.
    [[nodiscard]] QString words() const { return words_->text(); }

signals:
    /// Another row, or none, is selected; see chosen().
    void chosen_changed();
    /// A double click, Enter or the button: the selected change is to be made.
    void apply_requested();
    /// The link below the words: search (again).
    void search_requested();
    /// Another one: try the buffers that carry the peak, whatever is selected.
    void all_requested();
    /// The same while a search is under way.
    void stop_requested();

private:
    enum class State { nothing, searching, found };

    void add_columns();
    void set_rows(std::shared_ptr<const ImprovementReport> report);
    void refresh();
    /// Bytes by which the peak of the plan falls. If that is in another region, bytes by which the peak of this one
    /// falls.
    [[nodiscard]] std::int64_t gain(const Improvement& one) const;
    [[nodiscard]] QString change_words(const Improvement& one, bool in_full) const;
    /// What moves where, and what is the highest then.
    [[nodiscard]] QString move_words(const Improvement& one) const;
    [[nodiscard]] QString report_words() const;
    [[nodiscard]] QString obstacle_words() const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const ImprovementReport> report_;
    ShownNames names_;
    State state_ = State::nothing;
    QString nothing_;
    bool can_search_ = false;
    bool is_of_selection_ = false;
    std::size_t done_ = 0;
    std::size_t all_ = 0;
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* words_;
    RowModel<const Improvement*>* model_;
    QTableView* view_;
    QPushButton* apply_;
};

}  // namespace arenascope
