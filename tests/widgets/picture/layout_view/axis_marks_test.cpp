#include "widgets/picture/layout_view/axis_marks.h"

#include <string>

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class AxisMarksTest : public QObject {
    Q_OBJECT

private slots:
    void steps_are_at_their_share_of_the_axis() {
        const std::vector<PlacedTick> marks = time_marks({{{0, 100}, {0, 1}}, {0, 0, 1000, 10}}, test::even_measure());
        QVERIFY(marks.size() > 2);
        for (const PlacedTick& mark : marks) {
            QCOMPARE(QString::fromStdString(mark.label), QString::number(mark.position * 100));
        }
    }

    void a_narrow_time_axis_has_as_many_numbers_as_fit_and_at_least_two() {
        std::string labels;
        for (const PlacedTick& mark : time_marks({{{0, 48}, {0, 1}}, {0, 0, 248, 10}}, test::even_measure())) {
            labels += mark.label + ' ';
        }
        QCOMPARE(labels, std::string("0 10 20 30 40 "));
        for (int steps = 1; steps < 500; ++steps) {
            const auto last = static_cast<long double>(steps);
            QVERIFY2(time_marks({{{0, last}, {0, 1}}, {0, 0, 80, 10}}, test::even_measure()).size() >= 2,
                     qPrintable(QString::number(steps)));
        }
        QCOMPARE(time_marks({{{0, 48}, {0, 1}}, {0, 0, 20, 10}}, test::even_measure()).size(), std::size_t{1});
    }

    void the_numbers_of_the_time_axis_keep_their_distance_while_panning() {
        for (int shift = 0; shift < 50; ++shift) {
            const auto from = static_cast<long double>(100 + shift);
            const auto marks = time_marks({{{from, from + 48}, {0, 1}}, {0, 0, 248, 10}}, test::even_measure());
            QVERIFY(marks.size() >= 2);
            QCOMPARE(marks[1].position - marks[0].position, 10.0 / 48);
        }
    }

    void offsets_are_written_in_the_unit() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        picture.set_unit(Unit::bytes);
        const std::vector<PlacedTick> marks = offset_marks(picture, test::plain_ports(picture).containers);
        QVERIFY(marks.size() > 2);
        QCOMPARE(marks.front().label, std::string("0"));
        QCOMPARE(marks.front().position, 0.0);
    }

    void each_container_counts_from_its_own_bottom() {
        const LayoutPicture picture = test::shown_picture(test::two_regions());
        int bottoms = 0;
        for (const PlacedTick& mark : offset_marks(picture, test::plain_ports(picture).containers)) {
            bottoms += mark.label == "0" ? 1 : 0;
        }
        QCOMPARE(bottoms, 2);
    }

    void an_empty_picture_has_no_offsets() {
        const LayoutPicture picture;
        QVERIFY(offset_marks(picture, test::plain_ports(picture).containers).empty());
    }

    void step_names_are_drawn_if_there_are_any() {
        auto plan = test::three_buffers();
        const MeasureText measure = test::even_measure();
        QVERIFY(!longest_step_name(test::shown_picture(plan), measure));
        plan.problem.step_labels = {{Step(0), "conv"}, {Step(50), "a longer name"}};
        const LayoutPicture picture = test::shown_picture(plan);
        QVERIFY(longest_step_name(picture, measure) > 0.0);
        const Drawing drawing = names_drawing(picture, test::plain_ports(picture).names, measure);
        QVERIFY(test::texts_of(drawing).find("conv") != std::string::npos);
    }
};

ARENASCOPE_TEST(AxisMarksTest)
#include "axis_marks_test.moc"
