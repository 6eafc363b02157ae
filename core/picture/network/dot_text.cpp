#include "core/picture/network/dot_text.h"

#include <algorithm>
#include <charconv>
#include <cmath>
#include <cstdint>
#include <cstdio>
#include <map>
#include <utility>

#include "core/base/text/plain_number.h"

namespace arenascope {
namespace {

constexpr double pixels_per_inch = 72;

std::string inches(double pixels) {
    char text[32];
    const int length = std::snprintf(text, sizeof text, "%.4f", pixels / pixels_per_inch);
    return {text, static_cast<std::size_t>(length)};
}

/// The words of a line, one after the other. A wrong one makes the whole text wrong.
class Words {
public:
    explicit Words(std::string_view line) : rest_(line) {}

    std::string_view next() {
        rest_.remove_prefix(std::min(rest_.size(), rest_.find_first_not_of(' ')));
        const std::string_view word = rest_.substr(0, rest_.find(' '));
        rest_.remove_prefix(word.size());
        return word;
    }
    double number() {
        const std::string_view word = next();
        double value = 0;
        const auto [end, error] = std::from_chars(word.data(), word.data() + word.size(), value);
        is_right_ = is_right_ && error == std::errc() && end == word.data() + word.size() && std::isfinite(value);
        return value;
    }
    std::size_t index(std::size_t count) {
        const auto value = plain_number<std::size_t>(next());
        is_right_ = is_right_ && value && *value < count;
        return is_right_ ? *value : 0;
    }
    [[nodiscard]] bool is_right() const { return is_right_; }

private:
    std::string_view rest_;
    bool is_right_ = true;
};

class PlainReader {
public:
    explicit PlainReader(const NetworkDiagram& diagram) : diagram_(diagram) {
        for (std::size_t i = 0; i < diagram.edges.size(); ++i) {
            edges_[{diagram.edges[i].from, diagram.edges[i].to}].push_back(i);
        }
        made_.has_curves = true;
        made_.boxes.resize(diagram.nodes.size());
        made_.lines.resize(diagram.edges.size());
    }

    std::optional<DiagramGeometry> read(std::string_view text) {
        while (!text.empty()) {
            const std::string_view line = text.substr(0, text.find('\n'));
            text.remove_prefix(std::min(text.size(), line.size() + 1));
            if (line == "stop") {
                return is_whole() ? std::optional(std::move(made_)) : std::nullopt;
            }
            if (!read_line(line)) {
                return std::nullopt;
            }
        }
        return std::nullopt;
    }

private:
    bool read_line(std::string_view line) {
        Words words(line);
        const std::string_view kind = words.next();
        if (kind == "graph") {
            (void)words.number();
            made_.width = words.number() * pixels_per_inch + 2 * diagram_margin;
            made_.height = words.number() * pixels_per_inch + 2 * diagram_margin;
        } else if (kind == "node") {
            read_node(words);
        } else if (kind == "edge") {
            return read_edge(words) && words.is_right();
        }
        return words.is_right();
    }

    /// Its y goes up.
    Point point(Words& words) const {
        const double x = words.number() * pixels_per_inch + diagram_margin;
        return {x, made_.height - diagram_margin - words.number() * pixels_per_inch};
    }

    void read_node(Words& words) {
        const std::size_t node = words.index(diagram_.nodes.size());
        const Point middle = point(words);
        const double across = words.number() * pixels_per_inch / 2;
        const double down = words.number() * pixels_per_inch / 2;
        if (words.is_right()) {
            made_.boxes[node] = {middle.x - across, middle.y - down, middle.x + across, middle.y + down};
            ++nodes_;
        }
    }

    bool read_edge(Words& words) {
        constexpr std::size_t most_points = 100'000;
        const auto from = static_cast<std::uint32_t>(words.index(diagram_.nodes.size()));
        const auto to = static_cast<std::uint32_t>(words.index(diagram_.nodes.size()));
        const std::size_t count = words.index(most_points);
        const auto found = edges_.find({from, to});
        if (!words.is_right() || found == edges_.end() || found->second.empty() || count < 4 || count % 3 != 1) {
            return false;
        }
        auto& line = made_.lines[found->second.back()];
        found->second.pop_back();
        for (std::size_t i = 0; i < count && words.is_right(); ++i) {
            line.push_back(point(words));
        }
        ++lines_;
        return true;
    }

    [[nodiscard]] bool is_whole() const {
        return nodes_ == diagram_.nodes.size() && lines_ == diagram_.edges.size() && made_.width > 0;
    }

    const NetworkDiagram& diagram_;
    std::map<std::pair<std::uint32_t, std::uint32_t>, std::vector<std::size_t>> edges_;
    DiagramGeometry made_;
    std::size_t nodes_ = 0;
    std::size_t lines_ = 0;
};

}  // namespace

std::string dot_text(const NetworkDiagram& diagram, const std::vector<Extent>& extents) {
    std::string text = "digraph{nodesep=0.3;ranksep=0.6;edge[arrowhead=none];node[shape=box,fixedsize=true];\n";
    for (std::size_t i = 0; i < diagram.nodes.size(); ++i) {
        text +=
            std::to_string(i) + "[width=" + inches(extents[i].width) + ",height=" + inches(extents[i].height) + "];\n";
    }
    for (const DiagramEdge& edge : diagram.edges) {
        text += std::to_string(edge.from) + "->" + std::to_string(edge.to) + ";\n";
    }
    return text + "}\n";
}

std::optional<DiagramGeometry> geometry_of_plain_text(std::string_view text, const NetworkDiagram& diagram) {
    return PlainReader(diagram).read(text);
}

}  // namespace arenascope
