#pragma once

#include <memory>
#include <optional>

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"
#include "core/trace/placement_step.h"

namespace arenascope {

struct PageContent;

/// Connects the table of cores to the session and the picture. Folding, hiding and moving a core in the table changes
/// the picture. Choosing a core zooms to it and shows only its live size. The table exists only for problems with more
/// than one memory.
class CoreViews final : public WindowPart {
    Q_OBJECT

public:
    explicit CoreViews(const WindowFrame& frame);

    /// Sets the containers of a page to those of the window.
    void add_to(PageContent& content) const;

private:
    void show_plan();
    /// The table always knows the memories, because the picture follows it; `layout` null: without figures.
    void fill_cores(std::shared_ptr<const Layout> layout) const;
    /// Makes the table of candidates available if the run recorded any.
    void offer_candidates();
    /// Warns about buffers that did not fit.
    void show_misfits();
    /// The warning about buffers that did not fit: core, operator, missing bytes and the largest free area of the
    /// first, and the number of the others. Empty: all fit.
    [[nodiscard]] QString misfit_text() const;
    void select_misfits();
    void show_step();
    /// The shown step of a many-core run; empty at the end of the run, where only the layout matters.
    [[nodiscard]] std::optional<PlacementStep> recorded_step() const;
    /// The same with the context of the candidate that the user has picked.
    [[nodiscard]] std::optional<PlacementStep> shown_step() const;

    DockFill cores_;
};

}  // namespace arenascope
