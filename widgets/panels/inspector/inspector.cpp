#include "widgets/panels/inspector/inspector.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "core/model/memory/allocator_history.h"
#include "core/model/memory/live_profile.h"
#include "core/picture/plan/step_names.h"
#include "qt/tasks/released_apart.h"
#include "qt/words/meaning.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/theme_follower.h"
#include "widgets/panels/inspector/buffer_form.h"
#include "widgets/panels/inspector/buffer_relations.h"
#include "widgets/panels/inspector/choice_facts.h"
#include "widgets/panels/inspector/fact_area.h"
#include "widgets/panels/inspector/maker_facts.h"
#include "widgets/panels/inspector/selection_sums.h"

namespace arenascope {
namespace {

constexpr int least_lines_for_both = 22;  ///< of the inspector, for the unfolded form and the list

QString gap_text(const Gap& gap) {
    const QString steps = lifetime_text(gap.steps);
    return gap.window ? Inspector::tr("%1 uses bytes [%2, %3)")
                            .arg(steps, grouped_text(gap.window->from.value()), grouped_text(gap.window->to.value()))
                      : Inspector::tr("%1 unused").arg(steps);
}

/// What the extents of a texture are.
QString dimensions_meaning(std::size_t count) {
    return count == 2   ? Inspector::tr("width × height")
           : count == 3 ? Inspector::tr("width × height × depth")
                        : Inspector::tr("batch × height × width × channels");
}

/// The operator that bounds the size of a buffer; null: the size is exact. Linear.
const BoundedSize* bound_of(const Problem& problem, const std::string& name) {
    if (!problem.graph) {
        return nullptr;
    }
    const auto& bounded = problem.graph->bounded_sizes;
    const auto found =
        std::find_if(bounded.begin(), bounded.end(), [&](const BoundedSize& one) { return one.tensor == name; });
    return found == bounded.end() ? nullptr : &*found;
}

QString step_words(Step step) {
    return Inspector::tr("step %1").arg(grouped_text(step.value()));
}

void add_operators(std::vector<Fact>& facts, const QString& label, const std::vector<const Operator*>& operators) {
    constexpr std::size_t shown_operators = 6;
    for (std::size_t i = 0; i < std::min(operators.size(), shown_operators); ++i) {
        const Operator& one = *operators[i];
        const QString name = Inspector::tr("%1 (%2)").arg(visible_text(one.name), visible_text(one.type));
        facts.push_back({i == 0 ? label : QString(), name,
                         Inspector::tr("%1, %2, at step %3")
                             .arg(name, operator_feature_words(one.feature), grouped_text(one.step.value()))});
    }
    if (operators.size() > shown_operators) {
        facts.push_back(
            {{}, counted(operators.size() - shown_operators, Inspector::tr("… 1 more"), Inspector::tr("… %1 more"))});
    }
}

}  // namespace

Inspector::Inspector(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<const Layout>()),
      risks_(std::make_shared<const IndexedVector<BufferIndex, Risk>>()),
      thresholds_(std::make_shared<const IndexedVector<RegionIndex, Bytes>>()),
      header_(new SectionHeader(tr("Inspector"), this)),
      hint_(new Paragraph(this)),
      facts_(new FactSheet),
      form_(new BufferForm),
      facts_area_(new FactArea(*facts_, *form_, this)),
      list_header_(new SectionHeader(tr("Lives with"), this)),
      list_(new BufferList(tr("Buffers that live with the selected one"), {true, false, {}}, this)) {
    hint_->setText(tr("Click a buffer to see its size, its place and why it lies there. Ctrl adds to the selection."));
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(hint_);
    column->addWidget(facts_area_);
    column->addWidget(list_header_);
    column->addWidget(list_, 1);
    column->addStretch(0);
    connect(list_, &BufferList::chosen, this, &Inspector::chosen);
    connect(facts_, &FactSheet::link_activated, this, &Inspector::follow);
    connect(form_, &BufferForm::unfolded_changed, this, &Inspector::show_list);
    follow_theme(*this, [this](Theme theme) { apply_panel_look(*this, theme); });
    refresh();
}

void Inspector::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                         std::shared_ptr<const IndexedVector<BufferIndex, Risk>> risks,
                         std::shared_ptr<const IndexedVector<RegionIndex, Bytes>> thresholds) {
    if (problem != problem_) {
        selection_.clear();
        moves_.reset();
        order_.reset();
        step_.reset();
        shows_step_alone_ = false;
    }
    problem_ = std::move(problem);
    layout_ = std::move(layout);
    risks_ = risks ? std::move(risks) : std::make_shared<const IndexedVector<BufferIndex, Risk>>();
    thresholds_ = std::move(thresholds);
    relations_.reset();
    sums_.reset();
    refresh();
}

void Inspector::set_selection(const std::vector<BufferIndex>& selection) {
    if (selection != selection_) {
        selection_ = selection;
        relations_.reset();
        sums_.reset();
        refresh();
    }
}

void Inspector::set_idle_page(QWidget* page, const QString& title) {
    idle_page_ = page;
    idle_title_ = title;
    auto& column = static_cast<QVBoxLayout&>(*layout());
    column.insertWidget(column.indexOf(hint_), page, 1);
    refresh();
}

void Inspector::follow(std::uint32_t link) {
    if (link != fold_link) {
        emit chosen(BufferIndex(link));
        return;
    }
    unfolds_stack_ = !unfolds_stack_;
    refresh();
}

void Inspector::set_moves(std::shared_ptr<const std::vector<Move>> moves) {
    moves_ = std::move(moves);
    refresh();
}

void Inspector::set_order(std::shared_ptr<const OrderPlaces> order) {
    if (order != order_) {
        order_ = std::move(order);
        refresh();
    }
}

void Inspector::set_step(std::optional<PlacementStep> step, bool alone) {
    step_ = std::move(step);
    shows_step_alone_ = alone && step_ && step_->object;
    refresh();
}

void Inspector::set_unit(Unit unit) {
    unit_ = unit;
    list_->set_unit(unit);
    relations_.reset();  // they say an amount
    refresh();
}

void Inspector::resizeEvent(QResizeEvent* event) {
    QWidget::resizeEvent(event);
    show_list();
}

void Inspector::show_list() {
    const bool has_room = !form_->is_unfolded() || height() >= least_lines_for_both * fontMetrics().lineSpacing();
    list_header_->setVisible(selection_.size() == 1 && has_room);
    list_->setVisible(selection_.size() == 1 && has_room);
}

void Inspector::refresh() {
    const bool has_facts = !selection_.empty() || shows_step_alone_;
    if (idle_page_ != nullptr) {
        idle_page_->setVisible(!has_facts);
    }
    hint_->setVisible(!has_facts && !problem_->buffers.empty());
    facts_area_->setVisible(has_facts);
    form_->set_buffers(problem_, layout_, selection_);
    show_list();
    if (selection_.empty()) {
        task_.abandon();
    }
    const bool is_found = selection_.size() == 1  ? !relations_ && find_relations()
                          : selection_.size() > 1 ? !sums_ && find_sums()
                                                  : false;
    if (!is_found) {
        show_facts();
    }
}

void Inspector::show_facts() {
    header_->set_title(tr("Inspector"));
    if (selection_.empty()) {
        show_nothing();
    } else if (selection_.size() == 1) {
        show_one(selection_.front());
    } else {
        show_several();
    }
}

bool Inspector::find_relations() {
    return task_.run(
        problem_->buffers.size(),
        [problem = problem_, layout = layout_, buffer = selection_.front(), unit = unit_] {
            BufferRelations found = buffer_relations(*problem, *layout, buffer, unit);
            const std::size_t rows = found.rows.rows.size();
            return released_apart(std::move(found), rows);
        },
        [this](std::shared_ptr<const BufferRelations> found) {
            relations_ = std::move(found);
            show_facts();
        });
}

bool Inspector::find_sums() {
    return task_.run(
        selection_.size(),
        [problem = problem_, layout = layout_, risks = risks_, buffers = selection_] {
            return std::make_shared<const SelectionSums>(selection_sums(*problem, *layout, *risks, buffers));
        },
        [this](std::shared_ptr<const SelectionSums> found) {
            sums_ = std::move(found);
            show_facts();
        });
}

void Inspector::show_nothing() {
    const bool is_idle = !shows_step_alone_ && !problem_->buffers.empty() && !has_segment_regions(*problem_);
    header_->set_title(is_idle && !idle_title_.isEmpty() ? idle_title_ : tr("Inspector"));
    header_->set_detail(shows_step_alone_ ? tr("this iteration") : QString());
    std::vector<Fact> facts;
    if (shows_step_alone_) {
        facts = choice_facts(*step_, unit_);
        facts.insert(facts.begin(), {tr("Placed"), visible_text(problem_->buffers[step_->buffer].name)});
    }
    facts_->set_facts(facts);
    list_->set_rows(problem_, std::make_shared<const BufferListRows>());
}

void Inspector::show_one(BufferIndex buffer) {
    const Buffer& subject = problem_->buffers[buffer];
    header_->set_detail(visible_text(subject.name));
    std::vector<Fact> facts;
    facts.push_back({tr("Name"), visible_text(subject.name)});
    if (buffer.value() < risks_->size()) {
        const Risk risk = (*risks_)[buffer];
        facts.push_back({tr("Tier"), risk_words(risk), risk_meaning(risk), risk});
    }
    const QString size = amount_and_exact_bytes(subject.size.value(), unit_);
    const BoundedSize* bound = bound_of(*problem_, subject.name);
    facts.push_back(bound == nullptr ? Fact{tr("Size"), size}
                                     : Fact{tr("Size"), tr("at most %1").arg(size),
                                            tr("the largest output of %1 (%2)")
                                                .arg(visible_text(bound->operator_name), visible_text(bound->type))});
    facts.push_back(
        {tr("Lifetime"), lifetime_text(subject.lifetime),
         tr("from %1 to before %2").arg(step_words(subject.lifetime.begin), step_words(subject.lifetime.end))});
    facts.push_back({tr("Duration"), counted(length(subject.lifetime).value(), tr("1 step"), tr("%1 steps"))});
    if (!subject.dimensions().empty()) {
        facts.push_back(
            {tr("Shape"), extents_text(subject.dimensions()), dimensions_meaning(subject.dimensions().size())});
    }
    std::ranges::move(stack_facts(*problem_, buffer, unfolds_stack_), std::back_inserter(facts));
    std::ranges::move(record_facts(*problem_, buffer, unit_), std::back_inserter(facts));
    add_place(facts, buffer);
    if (relations_ && relations_->object) {
        facts.push_back(*relations_->object);
    }
    if (step_ && step_->buffer == buffer) {
        std::ranges::move(choice_facts(*step_, unit_), std::back_inserter(facts));
    }
    add_scratch(facts, buffer);
    add_extras(facts, buffer);
    add_transfers(facts, buffer);
    if (relations_) {
        std::ranges::copy(relations_->takeovers, std::back_inserter(facts));
    }
    add_graph(facts, buffer);
    add_conflicts(facts);
    facts_->set_facts(facts);
}

void Inspector::add_lack(std::vector<Fact>& facts) const {
    if (!relations_ || !relations_->lack) {
        return;
    }
    const auto& lack = relations_->lack;
    const bool has_room = lack->missing == Bytes(0);
    facts.push_back({tr("Missing"),
                     has_room ? tr("nothing, it fits") : amount_words(lack->missing.value(), unit_),
                     tr("the capacity must grow by this amount if all other buffers stay in place"),
                     {},
                     has_room ? TextTone::good : TextTone::risk});
    facts.push_back({tr("Largest free area"), amount_words(lack->largest_free_area.value(), unit_),
                     exact_bytes(lack->largest_free_area.value())});
}

void Inspector::add_place(std::vector<Fact>& facts, BufferIndex buffer) const {
    const Buffer& subject = problem_->buffers[buffer];
    const Region& region = problem_->regions[subject.region];
    const std::size_t i = buffer.value();
    if (i >= layout_->placements.size() || !layout_->placements[i]) {
        facts.push_back({tr("Offset"), tr("not placed"), {}, {}, TextTone::risk});
        facts.push_back({tr("Region"), visible_text(region.name)});
        add_lack(facts);
        return;
    }
    const Placement place = *layout_->placements[i];
    const AddressRange range = range_of(subject.size, place.offset);
    facts.push_back(
        {tr("Offset → tail"),
         QStringLiteral("%1 → %2").arg(number_words(range.from.value(), unit_), amount_words(range.to.value(), unit_)),
         QStringLiteral("%1 → %2").arg(exact_bytes(range.from.value()), exact_bytes(range.to.value()))});
    // Without a base in the file, offsets are all that is known.
    if (std::ranges::any_of(problem_->regions, [](const Region& region) { return region.base != 0; })) {
        const auto address = [&](std::int64_t beyond) {
            return address_words(address_of(*problem_, place) + static_cast<Address>(beyond));
        };
        facts.push_back({tr("Address"), QStringLiteral("%1 → %2").arg(address(0), address(subject.size.value()))});
    }
    if (!has_segment_regions(*problem_)) {
        facts.push_back({tr("Region"), visible_text(problem_->regions[place.region].name)});
    }
    const std::int64_t above = range.to.value() - (*thresholds_)[place.region].value();
    // Nobody planned the addresses of a recorded allocator, so there is no threshold to stay below.
    if (above > 0 && !has_segment_regions(*problem_)) {
        facts.push_back({tr("Above threshold"), amount_words(above, unit_), exact_bytes(above), {}, TextTone::risk});
    }
    static const std::vector<Move> no_moves;
    const std::vector<Move>& moves = moves_ ? *moves_ : no_moves;
    const auto moved = std::ranges::lower_bound(moves, buffer, {}, &Move::buffer);
    const bool has_moved = moved != moves.end() && moved->buffer == buffer;
    if (has_moved && moved->from && moved->to) {
        const std::int64_t by = moved->to->value() - moved->from->value();
        facts.push_back({tr("Moved since previous"),
                         (by > 0 ? QStringLiteral("+") : QString()) + amount_words(by, unit_),
                         tr("%1 since the previous iteration of the run").arg(exact_bytes(by))});
    } else if (has_moved) {
        facts.push_back({tr("Moved since previous"), moved->to ? tr("placed") : tr("removed")});
    }
    add_order(facts, buffer);
}

void Inspector::add_order(std::vector<Fact>& facts, BufferIndex buffer) const {
    if (!order_ || buffer.value() >= order_->place.size() || order_->place[buffer] == 0) {
        return;
    }
    const std::int64_t change = order_->change[buffer];
    QString words = grouped_text(order_->place[buffer]);
    if (change != 0) {
        words = (change < 0 ? tr("%1, %2 earlier than before") : tr("%1, %2 later than before"))
                    .arg(words, grouped_text(std::abs(change)));
    }
    facts.push_back({tr("Place in the order"), words,
                     tr("when the shown step placed it, and how that changed since the step before")});
    facts.push_back({tr("Shares"),
                     relations_ ? counted(relations_->shared_steps, tr("1 step"), tr("%1 steps")) : tr("…"),
                     tr("the time that it shares with each other buffer of its region, summed. The rectangle "
                        "sorter calls it overlap.")});
}

void Inspector::add_scratch(std::vector<Fact>& facts, BufferIndex buffer) const {
    if (problem_->buffers[buffer].kind != BufferKind::scratch) {
        return;
    }
    const auto& placement = buffer.value() < layout_->placements.size() ? layout_->placements[buffer] : std::nullopt;
    if (placement) {
        const auto& regions = problem_->regions;
        if (std::any_of(regions.begin(), regions.end(), [](const Region& each) { return each.fast; })) {
            const bool fast = regions[placement->region].fast;
            facts.push_back({tr("Part of the heap"), fast ? tr("fast") : tr("slow")});
        }
        if (const auto rule = scratch_rule_of(*layout_, buffer)) {
            facts.push_back({tr("Placed"), scratch_rule_words(*rule), QString::fromUtf8(name_of(*rule).data())});
        }
    }
    if (const ScratchRequest* request = scratch_request_of(*problem_, buffer)) {
        QStringList requests;
        if (request->variable) {
            requests << (request->minimum > Bytes(0)
                             ? tr("variable, at least %1").arg(amount_words(request->minimum.value(), unit_))
                             : tr("variable"));
        }
        if (request->overlay) {
            requests << tr("overlay");
        }
        if (request->fast) {
            requests << tr("fast part");
        }
        facts.push_back({tr("Requests"), requests.isEmpty() ? tr("none") : requests.join(tr(", "))});
    }
}

void Inspector::add_extras(std::vector<Fact>& facts, BufferIndex buffer) const {
    const Buffer& subject = problem_->buffers[buffer];
    facts.push_back({tr("Kind"), kind_words(subject.kind)});
    facts.push_back({tr("Alignment"), exact_bytes(alignment_of(*problem_, subject).value())});
    if (subject.hint()) {
        facts.push_back(
            {tr("Hint"), amount_words(subject.hint()->value(), unit_), exact_bytes(subject.hint()->value())});
    }
    if (subject.pin) {
        facts.push_back(
            {tr("Pinned at"), amount_words(subject.pin->value(), unit_), exact_bytes(subject.pin->value())});
    }
    constexpr std::size_t shown_gaps = 4;
    for (std::size_t i = 0; i < std::min(subject.gaps().size(), shown_gaps); ++i) {
        facts.push_back({i == 0 ? tr("Gaps") : QString(), gap_text(subject.gaps()[i])});
    }
    if (subject.gaps().size() > shown_gaps) {
        facts.push_back({{}, counted(subject.gaps().size() - shown_gaps, tr("… 1 more"), tr("… %1 more"))});
    }
}

void Inspector::add_transfers(std::vector<Fact>& facts, BufferIndex buffer) const {
    const auto core_of = [this](BufferIndex index) {
        return visible_text(problem_->regions[problem_->buffers[index].region].name);
    };
    const auto add = [&](const QString& label, BufferIndex other, BufferIndex copy) {
        const Step step = problem_->buffers[copy].lifetime.begin;
        facts.push_back({label,
                         tr("%1 at %2").arg(core_of(other), step_words(step)),
                         visible_text(problem_->buffers[other].name),
                         {},
                         TextTone::plain,
                         other.value()});
    };
    if (const Transfer* into = transfer_into(*problem_, buffer)) {
        add(tr("Copied from"), into->source, buffer);
    }
    bool is_first = true;
    for (const Transfer& transfer : problem_->transfers) {
        if (transfer.source == buffer) {
            add(is_first ? tr("Copied to") : QString(), transfer.copy, transfer.copy);
            is_first = false;
        }
    }
}

void Inspector::add_graph(std::vector<Fact>& facts, BufferIndex buffer) const {
    const auto label_at = [&](Step step) { return visible_text(name_of_step(problem_->step_labels, step)); };
    if (!problem_->graph) {
        const Buffer& subject = problem_->buffers[buffer];
        if (const QString first = label_at(subject.lifetime.begin); !first.isEmpty()) {
            facts.push_back({tr("First step"), first});
        }
        if (const QString last = label_at(Step(subject.lifetime.end.value() - 1)); !last.isEmpty()) {
            facts.push_back({tr("Last step"), last});
        }
        return;
    }
    if (buffer.value() < problem_->graph->tensors.size()) {
        add_tensor(facts, buffer);
    }
    if (relations_) {
        add_operators(facts, tr("Written by"), relations_->producers);
        add_operators(facts, tr("Read by"), relations_->consumers);
    }
}

void Inspector::add_tensor(std::vector<Fact>& facts, BufferIndex buffer) const {
    const TensorFacts& tensor = problem_->graph->tensors[buffer];
    if (tensor.type.empty()) {
        return;
    }
    facts.push_back({tr("Type"), visible_text(tensor.type)});
    // A texture has a shape of its own, with as many elements as bytes.
    const bool is_texture = !problem_->buffers[buffer].dimensions().empty();
    facts.push_back({is_texture ? tr("Tensor shape") : tr("Shape"),
                     tensor.shape.empty() ? tr("scalar") : extents_text(tensor.shape)});
}

void Inspector::add_conflicts(std::vector<Fact>& facts) {
    const auto count = [](std::size_t buffers) { return grouped_text(buffers); };
    facts.push_back({tr("Lives with"),
                     !relations_ ? tr("…") : counted(relations_->conflicts, tr("1 buffer"), tr("%1 buffers")),
                     tr("buffers that are in use at the same time for at least one step")});
    facts.push_back(
        {tr("Neighbours"),
         !relations_ ? tr("…")
                     : tr("%1 above, %2 below")
                           .arg(count(relations_->neighbours.above.size()), count(relations_->neighbours.below.size())),
         tr("buffers directly above and below it in memory while both are in use")});
    list_header_->set_detail(relations_ ? count(relations_->conflicts) : tr("…"));
    list_->set_rows(problem_, relations_ ? std::shared_ptr<const BufferListRows>(relations_, &relations_->rows)
                                         : std::make_shared<const BufferListRows>());
}

void Inspector::show_several() {
    header_->set_detail(tr("%1 buffers").arg(grouped_text(selection_.size())));
    std::vector<Fact> facts;
    facts.push_back({tr("Buffers"), grouped_text(selection_.size())});
    if (!sums_) {
        facts.push_back({tr("Sum of sizes"), tr("…")});
        facts_->set_facts(facts);
        return;
    }
    facts.push_back({tr("Sum of sizes"), amount_and_exact_bytes(sums_->size.value(), unit_)});
    facts.push_back({tr("Lifetimes within"), lifetime_text(sums_->steps)});
    if (const auto& range = sums_->bytes) {
        facts.push_back(
            {tr("Bytes within"),
             QStringLiteral("%1 → %2").arg(number_words(range->from.value(), unit_),
                                           amount_words(range->to.value(), unit_)),
             QStringLiteral("%1 → %2").arg(exact_bytes(range->from.value()), exact_bytes(range->to.value()))});
    }
    if (sums_->unplaced > 0) {
        facts.push_back({tr("Not placed"), grouped_text(sums_->unplaced), {}, {}, TextTone::risk});
    }
    if (!risks_->empty()) {
        const auto& tiers = sums_->tiers;
        facts.push_back({tr("High · medium · low · none"),
                         QStringLiteral("%1 · %2 · %3 · %4").arg(tiers[3]).arg(tiers[2]).arg(tiers[1]).arg(tiers[0])});
    }
    facts_->set_facts(facts);
}

}  // namespace arenascope
