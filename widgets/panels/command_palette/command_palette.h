#pragma once

#include <atomic>
#include <memory>

#include <QFrame>
#include <QPointer>

#include "qt/tasks/background_task.h"
#include "widgets/panels/command_palette/palette_search.h"

class QLabel;
class QLineEdit;
class QListView;

namespace arenascope {

class PaletteModel;

/// One line that finds everything: a field over a list of commands, buffers, operators and steps, in front of a window.
/// It searches on another thread, so that typing never waits.
///
///   ┌────────────────────────────────────────────┐
///   │ zoom sel                                   │
///   │ >  View › Zoom to Selection              Z │   Enter, click: choose
///   │ @  zoom_select        4 KiB · steps [1, 3) │   Up, Down, Page Up, Page Down, Tab: another row
///   │ 2 found                                    │   Esc: close
///   └────────────────────────────────────────────┘
///
/// It closes when something is chosen, at Esc, or when another widget of the window takes the focus. Except for the
/// last, the widget that had the focus gets it back.
class CommandPalette final : public QFrame {
    Q_OBJECT

public:
    /// `window` owns it. It is hidden at first.
    explicit CommandPalette(QWidget& window);

    /// Shows it with an empty line.
    void open(std::shared_ptr<const PaletteContent> content);
    /// Searches other content for the text of the line.
    void set_content(std::shared_ptr<const PaletteContent> content);
    void dismiss();

signals:
    /// Emitted after it closed. Never for a command that is not available.
    void chosen(const PaletteEntry& entry);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;
    bool focusNextPrevChild(bool next) override;

private:
    /// Another widget took the focus.
    void leave();
    void search();
    void show_results(PaletteResults results);
    void show_count();
    [[nodiscard]] QString count_words() const;
    void choose(const QModelIndex& row);
    /// Chooses the current row, or once the search has ended, the first row of its results.
    void choose_current();
    /// True: the line leaves the key to the list.
    bool take_key(int key);
    void move_row(int by);
    void fit();

    QWidget& window_;
    QLineEdit* line_;
    QListView* list_;
    QLabel* count_;
    PaletteModel* model_;
    std::shared_ptr<const PaletteContent> content_;
    BackgroundTask searching_{this};
    std::shared_ptr<std::atomic<bool>> is_outdated_;  ///< of the running search
    bool chooses_first_ = false;                      ///< Enter was pressed before the search ended
    QPointer<QWidget> focus_before_;
};

}  // namespace arenascope
