#pragma once

#include <optional>
#include <utility>

#include "arenascope/plan.h"
#include "core/base/error/error.h"
#include "core/format/document.h"
#include "core/planner/planning.h"

namespace arenascope::api {

/// What a problem of the public interface holds.
struct ProblemContent {
    arenascope::Document document;  ///< its layout is that of the file
};

/// What a layout of the public interface holds.
struct LayoutContent {
    Problem problem;  ///< as planned
    arenascope::Layout layout;
    std::optional<arenascope::Provenance> provenance = {};
    std::optional<arenascope::Trace> trace = {};
    std::int64_t lower_bound = 0;
};

/// An error in the words of the public interface.
[[nodiscard]] inline tl::unexpected<Error> refused(const arenascope::Error& error) {
    return tl::unexpected(Error{error.source, error.line, error.cause, error.cure});
}

/// The same for a failure without a file.
[[nodiscard]] inline tl::unexpected<Error> refused(std::string what, std::string cure) {
    return tl::unexpected(Error{{}, 0, std::move(what), std::move(cure)});
}

}  // namespace arenascope::api
