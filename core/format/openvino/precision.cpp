#include "core/format/openvino/precision.h"

#include <algorithm>
#include <iterator>

#include "core/base/text/plain_text.h"

namespace arenascope {
namespace {

struct PrecisionRow {
    std::string_view port;   ///< in lower case
    std::string_view layer;  ///< the same type in the attributes of a layer
    std::int64_t bits;
};

constexpr PrecisionRow precision_rows[] = {
    {"fp64", "f64", 64},     {"fp32", "f32", 32},     {"fp16", "f16", 16},     {"bf16", "bf16", 16},
    {"i64", "i64", 64},      {"i32", "i32", 32},      {"i16", "i16", 16},      {"i8", "i8", 8},
    {"i4", "i4", 4},         {"u64", "u64", 64},      {"u32", "u32", 32},      {"u16", "u16", 16},
    {"u8", "u8", 8},         {"u6", "u6", 6},         {"u4", "u4", 4},         {"u3", "u3", 3},
    {"u2", "u2", 2},         {"u1", "u1", 1},         {"bin", "u1", 1},        {"bool", "boolean", 8},
    {"nf4", "nf4", 4},       {"f8e4m3", "f8e4m3", 8}, {"f8e5m2", "f8e5m2", 8}, {"f8e8m0", "f8e8m0", 8},
    {"f4e2m1", "f4e2m1", 4}, {"string", "string", 0},
};

}  // namespace

Precision precision_named(std::string_view name) {
    std::string own = lower_case(name);
    const auto row = std::find_if(std::begin(precision_rows), std::end(precision_rows),
                                  [&own](const PrecisionRow& one) { return one.port == own || one.layer == own; });
    return row == std::end(precision_rows) ? Precision{std::move(own), 0}
                                           : Precision{std::string(row->layer), row->bits};
}

}  // namespace arenascope
