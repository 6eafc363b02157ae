#include "core/format/flatbuffers/executorch_program.h"

#include <rapidcheck.h>

#include "core/check/overlap_checker.h"
#include "core/format/flatbuffers/schema/executorch_generated.h"
#include "core/format/reading.h"
#include "core/model/memory/live_profile.h"
#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

constexpr std::int8_t int8 = 1;
constexpr std::int8_t float32 = 6;

/// Builds a program with one method.
class Program {
public:
    struct Facts {
        std::int8_t type = int8;
        std::uint32_t memory = 1;  ///< 0: not planned
        std::uint32_t offset = 0;
        std::uint32_t offset_high = 0;
        std::uint32_t data = 0;
        const char* name = nullptr;
    };

    std::int32_t tensor(const std::vector<std::int32_t>& sizes, const Facts& facts) {
        const auto allocation =
            facts.memory == 0 ? 0 : executorch::CreateAllocation(to_, facts.memory, facts.offset, facts.offset_high);
        const auto names = facts.name == nullptr ? 0 : executorch::CreateTensorNamesDirect(to_, 0, facts.name);
        return value(5, executorch::CreateTensorDirect(to_, facts.type, 0, &sizes, nullptr, false, facts.data,
                                                       allocation, 0, 0, names)
                            .o);
    }

    std::int32_t list(const std::vector<std::int32_t>& items) {
        return value(10, executorch::CreateListDirect(to_, &items).o);
    }

    void kernel(const std::vector<std::int32_t>& arguments) {
        instruction(1, executorch::CreateCallDirect(to_, 0, &arguments).o);
    }
    void delegate(const std::vector<std::int32_t>& arguments) {
        instruction(2, executorch::CreateCallDirect(to_, 0, &arguments).o);
    }
    void control(std::uint8_t kind, std::int32_t first, std::int32_t second) {
        instruction(kind, executorch::CreateControl(to_, first, second).o);
    }

    void method(const char* name, const std::vector<std::int32_t>& inputs, const std::vector<std::int32_t>& outputs,
                const std::vector<std::int64_t>& sizes = {0, 1000}) {
        const std::vector<flatbuffers::Offset<executorch::Chain>> chains{
            executorch::CreateChainDirect(to_, nullptr, nullptr, &instructions_)};
        const std::vector<flatbuffers::Offset<executorch::Operator>> operators{
            executorch::CreateOperatorDirect(to_, "aten::add", "out")};
        const std::vector<flatbuffers::Offset<executorch::Delegate>> delegates{
            executorch::CreateDelegateDirect(to_, "XnnpackBackend")};
        plans_.push_back(executorch::CreatePlanDirect(to_, name, 0, &values_, &inputs, &outputs, &chains, &operators,
                                                      &delegates, &sizes));
        values_.clear();
        instructions_.clear();
    }

    std::string bytes() {
        executorch::FinishProgramBuffer(to_, executorch::CreateProgramDirect(to_, 0, &plans_));
        return {reinterpret_cast<const char*>(to_.GetBufferPointer()), to_.GetSize()};
    }

private:
    std::int32_t value(std::uint8_t type, flatbuffers::uoffset_t offset) {
        values_.push_back(executorch::CreateValue(to_, type, flatbuffers::Offset<executorch::Opaque>(offset)));
        return static_cast<std::int32_t>(values_.size() - 1);
    }
    void instruction(std::uint8_t type, flatbuffers::uoffset_t offset) {
        instructions_.push_back(
            executorch::CreateInstruction(to_, type, flatbuffers::Offset<executorch::Opaque>(offset)));
    }

    flatbuffers::FlatBufferBuilder to_;
    std::vector<flatbuffers::Offset<executorch::Value>> values_;
    std::vector<flatbuffers::Offset<executorch::Instruction>> instructions_;
    std::vector<flatbuffers::Offset<executorch::Plan>> plans_;
};

Document document_of(Program& program, const ImportOptions& options = {}) {
    auto document = parse_document(program.bytes(), "net.pte", options);
    if (!document) {
        qFatal("%s", to_string(document.error()).c_str());
    }
    return std::move(*document);
}

std::string error_of(Program& program, const ImportOptions& options = {}) {
    const auto document = parse_executorch_program(program.bytes(), options, "net.pte");
    return document ? "no error" : to_string(document.error());
}

/// in → add → hidden → add → out, and an unconnected constant.
Program small_program() {
    Program program;
    const auto weights = program.tensor({4}, {.memory = 0, .data = 1});
    const auto in = program.tensor({2, 3}, {.type = float32, .offset = 64});
    const auto hidden = program.tensor({10}, {.offset = 0, .name = "conv1"});
    const auto out = program.tensor({20}, {.offset = 32});
    program.kernel({in, weights, hidden, hidden});
    program.kernel({hidden, out, out});
    program.method("forward", {in}, {out});
    return program;
}

}  // namespace

class ExecutorchProgramTest : public QObject {
    Q_OBJECT

private slots:
    void planned_tensors_are_a_layout() {
        Program program = small_program();
        const Document document = document_of(program);
        QCOMPARE(document.format, FileFormat::executorch);
        const Problem& problem = document.problem;
        QCOMPARE(problem.buffers.size(), std::size_t{3});
        QCOMPARE(problem.buffers[0].name, std::string("tensor 1"));
        QCOMPARE(problem.buffers[0].size, Bytes(24));
        QCOMPARE(problem.buffers[0].kind, BufferKind::input);
        QCOMPARE(problem.buffers[1].name, std::string("tensor 2 conv1"));
        QCOMPARE(problem.buffers[1].lifetime, (Lifetime{Step(0), Step(2)}));
        QCOMPARE(problem.buffers[2].kind, BufferKind::output);
        QVERIFY(is_complete(document.layout));
        QCOMPARE(document.layout.placements[0]->offset, Offset(64));
        QCOMPARE(problem.regions.size(), std::size_t{1});
        QCOMPARE(problem.regions[0].name, std::string("memory 1"));
        QCOMPARE(problem.regions[0].capacity, std::optional(Bytes(1000)));
        const auto& operators = problem.graph->operators;
        QCOMPARE(operators.size(), std::size_t{2});
        QCOMPARE(operators[0].name, std::string("aten::add.out 0"));
        QCOMPARE(operators[0].reads, std::vector{BufferIndex(0)});
        QCOMPARE(operators[0].writes, std::vector{BufferIndex(1)});
        QCOMPARE(document.notes, std::vector<std::string>{"3 tensors are planned"});
    }

    void each_memory_is_a_region() {
        Program program;
        const auto in = program.tensor({10}, {.memory = 3, .offset = 5});
        const auto out = program.tensor({20}, {.memory = 1, .offset = 7, .offset_high = 1});
        program.kernel({in, out, out});
        program.method("forward", {in}, {out}, {0, 64});
        const Document document = document_of(program);
        QCOMPARE(document.problem.regions.size(), std::size_t{2});
        QCOMPARE(document.problem.regions[0].name, std::string("memory 1"));
        QCOMPARE(document.problem.regions[1].name, std::string("memory 3"));
        QVERIFY(!document.problem.regions[1].capacity);
        QCOMPARE(document.layout.placements[0], (Placement{Offset(5), RegionIndex(1)}));
        QCOMPARE(document.layout.placements[1], (Placement{Offset((std::int64_t{1} << 32) + 7), RegionIndex(0)}));
    }

    void tensors_without_memory_are_counted() {
        Program program;
        const auto in = program.tensor({4}, {.memory = 0});
        const auto empty = program.tensor({0}, {});
        const auto odd = program.tensor({4}, {.type = 77});
        program.tensor({4}, {.offset = 500});
        const auto out = program.tensor({4}, {});
        program.kernel({in, empty, odd, out, out});
        program.method("forward", {in}, {out});
        const Document document = document_of(program);
        QCOMPARE(document.problem.buffers.size(), std::size_t{1});
        QCOMPARE(document.notes, (std::vector<std::string>{
                                     "4 tensors are planned, 1 of them empty, 1 of them never used",
                                     "left out, because the size of their elements is unknown: tensor 2 (type 77)",
                                     "1 tensors are not planned: they get their memory when the program runs"}));
    }

    void lists_delegates_and_moves_are_uses() {
        Program program;
        const auto a = program.tensor({4}, {.offset = 0});
        const auto b = program.tensor({4}, {.offset = 4});
        const auto both = program.list({a, b, -1});
        const auto c = program.tensor({4}, {.offset = 8});
        program.kernel({c, a, b, a, b});
        program.delegate({c});
        program.control(3, c, b);
        program.kernel({both, c, c});
        program.control(5, a, 0);
        program.method("forward", {c}, {});
        const Document document = document_of(program);
        const auto& operators = document.problem.graph->operators;
        QCOMPARE(operators[0].writes, (std::vector{BufferIndex(0), BufferIndex(1)}));
        QCOMPARE(operators[1].type, std::string("XnnpackBackend"));
        QCOMPARE(operators[2].writes, std::vector{BufferIndex(1)});
        QCOMPARE(operators[3].reads, (std::vector{BufferIndex(0), BufferIndex(1)}));
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(5)}));
        QCOMPARE(document.problem.buffers[1].lifetime, (Lifetime{Step(0), Step(4)}));
    }

    void tensors_from_before_a_loop_live_until_its_end() {
        Program program;
        const auto before = program.tensor({4}, {.offset = 0});
        const auto inside = program.tensor({4}, {.offset = 4});
        program.kernel({before, before});
        program.kernel({before, inside, inside});
        program.kernel({inside, inside});
        program.control(4, inside, 1);
        program.method("forward", {}, {});
        const Document document = document_of(program);
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(4)}));
        QCOMPARE(document.problem.graph->operators[3].type, std::string("jump if false"));
    }

    void a_tensor_that_is_read_where_another_was_written_is_a_view() {
        Program program;
        const auto written = program.tensor({2, 2}, {.offset = 8});
        const auto view = program.tensor({4}, {.offset = 8});
        const auto scratch = program.tensor({6}, {.offset = 16});
        const auto other = program.tensor({1}, {.offset = 0});
        program.kernel({written, written});
        program.kernel({other, other});
        program.kernel({view, written, scratch, other, other});
        program.method("forward", {}, {});
        const Document document = document_of(program);
        QCOMPARE(document.problem.buffers[2].name, std::string("tensor 1"));
        QCOMPARE(document.problem.buffers[2].kind, BufferKind::activation);
        QCOMPARE(document.problem.buffers[3].kind, BufferKind::scratch);
        QCOMPARE(document.layout.sharing.size(), std::size_t{1});
        QCOMPARE(document.layout.sharing[0].members, (std::vector{BufferIndex(0), BufferIndex(2)}));
        QVERIFY(check(document.problem, document.layout).overlaps.empty());
    }

    void a_tensor_with_initial_data_lives_throughout() {
        Program program;
        const auto state = program.tensor({4}, {.data = 2});
        const auto out = program.tensor({4}, {.offset = 4});
        program.kernel({out, out});
        program.kernel({state, out, out});
        program.kernel({out, out});
        program.method("forward", {}, {out});
        const Document document = document_of(program);
        QCOMPARE(document.problem.buffers[0].kind, BufferKind::variable);
        QCOMPARE(document.problem.buffers[0].lifetime, (Lifetime{Step(0), Step(3)}));
    }

    void a_method_is_chosen_by_name_or_position() {
        const auto build = [] {
            Program program;
            for (const char* name : {"forward", "encode"}) {
                const auto out = program.tensor({name[0] == 'f' ? 4 : 8}, {});
                program.kernel({out, out});
                program.method(name, {}, {out});
            }
            return program;
        };
        for (const auto& [wanted, bytes] : {std::pair("", 4), std::pair("encode", 8), std::pair("1", 8)}) {
            Program program = build();
            const Document document = document_of(program, {.subgraph = wanted});
            QCOMPARE(document.problem.buffers[0].size, Bytes(bytes));
            QVERIFY(document.notes[0].find("'forward', 'encode'") != std::string::npos);
        }
        Program program = build();
        QVERIFY(error_of(program, {.subgraph = "decode"}).find("no method 'decode'; name one of") != std::string::npos);
    }

    void errors_name_invalid_references() {
        const auto broken = [](std::int32_t argument, std::int32_t output, std::uint32_t offset_high) {
            Program program;
            program.tensor({4}, {.offset_high = offset_high});
            program.kernel({argument});
            program.method("forward", {0}, {output});
            return error_of(program);
        };
        QCOMPARE(broken(0, 0, 0), std::string("no error"));
        QVERIFY(broken(1, 0, 0).starts_with("net.pte: instruction 0 uses value 1, but there are 1; "));
        QVERIFY(broken(-1, 0, 0).starts_with("net.pte: instruction 0 uses value -1"));
        QVERIFY(broken(0, 3, 0).starts_with("net.pte: the method uses value 3, but there are 1; "));
        QVERIFY(broken(0, 0, 0x8000'0000U).starts_with("net.pte: tensor 0 has an offset that exceeds 63 bits"));
        Program none;
        QVERIFY(error_of(none).starts_with("net.pte: the program has no method"));
        Program unplanned;
        unplanned.kernel({unplanned.tensor({4}, {.memory = 0})});
        unplanned.method("forward", {}, {});
        QVERIFY(error_of(unplanned).starts_with("net.pte: the method has no planned tensors"));
        Program delegated;
        delegated.delegate({delegated.tensor({4}, {.memory = 0})});
        delegated.method("forward", {}, {});
        QVERIFY(error_of(delegated).starts_with(
            "net.pte: the method runs in the delegate 'XnnpackBackend', which plans its own memory"));
        Program strange;
        strange.control(9, strange.tensor({4}, {}), 0);
        strange.method("forward", {}, {});
        QVERIFY(error_of(strange).starts_with("net.pte: instruction 0 is of an unknown kind (9)"));
    }

    void a_truncated_file_is_an_error() {
        Program program = small_program();
        const std::string whole = program.bytes();
        for (std::size_t length = 0; length < whole.size(); ++length) {
            const auto document = parse_document(whole.substr(0, length), "net.pte");
            QVERIFY2(!document || document->problem.buffers.size() == 3, std::to_string(length).c_str());
        }
    }

    void a_damaged_file_is_an_error_or_a_valid_problem() {
        Program program = small_program();
        const std::string whole = program.bytes();
        QVERIFY(rc::check([&whole] {
            std::string damaged = whole;
            for (const auto place :
                 *rc::gen::container<std::vector<std::size_t>>(rc::gen::inRange<std::size_t>(0, whole.size()))) {
                damaged[place] = *rc::gen::arbitrary<char>();
            }
            const auto document = parse_executorch_program(damaged, {}, "net.pte");
            RC_ASSERT((!document || validate(document->problem).has_value()));
            RC_ASSERT((document.has_value() || !document.error().cause.empty()));
        }));
    }

    void reads_the_shared_program() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        const auto path = arenascope::test::shared_data(QStringLiteral("executorch/keyword_spotting.pte"));
        const auto document = read_document(path.toStdString());
        QVERIFY2(document.has_value(), document ? "" : to_string(document.error()).c_str());
        QCOMPARE(document->notes, std::vector<std::string>{"28 tensors are planned, 9 of them empty"});
        QCOMPARE(document->problem.buffers.size(), std::size_t{19});
        QCOMPARE(document->problem.graph->operators.size(), std::size_t{16});
        QCOMPARE(document->problem.regions.size(), std::size_t{1});
        QCOMPARE(document->problem.regions[0].capacity, std::optional(Bytes(16'000)));
        QCOMPARE(peak(document->problem, document->layout), Offset(16'000));
        QCOMPARE(threshold(document->problem), Bytes(16'000));
        QVERIFY(is_clean(check(document->problem, document->layout)));
    }
};

ARENASCOPE_TEST(ExecutorchProgramTest)
#include "executorch_program_test.moc"
