#pragma once

#include <cstddef>
#include <memory>
#include <optional>

#include <QLabel>
#include <QPushButton>
#include <QTableView>
#include <QWidget>

#include "core/analysis/advice/advice.h"
#include "core/base/text/amount.h"
#include "widgets/base/row_model.h"

namespace arenascope {

class FrontierPlot;
class LeverChoice;
class SectionHeader;
struct LeverWish;

struct AdviceColumn {
    enum Column { levers, peak, bound, work, traffic };
};

/// "What Would Make It Fit": ways to run the network, each with what it needs and what it costs, as rows and as a plot.
/// What may be tried is chosen here. A row can be seen beside today's plan, or taken.
class AdviceTable final : public QWidget {
    Q_OBJECT

public:
    explicit AdviceTable(QWidget* parent = nullptr);

    /// There is nothing to list; `words` says why. `can_search`: a link below starts a search.
    void set_nothing(const QString& words, bool can_search);
    /// A search is under way; `words` says what is tried.
    void set_progress(const QString& words);
    void set_advice(std::shared_ptr<const Advice> advice);
    /// Of the one memory of the plan; empty: there is none, or there are several memories. What fits is told anew.
    void set_capacity(std::optional<Bytes> capacity);
    /// What may be tried. The error says which field is wrong.
    [[nodiscard]] Expected<LeverWish> wish() const;
    void set_unit(Unit unit);
    /// The option of the selected row; null: there is none. Until the next call of a setter.
    [[nodiscard]] const AdviceOption* chosen() const;
    /// The lever that alone lowers a peak the most without another result, with what it gives: "split would give 88
    /// KiB".
    [[nodiscard]] QString best_lever_words(Offset peak) const;
    /// The words above the table, for tests.
    [[nodiscard]] QString words() const { return words_->text(); }

signals:
    /// The link below the words: search (again).
    void search_requested();
    /// The same while a search is under way.
    void stop_requested();
    /// A double click, Enter or the button: the selected option is to be seen beside today's plan.
    void compare_requested();
    /// The button: the open network is to be changed.
    void apply_requested();
    /// Something else may be tried.
    void wish_changed();
    /// The line of the capacity was dragged.
    void capacity_chosen(Bytes capacity);

private:
    void add_columns();
    void set_rows(std::shared_ptr<const Advice> advice);
    void take_capacity(std::optional<Bytes> capacity);
    void choose(std::size_t option);
    void refresh();
    void refresh_buttons();
    [[nodiscard]] QString answer() const;

    std::shared_ptr<const Advice> advice_;
    QString nothing_;  ///< why nothing is listed; of a search, what is tried
    QString link_;     ///< below the words; empty: none
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* words_;
    RowModel<const AdviceOption*>* model_;
    FrontierPlot* plot_;
    QTableView* view_;
    LeverChoice* choice_;
    QPushButton* choose_;  ///< shows the choice
    QPushButton* compare_;
    QPushButton* apply_;
};

}  // namespace arenascope
