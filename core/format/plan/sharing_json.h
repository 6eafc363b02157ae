#pragma once

#include "core/base/text/json_reader.h"
#include "core/base/text/json_text.h"
#include "core/format/plan/buffer_names.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/problem.h"

namespace arenascope {

/// Adds the member sharing, one group a line. Adds nothing if no buffers share memory.
void append_sharing(MemberWriter& plan, const Problem& problem, const Layout& layout);

/// Reads the output of `append_sharing`, after all buffers. Errors go into the field's reading.
void read_sharing(const JsonField& field, BufferNames& names, Layout& layout);

}  // namespace arenascope
