#include "core/check/shifted_read.h"

namespace arenascope {
namespace {

/// The read as shifted, if the content lies at `at`.
std::optional<ShiftedRead> shifted_from(const OptionalPlacement& at, Placement read, const TensorContent& content,
                                        const SymbolicMemory& memory) {
    if (!at || at->region != read.region || at->offset == read.offset || at->offset < Offset(0) || content.empty() ||
        memory.first_wrong(*at, content)) {
        return std::nullopt;
    }
    return ShiftedRead{{}, read.offset - at->offset, {at->offset, at->offset + size_of(content)}};
}

/// The part with the wrong bytes as shifted, if it lies where its buffer does.
std::optional<ShiftedRead> shifted_part(const DeployedTensor& read, const TensorContent& content,
                                        const WrongBytes& wrong, const DeployedPlaces& places,
                                        const SymbolicMemory& memory) {
    Bytes before;
    for (const DeployedPart& part : read.parts) {
        const Placement at{read.place->offset + before, read.place->region};
        if (wrong.bytes.from < at.offset + part.size) {
            auto shifted = shifted_from(places.place_of(part), at, slice(content, before, part.size), memory);
            if (shifted) {
                shifted->part = part.buffer;
            }
            return shifted;
        }
        before = before + part.size;
    }
    return std::nullopt;
}

}  // namespace

std::optional<ShiftedRead> shifted_read(const DeployedTensor& read, const TensorContent& content,
                                        const WrongBytes& wrong, const DeployedPlaces& places,
                                        const SymbolicMemory& memory) {
    if (read.parts.empty()) {
        return std::nullopt;
    }
    const DeployedPart& first = read.parts.front();
    if (auto whole = shifted_from(places.place_of(first), *read.place, content, memory)) {
        return whole;
    }
    if (auto part = shifted_part(read, content, wrong, places, memory)) {
        return part;
    }
    // A copy of the content that another operator wrote over it is no shift.
    if (!wrong.found || wrong.found->value != wrong.wanted.value || wrong.writer != places.writer_of(first.buffer)) {
        return std::nullopt;
    }
    const Bytes by(wrong.found->from - wrong.wanted.from);
    return shifted_from(Placement{read.place->offset - by, read.place->region}, *read.place, content, memory);
}

}  // namespace arenascope
