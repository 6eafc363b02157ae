#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

#include "core/picture/plan/axis.h"
#include "core/picture/plan/container.h"
#include "core/picture/plan/page_content.h"
#include "core/picture/terminal/cell_look.h"
#include "core/picture/terminal/text_plot.h"
#include "core/picture/terminal/text_scale.h"
#include "core/picture/terminal/text_writer.h"

namespace arenascope {

/// Writes the containers of a plan with their lines, axes and live sizes. The number of an offset stands before the row
/// that shows it.
class ContainerLines {
public:
    /// All arguments must outlive this.
    ContainerLines(const PageContent& content, const std::vector<Container>& stack, const Coloring& colors,
                   const CellLook& look, const Palette& tokens, const Glyphs& glyphs, Unit unit, TextWriter& writer);

    /// The containers from the top of the stack to its bottom, and the time axis that they share.
    void add_all();

private:
    void add_containers();
    void add_container(const Container& container, std::int32_t wanted_rows,
                       const std::vector<MemoryRectangle>& rectangles, const std::vector<MemoryRectangle>& conflicts);
    void add_bands();
    void add_rows(const TextPlot& plot, const std::vector<std::string>& numbers, std::int32_t from, std::int32_t to);
    void add_line(const std::vector<std::string>& labels, std::string_view glyph, std::optional<Color> ink);
    void add_threshold_line(const Container& container);
    void add_peak_line(const Container& container);
    void add_live(const LiveProfile& profile, std::int32_t rows);
    void add_time_axis();

    [[nodiscard]] std::int32_t plot_columns() const { return writer_.width() - axis_width_ - 1; }
    [[nodiscard]] std::int32_t rows_alone() const;
    [[nodiscard]] std::int32_t width_of_axis() const;
    [[nodiscard]] std::string axis_cell(const std::string& text) const;
    [[nodiscard]] std::vector<Tick> ticks_of(const Container& container, std::int32_t rows) const;
    [[nodiscard]] std::vector<Tick> ticks_of_bands(std::int32_t rows) const;

    const PageContent& content_;
    const std::vector<Container>& stack_;
    const Coloring& colors_;
    const CellLook& look_;
    const Palette& tokens_;
    const Glyphs& glyphs_;
    Unit unit_;
    TextWriter& writer_;
    std::int32_t axis_width_;
    StepColumns steps_;
    std::string head_;  ///< the unit of an offset axis; written before the first line across its plot
};

}  // namespace arenascope
