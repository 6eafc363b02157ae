#include "core/trace/packed_changes.h"

#include <algorithm>
#include <utility>

namespace arenascope {
namespace {

constexpr unsigned bits_of_a_digit = 7;
constexpr unsigned more_digits = 0x80;

void append_varint(std::string& out, std::uint64_t number) {
    for (; number >= more_digits; number >>= bits_of_a_digit) {
        out += static_cast<char>(number | more_digits);
    }
    out += static_cast<char>(number);
}

/// Small numbers of either sign become small numbers: 0, −1, 1, −2 … become 0, 1, 2, 3 …
void append_signed(std::string& out, std::uint64_t difference) {
    const std::uint64_t sign = difference >> 63U;
    append_varint(out, (difference << 1U) ^ (0 - sign));
}

/// Numbers that mostly grow by one, as positions of a list do.
class RisingWriter {
public:
    explicit RisingWriter(std::string& out) : out_(out) {}
    void append(std::uint32_t number) {
        append_signed(out_, std::uint64_t{number} - expected_);
        expected_ = std::uint64_t{number} + 1;
    }

private:
    std::string& out_;
    std::uint64_t expected_ = 0;
};

class VarintReader {
public:
    explicit VarintReader(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] bool failed() const { return failed_; }

    std::uint64_t number() {
        // Nearly all numbers have one digit.
        if (at_ < bytes_.size() && static_cast<unsigned char>(bytes_[at_]) < more_digits) {
            return static_cast<unsigned char>(bytes_[at_++]);
        }
        return long_number();
    }

    std::uint64_t difference() {
        const std::uint64_t number = this->number();
        return (number >> 1U) ^ (0 - (number & 1U));
    }

    /// The length of a list whose elements take at least one byte each.
    std::size_t count() {
        const std::uint64_t count = number();
        failed_ = failed_ || count > bytes_.size() - at_;
        return failed_ ? 0 : static_cast<std::size_t>(count);
    }

    template <class Element>
    void rising(std::vector<Element>& list, std::size_t count) {
        list.resize(count);
        std::uint64_t expected = 0;
        bool is_beyond = false;
        for (Element& element : list) {
            const std::uint64_t number = expected + difference();
            is_beyond = is_beyond || number >= BufferIndex::none().value();
            element = static_cast<Element>(static_cast<std::uint32_t>(number));
            expected = number + 1;
        }
        failed_ = failed_ || is_beyond;
    }

    BufferIndex buffer_or_none() {
        const std::uint64_t number = this->number();
        failed_ = failed_ || number > BufferIndex::none().value();
        return number == 0 ? BufferIndex::none() : BufferIndex(static_cast<std::size_t>(number - 1));
    }

    std::uint8_t byte() {
        failed_ = failed_ || at_ >= bytes_.size();
        return failed_ ? std::uint8_t{0} : static_cast<std::uint8_t>(bytes_[at_++]);
    }

private:
    std::uint64_t long_number() {
        std::uint64_t number = 0;
        for (unsigned shift = 0; shift < 64 && at_ < bytes_.size(); shift += bits_of_a_digit) {
            const auto byte = static_cast<unsigned char>(bytes_[at_++]);
            number |= std::uint64_t{byte & (more_digits - 1)} << shift;
            if (byte < more_digits) {
                return number;
            }
        }
        failed_ = true;
        return 0;
    }

    std::string_view bytes_;
    std::size_t at_ = 0;
    bool failed_ = false;
};

void append_moves(std::string& out, const std::vector<Move>& moves) {
    append_varint(out, moves.size());
    RisingWriter buffers(out);
    for (const Move& move : moves) {
        buffers.append(move.buffer.value());
    }
    for (const Move& move : moves) {
        append_signed(out, flattened(move.to) - flattened(move.from));
    }
}

/// By change: the change whose former buffer it gets. Empty if the changes do not just permute buffers.
std::vector<std::uint32_t> sources_of(const std::vector<OrderChange>& order) {
    constexpr std::size_t few = 32;
    std::vector<std::uint32_t> sources;
    if (order.size() < few) {
        return sources;
    }
    std::uint32_t last = 0;
    for (const OrderChange& change : order) {
        if (change.from == BufferIndex::none() || change.to == BufferIndex::none()) {
            return sources;
        }
        last = std::max({last, change.from.value(), change.to.value()});
    }
    std::vector<std::uint32_t> former(std::size_t{last} + 1, 0);  // by buffer: its entry + 1
    for (std::size_t i = 0; i < order.size(); ++i) {
        std::uint32_t& entry = former[order[i].from.value()];
        if (entry != 0) {
            return sources;
        }
        entry = static_cast<std::uint32_t>(i + 1);
    }
    sources.reserve(order.size());
    for (const OrderChange& change : order) {
        const std::uint32_t entry = std::exchange(former[change.to.value()], 0U);
        if (entry == 0) {
            return {};
        }
        sources.push_back(entry - 1);
    }
    return sources;
}

void append_order(std::string& out, const std::vector<OrderChange>& order) {
    append_varint(out, order.size());
    if (order.empty()) {
        return;
    }
    RisingWriter positions(out);
    for (const OrderChange& change : order) {
        positions.append(change.position);
    }
    const std::vector<std::uint32_t> sources = sources_of(order);
    out += sources.empty() ? '\0' : '\1';
    RisingWriter entries(out);
    for (const std::uint32_t source : sources) {
        entries.append(source);
    }
    for (const OrderChange& change : order) {
        if (sources.empty()) {
            append_varint(out, std::uint32_t{change.from.value() + 1});
            append_varint(out, std::uint32_t{change.to.value() + 1});
        }
    }
}

void append_risks(std::string& out, const std::vector<RiskChange>& risks) {
    append_varint(out, risks.size());
    RisingWriter buffers(out);
    for (const RiskChange& change : risks) {
        buffers.append(change.buffer.value());
    }
    for (const RiskChange& change : risks) {
        out += static_cast<char>(code_of(change.from) * risk_codes + code_of(change.to));
    }
}

bool is_permutation_of_entries(const std::vector<std::uint32_t>& sources) {
    std::vector<bool> seen(sources.size(), false);
    return std::ranges::all_of(sources, [&seen](std::uint32_t source) {
        const bool is_new = source < seen.size() && !seen[source];
        if (is_new) {
            seen[source] = true;
        }
        return is_new;
    });
}

void read_order(VarintReader& reader, PackedChanges& changes) {
    const std::size_t count = reader.count();
    if (count == 0) {
        return;
    }
    reader.rising(changes.positions, count);
    if (reader.byte() != 0) {
        reader.rising(changes.sources, count);
        return;
    }
    changes.buffers_before.reserve(count);
    changes.buffers_after.reserve(count);
    for (std::size_t i = 0; i < count; ++i) {
        changes.buffers_before.push_back(reader.buffer_or_none());
        changes.buffers_after.push_back(reader.buffer_or_none());
    }
}

std::size_t most_bytes_of(std::size_t moves, std::size_t order, std::size_t risks) {
    constexpr std::size_t of_index = 5;
    constexpr std::size_t of_shift = 10;
    constexpr std::size_t of_counts = 16;
    return of_counts + moves * (of_index + of_shift) + order * 3 * of_index + risks * (of_index + 1);
}

template <class Use>
void for_each_list(PackedChanges& changes, const Use& use) {
    auto& [moved, shifts, positions, sources, before, after, classified, risks] = changes;
    (use(moved), use(shifts), use(positions), use(sources), use(before), use(after), use(classified), use(risks));
}

}  // namespace

void PackedChanges::clear() {
    for_each_list(*this, [](auto& list) { list.clear(); });
}

void PackedChanges::release_beyond(std::size_t elements) {
    constexpr std::size_t few = 4096;
    const std::size_t most = std::max(few, 4 * elements);
    for_each_list(*this, [most](auto& list) {
        if (list.empty() && list.capacity() > most) {
            list.shrink_to_fit();
        }
    });
}

void append_packed(std::string& out, const FrameChanges& changes) {
    append_moves(out, changes.moves);
    append_order(out, changes.order);
    append_risks(out, changes.risks);
}

std::size_t most_packed_bytes(const FrameChanges& changes) {
    return most_bytes_of(changes.moves.size(), changes.order.size(), changes.risks.size());
}

std::size_t most_packed_bytes(std::size_t buffers) {
    return most_bytes_of(buffers, buffers, buffers);
}

bool unpack(std::string_view bytes, PackedChanges& changes) {
    changes.clear();
    VarintReader reader(bytes);
    const std::size_t moves = reader.count();
    reader.rising(changes.moved, moves);
    changes.shifts.resize(moves);
    for (std::int64_t& shift : changes.shifts) {
        shift = static_cast<std::int64_t>(reader.difference());
    }
    read_order(reader, changes);
    const std::size_t risks = reader.count();
    reader.rising(changes.classified, risks);
    changes.risks.reserve(risks);
    for (std::size_t i = 0; i < risks; ++i) {
        changes.risks.push_back(reader.byte());
    }
    return !reader.failed() && is_permutation_of_entries(changes.sources);
}

}  // namespace arenascope
