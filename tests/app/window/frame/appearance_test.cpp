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

    void one_tiny_buffer_does_not_change_the_unit_of_a_table() {
        write("id,lower,upper,size,offset\nsmall,0,4,4,0\nlarge,2,6,104857600,8\n");
        open(plan_);
        QVERIFY(window_->layout_view()->picture().content().unit == Unit::mebibytes);
        QCOMPARE(size_title(), QStringLiteral("size MiB"));
        QCOMPARE(rows().index(0, BufferModel::size).data().toString(), QStringLiteral("<0.01"));
        QCOMPARE(rows().index(1, BufferModel::size).data().toString(), QStringLiteral("100.00"));
        choose(static_cast<int>(Unit::bytes));
        QCOMPARE(size_title(), QStringLiteral("size B"));
        QCOMPARE(rows().index(0, BufferModel::size).data().toString(), QStringLiteral("4"));
        choose(-1);
        QCOMPARE(size_title(), QStringLiteral("size MiB"));
    }

    void every_table_has_the_unit_of_the_window() {
        open(sample(QStringLiteral("training_snapshot.pickle")));
        const std::string unit = name_of(window_->layout_view()->picture().content().unit);
        int named = 0;
        for (const auto* table : window_->findChildren<QTableView*>()) {
            if (table->model() == nullptr || table->model()->rowCount() == 0) {
                continue;
            }
            for (int column = 0; column < table->model()->columnCount(); ++column) {
                const QString title = table->model()->headerData(column, Qt::Horizontal).toString();
                if (title.startsWith(QStringLiteral("alignment"))) {
                    continue;  // in bytes, as files and fields write it
                }
                for (const Unit other : {Unit::bytes, Unit::kibibytes, Unit::mebibytes}) {
                    const bool has_it = title.endsWith(QLatin1Char(' ') + QString::fromStdString(name_of(other)));
                    QVERIFY2(!has_it || name_of(other) == unit, qPrintable(title));
                    named += has_it ? 1 : 0;
                }
            }
        }
        QVERIFY(named > 1);
    }

    void sizes_of_one_magnitude_have_the_unit_of_the_plan() {
        write("id,lower,upper,size,offset\na,0,4,52428800,0\nb,2,6,104857600,52428800\n");
        open(plan_);
        QCOMPARE(size_title(), QStringLiteral("size MiB"));
    }
};

ARENASCOPE_TEST(AppearanceTest)
#include "appearance_test.moc"
