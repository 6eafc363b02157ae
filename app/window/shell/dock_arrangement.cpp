#include "app/window/shell/dock_arrangement.h"

#include <algorithm>
#include <map>
#include <numeric>
#include <vector>

#include <QDockWidget>
#include <QList>
#include <QMainWindow>
#include <QTabBar>

#include "app/window/frame/window_docks.h"

namespace arenascope {
namespace {

/// With fewer lines of text in the window, tables below the picture would have less than four rows.
constexpr int lines_for_tables_below = 49;
/// Width of the drawer of Inspect: an amount beside a name of twenty letters, in pixels and as a share of the window.
constexpr int drawer_width = 308;
constexpr double drawer_share = 0.25;
/// The share of the window's height that the picture keeps.
constexpr double picture_share = 0.45;
/// Height of the verdict, the live curve, the axes and their labels, in lines of text.
constexpr int lines_beside_picture = 13;
constexpr double network_share = 0.42;
constexpr double compared_share = 0.33;

/// The width at which the tabs of these docks show their whole titles.
int tabs_width(const std::vector<const WindowDock*>& docks) {
    QTabBar tabs;
    tabs.setElideMode(Qt::ElideNone);
    for (const WindowDock* each : docks) {
        tabs.addTab(each->dock->windowTitle());
    }
    return tabs.sizeHint().width();
}

/// The width at which the tabs within a dock show their titles with a count behind each.
int inner_tabs_width(const QDockWidget& dock) {
    const auto* tabs = dock.widget()->findChild<QTabBar*>();
    return tabs->sizeHint().width() + tabs->count() * tabs->fontMetrics().horizontalAdvance(QStringLiteral(" 9"));
}

/// The docks of a window at the places that a mode gives them.
class Arrangement {
public:
    Arrangement(QMainWindow& window, const WindowDocks& docks, WindowMode mode);

    /// Puts every dock in its place, and opens, raises and closes them.
    void place() const;
    void set_sizes() const;

private:
    using Stacks = QList<DockStack>;

    [[nodiscard]] const DockPlace& place_of(const WindowDock& dock) const { return dock.places.at(column_); }
    /// The dock of the first tab that is not closed; null: all are.
    [[nodiscard]] QDockWidget* first_of(DockStack stack) const;
    [[nodiscard]] int tabs_width_of(DockStack stack) const;
    [[nodiscard]] int column_width(DockStack widest) const;
    /// Gives the first docks of these stacks sizes in pixels.
    void resize(Qt::Orientation orientation, const Stacks& stacks, const QList<int>& pixels) const;
    /// Divides the height of the window between stacks that stand one above the other.
    void divide_height(const Stacks& stacks, const QList<int>& parts) const;
    void set_tables_height() const;
    void set_drawer_width() const;
    void set_low_sizes() const;
    void set_high_sizes() const;

    QMainWindow& window_;
    const WindowDocks& docks_;
    WindowMode mode_;
    bool is_low_;
    std::size_t column_;  ///< of the table of places
    std::map<DockStack, std::vector<const WindowDock*>> stacks_;
};

Arrangement::Arrangement(QMainWindow& window, const WindowDocks& docks, WindowMode mode)
    : window_(window),
      docks_(docks),
      mode_(mode),
      is_low_(window.height() < lines_for_tables_below * window.fontMetrics().lineSpacing()),
      column_(2 * static_cast<std::size_t>(mode) + (is_low_ ? 1 : 0)) {
    for (const WindowDock* dock : docks_.rows) {
        stacks_[place_of(*dock).stack].push_back(dock);
    }
    for (auto& [stack, members] : stacks_) {
        std::ranges::stable_sort(members, {}, [this](const WindowDock* dock) { return place_of(*dock).tab; });
    }
}

void Arrangement::place() const {
    for (const auto& [stack, members] : stacks_) {
        QDockWidget* first = members.front()->dock;
        if (stack == DockStack::bottom_right) {
            window_.splitDockWidget(stacks_.at(DockStack::bottom).front()->dock, first, Qt::Horizontal);
        } else {
            window_.addDockWidget(stack >= DockStack::bottom  ? Qt::BottomDockWidgetArea
                                  : stack >= DockStack::right ? Qt::RightDockWidgetArea
                                                              : Qt::LeftDockWidgetArea,
                                  first);
        }
    }
    // Later, because a dock beside one that has a tab would become a tab, too.
    for (const auto& [stack, members] : stacks_) {
        for (std::size_t i = 1; i < members.size(); ++i) {
            window_.tabifyDockWidget(members[i - 1]->dock, members[i]->dock);
        }
    }
    for (const WindowDock* each : docks_.rows) {
        each->set_sight(place_of(*each).sight);
        each->dock->setVisible(place_of(*each).sight != DockSight::closed && each->is_offered());
    }
    for (const WindowDock* each : docks_.rows) {
        if (place_of(*each).sight == DockSight::front || each->dock == first_of(place_of(*each).stack)) {
            each->dock->raise();
        }
    }
}

QDockWidget* Arrangement::first_of(DockStack stack) const {
    const auto& members = stacks_.at(stack);
    const auto first = std::ranges::find_if(
        members, [this](const WindowDock* dock) { return place_of(*dock).sight != DockSight::closed; });
    return first != members.end() ? (*first)->dock : nullptr;
}

int Arrangement::tabs_width_of(DockStack stack) const {
    std::vector<const WindowDock*> shown = stacks_.at(stack);
    std::erase_if(shown, [this](const WindowDock* dock) { return place_of(*dock).sight >= DockSight::rare; });
    return tabs_width(shown);
}

int Arrangement::column_width(DockStack widest) const {
    return std::min(std::max(320, tabs_width_of(widest)), window_.width() * 7 / 32);
}

void Arrangement::resize(Qt::Orientation orientation, const Stacks& stacks, const QList<int>& pixels) const {
    QList<QDockWidget*> firsts;
    for (const DockStack stack : stacks) {
        firsts << first_of(stack);
    }
    window_.resizeDocks(firsts, pixels, orientation);
}

void Arrangement::divide_height(const Stacks& stacks, const QList<int>& parts) const {
    const int whole = std::accumulate(parts.begin(), parts.end(), 0);
    QList<int> heights;
    for (const int part : parts) {
        heights << window_.height() * part / whole;
    }
    resize(Qt::Vertical, stacks, heights);
}

void Arrangement::set_tables_height() const {
    resize(Qt::Vertical, {DockStack::bottom}, {static_cast<int>(window_.height() * tables_share)});
}

void Arrangement::set_drawer_width() const {
    resize(Qt::Horizontal, {DockStack::right},
           {std::min(drawer_width, static_cast<int>(window_.width() * drawer_share))});
}

void Arrangement::set_sizes() const {
    is_low_ ? set_low_sizes() : set_high_sizes();
}

// Sizes are shares of the window, so that the picture gets enough space on a small screen.
void Arrangement::set_high_sizes() const {
    using enum DockStack;
    const int width = window_.width();
    switch (mode_) {
        case WindowMode::inspect:
            set_drawer_width();
            break;
        case WindowMode::debug:
            resize(Qt::Horizontal, {left, right},
                   {std::min(330, width * 7 / 32), std::max(column_width(right_middle), width / 4)});
            set_tables_height();
            divide_height({right, right_middle, right_lower}, {4, 3, 3});
            break;
        case WindowMode::compare: {
            const int changes_width = width * 3 / 5;
            resize(Qt::Horizontal, {bottom, bottom_right}, {changes_width, width - changes_width});
            resize(Qt::Vertical, {bottom}, {static_cast<int>(window_.height() * compared_share)});
            break;
        }
        case WindowMode::network: {
            const int network_width = static_cast<int>(width * network_share);
            const int tables_width = (width - network_width) * 3 / 5;
            resize(Qt::Horizontal, {left, bottom, bottom_right},
                   {network_width, tables_width, width - network_width - tables_width});
            set_tables_height();
            break;
        }
    }
}

void Arrangement::set_low_sizes() const {
    using enum DockStack;
    switch (mode_) {
        case WindowMode::inspect:
            set_drawer_width();
            break;
        case WindowMode::debug:
            resize(Qt::Horizontal, {left, right},
                   {std::max({tabs_width_of(left), tabs_width_of(left_lower), inner_tabs_width(*first_of(left_lower))}),
                    std::max(tabs_width_of(right), tabs_width_of(right_lower))});
            divide_height({left, left_lower}, {1, 1});
            divide_height({right, right_lower}, {1, 1});
            break;
        case WindowMode::compare:
            resize(Qt::Horizontal, {left}, {static_cast<int>(window_.width() * compared_share)});
            break;
        case WindowMode::network:
            resize(Qt::Horizontal, {left}, {static_cast<int>(window_.width() * network_share)});
            break;
    }
}

}  // namespace

void arrange_docks(QMainWindow& window, const WindowDocks& docks, WindowMode mode) {
    for (QDockWidget* each : docks.all()) {
        each->setFloating(false);
        window.removeDockWidget(each);
    }
    const Arrangement arrangement(window, docks, mode);
    arrangement.place();
    arrangement.set_sizes();  // last, because Qt forgets those of docks that are hidden
}

void share_height(QMainWindow& window, const WindowDocks& docks, int gained) {
    const double wanted = window.height() * picture_share + lines_beside_picture * window.fontMetrics().lineSpacing();
    const int missing = std::max(0, static_cast<int>(wanted) - window.centralWidget()->height());
    const int change = gained > 0 ? static_cast<int>(gained * tables_share) : -missing;
    for (QDockWidget* each : docks.all()) {
        const bool is_below = window.dockWidgetArea(each) == Qt::BottomDockWidgetArea && !each->isFloating();
        // Docks behind the tab of another one are outside the window.
        if (change != 0 && is_below && each->isVisible() && each->geometry().intersects(window.rect())) {
            window.resizeDocks({each}, {std::max(1, each->height() + change)}, Qt::Vertical);
            return;
        }
    }
}

}  // namespace arenascope
