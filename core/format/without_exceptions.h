#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/base/error/error.h"
#include "core/base/error/out_of_memory.h"

namespace arenascope {

/// Calls `action`, which returns an Expected, and turns exceptions into errors. `purpose` completes the message, as in
/// "to read it". The core returns errors as values, so usually only a lack of memory throws.
template <class Action>
auto without_exceptions(const std::string& source, const std::string& purpose, Action&& action) -> decltype(action()) {
    const auto failed = [&source](Error error) {
        error.source = source;
        return failure(std::move(error));
    };
    constexpr const char* cure = "close other programs or split it";
    try {
        return action();
    } catch (const std::bad_alloc&) {
        return failed(out_of_memory(purpose, cure));
    } catch (const std::length_error&) {
        return failed(out_of_memory(purpose, cure));
    } catch (const std::exception& exception) {
        return failed({{}, 0, std::string("an unexpected error: ") + exception.what(), {}});
    }
}

}  // namespace arenascope
