#include "app/command_line/info_command.h"

#include "app/command_line/json_text.h"
#include "core/format/document.h"
#include "core/memory/live_profile.h"
#include "core/picture/unit.h"

namespace arenascope {
namespace {

/// The profile of the region with the highest threshold: it decides threshold and peak step of the whole.
LiveProfile deciding_profile(const Document& document) {
    LiveProfile deciding;
    for (std::size_t i = 0; i < document.problem.regions.size(); ++i) {
        LiveProfile profile = live_profile(document.problem, document.layout, RegionIndex(i));
        if (i == 0 || profile.threshold > deciding.threshold) {
            deciding = std::move(profile);
        }
    }
    return deciding;
}

Json region_json(const Document& document, RegionIndex index) {
    const Region& region = document.problem.regions[index.value()];
    std::int64_t buffers = 0;
    for (const Buffer& buffer : document.problem.buffers) {
        buffers += buffer.region == index ? 1 : 0;
    }
    return {{"name", region.name},
            {"capacity", region.capacity ? Json(region.capacity->value()) : Json()},
            {"alignment", region.alignment.value()},
            {"buffers", buffers},
            {"threshold", live_profile(document.problem, document.layout, index).threshold.value()}};
}

Json info_json(const Document& document) {
    const LiveProfile profile = deciding_profile(document);
    const Lifetime span = time_span(document.problem);
    const bool placed = is_complete(document.layout) && !document.problem.buffers.empty();
    Json regions = Json::array();
    for (std::size_t i = 0; i < document.problem.regions.size(); ++i) {
        regions.push_back(region_json(document, RegionIndex(i)));
    }
    return {{"format", name_of(document.format)},
            {"buffers", document.problem.buffers.size()},
            {"steps", length(span).value()},
            {"threshold", profile.threshold.value()},
            {"peak_step", profile.peak_step.value()},
            {"total_bytes", total_size(document.problem).value()},
            {"placed", placed},
            {"peak", placed ? Json(peak(document.problem, document.layout).value()) : Json()},
            {"regions", regions},
            {"unknown_sizes", Json::array()},
            {"assumed_dimensions", 0},
            {"notes", document.notes}};
}

std::string bytes_line(const std::string& label, std::int64_t bytes, Unit unit) {
    return label + amount_text(bytes, unit) + " (" + grouped(bytes) + " B)\n";
}

std::string info_text(const Document& document) {
    const LiveProfile profile = deciding_profile(document);
    const Lifetime span = time_span(document.problem);
    const Unit unit = unit_for(profile.threshold);
    std::string text;
    text += "format      " + std::string(name_of(document.format)) + "\n";
    text += "buffers     " + grouped(static_cast<std::int64_t>(document.problem.buffers.size())) + "\n";
    text += "steps       " + grouped(length(span).value()) + ", [" + grouped(span.begin.value()) + ", " +
            grouped(span.end.value()) + ")\n";
    text += bytes_line("threshold   ", profile.threshold.value(), unit);
    text += "peak step   " + grouped(profile.peak_step.value()) + "\n";
    text += bytes_line("total       ", total_size(document.problem).value(), unit);
    if (is_complete(document.layout) && !document.problem.buffers.empty()) {
        const Offset top = peak(document.problem, document.layout);
        text += bytes_line("peak        ", top.value(), unit);
        text += "over        " + percent_text(fragmentation(top, profile.threshold)) + "\n";
    } else {
        text += "peak        not placed\n";
    }
    for (const Region& region : document.problem.regions) {
        text += "region      " + region.name +
                (region.capacity ? ", capacity " + amount_text(region.capacity->value(), unit) : ", no capacity") +
                ", alignment " + std::to_string(region.alignment.value()) + "\n";
    }
    for (const std::string& note : document.notes) {
        text += "note        " + note + "\n";
    }
    return text;
}

}  // namespace

ExitStatus run_info(const CommonArguments& arguments) {
    if (const auto settings = check_settings(arguments); !settings) {
        report(settings.error());
        return ExitStatus::unusable;
    }
    const auto document = read_document(arguments.file);
    if (!document) {
        report(document.error());
        return ExitStatus::unusable;
    }
    const bool printed = print(arguments.json ? json_text(info_json(*document)) : info_text(*document));
    return printed ? ExitStatus::fine : ExitStatus::unusable;
}

}  // namespace arenascope
