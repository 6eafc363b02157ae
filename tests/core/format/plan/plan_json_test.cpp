#include "core/format/plan/plan_json.h"

#include <rapidcheck.h>

#include "core/base/file/file_content.h"
#include "core/format/reading.h"
#include "tests/support/mutated_copies.h"
#include "tests/support/named_error.h"
#include "tests/support/opened_text.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

namespace arenascope {
namespace {

std::string plan_error(std::string_view content) {
    const auto document = parse_document(content, "plan.json");
    return document ? "no error" : to_string(document.error());
}

/// A plan with one buffer that has these members and a name.
std::string plan_with(const std::string& members, const std::string& more = {}) {
    return R"({"format": "arenascope-plan", "version": 1, "buffers": [{"name": "a", )" + members + "}]" + more + "}";
}

constexpr const char* right = R"("size": 4, "begin": 0, "end": 3)";

/// a → view → b → view → c. Both views are removed, and a and b have offset 0.
std::string views(int offset_of_c) {
    const std::string text = R"({"format": "arenascope-plan", "version": 1,
        "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3, "offset": 0},
                    {"name": "b", "size": 4, "begin": 0, "end": 3, "offset": 0},
                    {"name": "c", "size": 4, "begin": 0, "end": 3, "offset": 7}],
        "operators": [{"name": "view", "step": 1, "reads": ["a"], "writes": ["b"], "feature": "removable",
                       "shareable": [0]},
                      {"name": "view", "step": 2, "reads": ["b"], "writes": ["c"], "feature": "removable",
                       "shareable": [0]}],
        "removed": ["view", 1], "copied": [{"operator": 1, "operand": "b"}]})";
    return test::replaced(text, "7", std::to_string(offset_of_c));
}

Provenance provenance() {
    return {"peak-suppression", {{"metrics", "width"}, {"order", "desc"}}, ~0ULL, false};
}

}  // namespace

class PlanJsonTest : public QObject {
    Q_OBJECT

private slots:
    void reads_a_plan_written_by_hand() {
        const auto document = parse_document(R"({
            "version": 1, "format": "arenascope-plan",
            "provenance": {"planner": "by hand"},
            "regions": [{"name": "fast", "capacity": 4096}, {"name": "slow", "base": 65536, "alignment": 64}],
            "steps": [{"step": 1, "label": "relu"}, {"step": 0, "label": "conv"}],
            "buffers": [{"name": "a", "size": 64, "begin": 0, "end": 2, "offset": 128, "region": "slow", "pin": 128,
                         "kind": "input", "gaps": [{"begin": 0, "end": 1, "from": 0, "to": 8}], "colour": "red"},
                        {"name": "b", "size": 64, "begin": 0, "end": 2}]})",
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->format, FileFormat::plan_json);
        QCOMPARE(document->provenance->planner, std::string("by hand"));
        QVERIFY(document->provenance->reproducible);
        QCOMPARE(document->problem.regions[0].capacity, std::optional(Bytes(4096)));
        QCOMPARE(document->problem.step_labels[0].text, std::string("conv"));
        QCOMPARE(document->problem.buffers[0].region, RegionIndex(1));
        QCOMPARE(document->problem.buffers[0].gaps()[0].window, (std::optional(Window{Bytes(0), Bytes(8)})));
        QCOMPARE(document->layout.placements[0], (std::optional(Placement{Offset(128), RegionIndex(1)})));
        QVERIFY(!document->layout.placements[1]);
        QCOMPARE(document->notes, (std::vector<std::string>{"unknown keys are ignored: 'colour'"}));
    }

    void a_size_may_be_a_list_of_dimensions() {
        const auto document = parse_document(plan_with(R"("size": [4, 3, 2], "begin": 0, "end": 3)",
                                                       R"(, "objects": [{"offset": 0, "size": [4, 3, 2]}])"),
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers[0].size, Bytes(24));
        QCOMPARE(document->problem.buffers[0].dimensions(), (std::vector<std::int64_t>{4, 3, 2}));
        QCOMPARE(document->layout.objects, (std::vector{SharedObject{{}, Offset(0), Bytes(24), {4, 3, 2}}}));
    }

    void an_object_that_no_buffer_is_in_yet_is_not_written() {
        test::PlacedPlan plan = test::placed_plan({{"a", 0, 3, 24, 0}});
        plan.layout.objects = {{{}, Offset(0), Bytes(24)}, {{}, Offset(24), Bytes(0)}};
        const auto again = parse_document(plan_json_text(plan.problem, plan.layout, std::nullopt), "again");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QCOMPARE(again->layout.objects, (std::vector{SharedObject{{}, Offset(0), Bytes(24)}}));
    }

    void operators_that_keep_their_order_still_do_when_read_again() {
        const auto document = parse_document(R"({"format": "arenascope-plan", "version": 1, "buffers": [
                {"name": "a", "size": 4, "begin": 0, "end": 2}],
                "operators": [{"name": "random", "step": 0, "writes": ["a"], "keeps_order": true},
                              {"name": "relu", "step": 1, "reads": ["a"]}]})",
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        const std::string text = plan_json_text(document->problem, document->layout, std::nullopt);
        const auto again = parse_document(text, "again");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QVERIFY(again->problem.graph->operators[0].keeps_order);
        QVERIFY(!again->problem.graph->operators[1].keeps_order);
        QVERIFY(again->notes.empty());
    }

    void the_part_of_an_operator_is_the_same_when_read_again() {
        const auto document = parse_document(R"({"format": "arenascope-plan", "version": 1, "buffers": [
                {"name": "a", "size": 4, "begin": 0, "end": 2}],
                "operators": [{"name": "conv", "step": 0, "reads": ["a", "a"], "writes": ["a"], "part": {
                    "axis": "width", "number": 2, "count": 3, "computes": {"begin": 4, "end": 8}, "padding_after": 1,
                    "writes": {"dimension": 2, "begin": 0, "end": 4},
                    "reads": [{"operand": 1, "dimension": 3, "begin": 5, "end": 9}]}},
                              {"name": "relu", "step": 1, "reads": ["a"]}]})",
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(document->notes.empty());
        const OperatorPart wanted = {SplitAxis::width, 2,      3, {std::nullopt, TensorRows{3, {5, 9}}},
                                     {2, {0, 4}},      {4, 8}, 0, 1};
        QCOMPARE(document->problem.graph->operators[0].part, std::optional(wanted));
        const auto again = parse_document(plan_json_text(document->problem, document->layout, std::nullopt), "again");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QCOMPARE(again->problem.graph->operators[0].part, std::optional(wanted));
        QVERIFY(!again->problem.graph->operators[1].part);
    }

    void a_usage_graph_is_a_list_of_names_for_each_buffer() {
        const auto document = parse_document(R"({"format": "arenascope-plan", "version": 1, "buffers": [
                {"name": "a", "size": 4, "begin": 0, "end": 3, "may_take_over": ["b"]},
                {"name": "b", "size": 4, "begin": 0, "end": 3}]})",
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.usage_graph->may_take_over,
                 (std::vector<std::vector<BufferIndex>>{{BufferIndex(1)}, {}}));
    }

    void cores_and_transfers_between_them_refer_to_regions_by_name() {
        const auto document = parse_document_as(FileFormat::plan_json, R"({"format": "arenascope-plan", "version": 1,
            "regions": [{"name": "core 0"}, {"name": "core 1"}], "buffers": [
                {"name": "a on 1", "size": 4, "begin": 2, "end": 3, "region": "core 1", "copy_of": "a"},
                {"name": "a", "size": 4, "begin": 0, "end": 3, "region": "core 0"}],
            "operators": [{"name": "conv", "step": 0, "reads": [], "writes": ["a"], "core": "core 0"},
                          {"name": "relu", "step": 2, "reads": ["a on 1"], "writes": [], "core": "core 1"},
                          {"name": "anywhere", "step": 2, "reads": [], "writes": []}]})",
                                                "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.transfers, (std::vector{Transfer{BufferIndex(1), BufferIndex(0)}}));
        QVERIFY(transfer_into(document->problem, BufferIndex(0)) != nullptr);
        QVERIFY(transfer_into(document->problem, BufferIndex(1)) == nullptr);
        QCOMPARE(document->problem.graph->operators[1].core, RegionIndex(1));
        QCOMPARE(document->problem.graph->operators[2].core, RegionIndex::none());
    }

    void unplanned_variable_scratch_has_its_minimum_size() {
        const auto document = parse_document(R"({"format": "arenascope-plan", "version": 1,
            "regions": [{"name": "slow"}, {"name": "fast", "fast": true}], "buffers": [
                {"name": "t", "size": 4, "begin": 0, "end": 3},
                {"name": "fixed", "size": 8, "begin": 1, "end": 2, "scratch": {"overlay": true, "fast": true},
                 "region": "fast", "rule": "grown-top", "offset": 0},
                {"name": "rest", "begin": 1, "end": 2, "scratch": {"variable": true, "minimum": 16}}],
            "heaps": [{"region": "fast", "before": [0, 0], "after": [-8, 8]}]})",
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(document->problem.regions[1].fast);
        QCOMPARE(document->problem.buffers[1].kind, BufferKind::scratch);
        QCOMPARE(document->problem.buffers[2].size, Bytes(16));
        QCOMPARE(*scratch_request_of(document->problem, BufferIndex(1)),
                 (ScratchRequest{BufferIndex(1), false, Bytes(0), true, true}));
        QVERIFY(scratch_request_of(document->problem, BufferIndex(0)) == nullptr);
        QCOMPARE(scratch_rule_of(document->layout, BufferIndex(1)), std::optional(ScratchRule::grown_top));
        QVERIFY(!scratch_rule_of(document->layout, BufferIndex(2)));
        QCOMPARE(document->layout.heaps,
                 (std::vector{HeapBounds{RegionIndex(1), {Offset(0), Offset(0)}, {Offset(-8), Offset(8)}}}));
    }

    void variable_scratch_without_a_minimum_has_no_size_until_it_is_placed() {
        const auto document = parse_document(R"({"format": "arenascope-plan", "version": 1, "buffers": [
                {"name": "t", "size": 4, "begin": 0, "end": 3, "offset": 0},
                {"name": "waiting", "size": 99, "begin": 1, "end": 2, "scratch": {"variable": true}},
                {"name": "placed", "size": 99, "begin": 1, "end": 2, "scratch": {"variable": true}, "offset": 4},
                {"name": "none", "size": 0, "begin": 2, "end": 3, "scratch": {"variable": true}, "rule": "no-area",
                 "offset": 0}]})",
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.buffers[1].size, Bytes(0));
        QCOMPARE(document->problem.buffers[2].size, Bytes(99));
        QCOMPARE(document->problem.buffers[3].size, Bytes(0));
        QCOMPARE(scratch_request_of(document->problem, BufferIndex(1))->minimum, Bytes(0));
        const auto again = parse_document(plan_json_text(document->problem, document->layout, {}), "again.json");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QVERIFY(again->problem == document->problem);
        QVERIFY(again->layout == document->layout);
    }

    void a_fast_part_names_the_slower_part_of_its_heap() {
        const auto document = parse_document(R"({"format": "arenascope-plan", "version": 1,
            "regions": [{"name": "x", "fast": true, "part_of": "b"}, {"name": "a"}, {"name": "b"}],
            "buffers": [{"name": "t", "size": 4, "begin": 0, "end": 3}]})",
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->problem.regions[0].slow_part, RegionIndex(2));
        const auto again = parse_document(plan_json_text(document->problem, document->layout, {}), "again.json");
        QVERIFY(again->problem == document->problem);
    }

    void a_minimum_of_fixed_scratch_is_ignored_with_a_note() {
        const auto notes = [](const std::string& request) {
            return parse_document(R"({"format": "arenascope-plan", "version": 1, "buffers": [
                {"name": "s", "size": 8, "begin": 1, "end": 2, "scratch": {)" +
                                      request + "}}]}",
                                  "plan.json")
                ->notes;
        };
        QCOMPARE(notes(R"("minimum": 16)"),
                 std::vector<std::string>{"scratch 's' has a minimum, which has no effect without the kind variable"});
        QVERIFY(notes(R"("minimum": 16, "variable": true)").empty());
        QVERIFY(notes(R"("overlay": true)").empty());
    }

    void wrong_heap_bounds_are_ignored_with_a_note() {
        const auto document = parse_document(R"({"format": "arenascope-plan", "version": 1,
            "buffers": [{"name": "t", "size": 4, "begin": 0, "end": 3, "offset": 0},
                        {"name": "s", "size": 8, "begin": 1, "end": 2, "offset": 4, "scratch": {}}],
            "heaps": [{"region": "arena", "before": [0, 4], "after": [0, 16]}]})",
                                             "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QVERIFY(document->layout.heaps.empty());
        QCOMPARE(document->notes.size(), std::size_t{1});
        QVERIFY2(document->notes[0].find("the heap 'arena' is listed as reaching from 0 to 16") != std::string::npos,
                 document->notes[0].c_str());
    }

    void operators_without_steps_run_depth_first_and_lifetimes_follow() {
        const auto document = parse_plan_json(
            R"({"format": "arenascope-plan", "version": 1,
                "buffers": [{"name": "in", "size": 1, "kind": "input"}, {"name": "a", "size": 1},
                            {"name": "b", "size": 1}, {"name": "out", "size": 1, "kind": "output"},
                            {"name": "s", "size": 1, "scratch": {}}],
                "operators": [{"name": "last", "reads": ["a", "b"], "writes": ["out"]},
                              {"name": "one", "reads": ["in", "s"], "writes": ["a"]},
                              {"name": "two", "reads": ["in"], "writes": ["b"]}]})",
            "plan");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        const Problem& problem = document->problem;
        QCOMPARE(problem.graph->operators[0].name, std::string("one"));
        QCOMPARE(problem.graph->operators[2].step, Step(2));
        const std::vector<Lifetime> expected = {
            {Step(0), Step(2)}, {Step(0), Step(3)}, {Step(1), Step(3)}, {Step(2), Step(3)}, {Step(0), Step(1)}};
        for (std::size_t i = 0; i < expected.size(); ++i) {
            QCOMPARE(problem.buffers[i].lifetime, expected[i]);
        }
    }

    void writes_addresses_where_the_region_has_a_base() {
        Problem problem;
        problem.regions[0].base = 4096;
        problem.buffers.push_back(test::buffer("a", 0, 3, 4));
        Layout layout = empty_layout(problem);
        layout.placements[0] = Placement{Offset(16), RegionIndex(0)};
        QCOMPARE(plan_json_text(problem, layout, std::nullopt),
                 std::string("{\n  \"format\": \"arenascope-plan\",\n  \"version\": 1,\n"
                             "  \"regions\": [\n    {\"name\": \"arena\", \"base\": 4096}\n  ],\n"
                             "  \"buffers\": [\n    {\"name\": \"a\", \"size\": 4, \"begin\": 0, \"end\": 3, "
                             "\"offset\": 16, \"address\": 4112}\n  ]\n}\n"));
    }

    void a_base_is_a_number_or_a_hexadecimal_text() {
        const auto plan = [](const std::string& base) {
            return R"({"format": "arenascope-plan", "version": 1, "regions": [{"name": "r", "base": )" + base +
                   R"(}], "buffers": [{"name": "a", "size": 8, "begin": 0, "end": 1, "offset": 0}]})";
        };
        const auto base_of = [&](const std::string& base) {
            return parse_document(plan(base), "plan.json")->problem.regions[0].base;
        };
        QCOMPARE(base_of("4096"), Address{4096});
        QCOMPARE(base_of("\"0x1000\""), Address{4096});
        QCOMPARE(base_of("\"0xffff800000000000\""), Address{0xFFFF'8000'0000'0000U});
        for (const char* base :
             {"-1", "\"4096\"", "\"0x\"", "\"0x1g\"", "\"0x10000000000000000\"", "1.5", "\"0xffffffffffffffff\""}) {
            const auto document = parse_document(plan(base), "plan.json");
            QVERIFY2(!document, base);
            QVERIFY2(!document.error().cure.empty(), base);
        }
    }

    void errors_name_the_field_data() {
        QTest::addColumn<QByteArray>("content");
        QTest::addColumn<QByteArray>("cause");
        const auto add = [](const char* name, const std::string& content, const char* cause) {
            QTest::newRow(name) << QByteArray::fromStdString(content) << QByteArray(cause);
        };
        add("newer_version", R"({"format": "arenascope-plan", "version": 2, "buffers": 7})",
            "version: the file has version 2, this program reads up to version 1; open it with a newer");
        add("no_version", R"({"format": "arenascope-plan"})", "version: it is missing");
        add("version_zero", R"({"format": "arenascope-plan", "version": 0})", "version: there is no version 0");
        add("other_format", R"({"format": "other"})", "format: 'other' is not a format that can be read");
        add("no_format", R"({"buffers": []})", "no text under the key 'format'");
        add("no_buffers", R"({"format": "arenascope-plan", "version": 1})", "buffers: it is missing");
        add("missing_size", plan_with(R"("begin": 0, "end": 3)"), "buffers[0].size: it is missing");
        add("not_a_number", plan_with(R"("size": "4", "begin": 0, "end": 3)"), "buffers[0].size: it is a JSON string");
        add("one_dimension", plan_with(R"("size": [4], "begin": 0, "end": 3)"), "buffers[0].size: the product");
        add("five_dimensions", plan_with(R"("size": [1, 1, 1, 1, 1], "begin": 0, "end": 3)"),
            "buffers[0].size: the product");
        add("no_dimension", plan_with(R"("size": [4, null], "begin": 0, "end": 3)"), "buffers[0].size: the product");
        add("zero_dimension", plan_with(R"("size": [4, 0], "begin": 0, "end": 3)"), "buffers[0].size: the product");
        add("dimensions_overflow", plan_with(R"("size": [4294967296, 4294967296], "begin": 0, "end": 3)"),
            "buffers[0].size: the product of the dimensions is not a valid size");
        add("takes_over_from_nobody", plan_with(std::string(right) + R"(, "may_take_over": ["x"])"),
            "buffers[0].may_take_over[0]: there is no buffer 'x'");
        add("copy_of_nothing", plan_with(std::string(right) + R"(, "copy_of": "x")"),
            "buffers[0].copy_of: there is no buffer 'x'");
        add("copy_within_a_region", plan_with(std::string(right) + R"(, "copy_of": "a")"), "in the same region");
        add("negative_minimum", plan_with(R"("begin": 0, "end": 1, "scratch": {"variable": true, "minimum": -1})"),
            "size of buffer 'a' is -1");
        add("tensor_without_size", plan_with(R"("size": 0, "begin": 0, "end": 1)"), "size of buffer 'a' is 0");
        add("part_of_nothing", plan_with(right, R"(, "regions": [{"name": "r", "fast": true, "part_of": "s"}])"),
            "regions[0].part_of: there is no region 's'");
        add("part_of_itself", plan_with(right, R"(, "regions": [{"name": "r", "fast": true, "part_of": "r"}])"),
            "region 'r' is not the fast part of a slower region");
        add("fixed_scratch_without_size", plan_with(R"("begin": 0, "end": 3, "scratch": {})"),
            "buffers[0].size: it is missing");
        add("unknown_rule", plan_with(std::string(right) + R"(, "rule": "luck")"), "buffers[0].rule: there is no rule");
        add("rule_of_a_tensor", plan_with(std::string(right) + R"(, "rule": "overlay")"),
            "buffers[0].rule: it is not a scratch buffer");
        add("heap_without_range", plan_with(right, R"(, "heaps": [{"before": [0, 4], "after": [0]}])"),
            "heaps[0].after: it is not a range of bytes");
        add("heap_upside_down", plan_with(right, R"(, "heaps": [{"before": [4, 0], "after": [0, 4]}])"),
            "heaps[0].before: it is not a range of bytes");
        add("operator_on_no_core",
            plan_with(right, R"(, "operators": [{"name": "x", "step": 0, "reads": [], "writes": [], "core": "y"}])"),
            "operators[0].core: there is no region 'y'");
        add("some_without_steps", plan_with(right, R"(, "operators": [{"name": "x", "reads": ["a"], "writes": []},
                                                {"name": "y", "step": 1, "reads": [], "writes": []}])"),
            "operators: some have a step and others have none");
        add("lifetime_of_nothing", plan_with(R"("size": 3)", R"(, "operators": [])"),
            "buffers: buffer 'a' has no lifetime, and no operator reads or writes it");
        add("object_of_no_size", plan_with(right, R"(, "objects": [{"offset": 0, "size": 0}])"), "objects[0].size: it");
        add("object_without_place", plan_with(right, R"(, "objects": [{"offset": -1, "size": 4}])"),
            "objects[0].offset: it is negative");
        add("zero_size", plan_with(R"("size": 0, "begin": 0, "end": 3)"), "size of buffer 'a' is 0");
        add("negative_size", plan_with(R"("size": -4, "begin": 0, "end": 3)"), "size of buffer 'a' is -4");
        add("begin_at_end", plan_with(R"("size": 4, "begin": 3, "end": 3)"), "begins at step 3 and ends at 3");
        add("size_overflow", plan_with(R"("size": 9223372036854775808, "begin": 0, "end": 3)"),
            "buffers[0].size: the num");
        add("offset_overflow", plan_with(std::string(right) + R"(, "offset": 9223372036854775806)"),
            "base + offset + size does not fit in 64 bits");
        add("negative_offset", plan_with(std::string(right) + R"(, "offset": -1)"),
            "buffers[0].offset: it is negative");
        add("zero_alignment", plan_with(std::string(right) + R"(, "alignment": 0)"), "alignment of buffer 'a' is 0");
        add("gap_outside", plan_with(std::string(right) + R"(, "gaps": [{"begin": 2, "end": 4}])"), "outside its life");
        add("gap_incomplete", plan_with(std::string(right) + R"(, "gaps": [{"begin": 2}])"), "buffers[0].gaps[0].end:");
        add("unknown_kind", plan_with(std::string(right) + R"(, "kind": "wood")"), "buffers[0].kind: there is no kind");
        add("unknown_region", plan_with(std::string(right) + R"(, "region": "x")"),
            "buffers[0].region: there is no reg");
        add("unknown_basis", plan_with(right, R"(, "sharing": [{"kind": "sharing", "members": ["a"], "basis": "no"}])"),
            "sharing[0].basis: there is no basis of sharing 'no'");
        add("unknown_member", plan_with(right, R"(, "sharing": [{"kind": "sharing", "members": ["b"]}])"),
            "sharing[0].members[0]: there is no buffer 'b'");
        add("member_that_is_no_name", plan_with(right, R"(, "sharing": [{"kind": "sharing", "members": [7]}])"),
            "sharing[0].members[0]: it is a JSON number");
        add("option_with_control_character",
            plan_with(right, ", \"provenance\": {\"planner\": \"x\", \"options\": {\"a\\u001b\": 5}}"),
            "provenance.options.a\\x1b: it is a JSON number");
        const auto outcome = [](const char* more) {
            return plan_with(right,
                             std::string(R"(, "operators": [{"name": "conv", "step": 0, "reads": [], "writes": ["a"]},
                {"name": "view", "step": 1, "reads": ["a"], "writes": [], "feature": "removable"}], )") +
                                 more);
        };
        add("removed_unknown", outcome(R"("removed": ["view", "x"])"), "removed[1]: there is no operator 'x'");
        add("removed_beyond", outcome(R"("removed": [2])"), "removed[0]: there is no operator 2");
        add("removed_negative", outcome(R"("removed": [-1])"), "removed[0]: it is a JSON number");
        add("removed_that_computes", outcome(R"("removed": ["conv"])"), "removed[0]: operator 'conv' does work");
        add("removed_without_graph", plan_with(right, R"(, "removed": ["view"])"), "there is no operator 'view'");
        add("removed_no_list", outcome(R"("removed": {"view": 1})"), "removed: ");
        const auto part = [](const char* members) {
            return plan_with(right, std::string(R"(, "operators": [{"name": "conv", "step": 0, "reads": ["a"],
                "part": {)") + members + "}}]");
        };
        const std::string rows =
            R"("computes": {"begin": 0, "end": 2}, "writes": {"dimension": 0, "begin": 0, "end": 2})";
        const auto counted = [&](const char* numbers) { return part((numbers + (", " + rows)).c_str()); };
        add("part_along_nothing", counted(R"("axis": "depth", "number": 1, "count": 2)"), "there is no axis 'depth'");
        add("part_that_is_not", counted(R"("axis": "height", "number": 3, "count": 2)"), "there is no part 3 of 2");
        add("part_without_rows", part(R"("axis": "height", "number": 1, "count": 2)"), "computes: it is missing");
        add("part_of_no_row", part(R"("axis": "height", "number": 1, "count": 2, "computes": {"begin": 2, "end": 2})"),
            "there is no row from 2 up to 2");
        add("part_of_other_operand",
            part(R"("axis": "height", "number": 1, "count": 2, "computes": {"begin": 0, "end": 2},
                "writes": {"dimension": 0, "begin": 0, "end": 2}, "reads": [{"operand": 1, "dimension": 0, "begin": 0,
                "end": 1}])"),
            "there is no operand 1");
        add("part_with_less_than_no_padding",
            counted(R"("axis": "height", "number": 1, "count": 2, "padding_before": -1)"),
            "padding_before: it is negative");
        add("copied_unknown", outcome(R"("copied": [{"operator": "x", "operand": "a"}])"),
            "copied[0].operator: there is no operator 'x'");
        add("copied_by_none", outcome(R"("copied": [{"operand": "a"}])"), "copied[0].operator: it is missing");
        add("copied_what_is_not", outcome(R"("copied": [{"operator": "view", "operand": "b"}])"),
            "copied[0].operand: there is no buffer 'b'");
        add("copied_what_is_not_read", outcome(R"("copied": [{"operator": "conv", "operand": "a"}])"),
            "copied[0].operand: the operator does not read it");
        add("copied_no_object", outcome(R"("copied": ["view"])"), "copied[0]: it is a JSON string");
        add("duplicate_name",
            R"({"format": "arenascope-plan", "version": 1, "buffers": [{"name": "a", "size": 4, "begin": 0, "end": 3},
                {"name": "a", "size": 4, "begin": 0, "end": 3}]})",
            "duplicate buffer 'a'");
        add("sum_overflow",
            R"({"format": "arenascope-plan", "version": 1, "buffers": [
                {"name": "a", "size": 9223372036854775807, "begin": 0, "end": 3},
                {"name": "b", "size": 1, "begin": 0, "end": 3}]})",
            "sum of sizes and alignments does not fit in 64 bits");
        add("key_twice", plan_with(std::string(right) + R"(, "size": 5)"), "the key 'size' comes twice");
        add("deep", R"({"format": "arenascope-plan", "version": 1, "x": )" + std::string(100'000, '['),
            "nested deeper");
        add("not_utf8", plan_with("\"\xFF\": 1"), "plan.json:1: it is not JSON");
        add("zero_character", plan_with(std::string(right) + R"(, "kind": "a\u0000b")"), "contains a zero character");
    }

    void errors_name_the_field() {
        QFETCH(const QByteArray, content);
        QFETCH(const QByteArray, cause);
        const std::string error = plan_error(content.toStdString());
        test::verify_error(error, "plan.json", cause.toStdString());
    }

    void operators_with_the_same_name_are_distinguished_by_position() {
        const auto document = parse_document(views(0), "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->layout.removed, (std::vector{OperatorIndex(0), OperatorIndex(1)}));
        QCOMPARE(document->layout.copies, (std::vector{OperandCopy{OperatorIndex(1), BufferIndex(1)}}));
        QVERIFY(document->notes.empty());
        const auto again = parse_document(plan_json_text(document->problem, document->layout, std::nullopt), "again");
        QVERIFY(again && again->layout == document->layout);
    }

    void an_operator_that_the_offsets_do_not_replace_is_not_removed() {
        const auto document = parse_document(views(2), "plan.json");
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->layout.removed, std::vector{OperatorIndex(0)});
        QCOMPARE(document->notes.size(), std::size_t{1});
        QVERIFY(document->notes.front().starts_with("operator 'view' is listed as removed, but"));
    }

    void any_plan_is_read_back_equal() {
        QVERIFY(rc::check([] {
            const auto [problem, layout] = test::random_plan(test::Features::of_json);
            const std::string text = plan_json_text(problem, layout, provenance());
            auto again = parse_document_as(FileFormat::plan_json, text, "again");
            RC_ASSERT(again.has_value());
            again->layout.misstated.clear();  // a random buffer need not fit into its object
            RC_ASSERT(again->problem == problem);
            RC_ASSERT(again->layout == layout);
            RC_ASSERT(again->provenance == provenance());
            RC_ASSERT(again->notes.empty());
            RC_ASSERT(plan_json_text(again->problem, again->layout, again->provenance) == text);
        }));
    }

    void what_was_edited_by_hand_is_read_back_beside_the_provenance() {
        const auto document = parse_document(plan_with(right), "plan.json");
        const std::vector<HandEdit> edits = {{"size of 'a'", "400", "300"},
                                             {"buffer 'b'", {}, "dropped", HandEdit::Of::planned_problem},
                                             {"offset of 'a'", "0", "64", HandEdit::Of::layout}};
        const std::string text =
            plan_json_text(document->problem, document->layout, provenance(), {.hand_edits = edits});
        QVERIFY(text.find(R"({"what": "size of 'a'", "from": "400", "to": "300"})") != std::string::npos);
        QVERIFY(text.find(R"({"what": "buffer 'b'", "to": "dropped", "of": "planned problem"})") != std::string::npos);
        const auto again = parse_document(text, "again");
        QVERIFY2(again.has_value(), again ? "" : to_string(again.error()).c_str());
        QCOMPARE(again->hand_edits, edits);
        QCOMPARE(again->provenance, std::optional(provenance()));
        QVERIFY(again->notes.empty());
        // Without edits the file is as it was before there were any.
        QVERIFY(plan_json_text(document->problem, document->layout, provenance()).find("hand_edits") ==
                std::string::npos);
    }

    void a_truncated_file_is_an_error() {
        const auto document = parse_document(plan_with(std::string(right) + R"(, "offset": 12)"), "plan.json");
        const std::string whole = plan_json_text(document->problem, document->layout, provenance());
        for (std::size_t length = 0; length + 1 < whole.size(); ++length) {
            QVERIFY(!parse_document(std::string_view(whole).substr(0, length), "cut"));
        }
    }

    void damaged_copies_are_errors_or_sound() {
        const auto content = read_content(test::sample(QStringLiteral("splits_and_concat.json")).toStdString());
        test::verify_mutated_copies(FileFormat::plan_json, content.value());
    }
};

ARENASCOPE_TEST(PlanJsonTest)

}  // namespace arenascope

#include "plan_json_test.moc"
