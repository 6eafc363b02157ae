#pragma once

#include <cstdint>
#include <cstring>
#include <span>
#include <string>
#include <string_view>
#include <vector>

#include <flatbuffers/flatbuffers.h>

#include "core/base/error/error.h"
#include "core/model/network/network.h"

namespace arenascope {

struct ElementType {
    std::string_view name;
    std::int64_t bits = 0;  ///< 0: no fixed size
};

/// Sets the element type with this number in the format's list. A number outside the list has no known size.
inline void set_element_type(Tensor& tensor, std::span<const ElementType> types, std::int8_t number) {
    const bool is_known = number >= 0 && number < std::ssize(types);
    const std::size_t position = is_known ? static_cast<std::uint8_t>(number) : 0;
    tensor.type = is_known ? std::string(types[position].name) : "type " + std::to_string(number);
    tensor.element_bits = is_known ? types[position].bits : 0;
}

/// The root of a FlatBuffers file, after verifying that every table, list and string lies within the file. `kind` names
/// the format in errors. Linear; the number of tables followed is bounded by the file size.
template <class Root>
[[nodiscard]] Expected<const Root*> verified_root(std::string_view content, const char* identifier,
                                                  const std::string& kind, const std::string& source) {
    if (content.size() >= FLATBUFFERS_MAX_BUFFER_SIZE) {
        return failure(Error{source, 0, "it is larger than 2 GiB, the limit of a " + kind,
                             "export the model with its weights in another file"});
    }
    // A table takes at least four bytes, and so does a reference to it.
    constexpr std::size_t min_table_bytes = 8;
    constexpr std::size_t max_depth = 64;
    flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(content.data()), content.size(), max_depth,
                                   static_cast<flatbuffers::uoffset_t>(content.size() / min_table_bytes));
    if (!verifier.VerifyBuffer<Root>(identifier)) {
        return failure(Error{source, 0, "it is not a complete " + kind + ": it refers to data beyond its end",
                             "the file was cut off or damaged: export or download it again"});
    }
    return flatbuffers::GetRoot<Root>(content.data());
}

/// Gives access to lists and strings of a verified file, up to a total size. A damaged file may refer to one long list
/// a million times.
class FlatBufferLists {
public:
    explicit FlatBufferLists(std::string_view content) : left_(content.size() * max_uses_of_byte) {}

    /// The list; empty if it is absent.
    template <class T>
    [[nodiscard]] std::span<const T> of(const flatbuffers::Vector<T>* list) {
        static_assert(sizeof(T) <= sizeof(flatbuffers::uoffset_t), "only the length is verified to be aligned");
        return list != nullptr && take(list->size() * sizeof(T)) ? std::span(list->data(), list->size())
                                                                 : std::span<const T>();
    }

    /// The same for 64-bit integers, copied because they may be unaligned.
    [[nodiscard]] std::vector<std::int64_t> of(const flatbuffers::Vector<std::int64_t>* list) {
        std::vector<std::int64_t> numbers;
        if (list != nullptr && list->size() > 0 && take(list->size() * sizeof(std::int64_t))) {
            numbers.resize(list->size());
            std::memcpy(numbers.data(), list->Data(), numbers.size() * sizeof(std::int64_t));
        }
        return numbers;
    }

    /// The string up to its first zero byte, because names must not contain one. Empty if it is absent.
    [[nodiscard]] std::string_view of(const flatbuffers::String* text) {
        if (text == nullptr || !take(text->size())) {
            return {};
        }
        const std::string_view all(text->c_str(), text->size());
        return all.substr(0, all.find('\0'));
    }

    /// An error if more lists and strings were read than the file can hold.
    [[nodiscard]] Expected<void> within_file(const std::string& source) const {
        return is_exceeded_ ? Expected<void>(failure(Error{source, 0, "its lists are longer than the file itself",
                                                           "the file was damaged: export or download it again"}))
                            : Expected<void>();
    }

private:
    // Writers may store equal lists and strings once.
    static constexpr std::size_t max_uses_of_byte = 4;

    bool take(std::size_t bytes) {
        is_exceeded_ |= bytes > left_;
        left_ -= is_exceeded_ ? left_ : bytes;
        return !is_exceeded_;
    }

    std::size_t left_;
    bool is_exceeded_ = false;
};

/// A table whose type the schema does not tell, verified to lie within the file. Null: it is absent or damaged.
template <class Table>
[[nodiscard]] const Table* verified_table(const void* table, std::string_view content) {
    const auto* typed = static_cast<const Table*>(table);
    flatbuffers::Verifier verifier(reinterpret_cast<const std::uint8_t*>(content.data()), content.size());
    return typed != nullptr && verifier.VerifyTable(typed) ? typed : nullptr;
}

/// The length of a list; 0 if it is absent.
template <class T>
[[nodiscard]] std::uint32_t count_of(const flatbuffers::Vector<T>* list) {
    return list == nullptr ? 0 : list->size();
}

}  // namespace arenascope
