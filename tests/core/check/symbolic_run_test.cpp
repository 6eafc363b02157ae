#include "core/check/symbolic_run.h"

#include <algorithm>
#include <utility>

#include "core/check/contradictions.h"
#include "core/check/overlap_checker.h"
#include "core/model/network/core_assignment.h"
#include "core/model/network/many_core_problem.h"
#include "tests/support/bytewise_run.h"
#include "tests/support/deployed_network.h"
#include "tests/support/random_network.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::BytewiseRun;
using arenascope::test::deployed_network;
using arenascope::test::network_with_gap_in_scratch;
using arenascope::test::NetworkSketch;
using arenascope::test::random_network;
using arenascope::test::with_rows;
using arenascope::test::worked_network;

using Kind = DataflowFinding::Kind;

namespace {

/// The worked network, where the caller reads conv4.
Problem read_network() {
    Problem problem = worked_network();
    problem.buffers.back().kind = BufferKind::output;
    return problem;
}

DeployedOperator& operator_named(Deployment& deployment, const std::string& name) {
    for (DeployedOperator& one : deployment.operators) {
        if (one.name == name) {
            return one;
        }
    }
    qFatal("no operator %s", name.c_str());
}

/// An offset of a deployment that an operator or the caller uses.
struct UsedPlace {
    OptionalPlacement* place;
    std::string user;    ///< empty: the caller
    std::string buffer;  ///< what is written there; empty: the user reads
};

std::vector<UsedPlace> places_of(Deployment& deployment) {
    std::vector<UsedPlace> places;
    for (auto* given : {&deployment.inputs, &deployment.variables}) {
        for (DeployedBuffer& one : *given) {
            places.push_back({&one.place, {}, one.name});
        }
    }
    for (DeployedOperator& one : deployment.operators) {
        for (DeployedTensor& read : one.reads) {
            places.push_back({&read.place, one.name, {}});
        }
        for (DeployedBuffer& written : one.writes) {
            places.push_back({&written.place, one.name, written.name});
        }
    }
    for (DeployedOutput& output : deployment.outputs) {
        places.push_back({&output.tensor.place, {}, {}});
    }
    return places;
}

/// Whether an operator, or the caller, reads bytes of a buffer.
bool is_read_by(const Deployment& deployment, const std::string& reader, const std::string& buffer) {
    const auto has = [&](const DeployedTensor& tensor) {
        return std::any_of(tensor.parts.begin(), tensor.parts.end(),
                           [&](const DeployedPart& part) { return part.buffer == buffer; });
    };
    const auto is_variable = [&](const DeployedBuffer& one) { return reader.empty() && one.name == buffer; };
    return std::any_of(deployment.operators.begin(), deployment.operators.end(),
                       [&](const DeployedOperator& one) {
                           return one.name == reader && std::any_of(one.reads.begin(), one.reads.end(), has);
                       }) ||
           std::any_of(deployment.variables.begin(), deployment.variables.end(), is_variable) ||
           std::any_of(deployment.outputs.begin(), deployment.outputs.end(),
                       [&](const DeployedOutput& one) { return reader.empty() && has(one.tensor); });
}

/// Whether a finding names a place that was moved by so many bytes: its reader with the shift, or a result that was
/// written over the place of another, or that its reader does not find.
bool names_cause(const DataflowFinding& finding, const UsedPlace& moved, std::int64_t by,
                 const Deployment& deployment) {
    const bool is_own = finding.kind == Kind::written_in_read && finding.operator_name == moved.user;
    if (moved.buffer.empty()) {
        return is_own || (finding.kind == Kind::shifted && finding.operator_name == moved.user &&
                          finding.shift == Bytes(by) && finding.overwritten_by.empty());
    }
    return is_own || (finding.kind == Kind::overwritten && finding.overwritten_by == moved.user) ||
           is_read_by(deployment, finding.operator_name, moved.buffer);
}

/// The first thing wrong with the deployment of a problem: what the run or the overlap checker finds.
std::string first_wrong(const Problem& problem, const std::string& method) {
    const Document document = deployed_network(problem, method);
    const auto findings = dataflow_findings(*document.deployment, problem);
    if (!findings.empty()) {
        return method + ": " + sentence_of(findings.front());
    }
    const CheckReport report = check(document.problem, document.layout);
    if (is_clean(report)) {
        return {};
    }
    if (report.overlaps.empty()) {
        return method + ": " +
               (report.contradictions.empty() ? "a buffer lies wrong"
                                              : sentence_of(report.contradictions.front(), document.problem));
    }
    const Overlap& one = report.overlaps.front();
    return method + ": " + document.problem.buffers[one.a].name + " overlaps " + document.problem.buffers[one.b].name;
}

}  // namespace

class SymbolicRunTest : public QObject {
    Q_OBJECT

private slots:
    void a_sound_deployment_has_no_finding() {
        const Problem problem = read_network();
        QCOMPARE(first_wrong(problem, "source"), std::string());
        QCOMPARE(first_wrong(problem, "best"), std::string());
    }

    void names_the_operator_the_tensor_and_who_wrote_over_it() {
        const Problem problem = read_network();
        Deployment deployment = *deployed_network(problem, "source").deployment;
        // conv3 writes to the place of conv2.
        operator_named(deployment, "conv3").writes.front().place =
            operator_named(deployment, "conv2").writes.front().place;
        const auto findings = dataflow_findings(deployment, problem);
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings.front(),
                 (DataflowFinding{Kind::overwritten, "conv4", "concat", "conv3", "arena", {Offset(30), Offset(60)}}));
        QCOMPARE(sentence_of(findings.front()), std::string("conv4 does not find concat: conv3 wrote arena 30 to 60"));
    }

    void names_an_operand_that_nobody_wrote() {
        const Problem problem = read_network();
        Deployment deployment = *deployed_network(problem, "source").deployment;
        // conv2 runs before conv1, whose result it reads.
        std::swap(operator_named(deployment, "conv1"), operator_named(deployment, "conv2"));
        const auto findings = dataflow_findings(deployment, problem);
        QVERIFY(!findings.empty());
        QCOMPARE(findings.front(),
                 (DataflowFinding{Kind::unwritten, "conv2", "split1", {}, "arena", {Offset(90), Offset(130)}}));
    }

    void an_operand_that_lies_beside_its_address_is_shifted() {
        const Problem problem = read_network();
        const Deployment sound = *deployed_network(problem, "source").deployment;
        for (const auto& [by, sentence] :
             {std::pair(4, "conv4 reads concat 4 bytes too high: it lies at arena 0 to 90"),
              std::pair(1000, "conv4 reads concat 1000 bytes too high: it lies at arena 0 to 90")}) {
            Deployment deployment = sound;
            operator_named(deployment, "conv4").reads.front().place->offset = Offset(by);
            const auto findings = dataflow_findings(deployment, problem);
            QCOMPARE(findings.size(), std::size_t{1});
            QCOMPARE(sentence_of(findings.front()), std::string(sentence));
        }
        Deployment low = sound;
        operator_named(low, "conv1").reads.front().place->offset = Offset(29);
        const auto findings = dataflow_findings(low, problem);
        QCOMPARE(findings, (std::vector<DataflowFinding>{
                               {Kind::shifted, "conv1", "split0", {}, "arena", {Offset(30), Offset(70)}, Bytes(-1)}}));
        QCOMPARE(sentence_of(findings.front()),
                 std::string("conv1 reads split0 1 byte too low: it lies at arena 30 to 70"));
        QCOMPARE(name_of(findings.front().kind), std::string_view("shifted"));
    }

    void a_part_that_is_written_beside_its_place_is_shifted() {
        const Problem problem = read_network();
        Deployment deployment = *deployed_network(problem, "source").deployment;
        operator_named(deployment, "conv3").writes.front().place->offset = Offset(200);
        QCOMPARE(dataflow_findings(deployment, problem),
                 (std::vector<DataflowFinding>{
                     {Kind::shifted, "conv4", "conv3", {}, "arena", {Offset(200), Offset(230)}, Bytes(-140)}}));
    }

    void a_view_of_the_wrong_bytes_of_its_buffer_is_shifted() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto conv = sketch.add("conv", OperatorFeature::ordinary, {in}, 8);
        const auto half = sketch.add("half", OperatorFeature::removable, {conv}, 4);
        sketch.problem().graph->operators.back().positions = {Bytes(4)};
        sketch.add("end", OperatorFeature::ordinary, {half}, 2);
        Deployment deployment = *deployed_network(sketch.problem(), "source").deployment;
        QVERIFY(dataflow_findings(deployment, sketch.problem()).empty());
        DeployedTensor& read = operator_named(deployment, "end").reads.front();
        read.parts.front().position = Bytes(1);
        read.place->offset = read.place->offset - Bytes(3);
        const auto findings = dataflow_findings(deployment, sketch.problem());
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings.front().kind, Kind::shifted);
        QCOMPARE(findings.front().shift, Bytes(-3));
    }

    void an_operand_that_was_overwritten_is_not_shifted_to_a_copy_of_it() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto a = sketch.add("a", OperatorFeature::ordinary, {in}, 8);
        const auto cat = sketch.add("cat", OperatorFeature::merge, {a, a}, 16);
        const auto x = sketch.add("x", OperatorFeature::ordinary, {cat}, 8);
        sketch.add("y", OperatorFeature::ordinary, {a, x, cat}, 1);
        Deployment deployment = *deployed_network(sketch.problem(), "source").deployment;
        operator_named(deployment, "x").writes.front().place = operator_named(deployment, "y").reads.front().place;
        const auto findings = dataflow_findings(deployment, sketch.problem());
        QVERIFY(std::any_of(findings.begin(), findings.end(), [](const DataflowFinding& one) {
            return one.tensor == "a" && one.kind == Kind::overwritten && one.overwritten_by == "x";
        }));
    }

    void a_deployment_of_another_model_is_one_finding_with_a_few_examples() {
        NetworkSketch other;
        auto tensor = other.input("data", 8);
        for (int i = 0; i < 12; ++i) {
            tensor = other.add("layer" + std::to_string(i), OperatorFeature::ordinary, {tensor}, 8);
        }
        const auto findings =
            dataflow_findings(*deployed_network(other.problem(), "source").deployment, read_network());
        QCOMPARE(findings.size(), std::size_t{4});
        QCOMPARE(name_of(findings.front().kind), std::string_view("other-model"));
        QCOMPARE(sentence_of(findings.front()),
                 std::string("the deployment is not of this model: 0 of 12 operators are in it"));
        QCOMPARE(sentence_of(findings.back()), std::string("the model has no operator layer2"));
        // One operator has the name of another one by chance.
        other.problem().graph->operators[1].name = "conv1";
        other.problem().buffers[2].name = "conv1";
        const auto nearly = dataflow_findings(*deployed_network(other.problem(), "source").deployment, read_network());
        QCOMPARE(nearly.size(), std::size_t{4});
        QCOMPARE(nearly.front().known, std::size_t{1});
    }

    void scratch_may_be_written_over_in_its_gaps_only() {
        const Problem problem = network_with_gap_in_scratch();
        const Deployment sound = *deployed_network(problem, "best").deployment;
        QVERIFY(dataflow_findings(sound, problem).empty());
        const Placement rows = *sound.scratch.front().place;
        QVERIFY(sound.operators[2].writes.front().place->offset < rows.offset + Bytes(100));
        Deployment without = sound;
        without.scratch.front().gaps.clear();
        QVERIFY(!dataflow_findings(without, problem).empty());
        Deployment windowed = sound;
        windowed.scratch.front().gaps = {{1, 3, Window{Bytes(0), Bytes(100)}}};
        QVERIFY(!dataflow_findings(windowed, problem).empty());
        // All of it is in use again at the last operator.
        Deployment again = sound;
        again.operators[4].writes.front().place = rows;
        const auto findings = dataflow_findings(again, problem);
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings.front().tensor, std::string("rows"));
    }

    void scratch_that_is_an_operand_holds_nothing_in_its_gaps() {
        Problem problem = network_with_gap_in_scratch();
        const BufferIndex rows(problem.buffers.size() - 1);
        for (const std::size_t reader : {0, 4}) {
            problem.graph->operators[OperatorIndex(reader)].reads.push_back(rows);
        }
        const Deployment sound = *deployed_network(problem, "best").deployment;
        QVERIFY(dataflow_findings(sound, problem).empty());
        Deployment without = sound;
        without.scratch.front().gaps.clear();
        QCOMPARE(dataflow_findings(without, problem).front().operator_name, std::string("e"));
    }

    void sound_deployments_with_gaps_in_scratch_are_right_and_overlap_nowhere() {
        QVERIFY(rc::check("scratch with gaps", [] {
            using rc::gen::inRange;
            Problem problem = random_network();
            const std::int64_t end = time_span(problem).end.value();
            const std::int64_t begin = *inRange<std::int64_t>(0, end);
            problem = with_rows(std::move(problem), begin, *inRange<std::int64_t>(begin, end) + 1);
            Buffer& rows = problem.buffers.back();
            for (std::int64_t at = begin; at < rows.lifetime.end.value(); ++at) {
                const int kind = *inRange(0, 4);
                if (kind < 2) {
                    const std::int64_t from = *inRange<std::int64_t>(0, 8);
                    const Window window{Bytes(from), Bytes(*inRange<std::int64_t>(from, 8) + 1)};
                    rows.add_gap({{Step(at), Step(at + 1)}, kind == 0 ? std::nullopt : std::optional<Window>(window)});
                }
            }
            RC_ASSERT(first_wrong(problem, "best") == std::string());
            RC_ASSERT(first_wrong(problem, "source") == std::string());
        }));
    }

    void an_operator_may_overwrite_its_operand_only_in_place() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        sketch.add("relu", OperatorFeature::in_place, {in}, 8);
        sketch.problem().buffers.back().kind = BufferKind::output;
        Deployment deployment = *deployed_network(sketch.problem(), "source").deployment;
        DeployedOperator& relu = deployment.operators.front();
        QVERIFY(relu.reads.front().place == relu.writes.front().place);
        QVERIFY(dataflow_findings(deployment, sketch.problem()).empty());
        relu.writes.front().place->offset = Offset(3);
        deployment.outputs.front().tensor.place->offset = Offset(3);
        const auto findings = dataflow_findings(deployment, sketch.problem());
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(name_of(findings.front().kind), std::string_view("written-in-read"));
        QCOMPARE(findings.front().overwritten_by, std::string("relu"));
    }

    void scratch_on_an_operand_or_a_result_of_its_operator_is_found() {
        const Problem problem = with_rows(read_network(), 2, 3);
        QCOMPARE(first_wrong(problem, "source"), std::string());
        Deployment deployment = *deployed_network(problem, "source").deployment;
        const DeployedOperator& conv1 = operator_named(deployment, "conv1");
        deployment.scratch.front().place = conv1.reads.front().place;
        const std::string at = std::to_string(conv1.reads.front().place->offset.value());
        const auto findings = dataflow_findings(deployment, problem);
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings.front().overwritten_by, std::string("conv1"));
        QVERIFY(sentence_of(findings.front()).starts_with("conv1 writes over split0 while it reads it: arena " + at));
        deployment.scratch.front().place = conv1.writes.front().place;
        const auto results = dataflow_findings(deployment, problem);
        QCOMPARE(results.size(), std::size_t{1});
        QCOMPARE(results.front().kind, Kind::written_in_read);
        QCOMPARE(results.front().tensor, std::string("rows"));
    }

    void scratch_inside_other_scratch_is_found_unless_both_may_overlay() {
        Problem problem = read_network();
        Deployment deployment = *deployed_network(problem, "source").deployment;
        for (const char* name : {"rows", "columns"}) {
            deployment.scratch.push_back({name, Bytes(8), Placement{Offset(1000), RegionIndex(0)}, 1, 1, true});
        }
        QVERIFY(dataflow_findings(deployment, problem).empty());
        deployment.scratch.front().overlay = false;
        QCOMPARE(dataflow_findings(deployment, problem).size(), std::size_t{1});
    }

    void finds_operators_and_outputs_that_only_one_side_has() {
        const Problem problem = read_network();
        Deployment deployment = *deployed_network(problem, "source").deployment;
        Deployment without = deployment;
        without.outputs.clear();
        without.operators.pop_back();
        std::vector<std::string> sentences;
        for (const DataflowFinding& finding : dataflow_findings(without, problem)) {
            sentences.push_back(sentence_of(finding));
        }
        QCOMPARE(sentences, (std::vector<std::string>{"conv4 does not run", "the caller is not given conv4"}));
        deployment.operators.push_back({"conv5", "Conv", OperatorFeature::ordinary, {}, {}, {}});
        const auto findings = dataflow_findings(deployment, problem);
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(sentence_of(findings.front()), std::string("the model has no operator conv5"));
        operator_named(deployment, "conv4").reads.clear();
        QCOMPARE(name_of(dataflow_findings(deployment, problem).front().kind), std::string_view("other-operands"));
    }

    void every_wrong_offset_of_the_worked_network_is_found() {
        const Problem problem = read_network();
        const Deployment sound = *deployed_network(problem, "source").deployment;
        Deployment copy = sound;
        const std::size_t count = places_of(copy).size();
        QVERIFY(count > 10);
        for (std::size_t i = 0; i < count; ++i) {
            for (const std::int64_t by : {1, 7, 200}) {
                Deployment broken = sound;
                auto& place = *places_of(broken)[i].place;
                place->offset = place->offset + Bytes(by);
                QVERIFY2(!dataflow_findings(broken, problem).empty(), std::to_string(i).c_str());
            }
        }
    }

    void sound_deployments_of_random_networks_are_right_and_overlap_nowhere() {
        QVERIFY(rc::check("deployments of random networks", [] {
            const Problem problem = random_network();
            for (const char* method : {"source", "best"}) {
                RC_ASSERT(first_wrong(problem, method) == std::string());
            }
        }));
    }

    void a_moved_offset_is_found_and_named_exactly_if_it_breaks_a_read() {
        QVERIFY(rc::check("deployments with one wrong offset", [] {
            const Problem problem = random_network();
            Deployment deployment = *deployed_network(problem, "best").deployment;
            const auto places = places_of(deployment);
            const UsedPlace moved = places[*rc::gen::inRange<std::size_t>(0, places.size())];
            Offset& offset = (*moved.place)->offset;
            const Offset before = offset;
            const std::int64_t reach = *rc::gen::element(7, 40, 1000);
            offset = Offset(std::max<std::int64_t>(0, before.value() + *rc::gen::inRange(-reach, reach)));
            const std::int64_t by = (offset - before).value();
            const bool is_right = BytewiseRun(deployment, problem).is_right();
            RC_TAG(is_right ? "harmless" : "broken");
            const auto findings = dataflow_findings(deployment, problem);
            RC_ASSERT(findings.empty() == is_right);
            const bool is_named = std::any_of(findings.begin(), findings.end(), [&](const DataflowFinding& finding) {
                return names_cause(finding, moved, by, deployment);
            });
            RC_ASSERT(is_named != is_right);
        }));
    }

    void every_sample_and_model_runs_as_deployed_data() { arenascope::test::add_model_rows(); }

    void every_sample_and_model_runs_as_deployed() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(QString, path);
        const auto document = arenascope::test::opened_model(path);
        if (document && document->problem.graph) {
            const std::string wrong = first_wrong(document->problem, "best");
            QVERIFY2(wrong.empty(), wrong.c_str());
        }
    }

    void sound_deployments_on_many_cores_are_right_and_overlap_nowhere() {
        QVERIFY(rc::check("deployments of many cores", [] {
            const Problem problem = random_network();
            const CoreAssignment cores =
                split_by_rule(problem, *rc::gen::inRange<std::int64_t>(2, 5), CoreSplit::round_robin);
            for (const TransferTime time : {TransferTime::late, TransferTime::early}) {
                const auto split = many_core_problem(problem, empty_layout(problem), cores, time);
                RC_ASSERT(split.has_value());
                RC_ASSERT(first_wrong(split->problem, "best") == std::string());
            }
        }));
    }

    void a_transfer_that_reads_beside_its_source_is_found() {
        const Problem problem = read_network();
        const auto split = many_core_problem(problem, empty_layout(problem),
                                             split_by_rule(problem, 2, CoreSplit::round_robin), TransferTime::late);
        QVERIFY(split && !split->problem.transfers.empty());
        Deployment deployment = *deployed_network(split->problem, "best").deployment;
        for (DeployedOperator& one : deployment.operators) {
            if (one.type == "Transfer") {
                one.reads.front().place->offset = one.reads.front().place->offset + Bytes(1);
                break;
            }
        }
        QVERIFY(!dataflow_findings(deployment, split->problem).empty());
    }
};

ARENASCOPE_TEST(SymbolicRunTest)
#include "symbolic_run_test.moc"
