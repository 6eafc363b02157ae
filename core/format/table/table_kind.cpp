#include "core/format/table/table_kind.h"

namespace arenascope {

std::optional<BufferKind> table_kind_named(std::string_view name) {
    return name == "workspace"  ? BufferKind::activation
           : name == "constant" ? BufferKind::variable
                                : buffer_kind_named(name);
}

}  // namespace arenascope
