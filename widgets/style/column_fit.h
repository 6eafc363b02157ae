#pragma once

#include <vector>

#include <QObject>
#include <QTableView>

namespace arenascope {

/// Keeps the columns of a table within its width, so that it never scrolls sideways. Columns are as wide as their
/// contents; the elastic ones (names) share what is left, and their text is elided where it is too long. Where not even
/// a short name would be left, columns are left out, the least important first.
///
///   wide    │ name          │ note │ offset │ size │
///   narrow  │ name │ note │ size │                      the offset is left out
///   slim    │ na… │ size │                              and the note
///
/// Contents are measured on what is on the screen, so that a million rows cost no more than a hundred.
class ColumnFit final : public QObject {
    Q_OBJECT

public:
    /// Works for the view, which has its model already, and dies with it. `dropped` lists columns in the order in which
    /// they are left out.
    ColumnFit(QTableView& view, std::vector<int> elastic, std::vector<int> dropped);

    /// Another order of leaving out, when what the rows say makes another column the important one.
    void set_dropped(std::vector<int> dropped);
    /// Columns that are left out whatever room there is, as they say nothing of these rows.
    void set_hidden(std::vector<int> hidden);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void fit_later();
    void fit();
    [[nodiscard]] int content_width(int column) const;
    [[nodiscard]] bool is_elastic(int column) const;

    QTableView& view_;
    const QWidget* viewport_;
    std::vector<int> elastic_;
    std::vector<int> dropped_;
    std::vector<int> hidden_;
    bool waiting_ = false;
};

}  // namespace arenascope
