#pragma once

#include <cstdint>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace arenascope {

/// The parameters of an ncnn layer: `0=16 1=3 -23309=2,0,1 2=0.5`. A key from −23300 downwards holds a list, which
/// begins with its length; the list of parameter 9 stands under −23309.
class NcnnParameters {
public:
    explicit NcnnParameters(std::vector<std::string_view> words) : words_(std::move(words)) {}

    [[nodiscard]] std::optional<std::int64_t> integer(int id) const;
    [[nodiscard]] std::int64_t integer(int id, std::int64_t otherwise) const { return integer(id).value_or(otherwise); }
    [[nodiscard]] std::optional<double> real(int id) const;
    [[nodiscard]] bool has_list(int id) const;
    /// Empty: it is not given, or is no list of integers.
    [[nodiscard]] std::vector<std::int64_t> list(int id) const;

private:
    [[nodiscard]] std::optional<std::string_view> text(int key) const;

    std::vector<std::string_view> words_;
};

}  // namespace arenascope
