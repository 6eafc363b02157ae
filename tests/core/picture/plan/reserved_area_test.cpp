#include "core/format/reading.h"
#include "core/model/memory/allocator_history.h"
#include "core/picture/plan/live_legend.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

const MeasureText eight_a_letter = [](std::string_view text, TextStyle /*style*/) {
    return 8.0 * static_cast<double>(text.size());
};

}  // namespace

class ReservedAreaTest : public QObject {
    Q_OBJECT

private slots:
    void a_plan_without_segments_has_no_reserved_size() {
        QVERIFY(!reserved_area(test::placed_plan({{"a", 0, 4, 8, 0}}).problem));
    }

    void live_lies_in_reserved() {
        const auto plan = test::segmented_plan({100, 50}, {{0, {Step(2), Step(4)}, 0, 30}});
        const auto area = reserved_area(plan.problem);
        QVERIFY(area);
        QCOMPARE(area->live.threshold, Bytes(30));
        QCOMPARE(area->reserved.threshold, Bytes(150));
        QCOMPARE(highest_amount(*area), Bytes(150));
        const Viewport port{{{0, 10}, {0, 200}}, {0, 0, 600, 100}};
        const auto legend = reserved_legend(*area, port, Unit::bytes, Theme::light, {12, false}, eight_a_letter);
        QCOMPARE(legend.entries.size(), std::size_t{2});
        QCOMPARE(legend.entries[0].name, std::string("live, at most 30 B"));
        QCOMPARE(legend.entries[1].name, std::string("reserved, at most 150 B"));
    }

    void both_areas_are_filled_and_live_is_drawn_over_reserved() {
        const auto plan = test::segmented_plan({100}, {{0, {Step(2), Step(4)}, 0, 50}});
        const auto area = reserved_area(plan.problem);
        Drawing drawing;
        const Viewport port{{{0, 10}, {0, 100}}, {0, 0, 100, 100}};
        draw(drawing, *area, port, palette(Theme::light));
        std::vector<FilledBox> boxes;
        for (const Primitive& primitive : drawing.primitives) {
            if (const auto* box = std::get_if<FilledBox>(&primitive)) {
                boxes.push_back(*box);
            }
        }
        QCOMPARE(boxes.size(), std::size_t{2});
        QVERIFY(boxes[0].fill == palette(Theme::light).reserved_fill && boxes[0].box == (Box{0, 0, 100, 100}));
        QVERIFY(boxes[1].fill == palette(Theme::light).live_fill && boxes[1].box == (Box{20, 50, 40, 100}));
    }

    void reserved_is_never_below_live_in_real_files_data() {
        QTest::addColumn<QString>("file");
        for (const char* file : {"mem_snapshot.pickle", "memory_forward_fp32_128.pickle",
                                 "windows_memory_snapshot.pickle", "expandable_segments.pickle"}) {
            QTest::newRow(file) << QStringLiteral("torch/") + QLatin1String(file);
        }
    }
    void reserved_is_never_below_live_in_real_files() {
        ARENASCOPE_NEEDS_SHARED_DATA()
        QFETCH(QString, file);
        const auto document = read_document(test::shared_data(file).toStdString(), {});
        QVERIFY(document.has_value());
        const auto area = reserved_area(document->problem);
        QVERIFY(area);
        for (const LiveProfile* profile : {&area->live, &area->reserved}) {
            for (const Step step : profile->steps) {
                QVERIFY(live_at(area->live, step) <= live_at(area->reserved, step));
            }
        }
    }
};

ARENASCOPE_TEST(ReservedAreaTest)

}  // namespace arenascope

#include "reserved_area_test.moc"
