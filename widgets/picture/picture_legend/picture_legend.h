#pragma once

#include <cstddef>
#include <vector>

#include <QWidget>

#include "core/picture/plan/legend.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// The legend of the picture in the window, in at most one or two rows. The tooltip of an entry explains its word.
class PictureLegend final : public QWidget {
    Q_OBJECT

public:
    explicit PictureLegend(QWidget* parent = nullptr);

    /// Without entries it takes no room.
    void set_entries(std::vector<LegendEntry> entries, Theme theme);
    [[nodiscard]] const std::vector<LegendEntry>& entries() const { return entries_; }
    void set_most_rows(int rows);
    /// The entries that fit. If there are more, the last one says how many.
    [[nodiscard]] std::vector<LegendEntry> drawn_entries() const { return shown(width()).entries; }
    /// The explanation of the entry at a position of the widget. Elsewhere, the names of all entries.
    [[nodiscard]] QString tooltip_at(QPoint position) const;

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] QSize minimumSizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    bool event(QEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    [[nodiscard]] TextStyle style() const;
    /// The entries that fit into the rows, and their places. If some do not fit, the last one says how many.
    [[nodiscard]] FittedLegend shown(int width) const;
    [[nodiscard]] QString all_names() const;

    std::vector<LegendEntry> entries_;
    Theme theme_ = Theme::light;
    MeasureText measure_;
    int most_rows_ = 2;
};

/// What an entry means; its name if there is nothing to add.
[[nodiscard]] QString legend_meaning(const LegendEntry& entry);

}  // namespace arenascope
