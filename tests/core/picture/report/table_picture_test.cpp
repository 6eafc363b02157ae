#include "core/picture/report/table_picture.h"

#include <rapidcheck.h>

#include <QXmlStreamReader>

#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

std::string picture_text_of(const std::vector<PlacedBuffer>& buffers) {
    const PlacedPlan plan = placed_plan(buffers);
    return table_picture(plan.problem, plan.layout);
}

std::string svg_of(const std::string& picture) {
    ThemeColors colors(std::nullopt);
    return table_picture_svg(picture, colors);
}

}  // namespace

class TablePictureTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_is_a_rectangle_and_the_threshold_a_line() {
        QCOMPARE(picture_text_of({{"a", 0, 2, 4, 0}}), std::string("M0 0h160v64H0z||M0 0H160"));
    }

    void what_ends_above_the_threshold_is_apart() {
        QCOMPARE(picture_text_of({{"a", 0, 1, 4, 0}, {"b", 1, 2, 4, 4}}),
                 std::string("M0 32h80v32H0z|M80 0h80v32H80z|M0 32H160"));
    }

    void without_a_placed_buffer_there_is_no_picture() {
        QCOMPARE(picture_text_of({}), std::string());
        QCOMPARE(picture_text_of({{"a", 0, 1, 4, -1}}), std::string());
        QCOMPARE(svg_of(""), std::string());
    }

    void what_is_no_picture_is_not_shown_data() {
        QTest::addColumn<QByteArray>("picture");
        QTest::newRow("markup") << QByteArray("M0 0\"/><script>||");
        QTest::newRow("one bar") << QByteArray("M0 0|");
        QTest::newRow("three bars") << QByteArray("|||");
        QTest::newRow("address") << QByteArray("url(x)||");
    }
    void what_is_no_picture_is_not_shown() {
        QFETCH(QByteArray, picture);
        QCOMPARE(svg_of(picture.toStdString()), std::string());
    }

    void a_picture_of_any_plan_is_small_and_well_formed() {
        QVERIFY(rc::check("of drawn plans", [] {
            const Problem problem = random_problem();
            Layout layout = empty_layout(problem);
            for (const BufferIndex index : all_buffers(problem)) {
                layout.placements[index] =
                    Placement{Offset(*rc::gen::inRange<std::int64_t>(0, 1'000'000)), problem.buffers[index].region};
            }
            const std::string picture = table_picture(problem, layout);
            RC_ASSERT(picture.size() < std::size_t{12'000});
            QXmlStreamReader xml(QByteArray::fromStdString(svg_of(picture)));
            while (!xml.atEnd()) {
                xml.readNext();
            }
            RC_ASSERT(picture.empty() || !xml.hasError());
        }));
    }

    void a_broken_layout_has_a_picture() {
        QVERIFY(!picture_text_of({{"a", 0, 2, 4, INT64_MAX - 2}, {"b", INT64_MIN / 2, INT64_MAX / 2, 4, 0}}).empty());
    }
};

ARENASCOPE_TEST(TablePictureTest)
#include "table_picture_test.moc"
