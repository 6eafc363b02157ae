#pragma once

#include <atomic>
#include <compare>
#include <concepts>
#include <cstddef>
#include <cstdint>
#include <string>
#include <string_view>
#include <utility>

namespace arenascope {

/// The name of a buffer: a text that never changes. It has the size of a pointer, because there may be ten million.
/// Copies share the text. Threads may copy and drop the copies at the same time.
///
///   Name ─────────────┐
///                     ▼
///   block   │ names │ place │ length │ text … │ place │ length │ text … │
///           ◀── place ┘
///
/// A block holds one name, or the many that a NameStore was given. It is freed with the last of them.
class Name {
public:
    Name() = default;
    explicit Name(std::string_view text);
    Name(const Name& other) noexcept : entry_(other.entry_) {
        if (entry_ != nullptr) {
            block_of(entry_)->names.fetch_add(1, std::memory_order_relaxed);
        }
    }
    Name(Name&& other) noexcept : entry_(std::exchange(other.entry_, nullptr)) {}
    Name& operator=(Name other) noexcept {
        std::swap(entry_, other.entry_);
        return *this;
    }
    Name& operator=(std::string_view text) { return *this = Name(text); }
    ~Name() {
        if (entry_ != nullptr && block_of(entry_)->names.fetch_sub(1, std::memory_order_acq_rel) == 1) {
            free_block(block_of(entry_));
        }
    }

    /// Valid as long as this name or a copy of it.
    [[nodiscard]] std::string_view view() const {
        return entry_ == nullptr ? std::string_view() : std::string_view(text_of(entry_), entry_->length);
    }
    [[nodiscard]] std::string text() const { return std::string(view()); }
    operator std::string_view() const { return view(); }
    operator std::string() const { return text(); }

    [[nodiscard]] bool empty() const { return view().empty(); }
    [[nodiscard]] std::size_t size() const { return view().size(); }

    friend bool operator==(const Name& a, const Name& b) { return a.entry_ == b.entry_ || a.view() == b.view(); }
    friend std::strong_ordering operator<=>(const Name& a, const Name& b) { return a.view() <=> b.view(); }
    template <std::convertible_to<std::string_view> Text>
    friend bool operator==(const Name& a, const Text& b) {
        return a.view() == std::string_view(b);
    }
    template <std::convertible_to<std::string_view> Text>
    friend std::strong_ordering operator<=>(const Name& a, const Text& b) {
        return a.view() <=> std::string_view(b);
    }
    friend std::string operator+(std::string text, const Name& name) { return std::move(text.append(name.view())); }
    friend std::string operator+(const Name& name, std::string_view text) { return name.text().append(text); }

private:
    friend class NameStore;

    struct Block {
        std::atomic<std::uint64_t> names;  ///< how many there are, copies included
    };
    struct Entry {
        std::uint32_t place;  ///< bytes from the begin of its block
        std::uint32_t length;
    };

    explicit Name(Entry* entry) : entry_(entry) {}
    static char* text_of(Entry* entry) { return reinterpret_cast<char*>(entry + 1); }
    static Block* block_of(Entry* entry) {
        return reinterpret_cast<Block*>(reinterpret_cast<char*>(entry) - entry->place);
    }
    static Block* new_block(std::size_t bytes, std::uint64_t names);
    static Entry* new_entry(Block* block, std::size_t place, std::string_view text);
    static std::size_t bytes_for(std::string_view text);
    static void free_block(Block* block);

    Entry* entry_ = nullptr;  ///< null: empty
};

/// Puts many names into few blocks of memory, which takes 8 bytes a name beside its text. One thread uses it at a time.
class NameStore {
public:
    NameStore() = default;
    NameStore(const NameStore&) = delete;
    NameStore& operator=(const NameStore&) = delete;
    ~NameStore() { close(); }

    [[nodiscard]] Name add(std::string_view text);

private:
    void close();

    Name::Block* block_ = nullptr;
    std::size_t bytes_ = 0;    ///< of the block
    std::size_t used_ = 0;     ///< of these bytes
    std::uint64_t given_ = 0;  ///< names in the block
};

}  // namespace arenascope
