#pragma once

#include <memory>
#include <vector>

#include <QComboBox>
#include <QIcon>
#include <QTableView>
#include <QWidget>

#include "core/base/text/amount.h"
#include "core/model/memory/makers.h"
#include "core/model/memory/problem.h"
#include "widgets/base/row_model.h"

namespace arenascope {

class SectionHeader;

/// The columns of the makers: name, bytes at the highest live size, allocations.
struct MakerColumn {
    enum Column { maker, at_peak, allocations };
};

/// Who made the allocations of a recorded allocator: lines, functions or files of code, those with the most bytes at
/// the highest live size first. The colours are those of the picture.
class MakerTable final : public QWidget {
    Q_OBJECT

public:
    explicit MakerTable(QWidget* parent = nullptr);

    /// Empty if the problem is not that of a recorded allocator.
    void set_problem(std::shared_ptr<const Problem> problem);
    /// What the rows are. Emits nothing.
    void set_made_by(MadeBy by);
    /// Whether the picture shows the colours of the makers.
    void set_colored(bool colored);
    void set_unit(Unit unit);
    /// No maker is chosen any longer. Emits nothing.
    void clear_choice();
    [[nodiscard]] MadeBy made_by() const { return by_; }

signals:
    /// A click or Enter on a row: the filter that accepts its allocations, see maker_filter().
    void chosen(const QString& filter);
    /// The user wants other rows.
    void made_by_chosen(MadeBy by);
    /// The user wants to change what counts as code of libraries.
    void library_code_asked();

private:
    void build();
    void add_columns();
    void refresh();
    /// Gives each name a square in the colour of the maker in the picture, if that shows them.
    void show_swatches();
    [[nodiscard]] QString name_words(const Maker& one) const;

    std::shared_ptr<const Problem> problem_;
    Makers makers_;                ///< of the problem
    std::vector<QIcon> swatches_;  ///< by maker; icons share their pixels
    MadeBy by_ = MadeBy::line;
    bool is_colored_ = true;
    SectionHeader* header_;
    QComboBox* choice_;
    RowModel<Maker>* model_;
    QTableView* view_;
};

}  // namespace arenascope
