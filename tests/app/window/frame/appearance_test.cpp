#include "app/window/frame/appearance.h"

#include <QTableView>

#include "tests/app/window_fixture.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/tables/buffer_table/buffer_table.h"

using namespace arenascope;
using namespace arenascope::test;

class AppearanceTest : public QObject, private WindowFixture {
    Q_OBJECT

    [[nodiscard]] QString size_title() const {
        return rows().headerData(BufferModel::size, Qt::Horizontal, Qt::DisplayRole).toString();
    }
    [[nodiscard]] const QAbstractItemModel& rows() const {
        return *window_->docks().buffers->findChild<QTableView*>()->model();
    }
    void choose(int unit) const {
        for (QAction* action : window_->actions().units->actions()) {
            if (action->data().toInt() == unit) {
                action->trigger();
            }
        }
    }

private slots:
    void init() { show_window(); }
    void cleanup() {
        choose(-1);
        close_window();
    }

    void sizes_far_apart_are_legible_and_the_header_names_the_unit() {
        write("id,lower,upper,size,offset\nsmall,0,4,4,0\nlarge,2,6,104857600,8\n");
        open(plan_);
        QVERIFY(window_->layout_view()->picture().content().unit == Unit::mebibytes);
        QCOMPARE(size_title(), QStringLiteral("size B"));
        QCOMPARE(rows().index(0, BufferModel::size).data().toString(), QStringLiteral("4"));
        QCOMPARE(rows().index(1, BufferModel::size).data().toString(), QStringLiteral("104,857,600"));
    }

    void the_unit_that_the_user_chose_rules_in_every_table() {
        write("id,lower,upper,size,offset\nsmall,0,4,4,0\nlarge,2,6,104857600,8\n");
        open(plan_);
        choose(static_cast<int>(Unit::mebibytes));
        QCOMPARE(size_title(), QStringLiteral("size MiB"));
        QCOMPARE(rows().index(0, BufferModel::size).data().toString(), QStringLiteral("<0.01"));
        choose(-1);
        QCOMPARE(size_title(), QStringLiteral("size B"));
    }

    void sizes_of_one_magnitude_have_the_unit_of_the_plan() {
        write("id,lower,upper,size,offset\na,0,4,52428800,0\nb,2,6,104857600,52428800\n");
        open(plan_);
        QCOMPARE(size_title(), QStringLiteral("size MiB"));
    }
};

ARENASCOPE_TEST(AppearanceTest)
#include "appearance_test.moc"
