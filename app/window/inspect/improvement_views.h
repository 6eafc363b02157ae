#pragma once

#include <atomic>
#include <cstddef>
#include <memory>
#include <vector>

#include <QTimer>

#include "app/window/frame/window_part.h"
#include "core/analysis/improvement/improvement.h"
#include "qt/tasks/background_task.h"

namespace arenascope {

/// Connects "Improve" to the session: searches on another thread, outlines the chosen change in the picture, and
/// makes it by hand. Another layout drops the list, because it was found for the former one.
class ImprovementViews final : public WindowPart {
    Q_OBJECT

public:
    explicit ImprovementViews(const WindowFrame& frame);
    ~ImprovementViews() override;

    /// Looks for changes that lower the explained peak.
    void improve_peak();

private:
    /// What a search under way shares with this thread.
    struct Search {
        std::atomic<bool> is_stopped = false;
        std::atomic<std::size_t> done = 0;
        std::atomic<std::size_t> all = 0;
    };

    /// Searches around the selected buffers, or around those that carry the peak.
    void search();
    void search_around(std::vector<BufferIndex> buffers, std::optional<RegionIndex> region);
    void stop() const;
    void drop();
    void show_progress();
    void show_chosen();
    /// Makes the chosen change, which can be undone.
    void apply();

    BackgroundTask task_;
    QTimer timer_;
    std::shared_ptr<Search> search_;  ///< null: none is under way
};

}  // namespace arenascope
