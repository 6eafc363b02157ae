#include "app/session/no_room.h"

#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"

namespace arenascope {

std::string shortage_text(const Misfit& misfit) {
    return "the memory needs " + grouped(misfit.missing.value()) + " B more, the largest free area is " +
           grouped(misfit.largest_free_area.value()) + " B";
}

Error no_room(const std::string& file, const Plan& plan) {
    const Misfit& first = plan.result.misfits.front();
    const Buffer& buffer = plan.problem.buffers[first.buffer];
    const std::size_t count = plan.result.misfits.size();
    return {file.empty() ? std::string() : source_name(file), 0,
            (count == 1 ? "no room for 1 buffer: "
                        : "no room for " + grouped(static_cast<std::int64_t>(count)) + " buffers, the first is ") +
                in_quotes(buffer.name) + " in " + in_quotes(plan.problem.regions[buffer.region].name) + ": " +
                shortage_text(first),
            "raise the capacity, use more cores or try other options"};
}

}  // namespace arenascope
