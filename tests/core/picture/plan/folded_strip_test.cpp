#include "core/picture/plan/region_strip.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;

namespace {

const MeasureText six_each = [](std::string_view text, TextStyle /*style*/) {
    return 6.0 * static_cast<double>(text.size());
};

std::vector<DrawnText> folded_texts(const test::PlacedPlan& plan, const ContainerChoice& choice, double height) {
    const auto stack = containers(plan.problem, plan.layout, choice);
    const Viewport viewport{whole_view(plan.problem, stack), {0, 0, 400, height}};
    Drawing drawing;
    draw_folded_strips(drawing, stack, viewport, Unit::bytes, Theme::light, {12, false}, six_each);
    std::vector<DrawnText> texts;
    for (const Primitive& primitive : drawing.primitives) {
        if (const auto* text = std::get_if<DrawnText>(&primitive)) {
            texts.push_back(*text);
        }
    }
    return texts;
}

test::PlacedPlan on_two_cores() {
    auto plan = placed_plan({{"a", 0, 4, 80, 10}, {"b", 0, 4, 80, 0}});
    plan.problem.regions = {Region{"core 0"}, Region{"core 1"}};
    plan.problem.buffers[1].region = RegionIndex(1);
    plan.layout.placements[1]->region = RegionIndex(1);
    return plan;
}

}  // namespace

class FoldedStripTest : public QObject {
    Q_OBJECT

private slots:
    void shows_name_and_peak() {
        ContainerChoice choice;
        set_folded(choice, RegionIndex(0), true);
        const auto texts = folded_texts(on_two_cores(), choice, 400);
        QCOMPARE(texts.size(), std::size_t{1});
        QCOMPARE(texts[0].text, std::string("core 0 · peak 90 B"));
        QCOMPARE(texts[0].color, palette(Theme::light).ink);
        QVERIFY(texts[0].at.y > 350);
    }

    void an_exceeded_capacity_is_shown_by_colour() {
        auto plan = on_two_cores();
        plan.problem.regions[0].capacity = Bytes(85);
        ContainerChoice choice;
        set_folded(choice, RegionIndex(0), true);
        QCOMPARE(folded_texts(plan, choice, 400).at(0).color, palette(Theme::light).risk_text);
    }

    void a_strip_too_low_for_a_line_of_text_has_none() {
        ContainerChoice choice;
        set_folded(choice, RegionIndex(0), true);
        QVERIFY(folded_texts(on_two_cores(), choice, 100).empty());
        QVERIFY(folded_texts(on_two_cores(), {}, 400).empty());
    }
};

ARENASCOPE_TEST(FoldedStripTest)
#include "folded_strip_test.moc"
