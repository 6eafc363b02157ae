#pragma once

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <string_view>
#include <type_traits>

namespace arenascope {

/// The bytes of a number in a binary file: 1 for an enumeration or a flag, 4 for an index or a 32-bit number, else 8.
template <class T>
inline constexpr std::size_t bytes_in_file = std::is_enum_v<T> || std::is_same_v<T, bool> ? 1 : sizeof(T);

/// Appends numbers as bytes, the lowest first. With ColumnReader it has the same functions, so that one template
/// describes a layout for both:
///
///   template <class Columns, class Frames>
///   void visit(Columns& columns, Frames& frames) {
///       for (auto& frame : frames) columns.number(frame.work);       a column
///   }
class ColumnWriter {
public:
    explicit ColumnWriter(std::string& out) : out_(out) {}

    template <class T>
    void number(const T& value) {
        append(bits_of(value), bytes_in_file<T>);
    }
    /// A value of an enumeration with so many.
    template <class T>
    void coded(const T& value, std::size_t /*count*/) {
        number(value);
    }
    template <class T>
    void optional_number(const std::optional<T>& value) {
        number(value.has_value());
        number(value.value_or(T()));
    }
    /// The length of a list, before its elements of at least `smallest` bytes each.
    template <class List>
    void size(const List& list, std::size_t /*smallest*/) {
        number(static_cast<std::uint32_t>(list.size()));
    }
    void text(std::string_view bytes) { out_ += bytes; }

private:
    template <class T>
    static std::uint64_t bits_of(const T& value) {
        if constexpr (std::is_enum_v<T> || std::is_arithmetic_v<T>) {
            return static_cast<std::uint64_t>(value);
        } else {
            return static_cast<std::uint64_t>(value.value());
        }
    }
    void append(std::uint64_t bits, std::size_t bytes) {
        constexpr unsigned bits_of_a_byte = 8;
        for (std::size_t i = 0; i < bytes; ++i) {
            out_ += static_cast<char>(bits & 0xFFU);
            bits >>= bits_of_a_byte;
        }
    }

    std::string& out_;
};

/// Reads what a ColumnWriter has written. After an error, all values are 0 or empty.
class ColumnReader {
public:
    explicit ColumnReader(std::string_view bytes) : bytes_(bytes) {}

    [[nodiscard]] bool failed() const { return failed_; }
    [[nodiscard]] std::size_t left() const { return bytes_.size(); }
    /// Whether all bytes were read, without an error.
    [[nodiscard]] bool is_done() const { return !failed_ && bytes_.empty(); }

    template <class T>
    void number(T& value) {
        const std::uint64_t bits = take(bytes_in_file<T>);
        if constexpr (std::is_same_v<T, bool>) {
            failed_ = failed_ || bits > 1;
            value = bits == 1;
        } else if constexpr (std::is_enum_v<T> || std::is_arithmetic_v<T>) {
            value = static_cast<T>(bits);
        } else if constexpr (std::is_constructible_v<T, std::size_t> && sizeof(T) == sizeof(std::uint32_t)) {
            value = T(static_cast<std::size_t>(bits));
        } else {
            value = T(static_cast<std::int64_t>(bits));
        }
    }
    template <class T>
    void coded(T& value, std::size_t count) {
        const std::uint64_t code = take(bytes_in_file<T>);
        failed_ = failed_ || code >= count;
        value = failed_ ? T() : static_cast<T>(code);
    }
    template <class T>
    void optional_number(std::optional<T>& value) {
        bool is_there = false;
        T read{};
        number(is_there);
        number(read);
        value = is_there ? std::optional(read) : std::nullopt;
    }
    /// Gives a list its length. All lists together get no more elements than bytes can follow for.
    template <class List>
    void size(List& list, std::size_t smallest) {
        std::uint32_t count = 0;
        number(count);
        if (claim(count, smallest)) {
            list.resize(count);
        }
    }
    /// Whether so many elements of at least so many bytes can still follow, beside those claimed before; else fails.
    bool claim(std::size_t count, std::size_t smallest) {
        constexpr std::size_t most = std::numeric_limits<std::size_t>::max();
        const std::size_t bytes = count > most / smallest ? most : count * smallest;
        failed_ = failed_ || bytes > most - claimed_ || claimed_ + bytes > total_;
        claimed_ += failed_ ? 0 : bytes;
        return !failed_;
    }
    void text(std::string& bytes) {
        failed_ = failed_ || bytes.size() > bytes_.size();
        if (!failed_) {
            bytes.assign(bytes_.substr(0, bytes.size()));
            bytes_.remove_prefix(bytes.size());
        }
    }

private:
    std::uint64_t take(std::size_t bytes) {
        constexpr unsigned bits_of_a_byte = 8;
        failed_ = failed_ || bytes > bytes_.size();
        if (failed_) {
            return 0;
        }
        std::uint64_t bits = 0;
        for (std::size_t i = bytes; i > 0; --i) {
            bits = (bits << bits_of_a_byte) | static_cast<unsigned char>(bytes_[i - 1]);
        }
        bytes_.remove_prefix(bytes);
        return bits;
    }

    std::string_view bytes_;
    std::size_t total_ = bytes_.size();
    std::size_t claimed_ = 0;
    bool failed_ = false;
};

}  // namespace arenascope
