#include "core/model/memory/called_buffers.h"

#include <rapidcheck.h>

#include "core/model/memory/name_parts.h"
#include "tests/support/drawn_names.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

Problem named(const std::vector<std::string>& names) {
    std::vector<test::PlacedBuffer> buffers;
    for (std::size_t i = 0; i < names.size(); ++i) {
        buffers.push_back({names[i], 0, 1, 1, static_cast<std::int64_t>(i)});
    }
    return test::placed_plan(buffers).problem;
}

using Indices = std::vector<BufferIndex>;

}  // namespace

class CalledBuffersTest : public QObject {
    Q_OBJECT

private slots:
    void a_buffer_is_called_by_any_of_its_names() {
        const Problem problem = named({"net/block_1/conv", "net/block_1/relu", "net/block_2/conv", "net/block_2/relu"});
        QVERIFY(buffer_called(problem, "net/block_2/conv") == BufferIndex(2));
        QVERIFY(buffer_called(problem, "block_2/conv") == BufferIndex(2));
        QVERIFY(buffer_called(problem, "…_2…co…") == BufferIndex(2));
        QVERIFY(buffer_called(problem, "block_2/conv · 4 KiB") == BufferIndex(2));
        QVERIFY(buffers_called(problem, "conv").empty());
        QVERIFY(buffers_called(problem, "").empty());
    }

    void a_name_of_several_buffers_offers_them_all() {
        const Problem problem = named({"net/block_1/conv", "net/block_1/relu", "net/block_2/conv", "net/block_2/relu"});
        QVERIFY(buffers_called(problem, "…_2…") == (Indices{BufferIndex(2), BufferIndex(3)}));
        QCOMPARE(to_string(buffer_called(problem, "…_2…").error()),
                 std::string("several buffers are called '…_2…'; they are net/block_2/conv, net/block_2/relu"));
        QCOMPARE(to_string(buffer_called(problem, "net/block_2/con").error()),
                 std::string("no buffer is called 'net/block_2/con'; the nearest is 'net/block_2/conv'"));
    }

    void an_escaped_name_is_found_as_it_is_shown() {
        QVERIFY(buffer_called(named({"a\nb", "c"}), "a\\nb") == BufferIndex(0));
    }

    void whatever_is_shown_is_found() {
        QVERIFY(rc::check([] {
            const auto part = rc::gen::element<std::string>("model", "block", "conv", "relu", "1", "12", "model.py:27");
            const auto separator = rc::gen::element<std::string>("/", ";", "_", ".", " ", "#");
            const Problem problem = named(test::drawn_names(part, separator, "x"));
            const ShortNames rule = short_names(problem);
            const auto room = *rc::gen::inRange<std::size_t>(1, 30);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                const std::string shown(rule(problem.buffers[i].name));
                RC_ASSERT(buffer_called(problem, shown, &rule).has_value());
                const std::string label =
                    rule.parts->shortened(shown, [room](const std::string& text) { return text.size() <= room; });
                const Indices called = buffers_called(problem, label, &rule);
                RC_ASSERT(label.empty() || std::ranges::find(called, BufferIndex(i)) != called.end());
            }
        }));
    }
};

ARENASCOPE_TEST(CalledBuffersTest)
#include "called_buffers_test.moc"
