#include "core/model/memory/buffer.h"

#include "tests/support/random_problem.h"
#include "tests/support/test_registry.h"

using namespace arenascope;
using namespace arenascope::test;

namespace {

struct Seen {
    std::int64_t begin;
    std::int64_t end;
    std::int64_t from;
    std::int64_t to;
    friend bool operator==(const Seen&, const Seen&) = default;
};

std::vector<Seen> pieces_of(const Buffer& buffer) {
    std::vector<Seen> seen;
    for_each_piece(buffer, [&](const Piece& piece) {
        seen.push_back(
            {piece.steps.begin.value(), piece.steps.end.value(), piece.bytes.from.value(), piece.bytes.to.value()});
    });
    return seen;
}

}  // namespace

class BufferTest : public QObject {
    Q_OBJECT

private slots:
    void every_kind_is_found_by_its_name() {
        for (const BufferKind kind : {BufferKind::activation, BufferKind::input, BufferKind::output,
                                      BufferKind::variable, BufferKind::scratch}) {
            QVERIFY(buffer_kind_named(name_of(kind)) == kind);
        }
        QVERIFY(!buffer_kind_named("Scratch").has_value());
    }

    void a_buffer_without_gaps_is_one_piece() {
        QCOMPARE(pieces_of(buffer("a", 2, 9, 5)), (std::vector<Seen>{{2, 9, 0, 5}}));
    }

    void an_absence_splits_it_and_a_window_keeps_some_bytes() {
        Buffer each = buffer("a", 0, 10, 8);
        each.set_gaps({{{Step(2), Step(4)}, {}}, {{Step(6), Step(7)}, Window{Bytes(3), Bytes(5)}}});
        QCOMPARE(pieces_of(each), (std::vector<Seen>{{0, 2, 0, 8}, {4, 6, 0, 8}, {6, 7, 3, 5}, {7, 10, 0, 8}}));
    }

    void gaps_at_both_ends_give_no_empty_piece() {
        Buffer each = buffer("a", 0, 10, 8);
        each.set_gaps({{{Step(0), Step(3)}, {}}, {{Step(3), Step(5)}, {}}, {{Step(8), Step(10)}, {}}});
        QCOMPARE(pieces_of(each), (std::vector<Seen>{{5, 8, 0, 8}}));
    }
};

ARENASCOPE_TEST(BufferTest)
#include "buffer_test.moc"
