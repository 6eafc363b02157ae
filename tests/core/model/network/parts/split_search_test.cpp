#include "core/model/network/parts/split_search.h"

#include "core/model/memory/live_profile.h"
#include "core/model/network/parts/part_price.h"
#include "core/model/network/parts/split_network.h"
#include "tests/support/random_pictures.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// Tries every set of disjoint chains, each with every axis and every number of parts, by real imports.
class EverySplit {
public:
    explicit EverySplit(const Network& network) : steps_(network, true), whole_(price_of_run(network, true).work) {}

    SplitPlan lowest(std::int64_t most_extra) {
        best_ = {{}, Bytes(std::numeric_limits<std::int64_t>::max()), 0};
        most_extra_ = most_extra;
        chains_.clear();
        from(0);
        return best_;
    }

private:
    void from(std::size_t step) {
        if (step == steps_.size()) {
            return weigh_all();
        }
        from(step + 1);
        for (std::size_t last = step; last < steps_.size(); ++last) {
            for (const SplitAxis axis : {SplitAxis::height, SplitAxis::width, SplitAxis::channels}) {
                const auto& form = steps_.form(last, axis);
                for (std::int64_t parts = 2; form && parts <= form->extent; ++parts) {
                    const Chain chain{step, last, axis, parts};
                    if (steps_.reason_against(chain).empty()) {
                        chains_.push_back(chain);
                        from(last + 1);
                        chains_.pop_back();
                    }
                }
            }
        }
    }

    void weigh_all() {
        const Bytes lower = threshold(problem_of_pictures(split_network(steps_, chains_)));
        // Rows that nobody reads and that a chain leaves out buy nothing elsewhere.
        std::int64_t extra = 0;
        for (const Chain& chain : chains_) {
            const Network alone = split_network(steps_, {chain});
            extra += std::max<std::int64_t>(price_of_run(alone, true).work - whole_, 0);
        }
        if (extra <= most_extra_ && std::pair(lower, extra) < std::pair(best_.threshold, best_.extra)) {
            best_ = {chains_, lower, extra};
        }
    }

    SplitSteps steps_;
    std::int64_t whole_;
    std::int64_t most_extra_ = 0;
    std::vector<Chain> chains_;
    SplitPlan best_;
};

}  // namespace

class SplitSearchTest : public QObject {
    Q_OBJECT

private slots:
    void splits_a_wide_layer_between_narrow_ones() {
        PictureSketch sketch(ModelKind::onnx);
        const TensorIndex in = sketch.tensor("in", 1, 8, 8);
        sketch.network.inputs = {in};
        const TensorIndex wide = *sketch.slide(in, {{}, {}}, 16);
        const TensorIndex deep = *sketch.slide(wide, {padded_three, padded_three, WindowUse::convolution, 16}, 16);
        sketch.slide(deep, {{}, {}}, 1);
        sketch.end();
        const SplitSteps steps(sketch.network, true);
        const SplitSearch found = search_split(steps, problem_of_pictures(sketch.network), {});
        QCOMPARE(found.whole, Bytes(2 * 64 * 16));
        QVERIFY(found.is_complete);
        QVERIFY(found.best.extra * 10 <= found.work);
        QVERIFY(found.best.threshold < found.whole);
        QVERIFY(found.floor.threshold < found.best.threshold);
        QCOMPARE(threshold(problem_of_pictures(split_network(steps, found.best.chains))), found.best.threshold);
        QCOMPARE(threshold(problem_of_pictures(split_network(steps, found.floor.chains))), found.floor.threshold);
        // The narrow ones stay whole, and of the others a row under the window.
        QCOMPARE(found.floor.threshold, Bytes(64 + 64 + 3 * 8 * 16 + 8 * 16));
    }

    void a_step_that_can_not_run_in_parts_is_the_floor() {
        PictureSketch sketch(ModelKind::onnx);
        const TensorIndex in = sketch.tensor("in", 4, 8, 8);
        sketch.network.inputs = {in};
        const TensorIndex a = sketch.node("Softmax", {in}, sketch.tensor("a", 4, 8, 8));
        sketch.slide(a, {padded_three, padded_three}, 1);
        sketch.end();
        const SplitSteps steps(sketch.network, true);
        const SplitSearch found = search_split(steps, problem_of_pictures(sketch.network), {});
        QCOMPARE(found.floor, (SplitPlan{{}, Bytes(512), 0}));
        QCOMPARE(found.floor_step, std::size_t{0});
    }

    void ends_at_its_limit_of_work_or_when_it_is_told_to() {
        PictureSketch sketch(ModelKind::onnx);
        TensorIndex last = sketch.tensor("in", 1, 16, 16);
        sketch.network.inputs = {last};
        for (int i = 0; i < 20; ++i) {
            last = *sketch.slide(last, {padded_three, padded_three}, i % 2 == 0 ? 8 : 1);
        }
        sketch.end();
        const SplitSteps steps(sketch.network, true);
        const Problem problem = problem_of_pictures(sketch.network);
        const SplitSearch whole = search_split(steps, problem, {});
        QVERIFY(whole.is_complete);
        QVERIFY(whole.best.threshold < whole.whole);
        const SplitSearch cut = search_split(steps, problem, {.most_visits = 100});
        QVERIFY(!cut.is_complete);
        QVERIFY(cut.visits < whole.visits);
        const SplitSearch stopped = search_split(steps, problem, {.stop = [] { return true; }});
        QVERIFY(!stopped.is_complete);
    }

    void finds_what_trying_everything_finds() {
        QVERIFY(rc::check([] {
            const Network network = random_pictures(ModelKind::onnx, 3, 5);
            const SplitSteps steps(network, true);
            const Problem problem = problem_of_pictures(network);
            EverySplit every(network);
            const std::int64_t per_cent = *rc::gen::element(0, 10, 50);
            const SplitSearch found = search_split(steps, problem, {.most_extra = per_cent * 1'000});
            const SplitPlan best = every.lowest(found.work * per_cent / 100);
            RC_ASSERT(found.best.threshold == best.threshold);
            RC_ASSERT(found.best.extra <= best.extra);
            RC_ASSERT(found.floor.threshold == every.lowest(std::numeric_limits<std::int64_t>::max()).threshold);
        }));
    }

    void its_plans_have_the_threshold_and_the_price_that_it_says() {
        QVERIFY(rc::check([] {
            const Network network = random_pictures(ModelKind::tflite, 12, 14);
            const SplitSteps steps(network, true);
            const SplitSearch found =
                search_split(steps, problem_of_pictures(network), {.most_extra = 20'000, .wants_frontier = true});
            for (const SplitPlan& plan : {found.best, found.floor}) {
                const Network split = split_network(steps, plan.chains);
                RC_ASSERT(threshold(problem_of_pictures(split)) == plan.threshold);
                RC_ASSERT(price_of_run(split, true).work - found.work == plan.extra);
            }
            RC_ASSERT(std::ranges::count(found.frontier, found.best.threshold, &SplitPlan::threshold) == 1);
            for (const SplitPlan& plan : found.frontier) {
                RC_ASSERT(threshold(problem_of_pictures(split_network(steps, plan.chains))) == plan.threshold);
                RC_ASSERT(&plan == &found.frontier.front() || plan.threshold < (&plan - 1)->threshold);
            }
            RC_ASSERT(found.floor.threshold <= found.best.threshold && found.best.threshold <= found.whole);
        }));
    }
};

ARENASCOPE_TEST(SplitSearchTest)
#include "split_search_test.moc"
