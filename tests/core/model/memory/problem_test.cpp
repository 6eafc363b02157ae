#include "core/model/memory/problem.h"

#include <functional>
#include <limits>

#include "core/model/memory/layout.h"
#include "tests/support/named_error.h"
#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

constexpr std::int64_t highest = std::numeric_limits<std::int64_t>::max();
constexpr std::int64_t lowest = std::numeric_limits<std::int64_t>::min();

std::string problem_error(const Problem& problem, std::span<const std::int64_t> lines = {}) {
    const auto valid = validate(problem, "plan.json", lines);
    return valid ? "no error" : to_string(valid.error());
}

/// Two buffers without errors.
Problem sound() {
    return problem_of({buffer("a", 0, 4, 10), buffer("b", 2, 6, 20)});
}

using Spoil = std::function<void(Problem&)>;

void add_fault(const char* name, Spoil spoil, const char* cause) {
    QTest::newRow(name) << std::move(spoil) << QByteArray(cause);
}

}  // namespace

class ProblemTest : public QObject {
    Q_OBJECT

private slots:
    void a_sound_problem_and_an_empty_one_are_valid() {
        QVERIFY(validate(sound()).has_value());
        QVERIFY(validate(Problem{}).has_value());
    }

    void only_scratch_may_have_no_bytes() {
        Problem problem = sound();
        problem.buffers[1].size = Bytes(0);
        QVERIFY(!validate(problem));
        problem.buffers[1].kind = BufferKind::scratch;
        QVERIFY(validate(problem).has_value());
        int pieces = 0;
        for_each_piece(problem.buffers[1], [&](const Piece&) { ++pieces; });
        QCOMPARE(pieces, 0);
    }

    void errors_name_the_buffer_data() {
        QTest::addColumn<Spoil>("spoil");
        QTest::addColumn<QByteArray>("cause");
        add_fault(
            "duplicate_name", [](Problem& p) { p.buffers[1].name = p.buffers[0].name; }, "duplicate buffer 'a'");
        add_fault(
            "zero_size", [](Problem& p) { p.buffers[1].size = Bytes(0); }, "size of buffer 'b' is 0");
        add_fault(
            "negative_size", [](Problem& p) { p.buffers[1].size = Bytes(-1); }, "size of buffer 'b' is -1");
        add_fault(
            "empty_lifetime",
            [](Problem& p) {
                p.buffers[1].lifetime = {Step(6), Step(6)};
            },
            "buffer 'b' begins at step 6 and ends at 6");
        add_fault(
            "zero_alignment", [](Problem& p) { p.buffers[1].alignment = Bytes(0); }, "alignment of buffer 'b' is 0");
        add_fault(
            "no_such_region", [](Problem& p) { p.buffers[1].region = RegionIndex(1); },
            "buffer 'b' lies in a region that does not exist");
        add_fault(
            "negative_pin", [](Problem& p) { p.buffers[1].pin = Offset(-8); }, "pin of buffer 'b' is negative");
        add_fault(
            "gap_before_the_lifetime",
            [](Problem& p) {
                p.buffers[1].set_gaps({{{Step(1), Step(3)}, {}}});
            },
            "gap 1-3 of buffer 'b' is outside its lifetime");
        add_fault(
            "gap_behind_the_lifetime",
            [](Problem& p) {
                p.buffers[1].set_gaps({{{Step(5), Step(7)}, {}}});
            },
            "gap 5-7 of buffer 'b' is outside its lifetime");
        add_fault(
            "empty_gap",
            [](Problem& p) {
                p.buffers[1].set_gaps({{{Step(3), Step(3)}, {}}});
            },
            "gap 3-3 of buffer 'b' is empty");
        add_fault(
            "gaps_that_overlap",
            [](Problem& p) {
                p.buffers[1].set_gaps({{{Step(2), Step(4)}, {}}, {{Step(3), Step(5)}, {}}});
            },
            "meets another gap");
        add_fault(
            "window_beyond_the_buffer",
            [](Problem& p) {
                p.buffers[1].set_gaps({{{Step(3), Step(4)}, Window{Bytes(0), Bytes(21)}}});
            },
            "the window of gap 3-4 of buffer 'b'");
        add_fault(
            "no_region", [](Problem& p) { p.regions.clear(); }, "the plan has no region");
        add_fault(
            "too_many_regions",
            [](Problem& p) {
                for (int i = 0; i < 1024; ++i) {
                    p.regions.push_back({.name = std::to_string(i)});
                }
            },
            "there are 1025 regions");
        add_fault(
            "nameless_region", [](Problem& p) { p.regions[0].name.clear(); }, "a region has no name");
        add_fault(
            "duplicate_region", [](Problem& p) { p.regions.push_back(Region{}); }, "duplicate region 'arena'");
        add_fault(
            "region_alignment", [](Problem& p) { p.regions[0].alignment = Bytes(0); },
            "alignment of region 'arena' is 0");
        add_fault(
            "a_base_of_shared_addresses_beyond_offsets",
            [](Problem& p) {
                p.regions[0].base = Address{1} << 63U;
                p.regions[0].shares_addresses = true;
            },
            "base of region 'arena' is 2^63 or more");
        add_fault(
            "negative_capacity", [](Problem& p) { p.regions[0].capacity = Bytes(-1); },
            "capacity of region 'arena' is negative");
        add_fault(
            "sizes_pass_64_bits", [](Problem& p) { p.buffers[1].size = Bytes(highest); }, "with buffer 'b'");
        add_fault(
            "alignments_pass_64_bits",
            [](Problem& p) {
                p.buffers[1].alignment = Bytes(highest);
                p.regions[0].alignment = Bytes(2);
            },
            "with buffer 'b'");
        add_fault(
            "time_span_passes_64_bits",
            [](Problem& p) {
                p.buffers[0].lifetime = {Step(lowest), Step(-1)};
                p.buffers[1].lifetime.end = Step(highest);
            },
            "with buffer 'b'");
        add_fault(
            "a_pin_passes_64_bits", [](Problem& p) { p.buffers[1].pin = Offset(highest); },
            "region bases does not fit in 64 bits");
        add_fault(
            "a_base_passes_64_bits", [](Problem& p) { p.regions[0].base = ~Address{0}; },
            "region bases does not fit in 64 bits");
    }

    void a_base_may_lie_in_the_upper_half_of_the_addresses() {
        Problem problem = sound();
        problem.regions[0].base = 0xFFFF'8000'0000'0000U;
        QVERIFY(validate(problem).has_value());
        QCOMPARE(address_of(problem, {Offset(16), RegionIndex(0)}), Address{0xFFFF'8000'0000'0010U});
        problem.regions[0].base = ~Address{0} - 1;
        QVERIFY(!validate(problem).has_value());
    }

    void errors_name_the_buffer() {
        QFETCH(const Spoil, spoil);
        QFETCH(const QByteArray, cause);
        Problem problem = sound();
        spoil(problem);
        const std::string error = problem_error(problem);
        verify_error(error, "plan.json: ", cause.toStdString());
    }

    void errors_name_the_line_if_it_is_known() {
        Problem problem = sound();
        problem.buffers[1].name = problem.buffers[0].name;
        const std::vector<std::int64_t> lines{2, 5};
        const std::string error = problem_error(problem, lines);
        QVERIFY2(error.starts_with("plan.json:5: "), error.c_str());
        QVERIFY2(error.find("the first is on line 2") != std::string::npos, error.c_str());
    }

    void gaps_may_touch_each_other_and_both_ends_of_the_lifetime() {
        Problem problem = sound();
        problem.buffers[0].set_gaps({{{Step(0), Step(1)}, {}}, {{Step(1), Step(4)}, Window{Bytes(0), Bytes(10)}}});
        QVERIFY2(validate(problem).has_value(), problem_error(problem).c_str());
    }

    void the_largest_numbers_that_fit_are_valid() {
        Problem problem = problem_of({buffer("a", 0, highest, highest)});
        QVERIFY2(validate(problem).has_value(), problem_error(problem).c_str());
    }

    void the_alignment_of_a_buffer_is_a_multiple_of_its_own_and_its_regions() {
        Problem problem = sound();
        problem.buffers[0].alignment = Bytes(12);
        problem.regions[0].alignment = Bytes(8);
        QCOMPARE(alignment_of(problem, problem.buffers[0]), Bytes(24));
    }

    void the_product_of_dimensions_is_the_size() {
        Problem problem = sound();
        problem.buffers[0].size = Bytes(24);
        problem.buffers[0].set_dimensions({4, 3, 2});
        QVERIFY2(validate(problem).has_value(), problem_error(problem).c_str());
        problem.buffers[0].set_dimensions({1, 4, 3, 2});
        QVERIFY2(validate(problem).has_value(), problem_error(problem).c_str());
        for (const std::vector<std::int64_t>& wrong : std::vector<std::vector<std::int64_t>>{
                 {4, 3}, {24}, {4, 3, 2, 1, 1}, {-4, -6}, {0, 24}, {highest, highest, 24}}) {
            problem.buffers[0].set_dimensions(wrong);
            QVERIFY2(problem_error(problem).find("the dimensions of buffer 'a' do not make its size of 24 bytes") !=
                         std::string::npos,
                     problem_error(problem).c_str());
        }
    }

    void a_usage_graph_has_a_list_for_each_buffer() {
        Problem problem = problem_of({buffer("a", 0, 1, 4), buffer("b", 1, 2, 4)});
        problem.usage_graph = UsageGraph{{{}, {BufferIndex(0), BufferIndex(1)}}};
        QVERIFY2(validate(problem).has_value(), problem_error(problem).c_str());
        problem.usage_graph->may_take_over[1] = {BufferIndex(2)};
        QVERIFY(problem_error(problem).find("buffer 'b' may take over from a buffer that does not exist") !=
                std::string::npos);
        problem.usage_graph->may_take_over.pop_back();
        QVERIFY(problem_error(problem).find("does not have a list for each buffer") != std::string::npos);
    }

    void a_transfer_leads_to_another_region_while_its_source_is_alive() {
        Problem problem = problem_of({buffer("a", 0, 4, 10), buffer("copy", 3, 6, 10)});
        problem.regions = {Region{.name = "core 0"}, Region{.name = "core 1"}};
        problem.buffers[1].region = RegionIndex(1);
        problem.transfers = {{BufferIndex(0), BufferIndex(1)}};
        QCOMPARE(problem_error(problem), std::string("no error"));
        problem.buffers[0].lifetime.end = Step(3);
        QVERIFY(problem_error(problem).find("buffer 'a' is not alive at step 3") != std::string::npos);
        problem.transfers = {{BufferIndex(0), BufferIndex(1)}, {BufferIndex(0), BufferIndex(1)}};
        QVERIFY(problem_error(problem).find("the copy of two others") != std::string::npos);
        problem.transfers = {{BufferIndex(9), BufferIndex(1)}};
        QVERIFY(problem_error(problem).find("a copy of a buffer that does not exist") != std::string::npos);
    }

    void scratch_lives_for_one_step_and_has_one_request() {
        Problem problem = sound();
        problem.scratch = {{BufferIndex(1), true, Bytes(0)}};
        QVERIFY(problem_error(problem).find("buffer 'b' has a scratch request, but its kind is activation") !=
                std::string::npos);
        for (Buffer& one : problem.buffers) {
            one.kind = BufferKind::scratch;
            one.lifetime.end = one.lifetime.begin + Duration(2);
        }
        QVERIFY(problem_error(problem).find("buffer 'b' has a scratch request, but lives for 2 steps") !=
                std::string::npos);
        for (Buffer& one : problem.buffers) {
            one.lifetime.end = one.lifetime.begin + Duration(1);
        }
        problem.scratch.back().minimum = Bytes(-1);
        QVERIFY(problem_error(problem).find("minimum of buffer 'b' is -1") != std::string::npos);
        problem.scratch = {{BufferIndex(1)}, {BufferIndex(1)}};
        QVERIFY(problem_error(problem).find("two scratch requests") != std::string::npos);
        problem.scratch = {{BufferIndex(0)}, {BufferIndex(1), true, Bytes(8), true, true}};
        QCOMPARE(problem_error(problem), std::string("no error"));
    }

    void time_span_and_total_size_cover_all_buffers() {
        QCOMPARE(time_span(sound()), (Lifetime{Step(0), Step(6)}));
        QCOMPARE(time_span(Problem{}), Lifetime{});
        QCOMPARE(total_size(sound()), Bytes(30));
    }

    void a_duplicate_among_many_names_is_found() {
        QVERIFY(rc::check("duplicates", [] {
            const auto count = *rc::gen::inRange<std::size_t>(2, 300);
            Problem problem;
            for (std::size_t i = 0; i < count; ++i) {
                problem.buffers.push_back(buffer(std::to_string(i), 0, 1, 1));
            }
            RC_ASSERT(validate(problem).has_value());
            const auto first = *rc::gen::inRange<std::size_t>(0, count - 1);
            const auto second = *rc::gen::inRange<std::size_t>(first + 1, count);
            problem.buffers[second].name = problem.buffers[first].name;
            RC_ASSERT(problem_error(problem).find("duplicate buffer '" + std::to_string(first) + "'") !=
                      std::string::npos);
        }));
    }
};

ARENASCOPE_TEST(ProblemTest)
#include "problem_test.moc"
