#include "core/analysis/debugging/buffer_condition.h"

#include <array>

namespace arenascope {
namespace {

/// A name in quotes, with escapes where an expression needs them.
std::string quoted(std::string_view name) {
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr unsigned char first_printed = 0x20;
    std::string text = "\"";
    for (const char letter : name) {
        const auto byte = static_cast<unsigned char>(letter);
        if (letter == '"' || letter == '\\') {
            text += {'\\', letter};
        } else if (byte < first_printed) {
            text += {'\\', 'x', digits[byte >> 4U], digits[byte & 0xFU]};
        } else {
            text += letter;
        }
    }
    return text + '"';
}

}  // namespace

std::string buffer_condition(BufferEvent event, const Problem& problem, BufferIndex buffer) {
    const Buffer& subject = problem.buffers[buffer];
    const std::string name = quoted(subject.name);
    if (event == BufferEvent::moves) {
        return "changed(offset(" + name + "))";
    }
    const std::string peak =
        problem.regions.size() == 1 ? "peak" : "peak(" + quoted(problem.regions[subject.region].name) + ")";
    const std::string holds =
        event == BufferEvent::becomes_high ? "tier(" + name + ") == high" : "tail(" + name + ") == " + peak;
    return holds + " and not before(" + holds + ")";
}

}  // namespace arenascope
