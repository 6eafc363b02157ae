#pragma once

#include <exception>
#include <new>
#include <stdexcept>
#include <string>
#include <utility>

#include "core/error/error.h"
#include "core/error/out_of_memory.h"

namespace arenascope {

/// Gives what `action` gives, an Expected; `purpose` says what it is for, as in "to read it". Every room below answers
/// with values; what is left to be thrown is memory that is not there.
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
        return failed({{}, 0, std::string("an unforeseen error: ") + exception.what(), {}});
    }
}

}  // namespace arenascope
