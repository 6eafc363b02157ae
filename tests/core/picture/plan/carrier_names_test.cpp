#include "core/picture/plan/carrier_names.h"

#include <algorithm>
#include <rapidcheck.h>

#include "core/picture/plan/peak_carriers.h"
#include "core/picture/plan/reference_line.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::placed_plan;
using test::PlacedPlan;

namespace {

constexpr double name_height = 16;

const MeasureText width_of_text = [](std::string_view text, TextStyle style) {
    return static_cast<double>(text.size()) * style.size * 0.6;
};

/// A box of random size that begins in the area.
Box any_box(const Box& area, int most_width, int most_height) {
    const double left = area.left + *rc::gen::inRange(0, static_cast<int>(width(area)) - 1);
    const double top = area.top + *rc::gen::inRange(0, static_cast<int>(height(area)) - 1);
    return {left, top, std::min(area.right, left + *rc::gen::inRange(1, most_width)),
            std::min(area.bottom, top + *rc::gen::inRange(1, most_height))};
}

std::vector<Box> any_boxes(const Box& area, int most, int most_width, int most_height) {
    std::vector<Box> boxes;
    const int count = *rc::gen::inRange(0, most);
    for (int i = 0; i < count; ++i) {
        boxes.push_back(any_box(area, most_width, most_height));
    }
    return boxes;
}

bool is_inside(const Box& box, const Box& area) {
    return box.left >= area.left && box.right <= area.right && box.top >= area.top && box.bottom <= area.bottom;
}

/// What a picture of a plan names beside its rectangles.
struct Named {
    std::vector<CarrierName> names;
    std::vector<Box> labels;  ///< of the lines
    std::vector<std::string> texts;

    Named(const PlacedPlan& plan, const Box& box, Medium medium) {
        const std::vector<Container> stack = containers(plan.problem, plan.layout);
        const std::vector<std::int64_t> up = shifts(plan.problem, stack);
        const auto rectangles = memory_rectangles(plan.problem, plan.layout, up);
        const Viewport port{whole_view(plan.problem, stack), box};
        const TextStyle bold{12, true};
        const auto lines =
            reference_lines(stack, port, {Unit::bytes, Theme::light, bold, width_of_text, rectangles, 0});
        labels = label_grounds(lines);
        const std::vector<Box> keep_clear = boxes_of(lines, port);
        const Coloring colors = coloring(plan.problem, {}, ColorBy::risk, Theme::light);
        Scene scene;
        scene.problem = &plan.problem;
        scene.rectangles = rectangles;
        scene.coloring = &colors;
        scene.viewport = port;
        scene.unit = Unit::bytes;
        scene.medium = medium;
        scene.measure = &width_of_text;
        scene.keep_clear = keep_clear;
        const SceneGround ground = ground_of(scene);
        names = carrier_names(scene, ground, peak_carriers(plan.problem, plan.layout, stack, up));
        scene.carrier_names = names;
        Drawing drawing;
        draw(drawing, scene, ground);
        for (const Primitive& primitive : drawing.primitives) {
            if (const auto* text = std::get_if<DrawnText>(&primitive)) {
                texts.push_back(text->text);
            }
        }
    }
};

/// Two narrow buffers carry the peak, and most steps have little memory.
PlacedPlan narrow_peak() {
    return placed_plan({{"reads", 40, 43, 500, 0}, {"writes", 42, 44, 500, 500}, {"rest", 44, 400, 40, 0}});
}

}  // namespace

class CarrierNamesTest : public QObject {
    Q_OBJECT

private slots:
    void carriers_too_small_for_their_names_have_them_beside() {
        for (const Medium medium : {Medium::pixels, Medium::shapes}) {
            const Named named(narrow_peak(), {0, 0, 800, 400}, medium);
            QCOMPARE(named.names.size(), std::size_t{2});
            QCOMPARE(named.names[0].text, std::string("writes · 500 B"));
            QCOMPARE(named.names[1].text, std::string("reads · 500 B"));
            QCOMPARE(std::ranges::count(named.texts, "reads · 500 B"), std::ptrdiff_t{1});
            for (const CarrierName& name : named.names) {
                QVERIFY(name.ground.left > 15);  // right of the peak, in free space
                QVERIFY(name.ground.bottom < 380);
            }
        }
    }

    void a_carrier_with_room_for_its_name_has_it_inside() {
        const Named named(placed_plan({{"a", 0, 10, 500, 0}, {"b", 0, 10, 500, 500}}), {0, 0, 800, 400},
                          Medium::pixels);
        QVERIFY(named.names.empty());
        QCOMPARE(std::ranges::count(named.texts, "a · 500 B"), std::ptrdiff_t{1});
    }

    void a_name_lies_on_nothing_that_must_be_seen() {
        QVERIFY(rc::check("names beside boxes", [] {
            const Box area{10, 20, 10.0 + *rc::gen::inRange(40, 900), 20.0 + *rc::gen::inRange(20, 600)};
            std::vector<NamedBox> boxes;
            for (const Box& box : any_boxes(area, 6, 60, 300)) {
                boxes.push_back({box, static_cast<double>(*rc::gen::inRange(10, 200))});
            }
            const std::vector<Box> taken = any_boxes(area, 8, 200, 30);
            CoveredCells covered(area);
            for (const Box& box : any_boxes(area, 30, 300, 200)) {
                covered.cover(box);
            }
            covered.sum_up();
            const auto places = places_beside(boxes, name_height, area, covered, taken);
            RC_ASSERT(places.size() == boxes.size());
            for (std::size_t i = 0; i < places.size(); ++i) {
                if (!places[i]) {
                    continue;
                }
                const NamePlace& place = *places[i];
                RC_ASSERT(is_inside(place.box, area));
                RC_ASSERT(std::ranges::none_of(taken, [&](const Box& box) { return intersects(place.box, box); }));
                RC_ASSERT(
                    std::ranges::none_of(boxes, [&](const NamedBox& each) { return intersects(place.box, each.box); }));
                RC_ASSERT(meets(*place.leader, boxes[i].box));
                RC_ASSERT(meets(*place.leader, place.box));
                for (std::size_t j = 0; j < places.size(); ++j) {
                    if (places[j] && i != j) {
                        RC_ASSERT(!intersects(place.box, places[j]->box));
                        RC_ASSERT(!meets(*place.leader, places[j]->box));
                    }
                }
            }
            RC_ASSERT(places == places_beside(boxes, name_height, area, covered, taken));
        }));
    }

    void a_free_place_is_preferred_to_a_covered_one() {
        const Box area{0, 0, 400, 200};
        CoveredCells covered(area);
        covered.cover({0, 0, 300, 200});
        covered.sum_up();
        const std::vector<NamedBox> boxes{{{100, 50, 104, 150}, 60}};
        const auto places = places_beside(boxes, name_height, area, covered, {});
        QVERIFY(places[0] && places[0]->box.left >= 300);
    }

    void names_of_random_plans_keep_clear_of_the_labels_of_lines() {
        QVERIFY(rc::check("names of carriers", [] {
            std::vector<test::PlacedBuffer> buffers;
            const auto count = *rc::gen::inRange(1, 30);
            for (int i = 0; i < count; ++i) {
                const auto begin = *rc::gen::inRange<std::int64_t>(0, 200);
                buffers.push_back({"buffer" + std::to_string(i), begin, begin + *rc::gen::inRange<std::int64_t>(1, 20),
                                   *rc::gen::inRange<std::int64_t>(1, 100), *rc::gen::inRange<std::int64_t>(0, 300)});
            }
            const Box box{0, 0, static_cast<double>(*rc::gen::inRange(200, 1000)),
                          static_cast<double>(*rc::gen::inRange(100, 600))};
            const Named named(placed_plan(buffers), box, Medium::pixels);
            RC_ASSERT(named.names.size() <= most_carriers);
            for (const CarrierName& name : named.names) {
                RC_ASSERT(is_inside(name.ground, box));
                RC_ASSERT(std::ranges::none_of(named.labels,
                                               [&](const Box& label) { return intersects(name.ground, label); }));
            }
        }));
    }
};

ARENASCOPE_TEST(CarrierNamesTest)
#include "carrier_names_test.moc"
