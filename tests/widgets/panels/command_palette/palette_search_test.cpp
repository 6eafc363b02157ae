#include "widgets/panels/command_palette/palette_search.h"

#include <algorithm>

#include "tests/support/placed_plan.h"
#include "tests/support/small_network.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

PaletteContent with_plan(test::PlacedPlan plan) {
    PaletteContent content;
    content.problem = test::shared(std::move(plan.problem));
    content.layout = test::shared(std::move(plan.layout));
    return content;
}

/// Four commands; the second one is not enabled, the last but one was used last.
PaletteContent with_commands(PaletteContent content = {}) {
    content.commands = {{"Fit", "View", "F"},
                        {"Find Next", "Edit", "F4", false},
                        {"Dark Theme", "View › Theme"},
                        {"Find Buffers", "Edit", "Ctrl+F"}};
    content.recent_commands = {2, 0};
    return content;
}

/// The titles of what is found, each with the sign of its kind.
QStringList found(const PaletteContent& content, std::string_view typed, std::size_t most = 100) {
    QStringList titles;
    for (const PaletteEntry& entry : search_palette(content, typed, most).entries) {
        titles << QLatin1Char(sign_of(entry.kind)) + QString::fromStdString(title_of(content, entry));
    }
    return titles;
}

}  // namespace

class PaletteSearchTest : public QObject {
    Q_OBJECT

private slots:
    void an_empty_line_lists_recent_commands_first_and_then_everything() {
        const PaletteContent content = with_commands(with_plan(test::placed_plan({{"b2"}, {"b1"}})));
        QCOMPARE(found(content, ""), (QStringList{">View › Theme › Dark Theme", ">View › Fit", ">Edit › Find Next",
                                                  ">Edit › Find Buffers", "@b2", "@b1"}));
    }

    void closer_matches_come_first_and_available_commands_before_others() {
        const PaletteContent content = with_commands();
        QCOMPARE(found(content, "fi"), (QStringList{">View › Fit", ">Edit › Find Buffers", ">Edit › Find Next"}));
        QCOMPARE(found(content, "fb"), QStringList{">Edit › Find Buffers"});
        QCOMPARE(found(content, "ex"), (QStringList{">Edit › Find Next"}));
    }

    void a_command_is_also_found_by_its_menus() {
        PaletteContent content = with_commands(with_plan(test::placed_plan({{"preview"}, {"vi_w"}})));
        QCOMPARE(found(content, "theme dark"), QStringList{">View › Theme › Dark Theme"});
        QCOMPARE(found(content, "view"), (QStringList{">View › Fit", ">View › Theme › Dark Theme", "@preview"}));
    }

    void equally_close_matches_are_in_the_order_of_kinds() {
        PaletteContent content = with_plan(test::small_network());
        content.commands = {{"concat", "Edit"}};
        auto problem = *content.problem;
        problem.buffers[0].name = "concat";
        content.problem = test::shared(std::move(problem));
        QCOMPARE(found(content, "concat"), (QStringList{">Edit › concat", "@concat", "#concat (Concat)"}));
    }

    void a_buffer_is_found_by_its_full_name_and_as_it_is_shown() {
        PaletteContent content =
            with_plan(test::placed_plan({{"net/conv_1/Relu"}, {"net/conv_2/Relu"}, {"net/pool/Relu"}}));
        content.names = short_names(*content.problem);
        for (const char* typed : {"conv_2", "net/conv_2", "…_2", "conv_2 · 1 B"}) {
            QVERIFY2(found(content, typed).value(0) == QStringLiteral("@conv_2"), typed);
        }
        QCOMPARE(full_name_of(content, {PaletteKind::buffers, 1}), std::string("net/conv_2/Relu"));
    }

    void operators_are_found_by_name_and_type() {
        const PaletteContent content = with_plan(test::small_network());
        QCOMPARE(found(content, "convolution"), QStringList{"#conv (Convolution)"});
        QCOMPARE(found(content, "#s"), QStringList{"#split (Split)"});
        QCOMPARE(found(content, "#").size(), 4);
    }

    void a_sign_restricts_the_search_to_one_kind() {
        const PaletteContent content = with_commands(with_plan(test::small_network()));
        QCOMPARE(found(content, ">").size(), 4);
        QCOMPARE(found(content, "@").size(), 5);
        QCOMPARE(found(content, "@ data"), QStringList{"@data"});
        QCOMPARE(found(content, ">data"), QStringList{});
        QCOMPARE(found(content, ":2"), QStringList{":2 · split (Split)"});
        QCOMPARE(found(content, ":rel"), QStringList{":1 · relu (ReLU)"});
        QCOMPARE(search_palette(content, "@ data", 9).pattern, std::string("data"));
    }

    void a_number_is_a_step_of_the_plan() {
        test::PlacedPlan plan = test::placed_plan({{"t17", 10, 40}});
        plan.problem.step_labels = {{Step(12), "load 17"}, {Step(17), "17"}};
        const PaletteContent content = with_plan(plan);
        QCOMPARE(found(content, "17"), (QStringList{":17 · 17", "@t17", ":12 · load 17"}));
        QCOMPARE(found(content, ":40"), QStringList{});
        QCOMPARE(found(content, ":9"), QStringList{});
        QCOMPARE(found(content, "load"), QStringList{":12 · load 17"});
    }

    void the_list_is_capped_but_all_matches_are_counted() {
        std::vector<test::PlacedBuffer> buffers;
        for (int i = 0; i < 12'345; ++i) {
            buffers.push_back({"b" + std::to_string(i)});
        }
        const PaletteContent content = with_plan(test::placed_plan(buffers));
        const PaletteResults all = search_palette(content, "b", 100);
        QCOMPARE(all.count, std::size_t{12'345});
        QCOMPARE(all.entries.size(), std::size_t{100});
        QCOMPARE(all.entries.front().number, std::int64_t{0});
        QCOMPARE(all.entries.back().number, std::int64_t{99});  // b0 to b9 are shorter than b10
        const PaletteResults some = search_palette(content, "b123", 5);
        const auto has_letters = [](const test::PlacedBuffer& one) {
            const std::size_t first = one.name.find('1');
            const std::size_t second = first == std::string::npos ? first : one.name.find('2', first);
            return second != std::string::npos && one.name.find('3', second) != std::string::npos;
        };
        QCOMPARE(some.count, static_cast<std::size_t>(std::count_if(buffers.begin(), buffers.end(), has_letters)));
        QCOMPARE(some.entries.front().number, std::int64_t{123});
    }

    void a_search_that_is_called_off_ends() {
        std::vector<test::PlacedBuffer> buffers(100'000, {"b"});
        const PaletteContent content = with_plan(test::placed_plan(buffers));
        int polls = 0;
        const PaletteResults results = search_palette(content, "b", 10, [&polls] { return ++polls < 3; });
        QCOMPARE(polls, 3);
        QVERIFY(results.count < 4'000);
    }

    void without_a_plan_only_commands_are_found() {
        QCOMPARE(found(with_commands(), "@"), QStringList{});
        QCOMPARE(found(with_commands(), "17"), QStringList{});
        QCOMPARE(found({}, ""), QStringList{});
    }
};

}  // namespace arenascope

using arenascope::PaletteSearchTest;
ARENASCOPE_TEST(PaletteSearchTest)
#include "palette_search_test.moc"
