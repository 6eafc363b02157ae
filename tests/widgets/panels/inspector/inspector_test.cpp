#include "widgets/panels/inspector/inspector.h"

#include <QScrollBar>
#include <QSignalSpy>

#include "core/model/memory/live_profile.h"
#include "core/model/tiers/rectangle_classifier.h"
#include "tests/support/large_plan.h"
#include "tests/support/placed_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/panels/inspector/buffer_form.h"

using namespace arenascope;
using test::column_of;

namespace {

constexpr BufferIndex low(0);
constexpr BufferIndex middle_buffer(1);
constexpr BufferIndex top(2);

/// `top` rests on `middle`, which rests on `low`. `aside` conflicts with `low` only and has no neighbours.
const std::vector<test::PlacedBuffer> stack = {{"low", 0, 100, 4096, 0},
                                               {"middle", 10, 60, 1024, 4096},
                                               {"top", 20, 50, 2048, 5120},
                                               {"aside", 70, 90, 512, 9000}};

}  // namespace

class InspectorTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        inspector_ = std::make_unique<Inspector>();
        inspector_->resize(320, 600);
        show_plan(test::placed_plan(stack));
        inspector_->show();
        QVERIFY(QTest::qWaitForWindowExposed(inspector_.get()));
    }
    void cleanup() { inspector_.reset(); }

    void with_nothing_selected_it_says_how_to_select() {
        QVERIFY(hint().isVisible());
        QVERIFY(!list().isVisible());
        QVERIFY(!facts().isVisible());
        QCOMPARE(header().detail(), QString());
    }

    void shows_every_field_of_a_buffer() {
        inspector_->set_selection({middle_buffer});
        QVERIFY(!hint().isVisible());
        QCOMPARE(header().detail(), QStringLiteral("middle"));
        QCOMPARE(value("Name"), QStringLiteral("middle"));
        QCOMPARE(value("Tier"), QStringLiteral("medium · beside"));
        QCOMPARE(value("Size"), QStringLiteral("1,024\u00a0B"));
        QCOMPARE(value("Lifetime"), QStringLiteral("[10, 60)"));
        QCOMPARE(value("Duration"), QStringLiteral("50 steps"));
        QCOMPARE(value("Offset → tail"), QStringLiteral("4,096 → 5,120 B"));
        QVERIFY(value("Address").isEmpty());  // no base is given
        QCOMPARE(value("Region"), QStringLiteral("arena"));
        QCOMPARE(value("Kind"), QStringLiteral("activation"));
        QCOMPARE(value("Alignment"), QStringLiteral("1 B"));
        QCOMPARE(value("Lives with"), QStringLiteral("2 buffers"));
        QCOMPARE(value("Neighbours"), QStringLiteral("1 above, 1 below"));
        QCOMPARE(value("Gaps"), QString());
        QCOMPARE(value("Above threshold"), QString());
    }

    void a_texture_has_its_object_and_its_shape() {
        auto plan = test::placed_plan({{"a", 0, 2, 32, 0}, {"b", 2, 4, 24, 0}, {"c", 0, 4, 8, 32}});
        plan.problem.buffers[0].set_dimensions({8, 4});
        plan.problem.buffers[1].set_dimensions({1, 2, 3, 4});
        plan.layout.objects = {{{}, Offset(0), Bytes(32), {8, 4}}, {{}, Offset(32), Bytes(8)}};
        show_plan(plan);
        inspector_->set_selection({BufferIndex(0)});
        QCOMPARE(value("Object"), QStringLiteral("0 · 8 × 4, 2 buffers"));
        QCOMPARE(value("Shape"), QStringLiteral("8 × 4"));
        inspector_->set_selection({BufferIndex(1)});
        QCOMPARE(value("Shape"), QStringLiteral("1 × 2 × 3 × 4"));
        inspector_->set_selection({BufferIndex(2)});
        QVERIFY(value("Object").startsWith(QStringLiteral("1 · ")) &&
                value("Object").endsWith(QStringLiteral("1 buffer")));
        QCOMPARE(value("Shape"), QString());
    }

    void the_choice_of_the_shown_step_is_told_for_its_buffer_and_with_nothing_selected() {
        PlacementStep step{top, {Offset(5120)}, 0, {}};
        step.object = ObjectChoice{ObjectRule::size, {{ObjectIndex(2), {}, {}}}, 0, Bytes(2048), Bytes(7168), {}, 1};
        inspector_->set_step(step, true);
        QVERIFY(!hint().isVisible() && facts().isVisible());
        QCOMPARE(value("Placed"), QStringLiteral("top"));
        QCOMPARE(value("Position"), QStringLiteral("1"));
        inspector_->set_selection({top});
        QCOMPARE(value("Object taken"), QStringLiteral("2"));
        inspector_->set_selection({low});
        QCOMPARE(value("Object taken"), QString());
        inspector_->set_step(step, false);
        inspector_->set_selection({});
        QVERIFY(hint().isVisible() && !facts().isVisible());
    }

    void a_bounded_size_is_shown_as_the_largest() {
        auto plan = test::placed_plan(stack);
        plan.problem.graph.emplace();
        plan.problem.graph->bounded_sizes = {{"middle", "find", "NonZero"}};
        show_plan(plan);
        inspector_->set_selection({middle_buffer});
        QCOMPARE(value("Size"), QStringLiteral("at most 1,024\u00a0B"));
        inspector_->set_selection({top});
        QVERIFY(!value("Size").startsWith(QStringLiteral("at most")));
    }

    void shows_the_requests_of_scratch_and_the_rule_that_placed_it() {
        auto plan = test::placed_plan(stack);
        plan.problem.regions[0].fast = true;
        plan.problem.buffers[top].kind = BufferKind::scratch;
        plan.problem.scratch = {{.buffer = top, .variable = true, .minimum = Bytes(64), .fast = true}};
        plan.layout.scratch = {{top, ScratchRule::equal_share}};
        show_plan(plan);
        inspector_->set_selection({top});
        QCOMPARE(value("Part of the heap"), QStringLiteral("fast"));
        plan.problem.regions[0].fast = false;
        show_plan(plan);
        inspector_->set_selection({top});
        QCOMPARE(value("Part of the heap"), QString());
        QCOMPARE(value("Placed"), QStringLiteral("an equal share of a free area"));
        QCOMPARE(value("Requests"), QStringLiteral("variable, at least 64 B, fast part"));
        inspector_->set_selection({low});
        QCOMPARE(value("Requests"), QString());
    }

    void shows_how_far_a_buffer_is_above_the_threshold() {
        auto plan = test::placed_plan(stack);
        plan.layout.placements[top]->offset = Offset(8000);
        show_plan(plan);
        inspector_->set_selection({top});
        // The threshold is low + middle + top.
        QCOMPARE(value("Above threshold"), QStringLiteral("2,880 B"));
        QCOMPARE(value("Tier"), QStringLiteral("high · over"));
    }

    void an_unplaced_buffer_is_marked() {
        show_plan(test::placed_plan({{"loose", 0, 1, 8, -1}, {"placed", 0, 1, 8, 0}}));
        inspector_->set_selection({BufferIndex(0)});
        QCOMPARE(value("Offset"), QStringLiteral("not placed"));
        QCOMPARE(value("Offset → tail"), QString());
        QCOMPARE(value("Duration"), QStringLiteral("1 step"));
        QCOMPARE(value("Lives with"), QStringLiteral("1 buffer"));
        QCOMPARE(value("Neighbours"), QStringLiteral("0 above, 0 below"));
        QCOMPARE(value("Missing"), QString());
    }

    void a_misfit_shows_the_missing_bytes_of_its_region() {
        auto plan = test::placed_plan({{"loose", 0, 1, 8, -1}, {"placed", 0, 1, 8, 3}});
        plan.problem.regions[0].capacity = Bytes(12);
        show_plan(plan);
        inspector_->set_selection({BufferIndex(0)});
        QCOMPARE(value("Missing"), QStringLiteral("7 B"));
        QCOMPARE(value("Largest free area"), QStringLiteral("3 B"));
        plan.problem.regions[0].capacity = Bytes(30);
        show_plan(plan);
        inspector_->set_selection({BufferIndex(0)});
        QCOMPARE(value("Missing"), QStringLiteral("nothing, it fits"));
    }

    void the_region_shifts_the_address() {
        auto plan = test::placed_plan({{"a", 0, 1, 16, 32}});
        plan.problem.regions[0].name = "sram";
        plan.problem.regions[0].base = 0x2000;
        plan.problem.regions[0].alignment = Bytes(32);
        show_plan(plan);
        inspector_->set_selection({BufferIndex(0)});
        QCOMPARE(value("Region"), QStringLiteral("sram"));
        QCOMPARE(value("Address"), QStringLiteral("0x2020 → 0x2030"));
        QCOMPARE(value("Alignment"), QStringLiteral("32 B"));
    }

    void shows_gaps_pins_hints_and_steps() {
        auto plan = test::placed_plan({{"a", 0, 90, 100, 0}});
        Buffer& buffer = plan.problem.buffers[0];
        buffer.set_hint(Offset(64));
        buffer.pin = Offset(0);
        buffer.kind = BufferKind::scratch;
        for (std::int64_t i = 0; i < 6; ++i) {
            const auto window = i == 0 ? std::optional(Window{Bytes(10), Bytes(20)}) : std::nullopt;
            buffer.add_gap({{Step(10 * i + 1), Step(10 * i + 5)}, window});
        }
        plan.problem.step_labels = {{Step(0), "conv_1"}, {Step(89), "softmax"}};
        show_plan(plan);
        inspector_->set_selection({BufferIndex(0)});
        QCOMPARE(value("Hint"), QStringLiteral("64 B"));
        QCOMPARE(value("Pinned at"), QStringLiteral("0 B"));
        QCOMPARE(value("Kind"), QStringLiteral("scratch"));
        QCOMPARE(value("Gaps"), QStringLiteral("[1, 5) uses bytes [10, 20)"));
        QCOMPARE(value("First step"), QStringLiteral("conv_1"));
        QCOMPARE(value("Last step"), QStringLiteral("softmax"));
        QVERIFY(labels().contains(QStringLiteral("[31, 35) unused")));
        QVERIFY(labels().contains(QStringLiteral("… 2 more")));
    }

    void a_tensor_has_its_type_its_shape_its_producer_and_its_consumers() {
        auto plan = test::placed_plan({{"a", 0, 9, 600, 0}, {"b", 0, 1, 4, 600}});
        Graph graph;
        graph.operators.push_back({"node", "Conv", Step(0), {BufferIndex(1)}, {BufferIndex(0)}});
        for (std::int64_t i = 1; i < 9; ++i) {
            graph.operators.push_back({"relu" + std::to_string(i), "Relu", Step(i), {BufferIndex(0)}, {}});
        }
        graph.tensors = {{"float32", {1, 150}}, {"int32", {}}};
        plan.problem.step_labels = {{Step(0), "node"}};
        plan.problem.graph = graph;
        show_plan(plan);
        inspector_->set_selection({BufferIndex(0)});
        QCOMPARE(value("Type"), QStringLiteral("float32"));
        QCOMPARE(value("Shape"), QStringLiteral("1 × 150"));
        QCOMPARE(value("Written by"), QStringLiteral("node (Conv)"));
        QCOMPARE(value("Read by"), QStringLiteral("relu1 (Relu)"));
        QVERIFY(labels().contains(QStringLiteral("relu6 (Relu)")));
        QVERIFY(labels().contains(QStringLiteral("… 2 more")));
        QVERIFY(value("First step").isEmpty());
        inspector_->set_selection({BufferIndex(1)});
        QCOMPARE(value("Shape"), QStringLiteral("scalar"));
        QVERIFY(value("Written by").isEmpty());
        QCOMPARE(value("Read by"), QStringLiteral("node (Conv)"));
    }

    void neighbours_are_listed_before_other_conflicts() {
        inspector_->set_selection({low});
        QCOMPARE(column_of(list(), 0), (QStringList{"middle", "top", "aside"}));
        QCOMPARE(column_of(list(), 1), (QStringList{"touches above", "", ""}));
        QCOMPARE(column_of(list(), 2), (QStringList{"1,024", "2,048", "512"}));
        inspector_->set_selection({top});
        QCOMPARE(column_of(list(), 0), (QStringList{"middle", "low"}));
        QCOMPARE(column_of(list(), 1), (QStringList{"touches below", ""}));
    }

    void a_click_and_enter_on_a_conflict_choose_it() {
        inspector_->set_selection({low});
        QSignalSpy chosen(inspector_.get(), &Inspector::chosen);
        test::click_cell(list(), 1, 0);
        QTest::keyClick(&list(), Qt::Key_Up);
        QTest::keyClick(&list(), Qt::Key_Return);
        QCOMPARE(chosen.size(), 2);
        QCOMPARE(chosen[0][0].value<BufferIndex>(), top);
        QCOMPARE(chosen[1][0].value<BufferIndex>(), middle_buffer);
    }

    void shows_the_move_of_a_buffer_in_this_step() {
        inspector_->set_selection({middle_buffer});
        QCOMPARE(value("Moved since previous"), QString());
        inspector_->set_moves(test::shared(std::vector<Move>{{middle_buffer, Offset(5120), Offset(4096)}}));
        QCOMPARE(value("Moved since previous"), QStringLiteral("-1,024 B"));
        inspector_->set_moves(test::shared(std::vector<Move>{{middle_buffer, Offset(0), Offset(4096)}}));
        QCOMPARE(value("Moved since previous"), QStringLiteral("+4,096 B"));
        inspector_->set_moves(test::shared(std::vector<Move>{{middle_buffer, std::nullopt, Offset(4096)}}));
        QCOMPARE(value("Moved since previous"), QStringLiteral("placed"));
        inspector_->set_moves(test::shared(std::vector<Move>{{low, Offset(1), Offset(0)}}));
        QCOMPARE(value("Moved since previous"), QString());
    }

    void several_buffers_are_shown_as_sums() {
        auto plan = test::placed_plan(stack);
        plan.layout.placements[3].reset();
        show_plan(plan);
        inspector_->set_selection({middle_buffer, top, BufferIndex(3)});
        QCOMPARE(header().detail(), QStringLiteral("3 buffers"));
        QCOMPARE(value("Buffers"), QStringLiteral("3"));
        QCOMPARE(value("Sum of sizes"), QStringLiteral("3,584\u00a0B"));
        QCOMPARE(value("Lifetimes within"), QStringLiteral("[10, 90)"));
        QCOMPARE(value("Bytes within"), QStringLiteral("4,096 → 7,168 B"));
        QCOMPARE(value("Not placed"), QStringLiteral("1"));
        QVERIFY(!list().isVisible());
    }

    void amounts_follow_the_unit_and_show_the_exact_bytes() {
        inspector_->set_unit(Unit::kibibytes);
        inspector_->set_selection({middle_buffer});
        QCOMPARE(value("Size"), QStringLiteral("1\u00a0KiB (1,024\u00a0B)"));
        QCOMPARE(value("Offset → tail"), QStringLiteral("4 → 5 KiB"));
        QCOMPARE(column_of(list(), 2), (QStringList{"2", "4"}));
        QCOMPARE(test::cell(list(), 0, 2, Qt::ToolTipRole), QStringLiteral("2,048 B"));
    }

    void a_new_layout_is_shown_at_once_and_another_plan_clears_the_selection() {
        inspector_->set_selection({middle_buffer});
        auto plan = test::placed_plan(stack);
        plan.layout.placements[middle_buffer]->offset = Offset(9000);
        inspector_->set_plan(
            problem_, test::shared(plan.layout), {},
            test::shared(IndexedVector<RegionIndex, Bytes>(region_thresholds(*problem_, plan.layout))));
        QCOMPARE(value("Offset → tail"), QStringLiteral("9,000 → 10,024 B"));
        QCOMPARE(value("Tier"), QString());
        show_plan(plan);
        QVERIFY(hint().isVisible());
    }

    void a_short_dock_scrolls_the_facts_and_keeps_the_list_in_reach() {
        inspector_->set_selection({low});
        const QScrollArea& area = *inspector_->findChild<QScrollArea*>();
        QTRY_COMPARE(area.verticalScrollBar()->maximum(), 0);
        QVERIFY(inspector_->minimumSizeHint().height() < 250);
        inspector_->resize(320, 250);
        QTRY_VERIFY(area.verticalScrollBar()->maximum() > 0);
        QVERIFY(area.height() > 3 * inspector_->fontMetrics().height());
        QVERIFY(list().viewport()->height() > 2 * inspector_->fontMetrics().height());
        inspector_->resize(320, 900);
        QTRY_COMPARE(area.verticalScrollBar()->maximum(), 0);
        // No more height than facts and form need: the list gets the rest.
        QVERIFY(area.height() <= area.widget()->heightForWidth(area.viewport()->width()));
    }

    void in_a_short_dock_the_list_makes_room_for_the_unfolded_form() {
        inspector_->set_selection({low});
        inspector_->resize(320, 250);
        QVERIFY(list().isVisible());
        inspector_->form().start();
        QVERIFY(!list().isVisible());
        inspector_->resize(320, 900);
        QTRY_VERIFY(list().isVisible());
    }

    void a_narrow_dock_shows_all_facts_despite_a_long_name() {
        show_plan(test::placed_plan({{std::string(300, 'x'), 0, 4, 4096, 0}, {"b", 0, 4, 4096, 4096}}));
        inspector_->set_selection({BufferIndex(1)});
        QCoreApplication::processEvents();
        const int least = inspector_->minimumSizeHint().width();
        inspector_->resize(least, 250);
        const QScrollArea& area = *inspector_->findChild<QScrollArea*>();
        QTRY_VERIFY(area.verticalScrollBar()->maximum() > 0);
        QVERIFY(facts().width() <= area.viewport()->width());
        inspector_->set_selection({BufferIndex(0)});
        QCoreApplication::processEvents();
        QVERIFY(inspector_->minimumSizeHint().width() < 2 * least);
    }

    void what_takes_a_pass_over_a_large_plan_shows_dots_until_it_is_known() {
        show_plan(test::large_plan());
        inspector_->set_selection({BufferIndex(1000)});
        QCOMPARE(value("Size"), QStringLiteral("64\u00a0B"));
        QCOMPARE(value("Lives with"), QStringLiteral("…"));
        QCOMPARE(list().model()->rowCount(), 0);
        inspector_->set_selection({BufferIndex(0)});
        QTRY_COMPARE(value("Lives with"), QStringLiteral("2 buffers"));
        QCOMPARE(value("Neighbours"), QStringLiteral("1 above, 0 below"));
        QCOMPARE(list().model()->rowCount(), 2);
    }

    void a_large_selection_is_summed_on_another_thread() {
        show_plan(test::large_plan());
        std::vector<BufferIndex> all;
        for (std::size_t i = 0; i < 25'000; ++i) {
            all.emplace_back(i);
        }
        inspector_->set_selection(all);
        QCOMPARE(value("Buffers"), QStringLiteral("25,000"));
        QCOMPARE(value("Sum of sizes"), QStringLiteral("…"));
        QTRY_COMPARE(value("Lifetimes within"), QStringLiteral("[0, 25,002)"));
    }

private:
    [[nodiscard]] QString value(const char* label) const { return inspector_->value_of(QString::fromUtf8(label)); }
    [[nodiscard]] QTableView& list() const { return *inspector_->findChild<QTableView*>(); }
    [[nodiscard]] FactSheet& facts() const { return *inspector_->findChild<FactSheet*>(); }
    [[nodiscard]] SectionHeader& header() const { return *inspector_->findChild<SectionHeader*>(); }
    [[nodiscard]] QLabel& hint() const {
        return *inspector_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly);
    }
    [[nodiscard]] QStringList labels() const {
        QStringList texts;
        for (const QLabel* label : facts().findChildren<QLabel*>()) {
            texts << label->text();
        }
        return texts;
    }
    void show_plan(const test::PlacedPlan& plan) {
        problem_ = std::make_shared<const Problem>(plan.problem);
        inspector_->set_plan(
            problem_, test::shared(plan.layout), test::shared(classify(*problem_, plan.layout)),
            test::shared(IndexedVector<RegionIndex, Bytes>(region_thresholds(*problem_, plan.layout))));
    }

    std::unique_ptr<Inspector> inspector_;
    std::shared_ptr<const Problem> problem_;
};

ARENASCOPE_TEST(InspectorTest)
#include "inspector_test.moc"
