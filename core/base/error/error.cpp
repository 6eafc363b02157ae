#include "core/base/error/error.h"

#include "core/base/error/quotation.h"

namespace arenascope {

std::string to_string(const Error& error) {
    std::string text;
    if (!error.source.empty()) {
        text += error.source;
        if (error.line > 0) {
            text += ':' + std::to_string(error.line);
        }
        text += ": ";
    }
    text += error.cause;
    if (!error.cure.empty()) {
        text += "; " + error.cure;
    }
    return visible(text);
}

}  // namespace arenascope
