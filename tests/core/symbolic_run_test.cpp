#include "core/check/symbolic_run.h"

#include <map>
#include <utility>

#include "core/check/overlap_checker.h"
#include "core/graph/core_assignment.h"
#include "core/graph/many_core_problem.h"
#include "tests/support/deployed_network.h"
#include "tests/support/random_network.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::deployed_network;
using arenascope::test::NetworkSketch;
using arenascope::test::random_network;
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

/// Every offset of a deployment that an operator or the caller uses.
std::vector<std::optional<Placement>*> places_of(Deployment& deployment) {
    std::vector<std::optional<Placement>*> places;
    for (auto* given : {&deployment.inputs, &deployment.variables}) {
        for (DeployedBuffer& one : *given) {
            places.push_back(&one.place);
        }
    }
    for (DeployedOperator& one : deployment.operators) {
        for (DeployedTensor& read : one.reads) {
            places.push_back(&read.place);
        }
        for (DeployedBuffer& written : one.writes) {
            places.push_back(&written.place);
        }
    }
    for (DeployedOutput& output : deployment.outputs) {
        places.push_back(&output.tensor.place);
    }
    return places;
}

/// The same check, byte by byte: each byte of the memory has the number of its value and its position there.
class BytewiseRun {
public:
    using Byte = std::pair<int, std::int64_t>;
    using Content = std::vector<Byte>;

    BytewiseRun(const Deployment& deployment, const Problem& model) : deployment_(deployment), model_(model) {
        for (const Buffer& buffer : model.buffers) {
            content_[buffer.name] = new_value(buffer.size.value());
        }
    }

    bool is_right() {
        for (const auto* given : {&deployment_.inputs, &deployment_.variables}) {
            for (const DeployedBuffer& one : *given) {
                write(*one.place, content_[one.name]);
            }
        }
        std::size_t next = 0;
        for (const Operator& node : model_.graph->operators) {
            const bool runs = next < deployment_.operators.size() && deployment_.operators[next].name == node.name;
            if (!run(node, runs ? &deployment_.operators[next++] : nullptr)) {
                return false;
            }
        }
        bool is_right = true;
        for (const DeployedOutput& output : deployment_.outputs) {
            is_right = is_right && holds(*output.tensor.place, content_[output.name]);
        }
        for (const DeployedBuffer& variable : deployment_.variables) {
            is_right = is_right && holds(*variable.place, content_[variable.name]);
        }
        return is_right;
    }

private:
    Content new_value(std::int64_t size) {
        Content content;
        for (std::int64_t i = 0; i < size; ++i) {
            content.emplace_back(values_, i);
        }
        ++values_;
        return content;
    }

    [[nodiscard]] const Buffer& buffer(BufferIndex index) const { return model_.buffers[index]; }

    bool run(const Operator& node, const DeployedOperator* one) {
        std::vector<Content> operands;
        for (const BufferIndex read : node.reads) {
            operands.push_back(content_[buffer(read).name]);
        }
        for (std::size_t i = 0; one != nullptr && i < operands.size(); ++i) {
            if (!holds(*one->reads[i].place, operands[i])) {
                return false;
            }
        }
        Content& written = content_[buffer(node.writes.front()).name];
        written = result_of(node, operands);
        if (one == nullptr) {
            return true;
        }
        write(*one->writes.front().place, written);
        for (const BufferIndex read : node.reads) {
            if (node.feature == OperatorFeature::ordinary && buffer(read).kind == BufferKind::variable) {
                content_[buffer(read).name] = new_value(buffer(read).size.value());
                write(*deployment_.variables.front().place, content_[buffer(read).name]);
            }
        }
        for (std::size_t i = 0; i < operands.size(); ++i) {
            const bool is_rewritten =
                node.feature == OperatorFeature::ordinary && buffer(node.reads[i]).kind == BufferKind::variable;
            const bool is_taken = node.feature == OperatorFeature::in_place && node.reads[i] == node.reads.front() &&
                                  one->reads[i].place == one->writes.front().place;
            if (!is_rewritten && !is_taken && !holds(*one->reads[i].place, operands[i])) {
                return false;
            }
        }
        return true;
    }

    Content result_of(const Operator& node, const std::vector<Content>& operands) {
        const auto size = static_cast<std::size_t>(buffer(node.writes.front()).size.value());
        Content whole;
        if (node.feature == OperatorFeature::removable) {
            const auto from = static_cast<std::ptrdiff_t>(node.positions.empty() ? 0 : node.positions.front().value());
            whole.assign(operands.front().begin() + from, operands.front().end());
        } else if (node.feature == OperatorFeature::merge) {
            for (const Content& operand : operands) {
                whole.insert(whole.end(), operand.begin(), operand.end());
            }
        }
        return whole.size() == size ? whole : new_value(static_cast<std::int64_t>(size));
    }

    void write(Placement place, const Content& content) {
        for (std::size_t i = 0; i < content.size(); ++i) {
            memory_[place.offset.value() + static_cast<std::int64_t>(i)] = content[i];
        }
    }

    bool holds(Placement place, const Content& content) {
        bool holds = true;
        for (std::size_t i = 0; i < content.size(); ++i) {
            const auto found = memory_.find(place.offset.value() + static_cast<std::int64_t>(i));
            holds = holds && found != memory_.end() && found->second == content[i];
        }
        return holds;
    }

    const Deployment& deployment_;
    const Problem& model_;
    std::map<std::string, Content> content_;
    std::map<std::int64_t, Byte> memory_;
    int values_ = 0;
};

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
        operator_named(deployment, "conv1").reads.front().place->offset = Offset(1000);
        const auto findings = dataflow_findings(deployment, problem);
        QCOMPARE(findings.size(), std::size_t{1});
        QCOMPARE(findings.front(),
                 (DataflowFinding{Kind::unwritten, "conv1", "split0", {}, "arena", {Offset(1000), Offset(1040)}}));
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
        Problem problem = read_network();
        problem.buffers.push_back({"rows", Bytes(8), {Step(2), Step(3)}, Bytes(1), BufferKind::scratch});
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
                auto& place = *places_of(broken)[i];
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

    void a_moved_offset_is_found_exactly_if_it_breaks_a_read() {
        QVERIFY(rc::check("deployments with one wrong offset", [] {
            const Problem problem = random_network();
            Deployment deployment = *deployed_network(problem, "best").deployment;
            const auto places = places_of(deployment);
            auto& place = *places[*rc::gen::inRange<std::size_t>(0, places.size())];
            place->offset = Offset(std::max<std::int64_t>(0, place->offset.value() + *rc::gen::inRange(-6, 7)));
            const bool is_right = BytewiseRun(deployment, problem).is_right();
            RC_TAG(is_right ? "harmless" : "broken");
            RC_ASSERT(dataflow_findings(deployment, problem).empty() == is_right);
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
