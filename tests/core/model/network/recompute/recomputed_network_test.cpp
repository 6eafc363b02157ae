#include "core/model/network/recompute/recomputed_network.h"

#include "core/check/symbolic_run.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/recompute/recompute_search.h"
#include "tests/support/deployed_network.h"
#include "tests/support/numeric_network.h"
#include "tests/support/random_pictures.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// in ─▶ expand (4 × larger) ─▶ shrink ─▶ shrink ─▶ Conv ─▶ Add with what expand wrote
///
///   in       ██████████              16 bytes
///   wide     ████████████████████    64 bytes, waits for the addition
PictureSketch long_residual() {
    PictureSketch sketch(ModelKind::onnx);
    const TensorIndex in = sketch.tensor("in", 1, 4, 4);
    sketch.network.inputs = {in};
    const TensorIndex wide = *sketch.slide(in, {{}, {}}, 4);
    const TensorIndex narrow = *sketch.slide(wide, {{}, {}}, 2);
    const TensorIndex wider = *sketch.slide(narrow, {{}, {}}, 8);
    const TensorIndex again = *sketch.slide(wider, {{}, {}}, 4);
    sketch.node("Add", {wide, again}, sketch.tensor("sum", 4, 4, 4));
    sketch.end();
    return sketch;
}

std::string reason(const Network& network, const Repeat& repeat) {
    return reason_against(SplitSteps(network, true), repeat);
}

/// All repeats that are possible.
std::vector<Repeat> repeats_of(const SplitSteps& steps) {
    std::vector<Repeat> repeats;
    for (std::size_t before = 0; before < steps.size(); ++before) {
        for (std::size_t last = 0; last < before; ++last) {
            for (std::size_t first = 0; first <= last; ++first) {
                if (reason_against(steps, {first, last, before}).empty()) {
                    repeats.push_back({first, last, before});
                }
            }
        }
    }
    return repeats;
}

/// Each set of up to `most` repeats, no two of which write the same for the same reader.
template <class Visit>
void for_each_set(const std::vector<Repeat>& all, std::size_t most, const Visit& visit, std::vector<Repeat> chosen = {},
                  std::size_t from = 0) {
    visit(chosen);
    for (std::size_t i = from; i < all.size() && chosen.size() < most; ++i) {
        const bool is_twice = std::ranges::any_of(
            chosen, [&](const Repeat& one) { return one.last == all[i].last && one.before == all[i].before; });
        if (!is_twice) {
            auto more = chosen;
            more.push_back(all[i]);
            for_each_set(all, most, visit, std::move(more), i + 1);
        }
    }
}

/// Operators of one or two operands, of which some were written long before, so that tensors of any size wait.
Network random_waits() {
    using rc::gen::inRange;
    PictureSketch sketch(ModelKind::onnx);
    const auto channels = [] { return *inRange<std::int64_t>(1, 12); };
    std::vector<TensorIndex> made = {sketch.tensor("in", *inRange<std::int64_t>(1, 4), 1, 1)};
    sketch.network.inputs = made;
    for (int i = 0, count = *inRange(4, 9); i < count; ++i) {
        const auto any = [&] { return made[*inRange<std::size_t>(0, made.size())]; };
        const TensorIndex input = *inRange(0, 3) > 0 ? made.back() : any();
        if (*inRange(0, 2) == 0) {
            made.push_back(*sketch.slide(input, {{}, {}}, channels()));
            continue;
        }
        const std::string name = "t" + std::to_string(sketch.network.nodes.size());
        made.push_back(sketch.node("Mixed", {input, any()}, sketch.tensor(name, channels(), 1, 1)));
    }
    const TensorIndex early = made[*inRange<std::size_t>(1, 3)];
    sketch.node("Mixed", {made.back(), early}, sketch.tensor("end", channels(), 1, 1));
    sketch.end();
    return std::move(sketch.network);
}

Expected<Problem> import_of(const Network& network) {
    return problem_of_pictures(network);
}

}  // namespace

class RecomputedNetworkTest : public QObject {
    Q_OBJECT

private slots:
    void what_waits_for_a_late_reader_is_written_again_for_it() {
        const PictureSketch sketch = long_residual();
        const SplitSteps steps(sketch.network, true);
        QCOMPARE(reason_against(steps, {0, 0, 4}), std::string());
        const std::vector<Repeat> repeats = {{0, 0, 4}};
        const RecomputedNetwork changed = recomputed_network(steps, repeats);
        QCOMPARE(changed.network.nodes.size(), std::size_t{6});
        QCOMPARE(changed.network.nodes[4].name, std::string("Conv 0, again for step 4"));
        QCOMPARE(changed.network.nodes[5].inputs[0], changed.network.nodes[4].outputs[0]);
        QCOMPARE(changed.network.tensors[changed.network.nodes[4].outputs[0]].name,
                 std::string("t0, again for step 4"));
        QCOMPARE(changed.origins[4].step, std::size_t{0});
        QCOMPARE(changed.origins[4].copy, &repeats.front());
        QVERIFY(changed.origins[5].copy == nullptr);
        // wide, wider and again meet at step 3; with the copy, in waits instead of wide.
        QCOMPARE(threshold(problem_of_pictures(sketch.network)), Bytes(64 + 128 + 64));
        QCOMPARE(threshold(problem_of_pictures(changed.network)), Bytes(16 + 128 + 64));
        QCOMPARE(NumericRun(changed.network).outputs(), NumericRun(sketch.network).outputs());
    }

    void a_chain_runs_again_from_the_tensor_that_it_needs() {
        PictureSketch sketch = long_residual();
        const TensorIndex again = sketch.network.nodes[3].outputs[0];
        sketch.network.outputs.push_back(sketch.node("Relu", {again}, sketch.tensor("early", 4, 4, 4)));
        std::swap(sketch.network.nodes[4], sketch.network.nodes[5]);
        const SplitSteps steps(sketch.network, true);
        QCOMPARE(reason_against(steps, {1, 3, 5}), std::string());
        const RecomputedNetwork changed = recomputed_network(steps, {{1, 3, 5}});
        const auto& nodes = changed.network.nodes;
        QCOMPARE(nodes.size(), std::size_t{9});
        QCOMPARE(nodes[5].inputs[0], sketch.network.nodes[0].outputs[0]);
        QCOMPARE(nodes[6].inputs[0], nodes[5].outputs[0]);
        QCOMPARE(nodes[8].inputs[1], nodes[7].outputs[0]);
        QCOMPARE(NumericRun(changed.network).outputs(), NumericRun(sketch.network).outputs());
    }

    void a_repeat_that_is_not_possible_says_which_operator_prevents_it() {
        PictureSketch sketch = long_residual();
        Network& network = sketch.network;
        QCOMPARE(reason(network, {0, 0, 9}), std::string("there is no step 9: the last one is step 4"));
        QCOMPARE(reason(network, {0, 2, 2}), std::string("step 2 (Conv 'Conv 2') has not run before step 2"));
        QCOMPARE(reason(network, {0, 0, 3}),
                 std::string("step 3 (Conv 'Conv 3') does not read what step 0 (Conv 'Conv 0') writes"));
        QCOMPARE(
            reason(network, {2, 2, 3}),
            std::string("step 3 (Conv 'Conv 3') is the first that reads what step 2 (Conv 'Conv 2') writes, so that "
                        "this can run later, but need not run twice"));
        network.nodes[0].known = false;
        QCOMPARE(reason(network, {0, 0, 4}),
                 std::string("step 0 (Conv 'Conv 0') is custom, so that nothing is known of its effects"));
        network.nodes[0].known = true;
        network.nodes[0].folds = false;
        QCOMPARE(reason(network, {0, 0, 4}),
                 std::string("step 0 (Conv 'Conv 0') is random, or has effects beside its output"));
        network.nodes[0].folds = true;
        network.tensors[network.inputs[0]].variable = true;
        QCOMPARE(reason(network, {0, 0, 4}),
                 std::string("step 0 (Conv 'Conv 0') reads a variable, which may have changed since"));
        network.tensors[network.inputs[0]].variable = false;
        network.inputs.clear();
        QCOMPARE(reason(network, {0, 0, 4}),
                 std::string("step 0 (Conv 'Conv 0') reads scratch, which no operator writes"));
        network.inputs = {network.nodes[0].inputs[0]};
        network.outputs.push_back(network.nodes[0].outputs[0]);
        QCOMPARE(reason(network, {0, 0, 4}),
                 std::string("what step 0 (Conv 'Conv 0') writes is an output of the network, or a variable"));
        network.outputs.pop_back();
        network.nodes[2].captures = network.nodes[0].outputs;
        QCOMPARE(reason(network, {0, 0, 4}),
                 std::string("what step 0 (Conv 'Conv 0') writes is used by a graph inside an operator, or written "
                             "twice"));
        QCOMPARE(reason(network, {2, 3, 4}), std::string("step 2 (Conv 'Conv 2') contains graphs"));
    }

    /// What an operator without a step writes is known before the run.
    void operands_that_are_folded_can_be_read_again() {
        PictureSketch sketch = long_residual();
        const TensorIndex constant = sketch.constant("constant", {1, 1, 4, 4});
        const TensorIndex folded = sketch.node("Relu", {constant}, sketch.tensor("folded", 1, 4, 4));
        std::ranges::rotate(sketch.network.nodes, sketch.network.nodes.end() - 1);
        sketch.network.nodes[1].type = "Add";
        sketch.network.nodes[1].inputs = {sketch.network.inputs[0], folded};
        QCOMPARE(reason(sketch.network, {0, 0, 4}), std::string());
    }

    void any_set_of_repeats_gives_the_same_numbers() {
        std::size_t networks = 0;
        std::size_t sets = 0;
        QVERIFY(rc::check([&] {
            const Network network = *rc::gen::inRange(0, 2) == 0 ? random_pictures(ModelKind::onnx, 7) : random_waits();
            const SplitSteps steps(network, true);
            const std::vector<Repeat> all = repeats_of(steps);
            const NumericRun whole(network);
            RC_ASSERT(whole.wrong() == std::string());
            ++networks;
            for (int i = 0; i < 4; ++i) {
                std::vector<Repeat> repeats;
                for (const Repeat& one : all) {
                    const bool is_twice =
                        !repeats.empty() && repeats.back().last == one.last && repeats.back().before == one.before;
                    if (!is_twice && *rc::gen::inRange(0, 3) == 0) {
                        repeats.push_back(one);
                        ++sets;
                    }
                }
                sort_repeats(repeats);
                const RecomputedNetwork changed = recomputed_network(steps, repeats);
                const NumericRun run(changed.network);
                RC_ASSERT(run.wrong() == std::string());
                RC_ASSERT(run.outputs() == whole.outputs());
                RC_ASSERT(changed.origins.size() == SplitSteps(changed.network, true).size());
            }
        }));
        QVERIFY(networks < 20 || sets > networks / 10);
    }

    /// Every set of up to three repeats, by brute force.
    void no_other_set_of_repeats_has_a_lower_threshold() {
        std::size_t networks = 0;
        std::size_t lower = 0;
        QVERIFY(rc::check([&] {
            const Network network = random_waits();
            const SplitSteps steps(network, true);
            const std::vector<Repeat> all = repeats_of(steps);
            constexpr std::size_t most = 3;
            constexpr std::size_t most_repeats = 16;
            if (all.size() > most_repeats) {
                return;
            }
            ++networks;
            const RunPrice price = price_of_run(network, true);
            for (const std::int64_t limit : {std::int64_t{1'000'000}, std::int64_t{20'000}}) {
                const auto search = search_recompute(steps, import_of, true, {.most_extra = limit});
                RC_ASSERT(search.has_value());
                RC_ASSERT(search->is_complete);
                const Network changed = recomputed_network(steps, search->best.repeats).network;
                RC_ASSERT(threshold(problem_of_pictures(changed)) == search->best.threshold);
                const auto extra = [&](const Network& one) { return price_of_run(one, true).work - price.work; };
                RC_ASSERT(extra(changed) == search->best.extra_work);
                RC_ASSERT(search->best.extra_work * 100'000 <= price.work * limit);
                Bytes least = threshold(problem_of_pictures(network));
                lower += search->best.threshold < least ? 1 : 0;
                for_each_set(all, most, [&](std::vector<Repeat> repeats) {
                    sort_repeats(repeats);
                    const Network tried = recomputed_network(steps, repeats).network;
                    if (extra(tried) * 100'000 <= price.work * limit) {
                        least = std::min(least, threshold(problem_of_pictures(tried)));
                    }
                });
                RC_ASSERT(search->best.threshold <= least);
                RC_ASSERT((search->best.repeats.size() > most || search->best.threshold == least));
            }
        }));
        QVERIFY2(networks < 20 || lower > 0, "no repeat lowers anything, so that nothing was tried");
    }

    void a_deployment_with_repeats_is_checked_against_the_model() {
        const PictureSketch sketch = long_residual();
        const Problem problem =
            problem_of_pictures(recomputed_network(SplitSteps(sketch.network, true), {{0, 0, 4}}).network);
        const Document deployed = deployed_network(problem, "best");
        QVERIFY(dataflow_findings(*deployed.deployment, problem).empty());
    }
};

ARENASCOPE_TEST(RecomputedNetworkTest)
#include "recomputed_network_test.moc"
