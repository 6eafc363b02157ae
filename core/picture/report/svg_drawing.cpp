#include "core/picture/report/svg_drawing.h"

#include <algorithm>
#include <cstddef>
#include <variant>

#include "core/picture/report/html_text.h"
#include "core/picture/report/svg_text.h"

namespace arenascope {
namespace {

/// Converts the primitives one after the other. Boxes and lines of the same look, one after the other, are one path.
class SvgConverter {
public:
    SvgConverter(const Drawing& light, const Drawing& dark, ThemeColors& colors, HatchTable& hatches)
        : light_(light), dark_(dark), colors_(colors), hatches_(hatches) {}

    SvgDrawing convert() {
        const std::size_t count = std::min(light_.primitives.size(), dark_.primitives.size());
        for (std::size_t i = 0; i < count; ++i) {
            std::visit([this, i](const auto& primitive) { add(primitive, i); }, light_.primitives[i]);
        }
        finish_path();
        return std::move(result_);
    }

private:
    /// The same primitive in the dark theme.
    template <class Primitive>
    const Primitive& dark(std::size_t i) const {
        return std::get<Primitive>(dark_.primitives[i]);
    }

    void add(const FilledBox& box, std::size_t i) {
        const FilledBox& other = dark<FilledBox>(i);
        if (is_plate(i)) {
            halo_ = ThemedColor{*box.fill, *other.fill};
            return;
        }
        if (box.pattern != Pattern::plain && box.fill) {
            const std::string fill = hatches_.fill(box.pattern, ThemedColor{*box.fill, *other.fill},
                                                   {box.mark, other.mark}, HatchTable::In::pixels);
            add_path("fill=\"" + fill + "\"" + edge_of_box(box, other, "class=\"", "\""), box.box);
            return;
        }
        std::string look = "class=\"" + (box.fill ? colors_.fill({*box.fill, *other.fill}) : std::string("none"));
        look += edge_of_box(box, other, " ", "") + "\"";
        if (box.edge && box.edge_width != 1) {
            append_pixels(look, "stroke-width", box.edge_width);
        }
        if (box.opacity < 1) {
            append_pixels(look, "fill-opacity", box.opacity);
        }
        add_path(look, box.box);
    }

    std::string edge_of_box(const FilledBox& box, const FilledBox& other, const char* before, const char* after) {
        return box.edge ? before + colors_.stroke({*box.edge, *other.edge}) + after : std::string();
    }

    void add(const StraightLine& line, std::size_t i) {
        std::string look = "class=\"none " + colors_.stroke({line.color, dark<StraightLine>(i).color}) + "\"";
        append_pixels(look, "stroke-width", line.width);
        look += line.dash == Dash::dashed   ? " stroke-dasharray=\"7 4\""
                : line.dash == Dash::dotted ? " stroke-dasharray=\"2 3\""
                                            : "";
        begin_path(look);
        append_point('M', line.from);
        append_point('L', line.to);
    }

    /// The head of an arrow keeps its size, as texts do.
    void add_head(const Path& path, const ThemedColor& fill) {
        result_.texts += "<path class=\"head " + colors_.fill(fill) + "\" transform=\"translate(";
        append_pixels(result_.texts, path.points.front().x);
        result_.texts += ' ';
        append_pixels(result_.texts, path.points.front().y);
        result_.texts += ")\" d=\"";
        for (const Point& point : path.points) {
            result_.texts += &point == &path.points.front() ? 'M' : 'L';
            append_pixels(result_.texts, point.x - path.points.front().x);
            result_.texts += ' ';
            append_pixels(result_.texts, point.y - path.points.front().y);
        }
        result_.texts += "z\"/>\n";
    }

    void add(const Path& path, std::size_t i) {
        const Path& other = dark<Path>(i);
        constexpr std::size_t corners = 3;
        if (path.fill && !path.color && path.points.size() == corners) {
            add_head(path, {*path.fill, *other.fill});
            return;
        }
        std::string look = "class=\"" + (path.fill ? colors_.fill({*path.fill, *other.fill}) : std::string("none"));
        if (path.color) {
            look += " " + colors_.stroke({*path.color, *other.color});
        }
        look += "\"";
        append_pixels(look, "stroke-width", path.width);
        begin_path(look);
        for (std::size_t k = 0; k < path.points.size(); ++k) {
            append_point(k == 0 ? 'M' : 'L', path.points[k]);
        }
        if (path.fill) {
            result_.shapes += 'z';
        }
    }

    void add(const DrawnText& text, std::size_t i) {
        finish_path();
        append_svg_text(result_.texts, text, {text.color, dark<DrawnText>(i).color}, halo_, colors_);
        halo_.reset();
    }

    void add(const std::shared_ptr<const PixelGrid>&, std::size_t) {}
    void add(const ClipBegin&, std::size_t) {}
    void add(const ClipEnd&, std::size_t) {}

    /// Whether a box is the ground of the text that follows it.
    [[nodiscard]] bool is_plate(std::size_t i) const {
        const auto& box = std::get<FilledBox>(light_.primitives[i]);
        const auto* text =
            i + 1 < light_.primitives.size() ? std::get_if<DrawnText>(&light_.primitives[i + 1]) : nullptr;
        return text != nullptr && box.fill && !box.edge && box.pattern == Pattern::plain &&
               box.box.left - 1 <= text->at.x && text->at.x <= box.box.right + 1 &&
               contains(box.box, middle(box.box)) && box.box.top <= text->at.y && text->at.y <= box.box.bottom;
    }

    void add_path(const std::string& look, const Box& box) {
        begin_path(look);
        append_box_path(result_.shapes, box);
    }

    void append_point(char command, Point point) {
        result_.shapes += command;
        append_pixels(result_.shapes, point.x);
        result_.shapes += ' ';
        append_pixels(result_.shapes, point.y);
    }

    void begin_path(const std::string& look) {
        if (look == look_) {
            return;
        }
        finish_path();
        look_ = look;
        result_.shapes += "<path " + look + " d=\"";
    }

    void finish_path() {
        if (!look_.empty()) {
            result_.shapes += "\"/>\n";
            look_.clear();
        }
    }

    const Drawing& light_;
    const Drawing& dark_;
    ThemeColors& colors_;
    HatchTable& hatches_;
    SvgDrawing result_;
    std::string look_;                 ///< of the path that is open; empty: none is
    std::optional<ThemedColor> halo_;  ///< of the next text
};

}  // namespace

SvgDrawing svg_drawing(const std::function<void(Drawing& drawing, Theme theme)>& draw, ThemeColors& colors,
                       HatchTable& hatches) {
    Drawing light;
    Drawing dark;
    draw(light, Theme::light);
    draw(dark, Theme::dark);
    return SvgConverter(light, dark, colors, hatches).convert();
}

void append_svg_text(std::string& out, const DrawnText& text, const ThemedColor& color,
                     const std::optional<ThemedColor>& halo, ThemeColors& colors, const std::string& classes) {
    if (text.text.empty()) {
        return;
    }
    out += "<text class=\"" + colors.fill(color);
    if (halo) {
        out += " halo " + colors.stroke(*halo);
    }
    out += (classes.empty() ? "" : " ") + classes + "\"";
    if (text.align != DrawnText::Align::left) {
        out += text.align == DrawnText::Align::center ? " text-anchor=\"middle\"" : " text-anchor=\"end\"";
    }
    constexpr double usual_size = 12;
    if (text.style.size != usual_size) {
        append_pixels(out, "font-size", text.style.size);
    }
    if (text.style.bold) {
        out += " font-weight=\"600\"";
    }
    append_pixels(out, "x", text.at.x);
    append_pixels(out, "y", text.at.y);
    if (text.upwards) {
        out += " transform=\"rotate(-90 ";
        append_pixels(out, text.at.x);
        out += ' ';
        append_pixels(out, text.at.y);
        out += ")\"";
    }
    out += '>';
    append_html(out, text.text);
    out += "</text>\n";
}

}  // namespace arenascope
