#include "core/model/memory/problem.h"

#include <algorithm>
#include <limits>
#include <numeric>
#include <span>
#include <string_view>
#include <unordered_set>

#include "core/base/error/quotation.h"
#include "core/base/threads/ordered_parts.h"
#include "core/model/memory/duplicate_name.h"
#include "core/model/memory/joint_alignment.h"

namespace arenascope {
namespace {

/// Adds amounts with an overflow check. Planners form the same sums without checks, which keeps their inner loops fast.
class CheckedSum {
public:
    [[nodiscard]] bool add(std::int64_t amount) {
        const auto sum = checked_add(total_, amount);
        total_ = sum.value_or(total_);
        return sum.has_value();
    }

    [[nodiscard]] std::int64_t total() const { return total_; }

private:
    std::int64_t total_ = 0;
};

constexpr auto highest_offset = static_cast<Address>(std::numeric_limits<std::int64_t>::max());

/// Whether regions are compared by their addresses, which are then offsets, too: those that share addresses, and the
/// parts of a heap.
bool compares_addresses(const Problem& problem) {
    return std::ranges::any_of(problem.regions,
                               [](const Region& region) { return region.shares_addresses || region.fast; });
}

/// The last address that a buffer may have.
Address highest_address(const Problem& problem) {
    return compares_addresses(problem) ? highest_offset : std::numeric_limits<Address>::max();
}

Expected<void> validate_regions(const Problem& problem, const std::string& source) {
    if (problem.regions.empty()) {
        return failure(Error{source, 0, "the plan has no region", "add at least one region"});
    }
    const std::size_t most = problem.history ? most_segment_regions : most_regions;
    if (problem.regions.size() > most) {
        return failure(Error{source, 0, "there are " + std::to_string(problem.regions.size()) + " regions",
                             "name at most " + std::to_string(most) + " different ones"});
    }
    std::unordered_set<std::string_view> names;
    for (const Region& region : problem.regions) {
        const std::string name = "region " + in_quotes(region.name);
        if (region.name.empty()) {
            return failure(Error{source, 0, "a region has no name", "give each region a name of its own"});
        }
        if (!names.insert(region.name).second) {
            return failure(Error{source, 0, "duplicate " + name, "give each region a name of its own"});
        }
        if (region.alignment < Bytes(1)) {
            return failure(Error{source, 0, "alignment of " + name + " is " + std::to_string(region.alignment.value()),
                                 "an alignment is at least 1"});
        }
        if (region.base > highest_offset && compares_addresses(problem)) {
            return failure(Error{source, 0,
                                 "base of " + name + " is 2^63 or more, but regions are compared by their addresses",
                                 "give smaller addresses, or regions that share none and are no parts of a heap"});
        }
        if (region.capacity && *region.capacity < Bytes(0)) {
            return failure(Error{source, 0, "capacity of " + name + " is negative", "omit it if there is none"});
        }
        if (region.slow_part != RegionIndex::none() &&
            (!region.fast || region.slow_part.value() >= problem.regions.size() ||
             problem.regions[region.slow_part].fast)) {
            return failure(Error{source, 0, name + " is not the fast part of a slower region",
                                 "mark it as fast, and name the slower part of its heap"});
        }
    }
    return {};
}

/// The source text of a problem, with the line of each buffer.
struct Origin {
    const std::string& source;
    std::span<const std::int64_t> lines;

    [[nodiscard]] std::int64_t line(std::size_t buffer) const { return buffer < lines.size() ? lines[buffer] : 0; }
    [[nodiscard]] tl::unexpected<Error> failure_at(std::size_t buffer, std::string cause, std::string cure) const {
        return failure(Error{source, line(buffer), std::move(cause), std::move(cure)});
    }
};

std::string named(const Buffer& buffer) {
    return "buffer " + in_quotes(buffer.name);
}

Expected<void> validate_gaps(const Buffer& buffer, std::size_t index, const Origin& origin) {
    Step previous_end = buffer.lifetime.begin;
    for (const Gap& gap : buffer.gaps()) {
        const auto text = [&gap, &buffer] {
            return "gap " + std::to_string(gap.steps.begin.value()) + "-" + std::to_string(gap.steps.end.value()) +
                   " of " + named(buffer);
        };
        if (gap.steps.begin >= gap.steps.end) {
            return origin.failure_at(index, text() + " is empty", "a gap begins before it ends");
        }
        if (gap.steps.begin < previous_end || gap.steps.end > buffer.lifetime.end) {
            return origin.failure_at(index, text() + " is outside its lifetime or meets another gap",
                                     "gaps lie within the lifetime, in time order, and do not overlap");
        }
        if (gap.window &&
            (gap.window->from < Bytes(0) || gap.window->from >= gap.window->to || gap.window->to > buffer.size)) {
            return origin.failure_at(index, "the window of " + text() + " is not within the buffer",
                                     "a window is a range of the buffer's own bytes, 0:size at most");
        }
        previous_end = gap.steps.end;
    }
    return {};
}

Expected<void> validate_buffer(const Problem& problem, std::size_t index, const Origin& origin) {
    const Buffer& buffer = problem.buffers[index];
    if (buffer.size < Bytes(0) || (buffer.size == Bytes(0) && buffer.kind != BufferKind::scratch)) {
        return origin.failure_at(index, "size of " + named(buffer) + " is " + std::to_string(buffer.size.value()),
                                 buffer.size == Bytes(0) ? "a size is at least 1 byte; only scratch may have none"
                                                         : "a size is at least 1 byte");
    }
    if (buffer.lifetime.begin >= buffer.lifetime.end) {
        return origin.failure_at(index,
                                 named(buffer) + " begins at step " + std::to_string(buffer.lifetime.begin.value()) +
                                     " and ends at " + std::to_string(buffer.lifetime.end.value()),
                                 "a lifetime begins before it ends (the end is exclusive)");
    }
    if (buffer.alignment < Bytes(1)) {
        return origin.failure_at(index,
                                 "alignment of " + named(buffer) + " is " + std::to_string(buffer.alignment.value()),
                                 "an alignment is at least 1");
    }
    if (buffer.region.value() >= problem.regions.size()) {
        return origin.failure_at(index, named(buffer) + " lies in a region that does not exist",
                                 "name one of the regions");
    }
    if (buffer.pin && *buffer.pin < Offset(0)) {
        return origin.failure_at(index, "pin of " + named(buffer) + " is negative", "an offset is at least 0");
    }
    if (!buffer.dimensions().empty() && size_of(buffer.dimensions()) != buffer.size) {
        return origin.failure_at(index,
                                 "the dimensions of " + named(buffer) + " do not make its size of " +
                                     std::to_string(buffer.size.value()) + " bytes",
                                 "give two, three or four dimensions of at least 1, whose product is the size");
    }
    return validate_gaps(buffer, index, origin);
}

Expected<void> validate_usage_graph(const Problem& problem, const Origin& origin) {
    if (!problem.usage_graph) {
        return {};
    }
    const auto& lists = problem.usage_graph->may_take_over;
    if (lists.size() != problem.buffers.size()) {
        return failure(Error{origin.source, 0, "the usage graph does not have a list for each buffer",
                             "list for each buffer what it may take over; the list may be empty"});
    }
    for (std::size_t i = 0; i < lists.size(); ++i) {
        for (const BufferIndex other : lists[i]) {
            if (other.value() >= problem.buffers.size()) {
                return origin.failure_at(i,
                                         named(problem.buffers[i]) + " may take over from a buffer that does not exist",
                                         "name one of the buffers");
            }
        }
    }
    return {};
}

/// Whether the indices that `index` returns are strictly ascending and below `buffers`.
template <class List, class Index>
bool is_ascending(const List& list, std::size_t buffers, Index&& index) {
    for (std::size_t i = 0; i < list.size(); ++i) {
        if (index(list[i]).value() >= buffers || (i > 0 && index(list[i]) <= index(list[i - 1]))) {
            return false;
        }
    }
    return true;
}

Expected<void> validate_transfers(const Problem& problem, const Origin& origin) {
    const auto copy_of = [](const Transfer& one) { return one.copy; };
    if (!is_ascending(problem.transfers, problem.buffers.size(), copy_of)) {
        return failure(Error{origin.source, 0, "a buffer is the copy of two others", "name only one of them"});
    }
    for (const Transfer& transfer : problem.transfers) {
        const std::size_t index = transfer.copy.value();
        if (transfer.source.value() >= problem.buffers.size()) {
            return origin.failure_at(index,
                                     named(problem.buffers[index]) + " is a copy of a buffer that does not exist",
                                     "name one of the buffers");
        }
        const Buffer& source = problem.buffers[transfer.source];
        const Buffer& copy = problem.buffers[index];
        if (source.region == copy.region || source.size != copy.size) {
            return origin.failure_at(
                index, named(copy) + " is a copy of " + named(source) + " in the same region, or of another size",
                "a transfer leads from one core's memory to another one's");
        }
        if (copy.lifetime.begin < source.lifetime.begin || copy.lifetime.begin >= source.lifetime.end) {
            return origin.failure_at(index,
                                     named(source) + " is not alive at step " +
                                         std::to_string(copy.lifetime.begin.value()) + ", when " + named(copy) +
                                         " is copied from it",
                                     "make both alive in the step of the transfer");
        }
    }
    return {};
}

Expected<void> validate_scratch(const Problem& problem, const Origin& origin) {
    const auto buffer_of = [](const ScratchRequest& one) { return one.buffer; };
    if (!is_ascending(problem.scratch, problem.buffers.size(), buffer_of)) {
        return failure(Error{origin.source, 0, "a buffer has two scratch requests", "keep one of them"});
    }
    for (const ScratchRequest& request : problem.scratch) {
        const Buffer& buffer = problem.buffers[request.buffer];
        if (buffer.kind != BufferKind::scratch) {
            return origin.failure_at(
                request.buffer.value(),
                named(buffer) + " has a scratch request, but its kind is " + std::string(name_of(buffer.kind)),
                "set its kind to scratch, or remove the request");
        }
        if (length(buffer.lifetime) != Duration(1)) {
            return origin.failure_at(request.buffer.value(),
                                     named(buffer) + " has a scratch request, but lives for " +
                                         std::to_string(length(buffer.lifetime).value()) + " steps",
                                     "scratch lives only in the step of its layer");
        }
        if (request.minimum < Bytes(0)) {
            return origin.failure_at(request.buffer.value(),
                                     "minimum of " + named(problem.buffers[request.buffer]) + " is " +
                                         std::to_string(request.minimum.value()),
                                     "a minimum is at least 0; omit it if there is none");
        }
    }
    return {};
}

/// No planner can reach a higher tail than highest pin + Σ (size + alignment − 1) + base.
class ReachSum {
public:
    /// False: with this buffer it does not fit in 64 bits.
    [[nodiscard]] bool add(const Buffer& buffer, Bytes alignment_of_region) {
        highest_pin_ = std::max(highest_pin_, buffer.pin.value_or(Offset(0)).value());
        const auto alignment = joint_alignment(buffer.alignment.value(), alignment_of_region.value());
        return alignment && sum_.add(buffer.size.value()) && sum_.add(*alignment - 1);
    }
    [[nodiscard]] bool add(const ReachSum& other) {
        highest_pin_ = std::max(highest_pin_, other.highest_pin_);
        return sum_.add(other.sum_.total());
    }
    /// `highest`: the last address.
    [[nodiscard]] bool add_pin_and_base(const std::vector<Region>& regions, Address highest) {
        Address highest_base = 0;
        for (const Region& region : regions) {
            highest_base = std::max(highest_base, region.base);
        }
        return sum_.add(highest_pin_) && highest_base <= highest &&
               static_cast<Address>(sum_.total()) <= highest - highest_base;
    }

private:
    CheckedSum sum_;
    std::int64_t highest_pin_ = 0;
};

/// From the first begin to the last end of the buffers that were added.
class TimeSpan {
public:
    void add(Lifetime lifetime) {
        first_ = std::min(first_, lifetime.begin.value());
        last_ = std::max(last_, lifetime.end.value());
    }
    void add(const TimeSpan& other) {
        first_ = std::min(first_, other.first_);
        last_ = std::max(last_, other.last_);
    }
    [[nodiscard]] bool fits() const { return first_ > last_ || checked_subtract(last_, first_); }

private:
    std::int64_t first_ = std::numeric_limits<std::int64_t>::max();
    std::int64_t last_ = std::numeric_limits<std::int64_t>::min();
};

/// What a run of buffers adds up to.
struct BufferTotals {
    std::optional<Error> error;  ///< of the first buffer that is not valid
    ReachSum reach;
    TimeSpan span;
    bool fits = true;  ///< their sum and their time span fit in 64 bits
};

/// Checks the buffers from `begin` to `end`, each by itself.
BufferTotals totals_of(const Problem& problem, std::size_t begin, std::size_t end,
                       const std::optional<DuplicateName>& duplicate, const Origin& origin) {
    BufferTotals totals;
    for (std::size_t i = begin; i < end; ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (duplicate && duplicate->second == i) {
            const std::int64_t line = origin.line(duplicate->first);
            totals.error = origin
                               .failure_at(i,
                                           "duplicate " + named(buffer) +
                                               (line > 0 ? " (the first is on line " + std::to_string(line) + ")" : ""),
                                           "give each buffer a name of its own")
                               .value();
            return totals;
        }
        if (auto valid = validate_buffer(problem, i, origin); !valid) {
            totals.error = std::move(valid.error());
            return totals;
        }
        totals.fits = totals.reach.add(buffer, problem.regions[buffer.region].alignment) && totals.fits;
        totals.span.add(buffer.lifetime);
    }
    totals.fits = totals.fits && totals.span.fits();
    return totals;
}

/// The error of addresses that do not fit although all sizes and alignments do. It names the highest pin, or without
/// pins the buffer from which on they do not.
Expected<void> validate_reach(const Problem& problem, const Origin& origin) {
    const auto pin_of = [](const Buffer& buffer) { return buffer.pin.value_or(Offset(0)); };
    const auto highest = std::ranges::max_element(problem.buffers, {}, pin_of);
    const bool has_pin = highest != problem.buffers.end() && pin_of(*highest) > Offset(0);
    ReachSum reach;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        (void)reach.add(problem.buffers[i], problem.regions[problem.buffers[i].region].alignment);
        if (ReachSum whole = reach; !whole.add_pin_and_base(problem.regions, highest_address(problem))) {
            const auto named_one = has_pin ? static_cast<std::size_t>(highest - problem.buffers.begin()) : i;
            const Buffer& one = problem.buffers[named_one];
            return origin.failure_at(named_one,
                                     "with " + named(one) + " (size " + std::to_string(one.size.value()) +
                                         (has_pin ? ", pin " + std::to_string(pin_of(one).value()) : "") +
                                         ") the sum of sizes, pins and region bases does not fit in 64 bits",
                                     "offsets stay below 2^63, and addresses below 2^64");
        }
    }
    return {};
}

/// The error of a sum that does not fit. It names the buffer from which on it does not.
Expected<void> validate_sums(const Problem& problem, const Origin& origin) {
    ReachSum reach;
    TimeSpan span;
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        if (!reach.add(buffer, problem.regions[buffer.region].alignment)) {
            return origin.failure_at(i,
                                     "with " + named(buffer) + " (size " + std::to_string(buffer.size.value()) +
                                         ", alignment " + std::to_string(buffer.alignment.value()) +
                                         ") the sum of sizes and alignments does not fit in 64 bits",
                                     "all sizes and alignments together stay below 2^63 bytes");
        }
        span.add(buffer.lifetime);
        if (!span.fits()) {
            return origin.failure_at(i, "with " + named(buffer) + " the time span does not fit in 64 bits",
                                     "the last end is less than 2^63 steps after the first begin");
        }
    }
    return validate_reach(problem, origin);
}

/// Checks all buffers, on several threads if there are many.
BufferTotals totals_of(const Problem& problem, const Origin& origin) {
    constexpr std::size_t part_buffers = std::size_t{1} << 16U;
    const std::size_t count = problem.buffers.size();
    const auto duplicate = first_duplicate_name(problem.buffers);
    BufferTotals all;
    in_ordered_parts<BufferTotals>((count + part_buffers - 1) / part_buffers,
                                   [&](std::size_t part, BufferTotals& totals) {
                                       const std::size_t begin = part * part_buffers;
                                       totals = totals_of(problem, begin, std::min(begin + part_buffers, count),
                                                          duplicate, origin);
                                   },
                                   [&](std::size_t /*part*/, BufferTotals& totals) {
                                       all.error = std::move(totals.error);
                                       all.span.add(totals.span);
                                       all.fits = totals.fits && all.fits && all.reach.add(totals.reach);
                                       return !all.error;
                                   });
    all.fits = all.fits && all.span.fits() && all.reach.add_pin_and_base(problem.regions, highest_address(problem));
    return all;
}

}  // namespace

bool counts_in_peak(const Problem& problem, RegionIndex region) {
    return !problem.regions[region].second || std::ranges::all_of(problem.regions, &Region::second);
}

void set_capacity(Problem& problem, std::optional<Bytes> capacity) {
    for (Region& region : problem.regions) {
        if (!region.second) {
            region.capacity = capacity;
        }
    }
}

Bytes alignment_of(const Problem& problem, const Buffer& buffer) {
    const Bytes own = buffer.alignment;
    const Bytes shared = problem.regions[buffer.region].alignment;
    return shared == Bytes(1) || shared == own ? own : Bytes(std::lcm(own.value(), shared.value()));
}

const ScratchRequest* scratch_request_of(const Problem& problem, BufferIndex buffer) {
    const auto found = std::ranges::lower_bound(problem.scratch, buffer, {}, &ScratchRequest::buffer);
    return found != problem.scratch.end() && found->buffer == buffer ? &*found : nullptr;
}

const Transfer* transfer_into(const Problem& problem, BufferIndex buffer) {
    const auto found = std::ranges::lower_bound(problem.transfers, buffer, {}, &Transfer::copy);
    return found != problem.transfers.end() && found->copy == buffer ? &*found : nullptr;
}

Lifetime time_span(const Problem& problem) {
    if (problem.buffers.empty()) {
        return {};
    }
    Lifetime span = problem.buffers.front().lifetime;
    for (const Buffer& buffer : problem.buffers) {
        span.begin = std::min(span.begin, buffer.lifetime.begin);
        span.end = std::max(span.end, buffer.lifetime.end);
    }
    return span;
}

Bytes total_size(const Problem& problem) {
    Bytes total;
    for (const Buffer& buffer : problem.buffers) {
        total = total + buffer.size;
    }
    return total;
}

Expected<void> validate(const Problem& problem, const std::string& source, std::span<const std::int64_t> lines) {
    const Origin origin{source, lines};
    if (auto regions = validate_regions(problem, source); !regions) {
        return regions;
    }
    BufferTotals totals = totals_of(problem, origin);
    if (totals.error) {
        return failure(std::move(*totals.error));
    }
    if (auto graph = validate_usage_graph(problem, origin); !graph) {
        return graph;
    }
    if (auto transfers = validate_transfers(problem, origin); !transfers) {
        return transfers;
    }
    if (auto scratch = validate_scratch(problem, origin); !scratch) {
        return scratch;
    }
    return totals.fits ? Expected<void>() : validate_sums(problem, origin);
}

}  // namespace arenascope
