#include "core/format/plan/c_header.h"

#include <algorithm>
#include <array>
#include <cctype>
#include <set>
#include <vector>

#include "core/base/error/quotation.h"

namespace arenascope {
namespace {

/// Letters, digits and underscores of a text, not beginning with a digit.
std::string c_name(std::string_view text) {
    std::string name;
    for (const char one : text) {
        const bool is_plain = (one >= 'a' && one <= 'z') || (one >= 'A' && one <= 'Z') || (one >= '0' && one <= '9');
        name += is_plain ? one : '_';
    }
    return name.empty() || (name.front() >= '0' && name.front() <= '9') ? "plan_" + name : name;
}

std::string c_macro(std::string name) {
    std::ranges::transform(name, name.begin(),
                           [](char one) { return one >= 'a' && one <= 'z' ? one - 'a' + 'A' : one; });
    return name;
}

/// A name in a line comment: a backslash at its end would join the next line, and `??/` is one.
std::string c_comment(std::string_view name) {
    std::string text;
    for (const char one : name) {
        const bool is_control = static_cast<unsigned char>(one) < 0x20 || one == 0x7f;
        text += is_control || one == '\\' || one == '?' ? '_' : one;
    }
    return text;
}

/// The table of one region.
struct CArena {
    std::string name;  ///< in lower case or as the region is written
    Bytes bytes;
    Bytes alignment = Bytes(1);
    std::string rows;
    std::size_t count = 0;
};

}  // namespace

bool is_c_header_name(std::string_view path) {
    return path.ends_with(".h");
}

Expected<std::string> c_header_text(const Problem& problem, const Layout& layout, std::string_view name,
                                    const std::string& source) {
    const std::string plan = c_name(name);
    std::vector<CArena> arenas;
    std::set<std::string> names;
    for (const Region& region : problem.regions) {
        CArena& arena = arenas.emplace_back();
        const std::string wanted = problem.regions.size() == 1 ? "arena" : c_name(region.name);
        arena.name = wanted;
        for (int number = 2; !names.insert(c_macro(arena.name)).second; ++number) {
            arena.name = wanted + "_" + std::to_string(number);
        }
        arena.alignment = region.alignment;
    }
    for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
        const Buffer& buffer = problem.buffers[i];
        const auto& placement = layout.placements[i];
        if (!placement || placement->offset < Offset(0)) {
            return failure(Error{source, 0,
                                 in_quotes(buffer.name) + (placement ? " has a negative offset" : " is not placed"),
                                 "plan the file first: arenascope plan FILE -o PLAN"});
        }
        CArena& arena = arenas[placement->region.value()];
        const Bytes alignment = alignment_of(problem, buffer);
        arena.bytes = std::max(arena.bytes, placement->offset + buffer.size - Offset(0));
        arena.alignment = std::max(arena.alignment, alignment);
        arena.rows += "    {" + std::to_string(placement->offset.value()) + ", " + std::to_string(buffer.size.value()) +
                      ", " + std::to_string(alignment.value()) + "},  // " + c_comment(buffer.name) + "\n";
        ++arena.count;
    }
    const std::string guard = c_macro(plan) + "_H";
    std::string text =
        "// Where each buffer of a plan lies in its arena.\n#ifndef " + guard + "\n#define " + guard +
        "\n\n#include <assert.h>\n#include <stdint.h>\n\nstruct " + plan +
        "_place {\n    uint64_t offset;     // bytes from the start of the arena\n    uint64_t size;       // "
        "bytes\n    uint64_t alignment;  // of the address\n};\n";
    for (const CArena& arena : arenas) {
        const std::string own = plan + "_" + arena.name;
        const std::string macro = c_macro(own);
        const std::string count = std::to_string(arena.count);
        text += "\n#define " + macro + "_BYTES UINT64_C(" + std::to_string(arena.bytes.value()) + ")\n#define " +
                macro + "_ALIGNMENT " + std::to_string(arena.alignment.value()) + "\n#define " + macro + "_COUNT " +
                count + "\n// Define these before the header, and the compiler checks them.\n#ifdef " + macro +
                "_SIZE\nstatic_assert(" + macro + "_SIZE >= " + macro +
                "_BYTES, \"the arena is smaller than its plan\");\n" + "#endif\n#ifdef " + macro +
                "_ALIGNED\nstatic_assert(" + macro + "_ALIGNED % " + macro +
                "_ALIGNMENT == 0, \"the arena is not aligned as its plan\");\n#endif\n";
        if (arena.count > 0) {
            text += "static const struct " + plan + "_place " + own + "[" + count + "] = {\n" + arena.rows +
                    "};\nstatic_assert(sizeof(" + own + ") / sizeof(" + own + "[0]) == " + macro +
                    "_COUNT, \"the plan is not complete\");\n";
        }
    }
    return text + "\n#endif\n";
}

}  // namespace arenascope
