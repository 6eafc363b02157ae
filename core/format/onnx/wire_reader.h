#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace arenascope::onnx_file {

/// How a field is laid out in the encoding of protocol buffers.
enum class Wire : std::uint8_t {
    varint = 0,
    eight_bytes = 1,
    counted = 2,
    group_begin = 3,
    group_end = 4,
    four_bytes = 5
};

/// One field of a message.
struct Field {
    std::uint32_t number = 0;
    Wire wire = Wire::varint;
    std::uint64_t value = 0;  ///< of a varint, or of four or eight bytes
    std::string_view bytes;   ///< of a counted field: a text, a message or a packed list; points into the content
};

/// Takes a message of protocol buffers apart, field after field, without a copy. Nothing that the content says is
/// believed: a length beyond the end is damage.
class WireReader {
public:
    explicit WireReader(std::string_view message) : rest_(message) {}

    /// The next field; none at the end, and none where the message is damaged.
    [[nodiscard]] std::optional<Field> next();

    /// The next number of a packed list of varints; none at the end, and none where the list is damaged.
    [[nodiscard]] std::optional<std::uint64_t> next_number();

    [[nodiscard]] bool is_damaged() const { return damaged_; }
    /// What is not read yet; where it is damaged, it begins at the damage.
    [[nodiscard]] std::string_view rest() const { return rest_; }

private:
    [[nodiscard]] std::optional<std::uint64_t> take_varint();
    [[nodiscard]] std::optional<std::uint64_t> take_bytes(std::size_t count);

    std::string_view rest_;
    bool damaged_ = false;
};

/// Adds the numbers of a repeated field, which may be packed or one by one. False: the packed list is damaged.
[[nodiscard]] bool add_numbers(const Field& field, std::vector<std::int64_t>& numbers);

/// The same for 32-bit floating-point numbers.
[[nodiscard]] bool add_floats(const Field& field, std::vector<double>& numbers);

/// The same for 64-bit floating-point numbers.
[[nodiscard]] bool add_doubles(const Field& field, std::vector<double>& numbers);

}  // namespace arenascope::onnx_file
