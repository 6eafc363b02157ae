#include "core/picture/plan/coloring.h"

#include <set>

#include "tests/support/random_problem.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Buffers with these sizes, each alive for one step.
Problem of_sizes(const std::vector<std::int64_t>& sizes) {
    Problem problem;
    for (std::size_t i = 0; i < sizes.size(); ++i) {
        problem.buffers.push_back(buffer(std::to_string(i), 0, 1, sizes[i]));
    }
    return problem;
}

const std::string& class_name(const Coloring& colors, std::size_t buffer) {
    return colors.classes[colors.class_of[buffer]].name;
}

}  // namespace

class ColoringTest : public QObject {
    Q_OBJECT

private slots:
    void every_colouring_is_found_by_its_name() {
        QCOMPARE(color_by_names().size(), std::size_t{7});
        for (const std::string_view name : color_by_names()) {
            const auto by = color_by_named(name);
            QVERIFY(by.has_value());
            QCOMPARE(name_of(*by), name);
        }
        QVERIFY(!color_by_named("Risk").has_value());
        QVERIFY(!color_by_named("").has_value());
    }

    void risk_classes_are_ordered_by_urgency() {
        const Problem problem = of_sizes({1, 1, 1, 1, 1, 1});
        const std::vector<Risk> risks{{},
                                      {Tier::low, Cause::none},
                                      {Tier::medium, Cause::beside},
                                      {Tier::medium, Cause::at},
                                      {Tier::high, Cause::beside},
                                      {Tier::high, Cause::over}};
        const Coloring colors = coloring(problem, risks, ColorBy::risk, Theme::light);
        for (std::size_t i = 1; i < risks.size(); ++i) {
            QVERIFY(colors.class_of[i] > colors.class_of[i - 1]);
        }
        QCOMPARE(class_name(colors, 5), std::string("high: over the threshold"));
    }

    void without_risks_every_buffer_is_in_tier_none() {
        const Coloring colors = coloring(of_sizes({1, 2}), {}, ColorBy::risk, Theme::dark);
        QCOMPARE(class_name(colors, 0), std::string("none"));
        QCOMPARE(class_name(colors, 1), std::string("none"));
    }

    void each_kind_has_a_class() {
        Problem problem = of_sizes({1, 1});
        problem.buffers[1].kind = BufferKind::scratch;
        const Coloring colors = coloring(problem, {}, ColorBy::kind, Theme::light);
        QCOMPARE(class_name(colors, 0), std::string("activation"));
        QCOMPARE(class_name(colors, 1), std::string("scratch"));
    }

    void size_classes_follow_the_order_of_magnitude() {
        const Coloring colors =
            coloring(of_sizes({1, 10, 100, 1000, 10'000, 100'000, 1'000'000}), {}, ColorBy::size, Theme::light);
        for (std::size_t i = 1; i < 6; ++i) {
            QCOMPARE(colors.class_of[i], static_cast<std::uint8_t>(colors.class_of[i - 1] + 1));
        }
        QCOMPARE(colors.class_of[6], colors.class_of[5]);  // the largest bounds the last class
        QCOMPARE(class_name(colors, 1), std::string("from 10 B"));
    }

    void a_single_size_is_a_single_class() {
        const Coloring colors = coloring(of_sizes({64, 64}), {}, ColorBy::size, Theme::light);
        QCOMPARE(colors.classes.size(), std::size_t{Coloring::first + 1});  // and the classes of dimmed buffers
        QCOMPARE(class_name(colors, 0), std::string("from 64 B"));
        QCOMPARE(colors.classes[Coloring::first].buffers, std::size_t{2});
    }

    void close_sizes_have_no_empty_classes() {
        const Coloring colors = coloring(of_sizes({1, 2, 3}), {}, ColorBy::size, Theme::light);
        std::set<std::string> names;
        for (const ColorClass& each : colors.classes) {
            QVERIFY2(names.insert(each.name).second, each.name.c_str());
        }
        QCOMPARE(class_name(colors, 0), std::string("from 1 B"));
        QCOMPARE(class_name(colors, 1), std::string("from 2 B"));
    }

    void makers_have_distinct_colours_and_the_rest_is_grey() {
        std::vector<SegmentBuffer> buffers;
        for (std::int64_t line = 1; line <= 9; ++line) {
            buffers.push_back({0, {Step(0), Step(5)}, line * 100, 100 - line, line});
        }
        buffers.push_back({0, {Step(0), Step(5)}, 0, 7, 0});
        const Problem problem = segmented_plan({1000}, buffers).problem;
        const Coloring colors = coloring(problem, {}, ColorBy::maker, Theme::light);
        const Palette& tokens = palette(Theme::light);
        QCOMPARE(class_name(colors, 0), std::string("net.py:1 forward"));
        QVERIFY(colors.classes[colors.class_of[0]].style.fill == tokens.makers[0].fill);
        QVERIFY(colors.classes[colors.class_of[6]].style.fill == tokens.makers[6].fill);
        QCOMPARE(*colors.classes[colors.class_of[6]].at_peak, Bytes(93));
        QCOMPARE(class_name(colors, 7), std::string("2 others"));
        QCOMPARE(class_name(colors, 8), std::string("2 others"));
        QCOMPARE(colors.classes[colors.class_of[8]].makers, std::size_t{2});
        QCOMPARE(*colors.classes[colors.class_of[8]].at_peak, Bytes(92 + 91));
        QCOMPARE(class_name(colors, 9), std::string("(no Python frame)"));
        QVERIFY(colors.class_of[0] > colors.class_of[1] && colors.class_of[6] > colors.class_of[9]);
        for (const ColorClass& each : colors.classes) {
            QVERIFY(each.name.starts_with("put aside") || each.style.pattern == Pattern::plain);
        }
    }

    void few_makers_use_few_colours() {
        const Problem problem =
            segmented_plan({100}, {{0, {Step(0), Step(5)}, 0, 10, 4}, {0, {Step(0), Step(5)}, 10, 10, 2}}).problem;
        const Coloring colors = coloring(problem, {}, ColorBy::maker, Theme::dark);
        QCOMPARE(class_name(colors, 0), std::string("net.py:4 forward"));
        QCOMPARE(class_name(colors, 1), std::string("net.py:2 forward"));
    }

    void lines_of_one_function_or_file_have_one_colour() {
        const Problem problem =
            segmented_plan({100}, {{0, {Step(0), Step(5)}, 0, 10, 4}, {0, {Step(0), Step(5)}, 10, 10, 2}}).problem;
        const Coloring functions = coloring(problem, {}, ColorBy::maker_function, Theme::light);
        QCOMPARE(class_name(functions, 0), std::string("net.py forward"));
        QCOMPARE(functions.class_of[0], functions.class_of[1]);
        const Coloring files = coloring(problem, {}, ColorBy::maker_file, Theme::light);
        QCOMPARE(class_name(files, 1), std::string("net.py"));
        QCOMPARE(*files.classes[files.class_of[0]].at_peak, Bytes(20));
    }

    void the_styles_of_makers_are_those_of_their_classes() {
        std::vector<SegmentBuffer> buffers;
        for (std::int64_t line = 0; line <= 9; ++line) {
            buffers.push_back({0, {Step(0), Step(5)}, line * 100, 100 - line, line});
        }
        const Problem problem = segmented_plan({1000}, buffers).problem;
        const Makers makers = makers_of(problem);
        const auto styles = maker_styles(makers, Theme::dark);
        const Coloring colors = coloring(problem, {}, ColorBy::maker, Theme::dark);
        QCOMPARE(styles.size(), std::size_t{10});
        for (std::size_t i = 0; i < buffers.size(); ++i) {
            QVERIFY(styles[makers.made_by[BufferIndex(i)]].fill == colors.classes[colors.class_of[i]].style.fill);
        }
    }

    void only_a_recorded_allocator_has_makers_and_it_has_no_tiers() {
        const Problem planned = of_sizes({1, 2});
        QVERIFY(!can_color_by(planned, ColorBy::maker) && can_color_by(planned, ColorBy::risk));
        QVERIFY(shown_color_by(planned, ColorBy::maker) == ColorBy::risk);
        QVERIFY(shown_color_by(planned, ColorBy::maker_file) == ColorBy::risk);
        const Problem recorded = segmented_plan({100}, {{0, {Step(0), Step(5)}, 0, 10, 4}}).problem;
        QVERIFY(!can_color_by(recorded, ColorBy::risk));
        QVERIFY(default_color_by(recorded) == ColorBy::maker);
        QVERIFY(shown_color_by(recorded, ColorBy::size) == ColorBy::size);
        const Problem replanned = merged_segments(recorded);
        QVERIFY(can_color_by(replanned, ColorBy::maker) && default_color_by(replanned) == ColorBy::risk);
    }

    void every_buffer_is_in_a_class_whose_bound_it_reaches() {
        QVERIFY(rc::check("classes", [] {
            const Problem problem = random_problem({.largest_size = 1'000'000});
            const ColorBy by = *rc::gen::element(ColorBy::size, ColorBy::lifetime, ColorBy::kind, ColorBy::risk);
            const Coloring colors = coloring(problem, {}, by, Theme::light);
            RC_ASSERT(colors.class_of.size() == problem.buffers.size());
            std::size_t counted = 0;
            std::set<std::string> names;
            for (const ColorClass& each : colors.classes) {
                counted += each.buffers;
                RC_ASSERT(names.insert(each.name).second);
            }
            RC_ASSERT(counted == problem.buffers.size());
            RC_ASSERT(colors.classes[Coloring::dimmed].buffers == 0U);
            for (std::size_t a = 0; a < problem.buffers.size(); ++a) {
                for (std::size_t b = 0; b < problem.buffers.size(); ++b) {
                    const Buffer& one = problem.buffers[a];
                    const Buffer& other = problem.buffers[b];
                    if ((by == ColorBy::size && one.size <= other.size) ||
                        (by == ColorBy::lifetime && length(one.lifetime) <= length(other.lifetime))) {
                        RC_ASSERT(colors.class_of[a] <= colors.class_of[b]);
                    }
                }
            }
        }));
    }
};

ARENASCOPE_TEST(ColoringTest)
#include "coloring_test.moc"
