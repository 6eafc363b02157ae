#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/analysis/explain/memory_bands.h"
#include "core/base/text/amount.h"
#include "core/model/tiers/risk.h"
#include "core/picture/plan/palette.h"
#include "qt/tasks/background_task.h"
#include "qt/words/shown_names.h"

namespace arenascope {

/// A label of the memory map: the height of its middle, in pixels from the top.
struct MapLabel {
    int y = 0;
    Offset offset;
    friend bool operator==(const MapLabel&, const MapLabel&) = default;
};

/// Which bounds of bands get a label with their offset, so that labels are `line` pixels apart: the lowest and the
/// highest first, then the others from the bottom up. Sorted from the bottom up. O(k log k).
[[nodiscard]] std::vector<MapLabel> map_labels(const std::vector<MemoryBand>& bands, AddressRange shown, int height,
                                               int line);

/// The memory at one step, as a column of addresses: what lies where, what is free, and where the capacity ends.
/// Of a large plan, it is found on another thread.
class MemoryMap final : public QWidget {
    Q_OBJECT

public:
    explicit MemoryMap(QWidget* parent = nullptr);

    /// `risks` by buffer. The region is the one whose memory is shown.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks, RegionIndex region);
    void set_step(Step step);
    void set_unit(Unit unit);
    [[nodiscard]] const std::vector<MemoryBand>& bands() const { return bands_; }
    [[nodiscard]] QSize sizeHint() const override;

signals:
    void chosen(BufferIndex buffer);

protected:
    void paintEvent(QPaintEvent* event) override;
    void mousePressEvent(QMouseEvent* event) override;
    bool event(QEvent* event) override;

private:
    void refresh();
    [[nodiscard]] AddressRange shown() const;
    [[nodiscard]] std::optional<Offset> capacity() const;
    [[nodiscard]] QRect column() const;
    [[nodiscard]] int y_of(Offset offset) const;
    [[nodiscard]] const MemoryBand* band_at(QPoint point) const;
    [[nodiscard]] QString words(const MemoryBand& band) const;
    void paint_band(QPainter& painter, const MemoryBand& band) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks_;
    ShownNames names_;
    RegionIndex region_{0};
    Step step_;
    Unit unit_ = Unit::bytes;
    Theme theme_ = Theme::light;
    std::vector<MemoryBand> bands_;
    BackgroundTask task_;
};

}  // namespace arenascope
