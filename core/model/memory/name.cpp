#include "core/model/memory/name.h"

#include <algorithm>
#include <cstring>
#include <limits>
#include <new>
#include <stdexcept>

namespace arenascope {
namespace {

/// The count of a block that is being filled is so much too high. So an added name takes no atomic step, and no other
/// thread can free the block.
constexpr std::uint64_t open_count = std::uint64_t{1} << 62U;

constexpr std::size_t first_block_bytes = std::size_t{1} << 10U;
constexpr std::size_t largest_block_bytes = std::size_t{1} << 18U;
constexpr std::size_t entry_alignment = alignof(std::uint32_t);

}  // namespace

Name::Block* Name::new_block(std::size_t bytes, std::uint64_t names) {
    return new (::operator new(bytes)) Block{names};
}

Name::Entry* Name::new_entry(Block* block, std::size_t place, std::string_view text) {
    auto* const entry = new (reinterpret_cast<char*>(block) + place)
        Entry{static_cast<std::uint32_t>(place), static_cast<std::uint32_t>(text.size())};
    std::memcpy(text_of(entry), text.data(), text.size());
    return entry;
}

std::size_t Name::bytes_for(std::string_view text) {
    constexpr std::size_t longest = std::numeric_limits<std::uint32_t>::max() / 2;
    if (text.size() > longest) {
        throw std::length_error("a name is longer than 2 GiB");
    }
    return (sizeof(Entry) + text.size() + entry_alignment - 1) / entry_alignment * entry_alignment;
}

void Name::free_block(Block* block) {
    block->~Block();
    ::operator delete(block);
}

Name::Name(std::string_view text) {
    if (!text.empty()) {
        entry_ = new_entry(new_block(sizeof(Block) + bytes_for(text), 1), sizeof(Block), text);
    }
}

Name NameStore::add(std::string_view text) {
    if (text.empty()) {
        return {};
    }
    const std::size_t bytes = Name::bytes_for(text);
    if (bytes > bytes_ - used_) {
        const std::size_t usual = std::clamp(2 * bytes_, first_block_bytes, largest_block_bytes);
        close();
        bytes_ = std::max(usual, sizeof(Name::Block) + bytes);
        block_ = Name::new_block(bytes_, open_count);
        used_ = sizeof(Name::Block);
    }
    Name name(Name::new_entry(block_, used_, text));
    used_ += bytes;
    ++given_;
    return name;
}

void NameStore::close() {
    if (block_ == nullptr) {
        return;
    }
    const std::uint64_t surplus = open_count - given_;
    if (block_->names.fetch_sub(surplus, std::memory_order_acq_rel) == surplus) {
        Name::free_block(block_);
    }
    block_ = nullptr;
    given_ = 0;
}

}  // namespace arenascope
