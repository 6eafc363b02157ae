#pragma once

#include <functional>
#include <string_view>

namespace arenascope {

/// Takes the next part of a text. False: no more is wanted, because it cannot be written.
using TextSink = std::function<bool(std::string_view part)>;

/// Gives a text to a sink part by part, so that no more than some parts of a long one are in memory. It may call the
/// sink on threads of its own, one call at a time.
using TextSource = std::function<void(const TextSink& sink)>;

}  // namespace arenascope
