#pragma once

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QWidget>

namespace arenascope {

/// The page shown when nothing is open: a drop area, recent files, and the bundled sample.
class StartPage final : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void set_recent_files(const QStringList& paths);

signals:
    void open_requested();
    void sample_requested();
    /// The user clicked a recent file or dropped files; one signal for each file.
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
