#include "core/format/plan/deployment_json.h"

#include <map>
#include <ranges>
#include <rapidcheck.h>
#include <set>

#include <QDir>

#include <nlohmann/json.hpp>

#include "core/format/reading.h"
#include "core/model/network/many_core_problem.h"
#include "core/planner/planning.h"
#include "tests/support/deployed_network.h"
#include "tests/support/random_network.h"
#include "tests/support/shared_models.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::network_with_gap_in_scratch;
using arenascope::test::NetworkSketch;
using arenascope::test::random_network;
using arenascope::test::text_of_deployment;
using arenascope::test::with_rows;
using arenascope::test::with_scratch;
using arenascope::test::worked_network;

namespace {

using Json = nlohmann::json;

Json deployed(const Problem& problem, const std::string& method) {
    return Json::parse(text_of_deployment(problem, method), nullptr, false);
}

/// The error of reading a deployment; empty if it is read.
std::string refusal_of(const Json& deployment) {
    const auto document = parse_deployment_json(deployment.dump(1), "deployment.json");
    return document ? std::string() : to_string(document.error());
}

/// Simulates a deployment from its text alone, as firmware would run it, and tracks which bytes of which buffers are
/// where. `merges` are operators that only copy. Bytes already in their place are not overwritten and keep their first
/// name.
class DeploymentRun {
public:
    DeploymentRun(const Json& deployment, const std::set<std::string>& merges)
        : deployment_(deployment), merges_(merges) {}

    std::string first_wrong() {
        for (const char* list : {"inputs", "variables"}) {
            for (const Json& given : deployment_[list]) {
                write(given, given["name"]);
            }
        }
        for (const Json& one : deployment_["scratch"]) {
            scratch_.emplace(one["name"], one);
        }
        for (const Json& node : deployment_["operators"]) {
            for (const Json& read : node["reads"]) {
                if (const std::string wrong = wrong_in(read); !wrong.empty()) {
                    return node["name"].get<std::string>() + " reads " + wrong;
                }
            }
            if (merges_.contains(node["name"])) {
                put_together(node["reads"], node["writes"][0]);
                continue;
            }
            for (const Json& written : node["writes"]) {
                write(written, written["buffer"]);
            }
        }
        for (const Json& output : deployment_["outputs"]) {
            if (const std::string wrong = wrong_in(output); !wrong.empty()) {
                return "the caller reads " + wrong;
            }
        }
        return {};
    }

private:
    /// From an offset on: which bytes of which buffers are stored there.
    struct Stretch {
        std::int64_t size;
        std::map<std::string, std::int64_t> positions;
    };
    using Memory = std::map<std::int64_t, Stretch>;

    static std::int64_t number(const Json& place, const char* key) { return place[key].get<std::int64_t>(); }

    /// Splits the stretch that contains the offset, so that one begins there.
    static void cut(Memory& memory, std::int64_t offset) {
        auto across = memory.lower_bound(offset);
        if (across == memory.begin()) {
            return;
        }
        --across;
        const std::int64_t kept = offset - across->first;
        if (kept < across->second.size) {
            Stretch rest{across->second.size - kept, across->second.positions};
            for (auto& [buffer, position] : rest.positions) {
                position += kept;
            }
            across->second.size = kept;
            memory[offset] = std::move(rest);
        }
    }

    void write(const Json& place, const std::string& buffer) {
        write(place["region"], number(place, "offset"), number(place, "size"), buffer, 0);
    }

    void write(const std::string& region, std::int64_t offset, std::int64_t size, const std::string& buffer,
               std::int64_t position) {
        Memory& memory = memory_[region];
        cut(memory, offset);
        cut(memory, offset + size);
        memory.erase(memory.lower_bound(offset), memory.lower_bound(offset + size));
        memory[offset] = {size, {{buffer, position}}};
        known_.insert(buffer);
    }

    void put_together(const Json& operands, const Json& whole) {
        const std::string region = whole["region"];
        const std::string buffer = whole["buffer"];
        std::int64_t position = 0;
        for (const Json& operand : operands) {
            const std::int64_t offset = number(whole, "offset") + position;
            const std::int64_t size = number(operand, "size");
            if (operand["region"] != region || number(operand, "offset") != offset) {
                write(region, offset, size, buffer, position);
            } else {
                Memory& memory = memory_[region];
                for (auto at = memory.lower_bound(offset); at != memory.lower_bound(offset + size); ++at) {
                    at->second.positions[buffer] = position + at->first - offset;
                }
            }
            position += size;
        }
        known_.insert(buffer);
    }

    /// The error in a tensor that is read; empty if all its bytes are in place.
    std::string wrong_in(const Json& tensor) {
        if (!tensor.contains("parts")) {
            return wrong_in_part(tensor);
        }
        std::int64_t at = number(tensor, "offset");
        for (const Json& part : tensor["parts"]) {
            if (const std::string wrong = wrong_in_part(part); !wrong.empty()) {
                return wrong;
            }
            if (number(part, "offset") != at || part["region"] != tensor["region"]) {
                return "parts that do not lie in a row";
            }
            at += number(part, "size");
        }
        return at == number(tensor, "offset") + number(tensor, "size") ? "" : "parts that are not the whole";
    }

    std::string wrong_in_part(const Json& part) {
        const std::string name = part["buffer"];
        if (const auto found = scratch_.find(name); found != scratch_.end()) {
            write(found->second, name);  // its first operator fills it
            scratch_.erase(found);
        }
        if (!known_.contains(name)) {
            return name + ", which nothing has written";
        }
        Memory& memory = memory_[part["region"]];
        const std::int64_t begin = number(part, "offset");
        const std::int64_t end = begin + number(part, "size");
        cut(memory, begin);
        cut(memory, end);
        std::int64_t found = 0;
        for (auto at = memory.lower_bound(begin); at != memory.lower_bound(end); ++at) {
            const auto position = at->second.positions.find(name);
            const bool is_meant = position != at->second.positions.end() &&
                                  position->second == number(part, "position") + at->first - begin;
            found += is_meant ? at->second.size : 0;
        }
        return found == end - begin ? "" : name + ", which is not there";
    }

    const Json& deployment_;
    const std::set<std::string>& merges_;
    std::map<std::string, Memory> memory_;  ///< by region
    std::map<std::string, Json> scratch_;   ///< not yet used by an operator
    std::set<std::string> known_;
};

std::string first_wrong(const Problem& problem, const Json& deployment) {
    std::set<std::string> merges;
    for (const Operator& node : problem.graph->operators) {
        if (node.feature == OperatorFeature::merge) {
            merges.insert(node.name);
        }
    }
    return deployment.is_object() ? DeploymentRun(deployment, merges).first_wrong() : "no deployment";
}

std::set<std::string> names_of(const Json& list) {
    std::set<std::string> names;
    for (const Json& one : list) {
        names.insert(one["name"]);
    }
    return names;
}

std::set<std::string> outputs_of(const Problem& problem) {
    std::set<std::string> names;
    for (const Buffer& buffer : problem.buffers) {
        if (buffer.kind == BufferKind::output) {
            names.insert(buffer.name);
        }
    }
    return names;
}

/// The first error in the deployment of a file's network; empty if it is correct and has every output.
std::string first_wrong_in(const Problem& problem) {
    const Json deployment = deployed(problem, "best");
    const std::string wrong = first_wrong(problem, deployment);
    return !wrong.empty() || names_of(deployment["outputs"]) == outputs_of(problem) ? wrong : "an output is missing";
}

const Json& operator_named(const Json& deployment, const std::string& name) {
    for (const Json& node : deployment["operators"]) {
        if (node["name"] == name) {
            return node;
        }
    }
    qFatal("no operator %s", name.c_str());
}

}  // namespace

class DeploymentJsonTest : public QObject {
    Q_OBJECT

private slots:
    void omits_removed_operators_and_says_where_their_consumers_read() {
        const Json json = deployed(worked_network(), "source");
        QCOMPARE(json["version"].get<int>(), 5);
        QCOMPARE(json["peak"].get<int>(), 160);
        QCOMPARE(json["operators"].size(), std::size_t{5});
        QCOMPARE(json["removed"], Json({"split0", "split1", "concat"}));
        QCOMPARE(first_wrong(worked_network(), json), std::string());
        // The output of split0 is the input itself.
        QCOMPARE(operator_named(json, "conv0")["reads"],
                 Json::parse(R"([{"buffer": "input", "position": 0, "region": "arena", "offset": 30, "address": 30,
                                  "size": 40}])"));
        // conv4 reads the whole block that the removed merge would have written.
        const Json& last = operator_named(json, "conv4");
        QCOMPARE(last["reads"], Json::parse(R"([{"parts": [
                     {"buffer": "conv0", "position": 0, "region": "arena", "offset": 0, "address": 0, "size": 30},
                     {"buffer": "conv2", "position": 0, "region": "arena", "offset": 30, "address": 30, "size": 30},
                     {"buffer": "conv3", "position": 0, "region": "arena", "offset": 60, "address": 60, "size": 30}],
                   "region": "arena", "offset": 0, "address": 0, "size": 90}])"));
        QCOMPARE(last["writes"][0]["offset"].get<int>(), 90);
    }

    void lists_inputs_and_outputs() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto conv = sketch.add("conv", OperatorFeature::ordinary, {in}, 8);
        const auto half = sketch.add("half", OperatorFeature::removable, {conv}, 4);
        sketch.add("state", OperatorFeature::ordinary, {half}, 4);
        Problem& problem = sketch.problem();
        problem.graph->operators[1].positions = {Bytes(4)};
        problem.buffers[0].kind = BufferKind::input;
        problem.buffers[half].kind = BufferKind::output;
        problem.buffers[0].lifetime.end = Step(3);
        problem.buffers[half].lifetime.end = Step(3);
        const Json json = deployed(problem, "source");
        QCOMPARE(json["inputs"].size(), std::size_t{1});
        QCOMPARE(json["inputs"][0]["name"], Json("in"));
        QCOMPARE(json["inputs"][0]["size"], Json(8));
        // Its producer was removed. The output is the second half of what conv writes.
        QCOMPARE(json["outputs"].size(), std::size_t{1});
        const Json& output = json["outputs"][0];
        QCOMPARE(output["name"], Json("half"));
        QCOMPARE(output["buffer"], Json("conv"));
        QCOMPARE(output["position"], Json(4));
        QCOMPARE(output["size"], Json(4));
        const int conv_offset = operator_named(json, "conv")["writes"][0]["offset"].get<int>();
        QCOMPARE(output["offset"], Json(conv_offset + 4));
        QVERIFY(json["variables"].empty() && json["scratch"].empty());
    }

    void lists_variables_and_scratch_apart_from_inputs() {
        NetworkSketch sketch;
        const auto state = sketch.input("state", 8);
        const auto scratch = sketch.input("scratch", 8);
        sketch.add("cell", OperatorFeature::ordinary, {state, scratch}, 8);
        sketch.problem().buffers[0].kind = BufferKind::variable;
        sketch.problem().buffers[1].kind = BufferKind::scratch;
        const Json json = deployed(sketch.problem(), "best");
        QVERIFY(json["inputs"].empty());
        QCOMPARE(names_of(json["variables"]), (std::set<std::string>{"state"}));
        QCOMPARE(names_of(json["scratch"]), (std::set<std::string>{"scratch"}));
        QCOMPARE(first_wrong(sketch.problem(), json), std::string());
    }

    void scratch_names_its_operators_and_that_of_a_removed_operator_is_left_out() {
        const Problem problem = with_scratch(with_rows(worked_network(), 2, 4), "unused", 0, 1);
        const Json json = deployed(problem, "source");
        QCOMPARE(names_of(json["scratch"]), (std::set<std::string>{"rows"}));
        // Of the steps 2 and 3, split1 is removed; conv1 is the second operator that is left.
        QCOMPARE(json["scratch"][0]["first"], Json(1));
        QCOMPARE(json["scratch"][0]["last"], Json(1));
    }

    void an_input_that_begins_late_says_which_operator_it_begins_at() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto late = sketch.input("late", 8);
        const auto first = sketch.add("first", OperatorFeature::ordinary, {in}, 8);
        const auto second = sketch.add("second", OperatorFeature::ordinary, {first, late}, 8);
        sketch.add("third", OperatorFeature::ordinary, {second}, 8);
        sketch.problem().buffers[late].lifetime = {Step(1), Step(3)};
        const Json json = deployed(sketch.problem(), "source");
        QCOMPARE(json["inputs"].size(), std::size_t{2});
        QVERIFY(!json["inputs"][0].contains("first") && !json["inputs"][0].contains("last"));
        QCOMPARE(json["inputs"][1]["first"], Json(1));
        QCOMPARE(json["inputs"][1]["last"], Json(2));
    }

    void positions_of_operators_that_are_not_in_the_list_are_refused() {
        const Problem problem = with_rows(worked_network(), 2, 3);
        for (const auto& [first, last] : {std::pair(1, 5), std::pair(2, 1), std::pair(-1, 1)}) {
            Json json = deployed(problem, "source");
            json["scratch"][0]["first"] = first;
            json["scratch"][0]["last"] = last;
            QVERIFY(!parse_deployment_json(json.dump(), "deployment.json").has_value());
        }
    }

    void scratch_with_gaps_names_the_operators_in_them() {
        Problem problem = network_with_gap_in_scratch();
        QCOMPARE(deployed(problem, "best")["scratch"][0]["gaps"], Json::parse(R"([{"first": 1, "last": 3}])"));
        problem.buffers.back().set_gaps({{{Step(1), Step(4)}, Window{Bytes(0), Bytes(4)}}});
        const Json json = deployed(problem, "best");
        QCOMPARE(json["scratch"][0]["gaps"], Json::parse(R"([{"first": 1, "last": 3, "from": 0, "to": 4}])"));
        const auto document = parse_deployment_json(json.dump(), "deployment.json");
        QVERIFY(document && document->notes.empty());
        QCOMPARE(document->deployment->scratch.front().gaps,
                 (std::vector<DeployedGap>{{1, 3, Window{Bytes(0), Bytes(4)}}}));
    }

    void gaps_that_are_not_between_the_operators_of_their_scratch_are_refused() {
        const Json sound = deployed(network_with_gap_in_scratch(), "best");
        QCOMPARE(refusal_of(sound), std::string());
        for (const char* gaps :
             {R"([{"first": 3, "last": 2}])", R"([{"first": 1, "last": 5}])", R"([{"first": 1}])",
              R"([{"first": 1, "last": 2}, {"first": 2, "last": 3}])", R"([{"first": -1, "last": 2}])",
              R"([{"first": 1, "last": 2, "from": 4, "to": 4}])", R"([{"first": 1, "last": 2, "from": 0, "to": 101}])",
              R"([{"first": 1, "last": 2, "from": 0}])"}) {
            Json json = sound;
            json["scratch"][0]["gaps"] = Json::parse(gaps);
            QVERIFY2(!refusal_of(json).empty(), gaps);
        }
    }

    void parts_that_do_not_tile_the_whole_are_refused() {
        const Json sound = deployed(worked_network(), "source");
        QCOMPARE(refusal_of(sound), std::string());
        const auto with = [&sound](const auto& change) {
            Json json = sound;
            change(json["operators"][4]["reads"][0]);
            return QString::fromStdString(refusal_of(json));
        };
        const QString moved = with([](Json& read) {
            read["parts"][1]["offset"] = 31;
            read["parts"][1]["address"] = 31;
        });
        QVERIFY2(moved.contains("operators[4].reads[0].parts[1].offset") &&
                     moved.contains("the part lies at 31, not at 30") && moved.contains("sizes of the parts before it"),
                 qPrintable(moved));
        QVERIFY(with([](Json& read) { read["parts"][1]["region"] = "other"; }).contains("another region"));
        QVERIFY(with([](Json& read) { read["parts"].erase(2); }).contains("60 of the 90 bytes"));
        QVERIFY(with([](Json& read) { read["parts"].push_back(read["parts"][0]); }).contains("behind the whole"));
        QVERIFY(with([](Json& read) { std::swap(read["parts"][0], read["parts"][1]); }).contains("not at 0"));
        // A part without a place is found by what it is a part of.
        QCOMPARE(with([](Json& read) {
                     for (const char* key : {"region", "offset", "address"}) {
                         read["parts"][1].erase(key);
                     }
                 }),
                 QString());
    }

    void scratch_of_an_older_version_still_opens() {
        const Problem problem = with_rows(worked_network(), 2, 3);
        Json json = deployed(problem, "source");
        json["version"] = 3;
        json["scratch"][0].erase("first");
        json["scratch"][0].erase("last");
        QVERIFY(parse_deployment_json(json.dump(), "deployment.json").has_value());
    }

    void addresses_of_parts_include_the_base_of_the_region() {
        Problem problem = worked_network();
        problem.regions.front().base = 4096;
        const Json json = deployed(problem, "source");
        QCOMPARE(operator_named(json, "conv4")["reads"][0]["parts"][1]["address"], Json(4096 + 30));
    }

    void the_simulated_run_detects_errors() {
        const Json sound = deployed(worked_network(), "source");
        Json nobody = sound;
        nobody["operators"][4]["reads"][0]["parts"][0]["buffer"] = "concat";
        QCOMPARE(first_wrong(worked_network(), nobody), std::string("conv4 reads concat, which nothing has written"));
        Json elsewhere = sound;
        elsewhere["operators"][4]["reads"][0]["parts"][0]["buffer"] = "conv2";
        QCOMPARE(first_wrong(worked_network(), elsewhere), std::string("conv4 reads conv2, which is not there"));
        Json moved = sound;
        moved["operators"][0]["reads"][0]["offset"] = 31;
        QCOMPARE(first_wrong(worked_network(), moved), std::string("conv0 reads input, which is not there"));
        Json torn = sound;
        torn["operators"][4]["reads"][0]["parts"].erase(1);
        QCOMPARE(first_wrong(worked_network(), torn), std::string("conv4 reads parts that do not lie in a row"));
    }

    void every_read_and_output_of_a_random_network_is_where_it_was_written() {
        QVERIFY(rc::check("deployments run by what they say", [] {
            const Problem problem = random_network();
            for (const char* method : {"source", "best"}) {
                const Json json = deployed(problem, method);
                RC_ASSERT(first_wrong(problem, json) == std::string());
                RC_ASSERT(names_of(json["outputs"]) == outputs_of(problem));
            }
        }));
    }

    void every_read_of_a_random_network_on_cores_is_where_a_transfer_or_an_operator_put_it() {
        QVERIFY(rc::check("deployments of many cores run by what they say", [] {
            const Problem problem = random_network();
            const CoreAssignment cores =
                split_by_rule(problem, *rc::gen::inRange<std::int64_t>(2, 5), CoreSplit::round_robin);
            for (const TransferTime time : {TransferTime::late, TransferTime::early}) {
                const auto split = many_core_problem(problem, empty_layout(problem), cores, time);
                RC_ASSERT(split.has_value());
                for (const char* method : {"source", "best"}) {
                    RC_ASSERT(first_wrong(split->problem, deployed(split->problem, method)) == std::string());
                }
            }
        }));
    }

    void every_read_and_output_of_every_sample_is_where_it_was_written() {
        int removed = 0;
        for (const QFileInfo& file : QDir(arenascope::test::sample({})).entryInfoList(QDir::Files)) {
            const auto document = read_document(file.filePath().toStdString());
            if (document && document->problem.graph) {
                const std::string wrong = first_wrong_in(document->problem);
                QVERIFY2(wrong.empty(), (file.fileName().toStdString() + ": " + wrong).c_str());
                removed += static_cast<int>(deployed(document->problem, "source")["removed"].size());
            }
        }
        QVERIFY(removed > 0);
    }

    void every_read_and_output_of_every_model_is_where_it_was_written_data() { arenascope::test::add_model_rows(); }

    void every_read_and_output_of_every_model_is_where_it_was_written() {
        ARENASCOPE_NEEDS_SHARED_DATA();
        QFETCH(QString, path);
        const auto document = arenascope::test::opened_model(path);
        if (!document) {
            return;
        }
        const std::string wrong = first_wrong_in(document->problem);
        QVERIFY2(wrong.empty(), wrong.c_str());
    }

    void operands_without_a_place_are_not_constants() {
        const auto document =
            parse_document("7767517\n3 3\nInput in 0 1 in 0=8\nMine r 1 1 in a\nMine s 1 1 a out\n", "net.param");
        QVERIFY(document.has_value());
        const Json json = deployed(document->problem, "best");
        QCOMPARE(json["unknown_sizes"], (Json{"a", "out"}));
        const Json& first = json["operators"][0];
        QVERIFY(first["constants"].empty());
        QCOMPARE(first["writes_outside"], Json{"a"});
        QCOMPARE(json["operators"][1]["reads_outside"], Json{"a"});
        ImportOptions outside;
        outside.inputs = Residence::outside;
        const auto held = parse_document("7767517\n2 2\nInput in 0 1 in 0=8\nReLU r 1 1 in out -23330=4,1,8,1,1\n",
                                         "net.param", outside);
        QVERIFY(held.has_value());
        const Json call = deployed(held->problem, "best");
        QCOMPARE(call["operators"][0]["reads_outside"], Json{"in"});
        QVERIFY(!call.contains("unknown_sizes"));
    }

    void has_no_operators_without_a_graph() {
        Problem problem = worked_network();
        problem.graph.reset();
        const auto json = Json::parse(deployment_json_text(problem, empty_layout(problem), {}), nullptr, false);
        QVERIFY(!json.is_discarded() && json["operators"].empty() && json["inputs"].empty());
    }
};

ARENASCOPE_TEST(DeploymentJsonTest)
#include "deployment_json_test.moc"
