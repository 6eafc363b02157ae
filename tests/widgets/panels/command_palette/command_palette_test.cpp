#include "widgets/panels/command_palette/command_palette.h"

#include <QAccessible>
#include <QLabel>
#include <QLineEdit>
#include <QListView>
#include <QSignalSpy>
#include <QVBoxLayout>

#include "tests/support/placed_plan.h"
#include "tests/support/shown_theme.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"
#include "widgets/panels/command_palette/palette_model.h"

using namespace arenascope;

class CommandPaletteTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        window_ = std::make_unique<QWidget>();
        window_->resize(1000, 600);
        before_ = new QLineEdit(window_.get());
        beside_ = new QLineEdit(window_.get());
        beside_->move(500, 0);
        palette_ = new CommandPalette(*window_);
        connect(palette_, &CommandPalette::chosen, window_.get(), [this](const PaletteEntry& entry) {
            chosen_.push_back(entry);
            was_open_ = palette_->isVisible();
        });
        window_->show();
        window_->activateWindow();
        QVERIFY(QTest::qWaitForWindowActive(window_.get()));
        before_->setFocus();
        chosen_.clear();
    }
    void cleanup() { window_.reset(); }

    void typing_lists_what_matches_and_enter_chooses_the_closest() {
        open();
        type("rel");
        QCOMPARE(titles(), QStringList{"relu (ReLU)"});
        QCOMPARE(count(), QStringLiteral("1 found"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QCOMPARE(chosen_, (std::vector<PaletteEntry>{{PaletteKind::operators, 1}}));
        QVERIFY(!was_open_ && !palette_->isVisible());
        QVERIFY(before_->hasFocus());
    }

    void enter_before_the_search_has_ended_chooses_what_it_finds() {
        open();
        line().setText(QStringLiteral("@data"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QTRY_COMPARE(chosen_, (std::vector<PaletteEntry>{{PaletteKind::buffers, 0}}));
    }

    void arrows_and_tab_go_from_row_to_row() {
        open();
        type("@");
        QCOMPARE(titles().size(), 5);
        QTest::keyClick(&line(), Qt::Key_Down);
        QTest::keyClick(&line(), Qt::Key_Tab);
        QCOMPARE(list().currentIndex().row(), 2);
        QTest::keyClick(&line(), Qt::Key_Up);
        QTest::keyClick(&line(), Qt::Key_Backtab);
        QTest::keyClick(&line(), Qt::Key_Up);
        QCOMPARE(list().currentIndex().row(), 4);
        QTest::keyClick(&line(), Qt::Key_PageUp);
        QCOMPARE(list().currentIndex().row(), 0);
        QTest::keyClick(&line(), Qt::Key_PageDown);
        QCOMPARE(list().currentIndex().row(), 4);
        QVERIFY(line().hasFocus());
        QTest::keyClick(&line(), Qt::Key_Enter);
        QCOMPARE(chosen_, (std::vector<PaletteEntry>{{PaletteKind::buffers, 4}}));
    }

    void a_click_chooses_a_row() {
        open();
        type("@");
        QTest::mouseClick(list().viewport(), Qt::LeftButton, {},
                          list().visualRect(list().model()->index(1, 0)).center());
        QCOMPARE(chosen_, (std::vector<PaletteEntry>{{PaletteKind::buffers, 1}}));
        QVERIFY(before_->hasFocus());
    }

    void a_command_that_is_not_available_says_why_and_does_nothing() {
        open();
        type("drop");
        const QModelIndex row = list().model()->index(0, 0);
        QCOMPARE(row.data(PaletteModel::detail).toString(), QStringLiteral("select a buffer first · Del"));
        QCOMPARE(row.data(Qt::AccessibleTextRole).toString(),
                 QStringLiteral("Command Edit › Drop Buffers, select a buffer first · Del"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QVERIFY(chosen_.empty() && palette_->isVisible());
    }

    void details_tell_keys_and_figures() {
        open();
        type("fit");
        QCOMPARE(detail(0), QStringLiteral("✓ · F"));
        type("@data");
        QCOMPARE(detail(0), QStringLiteral("1,024 B · steps [0, 1)"));
        type("#relu");
        QCOMPARE(detail(0), QStringLiteral("step 1"));
    }

    void escape_closes_it_and_gives_the_focus_back() {
        open();
        type("x");
        QTest::keyClick(&line(), Qt::Key_Escape);
        QVERIFY(!palette_->isVisible() && before_->hasFocus());
        open();
        QVERIFY(line().text().isEmpty() && line().hasFocus());
    }

    void it_closes_when_another_widget_takes_the_focus() {
        open();
        beside_->setFocus();
        QTRY_VERIFY(!palette_->isVisible());
        QVERIFY(beside_->hasFocus());
    }

    void it_says_when_nothing_matches() {
        open();
        type("xyzzy");
        QCOMPARE(count(), QStringLiteral("Nothing matches; fewer letters find more"));
        QTest::keyClick(&line(), Qt::Key_Return);
        QVERIFY(palette_->isVisible());
        palette_->set_content(std::make_shared<const PaletteContent>());
        QTRY_COMPARE(count(), QStringLiteral("No command matches, and no plan is open"));
    }

    void a_hundred_thousand_buffers_are_listed_with_their_count() {
        std::vector<test::PlacedBuffer> buffers;
        for (int i = 0; i < 100'000; ++i) {
            buffers.push_back({"buffer_" + std::to_string(i)});
        }
        auto plan = test::placed_plan(buffers);
        PaletteContent content;
        content.problem = test::shared(std::move(plan.problem));
        content.layout = test::shared(std::move(plan.layout));
        palette_->open(test::shared(std::move(content)));
        type("buf9");
        QTRY_VERIFY(count().startsWith(QStringLiteral("100 of ")));
        QCOMPARE(titles().front(), QStringLiteral("buffer_9"));
    }

    void it_stays_inside_a_low_window() {
        window_->resize(500, 200);
        open();
        type("@");
        QVERIFY(window_->rect().contains(palette_->geometry()));
        QVERIFY(list().height() >= list().sizeHintForRow(0));
    }

    void matched_letters_are_drawn_in_both_themes() {
        for (const Theme theme : {Theme::light, Theme::dark}) {
            const test::ShownTheme shown(theme);
            open();
            type("@a");
            const QImage emphasised = list().viewport()->grab().toImage();
            const QRgb accent = qt_color(arenascope::palette(theme).accent).rgb();
            int found = 0;
            for (int y = 0; y < emphasised.height(); ++y) {
                for (int x = 0; x < emphasised.width(); ++x) {
                    found += emphasised.pixel(x, y) == accent ? 1 : 0;
                }
            }
            QVERIFY(found > 0);
            palette_->dismiss();
        }
    }

private:
    [[nodiscard]] QLineEdit& line() const { return *palette_->findChild<QLineEdit*>(); }
    [[nodiscard]] QListView& list() const { return *palette_->findChild<QListView*>(); }
    [[nodiscard]] QString count() const {
        return palette_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly)->text();
    }
    [[nodiscard]] QString detail(int row) const {
        return list().model()->index(row, 0).data(PaletteModel::detail).toString();
    }
    [[nodiscard]] QStringList titles() const {
        QStringList titles;
        for (int row = 0; row < list().model()->rowCount(); ++row) {
            titles << list().model()->index(row, 0).data().toString();
        }
        return titles;
    }

    void open() {
        auto plan = test::small_network();
        PaletteContent content;
        content.problem = test::shared(std::move(plan.problem));
        content.layout = test::shared(std::move(plan.layout));
        content.commands = {{"Fit", "View", "F", true, true},
                            {"Drop Buffers", "Edit", "Del", false, false, "select a buffer first"}};
        palette_->open(test::shared(std::move(content)));
    }

    /// Types a text instead of the old one, and waits for its results.
    void type(const QString& text) {
        QSignalSpy reset(list().model(), &QAbstractItemModel::modelReset);
        line().selectAll();
        QTest::keyClicks(&line(), text);
        QVERIFY(reset.wait());  // only the last search delivers
    }

    std::unique_ptr<QWidget> window_;
    QLineEdit* before_ = nullptr;
    QLineEdit* beside_ = nullptr;
    CommandPalette* palette_ = nullptr;
    std::vector<PaletteEntry> chosen_;
    bool was_open_ = false;
};

ARENASCOPE_TEST(CommandPaletteTest)
#include "command_palette_test.moc"
