#pragma once

#include <cstdint>
#include <map>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/base/error/error.h"

namespace arenascope {

/// Where a pointer of the generated code points: `g_network_activations_map[1] + 64` is 64 bytes into region 1.
struct CodePointer {
    std::string_view base = {};  ///< "g_network_activations_map"; empty: NULL, or not set
    std::int64_t region = 0;
    std::int64_t offset = 0;
    std::int64_t line = 0;
};

/// An AI_ARRAY_OBJ_DECLARE, and where its data lie.
struct CodeArray {
    std::string_view name = {};
    std::string_view format = {};  ///< without AI_ARRAY_FORMAT_ and flags
    std::int64_t count = 0;        ///< elements
    std::int64_t line = 0;
    bool has_data = false;  ///< it has an initializer: a constant of the code
    CodePointer data = {};
    CodePointer start = {};  ///< of the memory before the first element, too
};

/// An AI_TENSOR_OBJ_DECLARE: a view of an array.
struct CodeTensor {
    std::string_view array = {};
    std::vector<std::int64_t> shape = {};  ///< batch, …, height, width, channels
};

/// An AI_LAYER_OBJ_DECLARE.
struct CodeLayer {
    std::string_view name = {};
    std::string_view type = {};      ///< "CONV2D_TYPE"
    std::string_view function = {};  ///< "forward_conv2d"
    std::string_view chain = {};
    std::string_view next = {};
    std::int64_t line = 0;
};

/// An AI_TENSOR_CHAIN_OBJ_DECLARE: names of tensors.
struct CodeChain {
    std::vector<std::string_view> inputs = {};
    std::vector<std::string_view> outputs = {};
    std::vector<std::string_view> weights = {};
    std::vector<std::string_view> scratch = {};
};

/// The declarations of ST's generated C. All names point into the text.
struct NetworkCode {
    std::vector<CodeArray> arrays = {};  ///< in the order of the file
    std::map<std::string_view, std::size_t> array_of_name = {};
    std::map<std::string_view, CodeTensor> tensors = {};
    std::map<std::string_view, CodeChain> chains = {};
    std::map<std::string_view, CodeLayer> layers = {};
    std::vector<std::int64_t> weights = {};      ///< the size of each region of weights
    std::vector<std::int64_t> activations = {};  ///< the size of each region
    std::vector<std::string_view> inputs = {};   ///< tensors of the network
    std::vector<std::string_view> outputs = {};
    std::string_view first_layer = {};  ///< empty: the code declares no network
};

/// Reads the declarations, and the pointers that the code sets to places in a region. Other macros and code are
/// ignored. Errors name the line: a parenthesis that is not closed, a number or a place that cannot be read.
/// O(n log n).
[[nodiscard]] Expected<NetworkCode> network_code(std::string_view text, const std::string& source);

}  // namespace arenascope
