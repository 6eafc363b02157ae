#include "core/analysis/debugging/step_expression.h"

#include <rapidcheck.h>

#include "core/analysis/debugging/step_search.h"
#include "tests/core/analysis/debugging/recorded_runs.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// a and b live at once, c after them; "say \"hi\"" and 畳 have names that need care.
const Problem& named_buffers() {
    static const Problem problem = [] {
        Problem made =
            problem_of({buffer("a", 0, 4, 3), buffer("b", 0, 4, 4), buffer("conv2_1/expand", 4, 8, 5),
                        buffer("say \"hi\"", 4, 8, 1), buffer("\xE7\x95\xB3", 4, 8, 1), buffer("12", 8, 9, 1)});
        made.regions.front().name = "sram";
        made.regions.push_back(Region{});
        made.regions.back().name = "dram";
        made.buffers[1].region = RegionIndex(1);
        return made;
    }();
    return problem;
}

std::string condition_error(std::string_view text) {
    const auto condition = StepExpression::condition(text, {&named_buffers(), Bytes(9)});
    return condition ? "no error" : to_string(condition.error());
}

/// A run of two iterations; the second one has a group with a rearrangement.
const Trace& short_run() {
    static const Trace trace = [] {
        TraceRecorder recorder(named_buffers(), {});
        const auto leave = [&recorder](std::vector<std::int64_t> offsets, Goal goal = Goal::none,
                                       const std::vector<Risk>& risks = {}) {
            offsets.resize(named_buffers().buffers.size(), 0);
            recorder.leave({.offsets = offsets, .order = {}, .risks = risks, .peak = {}, .goal = goal});
        };
        recorder.enter(FrameKind::pass, "width", {}, RegionIndex(0));
        recorder.enter(FrameKind::iteration, {}, {});
        std::vector<Risk> risks(named_buffers().buffers.size());
        risks[0].tier = Tier::high;
        risks[1].tier = Tier::medium;
        leave({0, 3, 6}, Goal::none, risks);
        recorder.enter(FrameKind::iteration, {}, {});
        recorder.enter(FrameKind::group, "high", {});
        recorder.enter(FrameKind::rearrangement, "sorted first", {});
        leave({5, unplaced_offset, unplaced_offset});
        leave({4, unplaced_offset, unplaced_offset}, Goal::at_threshold);
        risks[0].tier = Tier::low;
        leave({4, 0, 0}, Goal::order_seen, risks);
        leave({4, 0, 0});
        return recorder.take();
    }();
    return trace;
}

/// The paths of the steps where a condition holds.
std::string steps_where(std::string_view text) {
    const RecordedRun run{&named_buffers(), &short_run(), nullptr};
    const auto condition = StepExpression::condition(text, scope_of(run));
    if (!condition) {
        return to_string(condition.error());
    }
    const auto paths = frame_paths(short_run());
    std::string found;
    const std::vector<StepHit> hits = all_hits(run, *condition).value();
    for (const StepHit& hit : hits) {
        found += (found.empty() ? "" : " ") + paths[hit.frame];
    }
    return found;
}

}  // namespace

class StepExpressionTest : public QObject {
    Q_OBJECT

private slots:
    void finds_the_steps_where_it_holds_data() {
        QTest::addColumn<QByteArray>("steps");
        const auto add = [](const char* text, const char* steps) { QTest::newRow(text) << QByteArray(steps); };
        // Peaks: 11 at iteration 0, 8 at the rearrangement, 7 at the group, 7 at iteration 1. All steps: 0 1.1.1 1.1 1
        add("peak > 0", "0 1.1.1 1.1 1");
        add("peak == 11", "0");
        add("peak >= 8 and peak < 11", "1.1.1");
        add("not peak >= 8", "1.1 1");
        add("threshold > 0", "0 1.1.1 1.1 1");
        add("peak(\"dram\") = 7", "0");
        add("peak(sram) - peak('dram') == 4", "0");
        add("best == 11", "0 1.1.1 1.1");
        add("best < before(best)", "1");
        add("iteration == 1", "1.1.1 1.1 1");
        add("group == 1", "1.1.1 1.1");
        add("rearrangement >= 1", "1.1.1");
        add("not group == 1", "0 1");
        add("pass == 1 and kind == iteration", "0 1");
        add("kind == group", "1.1");
        add("kind != iteration", "1.1.1 1.1");
        add("group == kind", "1.1");
        add("kind ~ rearr", "1.1.1");
        add("moved > 0", "1");
        add("moved = 3", "1");
        add("placed < 6", "1.1.1 1.1");
        add("reason == at-threshold", "1.1");
        add("reason == none", "0 1.1.1");
        add("reason != none", "1.1 1");
        add("note == high", "1.1");
        add("note ~ 'sorted first'", "1.1.1");
        add("note == \"Sorted First\"", "1.1.1");
        add("region == sram", "0 1.1.1 1.1 1");
        add("frame == 1.1", "1.1");
        add("frame == 1.1.1 or frame == 0", "0 1.1.1");
        add("offset(\"a\") == 4", "1.1 1");
        add("offset(b) == 3", "0");
        add("offset('b') >= 0", "0 1");
        add("not offset(b) >= 0", "1.1.1 1.1");
        add("tail(a) > 2 and tail(a) < 8", "0 1.1 1");
        add("tail(conv2_1/expand) == 11", "0");
        add("offset(\"say \\\"hi\\\"\") == 0 and offset('\\xe7\\x95\\xb3') == 0 and offset(\"\xE7\x95\xB3\") = 0 and "
            "kind == group",
            "1.1");
        add("offset(\"say \"\"hi\"\"\") == 0 and kind == group", "1.1");
        add("offset(12) == 0 and kind == group", "1.1");
        add("tier(a) == high", "0 1.1.1 1.1");
        add("tier(a) < medium", "1");
        add("tier(a) > tier(b)", "0 1.1.1 1.1");
        add("tier(\"a\") = low", "1");
        add("changed(tier(a))", "1");
        add("changed(offset(a))", "1");
        add("changed(peak) and kind == iteration", "1");
        add("before(peak) == 11", "1");
        add("before(kind) == kind", "1");
        add("before(peak > 8)", "1");
        add("not before(peak > 8)", "0 1.1.1 1.1");
        add("before(before(peak)) > 0", "");
        add("before(frame) == 0", "1");
        add("peak / 2 == 3.5", "1.1 1");
        add("peak / 3 * 3 == peak", "0 1.1.1 1.1 1");
        add("peak / 2 > 5.4", "0");
        add("peak / 0 > 1", "");
        add("not peak / 0 > 1", "0 1.1.1 1.1 1");
        add("peak > 9223372036854775807 * peak", "");
        add("-peak < -8", "0");
        add("overlap > 0", "0 1.1.1 1.1 1");
        add("hole == 4", "1.1 1");
        add("touches_bytes(6, 11) and kind == iteration", "0 1");
        add("touches_bytes(2*4, 1k)", "0 1");
        add("touches_bytes(3, 7, dram)", "0 1");
        add("touches_bytes(3, 7, \"dram\") and kind != iteration", "");
        add("touches_steps(4, 5)", "0 1.1.1 1.1 1");
        add("peak > 7 kind == iteration", "0");
        add("(peak > 7)", "0 1.1.1");
    }

    void finds_the_steps_where_it_holds() {
        QFETCH(const QByteArray, steps);
        QCOMPARE(steps_where("(" + std::string(QTest::currentDataTag()) + ").any"), steps.toStdString());
    }

    /// A group has placed only some buffers, so its peak would be taken for a low one of the run.
    void groups_and_rearrangements_count_only_if_they_are_asked_for_data() {
        QTest::addColumn<QByteArray>("steps");
        const auto add = [](const char* text, const char* steps) { QTest::newRow(text) << QByteArray(steps); };
        add("peak >= 0", "0 1");
        add("peak.any >= 0", "0 1.1.1 1.1 1");
        add("peak.any>=0", "0 1.1.1 1.1 1");
        add("peak.any/2 == 3.5", "1.1 1");
        add("before(peak.any) == 11", "1");
        add("offset(a).any == 4", "1.1 1");
        add("(offset(a) == 4).any", "1.1 1");
        add("offset(a) == 4", "1");
        add("peak < before(peak)", "1");
        add("kind == group", "1.1");
        add("group == 1", "1.1.1 1.1");
        add("frame == 1.1.1", "1.1.1");
        add("not tier(a) == high", "1");
    }

    void groups_and_rearrangements_count_only_if_they_are_asked_for() {
        QFETCH(const QByteArray, steps);
        QCOMPARE(steps_where(QTest::currentDataTag()), steps.toStdString());
    }

    void errors_give_the_position_and_what_would_be_right_data() {
        QTest::addColumn<QByteArray>("message");
        const auto add = [](const char* text, const char* message) { QTest::newRow(text) << QByteArray(message); };
        add("", "at character 1: the expression is empty; write one such as peak <= threshold");
        add("paek", "at character 1: there is no field 'paek'; the nearest is peak");
        add(".any > 3", "at character 1: .any stands behind nothing");
        add("peak > 3 .any", "at character 10: .any stands behind nothing");
        add("paek.any > 3", "at character 1: there is no field 'paek.any'");
        add("paek > 3", "at character 1: there is no field 'paek'; the nearest is peak");
        add("peak > treshold", "at character 8: there is no field 'treshold'; the nearest is threshold");
        add("peak > 1 and paek", "at character 14: there is no field 'paek'; the nearest is peak");
        add("xyzzy > 3", "at character 1: there is no field 'xyzzy'; the fields are peak best");
        add("peak", "at character 1: this is a value, no condition; compare it, as in peak <= threshold");
        add("not peak", "at character 5: this is a number, but a condition is expected");
        add("peak > 1 and 3", "at character 14: this is a number, but a condition is expected");
        add("offset > 3", "at character 1: offset needs something in parentheses; write offset(\"NAME\")");
        add("offset(\"conv2_1/expnd\") > 3",
            "at character 8: no buffer is called 'conv2_1/expnd'; the nearest is 'conv2_1/expand'");
        add("offset(xyzzy) > 3", "at character 8: no buffer is called 'xyzzy'; the buffers are a, b, conv2_1/expand");
        add("peak(\"sramm\") > 3", "at character 6: no region is called 'sramm'; the nearest is 'sram'");
        add("peak(flash) > 3", "at character 6: no region is called 'flash'; the regions are sram, dram");
        add("region == flash", "at character 11: no region is called 'flash'");
        add("kind == itertion", "at character 9: there is no kind 'itertion'; the nearest is 'iteration'");
        add("tier(a) == hihg", "at character 12: there is no tier 'hihg'; the nearest is 'high'");
        add("tier(a) == 3", "at character 12: there is no tier '3'; there are none, low, medium, high");
        add("kind < group", "at character 6: a kind has no order; write == or !=");
        add("note > high", "has no order");
        add("kind == reason", "at character 6: a kind is compared with a reason");
        add("peak == changed(peak)", "at character 9: a condition is compared with something");
        add("peak + kind > 1", "at character 8: this is a kind, but a number is expected");
        add("peak ~ 3", "at character 1: a number matches no pattern");
        add("offset(a, b) > 1", "at character 1: offset has other arguments; write offset(\"NAME\")");
        add("before(peak, 1) > 1", "at character 1: before has other arguments");
        add("touches_bytes(9, 3)", "at character 1: the range is empty");
        add("touches_bytes(peak, 3)", "at character 15: this bound is no integer");
        add("touches_steps(1)", "at character 1: touches_steps has other arguments");
        add("peak > (1", "expected ')'");
        add("offset(\"a", "at character 8: the quote is not closed");
        add("offset(\"a\\q\") > 1", "at character 10: no escape begins here");
        add("offset(a", "expected ',' or ')'");
        add("\xE5\x8D\xB7 > 1 and offset(zzzzz) > 1", "at character 1: there is no field");
    }

    void errors_give_the_position_and_what_would_be_right() {
        QFETCH(const QByteArray, message);
        const std::string error = condition_error(QTest::currentDataTag());
        QVERIFY2(error.find(message.toStdString()) != std::string::npos, error.c_str());
    }

    void any_text_is_parsed_or_refused() {
        QVERIFY(rc::check([] {
            const std::vector<std::string> parts{
                "peak", "(",   ")",   ",",  "before", "changed", "tier(a)", "offset", "\"a\"", "'b'",
                "==",   "<",   "64k", "-",  "/",      "and",     "or",      "not",    "kind",  "group",
                "~",    "1.5", "\\",  "\"", "region", " ",       "sram",    "+",      "*",     "touches_bytes(1,2)"};
            std::string text;
            for (int i = *rc::gen::inRange(0, 12); i > 0; --i) {
                text += *rc::gen::elementOf(parts) + " ";
            }
            const RecordedRun run{&named_buffers(), &short_run(), nullptr};
            if (const auto condition = StepExpression::condition(text, scope_of(run))) {
                const auto everywhere = StepExpression::condition("(" + text + ").any", scope_of(run));
                const auto negated = StepExpression::condition("not (" + text + ").any", scope_of(run));
                RC_ASSERT(everywhere.has_value() && negated.has_value());
                const auto hits = all_hits(run, *everywhere);
                const auto others = all_hits(run, *negated);
                RC_ASSERT(hits->size() + others->size() == std::size_t{4});
                RC_ASSERT(all_hits(run, *condition)->size() <= hits->size());
            } else {
                RC_ASSERT(condition.error().cause.starts_with("at character "));
            }
        }));
    }
};

ARENASCOPE_TEST(StepExpressionTest)
#include "step_expression_test.moc"
