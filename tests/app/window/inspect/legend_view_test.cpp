#include "app/window/inspect/legend_view.h"

#include "tests/app/window_fixture.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/picture_legend/picture_legend.h"

using namespace arenascope;

class LegendViewTest : public QObject, test::WindowFixture {
    Q_OBJECT

private slots:
    void init() {
        show_window();
        window_->actions().legend->setChecked(true);
    }
    void cleanup() { close_window(); }

    void it_lists_what_the_picture_shows_and_is_hidden_without_a_plan() {
        QVERIFY(!legend().isVisible());
        write("id,lower,upper,size,offset\na,0,4,1000,0\nb,4,8,1000,290\n");
        open(plan_);
        QTRY_COMPARE(names(),
                     (QStringList{"high: over the threshold", "medium: at the threshold", "theoretical threshold"}));
        QVERIFY(legend().isVisible());
        QTRY_COMPARE(legend().height(), legend().heightForWidth(legend().width()));
        window_->actions().free_areas->setChecked(true);
        QTRY_VERIFY(names().contains("free area"));
        window_->actions().free_areas->setChecked(false);
        window_->layout_view()->picture().set_color_by(ColorBy::kind);
        QTRY_COMPARE(names(), (QStringList{"activation", "theoretical threshold"}));
        window_->actions().close->trigger();
        QTRY_VERIFY(!legend().isVisible());
    }

    void in_a_low_window_it_has_one_row() {
        open(test::sample(QStringLiteral("training_snapshot.pickle")));
        window_->layout_view()->picture().set_color_by(ColorBy::maker);
        QTRY_COMPARE(names().size(), 5);
        const int line = QFontInfo(legend().font()).pixelSize();
        window_->resize(1000, 900);
        QTRY_VERIFY(legend().height() > 2 * line);
        window_->resize(1000, 500);
        QTRY_VERIFY(legend().height() < 2 * line + 10);
    }

    void the_view_menu_hides_it_and_the_next_window_remembers() {
        write("id,lower,upper,size,offset\na,0,4,1000,0\n");
        open(plan_);
        QTRY_VERIFY(legend().isVisible());
        window_->actions().legend->trigger();
        QVERIFY(!legend().isVisible());
        close_window();
        show_window();
        QVERIFY(!window_->actions().legend->isChecked());
        open(plan_);
        QCoreApplication::processEvents();
        QVERIFY(!legend().isVisible());
        window_->actions().legend->trigger();
        QVERIFY(legend().isVisible());
    }

private:
    [[nodiscard]] PictureLegend& legend() const { return *window_->findChild<PictureLegend*>(); }
    [[nodiscard]] QStringList names() const {
        QStringList names;
        for (const LegendEntry& entry : legend().entries()) {
            names << QString::fromStdString(entry.name);
        }
        return names;
    }
};

ARENASCOPE_TEST(LegendViewTest)
#include "legend_view_test.moc"
