// How the window shows file names, and names from untrusted files.
#include <QAction>
#include <QFileDialog>
#include <QLineEdit>
#include <QListWidget>
#include <QTableView>
#include <QTimer>

#include "tests/app/window_fixture.h"
#include "widgets/panels/inspector/inspector.h"
#include "widgets/panels/message_bar/message_bar.h"
#include "widgets/panels/start_page/start_page.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/operator_table/operator_table.h"
#include "widgets/tables/overlap_list/overlap_list.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

const QString html = QStringLiteral("<b>bold</b><img src=x>");
const QString escaped = QStringLiteral("&lt;b&gt;bold&lt;/b&gt;&lt;img src=x&gt;");

/// The tooltips of all cells.
QStringList tooltips(const QAbstractItemModel& model) {
    QStringList all;
    for (int row = 0; row < model.rowCount(); ++row) {
        for (int column = 0; column < model.columnCount(); ++column) {
            all << model.index(row, column).data(Qt::ToolTipRole).toString();
        }
    }
    return all;
}

}  // namespace

class WindowNamesTest : public QObject, private WindowFixture {
    Q_OBJECT

private slots:
    void init() { show_window(); }
    void cleanup() { close_window(); }

    void a_name_that_looks_like_html_is_shown_letter_by_letter() {
        QByteArray plan = R"({"format": "arenascope-plan", "version": 1,
 "buffers": [{"name": "NAME", "size": 8, "begin": 0, "end": 3, "offset": 0},
  {"name": "b", "size": 8, "begin": 0, "end": 3, "offset": 4}],
 "operators": [{"name": "NAME", "type": "NAME", "step": 0, "reads": [], "writes": ["NAME"]}]})";
        plan_ = folder_.filePath(QStringLiteral("html.json"));
        write(plan.replace("NAME", html.toUtf8()));
        open(plan_);
        window_->session().selection().select({BufferIndex(0)});
        QStringList shown;
        for (const QWidget* dock : std::initializer_list<const QWidget*>{
                 window_->docks().buffers, window_->docks().overlaps, window_->docks().operators}) {
            shown << tooltips(*dock->findChild<QTableView*>()->model());
        }
        for (const QLabel* label : window_->docks().inspector->findChildren<QLabel*>()) {
            shown << label->toolTip();
            QVERIFY2(!label->text().contains(html) || label->textFormat() == Qt::PlainText, qPrintable(label->text()));
        }
        QVERIFY(shown.filter(escaped).size() >= 4);
        QVERIFY2(shown.filter(html).isEmpty(), qPrintable(shown.filter(html).join(QLatin1Char('\n'))));
        int plain = 0;
        for (const QLabel* label : window_->statusBar()->findChildren<QLabel*>()) {
            plain += label->textFormat() == Qt::PlainText ? 1 : 0;
        }
        QCOMPARE(plain, 3);  // the check, the label for the pointer, and the figures
    }

    void a_file_name_cannot_forge_other_text() {
        const QString path = folder_.filePath(QStringLiteral("a&b<i>[*]") + QChar(0x202E) + QStringLiteral(".csv"));
        const QString shown = QStringLiteral("a&b<i>[*]\\u202e.csv");
        QVERIFY(QFile::copy(sample(QStringLiteral("placed.csv")), path));
        open(path);
        QVERIFY2(window_->windowTitle().startsWith(QStringLiteral("a&b<i>[*][*]\\u202e.csv[*]")),
                 qPrintable(window_->windowTitle()));
        const auto entries_of = [this] {
            QStringList entries;
            for (const QAction* action : window_->findChildren<QAction*>()) {
                entries << action->text();
            }
            return entries;
        };
        // The list of recent files is written on another thread.
        QTRY_COMPARE(entries_of().filter(QStringLiteral("a&&b<i>[*]\\u202e.csv")).size(), 1);
        const QStringList entries = entries_of();
        QVERIFY(entries.filter(QString(QChar(0x202E))).isEmpty());
        const QString tooltip = window_->findChild<StartPage*>()->findChild<QListWidget*>()->item(0)->toolTip();
        QVERIFY(!tooltip.contains(QChar(0x202E)));
        QVERIFY(tooltip.contains(shown) || tooltip.contains(shown.toHtmlEscaped()));
        QTimer::singleShot(100, window_.get(), [] {
            auto* dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget());
            QVERIFY(dialog != nullptr);
            auto* field = dialog->findChild<QLineEdit*>();
            field->setText(QString(QChar(0x202E)) + QStringLiteral("saved.json"));
            QTest::keyClick(field, Qt::Key_Return);
        });
        window_->actions().save_layout->trigger();
        QStringList said;
        for (const QLabel* label : window_->message_bar()->findChildren<QLabel*>()) {
            said << label->text();
        }
        QCOMPARE(said.filter(QStringLiteral("\\u202esaved.json")).size(), 1);
    }

    void a_buffer_name_sets_no_mnemonic_in_a_menu() {
        write("id,lower,upper,size,offset\na&b,0,4,8,0\n");
        open(plan_);
        window_->session().plan().move_buffers({{BufferIndex(0), {Offset(8), RegionIndex(0)}}}, BufferIndex(0));
        QCOMPARE(window_->session().undo_stack()->undoText(), QStringLiteral("Move a&&b"));
    }
};

ARENASCOPE_TEST(WindowNamesTest)
#include "window_names_test.moc"
