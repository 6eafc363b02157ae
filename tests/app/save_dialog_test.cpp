#include "app/window/save_dialog.h"

#include <QFile>
#include <QFileDialog>
#include <QFileInfo>
#include <QLineEdit>
#include <QTemporaryDir>
#include <QTimer>

#include "app/window/main_window.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

class SaveDialogTest : public QObject {
    Q_OBJECT

private:
    QTemporaryDir folder_;
    QString plan_;
    std::unique_ptr<MainWindow> window_;

    void write(const QByteArray& content) {
        QFile file(plan_);
        QVERIFY(file.open(QIODevice::WriteOnly));
        file.write(content);
    }

    void open(const QString& path) {
        window_->open(path);
        QTRY_VERIFY_WITH_TIMEOUT(window_->session().report().has_value(), 20'000);
    }

private slots:
    void init() {
        plan_ = folder_.filePath(QStringLiteral("plan.csv"));
        window_ = std::make_unique<MainWindow>();
        window_->show();
        QVERIFY(QTest::qWaitForWindowExposed(window_.get()));
    }

    void cleanup() {
        window_->session().undo_stack()->setClean();
        window_.reset();
    }

    void a_name_without_a_suffix_is_saved_under_that_of_the_type() {
        write("id,lower,upper,size,offset\na,0,4,8,0\n");
        open(plan_);
        const auto save_as = [this](const QString& name, int type) {
            QTimer::singleShot(100, window_.get(), [name, type] {
                auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
                QVERIFY(dialog != nullptr);
                dialog->selectNameFilter(dialog->nameFilters().at(type));
                emit dialog->filterSelected(dialog->nameFilters().at(type));
                auto* field = dialog->findChild<QLineEdit*>();
                field->setText(name);
                QTest::keyClick(field, Qt::Key_Return);
            });
            window_->actions().save_layout->trigger();
        };
        save_as(QStringLiteral("out2"), 0);
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("out2.json"))));
        save_as(QStringLiteral("out3"), 1);
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("out3.csv"))));
        save_as(QStringLiteral("out4.csv"), 0);
        QVERIFY(QFileInfo::exists(folder_.filePath(QStringLiteral("out4.csv"))));
    }
};

ARENASCOPE_TEST(SaveDialogTest)
#include "save_dialog_test.moc"
