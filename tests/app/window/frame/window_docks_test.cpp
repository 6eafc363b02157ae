#include "app/window/frame/window_docks.h"

#include <set>
#include <utility>

#include <QAbstractButton>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QMenuBar>
#include <QTabBar>
#include <QTableView>
#include <QToolBar>

#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/base/fitting_label.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"

using namespace arenascope;
using namespace arenascope::test;

class WindowDocksTest : public QObject, private WindowFixture {
    Q_OBJECT

    void show_arranged(QSize size, int mode = 0) {
        show_window();
        wait_until_idle();  // the window first fits itself into the test's small screen
        window_->resize(size);
        wait_until_idle();
        window_->actions().modes->actions().at(mode)->trigger();
        window_->actions().reset_mode->trigger();
        wait_until_idle();
    }

    [[nodiscard]] double picture_height() const {
        const Box box = window_->layout_view()->ports().containers.box;
        return box.bottom - box.top;
    }

    /// The texts that have less space than they need.
    [[nodiscard]] QStringList cut_texts() const {
        QStringList cut;
        for (const QWidget* widget : window_->findChildren<QWidget*>()) {
            if (!widget->isVisible() || widget->visibleRegion().isEmpty()) {
                continue;
            }
            const auto* label = qobject_cast<const QLabel*>(widget);
            if (label != nullptr && !label->wordWrap() && qobject_cast<const FittingLabel*>(label) == nullptr &&
                label->width() < label->sizeHint().width()) {
                cut << label->text();
            }
            const auto* button = qobject_cast<const QAbstractButton*>(widget);
            if (button != nullptr && !button->text().isEmpty() && button->width() < button->minimumSizeHint().width()) {
                cut << button->text();
            }
            const auto* box = qobject_cast<const QComboBox*>(widget);
            if (box != nullptr && box->width() < box->fontMetrics().horizontalAdvance(box->currentText()) + 20) {
                cut << box->currentText();
            }
            const auto* tabs = qobject_cast<const QTabBar*>(widget);
            if (tabs != nullptr &&
                (tabs->elideMode() != Qt::ElideNone || tabs->tabRect(tabs->count() - 1).right() >= tabs->width())) {
                cut << tabs->tabText(tabs->count() - 1);
            }
        }
        return cut;
    }

private slots:
    void init() { font_ = QApplication::font(); }
    void cleanup() {
        close_window();
        QApplication::setFont(font_);
    }

    void a_small_screen_is_enough_for_the_picture_and_every_label_data() {
        QTest::addColumn<QSize>("size");
        QTest::addColumn<double>("font_scale");
        QTest::addColumn<QString>("file");
        QTest::addColumn<int>("mode");
        for (const char* file : {"mobile_vision.json", "inception_eight_cores.json", "vendor_plan.csv"}) {
            // 1280 × 720 at 144 dpi, and 1680 × 1050 at a scale of 2, in units of 96 dpi.
            QTest::addRow("low screen, %s", file) << QSize(853, 480) << 1.0 << sample(QString::fromLatin1(file)) << 0;
            QTest::addRow("scaled screen, %s", file)
                << QSize(840, 525) << 1.0 << sample(QString::fromLatin1(file)) << 0;
            QTest::addRow("large font, %s", file) << QSize(1280, 720) << 1.5 << sample(QString::fromLatin1(file)) << 0;
        }
        const QString file = sample(QStringLiteral("inception_eight_cores.json"));
        QTest::newRow("low screen, debug") << QSize(853, 480) << 1.0 << file << 1;
        QTest::newRow("large font, debug") << QSize(1280, 720) << 1.5 << file << 1;
        QTest::newRow("low screen, compare") << QSize(853, 480) << 1.0 << file << 2;
        QTest::newRow("large font, compare") << QSize(1280, 720) << 1.5 << file << 2;
        QTest::newRow("low screen, network") << QSize(853, 480) << 1.0 << file << 3;
        QTest::newRow("large font, network") << QSize(1280, 720) << 1.5 << file << 3;
    }
    void a_small_screen_is_enough_for_the_picture_and_every_label() {
        QFETCH(QSize, size);
        QFETCH(double, font_scale);
        QFETCH(QString, file);
        QFETCH(int, mode);
        QFont font = font_;
        font.setPointSizeF(font.pointSizeF() * font_scale);
        QApplication::setFont(font);
        show_arranged(size, mode);
        open(file);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->actions().cancel->isEnabled(), 20'000);
        wait_until_idle();
        QCOMPARE(window_->size(), size);
        const QSize least = window_->minimumSizeHint().expandedTo(window_->minimumSize());
        QVERIFY2(least.width() <= size.width() && least.height() <= size.height(),
                 qPrintable(QStringLiteral("%1 × %2").arg(least.width()).arg(least.height())));
        QVERIFY2(picture_height() >= 0.45 * size.height(), qPrintable(QString::number(picture_height())));
        QVERIFY2(cut_texts().isEmpty(), qPrintable(cut_texts().join(QStringLiteral(" | "))));
        const auto* more =
            window_->findChild<QToolBar*>()->findChild<QWidget*>(QStringLiteral("qt_toolbar_ext_button"));
        QVERIFY(!more->isVisible());
    }

    void no_two_docks_of_a_mode_have_the_same_place() {
        show_window();
        for (std::size_t column = 0; column < std::tuple_size_v<DockPlaces>; ++column) {
            std::set<std::pair<DockStack, int>> taken;
            for (const WindowDock* row : window_->docks().rows) {
                const DockPlace& place = row->places.at(column);
                QVERIFY2(taken.emplace(place.stack, place.tab).second, qPrintable(row->dock->objectName()));
            }
        }
    }

    void the_buffer_table_has_eight_rows_at_1050_pixels() {
        show_arranged({1680, 1050});
        open(sample(QStringLiteral("mobile_vision.json")));
        window_->docks().buffers.bring_to_front();
        wait_until_idle();
        const auto* rows = window_->docks().buffers->findChild<QTableView*>();
        const int count = rows->viewport()->height() / rows->verticalHeader()->defaultSectionSize();
        QVERIFY2(count >= 8, qPrintable(QString::number(count)));
    }

    void the_tables_give_way_when_the_window_becomes_lower() {
        show_arranged({1440, 1000});
        open(sample(QStringLiteral("mobile_vision.json")));
        window_->docks().buffers.bring_to_front();
        wait_until_idle();
        window_->resizeDocks({window_->docks().buffers.dock}, {450}, Qt::Vertical);
        wait_until_idle();
        const int tall = window_->docks().buffers.dock->height();
        window_->resize(1440, 760);
        QTRY_VERIFY(window_->docks().buffers.dock->height() < tall - 100);
        QTRY_VERIFY2(picture_height() >= 0.45 * 760, qPrintable(QString::number(picture_height())));
    }

    void a_table_that_the_user_enlarged_stays_so_in_a_window_of_the_same_height() {
        show_arranged({1440, 1000});
        window_->docks().buffers.bring_to_front();
        wait_until_idle();
        window_->resizeDocks({window_->docks().buffers.dock}, {450}, Qt::Vertical);
        wait_until_idle();
        const int tall = window_->docks().buffers.dock->height();
        QVERIFY(tall > 400);
        window_->resize(1300, 1000);
        wait_until_idle();
        QCOMPARE(window_->docks().buffers.dock->height(), tall);
    }

private:
    QFont font_;
};

ARENASCOPE_TEST(WindowDocksTest)
#include "window_docks_test.moc"
