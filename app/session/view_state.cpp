#include "app/session/view_state.h"

#include <array>
#include <cmath>
#include <cstdio>
#include <cstdlib>

#include "core/base/text/json_text.h"

namespace arenascope {
namespace {

/// With all digits: a step near 10^18 and half a step must both be exact.
std::string text_of_number(long double value) {
    std::array<char, 64> text{};
    std::snprintf(text.data(), text.size(), "%.21Lg", value);
    return text.data();
}

/// Both ends of a stretch as text; empty: they are no numbers, or in the wrong order.
std::optional<Stretch> stretch_in(const JsonField& object, std::string_view from_key, std::string_view to_key) {
    const std::string from = object.optional_text(from_key, "");
    const std::string to = object.optional_text(to_key, "");
    const Stretch stretch{std::strtold(from.c_str(), nullptr), std::strtold(to.c_str(), nullptr)};
    const bool is_sound = std::isfinite(stretch.from) && std::isfinite(stretch.to) && stretch.from < stretch.to;
    return is_sound ? std::optional(stretch) : std::nullopt;
}

}  // namespace

std::string json_of(const ViewState& state) {
    std::string out;
    MemberWriter members(out);
    members.text("mode", state.mode);
    if (state.view) {
        members.text("steps_from", text_of_number(state.view->steps.from));
        members.text("steps_to", text_of_number(state.view->steps.to));
        members.text("bytes_from", text_of_number(state.view->bytes.from));
        members.text("bytes_to", text_of_number(state.view->bytes.to));
    }
    if (state.cursor) {
        members.number("cursor", state.cursor->value());
    }
    members.row("selected", state.selected, [&out](const std::string& name) { append_json_string(out, name); });
    members.text("color_by", state.color_by);
    members.flag("free_areas", state.shows_free_areas);
    members.number("frame", state.frame);
    members.count("frames", state.frames);
    members.text("planner", state.planner);
    members.row("settings", state.settings, [&out](const auto& setting) {
        MemberWriter member(out);
        member.text("key", setting.first);
        member.text("value", setting.second);
        member.close();
    });
    members.count("seed", state.seed);
    members.close();
    return out;
}

ViewState view_state_in(const JsonField& object) {
    ViewState state;
    state.mode = object.optional_text("mode", "");
    const auto steps = stretch_in(object, "steps_from", "steps_to");
    const auto bytes = stretch_in(object, "bytes_from", "bytes_to");
    if (steps && bytes) {
        state.view = View{*steps, *bytes};
    }
    if (const auto cursor = object.optional_integer("cursor")) {
        state.cursor = Step(*cursor);
    }
    const auto selected = object.value().find("selected");
    if (selected != object.value().end() && selected->is_array()) {
        for (const auto& name : *selected) {
            if (name.is_string()) {
                state.selected.push_back(bytes_of_json_string(name.get_ref<const std::string&>()));
            }
        }
    }
    state.color_by = object.optional_text("color_by", "");
    state.shows_free_areas = object.flag("free_areas", false);
    state.frame = object.optional_integer("frame").value_or(-1);
    state.frames = object.has("frames") ? object.count("frames") : 0;
    state.planner = object.optional_text("planner", "");
    object.for_each("settings", [&state](const JsonField& setting) {
        state.settings.emplace_back(setting.optional_text("key", ""), setting.optional_text("value", ""));
    });
    state.seed = object.has("seed") ? object.count("seed") : 0;
    return state;
}

}  // namespace arenascope
