#pragma once

#include <memory>
#include <string_view>

#include <QString>

#include "core/model/memory/problem.h"
#include "core/model/memory/short_names.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"

namespace arenascope {

/// The rule for the names of a problem. All views ask for the same few problems, so the last ones are remembered, on
/// any thread: constant then, otherwise as short_names(). What makes a large problem asks before views do.
[[nodiscard]] ShortNames shown_rule(const std::shared_ptr<const Problem>& problem);

/// The names of a problem's buffers as lists show them. Tooltips have the full names.
class ShownNames {
public:
    /// Linear if it is another problem than before.
    void set_problem(const std::shared_ptr<const Problem>& problem) {
        if (problem != problem_) {
            problem_ = problem;
            rule_ = problem ? shown_rule(problem) : ShortNames();
        }
    }

    [[nodiscard]] QString operator()(BufferIndex buffer) const { return visible_text(rule_(name_of(buffer))); }
    [[nodiscard]] QString full(BufferIndex buffer) const { return visible_text(name_of(buffer)); }
    [[nodiscard]] QString tooltip(BufferIndex buffer) const { return plain_tooltip(full(buffer)); }
    [[nodiscard]] const ShortNames& rule() const { return rule_; }
    /// What the names lack; empty: nothing.
    [[nodiscard]] QString note() const { return visible_text(note_of(rule_)); }

private:
    [[nodiscard]] std::string_view name_of(BufferIndex buffer) const { return problem_->buffers[buffer].name; }

    std::shared_ptr<const Problem> problem_;
    ShortNames rule_;
};

}  // namespace arenascope
