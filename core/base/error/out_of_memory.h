#pragma once

#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/base/error/error.h"

namespace arenascope {

/// The error that memory ran out. `action` begins with "to", as in "to draw the picture"; `cure` says what to do.
[[nodiscard]] inline Error out_of_memory(const std::string& action, std::string cure) {
    return {{}, 0, "there is not enough memory " + action, std::move(cure)};
}

/// Calls `work`, which returns an Expected, and returns its result. An exception for exhausted memory, or for a list
/// longer than memory could ever hold, becomes an error. This is the only place that turns them into errors.
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
