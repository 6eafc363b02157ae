#include "core/model/expression/buffer_fields.h"

#include "core/model/memory/allocator_history.h"
#include "tests/support/test_registry.h"

namespace arenascope {

class BufferFieldsTest : public QObject {
    Q_OBJECT

private slots:
    void every_listed_field_has_a_value_if_all_facts_are_given() {
        Problem problem;
        problem.regions = {Region{"sram", 4096, std::nullopt, Bytes(8)}};
        Buffer made;
        made.name = "t1";
        made.size = Bytes(100);
        made.lifetime = {Step(3), Step(9)};
        made.alignment = Bytes(12);
        made.set_hint(Offset(24));
        made.pin = Offset(48);
        made.kind = BufferKind::scratch;
        problem.buffers = {made};
        problem.scratch = {{.buffer = BufferIndex(0), .variable = true}};
        Layout layout{{Placement{Offset(48), RegionIndex(0)}}, {}};
        layout.scratch = {{BufferIndex(0), ScratchRule::free_top}};
        const std::vector<Risk> risks{{Tier::high, Cause::over}};
        const std::vector<std::int64_t> conflicts{7};
        const OrderPlaces order{IndexedVector<BufferIndex, std::uint32_t>{5},
                                IndexedVector<BufferIndex, std::int32_t>{-2}};
        const std::vector<std::int64_t> overlaps{31};
        auto history = std::make_shared<AllocatorHistory>();
        history->frames = {{"/u/model.py", 54, "forward", true}};
        history->stack_begins = {0};
        history->stack_frames = {StackFrameIndex(0)};
        history->made_by = {StackIndex(0)};
        problem.history = std::move(history);
        const BufferFacts facts{&problem, &layout, risks, conflicts, &order, overlaps};
        for (const std::string& field : buffer_fields()) {
            QVERIFY2(buffer_field(facts, BufferIndex(0), field).has_value(), field.c_str());
        }
        const auto integer = [&](const char* field) {
            return std::get<std::int64_t>(*buffer_field(facts, BufferIndex(0), field));
        };
        QCOMPARE(integer("length"), 6);
        QCOMPARE(integer("tail"), 148);
        QCOMPARE(integer("address"), 4144);
        QCOMPARE(integer("alignment"), 24);
        QCOMPARE(integer("conflicts"), 7);
        QCOMPARE(integer("order"), 5);
        QCOMPARE(integer("reordered"), -2);
        QCOMPARE(integer("shared_steps"), 31);
        QCOMPARE(integer("line"), 54);
        QCOMPARE(std::get<std::string>(*buffer_field(facts, BufferIndex(0), "file")), std::string("model.py"));
        QCOMPARE(std::get<std::string>(*buffer_field(facts, BufferIndex(0), "function")), std::string("forward"));
        QCOMPARE(std::get<std::string>(*buffer_field(facts, BufferIndex(0), "tier")), std::string("high"));
        QCOMPARE(std::get<std::string>(*buffer_field(facts, BufferIndex(0), "region")), std::string("sram"));
        QCOMPARE(std::get<std::string>(*buffer_field(facts, BufferIndex(0), "part")), std::string("sram"));
        QCOMPARE(std::get<std::string>(*buffer_field(facts, BufferIndex(0), "scratch")), std::string("variable"));
        QCOMPARE(std::get<std::string>(*buffer_field(facts, BufferIndex(0), "rule")), std::string("free-top"));
    }

    void fields_without_facts_have_no_value() {
        Problem problem;
        problem.buffers.resize(1);
        const Layout layout = empty_layout(problem);
        const BufferFacts facts{&problem, &layout, {}, {}};
        for (const char* field : {"offset", "tail", "address", "tier", "conflicts", "pin", "hint", "colour", "scratch",
                                  "part", "rule", "order", "reordered", "shared_steps", "file", "line", "function"}) {
            QVERIFY2(!buffer_field(facts, BufferIndex(0), field), field);
        }
    }
};

ARENASCOPE_TEST(BufferFieldsTest)

}  // namespace arenascope

#include "buffer_fields_test.moc"
