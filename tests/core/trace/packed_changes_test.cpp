#include "core/trace/packed_changes.h"

#include <limits>
#include <rapidcheck.h>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

std::string packed(const FrameChanges& changes) {
    std::string bytes;
    append_packed(bytes, changes);
    return bytes;
}

}  // namespace

class PackedChangesTest : public QObject {
    Q_OBJECT

private slots:
    void no_changes_take_three_bytes() {
        QCOMPARE(packed({}).size(), std::size_t{3});
        PackedChanges changes;
        QVERIFY(unpack(packed({}), changes));
        QVERIFY(changes == PackedChanges());
    }

    void offsets_are_kept_as_differences() {
        PackedChanges changes;
        const std::int64_t last = std::numeric_limits<std::int64_t>::max();
        QVERIFY(unpack(packed({{{BufferIndex(4), Offset(100), Offset(30)},
                                {BufferIndex(2), std::nullopt, Offset(last)},
                                {BufferIndex(5), Offset(last), std::nullopt}},
                               {},
                               {}}),
                       changes));
        QCOMPARE(changes.moved, (std::vector{BufferIndex(4), BufferIndex(2), BufferIndex(5)}));
        QCOMPARE(changes.shifts[0], std::int64_t{-70});
        QCOMPARE(static_cast<std::uint64_t>(changes.shifts[1]), static_cast<std::uint64_t>(last) + 1);
        QCOMPARE(changes.shifts[2], std::numeric_limits<std::int64_t>::min());
    }

    // The lowest number stands for no offset in the memory, but not in a file.
    void a_damaged_file_cannot_hide_a_negative_offset_as_none() {
        PackedChanges changes;
        changes.moved = {BufferIndex(0)};
        changes.shifts = {std::numeric_limits<std::int64_t>::min()};
        const OptionalOffset after = changes.offset_after(0, Offset(0));
        QVERIFY(after.has_value());
        QVERIFY(*after < Offset(0));
    }

    void a_rotated_order_takes_two_bytes_a_position() {
        FrameChanges changes;
        constexpr std::uint32_t count = 1000;
        for (std::uint32_t i = 0; i < count; ++i) {
            changes.order.push_back({i, BufferIndex(i), BufferIndex((i + 400) % count)});
        }
        QVERIFY(packed(changes).size() < 2 * count + 20);
        PackedChanges again;
        QVERIFY(unpack(packed(changes), again));
        QCOMPARE(again.sources[0], 400U);
        QCOMPARE(again.sources[600], 0U);
        QVERIFY(again.buffers_after.empty());
    }

    void an_order_with_new_buffers_is_listed() {
        FrameChanges changes;
        for (std::uint32_t i = 0; i < 50; ++i) {
            changes.order.push_back({i, BufferIndex(i), BufferIndex(i + 1)});
        }
        PackedChanges again;
        QVERIFY(unpack(packed(changes), again));
        QVERIFY(again.sources.empty());
        QCOMPARE(again.buffers_before[49], BufferIndex(49));
        QCOMPARE(again.buffers_after[49], BufferIndex(50));
    }

    void the_bound_is_never_below_the_bytes() {
        QVERIFY(rc::check([] {
            FrameChanges changes;
            const auto number = [] { return *rc::gen::inRange<std::int64_t>(0, std::int64_t{1} << 62U); };
            for (int i = *rc::gen::inRange(0, 9); i > 0; --i) {
                const auto index = static_cast<std::size_t>(number() % 4'000'000'000);
                changes.moves.push_back({BufferIndex(index), Offset(number()), std::nullopt});
                changes.order.push_back({static_cast<std::uint32_t>(index), BufferIndex::none(), BufferIndex(index)});
                changes.risks.push_back({BufferIndex(index), Risk(), {Tier::high, Cause::at}});
            }
            RC_ASSERT(packed(changes).size() <= most_packed_bytes(changes));
        }));
    }

    void bytes_that_are_no_changes_are_refused_without_harm() {
        QVERIFY(rc::check([] {
            const auto bytes = *rc::gen::container<std::string>(rc::gen::arbitrary<char>());
            PackedChanges changes;
            (void)unpack(bytes, changes);
        }));
        PackedChanges changes;
        QVERIFY(!unpack("", changes));
        QVERIFY(!unpack(std::string_view("\x05", 1), changes));
        QVERIFY(!unpack(std::string_view("\0\x02\0\0\x01\0\x01\0", 8), changes));  // an entry that is its own twice
    }
};

ARENASCOPE_TEST(PackedChangesTest)
#include "packed_changes_test.moc"
