#include "app/window/frame/debug_panel.h"

#include <QTabBar>

#include "qt/words/wording.h"
#include "widgets/base/section_header.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/tables/breakpoint_table/breakpoint_table.h"
#include "widgets/tables/hit_list/hit_list.h"
#include "widgets/tables/hit_list/log_list.h"
#include "widgets/tables/watch_table/watch_table.h"

namespace arenascope {
namespace {

QString tab_name(DebugPanel::Tab tab) {
    switch (tab) {
        case DebugPanel::breakpoint_tab:
            return DebugPanel::tr("Breakpoints");
        case DebugPanel::watch_tab:
            return DebugPanel::tr("Watches");
        case DebugPanel::hit_tab:
            return DebugPanel::tr("Hits");
        default:
            return DebugPanel::tr("Log");
    }
}

}  // namespace

DebugPanel::DebugPanel(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("Breakpoints"), this)),
      tabs_(new QTabWidget(this)),
      breakpoints_(new BreakpointTable),
      watches_(new WatchTable),
      hits_(new HitList),
      log_(new LogList) {
    tabs_->setDocumentMode(true);
    tabs_->tabBar()->setElideMode(Qt::ElideNone);  // a narrow tab bar scrolls
    tabs_->tabBar()->setDrawBase(false);
    tabs_->tabBar()->setExpanding(false);
    for (QWidget* content : {static_cast<QWidget*>(breakpoints_), static_cast<QWidget*>(watches_),
                             static_cast<QWidget*>(hits_), static_cast<QWidget*>(log_)}) {
        tabs_->addTab(content, tab_name(static_cast<Tab>(tabs_->count())));
    }
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(tabs_, 1);
    setFocusProxy(tabs_);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
}

void DebugPanel::set_count(Tab tab, std::size_t count) {
    const QString name = tab_name(tab);
    tabs_->setTabText(
        tab, count == 0 ? name : QStringLiteral("%1 %2").arg(name, grouped_text(static_cast<std::int64_t>(count))));
}

void DebugPanel::set_detail(const QString& words) {
    header_->set_detail(words);
}

QString DebugPanel::detail() const {
    return header_->detail();
}

void DebugPanel::set_unit(Unit unit) {
    hits_->set_unit(unit);
}

void DebugPanel::add_breakpoint() {
    tabs_->setCurrentIndex(breakpoint_tab);
    breakpoints_->line().focus_field();
}

void DebugPanel::show_breakpoints() {
    tabs_->setCurrentIndex(breakpoint_tab);
}

}  // namespace arenascope
