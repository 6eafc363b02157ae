#pragma once

#include <QAction>

#include "app/window/frame/dock_fill.h"
#include "app/window/frame/window_part.h"

namespace arenascope {

class PeakChainList;
class PeakPage;

/// Connects the docks about the whole plan to the session: its figures, the explanation of its peak, and its free
/// areas.
class PeakViews final : public WindowPart {
    Q_OBJECT

public:
    explicit PeakViews(const WindowFrame& frame);

    /// Beside the explanation; see PeakChainList::set_lever_words().
    void set_lever_words(const QString& words);

signals:
    /// The user wants changes that lower the explained peak.
    void improvement_asked();

private:
    void show_figures();
    void show_free_areas();
    void show_explanation();
    /// Shows the explanation of the peak in a list, or why there is none.
    void explain_in(PeakChainList& list) const;
    void show_page();
    [[nodiscard]] QAction& debug_mode() const;

    DockFill explanation_;
    PeakPage* page_;  ///< in the inspector
    DockFill page_fill_;
    DockFill free_areas_;
};

}  // namespace arenascope
