#pragma once

#include <QLabel>
#include <QListWidget>
#include <QPushButton>
#include <QWidget>

namespace arenascope {

/// The page shown when nothing is open: the last session, a drop area, recent files, and the bundled sample.
class StartPage final : public QWidget {
    Q_OBJECT

public:
    explicit StartPage(QWidget* parent = nullptr);

    void set_recent_files(const QStringList& paths);
    /// Offers to open the files of the last session again, with the focus on that button. Empty: offers nothing.
    void set_last_session(const QStringList& paths);

signals:
    void open_requested();
    /// `file`: the name of a sample's file.
    void sample_requested(const QString& file);
    /// The user goes on with the last session.
    void continue_requested();
    /// The user clicked a recent file or dropped files; one signal for each file.
    void file_chosen(const QString& path);

protected:
    void dragEnterEvent(QDragEnterEvent* event) override;
    void dropEvent(QDropEvent* event) override;

private:
    QPushButton* continue_;
    QLabel* title_;
    QLabel* hint_;
    QPushButton* open_;
    QLabel* samples_title_;
    QLabel* recent_title_;
    QListWidget* recent_;
};

}  // namespace arenascope
