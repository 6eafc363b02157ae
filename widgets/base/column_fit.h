#pragma once

#include <vector>

#include <QObject>
#include <QTableView>

namespace arenascope {

/// Keeps the columns of a table within its width, so that it does not scroll sideways unless it should. Columns are as
/// wide as their contents. Elastic columns (names) share the remaining width, and their text is elided if it is too
/// long. If not even a short name fits, columns are omitted, the least important first.
///
///   wide    │ name          │ note │ offset │ size │
///   narrow  │ name │ note │ size │                      without the offset
///   slim    │ na… │ size │                              without the note, too
///
/// Only rows on the screen are measured, so a million rows cost no more than a hundred.
class ColumnFit final : public QObject {
    Q_OBJECT

public:
    /// Serves the view, which must have its model already, and is deleted with it. `dropped` lists columns in the order
    /// in which they are omitted, before an elastic column has fewer than `least_letters`.
    ColumnFit(QTableView& view, std::vector<int> elastic, std::vector<int> dropped, int least_letters = short_name);
    /// Names need this many letters to be told apart.
    static constexpr int short_name = 8;

    /// Sets another order of omission, when other rows make another column important.
    void set_dropped(std::vector<int> dropped);
    /// From now on nothing is omitted: if the columns need more room, the table scrolls sideways.
    void scroll_sideways();
    /// Columns that are never shown, because they carry no information about the current rows.
    void set_hidden(std::vector<int> hidden);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit_later();
    void fit();
    [[nodiscard]] int content_width(int column) const;
    [[nodiscard]] bool is_elastic(int column) const;
    /// The room that a column needs in any case.
    [[nodiscard]] int least_width(int column, int content) const;

    QTableView& view_;
    const QWidget* viewport_;
    std::vector<int> elastic_;
    std::vector<int> dropped_;
    std::vector<int> hidden_;
    int least_letters_ = short_name;
    bool scrolls_ = false;
    bool waiting_ = false;
};

}  // namespace arenascope
