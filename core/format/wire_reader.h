#pragma once

#include <cstddef>
#include <cstdint>
#include <optional>
#include <string_view>
#include <vector>

namespace arenascope::protobuf {

/// Wire types of the protobuf encoding.
enum class Wire : std::uint8_t {
    varint = 0,
    eight_bytes = 1,
    length_delimited = 2,
    group_begin = 3,
    group_end = 4,
    four_bytes = 5
};

/// One field of a message.
struct Field {
    std::uint32_t number = 0;
    Wire wire = Wire::varint;
    std::uint64_t value = 0;  ///< of a varint or a fixed-width field
    std::string_view bytes;   ///< of a length-delimited field; points into the content
};

/// Reads the fields of a protobuf message one by one, without copying. It trusts no length in the content.
class WireReader {
public:
    explicit WireReader(std::string_view message) : rest_(message) {}

    /// The next field. Empty: the message ends or is damaged.
    [[nodiscard]] std::optional<Field> next();

    /// The next number of a packed list of varints. Empty: the list ends or is damaged.
    [[nodiscard]] std::optional<std::uint64_t> next_number();

    [[nodiscard]] bool is_damaged() const { return damaged_; }
    /// The unread part. If the message is damaged, it begins with the damaged field.
    [[nodiscard]] std::string_view rest() const { return rest_; }

private:
    [[nodiscard]] std::optional<std::uint64_t> take_varint();
    [[nodiscard]] std::optional<std::uint64_t> take_bytes(std::size_t count);

    std::string_view rest_;
    bool damaged_ = false;
};

/// Appends the numbers of a repeated field, packed or not. False: the packed list is damaged.
[[nodiscard]] bool add_numbers(const Field& field, std::vector<std::int64_t>& numbers);

/// The same for 32-bit floats.
[[nodiscard]] bool add_floats(const Field& field, std::vector<double>& numbers);

/// The same for 64-bit floats.
[[nodiscard]] bool add_doubles(const Field& field, std::vector<double>& numbers);

}  // namespace arenascope::protobuf
