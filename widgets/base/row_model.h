#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <functional>
#include <optional>
#include <utility>
#include <vector>

#include <QAbstractTableModel>

#include "core/base/containers/wide.h"
#include "core/base/text/amount.h"
#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/table_cells.h"

namespace arenascope {

/// What one column of a table says of a row.
template <class Row>
struct TableColumn {
    QString title;          ///< "%1" stands for the unit of the table
    QString meaning;        ///< tooltip of the title, in words of our own
    bool is_figure = true;  ///< figures are aligned right
    /// The bytes that a cell shows. Null: the column shows none. Empty: the cell shows none.
    std::function<std::optional<std::int64_t>(const Row&)> amount;
    bool counts_decimals = true;
    /// How many decimals the text of a row needs; null: as many as its amount.
    std::function<int(const Row&, Unit)> decimals;
    bool has_own_decimals = false;            ///< false: as many as the rest of the table
    std::function<QString(const Row&)> text;  ///< null: the amount in the unit of the table
    bool repeats_text = false;                ///< the tooltip is the text, which may be too long for its cell
    /// Null: the exact amount if there is one, otherwise the text if it is repeated.
    std::function<QString(const Row&)> tooltip;
    /// Rows are sorted by it; null: by the amount, or by the text if the column has no amounts.
    std::function<Int128(const Row&)> sort_key;
    Qt::ItemFlags flags = {};  ///< beside the usual ones: whether cells can be edited or ticked
    /// Takes what the user typed or ticked. False: it is refused. Null: all is refused.
    std::function<bool(const Row&, const QVariant&)> edit;
};

/// What a view asks of the title of a column.
template <class Row>
[[nodiscard]] QVariant title_cell(const TableColumn<Row>& column, int role, Unit unit) {
    switch (role) {
        case Qt::DisplayRole:
            return QString(column.title).replace(QLatin1String("%1"), QString::fromStdString(name_of(unit)));
        case Qt::ToolTipRole:
            return column.meaning.isEmpty() ? QVariant() : QVariant(column.meaning);
        case Qt::TextAlignmentRole:
            return cell_alignment(column.is_figure);
        default:
            return {};
    }
}

/// What a view asks of a cell whose column has a text and a tooltip. Empty: it asks for another role.
template <class Row>
[[nodiscard]] std::optional<QVariant> told_cell(const TableColumn<Row>& column, const Row& row, int role) {
    switch (role) {
        case Qt::DisplayRole:
            return column.text(row);
        case Qt::ToolTipRole:
            return plain_tooltip(column.tooltip ? column.tooltip(row) : QString());
        case Qt::TextAlignmentRole:
            return cell_alignment(column.is_figure);
        default:
            return std::nullopt;
    }
}

/// A row for each element of a list that the model shares, so that none is copied.
template <class T>
[[nodiscard]] std::vector<const T*> pointers_to(const std::vector<T>& list) {
    std::vector<const T*> rows(list.size());
    std::ranges::transform(list, rows.begin(), [](const T& each) { return &each; });
    return rows;
}

/// What a view does when its table gets another unit.
enum class UnitChange : std::uint8_t {
    resets,    ///< it forgets the current cell
    repaints,  ///< it keeps the current cell
};

/// A table whose rows are values, told by its columns. Cells are made when they are seen. Only the unit and the
/// decimals take a pass over the rows.
///
///   columns   name        size %1      holders
///   row 0     title text  amount text  text          ← all amounts of a table have one unit and as many decimals
///   row 1
///
/// `Rows` is a list that gives a row for a position, and its size. One that a worker has made brings its unit and its
/// decimals along.
template <class Row, class Rows = std::vector<Row>>
class RowModel : public QAbstractTableModel {
public:
    explicit RowModel(QObject* parent, UnitChange change = UnitChange::resets)
        : QAbstractTableModel(parent), change_(change) {}

    void set_columns(std::vector<TableColumn<Row>> columns) {
        beginResetModel();
        columns_ = std::move(columns);
        decimals_.assign(columns_.size(), 0);
        endResetModel();
    }
    [[nodiscard]] const TableColumn<Row>& column(int at) const { return columns_[static_cast<std::size_t>(at)]; }
    /// For a title that depends on what the table shows. Views see it after the next set_rows().
    [[nodiscard]] TableColumn<Row>& column(int at) { return columns_[static_cast<std::size_t>(at)]; }
    /// Which rows are bold; null: none.
    void set_bold(std::function<bool(const Row&)> is_bold) { is_bold_ = std::move(is_bold); }
    /// Gives the values of other roles than those of columns, such as Qt::EditRole.
    void set_roles(std::function<QVariant(const Row&, int column, int role)> roles) { roles_ = std::move(roles); }
    /// What a click on a title does; null: nothing.
    void set_sorting(std::function<void(int column, Qt::SortOrder order)> sorting) { sorting_ = std::move(sorting); }

    /// The unit of all amounts.
    void set_unit(Unit unit) {
        if (change_ == UnitChange::resets) {
            beginResetModel();
        }
        unit_ = unit;
        count_decimals();
        if (change_ == UnitChange::resets) {
            endResetModel();
        } else {
            tell_all_changed();
        }
    }
    /// The current cell is forgotten. `measured`: the rows whose amounts count for the decimals, if others than the
    /// shown ones do, because some are filtered out.
    void set_rows(Rows rows, Rows measured = {}) {
        beginResetModel();
        rows_ = std::move(rows);
        measured_ = std::move(measured);
        count_decimals();
        endResetModel();
    }
    /// The same for rows whose unit and decimals, by column, are known.
    void set_rows(Rows rows, Unit unit, std::vector<int> decimals) {
        beginResetModel();
        rows_ = std::move(rows);
        unit_ = unit;
        decimals_ = std::move(decimals);
        endResetModel();
    }
    /// The first one, but the current cell stays if there are as many rows as before.
    void update_rows(Rows rows) {
        if (rows.size() != rows_.size()) {
            set_rows(std::move(rows));
            return;
        }
        rows_ = std::move(rows);
        count_decimals();
        tell_cells_changed(*this);
    }
    /// Shows the same rows in another order, in which the current cell stays current. Their amounts may be others.
    void set_order(Rows rows) {
        emit layoutAboutToBeChanged();
        const Rows before = std::exchange(rows_, std::move(rows));
        for (const QModelIndex& index : persistentIndexList()) {
            const int row = row_of(before[static_cast<std::size_t>(index.row())]);
            changePersistentIndex(index, this->index(row, index.column()));
        }
        count_decimals();
        emit layoutChanged();
    }
    /// Sorts by a column. Equal rows keep their order.
    void sort_rows(Rows& rows, int column, Qt::SortOrder order) const {
        const auto sort_by = [&](const auto& key) {
            std::ranges::stable_sort(rows, [&](const Row& a, const Row& b) {
                return order == Qt::AscendingOrder ? key(a) < key(b) : key(b) < key(a);
            });
        };
        const TableColumn<Row>& told = this->column(column);
        if (told.sort_key) {
            sort_by(told.sort_key);
        } else if (told.amount) {
            sort_by(told.amount);
        } else {
            sort_by([&](const Row& row) { return text_of(row, column); });
        }
    }
    /// The cells and the titles are other ones, the rows are the same.
    void tell_all_changed() {
        tell_cells_changed(*this);
        emit headerDataChanged(Qt::Horizontal, 0, columnCount() - 1);
    }

    [[nodiscard]] const Rows& rows() const { return rows_; }
    [[nodiscard]] decltype(auto) row(int at) const { return rows_[static_cast<std::size_t>(at)]; }
    /// The first row that is equal to a value, or whose `member` is; −1: none. Linear.
    template <class Value, class Member = std::identity>
    [[nodiscard]] int row_of(const Value& value, Member member = {}) const {
        const auto found = std::ranges::find(rows_, value, member);
        return found == rows_.end() ? -1 : static_cast<int>(found - rows_.begin());
    }
    /// The position of a row that a column is asked about.
    [[nodiscard]] std::size_t position_of(const Row& row) const {
        return static_cast<std::size_t>(&row - rows_.data());
    }
    /// A number of bytes as the column writes it.
    [[nodiscard]] QString in_unit(std::int64_t bytes, int column) const {
        return QString::fromStdString(number_text(bytes, unit_, decimals_[static_cast<std::size_t>(column)]));
    }
    /// The same with a plus if it is more than 0.
    [[nodiscard]] QString signed_in_unit(std::int64_t bytes, int column) const {
        return bytes > 0 ? QLatin1Char('+') + in_unit(bytes, column) : in_unit(bytes, column);
    }
    [[nodiscard]] QString text_of(const Row& row, int column) const {
        const TableColumn<Row>& told = this->column(column);
        if (told.text) {
            return told.text(row);
        }
        const auto amount = told.amount ? told.amount(row) : std::nullopt;
        return amount ? in_unit(*amount, column) : QString();
    }

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(rows_.size());
    }
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override {
        return parent.isValid() ? 0 : static_cast<int>(columns_.size());
    }
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override {
        if (!index.isValid()) {
            return {};
        }
        const Row& shown = row(index.row());
        switch (role) {
            case Qt::DisplayRole:
                return text_of(shown, index.column());
            case Qt::ToolTipRole:
                return plain_tooltip(tooltip_of(shown, index.column()));
            case Qt::TextAlignmentRole:
                return cell_alignment(column(index.column()).is_figure);
            case Qt::FontRole:
                if (is_bold_) {
                    return is_bold_(shown) ? QVariant(bold_font()) : QVariant();
                }
                break;
            default:
                break;
        }
        return roles_ ? roles_(shown, index.column(), role) : QVariant();
    }
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override {
        if (orientation != Qt::Horizontal || section < 0 || section >= columnCount()) {
            return {};
        }
        return title_cell(column(section), role, unit_);
    }
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override {
        const Qt::ItemFlags usual = QAbstractTableModel::flags(index);
        return index.isValid() ? usual | column(index.column()).flags : usual;
    }
    bool setData(const QModelIndex& index, const QVariant& value, int role) override {
        const bool is_edited = index.isValid() && (role == Qt::EditRole || role == Qt::CheckStateRole);
        return is_edited && column(index.column()).edit && column(index.column()).edit(row(index.row()), value);
    }
    void sort(int column, Qt::SortOrder order) override {
        if (sorting_) {
            sorting_(column, order);
        }
    }

private:
    [[nodiscard]] QString tooltip_of(const Row& row, int column) const {
        const TableColumn<Row>& told = this->column(column);
        if (told.tooltip) {
            return told.tooltip(row);
        }
        const auto amount = told.amount ? told.amount(row) : std::nullopt;
        return amount ? exact_bytes(*amount) : told.repeats_text ? text_of(row, column) : QString();
    }
    /// The decimals of each column.
    void count_decimals() {
        const Rows& measured = measured_.empty() ? rows_ : measured_;
        int shared = 0;
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            const TableColumn<Row>& each = columns_[i];
            decimals_[i] = 0;
            if (each.amount && each.counts_decimals) {
                for (const Row& row : measured) {
                    decimals_[i] =
                        std::max(decimals_[i], each.decimals ? each.decimals(row, unit_)
                                                             : decimals_of(each.amount(row).value_or(0), unit_));
                }
            }
            shared = each.has_own_decimals ? shared : std::max(shared, decimals_[i]);
        }
        for (std::size_t i = 0; i < columns_.size(); ++i) {
            decimals_[i] = columns_[i].has_own_decimals ? decimals_[i] : shared;
        }
    }

    std::vector<TableColumn<Row>> columns_;
    std::function<bool(const Row&)> is_bold_;
    std::function<QVariant(const Row&, int, int)> roles_;
    std::function<void(int, Qt::SortOrder)> sorting_;
    Rows rows_;
    Rows measured_;  ///< empty: the shown ones
    UnitChange change_;
    Unit unit_ = Unit::bytes;
    std::vector<int> decimals_;  ///< by column
};

}  // namespace arenascope
