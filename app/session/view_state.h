#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/text/json_reader.h"
#include "core/model/memory/quantity.h"
#include "core/picture/plan/viewport.h"

namespace arenascope {

/// What a window shows of a plan beside the plan itself, as a value. A journal keeps it with unsaved edits, and the
/// memory of files until the file is opened again.
struct ViewState {
    std::string mode;                   ///< name of the window's mode; empty: unknown, as in the next ones
    std::optional<View> view = {};      ///< the visible part; empty: the whole plan
    std::optional<Step> cursor = {};    ///< the time cursor
    std::vector<std::string> selected;  ///< names of buffers; a selection of more than most_selected is not kept
    std::string color_by;               ///< name of a ColorBy
    bool shows_free_areas = false;
    std::int64_t frame = -1;   ///< index of the shown step of the run; −1: none
    std::uint64_t frames = 0;  ///< number of steps of that run
    std::string planner;       ///< what the window plans with, as the next two
    std::vector<std::pair<std::string, std::string>> settings;
    std::uint64_t seed = 0;

    static constexpr std::size_t most_selected = 1000;
    friend bool operator==(const ViewState&, const ViewState&) = default;
};

/// One JSON object on one line. Reading it gives an equal state.
[[nodiscard]] std::string json_of(const ViewState& state);

/// Reads such an object. What is missing or wrong gets its default: a view is worth no error.
[[nodiscard]] ViewState view_state_in(const JsonField& object);

}  // namespace arenascope
