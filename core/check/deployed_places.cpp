#include "core/check/deployed_places.h"

namespace arenascope {

DeployedPlaces::DeployedPlaces(const Deployment& deployment) {
    add(deployment.inputs, the_caller);
    add(deployment.variables, the_caller);
    add(deployment.scratch, the_caller);
    for (std::size_t i = 0; i < deployment.operators.size(); ++i) {
        add(deployment.operators[i].writes, static_cast<std::uint32_t>(i));
    }
}

void DeployedPlaces::add(const std::vector<DeployedBuffer>& buffers, std::uint32_t writer) {
    for (const DeployedBuffer& one : buffers) {
        written_.try_emplace(one.name, Written{one.place, writer});
    }
}

OptionalPlacement DeployedPlaces::place_of(std::string_view buffer) const {
    const auto found = written_.find(buffer);
    return found == written_.end() ? std::nullopt : found->second.place;
}

std::optional<std::uint32_t> DeployedPlaces::writer_of(std::string_view buffer) const {
    const auto found = written_.find(buffer);
    return found == written_.end() ? std::nullopt : std::optional(found->second.writer);
}

OptionalPlacement DeployedPlaces::place_of(const DeployedPart& part) const {
    auto place = place_of(std::string_view(part.buffer));
    if (place) {
        place->offset = place->offset + part.position;
    }
    return place;
}

}  // namespace arenascope
