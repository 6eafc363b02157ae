#include "app/window/shell/focus_walk.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include <QMainWindow>
#include <QScrollArea>

namespace arenascope {
namespace {

/// A widget, or all widgets of a scroll area, and their place on the screen.
struct Place {
    QRect area;
    std::vector<QWidget*> stops;
};

bool is_stop(const QWidget& widget) {
    return (widget.focusPolicy() & Qt::TabFocus) != 0 && widget.focusProxy() == nullptr && widget.isEnabled() &&
           !widget.size().isEmpty();
}

std::vector<QWidget*> stops_in(QWidget& root);

void add_places(QWidget& parent, const QWidget& root, std::vector<Place>& places) {
    for (QObject* object : parent.children()) {
        auto* child = qobject_cast<QWidget*>(object);
        if (child == nullptr || child->isWindow() || child->isHidden()) {
            continue;
        }
        const QRect area(child->mapTo(&root, QPoint()), child->size());
        const bool stops = is_stop(*child);
        const auto* scrolled = qobject_cast<QScrollArea*>(child);
        if (scrolled != nullptr && scrolled->widget() != nullptr) {
            // Its contents may be scrolled out of sight, so their positions say nothing about their order.
            Place place{area, stops ? std::vector<QWidget*>{child} : std::vector<QWidget*>{}};
            const std::vector<QWidget*> inner = stops_in(*scrolled->widget());
            place.stops.insert(place.stops.end(), inner.begin(), inner.end());
            places.push_back(std::move(place));
        } else if (stops) {
            places.push_back({area, {child}});
        } else {
            add_places(*child, root, places);
        }
    }
}

/// From the top row to the bottom row, and from left to right within a row.
std::vector<QWidget*> in_reading_order(std::vector<Place> places) {
    std::sort(places.begin(), places.end(),
              [](const Place& a, const Place& b) { return a.area.center().y() < b.area.center().y(); });
    for (auto row = places.begin(); row != places.end();) {
        const int middle = row->area.center().y();
        const auto end =
            std::find_if(row, places.end(), [middle](const Place& place) { return place.area.top() > middle; });
        std::sort(row, end, [](const Place& a, const Place& b) { return a.area.left() < b.area.left(); });
        row = end;
    }
    std::vector<QWidget*> stops;
    for (const Place& place : places) {
        stops.insert(stops.end(), place.stops.begin(), place.stops.end());
    }
    return stops;
}

std::vector<QWidget*> stops_in(QWidget& root) {
    if (is_stop(root)) {
        return {&root};
    }
    std::vector<Place> places;
    add_places(root, root, places);
    return in_reading_order(std::move(places));
}

/// The order of the parts around the middle of a window.
int rank_of(const QRect& part, const QRect& middle) {
    const QPoint center = part.center();
    if (center.y() < middle.top()) {
        return 0;
    }
    if (center.x() < middle.left()) {
        return 1;
    }
    if (center.x() > middle.right()) {
        return 4;
    }
    return center.y() > middle.bottom() ? 3 : 2;
}

}  // namespace

std::vector<QWidget*> focus_stops(const QMainWindow& window) {
    const QRect middle = window.centralWidget() != nullptr ? window.centralWidget()->geometry() : window.rect();
    std::vector<QWidget*> parts;
    for (auto* part : window.findChildren<QWidget*>(Qt::FindDirectChildrenOnly)) {
        // Qt moves docks behind the tab of another one out of the window.
        if (!part->isWindow() && !part->isHidden() && part->geometry().intersects(window.rect())) {
            parts.push_back(part);
        }
    }
    const auto key = [&middle](const QWidget* part) {
        const QRect area = part->geometry();
        return std::tuple(rank_of(area, middle), area.top(), area.left());
    };
    std::stable_sort(parts.begin(), parts.end(), [&](const QWidget* a, const QWidget* b) { return key(a) < key(b); });
    std::vector<QWidget*> stops;
    for (QWidget* part : parts) {
        const std::vector<QWidget*> inner = stops_in(*part);
        stops.insert(stops.end(), inner.begin(), inner.end());
    }
    return stops;
}

bool walk_focus(QMainWindow& window, bool forward) {
    const std::vector<QWidget*> stops = focus_stops(window);
    if (stops.empty()) {
        return false;
    }
    const auto count = stops.size();
    const auto current = std::find(stops.begin(), stops.end(), window.focusWidget());
    const auto from = static_cast<std::size_t>(current - stops.begin());
    const std::size_t next =
        current == stops.end() ? (forward ? 0 : count - 1) : (from + (forward ? 1 : count - 1)) % count;
    QWidget* stop = stops[next];
    window.setAttribute(Qt::WA_KeyboardFocusChange);  // some styles draw the focus only then
    stop->setFocus(forward ? Qt::TabFocusReason : Qt::BacktabFocusReason);
    for (QWidget* around = stop->parentWidget(); around != nullptr; around = around->parentWidget()) {
        if (auto* scrolled = qobject_cast<QScrollArea*>(around)) {
            scrolled->ensureWidgetVisible(stop);
        }
    }
    return true;
}

}  // namespace arenascope
