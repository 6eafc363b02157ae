#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/error/error.h"

namespace arenascope {

/// There is not enough memory for `action`, said as in "to draw the picture"; `cure` is what to do.
[[nodiscard]] inline Error out_of_memory(const std::string& action, std::string cure) {
    return {{}, 0, "there is not enough memory " + action, std::move(cure)};
}

/// Gives what `work` gives, an Expected. Where memory runs out meanwhile, or a list would pass any memory there can be,
/// it is an error: the one place where that stops being an exception.
template <class Work>
[[nodiscard]] auto within_memory(const std::string& action, const std::string& cure, Work&& work) -> decltype(work()) {
    try {
        return work();
    } catch (const std::bad_alloc&) {
        return failure(out_of_memory(action, cure));
    } catch (const std::length_error&) {
        return failure(out_of_memory(action, cure));
    }
}

}  // namespace arenascope
