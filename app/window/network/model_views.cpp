#include "app/window/network/model_views.h"

#include <algorithm>

#include <QDockWidget>

#include "app/window/frame/import_panel.h"
#include "qt/words/wording.h"
#include "widgets/panels/sharing_view/sharing_view.h"
#include "widgets/panels/summary/summary.h"
#include "widgets/picture/network_view/network_view.h"
#include "widgets/plots/sharing_matrix/sharing_matrix_view.h"
#include "widgets/tables/operator_table/operator_table.h"

namespace arenascope {
namespace {

/// The buffers that an operator writes and reads, each once.
std::vector<BufferIndex> buffers_of(const Operator& one) {
    std::vector<BufferIndex> buffers = one.writes;
    for (const BufferIndex read : one.reads) {
        if (std::find(buffers.begin(), buffers.end(), read) == buffers.end()) {
            buffers.push_back(read);
        }
    }
    return buffers;
}

/// The network of the open plan; an empty one if it has none.
const Graph& graph_of(const Session& session) {
    static const Graph none;
    return session.has_plan() && session.problem()->graph ? *session.problem()->graph : none;
}

}  // namespace

ModelViews::ModelViews(const WindowFrame& frame)
    : WindowPart(frame),
      operators_(
          *docks_.operators.dock, session_, [this] { fill_operators(); },
          [this] { docks_.operators->set_problem(no_plan()->problem); }),
      network_(
          *docks_.network.dock, session_, [this] { fill_network(); },
          [this] { docks_.network->set_problem(no_plan()->problem); }),
      sharing_(
          *docks_.sharing.dock, session_, [this] { fill_sharing(); },
          [this] { docks_.sharing->set_plan(no_plan()->problem, no_plan()->layout, {}); }),
      sharing_matrix_(
          *docks_.sharing_matrix.dock, session_, [this] { fill_sharing_matrix(); },
          [this] { docks_.sharing_matrix->set_problem(no_plan()->problem); }),
      import_(
          *docks_.import.dock, session_, [this] { fill_import(); },
          [this] { docks_.import->set_import(nullptr, FileFormat::plan_json, {}); }) {
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &ModelViews::show_problem);
    connect(&session_.plan(), &OpenPlan::plan_changed, this, &ModelViews::show_warning);
    connect(&session_.plan(), &OpenPlan::opened, this, [this] {
        warned_.clear();
        show_warning();
    });
    connect(&session_.plan(), &OpenPlan::closed, this, &ModelViews::show_problem);
    connect(&session_.selection(), &Selection::changed, this, &ModelViews::show_selection);
    connect(&session_.plan(), &OpenPlan::layout_changed, this, &ModelViews::show_layout);
    connect(docks_.operators, &OperatorTable::chosen, this, &ModelViews::choose_operator);
    connect(docks_.import, &ImportPanel::apply_requested, &session_.file(), &OpenFile::import_again);
    connect(docks_.import, &ImportPanel::operator_chosen, this, &ModelViews::choose_operator_named);
    connect(docks_.sharing, &SharingView::operator_chosen, this, &ModelViews::choose_operator);
    const auto select_buffer = [this](BufferIndex buffer) { session_.selection().select({buffer}); };
    connect(docks_.sharing, &SharingView::buffer_chosen, this, select_buffer);
    connect(docks_.network, &NetworkView::operator_chosen, this, &ModelViews::choose_operator);
    connect(docks_.network, &NetworkView::buffer_chosen, this, select_buffer);
    connect(docks_.sharing_matrix, &SharingMatrixView::chosen, this,
            [this](const std::vector<BufferIndex>& buffers) { session_.selection().select(buffers); });
    connect(&session_.selection(), &Selection::cursor_changed, docks_.network, [this] {
        if (network_.is_filled()) {
            docks_.network->set_cursor(session_.selection().cursor());
        }
    });
}

void ModelViews::show_problem() {
    const PlanState& state = session_.state();
    import_.update();
    docks_.summary->set_import(state.import, state.left_out);
    if (shown_ == session_.problem()) {
        return;
    }
    shown_ = session_.problem();
    chosen_.reset();
    unshared_peak_.reset();
    operators_.update();
    sharing_matrix_.update();
    show_layout();
    show_selection();
}

const std::shared_ptr<const Problem>& ModelViews::problem() const {
    return shown_ ? shown_ : no_plan()->problem;
}

void ModelViews::note_unshared_peak() {
    const PlanState& state = session_.state();
    // Neither a preview nor a step of a run is a layout to compare with.
    const bool is_plan =
        !session_.shown()->is_preview && (state.frame == FrameIndex::none() || state.frame == state.trace->result);
    const LayoutFigures& figures = *session_.shown()->figures;
    if (shown_ && is_plan && session_.layout().sharing.empty() && figures.is_complete()) {
        unshared_peak_ = figures.peak;
    }
}

void ModelViews::show_layout() {
    if (shown_ != session_.problem()) {
        return;  // show_problem() follows
    }
    note_unshared_peak();
    sharing_.update();
    network_.update();
}

void ModelViews::fill_import() {
    const PlanState& state = session_.state();
    const Graph& graph = graph_of(session_);
    const ImportPanel::Findings findings{graph.unknown_sizes, graph.assumed_dimensions, graph.bounded_sizes,
                                         state.notes, state.left_out};
    if (session_.has_plan() && !state.import) {
        docks_.import->set_plain_file(state.switches, state.format, findings);
    } else {
        docks_.import->set_import(state.import, state.format, findings);
    }
}

void ModelViews::fill_sharing() {
    const ShownPlan& plan = *session_.shown();
    docks_.sharing->set_plan(
        problem(), plan.layout,
        {.unshared_threshold = plan.unshared_threshold,
         .threshold = plan.threshold(),
         .peak = plan.figures->peak,
         .unplaced = plan.figures->buffers - plan.figures->placed,
         .unshared_peak = unshared_peak_,
         .shares_later = shown_ && session_.steps().is_under_way() && !session_.state().layout->sharing.empty()});
    docks_.sharing->set_operator(current_operator());
}

void ModelViews::fill_network() {
    docks_.network->set_problem(problem());
    docks_.network->set_layout(session_.shown()->layout);
    const auto& peak = session_.shown()->figures->peak_place;
    docks_.network->set_peak_step(peak ? std::optional(peak->step) : std::nullopt);
    docks_.network->set_cursor(session_.selection().cursor());
    docks_.network->set_selection(chosen_, session_.selection().buffers());
}

void ModelViews::fill_operators() {
    docks_.operators->set_problem(problem());
    docks_.operators->set_operator(chosen_);
    docks_.operators->set_selected_buffers(session_.selection().buffers());
}

void ModelViews::fill_sharing_matrix() {
    docks_.sharing_matrix->set_problem(problem());
    docks_.sharing_matrix->set_selection(session_.selection().buffers());
}

void ModelViews::show_selection() {
    const std::vector<BufferIndex>& selection = session_.selection().buffers();
    if (chosen_ && buffers_of(shown_->graph->operators[chosen_->value()]) != selection) {
        chosen_.reset();
    }
    if (operators_.is_filled()) {
        docks_.operators->set_operator(chosen_);
        docks_.operators->set_selected_buffers(selection);
    }
    if (sharing_.is_filled()) {
        docks_.sharing->set_operator(current_operator());
    }
    if (sharing_matrix_.is_filled()) {
        docks_.sharing_matrix->set_selection(selection);
    }
    if (network_.is_filled()) {
        docks_.network->set_selection(chosen_, selection);
    }
}

void ModelViews::choose_operator(OperatorIndex index) {
    chosen_ = index;
    const Operator& one = shown_->graph->operators[index];
    session_.selection().select(buffers_of(one));
    session_.selection().set_cursor(one.step);
}

void ModelViews::choose_operator_named(const QString& name) {
    if (!shown_ || !shown_->graph) {
        return;
    }
    const auto& operators = shown_->graph->operators;
    const std::string wanted = name.toStdString();
    const auto found =
        std::find_if(operators.begin(), operators.end(), [&](const Operator& one) { return one.name == wanted; });
    if (found != operators.end()) {
        choose_operator(OperatorIndex(static_cast<std::size_t>(found - operators.begin())));
    }
}

std::optional<OperatorIndex> ModelViews::current_operator() const {
    if (chosen_ || !shown_ || !shown_->graph || session_.selection().buffers().size() != 1) {
        return chosen_;
    }
    const auto& operators = shown_->graph->operators;
    for (std::size_t i = 0; i < operators.size(); ++i) {
        const auto& writes = operators[i].writes;
        if (std::find(writes.begin(), writes.end(), session_.selection().buffers().front()) != writes.end()) {
            return OperatorIndex(i);
        }
    }
    return std::nullopt;
}

QString ModelViews::warning() const {
    const Graph& graph = graph_of(session_);
    QStringList parts;
    if (!graph.unknown_sizes.empty()) {
        parts << counted(static_cast<std::int64_t>(graph.unknown_sizes.size()),
                         tr("1 tensor has no known size and is left out"),
                         tr("%1 tensors have no known size and are left out"));
    }
    if (const std::size_t left_out = session_.state().left_out; left_out > 0) {
        parts << counted(static_cast<std::int64_t>(left_out), tr("1 value is left out, so that no figure counts it"),
                         tr("%1 values are left out, so that no figure counts them"));
    }
    if (!graph.assumed_dimensions.empty()) {
        parts << counted(static_cast<std::int64_t>(graph.assumed_dimensions.size()),
                         tr("1 dimension is left open and was assumed"),
                         tr("%1 dimensions are left open and were assumed"));
    }
    return parts.join(tr("; "));
}

void ModelViews::show_warning() {
    // Undo can show another import of the same file. The warning about this one is then out of date.
    const QString told = warning();
    if (told == warned_) {
        return;
    }
    warned_ = told;
    if (told.isEmpty()) {
        notices_.hide();
        return;
    }
    notices_.warn(told, tr("Show import"), [this] {
        show_import();
        notices_.hide();
    });
}

void ModelViews::show_import() const {
    docks_.import.bring_to_front();
}

}  // namespace arenascope
