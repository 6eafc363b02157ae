#include "widgets/picture/layout_view/live_drawing.h"

#include <QObject>

#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class LiveDrawingTest : public QObject {
    Q_OBJECT

private slots:
    void one_container_has_a_curve_and_no_legend() {
        const LayoutPicture picture = test::shown_picture(test::three_buffers());
        const Drawing drawing = drawn(picture);
        QCOMPARE(curves_of(drawing), 1);
        QVERIFY(test::texts_of(drawing).empty());
    }

    void each_of_several_cores_has_a_curve_until_one_is_picked() {
        LayoutPicture picture = test::shown_picture(test::two_regions());
        QCOMPARE(curves_of(drawn(picture)), 2);
        QVERIFY(!test::texts_of(drawn(picture)).empty());
        picture.set_picked_core(RegionIndex(1));
        QCOMPARE(curves_of(drawn(picture)), 1);
        picture.set_picked_core(std::nullopt);
        picture.point_at(RegionIndex(0), std::nullopt);
        QVERIFY(test::texts_of(drawn(picture)).find("fast") != std::string::npos);
    }

    void the_legend_of_several_cores_lies_above_all_curves() {
        const LayoutPicture picture = test::shown_picture(test::two_regions());
        const Drawing drawing = drawn(picture);
        double lowest_text = 0;
        double highest_point = 1e9;
        for (const Primitive& primitive : drawing.primitives) {
            if (const auto* text = std::get_if<DrawnText>(&primitive)) {
                lowest_text = std::max(lowest_text, text->at.y + line_height(text->style) / 2);
            }
            if (const auto* line = std::get_if<Path>(&primitive)) {
                for (const Point& point : line->points) {
                    highest_point = std::min(highest_point, point.y);
                }
            }
        }
        QVERIFY(lowest_text > 0 && lowest_text < highest_point);
    }

    void the_time_cursor_runs_through_it() {
        LayoutPicture picture = test::shown_picture(test::three_buffers());
        const std::size_t without = drawn(picture).primitives.size();
        picture.set_time_cursor(Step(7));
        QCOMPARE(drawn(picture).primitives.size(), without + 1);
    }

private:
    static Drawing drawn(const LayoutPicture& picture) {
        return live_drawing(picture, test::plain_ports(picture).live, test::even_measure());
    }
    static int curves_of(const Drawing& drawing) {
        return static_cast<int>(
            std::count_if(drawing.primitives.begin(), drawing.primitives.end(),
                          [](const Primitive& primitive) { return std::holds_alternative<Path>(primitive); }));
    }
};

ARENASCOPE_TEST(LiveDrawingTest)
#include "live_drawing_test.moc"
