#include "core/planner/sharing/letter_placement.h"

#include <map>
#include <set>

#include "core/check/overlap_checker.h"
#include "core/planner/planning.h"
#include "core/planner/sharing/operator_dependencies.h"
#include "tests/support/dataflow.h"
#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

/// The source's placement, written down as plainly as possible. Without pins.
class PlainLetter {
public:
    explicit PlainLetter(const Problem& problem)
        : problem_(problem),
          dependencies_(operator_dependencies(problem)),
          partners_(local_sharing(problem)),
          possible_(sharing_plan(problem, {.largest_merge_first = true})) {}

    std::map<BufferIndex, std::int64_t> run() {
        while (placed_.size() < problem_.buffers.size()) {
            BufferIndex target = BufferIndex::none();
            for (std::size_t i = 0; i < problem_.buffers.size(); ++i) {
                const BufferIndex each(i);
                const bool is_better = target == BufferIndex::none() ||
                                       std::pair(-size(each), begin(each)) < std::pair(-size(target), begin(target));
                target = !placed_.contains(each) && is_better ? each : target;
            }
            if (const auto [node, operand] = viewed(target); node != nullptr) {
                if (!placed_.contains(operand)) {
                    place(operand);
                }
                const auto at = std::ranges::find(node->writes, target) - node->writes.begin();
                const auto position =
                    node->positions.empty() ? 0 : node->positions[static_cast<std::size_t>(at)].value();
                placed_[target] = placed_[operand] + position;
            } else {
                place(target);
            }
        }
        return placed_;
    }

private:
    [[nodiscard]] std::int64_t size(BufferIndex one) const { return problem_.buffers[one].size.value(); }
    [[nodiscard]] Step begin(BufferIndex one) const { return problem_.buffers[one].lifetime.begin; }
    [[nodiscard]] bool shares(std::size_t node, std::uint32_t position) const {
        return std::ranges::find(possible_.shared, SharedOperand{OperatorIndex(node), position}) !=
               possible_.shared.end();
    }

    [[nodiscard]] std::pair<const Operator*, BufferIndex> viewed(BufferIndex target) const {
        for (std::size_t i = 0; i < problem_.graph->operators.size(); ++i) {
            const Operator& node = problem_.graph->operators[OperatorIndex(i)];
            if (node.feature == OperatorFeature::removable &&
                std::ranges::find(node.writes, target) != node.writes.end() && shares(i, node.shareable.front())) {
                return {&node, node.reads[node.shareable.front()]};
            }
        }
        return {nullptr, BufferIndex::none()};
    }

    void place(BufferIndex target) {
        std::set<BufferIndex> avoided;
        for (const BufferIndex partner : partners_[target]) {
            for (const BufferIndex other : dependencies_[partner]) {
                if (placed_.contains(other)) {
                    avoided.insert(other);
                }
            }
        }
        for (std::int64_t offset = 0;; ++offset) {
            const bool is_free = std::ranges::none_of(avoided, [&](BufferIndex other) {
                return placed_[other] < offset + size(target) && offset < placed_[other] + size(other);
            });
            if (is_free) {
                placed_[target] = offset;
                break;
            }
        }
        place_inputs(target);
    }

    void place_inputs(BufferIndex whole) {
        for (std::size_t i = 0; i < problem_.graph->operators.size(); ++i) {
            const Operator& node = problem_.graph->operators[OperatorIndex(i)];
            if (node.feature != OperatorFeature::merge || node.writes.front() != whole) {
                continue;
            }
            std::int64_t at = 0;
            for (std::uint32_t k = 0; k < node.reads.size(); ++k) {
                if (shares(i, k) && !placed_.contains(node.reads[k])) {
                    placed_[node.reads[k]] = placed_[whole] + at;
                    place_inputs(node.reads[k]);
                }
                at += size(node.reads[k]);
            }
        }
    }

    const Problem& problem_;
    IndexedVector<BufferIndex, std::vector<BufferIndex>> dependencies_;
    IndexedVector<BufferIndex, std::vector<BufferIndex>> partners_;
    SharingPlan possible_;
    std::map<BufferIndex, std::int64_t> placed_;
};

/// conv writes x, a view of it lives long, and y comes between them in size.
Problem network_with_a_late_view() {
    NetworkSketch sketch;
    const auto in = sketch.input("in", 2);
    const auto x = sketch.add("x", OperatorFeature::ordinary, {in}, 8);
    const auto view = sketch.add("view", OperatorFeature::removable, {x}, 3);
    const auto y = sketch.add("y", OperatorFeature::ordinary, {in}, 5);
    sketch.add("end", OperatorFeature::ordinary, {view, y}, 1);
    return std::move(sketch.problem());
}

/// in ─▶ b1 ─▶ b2 ─▶ …, each the result of an operator in place. The last operator also reads those in `late`.
Problem chain_in_place(const std::vector<std::int64_t>& sizes, const std::vector<std::size_t>& late = {}) {
    NetworkSketch sketch;
    std::vector<BufferIndex> made = {sketch.input("in", sizes.front())};
    for (std::size_t i = 1; i < sizes.size(); ++i) {
        made.push_back(sketch.add("b" + std::to_string(i), OperatorFeature::in_place, {made.back()}, sizes[i]));
    }
    std::vector<BufferIndex> read = {made.back()};
    for (const std::size_t one : late) {
        read.push_back(made[one % made.size()]);
    }
    sketch.add("end", OperatorFeature::ordinary, read, 1);
    return std::move(sketch.problem());
}

Plan shared_with(const Problem& problem, const std::string& method, bool record = false) {
    return *run_planner(problem, empty_layout(problem),
                        {.planner = "operator-sharing", .settings = {{"method", method}}, .record = record});
}

bool says_unsound(const Plan& plan) {
    return std::ranges::any_of(plan.result.notes, [](const std::string& note) {
        return note.starts_with("the letter of the source gives no layout here, because ");
    });
}

}  // namespace

class LetterPlacementTest : public QObject {
    Q_OBJECT

private slots:
    void the_example_of_the_source_needs_neither_stand() {
        const Problem problem = worked_network();
        const LetterPlacement placed = place_by_letter(problem, {});
        QCOMPARE(placed.fault, std::string());
        QCOMPARE(placed.layout.placements, shared_with(problem, "source").result.layout.placements);
        QCOMPARE(peak(problem, placed.layout), Offset(160));
    }

    void every_place_is_that_of_a_plain_placement() {
        QVERIFY(rc::check("plain", [] {
            const Problem problem = random_network();
            const LetterPlacement placed = place_by_letter(problem, {});
            for (const auto& [buffer, offset] : PlainLetter(problem).run()) {
                RC_ASSERT(placed.layout.placements[buffer]->offset == Offset(offset));
            }
            RC_ASSERT(placed.fault.empty() == is_clean(check(problem, placed.layout)));
        }));
    }

    void every_place_in_a_long_chain_is_that_of_a_plain_placement() {
        QVERIFY(rc::check("plain chain", [] {
            const auto sizes = *rc::gen::container<std::vector<std::int64_t>>(*rc::gen::inRange<std::size_t>(9, 40),
                                                                              rc::gen::inRange<std::int64_t>(1, 6));
            const auto late = *rc::gen::container<std::vector<std::size_t>>(*rc::gen::inRange<std::size_t>(0, 3),
                                                                            rc::gen::inRange<std::size_t>(0, 40));
            const Problem problem = chain_in_place(sizes, late);
            const LetterPlacement placed = place_by_letter(problem, {});
            for (const auto& [buffer, offset] : PlainLetter(problem).run()) {
                RC_ASSERT(placed.layout.placements[buffer]->offset == Offset(offset));
            }
        }));
    }

    void a_long_chain_in_place_takes_little_work() {
        const LetterPlacement placed = place_by_letter(chain_in_place(std::vector<std::int64_t>(4000, 10)), {});
        QVERIFY(is_complete(placed.layout));
        QVERIFY2(placed.work < 100'000, qPrintable(QString::number(placed.work)));
    }

    void a_buffer_that_takes_no_bytes_keeps_nothing_away() {
        Problem problem;
        Buffer& gone = problem.buffers.emplace_back();
        gone.name = "gone";
        gone.lifetime = {Step(0), Step(1)};
        gone.size = Bytes(100);
        gone.add_gap({{Step(0), Step(1)}, {}});
        Buffer& other = problem.buffers.emplace_back();
        other.name = "other";
        other.lifetime = {Step(0), Step(1)};
        other.size = Bytes(10);
        const LetterPlacement placed = place_by_letter(problem, {});
        QCOMPARE(placed.layout.placements[1]->offset, Offset(0));
        QCOMPARE(peak(problem, placed.layout), Offset(10));
        QCOMPARE(peak(problem, shared_with(problem, "letter").result.layout), Offset(10));
    }

    void a_stopped_run_is_at_fault_for_what_it_has_not_placed() {
        QCOMPARE(place_by_letter(worked_network(), [] { return true; }).fault,
                 std::string("only 0 of 9 buffers were placed before the run was stopped"));
    }

    void an_operator_in_place_does_not_take_its_inputs_block() {
        NetworkSketch sketch;
        const auto in = sketch.input("in", 8);
        const auto conv = sketch.add("conv", OperatorFeature::ordinary, {in}, 8);
        const auto relu = sketch.add("relu", OperatorFeature::in_place, {conv}, 8);
        sketch.add("end", OperatorFeature::ordinary, {relu}, 4);
        const Plan letter = shared_with(sketch.problem(), "letter");
        const Plan source = shared_with(sketch.problem(), "source");
        QVERIFY(!says_unsound(letter));
        QVERIFY(letter.result.layout.placements[relu]->offset != letter.result.layout.placements[conv]->offset);
        QCOMPARE(source.result.layout.placements[relu], source.result.layout.placements[conv]);
    }

    void where_the_letter_is_unsound_a_note_says_so_and_the_groups_are_placed_at_once() {
        const Problem problem = network_with_a_late_view();
        QCOMPARE(place_by_letter(problem, {}).fault, std::string("'view' and 'y' overlap"));
        const Plan plan = shared_with(problem, "letter");
        QVERIFY(says_unsound(plan));
        QCOMPARE(plan.result.layout, shared_with(problem, "source").result.layout);
    }

    void a_plan_by_the_letter_is_sound_and_its_trace_ends_with_it() {
        int sound = 0;
        QVERIFY(rc::check("sound", [&] {
            const Problem problem = random_network();
            const Plan plan = shared_with(problem, "letter", true);
            RC_ASSERT(is_clean(check(plan.problem, plan.result.layout)));
            RC_ASSERT(Dataflow(plan.problem, plan.result.layout).first_wrong_read() == std::string());
            RC_ASSERT(says_unsound(plan) == !place_by_letter(problem, {}).fault.empty());
            RC_ASSERT(plan.trace->frames.back().peak == peak(plan.problem, plan.result.layout));
            sound += says_unsound(plan) ? 0 : 1;
        }));
        QVERIFY(sound > 0);
    }

    void pins_stay_and_a_stop_leaves_no_layout() {
        Problem problem = worked_network();
        problem.buffers.front().pin = Offset(200);
        QCOMPARE(place_by_letter(problem, {}).layout.placements.front()->offset, Offset(200));
        QVERIFY(!is_complete(place_by_letter(worked_network(), [] { return true; }).layout));
    }

    void without_a_network_nothing_shares() {
        Problem problem;
        for (int i = 0; i < 3; ++i) {
            Buffer& buffer = problem.buffers.emplace_back();
            buffer.name = std::string("b").append(std::to_string(i));
            buffer.lifetime = {Step(0), Step(2)};
            buffer.size = Bytes(10);
        }
        QCOMPARE(peak(problem, place_by_letter(problem, {}).layout), Offset(30));
    }
};

ARENASCOPE_TEST(LetterPlacementTest)
#include "letter_placement_test.moc"
