#include "core/picture/plan/address_mark.h"

#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

class AddressMarkTest : public QObject {
    Q_OBJECT

private slots:
    void is_a_line_at_its_height_with_the_address() {
        const auto plan = test::placed_plan({{"a", 0, 4, 1000, 0}});
        const auto stack = containers(plan.problem, plan.layout);
        const Viewport port{{{0, 4}, {0, 1000}}, {0, 0, 100, 100}};
        const MeasureText measure = [](std::string_view text, TextStyle) {
            return 6.0 * static_cast<double>(text.size());
        };
        const auto drawn = [&](std::int64_t offset) {
            Drawing drawing;
            draw(drawing, AddressMark{RegionIndex(0), Offset(offset)}, stack, port, palette(Theme::light), {11, false},
                 measure);
            return drawing;
        };
        const Drawing drawing = drawn(500);
        QCOMPARE(std::get<StraightLine>(drawing.primitives.front()).from.y, 50.0);
        QCOMPARE(std::get<DrawnText>(drawing.primitives.back()).text, std::string("0x1f4"));
        QVERIFY(drawn(2000).primitives.empty());
    }
};

ARENASCOPE_TEST(AddressMarkTest)
#include "address_mark_test.moc"
