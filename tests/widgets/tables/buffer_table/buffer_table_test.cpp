#include "widgets/tables/buffer_table/buffer_table.h"

#include <array>

#include <QClipboard>
#include <QScrollBar>
#include <QSignalSpy>

#include "core/model/tiers/rectangle_classifier.h"
#include "qt/words/meaning.h"
#include "tests/support/placed_plan.h"
#include "tests/support/segmented_plan.h"
#include "tests/support/test_registry.h"
#include "tests/widgets/table_clicks.h"
#include "widgets/base/table_look.h"

using namespace arenascope;
using test::cell;
using test::click_cell;
using test::click_header;
using test::column_of;

namespace {

using Selection = std::vector<BufferIndex>;

/// Sizes, steps and offsets with different orders as text and as numbers.
const std::vector<test::PlacedBuffer> listed_buffers = {
    {"t2", 0, 1000, 900, 100},
    {"t10", 200, 300, 1000, 1000},
    {"t1", 30, 2000, 20, 20},
};

/// Buffers 0, 1, 2 … that follow each other in time.
std::vector<test::PlacedBuffer> numbered_buffers(std::int64_t count) {
    std::vector<test::PlacedBuffer> buffers;
    for (std::int64_t i = 0; i < count; ++i) {
        buffers.push_back({std::to_string(i), i, i + 3, 64, 64 * (i % 3)});
    }
    return buffers;
}

}  // namespace

class BufferTableTest : public QObject {
    Q_OBJECT

private slots:
    void init() {
        table_ = std::make_unique<BufferTable>();
        table_->resize(1000, 400);
        show_plan(listed_buffers);
        table_->show();
        QVERIFY(QTest::qWaitForWindowExposed(table_.get()));
    }
    void cleanup() { table_.reset(); }

    void rows_show_each_buffer() {
        QCOMPARE(column_of(view(), BufferModel::name), (QStringList{"t2", "t10", "t1"}));
        QCOMPARE(cell(view(), 1, BufferModel::size), QStringLiteral("1,000"));
        QCOMPARE(cell(view(), 1, BufferModel::begin), QStringLiteral("200"));
        QCOMPARE(cell(view(), 1, BufferModel::end), QStringLiteral("300"));
        QCOMPARE(cell(view(), 1, BufferModel::offset), QStringLiteral("1,000"));
        QCOMPARE(cell(view(), 1, BufferModel::tail), QStringLiteral("2,000"));
        QCOMPARE(cell(view(), 1, BufferModel::conflicts), QStringLiteral("2"));
        QCOMPARE(cell(view(), 1, BufferModel::tier), QStringLiteral("high · over"));
        QCOMPARE(header().detail(), QStringLiteral("3 of 3 shown"));
    }

    void an_unplaced_buffer_has_neither_offset_nor_tail() {
        show_plan({{"placed", 0, 1, 8, 0}, {"loose", 0, 1, 8, -1}});
        QCOMPARE(cell(view(), 1, BufferModel::offset), QStringLiteral("–"));
        QCOMPARE(cell(view(), 1, BufferModel::tail), QStringLiteral("–"));
        QCOMPARE(cell(view(), 1, BufferModel::offset, Qt::ToolTipRole), QStringLiteral("not placed"));
    }

    void numbers_line_up_and_the_tooltip_is_exact() {
        table_->set_unit(Unit::kibibytes);
        show_plan({{"a", 0, 1, 16'896, 0}, {"b", 0, 1, 8'192, 16'896}});
        QCOMPARE(test::title_of(view(), BufferModel::size), QStringLiteral("size KiB"));
        QCOMPARE(column_of(view(), BufferModel::size), (QStringList{"16.5", "8.0"}));
        QCOMPARE(column_of(view(), BufferModel::offset), (QStringList{"0.0", "16.5"}));
        QCOMPARE(column_of(view(), BufferModel::tail), (QStringList{"16.5", "24.5"}));
        QCOMPARE(cell(view(), 0, BufferModel::size, Qt::ToolTipRole), QStringLiteral("16,896 B"));
        const auto alignment = view().model()->index(0, BufferModel::size).data(Qt::TextAlignmentRole).toInt();
        QVERIFY((alignment & Qt::AlignRight) != 0);
        table_->set_unit(Unit::bytes);
        QCOMPARE(column_of(view(), BufferModel::size), (QStringList{"16,896", "8,192"}));
    }

    void a_click_on_a_title_sorts_by_it_data() {
        QTest::addColumn<int>("column");
        QTest::addColumn<QStringList>("rising");
        QTest::newRow("name") << int{BufferModel::name} << QStringList{"t1", "t2", "t10"};
        QTest::newRow("tier") << int{BufferModel::tier} << QStringList{"t2", "t1", "t10"};
        QTest::newRow("size") << int{BufferModel::size} << QStringList{"t1", "t2", "t10"};
        QTest::newRow("begin") << int{BufferModel::begin} << QStringList{"t2", "t1", "t10"};
        QTest::newRow("end") << int{BufferModel::end} << QStringList{"t10", "t2", "t1"};
        QTest::newRow("offset") << int{BufferModel::offset} << QStringList{"t1", "t2", "t10"};
        QTest::newRow("tail") << int{BufferModel::tail} << QStringList{"t1", "t2", "t10"};
        QTest::newRow("conflicts") << int{BufferModel::conflicts} << QStringList{"t2", "t10", "t1"};
    }

    void a_click_on_a_title_sorts_by_it() {
        QFETCH(int, column);
        QFETCH(QStringList, rising);
        QStringList falling = rising;
        std::reverse(falling.begin(), falling.end());
        if (column == BufferModel::tier) {
            falling = {"t10", "t2", "t1"};  // t2 and t1 are ties and keep the order of the problem
        } else if (column == BufferModel::conflicts) {
            falling = rising;  // all three are ties
        }
        click_header(view(), column);
        QCOMPARE(column_of(view(), BufferModel::name), rising);
        click_header(view(), column);
        QCOMPARE(column_of(view(), BufferModel::name), falling);
    }

    void alignments_sort_as_numbers_and_are_hidden_if_all_are_one() {
        QVERIFY(view().isColumnHidden(BufferModel::alignment));
        auto plan = test::placed_plan(listed_buffers);
        for (const auto& [i, alignment] : {std::pair{0, 64}, {1, 8}, {2, 512}}) {
            plan.problem.buffers[static_cast<std::size_t>(i)].alignment = Bytes(alignment);
        }
        table_->set_plan(std::make_shared<const Problem>(plan.problem), test::shared(plan.layout), {});
        QVERIFY(!view().isColumnHidden(BufferModel::alignment));
        click_header(view(), BufferModel::alignment);
        QCOMPARE(column_of(view(), BufferModel::alignment), (QStringList{"8", "64", "512"}));
    }

    void the_order_of_a_step_is_shown_with_its_change_and_sorts_and_filters() {
        QVERIFY(view().isColumnHidden(BufferModel::order) && view().isColumnHidden(BufferModel::reordered));
        table_->resize(1600, 400);
        auto plan = test::placed_plan(listed_buffers);
        table_->set_plan(problem_, test::shared(plan.layout), {},
                         std::make_shared<const OrderPlaces>(OrderPlaces{{3, 1, 0}, {2, -11, 0}}));
        QCOMPARE(column_of(view(), BufferModel::order), (QStringList{"3", "1", "–"}));
        QCOMPARE(column_of(view(), BufferModel::reordered), (QStringList{"+2", "-11", "–"}));
        QVERIFY(!view().isColumnHidden(BufferModel::order) && !view().isColumnHidden(BufferModel::reordered));
        click_header(view(), BufferModel::order);
        QCOMPARE(column_of(view(), BufferModel::name), (QStringList{"t1", "t10", "t2"}));
        table_->set_filter_text(QStringLiteral("order>0 reordered<0"));
        QCOMPARE(column_of(view(), BufferModel::name), QStringList{"t10"});
    }

    void the_change_of_the_order_is_hidden_if_no_step_of_the_run_changes_it() {
        table_->resize(1600, 400);
        auto plan = test::placed_plan(listed_buffers);
        const auto order = std::make_shared<const OrderPlaces>(OrderPlaces{{3, 1, 2}, {0, 0, 0}});
        table_->set_plan(problem_, test::shared(plan.layout), {}, order, false);
        QVERIFY(!view().isColumnHidden(BufferModel::order) && view().isColumnHidden(BufferModel::reordered));
        table_->set_plan(problem_, test::shared(plan.layout), {}, order, true);
        QVERIFY(!view().isColumnHidden(BufferModel::reordered));
    }

    void order_and_change_give_way_before_the_tail_and_the_overlap() {
        auto plan = test::placed_plan(listed_buffers);
        const auto order = std::make_shared<const OrderPlaces>(OrderPlaces{{3, 1, 2}, {2, -11, 0}});
        table_->set_plan(problem_, test::shared(plan.layout), {}, order);
        const std::array given_up{BufferModel::reordered, BufferModel::order, BufferModel::overlap, BufferModel::tail};
        for (int width = 1600; width >= 500; width -= 20) {
            table_->resize(width, 400);
            QCoreApplication::processEvents();
            for (std::size_t i = 0; i + 1 < given_up.size(); ++i) {
                QVERIFY(view().isColumnHidden(given_up[i]) || !view().isColumnHidden(given_up[i + 1]));
            }
        }
    }

    /// Narrower tables scroll because of the columns that always are there.
    void optional_columns_never_push_another_one_out_of_sight() {
        auto plan = test::placed_plan(listed_buffers);
        const auto order = std::make_shared<const OrderPlaces>(OrderPlaces{{3, 1, 2}, {2, -11, 0}});
        for (int width = 700; width <= 1200; width += 20) {
            table_->resize(width, 400);
            table_->set_plan(problem_, test::shared(plan.layout), {}, width % 40 == 0 ? order : nullptr);
            QCoreApplication::processEvents();
            QVERIFY2(view().horizontalScrollBar()->maximum() == 0, qPrintable(QString::number(width)));
        }
    }

    void the_steps_that_are_shared_are_shown_and_filter() {
        table_->resize(1600, 400);
        QVERIFY(!view().isColumnHidden(BufferModel::overlap));
        // t2 [0, 1000), t10 [200, 300), t1 [30, 2000)
        QCOMPARE(column_of(view(), BufferModel::overlap), (QStringList{"1,070", "200", "1,070"}));
        table_->set_filter_text(QStringLiteral("shared_steps=200"));
        QCOMPARE(column_of(view(), BufferModel::name), QStringList{"t10"});
    }

    void addresses_are_shown_where_a_base_is_given() {
        QVERIFY(view().isColumnHidden(BufferModel::address));
        table_->resize(1600, 400);
        auto plan = test::placed_plan(listed_buffers);
        plan.problem.regions.front().base = 0x20000000;
        table_->set_plan(std::make_shared<const Problem>(plan.problem), test::shared(plan.layout), {});
        QVERIFY(!view().isColumnHidden(BufferModel::address));
        QCOMPARE(cell(view(), 0, BufferModel::address), QStringLiteral("0x20000064"));
    }

    void the_memory_of_each_buffer_is_shown_where_there_are_several() {
        const auto is_hidden = [this](int column) { return view().isColumnHidden(column); };
        QVERIFY(is_hidden(BufferModel::memory));
        auto plan = test::segmented_plan({100, 200}, {{.segment = 1, .steps = {Step(0), Step(4)}, .size = 10},
                                                      {.segment = 0, .steps = {Step(1), Step(4)}, .size = 10}});
        table_->resize(1200, 300);
        table_->set_plan(test::shared(std::move(plan.problem)), test::shared(std::move(plan.layout)), {});
        QCOMPARE(column_of(view(), BufferModel::memory), (QStringList{"0x2", "0x1"}));
        // Nobody planned the addresses of a recorded allocator.
        for (const int each : {BufferModel::tier, BufferModel::offset, BufferModel::tail, BufferModel::conflicts}) {
            QVERIFY(is_hidden(each));
        }
        QVERIFY(!is_hidden(BufferModel::address));
        view().sortByColumn(BufferModel::memory, Qt::AscendingOrder);
        QCOMPARE(column_of(view(), BufferModel::memory), (QStringList{"0x1", "0x2"}));
    }

    void unplaced_buffers_sort_below_all_offsets() {
        show_plan({{"placed", 0, 1, 8, 0}, {"loose", 0, 1, 8, -1}});
        click_header(view(), BufferModel::offset);
        QCOMPARE(column_of(view(), BufferModel::name), (QStringList{"loose", "placed"}));
    }

    void typing_part_of_a_name_filters_and_emits_the_result() {
        QSignalSpy changed(table_.get(), &BufferTable::filter_changed);
        QTest::keyClicks(&field(), QStringLiteral("T1"));
        QCOMPARE(column_of(view(), BufferModel::name), (QStringList{"t10", "t1"}));
        QCOMPARE(header().detail(), QStringLiteral("2 of 3 shown"));
        QCOMPARE(*changed.last()[0].value<BufferRows::Bits>(), (std::vector<bool>{false, true, true}));
    }

    void the_first_match_is_in_view_unless_a_selected_one_is_among_them() {
        show_plan(numbered_buffers(200));
        table_->resize(400, 200);
        table_->show();
        view().scrollToBottom();
        QVERIFY(view().verticalScrollBar()->value() > 0);
        QTest::keyClicks(&field(), QStringLiteral("1"));
        QCOMPARE(view().verticalScrollBar()->value(), 0);
        table_->set_selection({BufferIndex(191)});
        const int at_selected = view().verticalScrollBar()->value();
        QVERIFY(at_selected > 0);
        QTest::keyClick(&field(), Qt::Key_End);
        QTest::keyClicks(&field(), QStringLiteral("9"));
        QVERIFY(view().visualRect(view().selectionModel()->selectedRows().constFirst()).isValid());
    }

    void an_expression_filters_by_size_and_tier() {
        show_plan({{"low", 0, 10, 100'000, 0}, {"top", 0, 5, 70'000, 100'000}, {"over", 5, 10, 70'000, 170'000}});
        table_->set_filter_text(QStringLiteral("size>64k tier=high"));
        QCOMPARE(column_of(view(), BufferModel::name), (QStringList{"low", "over"}));
        table_->set_filter_text(QStringLiteral("size>64k tier=high offset>100000"));
        QCOMPARE(column_of(view(), BufferModel::name), (QStringList{"over"}));
        table_->set_filter_text(QStringLiteral("size>64M"));
        QCOMPARE(view().model()->rowCount(), 0);
        QCOMPARE(header().detail(), QStringLiteral("0 of 3 shown"));
    }

    void a_wrong_expression_is_reported_and_the_previous_filter_stays() {
        QVERIFY(!error().isVisible());
        table_->set_filter_text(QStringLiteral("size>500"));
        QCOMPARE(view().model()->rowCount(), 2);
        table_->set_filter_text(QStringLiteral("size>"));
        QVERIFY(error().isVisible());
        QVERIFY(!error().text().isEmpty());
        QCOMPARE(view().model()->rowCount(), 2);
        table_->set_filter_text(QStringLiteral("size>950"));
        QVERIFY(!error().isVisible());
        QCOMPARE(view().model()->rowCount(), 1);
    }

    void escape_in_the_field_clears_the_filter_and_down_goes_to_the_rows() {
        table_->activateWindow();
        table_->focus_filter();
        QTRY_VERIFY(field().hasFocus());
        QTest::keyClicks(&field(), QStringLiteral("t10"));
        QTest::keyClick(&field(), Qt::Key_Escape);
        QCOMPARE(field().text(), QString());
        QCOMPARE(view().model()->rowCount(), 3);
        QTest::keyClick(&field(), Qt::Key_Down);
        QVERIFY(view().hasFocus());
    }

    void the_filter_applies_to_the_next_plan_and_to_the_next_tiers() {
        table_->set_filter_text(QStringLiteral("tier=high"));
        QCOMPARE(view().model()->rowCount(), 3);
        auto plan = test::placed_plan(listed_buffers);
        table_->set_plan(problem_, test::shared(plan.layout), test::shared(IndexedVector<BufferIndex, Risk>(3)));
        QCOMPARE(view().model()->rowCount(), 0);
        show_plan({{"only", 0, 1, 8, 0}});
        QCOMPARE(header().detail(), QStringLiteral("0 of 1 shown"));
    }

    void clicks_select_and_emit_one_signal() {
        QSignalSpy selected(table_.get(), &BufferTable::selection_changed);
        click_cell(view(), 1, BufferModel::size);
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected[0][0].value<Selection>(), (Selection{BufferIndex(1)}));
        click_cell(view(), 2, BufferModel::name, Qt::ControlModifier);
        QCOMPARE(selected.size(), 2);
        QCOMPARE(table_->selection(), (Selection{BufferIndex(1), BufferIndex(2)}));
        click_cell(view(), 1, BufferModel::name, Qt::ControlModifier);
        QCOMPARE(table_->selection(), (Selection{BufferIndex(2)}));
    }

    void a_selection_set_from_outside_is_shown_without_a_signal() {
        QSignalSpy selected(table_.get(), &BufferTable::selection_changed);
        table_->set_selection({BufferIndex(0), BufferIndex(2)});
        QVERIFY(selected.isEmpty());
        QCOMPARE(rows_selected(), (QList<int>{0, 2}));
        table_->set_selection({});
        QVERIFY(selected.isEmpty());
        QVERIFY(rows_selected().isEmpty());
    }

    void views_that_select_in_each_other_do_not_loop() {
        auto other = std::make_unique<BufferTable>();
        const auto plan = test::placed_plan(listed_buffers);
        other->set_plan(problem_, test::shared(plan.layout), {});
        connect(table_.get(), &BufferTable::selection_changed, other.get(), &BufferTable::set_selection);
        connect(other.get(), &BufferTable::selection_changed, table_.get(), &BufferTable::set_selection);
        QSignalSpy here(table_.get(), &BufferTable::selection_changed);
        QSignalSpy there(other.get(), &BufferTable::selection_changed);
        click_cell(view(), 1, BufferModel::name);
        QCOMPARE(here.size(), 1);
        QVERIFY(there.isEmpty());
        QCOMPARE(other->selection(), (Selection{BufferIndex(1)}));
    }

    void the_selection_stays_with_its_buffers_through_sorting_and_filtering() {
        table_->set_selection({BufferIndex(1)});
        QSignalSpy selected(table_.get(), &BufferTable::selection_changed);
        click_header(view(), BufferModel::name);
        QCOMPARE(rows_selected(), (QList<int>{2}));
        table_->set_filter_text(QStringLiteral("size<950"));
        QVERIFY(rows_selected().isEmpty());
        table_->set_filter_text({});
        QCOMPARE(rows_selected(), (QList<int>{2}));
        QVERIFY(selected.isEmpty());
    }

    void the_selection_stays_with_another_layout_but_not_with_another_plan() {
        table_->set_selection({BufferIndex(1)});
        auto plan = test::placed_plan(listed_buffers);
        plan.layout.placements[1]->offset = Offset(5000);
        table_->set_plan(problem_, test::shared(plan.layout), {});
        QCOMPARE(cell(view(), 1, BufferModel::offset), QStringLiteral("5,000"));
        QCOMPARE(rows_selected(), (QList<int>{1}));
        show_plan(listed_buffers);
        QVERIFY(table_->selection().empty());
        QVERIFY(rows_selected().isEmpty());
    }

    void arrow_keys_move_the_selection_and_enter_goes_there() {
        QSignalSpy selected(table_.get(), &BufferTable::selection_changed);
        QSignalSpy activated(table_.get(), &BufferTable::activated);
        click_cell(view(), 0, BufferModel::name);
        QTest::keyClick(&view(), Qt::Key_Down);
        QCOMPARE(table_->selection(), (Selection{BufferIndex(1)}));
        QTest::keyClick(&view(), Qt::Key_Return);
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].value<BufferIndex>(), BufferIndex(1));
    }

    void a_double_click_goes_there() {
        QSignalSpy activated(table_.get(), &BufferTable::activated);
        click_cell(view(), 2, BufferModel::name);
        QTest::mouseDClick(view().viewport(), Qt::LeftButton, Qt::NoModifier,
                           view().visualRect(view().model()->index(2, BufferModel::name)).center());
        QCOMPARE(activated.size(), 1);
        QCOMPARE(activated[0][0].value<BufferIndex>(), BufferIndex(2));
    }

    void a_narrow_table_scrolls_before_names_get_too_short() {
        const QHeaderView& header = *view().horizontalHeader();
        QTRY_VERIFY(test::fits_sideways(view()));
        const int least = 12 * table_->fontMetrics().averageCharWidth() + column_gap;
        table_->resize(300, 400);
        QTRY_VERIFY(!test::fits_sideways(view()));
        QVERIFY(header.sectionSize(BufferModel::name) >= least);
        table_->resize(100, 400);
        QTRY_COMPARE(header.sectionSize(BufferModel::name), least);
        table_->resize(1200, 400);
        QTRY_COMPARE(header.length(), view().viewport()->width());
    }

    void names_that_differ_in_a_number_differ_in_a_narrow_table() {
        show_plan({{"Conv2d_1_pointwise", 0, 4, 64, 0}, {"Conv2d_2_pointwise", 4, 8, 64, 0}});
        table_->resize(100, 400);
        const auto picture_of = [this](int row) {
            const QRect cell = view().visualRect(view().model()->index(row, BufferModel::name));
            return view().viewport()->grab(cell).toImage();
        };
        view().setAlternatingRowColors(false);
        QTRY_VERIFY(!test::fits_sideways(view()));
        QVERIFY(picture_of(0) != picture_of(1));
    }

    void full_names_come_before_derived_columns() {
        auto plan = test::placed_plan({{"backbone/stage2/conv2_1/expand", 0, 4, 1000, 0}});
        plan.problem.buffers[0].alignment = Bytes(64);
        table_->set_plan(std::make_shared<const Problem>(plan.problem), test::shared(plan.layout), {});
        const int letter = table_->fontMetrics().averageCharWidth();
        for (const int letters : {115, 135, 200}) {
            table_->resize(letters * letter, 400);
            QTRY_VERIFY(test::fits_sideways(view()));
            QVERIFY(view().columnWidth(BufferModel::name) >= 20 * letter);
            QVERIFY(view().isColumnHidden(BufferModel::alignment) || !view().isColumnHidden(BufferModel::tail));
        }
        QVERIFY(!view().isColumnHidden(BufferModel::alignment));
        table_->resize(115 * letter, 400);
        QTRY_VERIFY(view().isColumnHidden(BufferModel::alignment));
        table_->set_selection({BufferIndex(0)});
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
        QVERIFY(QGuiApplication::clipboard()->text().contains(QStringLiteral("\t1,000\t64\t")));
    }

    void copied_rows_are_tab_separated_with_their_titles() {
        table_->set_selection({BufferIndex(0)});
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_C, Qt::ControlModifier);
        const QStringList lines = QGuiApplication::clipboard()->text().split(QLatin1Char('\n'));
        QCOMPARE(lines.size(), 2);
        QVERIFY(lines[0].startsWith(QStringLiteral("name\ttier\tsize B\tbegin\tend\toffset B")));
        QVERIFY(lines[1].startsWith(QStringLiteral("t2\t")));
        QVERIFY(lines[1].contains(QStringLiteral("\t900\t0\t1,000\t100\t1,000\t")));
    }

    /// Selecting a row neither reads nor rebuilds other rows, so that a hundred thousand rows stay fast.
    void names_are_shown_without_their_common_prefix_and_copied_in_full() {
        show_plan(
            {{"model/conv/Relu;model/conv/Bias", 0, 4, 64, 0}, {"model/pool", 4, 8, 64, 0}, {"input", 0, 1, 8, 64}});
        QCOMPARE(column_of(view(), BufferModel::name), (QStringList{"conv/Relu", "pool", "input"}));
        QCOMPARE(cell(view(), 0, BufferModel::name, Qt::ToolTipRole),
                 QStringLiteral("model/conv/Relu;model/conv/Bias"));
        const QString note = QStringLiteral("names without “model/”; of fused tensors, only the first");
        QCOMPARE(view().model()->headerData(BufferModel::name, Qt::Horizontal, Qt::ToolTipRole).toString(), note);
        QVERIFY(table_->findChild<SectionHeader*>()->detail().startsWith(note));
        QCOMPARE(view().textElideMode(), Qt::ElideMiddle);
        click_cell(view(), 0, BufferModel::name);
        QTest::keySequence(&view(), QKeySequence::Copy);
        QVERIFY(QGuiApplication::clipboard()->text().contains("model/conv/Relu;model/conv/Bias\t"));
        // The filter knows the full names, of which the short ones are parts.
        table_->set_filter_text("conv/Relu");
        QCOMPARE(view().model()->rowCount(), 1);
        table_->set_filter_text("model/p");
        QCOMPARE(column_of(view(), BufferModel::name), (QStringList{"pool"}));
    }

    void the_tooltip_of_a_tier_explains_its_cause() {
        QCOMPARE(cell(view(), 1, BufferModel::tier, Qt::ToolTipRole), risk_meaning({Tier::high, Cause::over}));
    }

    void selecting_one_of_a_hundred_thousand_rows_touches_no_other_row() {
        const std::vector<test::PlacedBuffer> many = numbered_buffers(100'000);
        show_plan(many);
        QSignalSpy reset(view().model(), &QAbstractItemModel::modelReset);
        QSignalSpy data(view().model(), &QAbstractItemModel::dataChanged);
        QSignalSpy selected(table_.get(), &BufferTable::selection_changed);
        table_->set_selection({BufferIndex(77'777)});
        QCOMPARE(rows_selected(), (QList<int>{77'777}));
        QVERIFY(!view().visualRect(view().model()->index(77'777, 0)).isEmpty());
        view().setFocus();
        QTest::keyClick(&view(), Qt::Key_A, Qt::ControlModifier);
        QCOMPARE(selected.size(), 1);
        QCOMPARE(selected[0][0].value<Selection>().size(), many.size());
        // Selected from elsewhere, it is still one range and not a hundred thousand.
        table_->set_selection({});
        table_->set_selection(selected[0][0].value<Selection>());
        QCOMPARE(view().selectionModel()->selection().size(), 1);
        QVERIFY(reset.isEmpty());
        QVERIFY(data.isEmpty());
    }

    void finding_goes_on_behind_a_selection_of_several_rows() {
        show_plan(numbered_buffers(10));
        table_->set_selection({BufferIndex(2), BufferIndex(5)});
        const QSignalSpy spy(table_.get(), &BufferTable::selection_changed);
        const auto next = table_->find(true);
        QVERIFY(next && next->buffer == BufferIndex(6));
        QCOMPARE(next->number, 7);
        QCOMPARE(next->count, 10);
        QCOMPARE(spy.size(), 1);
        QCOMPARE(table_->selection(), Selection{BufferIndex(6)});
        table_->set_selection({BufferIndex(2), BufferIndex(5)});
        QVERIFY(table_->find(false)->buffer == BufferIndex(1));
        table_->set_selection({});
        QVERIFY(table_->find(false)->buffer == BufferIndex(9));
    }

private:
    [[nodiscard]] QTableView& view() const { return *table_->findChild<QTableView*>(); }
    [[nodiscard]] QLineEdit& field() const { return *table_->findChild<QLineEdit*>(); }
    [[nodiscard]] SectionHeader& header() const { return *table_->findChild<SectionHeader*>(); }
    [[nodiscard]] QLabel& error() const { return *table_->findChild<QLabel*>(QString(), Qt::FindDirectChildrenOnly); }
    [[nodiscard]] QList<int> rows_selected() const {
        QList<int> rows;
        for (const QModelIndex& index : view().selectionModel()->selectedRows()) {
            rows << index.row();
        }
        std::sort(rows.begin(), rows.end());
        return rows;
    }

    void show_plan(const std::vector<test::PlacedBuffer>& buffers) {
        auto plan = test::placed_plan(buffers);
        problem_ = std::make_shared<const Problem>(std::move(plan.problem));
        IndexedVector<BufferIndex, Risk> risks = classify(*problem_, plan.layout);
        table_->set_plan(problem_, test::shared(std::move(plan.layout)), test::shared(std::move(risks)));
    }

    std::unique_ptr<BufferTable> table_;
    std::shared_ptr<const Problem> problem_;
};

ARENASCOPE_TEST(BufferTableTest)

#include "buffer_table_test.moc"
