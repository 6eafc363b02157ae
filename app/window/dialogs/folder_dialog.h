#pragma once

#include <memory>

#include <QDialog>

#include "core/format/folder_search.h"
#include "qt/tasks/background_task.h"

class QLabel;
class QPushButton;
class QTableWidget;

namespace arenascope {

/// The files of a folder that can be opened, to choose one: name, format and size. It fills while the folder is
/// searched on another thread; closing the dialog ends the search.
class FolderDialog final : public QDialog {
    Q_OBJECT

public:
    explicit FolderDialog(const QString& folder, QWidget* parent = nullptr);

    [[nodiscard]] bool is_searching() const { return searching_.is_running(); }

signals:
    /// The user chose a file. The dialog is closed.
    void chosen(const QString& path);

private:
    void search_on();
    void add(const std::vector<FoundFile>& files);
    void show_state();
    void choose();

    std::shared_ptr<FolderSearch> search_;
    BackgroundTask searching_{this};
    QString folder_;
    QLabel* state_;
    QTableWidget* files_;
    QPushButton* open_;
};

}  // namespace arenascope
