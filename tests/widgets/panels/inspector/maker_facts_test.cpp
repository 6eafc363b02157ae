#include "widgets/panels/inspector/maker_facts.h"

#include <algorithm>

#include "tests/support/made_snapshot.h"
#include "tests/support/opened_text.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using test::MadeSnapshot;

namespace {

MadeSnapshot::Json made_frame(const std::string& file, std::int64_t line, const std::string& function) {
    return {{"name", function}, {"filename", file}, {"line", line}};
}

/// One allocation of 600 bytes with two frames of the runtime and `lines` of Python.
Document made_by_python(int lines) {
    MadeSnapshot::Json stack = MadeSnapshot::Json::array(
        {made_frame("CUDACachingAllocator.cpp", 0, "malloc"), made_frame("??", 0, "torch::autograd::run")});
    for (int i = 0; i < lines; ++i) {
        stack.push_back(made_frame("/u/model.py", 50 + i, "forward"));
    }
    return test::opened(MadeSnapshot()
                            .segment(0x1000, 4096)
                            .event("alloc", 0x1000, 600, stack)
                            .event("alloc", 0x1800, 512)
                            .event("free_completed", 0x1000, 600)
                            .text());
}

QString fact_value(const std::vector<Fact>& facts, const QString& label) {
    const auto found = std::ranges::find(facts, label, &Fact::label);
    return found == facts.end() ? QString() : found->value;
}

}  // namespace

class MakerFactsTest : public QObject {
    Q_OBJECT

private slots:
    void a_plan_without_a_history_has_none() {
        const auto plan = test::placed_plan({{"a", 0, 4, 100, 0}});
        QVERIFY(record_facts(plan.problem, BufferIndex(0), Unit::bytes).empty());
        QVERIFY(stack_facts(plan.problem, BufferIndex(0), true).empty());
    }

    void lines_of_python_come_first_and_the_runtime_is_folded() {
        const auto facts = stack_facts(made_by_python(2).problem, BufferIndex(0), false);
        QCOMPARE(facts.size(), std::size_t{3});
        QCOMPARE(facts[0].label, QStringLiteral("Made by"));
        QCOMPARE(facts[0].value, QStringLiteral("model.py:50 forward"));
        QCOMPARE(facts[0].tooltip, QStringLiteral("/u/model.py:50\nforward"));
        QCOMPARE(facts[1].value, QStringLiteral("model.py:51 forward"));
        QCOMPARE(facts[2].value, QStringLiteral("2 more frames of the runtime"));
        QCOMPARE(facts[2].link, std::optional(fold_link));
    }

    void unfolded_it_shows_every_frame() {
        const auto facts = stack_facts(made_by_python(2).problem, BufferIndex(0), true);
        QCOMPARE(facts.size(), std::size_t{5});
        QCOMPARE(fact_value(facts, QStringLiteral("Runtime")), QStringLiteral("CUDACachingAllocator.cpp malloc"));
        QCOMPARE(facts[4].link, std::optional(fold_link));
    }

    void of_a_deep_stack_the_first_lines_are_shown() {
        const auto facts = stack_facts(made_by_python(30).problem, BufferIndex(0), false);
        QCOMPARE(facts.size(), std::size_t{9});
        QCOMPARE(facts[8].value, QStringLiteral("22 more lines of Python, 2 more frames of the runtime"));
    }

    void without_a_line_of_python_it_says_so() {
        const auto facts = stack_facts(made_by_python(0).problem, BufferIndex(0), false);
        QCOMPARE(facts[0].value, QStringLiteral("(no Python frame)"));
        const auto unknown = stack_facts(made_by_python(0).problem, BufferIndex(1), false);
        QCOMPARE(unknown.size(), std::size_t{1});
        QCOMPARE(unknown[0].value, QStringLiteral("not recorded"));
    }

    void tells_segment_stream_rounding_and_events() {
        const Document document = made_by_python(1);
        const auto facts = record_facts(document.problem, BufferIndex(0), Unit::bytes);
        QCOMPARE(fact_value(facts, QStringLiteral("Rounded up to")), QStringLiteral("1,024\u00a0B"));
        QCOMPARE(fact_value(facts, QStringLiteral("Segment")), QStringLiteral("segment 0x1000 · 4,096 B"));
        QCOMPARE(fact_value(facts, QStringLiteral("Stream")), QStringLiteral("0"));
        QCOMPARE(fact_value(facts, QStringLiteral("Allocated")), QStringLiteral("event 0, 0.000 s"));
        QCOMPARE(fact_value(facts, QStringLiteral("Freed")), QStringLiteral("event 2, 0.500 s"));
        const auto kept = record_facts(document.problem, BufferIndex(1), Unit::bytes);
        QCOMPARE(fact_value(kept, QStringLiteral("Freed")), QStringLiteral("not by the last event"));
        QCOMPARE(fact_value(kept, QStringLiteral("Rounded up to")), QString());
    }
};

ARENASCOPE_TEST(MakerFactsTest)
#include "maker_facts_test.moc"
