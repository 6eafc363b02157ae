#pragma once

#include <array>
#include <cstddef>
#include <cstdint>
#include <vector>

namespace arenascope {

/// Where a buffer lies between two uses.
enum class SpillPlace : std::uint8_t {
    first,   ///< in the first memory only
    second,  ///< in the second memory only
    both,    ///< in both, unchanged since it was copied
};
inline constexpr std::size_t spill_places = 3;

/// What happens to a buffer at a time.
struct SpillEvent {
    std::size_t time = 0;
    std::int64_t reads = 0;   ///< by operators
    std::int64_t writes = 0;  ///< by operators
    /// Not a use: the buffer comes into being, in either memory, for nothing. Then the place after it holds from this
    /// time on; after a use, it holds from the next time on.
    bool arrives = false;
    friend bool operator==(const SpillEvent&, const SpillEvent&) = default;
};

/// A buffer that may move. Times are half-open ranges in which no load changes.
struct SpillItem {
    std::int64_t size = 0;
    std::size_t end = 0;  ///< one past the last time
    /// Ascending. The first one arrives or writes. Each further one is a use at a later time, or at that of the
    /// arrival.
    std::vector<SpillEvent> events;
    /// It has one place for all of its life. Its only event arrives, with the reads and writes of its whole life.
    bool is_whole = false;
};

/// Two memories and what may move between them.
///
///   first   ├ write ┤           ├ read ┤          the operators find it here
///   second  ├────────── away ──────────┤          copied in the steps of the uses before and after
///
/// A use in the first memory costs nothing, one in the second the size for each read and write. A copy to the second
/// memory costs the size, unless it is still there unchanged; so does each copy back.
struct SpillProblem {
    std::vector<SpillItem> items;
    std::vector<std::int64_t> first_room;   ///< by time: bytes for the items in the first memory
    std::vector<std::int64_t> second_room;  ///< by time: bytes for the items in the second memory
};

/// One way to go through an event.
struct SpillMove {
    bool in_first = true;                  ///< a use: operators find it in the first memory; else in the second
    SpillPlace after = SpillPlace::first;  ///< from the event on
    std::int64_t price = 0;                ///< traffic, in sizes of the buffer
    std::int64_t first_load = 0;           ///< bytes in the first memory at the time of a use, in sizes
    std::int64_t second_load = 0;          ///< bytes in the second; 2 where a copy goes out beside the one that came in
    friend bool operator==(const SpillMove&, const SpillMove&) = default;
};

/// Up to four of them.
struct SpillMoves {
    std::array<SpillMove, 4> moves;
    std::size_t count = 0;

    void add(const SpillMove& move) { moves[count++] = move; }
    [[nodiscard]] const SpillMove* begin() const { return moves.data(); }
    [[nodiscard]] const SpillMove* end() const { return moves.data() + count; }
};

/// The ways through event number `event` of an item that lies at `before`; at the first event, that does not count.
/// What costs no less and takes no less memory than another one is left out.
[[nodiscard]] SpillMoves moves_through(const SpillItem& item, std::size_t event, SpillPlace before);

[[nodiscard]] constexpr std::int64_t load_in_first(SpillPlace place) {
    return place == SpillPlace::second ? 0 : 1;
}
[[nodiscard]] constexpr std::int64_t load_in_second(SpillPlace place) {
    return place == SpillPlace::first ? 0 : 1;
}

/// One move for each event of each item.
struct SpillChoice {
    std::vector<std::vector<SpillMove>> moves;  ///< by item
    std::int64_t traffic = 0;                   ///< bytes in a run
    friend bool operator==(const SpillChoice&, const SpillChoice&) = default;
};

/// Bytes of the items in both memories at each time. Linear in times and events.
struct SpillLoads {
    std::vector<std::int64_t> first;
    std::vector<std::int64_t> second;
};
[[nodiscard]] SpillLoads loads_of(const SpillProblem& problem, const SpillChoice& choice);

/// Whether a choice keeps to the room of both memories.
[[nodiscard]] bool has_room(const SpillProblem& problem, const SpillChoice& choice);

/// The moves of an item that always lies in one memory.
[[nodiscard]] std::vector<SpillMove> moves_of_resident(const SpillItem& item, SpillPlace place);

/// The sum of prices times sizes; at most 2^63 − 1.
[[nodiscard]] std::int64_t traffic_of(const SpillProblem& problem, const SpillChoice& choice);

}  // namespace arenascope
