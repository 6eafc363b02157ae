#include "widgets/picture/layout_view/picture_ground.h"

#include <algorithm>
#include <memory>
#include <rapidcheck.h>
#include <utility>
#include <vector>

#include "core/model/tiers/rectangle_classifier.h"
#include "core/picture/plan/canvas.h"
#include "core/picture/plan/pixel_grid.h"
#include "core/planner/generate/generated_problem.h"
#include "core/planner/planning.h"
#include "tests/support/shown_picture.h"
#include "tests/support/test_registry.h"
#include "widgets/picture/layout_view/picture_parts.h"

using namespace arenascope;

namespace {

/// A plan of any kind, in any colours, and with any buffers dimmed. Call it within a property.
LayoutContent any_content() {
    const GeneratedKind kind = *rc::gen::elementOf(generated_kinds);
    auto problem =
        generated_problem(kind, *rc::gen::inRange<std::size_t>(1, 3000), *rc::gen::inRange<std::uint64_t>(0, 99));
    RC_ASSERT(problem.has_value());
    LayoutContent content;
    content.layout = test::shared(
        run_planner(*problem, empty_layout(*problem), {.planner = "greedy-in-order-of-birth"})->result.layout);
    content.risks = test::shared(classify(*problem, *content.layout));
    content.color_by = *rc::gen::element(ColorBy::risk, ColorBy::size, ColorBy::lifetime, ColorBy::kind);
    const std::size_t buffers = problem->buffers.size();
    const auto any_buffer = [buffers] { return BufferIndex(*rc::gen::inRange<std::size_t>(0, buffers)); };
    const int selected = *rc::gen::element(0, 0, 1, 5);
    for (int i = 0; i < selected; ++i) {
        content.selection.push_back(any_buffer());
    }
    if (*rc::gen::arbitrary<bool>()) {
        const auto divisor = *rc::gen::inRange<std::size_t>(2, 6);
        for (std::size_t i = 0; i < buffers; ++i) {
            content.filter.push_back(i % divisor != 0);
        }
    }
    content.problem = test::shared(std::move(*problem));
    return content;
}

/// All of a plan or a part of it, down to a few steps.
View any_view(const View& whole) {
    const auto part = [](Stretch stretch) -> Stretch {
        const long double from = stretch.from + length(stretch) * *rc::gen::inRange(-50, 950) / 1000;
        const long double share = *rc::gen::element(1.1L, 0.6L, 0.05L, 0.002L);
        return *rc::gen::arbitrary<bool>() ? stretch : Stretch{from, from + length(stretch) * share};
    };
    return {part(whole.steps), part(whole.bytes)};
}

/// Whether each pixel that a rectangle of the highest tier touches shows that tier.
bool shows_all_of_high_risk(const PixelGrid& pixels, const GroundOrder& order, const LayoutContent& content,
                            const std::vector<MemoryRectangle>& rectangles) {
    const Canvas canvas(order.port, order.scale);
    for (const MemoryRectangle& each : rectangles) {
        if ((*content.risks)[each.buffer].tier != Tier::high) {
            continue;
        }
        const std::uint8_t own = order.coloring->class_of[each.buffer];
        const bool is_dimmed = !order.dimmed->empty() && (*order.dimmed)[each.buffer.value()] != 0;
        const std::size_t style = is_dimmed ? order.coloring->classes[own].dimmed_class : own;
        const CellRange cells = canvas.cells_of(each);
        for (std::int32_t row = cells.top; row < cells.bottom; ++row) {
            for (std::int32_t column = cells.left; column < cells.right; ++column) {
                const std::uint8_t code = pixels.codes[static_cast<std::size_t>(row * pixels.columns + column)];
                if (code == 0 || class_of_code(code) < style) {
                    return false;
                }
            }
        }
    }
    return true;
}

/// Whether a moved grid never shows less than the exact one.
bool is_never_below(const PixelGrid& moved, const PixelGrid& exact) {
    for (std::size_t i = 0; i < exact.codes.size(); ++i) {
        const bool is_below = exact.codes[i] != 0 &&
                              (moved.codes[i] == 0 || class_of_code(moved.codes[i]) < class_of_code(exact.codes[i]));
        if (is_below) {
            return false;
        }
    }
    return true;
}

}  // namespace

class PictureGroundTest : public QObject {
    Q_OBJECT

private slots:
    /// Of plans of every kind, in all colours, with a selection or a filter, at any zoom.
    void any_view_at_rest_equals_that_of_each_rectangle_and_in_motion_is_never_below_it() {
        QVERIFY(rc::check([] {
            const LayoutContent content = any_content();
            PictureParts parts;
            renew(parts, content, all_parts);
            GroundOrder order{.index = parts.shapes->index,
                              .coloring = parts.coloring,
                              .dimmed = parts.dimmed,
                              .shapes = parts.shapes};
            const auto levels = picture_levels(order);
            const std::vector<MemoryRectangle> all =
                memory_rectangles(*content.problem, *content.layout, parts.shapes->shifts);
            order.scale = *rc::gen::inRange(1, 3);
            order.port.box = {0, 0, static_cast<double>(*rc::gen::inRange(1, 200)),
                              static_cast<double>(*rc::gen::inRange(1, 150))};
            order.port.view = any_view(parts.shapes->whole);
            const auto exact = picture_ground(order, nullptr, all, test::even_measure());
            for (const PictureLevels* used : {levels.get(), static_cast<const PictureLevels*>(nullptr)}) {
                const auto found = picture_ground(order, used, {}, test::even_measure());
                RC_ASSERT(found->scene.pixels.codes == exact->scene.pixels.codes);
                RC_ASSERT(found->scene.figures.singly == exact->scene.figures.singly);
                RC_ASSERT(found->scene.figures.too_small == exact->scene.figures.too_small);
                RC_ASSERT(found->lines.size() == exact->lines.size());
            }
            if (content.color_by == ColorBy::risk) {
                RC_ASSERT(shows_all_of_high_risk(exact->scene.pixels, order, content, all));
            }

            GroundOrder later = order;
            later.port.view = any_view(parts.shapes->whole);
            const auto at_rest = picture_ground(later, nullptr, all, test::even_measure());
            PixelGrid moved = at_rest->scene.pixels;
            constexpr std::uint8_t unknown = layer_bits;
            std::fill(moved.codes.begin(), moved.codes.end(), unknown);
            stretch(moved, later.port.view, exact->scene.pixels, order.port.view);
            const auto keeps_scale = [](Stretch a, Stretch b) { return std::abs(length(a) / length(b) - 1) < 1e-6L; };
            // One that is moved by whole pixels may be off by one.
            if (!keeps_scale(later.port.view.steps, order.port.view.steps) &&
                !keeps_scale(later.port.view.bytes, order.port.view.bytes)) {
                RC_ASSERT(is_never_below(moved, at_rest->scene.pixels));
            }
        }));
    }
};

ARENASCOPE_TEST(PictureGroundTest)
#include "picture_ground_test.moc"
