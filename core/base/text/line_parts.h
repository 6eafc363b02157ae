#pragma once

#include <cstddef>
#include <string>
#include <string_view>
#include <vector>

namespace arenascope {

/// A text cut into parts of about a quarter of a megabyte, for several threads. Each part ends with a line end. The
/// last line is copied and gets one if it lacks it. The text must outlive this object.
class LineParts {
public:
    explicit LineParts(std::string_view text);
    LineParts(const LineParts&) = delete;
    LineParts& operator=(const LineParts&) = delete;
    ~LineParts() = default;

    [[nodiscard]] std::size_t size() const { return parts_.size(); }
    [[nodiscard]] std::string_view operator[](std::size_t part) const { return parts_[part]; }
    /// Bytes of the text before a part.
    [[nodiscard]] std::size_t begin_of(std::size_t part) const;

private:
    std::string_view text_;
    std::string last_line_;
    std::vector<std::string_view> parts_;
};

/// How many lines a text has, with a little room. If it is long, they are counted at some places only. No more than if
/// each had `shortest` bytes, so that a file of blank lines makes nobody reserve memory.
[[nodiscard]] std::size_t expected_lines(std::string_view text, std::size_t shortest);

}  // namespace arenascope
