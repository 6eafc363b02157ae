#include "arenascope/problem.h"

#include <memory>

#include "core/base/error/out_of_memory.h"
#include "core/format/reading.h"
#include "core/library/contents.h"
#include "core/model/memory/live_profile.h"
#include "core/model/network/import_options.h"

namespace arenascope::api {

std::string to_string(const Error& error) {
    return arenascope::to_string(arenascope::Error{error.file, error.line, error.what, error.cure});
}

Result<Problem> Problem::make(const std::vector<Buffer>& buffers, const std::vector<Region>& regions) {
    Document document;
    arenascope::Problem& problem = document.problem;
    problem.regions.clear();
    for (const Region& region : regions) {
        arenascope::Region own;
        own.name = region.name;
        own.capacity = region.capacity ? std::optional(Bytes(*region.capacity)) : std::nullopt;
        own.alignment = Bytes(region.alignment);
        problem.regions.push_back(std::move(own));
    }
    if (regions.empty()) {
        return refused("a problem has no memory", "give at least one region");
    }
    for (const Buffer& buffer : buffers) {
        arenascope::Buffer own;
        own.name = Name(buffer.name);
        own.size = Bytes(buffer.size);
        own.lifetime = {Step(buffer.begin), Step(buffer.end)};
        own.alignment = Bytes(buffer.alignment);
        if (buffer.region >= regions.size()) {
            return refused("the region of buffer '" + buffer.name + "' does not exist", "count from 0");
        }
        own.region = RegionIndex(buffer.region);
        own.pin = buffer.pin ? OptionalOffset(Offset(*buffer.pin)) : OptionalOffset();
        problem.buffers.push_back(std::move(own));
    }
    if (const auto valid = validate(problem); !valid) {
        return refused(valid.error());
    }
    document.layout = empty_layout(problem);
    return Problem(std::make_shared<const ProblemContent>(ProblemContent{std::move(document)}));
}

Result<Problem> Problem::read(const std::string& path, const std::vector<Setting>& switches) {
    const auto options = import_options(switches);
    if (!options) {
        return refused(options.error());
    }
    auto document = read_document(path, *options);
    if (!document) {
        return refused(document.error());
    }
    return Problem(std::make_shared<const ProblemContent>(ProblemContent{std::move(*document)}));
}

std::vector<Buffer> Problem::buffers() const {
    std::vector<Buffer> buffers;
    buffers.reserve(content_->document.problem.buffers.size());
    for (const arenascope::Buffer& buffer : content_->document.problem.buffers) {
        buffers.push_back({buffer.name.text(), buffer.size.value(), buffer.lifetime.begin.value(),
                           buffer.lifetime.end.value(), buffer.alignment.value(), buffer.region.value(),
                           buffer.pin ? std::optional((*buffer.pin).value()) : std::nullopt});
    }
    return buffers;
}

std::vector<Region> Problem::regions() const {
    std::vector<Region> regions;
    for (const arenascope::Region& region : content_->document.problem.regions) {
        regions.push_back({region.name, region.capacity ? std::optional(region.capacity->value()) : std::nullopt,
                           region.alignment.value()});
    }
    return regions;
}

std::int64_t Problem::threshold() const {
    return arenascope::threshold(content_->document.problem).value();
}

}  // namespace arenascope::api
