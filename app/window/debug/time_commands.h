#pragma once

#include "app/session/named_place.h"
#include "app/window/frame/window_part.h"
#include "core/analysis/explain/live_census.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// The commands that go to the peak, and to a place that the user names. They bring it into view.
///
///   a step                the time cursor goes there
///   an offset             the buffers that use the byte are selected
///   a buffer              it is selected
///   a step of the run     it is shown
///
/// Also the commands of the selected range: zoom to it, and select what lives in it or what it leaves alive.
class TimeCommands final : public WindowPart {
    Q_OBJECT

public:
    explicit TimeCommands(const WindowFrame& frame);

private:
    void go_to_peak();
    void go_to();
    void go(const NamedPlace& place);
    /// The region of the first selected buffer that is placed; otherwise the first region.
    [[nodiscard]] RegionIndex region_of_selection() const;
    void zoom_to_range();
    void select_in_range(CensusOf of);
    void enable() const;
    /// Finds something in the shown plan, on another thread if it is large, and delivers it if that is still shown.
    template <class Work, class Deliver>
    void find(Work work, Deliver deliver);

    BackgroundTask finding_{this};
};

}  // namespace arenascope
