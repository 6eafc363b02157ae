#pragma once

#include <exception>
#include <string>

#include "core/error/error.h"

namespace arenascope {

/// Every room below answers with values; what is left to be thrown is memory that is not there.
template <class Action>
auto without_exceptions(const std::string& source, Action&& action) -> decltype(action()) {
    try {
        return action();
    } catch (const std::exception& exception) {
        return failure(Error{source, 0, std::string("it is too large for the memory there is: ") + exception.what(),
                             "close other programs or split it"});
    }
}

}  // namespace arenascope
