#pragma once

#include <memory>

#include <QDir>
#include <QFile>
#include <QLabel>
#include <QSignalSpy>
#include <QStatusBar>
#include <QTemporaryDir>
#include <QtTest>

#include "app/window/frame/window_settings.h"
#include "app/window/shell/main_window.h"
#include "core/model/memory/layout.h"
#include "tests/support/test_registry.h"

namespace arenascope::test {

/// Base of the window's test classes, besides QObject: a window, a temporary folder and a plan file.
class WindowFixture {
protected:
    /// Creates a window and shows it. Forgets how the files of earlier tests were left.
    void show_window() {
        QDir(window_settings::file_folder()).removeRecursively();
        show_window_again();
    }

    /// Creates a window that shows files as they were left.
    void show_window_again() {
        window_settings::looks_for_help.set(false);  // planners that run in the background take the time of tests
        window_ = std::make_unique<MainWindow>();
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }

    /// Creates a window and gives it the keyboard.
    void show_active_window() {
        show_window();
        activate_window();
    }

    void activate_window() {
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
    }

    /// Closes the window without the question about unsaved changes.
    void close_window() {
        window_->session().undo_stack()->setClean();
        window_.reset();
    }

    void write(const QByteArray& content) const {
        QFile file(plan_);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    /// Opens a file, and waits for the check of its layout.
    void open(const QString& path) {
        QSignalSpy opened(&window_->session().plan(), &OpenPlan::opened);
        window_->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(
            !opened.isEmpty() && window_->session().path() == path && window_->session().shown()->report() != nullptr,
            20'000);
    }

    /// Opens a problem and waits until it is planned.
    void open_planned(const QString& path) {
        open(path);
        // A preview may be complete before the run has ended.
        QTRY_VERIFY_WITH_TIMEOUT(
            is_complete(window_->session().layout()) && !window_->session().tuning().run()->is_running(), 20'000);
    }

    /// A copy, so that what a test saves beside it is removed.
    void open_tuned_sample() {
        const QString copy = folder_.filePath(QStringLiteral("mobile_vision.json"));
        QFile::copy(sample(QStringLiteral("mobile_vision.json")), copy);
        open(copy);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().steps().chief_steps().size() > 1, 20'000);
    }

    /// The whole text of the status bar.
    [[nodiscard]] QString status() const {
        QStringList words;
        for (const QLabel* label : window_->statusBar()->findChildren<QLabel*>()) {
            words << label->text();
        }
        return words.join(QLatin1Char(' '));
    }

    QTemporaryDir folder_;
    QString plan_ = folder_.filePath(QStringLiteral("plan.csv"));
    std::unique_ptr<MainWindow> window_;
};

}  // namespace arenascope::test
