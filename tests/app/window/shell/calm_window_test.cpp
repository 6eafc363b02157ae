#include <QAbstractButton>
#include <QAbstractItemView>
#include <QComboBox>
#include <QDockWidget>
#include <QHeaderView>
#include <QLabel>
#include <QLineEdit>
#include <QMenuBar>
#include <QRegularExpression>
#include <QSlider>
#include <QTabBar>

#include "tests/app/window_fixture.h"
#include "tests/support/idle_state.h"
#include "widgets/picture/layout_view/layout_view.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// What surrounds the picture.
struct Surroundings {
    int controls = 0;  ///< menus, buttons, fields, sliders, boxes, and texts with links
    int panels = 0;    ///< docks in front
    int tabs = 0;
    int words = 0;             ///< with letters; closed menus excluded
    double picture_share = 0;  ///< of the window's area: the picture with its axes and the live size
};

int words_of(const QString& text) {
    QString plain = text;
    plain.remove(QRegularExpression(QStringLiteral("<[^>]*>"))).remove(QLatin1Char('&'));
    int count = 0;
    for (const QString& word : plain.split(QRegularExpression(QStringLiteral("\\s+")), Qt::SkipEmptyParts)) {
        count += word.contains(QRegularExpression(QStringLiteral("\\p{L}"))) ? 1 : 0;
    }
    return count;
}

int words_of(const QAbstractItemView& view) {
    const QAbstractItemModel& model = *view.model();
    int count = 0;
    for (int column = 0; column < model.columnCount(); ++column) {
        count += words_of(model.headerData(column, Qt::Horizontal).toString());
        for (int row = 0; row < model.rowCount(); ++row) {
            const QModelIndex cell = model.index(row, column);
            count += view.visualRect(cell).intersects(view.viewport()->rect()) ? words_of(cell.data().toString()) : 0;
        }
    }
    return count;
}

}  // namespace

/// Inspect is calm at first sight: little stands around the picture.
class CalmWindowTest : public QObject, private WindowFixture {
    Q_OBJECT

    [[nodiscard]] bool is_seen(const QWidget& widget) const {
        return widget.isVisible() && !widget.visibleRegion().isEmpty() &&
               !window_->layout_view()->isAncestorOf(&widget);
    }

    [[nodiscard]] Surroundings surroundings() const {
        Surroundings all;
        for (const QAction* menu : window_->menuBar()->actions()) {
            all.controls += menu->isVisible() ? 1 : 0;
            all.words += words_of(menu->text());
        }
        // Qt moves docks behind the tab of another one out of the window.
        for (const QDockWidget* dock : window_->docks().all()) {
            all.panels += dock->isVisible() && dock->geometry().intersects(window_->rect()) ? 1 : 0;
        }
        for (const QWidget* widget : window_->findChildren<QWidget*>()) {
            if (!is_seen(*widget)) {
                continue;
            }
            if (const auto* label = qobject_cast<const QLabel*>(widget)) {
                all.words += words_of(label->text());
                all.controls += label->text().contains(QLatin1String("<a ")) ? 1 : 0;
            } else if (const auto* button = qobject_cast<const QAbstractButton*>(widget)) {
                ++all.controls;
                all.words += button->text().isEmpty() || !button->icon().isNull() ? 0 : words_of(button->text());
            } else if (const auto* tabs = qobject_cast<const QTabBar*>(widget)) {
                all.tabs += tabs->count();
                for (int i = 0; i < tabs->count(); ++i) {
                    all.words += words_of(tabs->tabText(i));
                }
            } else if (const auto* view = qobject_cast<const QAbstractItemView*>(widget)) {
                all.words += words_of(*view);
            }
            all.controls += qobject_cast<const QComboBox*>(widget) != nullptr ||
                                    qobject_cast<const QLineEdit*>(widget) != nullptr ||
                                    qobject_cast<const QSlider*>(widget) != nullptr
                                ? 1
                                : 0;
        }
        const QSize picture = window_->layout_view()->size();
        all.picture_share = static_cast<double>(picture.width()) * picture.height() /
                            (static_cast<double>(window_->width()) * window_->height());
        return all;
    }

private slots:
    void cleanup() { close_window(); }

    void little_stands_around_the_picture_data() {
        QTest::addColumn<QString>("file");
        QTest::addColumn<QSize>("size");
        QTest::addColumn<int>("words");
        QTest::addColumn<double>("share");
        const QString detector = shared_data(QStringLiteral("tflite/person_detect.tflite"));
        QTest::newRow("person_detect") << detector << QSize(1440, 900) << 120 << 0.60;
        QTest::newRow("person_detect, low") << detector << QSize(1280, 720) << 120 << 0.45;
        QTest::newRow("mobile_vision") << sample(QStringLiteral("mobile_vision.json")) << QSize(1440, 900) << 120
                                       << 0.58;
        QTest::newRow("slim") << shared_data(QStringLiteral("onnx/version_slim_320.onnx")) << QSize(1440, 900) << 120
                              << 0.60;
        QTest::newRow("vendor_plan, red")
            << sample(QStringLiteral("vendor_plan.csv")) << QSize(1440, 900) << 150 << 0.50;
        QTest::newRow("densenet") << shared_data(QStringLiteral("onnx/light_densenet121.onnx")) << QSize(1440, 900)
                                  << 120 << 0.60;
        QTest::newRow("snapshot") << sample(QStringLiteral("training_snapshot.pickle")) << QSize(1440, 900) << 150
                                  << 0.55;
    }
    void little_stands_around_the_picture() {
        QFETCH(const QString, file);
        QFETCH(const QSize, size);
        QFETCH(const int, words);
        QFETCH(const double, share);
        if (!QFileInfo::exists(file)) {
            QSKIP("../shared/data is not there");
        }
        show_window();
        wait_until_idle();
        window_->resize(size);
        wait_until_idle();
        window_->actions().modes->actions().front()->trigger();
        window_->actions().reset_mode->trigger();
        open(file);
        QTRY_VERIFY_WITH_TIMEOUT(!window_->actions().cancel->isEnabled(), 20'000);
        wait_until_idle();
        const Surroundings all = surroundings();
        const QString told = QStringLiteral("%1 controls, %2 panels, %3 tabs, %4 words, %5 % picture")
                                 .arg(all.controls)
                                 .arg(all.panels)
                                 .arg(all.tabs)
                                 .arg(all.words)
                                 .arg(100 * all.picture_share, 0, 'f', 1);
        qInfo("%s", qPrintable(told));
        QVERIFY2(all.controls <= 24 && all.panels <= 2 && all.tabs <= 3 && all.words <= words, qPrintable(told));
        QVERIFY2(all.picture_share >= share, qPrintable(told));
    }
};

ARENASCOPE_TEST(CalmWindowTest)
#include "calm_window_test.moc"
