#pragma once

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QWidget>

namespace arenascope {

/// What the window shows when nothing is open: what may be dropped here, recent files, the bundled sample.
class StartPage final : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void set_recent_files(const QStringList& paths);

signals:
    void open_requested();
    void sample_requested();
    /// A recent file was clicked, or files were dropped: one signal for each.
    void file_chosen(const QString& path);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QLabel* title_;
    QLabel* hint_;
    QPushButton* open_;
    QPushButton* sample_;
    QLabel* recent_title_;
    QListWidget* recent_;
};

}  // namespace arenascope
