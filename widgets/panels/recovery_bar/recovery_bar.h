#pragma once

#include <vector>

#include <QScrollArea>
#include <QString>
#include <QWidget>

#include "core/picture/plan/palette.h"

class QBoxLayout;

namespace arenascope {

/// A bar above the page that offers unsaved work, a line for each plan:
///
///   Unsaved edits of plan.json from 14:32: 12 edits.                  [Recover] [Discard] [Later]
///   Unsaved edits of other.csv from Monday, 9:05: 1 edit. The file …  [Recover] [Discard] [Later]
///
/// In a narrow window, the buttons stand below the words. More than a few lines scroll.
class RecoveryBar final : public QWidget {
    Q_OBJECT

public:
    struct Row {
        QString text;
        QString detail;           ///< what is special about it; empty: nothing
        QString path;             ///< shown as a tooltip
        bool can_recover = true;  ///< false: without that button
        bool is_enabled = true;   ///< false: it is being recovered
    };

    /// Hidden until there are rows.
    explicit RecoveryBar(QWidget* parent = nullptr);

    void set_rows(const std::vector<Row>& rows);

signals:
    /// The position of the row.
    void recover_requested(int row);
    void discard_requested(int row);
    void later_requested(int row);

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void showEvent(QShowEvent* event) override;

private:
    [[nodiscard]] QWidget* new_line(const Row& row, int position);
    void place_buttons(int width);
    void fit_height();

    QScrollArea* area_;
    QWidget* lines_ = nullptr;
    std::vector<QBoxLayout*> parts_;  ///< of each line: words, buttons
    Theme theme_ = Theme::light;
};

}  // namespace arenascope
