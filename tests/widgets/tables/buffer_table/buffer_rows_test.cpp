#include "widgets/tables/buffer_table/buffer_rows.h"

#include <algorithm>

#include "core/base/text/natural_order.h"
#include "core/model/memory/conflict.h"
#include "tests/support/placed_plan.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

using Buffers = std::vector<BufferIndex>;

ListedPlan listed(PlacedPlan plan) {
    ListedPlan made = empty_listed_plan();
    made.problem = shared(std::move(plan.problem));
    made.layout = shared(std::move(plan.layout));
    made.metrics = std::make_shared<const BufferMetrics>(made.problem);
    return made;
}

RowRequest request_of(ListedPlan plan, const char* filter = "", int column = -1,
                      Qt::SortOrder order = Qt::AscendingOrder) {
    return {.plan = std::move(plan),
            .filter = *BufferFilter::parse(filter),
            .sort_column = column,
            .sort_order = order,
            .unit = {},
            .before = std::make_shared<const BufferRows>(0)};
}

ArrangedRows arranged(const RowRequest& request) {
    return *arranged_rows(request, [] { return false; });
}

Buffers buffers_of(const BufferRows& rows) {
    Buffers buffers;
    for (std::size_t row = 0; row < rows.count(); ++row) {
        buffers.push_back(rows.buffer_at(row));
    }
    return buffers;
}

Buffers indices(std::initializer_list<std::size_t> values) {
    Buffers buffers;
    for (const std::size_t value : values) {
        buffers.emplace_back(value);
    }
    return buffers;
}

/// The slow way: all buffers that pass, sorted by comparing values.
Buffers expected_rows(const ListedPlan& plan, const std::vector<bool>& passing, int column, bool falling) {
    Buffers rows;
    for (std::size_t i = 0; i < passing.size(); ++i) {
        if (passing[i]) {
            rows.emplace_back(i);
        }
    }
    std::ranges::stable_sort(rows, [&](BufferIndex first, BufferIndex second) {
        const BufferIndex a = falling ? second : first;
        const BufferIndex b = falling ? first : second;
        return column == BufferColumn::name ? natural_less(plan.problem->buffers[a].name, plan.problem->buffers[b].name)
                                            : plan.sort_key(a, column) < plan.sort_key(b, column);
    });
    return rows;
}

/// Many names and sizes are alike.
PlacedPlan plan_with_ties(std::size_t count) {
    PlacedPlan plan;
    plan.problem = Problem();
    for (std::size_t i = 0; i < count; ++i) {
        const auto number = static_cast<std::int64_t>(i * 7919 % count);
        const std::string name = "model/" + std::string(number % 3 == 0 ? "conv" : "relu") + std::to_string(number);
        plan.problem.buffers.push_back(buffer(name, number % 50, number % 50 + 3, 1 + number % 97));
        plan.layout.placements.push_back(
            number % 5 == 0 ? std::nullopt : std::optional(Placement{Offset(number % 1000), RegionIndex(0)}));
    }
    return plan;
}

}  // namespace

class BufferRowsTest : public QObject {
    Q_OBJECT

private slots:
    void without_filter_and_order_row_i_is_buffer_i() {
        const BufferRows rows(3);
        QVERIFY(rows.is_in_order());
        QCOMPARE(buffers_of(rows), indices({0, 1, 2}));
        QCOMPARE(rows.row_of(BufferIndex(2)), 2);
        QCOMPARE(rows.row_of(BufferIndex(3)), -1);
        QVERIFY(!rows.passing());
    }

    void a_filter_leaves_rows_out_and_an_order_moves_them() {
        const ListedPlan plan = listed(placed_plan({{"t2", 0, 4, 8, 0}, {"t10", 0, 4, 9, 8}, {"u1", 0, 4, 9, 20}}));
        const auto rows = arranged(request_of(plan, "t", BufferColumn::name, Qt::DescendingOrder)).rows;
        QCOMPARE(buffers_of(*rows), indices({1, 0}));
        QCOMPARE(*rows->passing(), (std::vector<bool>{true, true, false}));
        QCOMPARE(rows->row_of(BufferIndex(0)), 1);
        QCOMPARE(rows->row_of(BufferIndex(2)), -1);
        QCOMPARE(buffers_of(*arranged(request_of(plan, "", BufferColumn::size, Qt::DescendingOrder)).rows),
                 indices({1, 2, 0}));
    }

    void rows_that_do_not_differ_are_the_same_object() {
        const ListedPlan plan = listed(plan_with_ties(100));
        RowRequest request = request_of(plan, "conv size>20", BufferColumn::tail);
        request.before = arranged(request).rows;
        QCOMPARE(arranged(request).rows, request.before);
        request.filter = BufferFilter();
        QVERIFY(arranged(request).rows != request.before);
        RowRequest plain = request_of(plan);
        plain.before = arranged(plain).rows;
        QVERIFY(plain.before->is_in_order());
        QCOMPARE(arranged(plain).rows, plain.before);
    }

    void what_did_not_change_is_taken_over() {
        RowRequest request = request_of(listed(plan_with_ties(100)), "conv");
        const auto before = arranged(request).rows;
        request.before = before;
        request.keeps_passing = true;
        request.sort_column = BufferColumn::name;
        QCOMPARE(arranged(request).rows->passing(), before->passing());
        request.keeps_rows = true;
        QCOMPARE(arranged(request).rows, before);
    }

    void amounts_have_the_decimals_that_one_of_them_needs() {
        RowRequest request = request_of(listed(placed_plan({{"a", 0, 1, 16'896, 0}, {"b", 0, 1, 8'192, 16'640}})));
        request.unit = Unit::kibibytes;
        QVERIFY((arranged(request).look == AmountLook{Unit::kibibytes, 1, 2}));
        QVERIFY(!arranged(request).has_alignments);
    }

    void work_that_is_outdated_ends() {
        const RowRequest request = request_of(listed(plan_with_ties(100)), "conv", BufferColumn::name);
        QVERIFY(arranged_rows(request, [] { return true; }) == nullptr);
        int questions = 0;
        QVERIFY(arranged_rows(request, [&questions] { return ++questions > 1; }) == nullptr);
    }

    void a_hundred_thousand_rows_are_in_the_order_of_the_slow_way_data() {
        QTest::addColumn<int>("column");
        for (const int column : {+BufferColumn::name, +BufferColumn::size, +BufferColumn::begin, +BufferColumn::tail,
                                 +BufferColumn::conflicts}) {
            QTest::addRow("column %d", column) << column;
        }
    }

    void a_hundred_thousand_rows_are_in_the_order_of_the_slow_way() {
        QFETCH(int, column);
        const ListedPlan plan = listed(plan_with_ties(100'000));
        for (const char* filter : {"", "conv", "size>40 offset<700"}) {
            for (const Qt::SortOrder order : {Qt::AscendingOrder, Qt::DescendingOrder}) {
                const RowRequest request = request_of(plan, filter, column, order);
                const std::vector<bool> passing = request.filter.passing(plan.facts(false, false));
                const auto rows = arranged(request).rows;
                QVERIFY(buffers_of(*rows) == expected_rows(plan, passing, column, order == Qt::DescendingOrder));
                for (std::size_t row = 0; row < rows->count(); row += 997) {
                    QCOMPARE(rows->row_of(rows->buffer_at(row)), static_cast<std::int32_t>(row));
                }
            }
        }
    }
};

ARENASCOPE_TEST(BufferRowsTest)
#include "buffer_rows_test.moc"
