#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <flatbuffers/flatbuffers.h>

#include "core/error/error.h"

namespace arenascope {

/// The root of a FlatBuffers file, after every table, list and text in it was verified to lie within it. `kind` names
/// the format in the error. Linear; follows no more tables than the file has room for.
template <class Root>
[[nodiscard]] Expected<const Root*> verified_root(std::string_view content, const char* identifier,
                                                  const std::string& kind, const std::string& source) {
    if (content.size() >= FLATBUFFERS_MAX_BUFFER_SIZE) {
        return failure(Error{source, 0, "it is larger than 2 GiB, which no " + kind + " is",
                             "export the model with its weights in another file"});
    }
    // A table takes four bytes, and so does whatever refers to it.
    constexpr std::size_t least_bytes_of_table = 8;
    constexpr std::size_t deepest = 64;
    flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(content.data()), content.size(), deepest,
                                   static_cast<flatbuffers::uoffset_t>(content.size() / least_bytes_of_table));
    if (!verifier.VerifyBuffer<Root>(identifier)) {
        return failure(Error{source, 0, "it is not a whole " + kind + ": something in it lies beyond its end",
                             "the file was cut off or damaged: export or download it again"});
    }
    return flatbuffers::GetRoot<Root>(content.data());
}

/// Hands out lists and texts of a verified file, and stops where they are more than the file can hold: a damaged file
/// may refer to one long list a million times.
class FlatBufferLists {
public:
    explicit FlatBufferLists(std::string_view content) : left_(content.size() * most_uses_of_byte) {}

    /// The list, empty where it is absent.
    template <class T>
    [[nodiscard]] std::span<const T> of(const flatbuffers::Vector<T>* list) {
        static_assert(sizeof(T) <= sizeof(flatbuffers::uoffset_t), "verified is only that the length is aligned");
        return list != nullptr && take(list->size() * sizeof(T)) ? std::span(list->data(), list->size())
                                                                 : std::span<const T>();
    }

    /// The same for numbers of 64 bits, which need not stand where they could be read in place.
    [[nodiscard]] std::vector<std::int64_t> of(const flatbuffers::Vector<std::int64_t>* list) {
        std::vector<std::int64_t> numbers;
        if (list != nullptr && list->size() > 0 && take(list->size() * sizeof(std::int64_t))) {
            numbers.resize(list->size());
            std::memcpy(numbers.data(), list->Data(), numbers.size() * sizeof(std::int64_t));
        }
        return numbers;
    }

    /// The text up to its first zero character, which no name of ours may hold; empty where it is absent.
    [[nodiscard]] std::string_view of(const flatbuffers::String* text) {
        if (text == nullptr || !take(text->size())) {
            return {};
        }
        const std::string_view all(text->c_str(), text->size());
        return all.substr(0, all.find('\0'));
    }

    /// Nothing as long as all that was asked for could be handed out.
    [[nodiscard]] Expected<void> within_file(const std::string& source) const {
        return is_exceeded_ ? Expected<void>(failure(Error{source, 0, "its lists are longer than the file itself",
                                                           "the file was damaged: export or download it again"}))
                            : Expected<void>();
    }

private:
    // Writers may let equal lists and texts share their bytes.
    static constexpr std::size_t most_uses_of_byte = 4;

    bool take(std::size_t bytes) {
        is_exceeded_ |= bytes > left_;
        left_ -= is_exceeded_ ? left_ : bytes;
        return !is_exceeded_;
    }

    std::size_t left_;
    bool is_exceeded_ = false;
};

/// How many a list has; 0 where it is absent.
template <class T>
[[nodiscard]] std::uint32_t count_of(const flatbuffers::Vector<T>* list) {
    return list == nullptr ? 0 : list->size();
}

}  // namespace arenascope
