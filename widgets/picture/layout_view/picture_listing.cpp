#include "widgets/picture/layout_view/picture_listing.h"

#include <algorithm>
#include <cmath>
#include <span>
#include <tuple>

#include <QStringList>

#include "core/analysis/explain/neighbours.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

constexpr std::size_t most_spoken = 3;  ///< names in a row

std::int64_t first_behind(long double position) {
    return whole_part(std::ceil(position));
}

/// The largest ones, in the order of the listing.
void shorten(std::vector<BufferIndex>& buffers, const LayoutContent& content, std::size_t most) {
    const auto& all = content.problem->buffers;
    if (buffers.size() > most) {
        const auto end = buffers.begin() + static_cast<std::ptrdiff_t>(most);
        std::ranges::nth_element(buffers, end, [&all](BufferIndex a, BufferIndex b) {
            return std::tuple(all[b].size, a) < std::tuple(all[a].size, b);
        });
        buffers.erase(end, buffers.end());
    }
    std::ranges::sort(buffers, {}, [&](BufferIndex buffer) {
        const auto& placement = content.layout->placements[buffer];
        return std::tuple(all[buffer].lifetime.begin, placement ? placement->offset : Offset(0), buffer);
    });
}

QString amount(const LayoutContent& content, std::int64_t bytes) {
    return amount_words(bytes, content.unit);
}

/// "a, b, c and 4 more"
QString names_of(const LayoutContent& content, std::span<const BufferIndex> buffers) {
    QStringList names;
    for (const BufferIndex buffer : buffers.first(std::min(buffers.size(), most_spoken))) {
        names << visible_text(content.problem->buffers[buffer].name);
    }
    const QString list = names.join(view_text(", "));
    return buffers.size() <= most_spoken
               ? list
               : view_text("%1 and %2 more").arg(list, grouped_text(buffers.size() - most_spoken));
}

std::vector<BufferIndex> overlapping(const LayoutContent& content, BufferIndex buffer) {
    std::vector<BufferIndex> found;
    if (content.overlaps) {
        for (const Overlap& pair : *content.overlaps) {
            if (pair.a == buffer || pair.b == buffer) {
                found.push_back(pair.a == buffer ? pair.b : pair.a);
            }
        }
    }
    return found;
}

}  // namespace

std::vector<ListedContainer> picture_listing(const LayoutPicture& picture, const View& view, std::size_t most) {
    const LayoutContent& content = picture.content();
    if (!content.problem || !picture.parts().are_there) {
        return {};
    }
    const LayoutShapes& shapes = picture.shapes();
    std::vector<ListedContainer> listing;
    std::vector<std::size_t> position_of(content.problem->regions.size(), shapes.stack.size());
    for (const Container& container : shapes.stack) {
        position_of[container.region.value()] = listing.size();
        listing.push_back({container.region, {}, 0});
    }
    shapes.index->for_each_in(whole_part(view.steps.from), first_behind(view.steps.to), whole_part(view.bytes.from),
                              first_behind(view.bytes.to), [&](const MemoryRectangle& rectangle) {
                                  const auto& placement = content.layout->placements[rectangle.buffer];
                                  const std::size_t position = position_of[placement->region.value()];
                                  if (position < listing.size()) {
                                      listing[position].buffers.push_back(rectangle.buffer);
                                  }
                              });
    ListedContainer tray{RegionIndex::none(), {}, 0};
    for (const MemoryRectangle& rectangle : picture.parts().tray->tray.rectangles) {
        tray.buffers.push_back(rectangle.buffer);
    }
    if (!tray.buffers.empty()) {
        listing.push_back(std::move(tray));
    }
    for (ListedContainer& container : listing) {
        std::vector<BufferIndex>& buffers = container.buffers;
        // A buffer with gaps has several rectangles.
        std::ranges::sort(buffers);
        buffers.erase(std::unique(buffers.begin(), buffers.end()), buffers.end());
        container.in_view = buffers.size();
        shorten(buffers, content, most);
    }
    return listing;
}

QString spoken_name(const LayoutPicture& picture, RegionIndex region) {
    if (region == RegionIndex::none()) {
        return view_text("Not placed");
    }
    const Container* container = container_of(picture.shapes().stack, region);
    const QString name = container != nullptr ? visible_text(container->name) : QString();
    return name.isEmpty() ? view_text("Memory") : name;
}

QString spoken_figures(const LayoutPicture& picture, const ListedContainer& listed) {
    const LayoutContent& content = picture.content();
    QStringList parts;
    const Container* container = container_of(picture.shapes().stack, listed.region);
    if (listed.region != RegionIndex::none() && container != nullptr) {
        if (!container->is_band) {
            parts << view_text("peak %1").arg(amount(content, container->peak.value()))
                  << view_text("threshold %1").arg(amount(content, container->threshold.value()));
        }
        if (container->capacity) {
            parts << view_text("capacity %1").arg(amount(content, container->capacity->value()));
        }
        if (container->is_folded) {
            parts << view_text("folded");
        }
    }
    parts << counted(listed.in_view, view_text("1 buffer in view"), view_text("%1 buffers in view"));
    if (listed.buffers.size() < listed.in_view) {
        parts << view_text("the %1 largest are listed").arg(grouped_text(listed.buffers.size()));
    }
    return parts.join(view_text(", "));
}

QString spoken_figures(const LayoutPicture& picture, BufferIndex index) {
    const LayoutContent& content = picture.content();
    const Buffer& buffer = content.problem->buffers[index];
    const auto& placement = content.layout->placements[index];
    const std::int64_t last = buffer.lifetime.end.value() - 1;
    QStringList parts{amount(content, buffer.size.value())};
    parts << (buffer.lifetime.begin.value() == last
                  ? view_text("step %1").arg(grouped_text(last))
                  : view_text("steps %1 to %2").arg(grouped_text(buffer.lifetime.begin.value()), grouped_text(last)));
    if (!placement) {
        parts << view_text("not placed");
        return parts.join(view_text(", "));
    }
    parts << view_text("offset %1").arg(amount(content, placement->offset.value()));
    if (!has_recorded_places(content) && index.value() < content.risks->size()) {
        parts << risk_words((*content.risks)[index]);
    }
    const std::vector<BufferIndex> above = neighbours_of(*content.problem, *content.layout, index).above;
    parts << (above.empty() ? view_text("nothing lies on it") : view_text("on it: %1").arg(names_of(content, above)));
    if (const std::vector<BufferIndex> others = overlapping(content, index); !others.empty()) {
        parts << view_text("overlaps %1").arg(names_of(content, others));
    }
    return parts.join(view_text(", "));
}

}  // namespace arenascope
