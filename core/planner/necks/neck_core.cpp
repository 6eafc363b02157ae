#include "core/planner/necks/neck_core.h"

#include <algorithm>
#include <limits>
#include <utility>

#include "core/model/memory/tail.h"
#include "core/planner/capacity/strategies.h"

namespace arenascope {
namespace {

/// A larger core is left to others: its searches would take seconds.
constexpr std::size_t most_core_buffers = 4'000;
constexpr std::size_t most_core_conflict_entries = 2'000'000;
/// Beyond so many attempts, longer ones seldom help.
constexpr std::uint64_t most_attempts = 36;
/// A core fails early or needs longer than the shortest slice.
constexpr std::int64_t slices_of_attempt = 4;
/// So many buffers above the capacity join the core at once. The others are often there because of them.
constexpr std::size_t most_joining = 64;

/// Every second round of `tight_turn` adds noise, so these come between the others: strategies 0, 1, 2 without noise,
/// then with it, and so on.
TightTurn turn_of(std::uint64_t attempt) {
    constexpr std::uint64_t together = 3;
    constexpr std::uint64_t rounds = 4;
    const std::uint64_t block = attempt / together;
    const std::uint64_t first = block / rounds * together % tight_strategies.size();
    return tight_turn(2 * (block % rounds) * tight_strategies.size() + first + attempt % together);
}

}  // namespace

NeckCore::NeckCore(const RegionPart& part, RegionIndex region, const LiveProfile& profile, Offset capacity,
                   std::int64_t percent, std::uint64_t seed)
    : part_(&part),
      region_(region),
      capacity_(capacity),
      necks_(profile, Bytes(profile.threshold.value() / 100 * percent)),
      container_(part.problem, region),
      by_size_(by_size(part.problem, region, part.members)),
      is_core_(part.problem.buffers.size(), 0),
      random_(seed) {
    collect_core();
}

std::uint64_t NeckCore::work() const {
    std::uint64_t visits = earlier_work_ + container_.work();
    for (const auto& search : searches_) {
        visits += search ? static_cast<std::uint64_t>(search->work()) : 0;
    }
    return visits;
}

void NeckCore::collect_core() {
    for (auto& search : searches_) {
        earlier_work_ += search ? static_cast<std::uint64_t>(search->work()) : 0;
        search = nullptr;
    }
    core_.clear();
    for (const BufferIndex buffer : part_->members) {
        if (is_core_[buffer] != 0 || necks_.contains_any(part_->problem.buffers[buffer].lifetime)) {
            is_core_[buffer] = 1;
            core_.push_back(buffer);
        }
    }
    earlier_work_ += part_->members.size();
    attempts_ = 0;
    is_exhausted_ = core_.empty() || core_.size() > most_core_buffers ||
                    !can_be_searched(part_->problem, core_, most_core_conflict_entries);
}

bool NeckCore::turn(std::uint64_t work_limit, const NeckStop& stop) {
    const std::uint64_t begin = work();
    while (!is_exhausted_ && work() - begin < work_limit && !stop(work())) {
        if (search(work_limit - (work() - begin), stop) && place_around(stop)) {
            return true;
        }
    }
    return false;
}

bool NeckCore::search(std::uint64_t work_limit, const NeckStop& stop) {
    if (!searches_[0]) {
        group_ = searched_group(part_->problem, core_, part_->pinned);
        searches_ = {std::make_unique<CapacitySearch>(group_.seen[0]),
                     std::make_unique<CapacitySearch>(group_.seen[1])};
    }
    const std::uint64_t attempt = (found_attempt_ + attempts_) % most_attempts;
    const TightTurn turn = turn_of(attempt);
    CapacitySearch& direction = *searches_[turn.direction];
    const auto limit =
        static_cast<std::int64_t>(std::min<std::uint64_t>(work_limit, std::numeric_limits<std::int64_t>::max()));
    const std::int64_t slice = shortest_slice(direction.group().conflict_entries()) * slices_of_attempt * turn.slices;
    const Verdict verdict = direction.search(capacity_.value(), turn.strategy, random_, std::min(slice, limit),
                                             [&] { return stop(work()); });
    if (verdict != Verdict::found) {
        // An attempt that the turn cuts short counts, too, or short turns would repeat it for ever.
        is_exhausted_ = ++attempts_ >= most_attempts;
        return false;
    }
    found_attempt_ = attempt;
    order_ = members_in_order(group_, turn.direction, direction.order());
    return true;
}

bool NeckCore::place_around(const NeckStop& stop) {
    container_.clear();
    (void)put_pins(container_, part_->problem, region_);
    PlacingOrder above;
    const auto place = [&](BufferIndex buffer) {
        const Offset offset = container_.place(buffer, PlacingRule::lowest_fit);
        if (tail_of(part_->problem.buffers[buffer], offset) > capacity_) {
            above.push_back(buffer);
        }
    };
    for (const BufferIndex buffer : order_) {
        place(buffer);
    }
    for (const BufferIndex buffer : by_size_) {
        if (stop(work()) || above.size() >= most_joining) {
            break;
        }
        if (is_core_[buffer] == 0) {
            place(buffer);
        }
    }
    if (!above.empty()) {
        grow(above);
        return false;
    }
    return !stop(work());
}

void NeckCore::grow(const PlacingOrder& above) {
    bool has_grown = false;
    for (const BufferIndex buffer : above) {
        has_grown = has_grown || is_core_[buffer] == 0;
        is_core_[buffer] = 1;
        has_grown = necks_.add_highest_of(part_->problem.buffers[buffer].lifetime) || has_grown;
    }
    necks_.count();
    collect_core();
    is_exhausted_ = is_exhausted_ || !has_grown;
}

}  // namespace arenascope
