#pragma once

#include <cstdint>
#include <string>
#include <vector>

#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/base/text/text_source.h"
#include "core/format/plan/plain_buffer_list.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Adds the members regions, steps, buffers, heaps, objects, sharing, operators, removed and copied, one element a
/// line. Default values are left out. If there is a sink, it gets the text up to the end of the buffers, which are
/// written on several threads, and `plan` holds what follows.
void append_problem(MemberWriter& plan, const Problem& problem, const Layout& layout, const TextSink& sink = {});

/// Which size variable scratch without an offset has.
enum class VariableSize : std::uint8_t {
    minimum,  ///< a plan: it has no size of its own before it is placed
    written,  ///< a trace: the offsets are elsewhere, and the size is the one that its planner gave it
};

/// Reads the output of `append_problem`, with the layout. If there are operators, a buffer without begin and end gets
/// the lifetime that follows from them. Errors go into the field's reading. The problem is not yet validated.
/// `plain`: the list of buffers if it was read before; it is moved from. Its regions must be those of the field.
void read_problem(const JsonField& field, Problem& problem, Layout& layout, PlainBufferList* plain = nullptr,
                  VariableSize variable_size = VariableSize::minimum);

/// validate() for a problem read from JSON. `buffers` is the path to its list of buffers, so that an error about a
/// buffer names its line.
[[nodiscard]] Expected<void> validate_read(const Problem& problem, std::string_view content, const std::string& source,
                                           const std::vector<JsonStep>& buffers);

}  // namespace arenascope
