#include "core/picture/plan/legend.h"

#include <algorithm>

#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Two tensors and a scratch buffer, one of them above the threshold.
struct Example {
    Problem problem;
    std::vector<Risk> risks{{Tier::high, Cause::over}, {Tier::low, Cause::none}, {Tier::low, Cause::none}};

    Example() {
        problem.buffers = {buffer("a", 0, 4, 8), buffer("b", 0, 4, 8), buffer("s", 1, 2, 8)};
        problem.buffers[2].kind = BufferKind::scratch;
    }
};

std::vector<std::string> names_of(ColorBy by, LegendMarks marks = {}) {
    const Example example;
    std::vector<std::string> names;
    for (const LegendEntry& entry :
         legend(coloring(example.problem, example.risks, by, Theme::light), by, marks, Theme::light)) {
        names.push_back(entry.name);
    }
    return names;
}

}  // namespace

class LegendTest : public QObject {
    Q_OBJECT

private slots:
    void the_most_urgent_class_is_first_and_includes_its_scratch() {
        QCOMPARE(names_of(ColorBy::risk),
                 (std::vector<std::string>{"high: over the threshold (1)", "low (2)", "scratch (1)"}));
    }

    void scratch_is_a_class_when_colouring_by_kind() {
        QCOMPARE(names_of(ColorBy::kind), (std::vector<std::string>{"scratch (1)", "activation (2)"}));
    }

    void unplaced_buffers_are_not_counted() {
        const Example example;
        Coloring colors = coloring(example.problem, example.risks, ColorBy::risk, Theme::light);
        Layout layout = empty_layout(example.problem);
        layout.placements[0] = Placement{Offset(0), RegionIndex(0)};
        count_placed(colors, layout);
        const auto entries = legend(colors, ColorBy::risk, {}, Theme::light);
        QCOMPARE(entries.size(), std::size_t{1});
        QCOMPARE(entries[0].name, std::string("high: over the threshold (1)"));
    }

    void a_step_of_a_placement_explains_its_outlines() {
        const auto names = names_of(ColorBy::risk, {.transfers = true, .candidates = true});
        QCOMPARE(
            std::vector<std::string>(names.end() - 4, names.end()),
            (std::vector<std::string>{"in transfer", "placed here", "other candidate", "context, as it would lie"}));
    }

    void a_step_of_shared_objects_has_growth_and_no_context() {
        const auto names = names_of(ColorBy::risk, {.takeovers = true, .candidates = true, .objects = true});
        QCOMPARE(std::vector<std::string>(names.end() - 5, names.end()),
                 (std::vector<std::string>{"takes over", "may take over", "placed here", "other free object",
                                           "the object grows"}));
    }

    void sharing_is_told_with_its_reason() {
        Layout layout;
        QCOMPARE(sharing_words(layout), std::string_view());
        layout.sharing.push_back({SharingGroup::Kind::arena, {BufferIndex(0), BufferIndex(1)}});
        QCOMPARE(sharing_words(layout), std::string_view("shared: an accelerator's arena"));
        layout.sharing.push_back({SharingGroup::Kind::parts, {BufferIndex(0), BufferIndex(1)}});
        QCOMPARE(sharing_words(layout), std::string_view("shared on purpose"));
    }

    void marks_follow_the_classes() {
        QCOMPARE(
            names_of(ColorBy::risk, {.counts = false, .overlaps = true, .sharing = "shared on purpose", .fast = true}),
            (std::vector<std::string>{"high: over the threshold", "low", "scratch", "overlap", "shared on purpose",
                                      "fast part"}));
    }

    void lines_outlines_and_areas_of_the_picture_have_entries() {
        LegendMarks marks;
        marks.threshold = marks.free_areas = true;
        marks.moved = 3;
        marks.counts = false;
        const auto names = names_of(ColorBy::kind, marks);
        QCOMPARE(std::vector<std::string>(names.end() - 3, names.end()),
                 (std::vector<std::string>{"theoretical threshold", "moved since previous", "free area"}));
    }

    void a_class_of_risk_tells_its_tier_and_cause() {
        const Example example;
        const auto entries = legend(coloring(example.problem, example.risks, ColorBy::risk, Theme::light),
                                    ColorBy::risk, {}, Theme::light);
        QVERIFY((entries[0].risk == Risk{Tier::high, Cause::over}));
        QVERIFY((entries[1].risk == Risk{Tier::low, Cause::none}));
        QVERIFY(!entries[2].risk);
    }

    void the_threshold_is_listed_only_if_it_has_a_line() {
        PlacedPlan plan = placed_plan({{"a", 0, 4, 100, 0}, {"b", 4, 8, 100, 0}});
        QVERIFY(!shows_threshold(containers(plan.problem, plan.layout)));
        plan.layout.placements[1]->offset = Offset(20);
        QVERIFY(shows_threshold(containers(plan.problem, plan.layout)));
    }

    void entries_continue_in_the_next_row_and_never_overlap() {
        const Example example;
        LegendMarks marks;
        marks.overlaps = marks.threshold = true;
        marks.moved = 1;
        const auto entries = legend(coloring(example.problem, example.risks, ColorBy::kind, Theme::light),
                                    ColorBy::kind, marks, Theme::light);
        const MeasureText measure = [](std::string_view text, TextStyle /*style*/) {
            return 6.0 * static_cast<double>(text.size());
        };
        const TextStyle style{12, false};
        QCOMPARE(legend_rows(entries, 10, 1000, style, measure).height, line_height(style));
        const LegendRows narrow = legend_rows(entries, 10, 250, style, measure);
        QVERIFY(narrow.height > 2 * line_height(style));
        for (std::size_t i = 0; i < narrow.grounds.size(); ++i) {
            QVERIFY(narrow.grounds[i].left >= 10 && narrow.grounds[i].right <= 250);
            for (std::size_t k = 0; k < i; ++k) {
                QVERIFY(!intersects(narrow.grounds[i], narrow.grounds[k]));
            }
        }
        Drawing drawing;
        draw(drawing, entries, narrow, 0, style, palette(Theme::light));
        const auto lines =
            std::count_if(drawing.primitives.begin(), drawing.primitives.end(),
                          [](const Primitive& one) { return std::holds_alternative<StraightLine>(one); });
        QCOMPARE(lines, std::ptrdiff_t{1});  // the threshold is a line, the others are boxes
    }

    void only_scratch_has_the_falling_hatch_in_every_colouring() {
        const Example example;
        for (const ColorBy by : {ColorBy::risk, ColorBy::size, ColorBy::lifetime, ColorBy::kind}) {
            const Coloring colors = coloring(example.problem, example.risks, by, Theme::dark);
            const auto pattern = [&](std::size_t i) { return colors.classes[colors.class_of[i]].style.pattern; };
            QVERIFY(pattern(2) == Pattern::falling_hatch);
            QVERIFY(pattern(0) != Pattern::falling_hatch && pattern(1) != Pattern::falling_hatch);
        }
    }
};

ARENASCOPE_TEST(LegendTest)
#include "legend_test.moc"
