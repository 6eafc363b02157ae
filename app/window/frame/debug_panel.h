#pragma once

#include <QTabWidget>
#include <QWidget>

#include "core/base/text/amount.h"

namespace arenascope {

class BreakpointTable;
class HitList;
class LogList;
class SectionHeader;
class WatchTable;

/// Breakpoints, watches, hits and log as tabs: "Breakpoints 3", "Watches 2", "Hits 9", "Log".
class DebugPanel final : public QWidget {
    Q_OBJECT

public:
    enum Tab { breakpoint_tab, watch_tab, hit_tab, log_tab, tab_count };

    explicit DebugPanel(QWidget* parent = nullptr);

    [[nodiscard]] BreakpointTable& breakpoints() const { return *breakpoints_; }
    [[nodiscard]] WatchTable& watches() const { return *watches_; }
    [[nodiscard]] HitList& hits() const { return *hits_; }
    [[nodiscard]] LogList& log() const { return *log_; }

    /// Shows how many rows a tab has. 0: only its name.
    void set_count(Tab tab, std::size_t count);
    /// What the header says on the right.
    void set_detail(const QString& words);
    [[nodiscard]] QString detail() const;
    void set_unit(Unit unit);
    /// Brings the breakpoints to the front, and gives the line of the next condition the keyboard.
    void add_breakpoint();
    /// Shows the list of breakpoints. The focus stays where it is.
    void show_breakpoints();
    [[nodiscard]] QString title_of(Tab tab) const { return tabs_->tabText(tab); }

private:
    SectionHeader* header_;
    QTabWidget* tabs_;
    BreakpointTable* breakpoints_;
    WatchTable* watches_;
    HitList* hits_;
    LogList* log_;
};

}  // namespace arenascope
