#include "core/picture/network/layered_layout.h"

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <map>
#include <numeric>
#include <optional>
#include <tuple>
#include <utility>

namespace arenascope {
namespace {

constexpr double gap_across = 24;
constexpr double gap_beside_line = 14;
constexpr double gap_down = 44;  // two lines of text: the sizes of tensors stand there
constexpr int order_sweeps = 12;
constexpr int place_sweeps = 10;
constexpr int two_sided_sweeps = 2;  // the last ones
/// Points of long lines, for each node and edge.
constexpr std::size_t points_each = 16;
constexpr std::size_t points_at_least = 20'000;
constexpr double line_weight = 8;  // long lines would rather be straight than short
constexpr std::uint32_t none = std::numeric_limits<std::uint32_t>::max();

/// A node, or a point of a long line in one layer.
struct Vertex {
    std::uint32_t layer = 0;
    std::uint32_t node = none;  ///< none: a point of a line
    double width = 0;
    double x = 0;
    std::vector<std::uint32_t> above = {};  ///< neighbours in the layer above
    std::vector<std::uint32_t> below = {};
};

/// A tensor of one writer: its lines share their points.
struct Bundle {
    std::uint32_t from = 0;
    std::uint32_t last_layer = 0;            ///< of its deepest reader
    std::uint64_t line_points = 0;           ///< of all its lines together
    std::vector<std::uint32_t> points = {};  ///< one vertex a layer, below that of the writer
    std::vector<std::uint32_t> edges = {};
};

class LayeredLayout {
public:
    LayeredLayout(const NetworkDiagram& diagram, const std::vector<Extent>& extents,
                  const std::function<bool()>& is_stopped)
        : diagram_(diagram), extents_(extents), is_stopped_(is_stopped) {}

    DiagramGeometry run() {
        direct_edges();
        assign_layers();
        add_vertices();
        sort_layers();
        place_across();
        return stopped_ ? DiagramGeometry{} : geometry();
    }

private:
    /// Given tensors come before the operators, which are in execution order.
    [[nodiscard]] std::uint64_t rank(std::uint32_t node) const {
        const std::uint64_t first = diagram_.nodes[node].given == BufferIndex::none() ? diagram_.nodes.size() : 0;
        return first + node;
    }

    void direct_edges() {
        for (const DiagramEdge& edge : diagram_.edges) {
            const bool turned = rank(edge.from) > rank(edge.to);
            directed_.emplace_back(turned ? edge.to : edge.from, turned ? edge.from : edge.to);
        }
    }

    void assign_layers() {
        const std::size_t count = diagram_.nodes.size();
        layer_.assign(count, 0);
        std::vector<std::uint32_t> order(directed_.size());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(), [this](std::uint32_t a, std::uint32_t b) {
            return rank(directed_[a].first) < rank(directed_[b].first);
        });
        for (const std::uint32_t edge : order) {
            const auto [from, to] = directed_[edge];
            layer_[to] = std::max(layer_[to], layer_[from] + 1);
        }
        // What nothing flows into stands right above its first reader.
        std::vector<std::uint32_t> first_reader(count, none);
        std::vector<bool> is_fed(count, false);
        for (const auto& [from, to] : directed_) {
            is_fed[to] = true;
            first_reader[from] = std::min(first_reader[from], layer_[to]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            if (!is_fed[i] && first_reader[i] != none) {
                layer_[i] = first_reader[i] - 1;
            }
        }
    }

    void add_vertices() {
        for (std::size_t i = 0; i < diagram_.nodes.size(); ++i) {
            vertices_.push_back({layer_[i], static_cast<std::uint32_t>(i), extents_[i].width});
        }
        collect_bundles();
        const std::uint64_t most_points = most_line_points();
        bundle_of_.assign(diagram_.edges.size(), none);
        for (std::size_t i = 0; i < bundles_.size(); ++i) {
            Bundle& bundle = bundles_[i];
            for (const std::uint32_t edge : bundle.edges) {
                bundle_of_[edge] = static_cast<std::uint32_t>(i);
            }
            if (bundle.line_points <= most_points) {
                add_points(bundle);
            }
        }
        const auto deepest = std::max_element(layer_.begin(), layer_.end());
        layers_.resize(deepest == layer_.end() ? 0 : *deepest + 1);
        put_in_first_order();
    }

    void collect_bundles() {
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::size_t> found;
        for (std::size_t i = 0; i < directed_.size(); ++i) {
            const auto [from, to] = directed_[i];
            const auto [place, is_new] = found.try_emplace({from, diagram_.edges[i].buffer.value()}, bundles_.size());
            if (is_new) {
                bundles_.push_back({from});
            }
            Bundle& bundle = bundles_[place->second];
            bundle.last_layer = std::max(bundle.last_layer, layer_[to]);
            bundle.line_points += layer_[to] - layer_[from];
            bundle.edges.push_back(static_cast<std::uint32_t>(i));
        }
    }

    /// The most points that the lines of a bundle may have. More go straight, so that there are not too many.
    [[nodiscard]] std::uint64_t most_line_points() const {
        std::vector<std::uint64_t> counts;
        for (const Bundle& bundle : bundles_) {
            counts.push_back(bundle.line_points);
        }
        std::sort(counts.begin(), counts.end());
        const std::size_t most = points_at_least + points_each * (diagram_.nodes.size() + diagram_.edges.size());
        std::uint64_t points = 0;
        for (const std::uint64_t count : counts) {
            points += count;
            if (points > most) {
                return count - 1;
            }
        }
        return std::numeric_limits<std::uint64_t>::max();
    }

    void add_points(Bundle& bundle) {
        std::uint32_t above = bundle.from;
        for (std::uint32_t layer = layer_[bundle.from] + 1; layer < bundle.last_layer; ++layer) {
            const auto point = static_cast<std::uint32_t>(vertices_.size());
            vertices_.push_back({layer});
            bundle.points.push_back(point);
            join(above, point);
            above = point;
        }
        for (const std::uint32_t edge : bundle.edges) {
            const std::uint32_t to = directed_[edge].second;
            const std::uint32_t passed = layer_[to] - layer_[bundle.from] - 1;
            join(passed == 0 ? bundle.from : bundle.points[passed - 1], to);
        }
    }

    void join(std::uint32_t above, std::uint32_t below) {
        vertices_[above].below.push_back(below);
        vertices_[below].above.push_back(above);
    }

    /// Depth-first from the top, so that what belongs together begins side by side.
    void put_in_first_order() {
        std::vector<bool> is_seen(vertices_.size(), false);
        std::vector<std::uint32_t> open;
        for (std::size_t i = 0; i < vertices_.size(); ++i) {
            if (vertices_[i].above.empty()) {
                open.push_back(static_cast<std::uint32_t>(i));
            }
            while (!open.empty()) {
                const std::uint32_t at = open.back();
                open.pop_back();
                if (!is_seen[at]) {
                    is_seen[at] = true;
                    layers_[vertices_[at].layer].push_back(at);
                    open.insert(open.end(), vertices_[at].below.rbegin(), vertices_[at].below.rend());
                }
            }
        }
        number_layers();
    }

    void number_layers() {
        position_.resize(vertices_.size());
        for (const auto& layer : layers_) {
            for (std::size_t i = 0; i < layer.size(); ++i) {
                position_[layer[i]] = static_cast<std::uint32_t>(i);
            }
        }
    }

    bool stop() {
        stopped_ = stopped_ || (is_stopped_ && is_stopped_());
        return stopped_;
    }

    void sort_layers() {
        auto best = layers_;
        std::uint64_t fewest = crossings();
        for (int sweep = 0; sweep < order_sweeps && fewest > 0 && !stop(); ++sweep) {
            const bool is_down = sweep % 2 == 0;
            for (std::size_t i = 1; i < layers_.size(); ++i) {
                sort_layer(layers_[is_down ? i : layers_.size() - 1 - i], is_down);
            }
            const std::uint64_t now = crossings();
            if (now < fewest) {
                fewest = now;
                best = layers_;
            }
        }
        layers_ = std::move(best);
        number_layers();
    }

    void sort_layer(std::vector<std::uint32_t>& layer, bool is_down) {
        std::vector<std::pair<double, std::uint32_t>> keyed;
        keyed.reserve(layer.size());
        for (const std::uint32_t vertex : layer) {
            const auto& neighbours = is_down ? vertices_[vertex].above : vertices_[vertex].below;
            double sum = 0;
            for (const std::uint32_t each : neighbours) {
                sum += position_[each];
            }
            keyed.emplace_back(neighbours.empty() ? position_[vertex] : sum / static_cast<double>(neighbours.size()),
                               vertex);
        }
        std::stable_sort(keyed.begin(), keyed.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
        for (std::size_t i = 0; i < layer.size(); ++i) {
            layer[i] = keyed[i].second;
            position_[layer[i]] = static_cast<std::uint32_t>(i);
        }
    }

    /// Counts inversions between each layer and the next, with a tree of sums over positions.
    [[nodiscard]] std::uint64_t crossings() {
        std::uint64_t count = 0;
        for (std::size_t i = 0; i + 1 < layers_.size(); ++i) {
            sums_.assign(layers_[i + 1].size() + 1, 0);
            std::uint64_t added = 0;
            for (const std::uint32_t vertex : layers_[i]) {
                for (const std::uint32_t below : vertices_[vertex].below) {
                    count += added - sum_to(position_[below]);
                }
                for (const std::uint32_t below : vertices_[vertex].below) {
                    add_at(position_[below]);
                    ++added;
                }
            }
        }
        return count;
    }

    [[nodiscard]] std::uint64_t sum_to(std::size_t position) const {
        std::uint64_t sum = 0;
        for (std::size_t i = position + 1; i > 0; i &= i - 1) {
            sum += sums_[i];
        }
        return sum;
    }

    void add_at(std::size_t position) {
        for (std::size_t i = position + 1; i < sums_.size(); i += i & (~i + 1)) {
            ++sums_[i];
        }
    }

    void place_across() {
        for (const auto& layer : layers_) {
            double x = 0;
            for (const std::uint32_t vertex : layer) {
                vertices_[vertex].x = x + vertices_[vertex].width / 2;
                x += vertices_[vertex].width + gap_across;
            }
        }
        for (int sweep = 0; sweep < place_sweeps && !stop(); ++sweep) {
            const bool is_down = sweep % 2 == 0;
            if (sweep + two_sided_sweeps == place_sweeps) {
                align_waists();
            }
            for (std::size_t i = 0; i < layers_.size(); ++i) {
                place_layer(layers_[is_down ? i : layers_.size() - 1 - i], is_down,
                            sweep + two_sided_sweeps >= place_sweeps);
            }
        }
    }

    /// Puts the layers of one vertex below each other, and moves those between two of them by the mean of both ways. A
    /// long chain with branches would drift to one side otherwise, as each sweep pushes branches away from lines.
    void align_waists() {
        const auto move = [this](std::size_t layer, double by) {
            for (const std::uint32_t vertex : layers_[layer]) {
                vertices_[vertex].x += by;
            }
        };
        std::optional<double> middle;
        double moved = 0;
        std::size_t next = 0;  // the first layer that has not been moved
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            if (layers_[i].size() == 1) {
                const double x = vertices_[layers_[i].front()].x;
                const double by = middle.value_or(x) - x;
                for (; next < i; ++next) {
                    move(next, middle ? (moved + by) / 2 : 0);
                }
                move(next++, by);
                middle = middle.value_or(x);
                moved = by;
            }
        }
        for (; next < layers_.size(); ++next) {
            move(next, moved);
        }
    }

    void place_layer(const std::vector<std::uint32_t>& layer, bool is_down, bool both_sides) {
        items_.clear();
        for (std::size_t i = 0; i < layer.size(); ++i) {
            const Vertex& vertex = vertices_[layer[i]];
            double sum = 0;
            double weight = 0;
            const auto pull = [&](const std::vector<std::uint32_t>& neighbours) {
                for (const std::uint32_t each : neighbours) {
                    const bool is_line = vertex.node == none && vertices_[each].node == none;
                    sum += vertices_[each].x * (is_line ? line_weight : 1);
                    weight += is_line ? line_weight : 1;
                }
            };
            if (is_down || both_sides) {
                pull(vertex.above);
            }
            if (!is_down || both_sides) {
                pull(vertex.below);
            }
            const double distance = i == 0 ? 0 : distance_between(vertices_[layer[i - 1]], vertex);
            items_.push_back(weight > 0 ? PlacedItem{sum / weight, weight, distance}
                                        : PlacedItem{vertex.x, 0.01, distance});
        }
        const std::vector<double> placed = ordered_placement(items_);
        for (std::size_t i = 0; i < layer.size(); ++i) {
            vertices_[layer[i]].x = placed[i];
        }
    }

    [[nodiscard]] static double distance_between(const Vertex& left, const Vertex& right) {
        const bool is_line = left.node == none || right.node == none;
        return left.width / 2 + right.width / 2 + (is_line ? gap_beside_line : gap_across);
    }

    DiagramGeometry geometry() {
        DiagramGeometry made;
        made.boxes.resize(diagram_.nodes.size());
        double left = std::numeric_limits<double>::max();
        double right = std::numeric_limits<double>::lowest();
        for (const Vertex& vertex : vertices_) {
            left = std::min(left, vertex.x - vertex.width / 2);
            right = std::max(right, vertex.x + vertex.width / 2);
        }
        std::vector<double> tops(layers_.size() + 1, diagram_margin);
        std::vector<double> heights(layers_.size(), 0);
        for (std::size_t i = 0; i < layers_.size(); ++i) {
            for (const std::uint32_t vertex : layers_[i]) {
                const std::uint32_t node = vertices_[vertex].node;
                heights[i] = std::max(heights[i], node == none ? 0 : extents_[node].height);
            }
            tops[i + 1] = tops[i] + heights[i] + gap_down;
        }
        for (Vertex& vertex : vertices_) {
            vertex.x += diagram_margin - left;
            if (vertex.node != none) {
                const double y = tops[vertex.layer] + (heights[vertex.layer] - extents_[vertex.node].height) / 2;
                made.boxes[vertex.node] = {vertex.x - vertex.width / 2, y, vertex.x + vertex.width / 2,
                                           y + extents_[vertex.node].height};
            }
        }
        made.width = layers_.empty() ? 0 : right - left + 2 * diagram_margin;
        made.height = layers_.empty() ? 0 : tops.back() - gap_down + diagram_margin;
        add_lines(made, tops, heights);
        return made;
    }

    void add_lines(DiagramGeometry& made, const std::vector<double>& tops, const std::vector<double>& heights) const {
        const std::vector<double> leaving = ports(made, true);
        const std::vector<double> arriving = ports(made, false);
        for (std::size_t i = 0; i < directed_.size(); ++i) {
            const auto [from, to] = directed_[i];
            const Bundle& bundle = bundles_[bundle_of_[i]];
            std::vector<Point> line{{leaving[i], made.boxes[from].bottom}};
            const std::size_t passed = std::min<std::size_t>(layer_[to] - layer_[from] - 1, bundle.points.size());
            for (std::size_t j = 0; j < passed; ++j) {
                const Vertex& point = vertices_[bundle.points[j]];
                line.push_back({point.x, tops[point.layer]});
                line.push_back({point.x, tops[point.layer] + heights[point.layer]});
            }
            line.push_back({arriving[i], made.boxes[to].top});
            if (from != diagram_.edges[i].from) {
                std::reverse(line.begin(), line.end());
            }
            made.lines.push_back(std::move(line));
        }
    }

    /// Where each edge leaves its box, or arrives at it: side by side, in the order of where it goes or comes from.
    /// Edges of one tensor leave at one point.
    [[nodiscard]] std::vector<double> ports(const DiagramGeometry& made, bool leaves) const {
        std::vector<std::vector<std::pair<double, std::uint32_t>>> of_node(diagram_.nodes.size());
        for (std::size_t i = 0; i < directed_.size(); ++i) {
            const auto [from, to] = directed_[i];
            const Bundle& bundle = bundles_[bundle_of_[i]];
            const std::size_t passed = std::min<std::size_t>(layer_[to] - layer_[from] - 1, bundle.points.size());
            const double other = leaves ? (bundle.points.empty() ? vertices_[directed_[bundle.edges.front()].second].x
                                                                 : vertices_[bundle.points.front()].x)
                                 : passed == 0 ? vertices_[from].x
                                               : vertices_[bundle.points[passed - 1]].x;
            of_node[leaves ? from : to].emplace_back(other, static_cast<std::uint32_t>(i));
        }
        std::vector<double> x(directed_.size());
        for (std::size_t node = 0; node < of_node.size(); ++node) {
            auto& edges = of_node[node];
            const auto group = [&](std::uint32_t edge) { return leaves ? bundle_of_[edge] : edge; };
            std::sort(edges.begin(), edges.end(), [&](const auto& a, const auto& b) {
                return std::tuple(a.first, group(a.second), a.second) < std::tuple(b.first, group(b.second), b.second);
            });
            std::size_t groups = 0;
            for (std::size_t i = 0; i < edges.size(); ++i) {
                groups += i == 0 || group(edges[i].second) != group(edges[i - 1].second) ? 1 : 0;
            }
            std::size_t at = 0;
            for (std::size_t i = 0; i < edges.size(); ++i) {
                at += i == 0 || group(edges[i].second) != group(edges[i - 1].second) ? 1 : 0;
                x[edges[i].second] = made.boxes[node].left + width(made.boxes[node]) * static_cast<double>(at) /
                                                                 static_cast<double>(groups + 1);
            }
        }
        return x;
    }

    const NetworkDiagram& diagram_;
    const std::vector<Extent>& extents_;
    const std::function<bool()>& is_stopped_;
    bool stopped_ = false;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> directed_;  ///< by edge, downwards
    std::vector<std::uint32_t> layer_;                               ///< by node
    std::vector<Vertex> vertices_;                                   ///< the nodes, then the points of long lines
    std::vector<Bundle> bundles_;
    std::vector<std::uint32_t> bundle_of_;            ///< by edge
    std::vector<std::vector<std::uint32_t>> layers_;  ///< vertices from left to right
    std::vector<std::uint32_t> position_;             ///< by vertex: in its layer
    std::vector<std::uint64_t> sums_;
    std::vector<PlacedItem> items_;
};

}  // namespace

DiagramGeometry layered_layout(const NetworkDiagram& diagram, const std::vector<Extent>& extents,
                               const std::function<bool()>& is_stopped) {
    return LayeredLayout(diagram, extents, is_stopped).run();
}

std::vector<double> ordered_placement(const std::vector<PlacedItem>& items) {
    /// Items that lie as close as they may, and the mean of what they want, each measured from the first item's place.
    struct Pool {
        double mean;
        double weight;
        std::size_t count;
    };
    std::vector<Pool> pools;
    double shift = 0;
    for (std::size_t i = 0; i < items.size(); ++i) {
        shift += i == 0 ? 0 : items[i].distance;
        Pool pool{items[i].wanted - shift, items[i].weight, 1};
        while (!pools.empty() && pools.back().mean >= pool.mean) {
            const Pool& before = pools.back();
            const double weight = before.weight + pool.weight;
            pool = {(before.mean * before.weight + pool.mean * pool.weight) / weight, weight,
                    before.count + pool.count};
            pools.pop_back();
        }
        pools.push_back(pool);
    }
    std::vector<double> positions;
    positions.reserve(items.size());
    shift = 0;
    for (const Pool& pool : pools) {
        for (std::size_t i = 0; i < pool.count; ++i) {
            shift += positions.empty() ? 0 : items[positions.size()].distance;
            positions.push_back(pool.mean + shift);
        }
    }
    return positions;
}

}  // namespace arenascope
