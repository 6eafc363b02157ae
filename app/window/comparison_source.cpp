#include "app/window/comparison_source.h"

#include <utility>

#include <QFileDialog>
#include <QFileInfo>

#include "app/window/format_filters.h"
#include "app/window/notices.h"
#include "app/window/window_actions.h"
#include "core/error/out_of_memory.h"
#include "core/format/reading.h"
#include "core/trace/step_layout.h"
#include "widgets/style/visible_text.h"

namespace arenascope {
namespace {

using ReadPlan = Expected<std::shared_ptr<const ShownPlan>>;

ReadPlan read_plan(const std::string& path, const std::vector<KeyValue>& switches) {
    return import_options(switches)
        .and_then([&](const ImportOptions& options) { return read_document(path, options, {}); })
        .map([](Document document) {
            return plan_to_compare(std::make_shared<const Problem>(std::move(document.problem)),
                                   std::make_shared<const Layout>(std::move(document.layout)));
        });
}

QString file_name(const QString& path) {
    return visible_text(QFileInfo(path).fileName());
}

}  // namespace

QString shown_plan_title(const Session& session) {
    QStringList parts{file_name(session.path())};
    if (session.shown()->is_preview) {
        parts << ComparisonSource::tr("best layout so far of a run under way");
        return parts.join(QStringLiteral(" · "));
    }
    const QString place = session.steps().place();
    if (!place.isEmpty()) {
        parts << place;
    }
    if (const QString edited = edited_words(session.state(), !place.isEmpty()); !edited.isEmpty()) {
        parts << edited;
    }
    return parts.join(QStringLiteral(" · "));
}

ComparisonSource::ComparisonSource(QWidget& window, Session& session, const WindowActions& actions, Notices& notices,
                                   QObject* parent)
    : QObject(parent), window_(window), session_(session), notices_(notices) {
    connect(actions.compare_with_file, &QAction::triggered, this, &ComparisonSource::choose_file);
    connect(actions.compare_with_saved, &QAction::triggered, this, &ComparisonSource::compare_with_saved);
    connect(actions.compare_with_first, &QAction::triggered, this, &ComparisonSource::compare_with_first);
    connect(actions.keep_to_compare, &QAction::triggered, this, &ComparisonSource::keep_shown);
    connect(&reading_, &BackgroundTask::ran_out_of_memory, this, [this] {
        notices_.report(out_of_memory(tr("to compare it").toStdString(), tr("close other programs").toStdString()));
    });
    connect(&session_.plan(), &OpenPlan::closed, &reading_, &BackgroundTask::abandon);
}

void ComparisonSource::compare_with(const QString& path) {
    read(path, {}, file_name(path));
}

void ComparisonSource::choose_file() {
    const QString path = QFileDialog::getOpenFileName(&window_, tr("Compare With"),
                                                      QFileInfo(session_.path()).absolutePath(), format_filters());
    if (!path.isEmpty()) {
        compare_with(path);
    }
}

void ComparisonSource::compare_with_saved() {
    const bool is_source = session_.path() == session_.state().source;
    read(session_.path(), is_source ? session_.state().switches : std::vector<KeyValue>(),
         tr("%1 · as saved").arg(file_name(session_.path())));
}

void ComparisonSource::compare_with_first() {
    const PlanState& state = session_.state();
    if (!state.trace || session_.steps().chief_steps().empty()) {
        return;
    }
    Replay replay(state.trace);
    const FrameIndex first = replay.chief_steps().front();
    auto layout = std::make_shared<const Layout>(
        step_layout(replay.layout_at(first, *state.problem), *state.layout, *state.problem));
    set_other(tr("%1 · first layout of the run").arg(file_name(session_.path())),
              plan_to_compare(state.problem, std::move(layout)));
}

void ComparisonSource::keep_shown() {
    set_other(tr("%1 · kept").arg(shown_plan_title(session_)), session_.shown());
}

void ComparisonSource::read(const QString& path, const std::vector<KeyValue>& switches, const QString& title) {
    reading_.start([name = path.toStdString(), switches] { return read_plan(name, switches); },
                   [this, title](ReadPlan plan) {
                       if (!plan) {
                           notices_.report(plan.error());
                           return;
                       }
                       set_other(title, std::move(*plan));
                   });
}

void ComparisonSource::set_other(const QString& title, std::shared_ptr<const ShownPlan> plan) {
    session_.comparison().set_other(title, std::move(plan));
    emit chosen();
}

}  // namespace arenascope
