#include "core/check/symbolic_memory.h"

#include <algorithm>
#include <iterator>

namespace arenascope {

/// Makes a piece begin at the offset, if one lies across it.
void SymbolicMemory::cut(Memory& memory, std::int64_t offset) {
    auto across = memory.lower_bound(offset);
    if (across == memory.begin() || (across != memory.end() && across->first == offset)) {
        return;
    }
    --across;
    ValueBytes& first = across->second.content;
    const std::int64_t kept = offset - across->first;
    if (kept < first.size) {
        memory.emplace(offset, Piece{{first.value, first.from + kept, first.size - kept}, across->second.writer});
        first.size = kept;
    }
}

void SymbolicMemory::write(Placement place, const TensorContent& content, std::uint32_t writer) {
    Memory& memory = regions_[place.region];
    const std::int64_t begin = place.offset.value();
    const std::int64_t end = begin + size_of(content).value();
    cut(memory, begin);
    cut(memory, end);
    memory.erase(memory.lower_bound(begin), memory.lower_bound(end));
    std::int64_t at = begin;
    for (const ValueBytes& bytes : content) {
        memory.emplace(at, Piece{bytes, writer});
        at += bytes.size;
    }
}

std::optional<WrongBytes> SymbolicMemory::first_wrong(Placement place, const TensorContent& content) const {
    const Memory& memory = regions_[place.region];
    std::int64_t at = place.offset.value();
    auto piece = memory.upper_bound(at);
    if (piece != memory.begin()) {
        --piece;
    }
    for (const ValueBytes& wanted : content) {
        const std::int64_t end = at + wanted.size;
        std::int64_t from = wanted.from;
        while (at < end) {
            while (piece != memory.end() && piece->first + piece->second.content.size <= at) {
                ++piece;
            }
            if (piece == memory.end() || piece->first > at) {
                const std::int64_t next = piece == memory.end() ? end : std::min(end, piece->first);
                return WrongBytes{
                    {Offset(at), Offset(next)}, std::nullopt, {wanted.value, from, next - at}, std::nullopt};
            }
            const ValueBytes& found = piece->second.content;
            const std::int64_t next = std::min(end, piece->first + found.size);
            const std::int64_t found_from = found.from + (at - piece->first);
            if (found.value != wanted.value || found_from != from) {
                return WrongBytes{{Offset(at), Offset(next)},
                                  piece->second.writer,
                                  {wanted.value, from, next - at},
                                  ValueBytes{found.value, found_from, next - at}};
            }
            from += next - at;
            at = next;
        }
    }
    return std::nullopt;
}

}  // namespace arenascope
