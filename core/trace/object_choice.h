#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/model/memory/quantity.h"

namespace arenascope {

/// The rule by which a strategy of shared objects chooses (docs/method.md, section "TensorFlow's strategies").
enum class ObjectRule : std::uint8_t {
    naive,          ///< one object for each buffer
    equality,       ///< the free object of exactly the same size that was freed latest
    equality_scan,  ///< the free object of exactly the same size with the lowest number
    in_order,       ///< the free object nearest in size
    usage_graph,    ///< the same among those whose last buffer has an edge
    breadth,        ///< the smallest sufficient free object, in the broadest task first
    size,           ///< the free object that is idle for the fewest tasks, large buffers first
    flow,           ///< as the flow of least cost says
};

inline constexpr std::size_t object_rule_count = 8;

[[nodiscard]] std::string_view name_of(ObjectRule rule);
[[nodiscard]] std::optional<ObjectRule> object_rule_named(std::string_view name);

/// Why a strategy gave a buffer its shared object. All figures are those at the moment of the choice.
///
///   free objects      size   difference   distance
///     object 2          12            2          1   taken: it grows from 12 to 14
///     object 0          20            6          3   lost: a larger difference
///     object 3           4           10          1   lost: a larger difference
struct ObjectChoice {
    /// What became of a free object. All but the first say why it lost.
    enum class Outcome : std::uint8_t {
        taken,
        other_size,         ///< its size or shape differs
        does_not_cover,     ///< a texture that is smaller in some dimension
        no_edge,            ///< the usage graph has no edge from its last buffer
        larger_difference,  ///< its size differs by more
        wastes_more,        ///< it is larger
        grows,              ///< it would have to grow, and a sufficient one does not
        grows_more,         ///< it would have to grow by more
        more_distant,       ///< it would be idle for longer
        reached_later,      ///< equally distant, but another object reached that distance first or has a lower number
        freed_earlier,      ///< of those of equal size, another one became free later
        freed_later,        ///< of those that waste as little, another one became free earlier
        higher_number,      ///< of those that suit as well, another one has a lower number
        lower_number,       ///< of those that suit as well, another one has a higher number
        flow,               ///< the flow of least cost hands it on otherwise
    };

    /// An object that was free for the whole lifetime of the buffer.
    struct Candidate {
        ObjectIndex object;
        Bytes size;         ///< before the choice; 0: a new object
        Duration distance;  ///< in tasks, from its nearest buffer in time: later first − earlier last; 0: a new object
        Outcome outcome = Outcome::taken;
        friend bool operator==(const Candidate&, const Candidate&) = default;
    };

    /// The broadest task that uses the buffer, the earliest of several.
    struct Breadth {
        Step task;
        Bytes live;  ///< the sum of what the task uses
        friend bool operator==(const Breadth&, const Breadth&) = default;
    };

    ObjectRule rule = ObjectRule::naive;
    std::vector<Candidate> candidates;      ///< the taken one first, then the others by object; at least one
    std::uint32_t unlisted = 0;             ///< further free objects that lost
    Bytes after;                            ///< the size of the taken object after the choice
    Bytes total;                            ///< the sum of the sizes of all objects after the choice
    std::optional<Breadth> breadth;         ///< only for the rule breadth
    std::optional<std::uint32_t> position;  ///< only for the rule size: among the positional maxima, from 0
    friend bool operator==(const ObjectChoice&, const ObjectChoice&) = default;

    [[nodiscard]] const Candidate& taken() const { return candidates.front(); }
    [[nodiscard]] bool is_new() const { return taken().size == Bytes(0); }
    /// The number of free objects that lost.
    [[nodiscard]] std::size_t lost() const { return candidates.size() - 1 + unlisted; }
};

inline constexpr std::size_t object_outcome_count = 15;

/// "taken", or a few words for the reason why an object lost: "idle for longer".
[[nodiscard]] std::string_view name_of(ObjectChoice::Outcome outcome);
[[nodiscard]] std::optional<ObjectChoice::Outcome> object_outcome_named(std::string_view name);

/// The choice in one line for a frame's note: "object 1, grows from 8 B to 16 B; 2 other free objects". Sizes are in
/// bytes.
[[nodiscard]] std::string words_of(const ObjectChoice& choice);

}  // namespace arenascope
