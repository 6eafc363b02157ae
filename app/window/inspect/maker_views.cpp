#include "app/window/inspect/maker_views.h"

#include <algorithm>
#include <string>
#include <vector>

#include <QDockWidget>

#include "app/window/dialogs/library_code_dialog.h"
#include "app/window/frame/window_settings.h"
#include "core/model/memory/library_code.h"
#include "core/picture/plan/coloring.h"
#include "widgets/tables/buffer_table/buffer_table.h"
#include "widgets/tables/maker_table/maker_table.h"

namespace arenascope {

MakerViews::MakerViews(const WindowFrame& frame)
    : WindowPart(frame),
      makers_(
          *docks_.makers.dock, session_, [this] { docks_.makers->set_problem(session_.shown()->problem); },
          [this] { docks_.makers->set_problem(no_plan()->problem); }) {
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &MakerViews::show_plan);
    connect(&session_.plan(), &OpenPlan::closed, this, &MakerViews::show_plan);
    connect(&appearance_, &Appearance::color_by_changed, this, &MakerViews::show_colors);
    connect(docks_.makers, &MakerTable::made_by_chosen, this, [group = actions_.colors](MadeBy by) {
        for (QAction* each : group->actions()) {
            if (each->data() == static_cast<int>(color_by_of(by))) {
                each->trigger();
            }
        }
    });
    connect(docks_.makers, &MakerTable::library_code_asked, this, &MakerViews::ask_for_library_code);
    session_.file().set_library_code([] { return window_settings::library_code().toStdString(); });
    connect(docks_.makers, &MakerTable::chosen, this, [this](const QString& filter) {
        chosen_ = filter;
        docks_.buffers->set_filter_text(filter);
    });
    connect(docks_.buffers, &BufferTable::filter_changed, this, [this] {
        if (docks_.buffers->applied_filter() != chosen_) {
            docks_.makers->clear_choice();
        }
    });
    show_colors();
    show_plan();
}

void MakerViews::show_plan() {
    const std::shared_ptr<const Problem>& problem = session_.shown()->problem;
    const bool has_makers = problem->history != nullptr;
    makers_.update();
    docks_.makers.offer(has_makers);
    // A run that was recorded is more than who made what it placed.
    const bool has_run = session_.state().trace != nullptr;
    if (has_makers && has_run && !has_run_) {
        docks_.iterations.dock->raise();
    }
    has_run_ = has_run;
}

void MakerViews::ask_for_library_code() {
    std::vector<KeyValue> switches = session_.state().switches;
    const auto is_list = [](const KeyValue& each) { return each.first == "library-code"; };
    const auto given = std::ranges::find_if(switches, is_list);
    const std::string shown = given == switches.end() ? std::string(default_library_code) : given->second;
    LibraryCodeDialog dialog(QString::fromStdString(shown), &window_);
    if (dialog.exec() != QDialog::Accepted || !session_.has_plan()) {
        return;
    }
    const std::string list = dialog.list().toStdString();
    window_settings::set_library_code(dialog.list());
    if (list == shown) {
        return;
    }
    std::erase_if(switches, is_list);
    if (list != default_library_code) {
        switches.emplace_back("library-code", list);
    }
    session_.file().import_again(switches);
}

void MakerViews::show_colors() {
    const auto by = made_by_of(appearance_.color_by());
    docks_.makers->set_colored(by.has_value());
    if (by) {
        docks_.makers->set_made_by(*by);
    }
}

}  // namespace arenascope
