#include "widgets/panels/sharing_view/sharing_view.h"

#include <algorithm>

#include <QHeaderView>

#include "core/base/containers/indexed_vector.h"
#include "core/model/memory/live_profile.h"
#include "core/planner/sharing/operator_dependencies.h"
#include "qt/words/tooltip.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/name_delegate.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr int buffer_role = Qt::UserRole;
constexpr int operator_role = Qt::UserRole + 1;

QString text(const std::string& utf8) {
    return visible_text(utf8);
}

bool holds(const std::vector<BufferIndex>& buffers, BufferIndex wanted) {
    return std::find(buffers.begin(), buffers.end(), wanted) != buffers.end();
}

/// The union of the sets of all buffers written by an operator, without these buffers.
std::vector<BufferIndex> union_of(const IndexedVector<BufferIndex, std::vector<BufferIndex>>& sets,
                                  const Operator& one) {
    std::vector<BufferIndex> all;
    for (const BufferIndex written : one.writes) {
        all.insert(all.end(), sets[written].begin(), sets[written].end());
    }
    std::sort(all.begin(), all.end());
    all.erase(std::unique(all.begin(), all.end()), all.end());
    std::erase_if(all, [&](BufferIndex each) { return holds(one.writes, each); });
    return all;
}

}  // namespace

SharingView::SharingView(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<const Layout>()),
      header_(new SectionHeader(tr("Sharing"), this)),
      hint_(new Paragraph(this)),
      facts_(new FactSheet(this)),
      tree_(new QTreeWidget(this)),
      must_not_(
          section(tr("Must not share with"), tr("dependencies: buffers in use both when the operator runs and later"))),
      may_(section(tr("May share with"), tr("sharing partners: buffers that can take its memory or hand over theirs"))),
      removed_section_(
          section(tr("Removed operators"), tr("operators that need not run, because the layout does their work"))),
      copied_section_(section(tr("Copies"), tr("operands that cannot be shared and are copied"))) {
    tree_->setAccessibleName(tr("Sharing of the chosen operator"));
    tree_->setColumnCount(2);
    tree_->setHeaderHidden(true);
    tree_->setTabKeyNavigation(false);
    tree_->setTextElideMode(Qt::ElideMiddle);
    tree_->setItemDelegateForColumn(0, new NameDelegate(tree_));
    tree_->header()->setStretchLastSection(false);
    tree_->header()->setSectionResizeMode(0, QHeaderView::Stretch);
    tree_->header()->setSectionResizeMode(1, QHeaderView::ResizeToContents);
    fill_panel(*this, {header_, facts_, hint_, tree_});
    connect(tree_, &QTreeWidget::itemClicked, this, &SharingView::choose);
    connect(tree_, &QTreeWidget::itemActivated, this, &SharingView::choose);
    follow_theme(*tree_, [this](Theme theme) { apply_table_look(*tree_, theme); });
    refresh();
}

void SharingView::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                           const SharingFigures& figures) {
    if (problem != problem_) {
        problem_ = std::move(problem);
        names_.set_problem(problem_);
        operator_.reset();
        dependencies_.clear();
        local_sharing_.clear();
    }
    layout_ = std::move(layout);
    figures_ = figures;
    refresh();
}

void SharingView::set_operator(std::optional<OperatorIndex> shown) {
    if (shown != operator_) {
        operator_ = shown;
        show_operator();
    }
}

void SharingView::set_unit(Unit unit) {
    if (unit != unit_) {
        unit_ = unit;
        refresh();
    }
}

void SharingView::refresh() {
    const bool has_graph = problem_->graph && !problem_->graph->operators.empty();
    tree_->setVisible(has_graph);
    facts_->setVisible(has_graph);
    show_facts();
    show_operator();
    show_outcome();
}

void SharingView::show_facts() {
    if (!problem_->graph) {
        facts_->set_facts({});
        return;
    }
    const auto amount = [this](std::int64_t bytes) { return text(amount_text(bytes, unit_)); };
    const Bytes unshared = figures_.unshared_threshold;
    const Bytes shared = figures_.threshold;
    const QString arrow = QStringLiteral("%1 → %2");
    // A step of a run in which buffers are missing tells nothing about the gain of the whole.
    const bool is_part = figures_.unplaced > 0 && (figures_.shares_later || !layout_->sharing.empty());
    const auto so_far = [is_part](const QString& words) { return is_part ? tr("%1 so far").arg(words) : words; };
    std::vector<Fact> facts;
    if (layout_->sharing.empty()) {
        facts.push_back({tr("Threshold"), so_far(amount(unshared.value())), exact_bytes(unshared.value())});
    } else {
        facts.push_back({tr("Threshold"), so_far(arrow.arg(amount(unshared.value()), amount(shared.value()))),
                         arrow.arg(exact_bytes(unshared.value()), exact_bytes(shared.value()))});
    }
    const std::int64_t top = figures_.peak.value();
    if (is_part) {
        facts.push_back({tr("Peak"),
                         tr("%1, %2 not placed")
                             .arg(so_far(amount(top)), counted(figures_.unplaced, tr("1 buffer"), tr("%1 buffers"))),
                         exact_bytes(top)});
    } else if (!layout_->sharing.empty() && figures_.unshared_peak) {
        facts.push_back({tr("Peak"), arrow.arg(amount(figures_.unshared_peak->value()), amount(top)),
                         tr("%1 in the last layout without sharing, %2 now")
                             .arg(exact_bytes(figures_.unshared_peak->value()), exact_bytes(top))});
    } else if (!layout_->sharing.empty()) {
        facts.push_back({tr("Peak"), amount(top), exact_bytes(top)});
    }
    std::size_t members = 0;
    const auto blocks = sharing_blocks(*layout_);
    for (const auto& block : blocks) {
        members += block.size();
    }
    facts.push_back({tr("Shared on purpose"),
                     so_far(blocks.empty() ? tr("nothing")
                                           : tr("%1 buffers in %2")
                                                 .arg(grouped_text(members),
                                                      counted(blocks.size(), tr("1 block"), tr("%1 blocks"))))});
    facts_->set_facts(facts);
}

void SharingView::show_operator() {
    const bool has_graph = problem_->graph && !problem_->graph->operators.empty();
    hint_->setVisible(!has_graph || !operator_);
    hint_->setText(has_graph ? tr("Choose an operator, or a buffer that an operator writes, to see its sharing.")
                             : tr("This plan has no network: open a model to see what its operators can share."));
    header_->set_detail({});
    QList<QTreeWidgetItem*> must_not;
    QList<QTreeWidgetItem*> may;
    if (has_graph && operator_) {
        const Operator& one = problem_->graph->operators[*operator_];
        header_->set_detail(tr("%1 · %2").arg(text(one.name), operator_feature_words(one.feature)));
        if (dependencies_.empty()) {
            dependencies_ = operator_dependencies(*problem_);
            local_sharing_ = local_sharing(*problem_);
        }
        for (const BufferIndex buffer : union_of(local_sharing_, one)) {
            const bool now = std::any_of(one.writes.begin(), one.writes.end(),
                                         [&](BufferIndex written) { return share_bytes(written, buffer); });
            may << row_of(buffer, now ? tr("shares") : tr("separate"));
        }
        for (const BufferIndex buffer : union_of(dependencies_, one)) {
            must_not << row_of(buffer, text(amount_text(problem_->buffers[buffer].size.value(), unit_)));
        }
    }
    must_not_->setHidden(!operator_);
    may_->setHidden(!operator_);
    set_rows(must_not_, must_not);
    set_rows(may_, may);
}

void SharingView::show_outcome() {
    QList<QTreeWidgetItem*> removed;
    QList<QTreeWidgetItem*> copied;
    if (problem_->graph) {
        for (const OperatorIndex index : layout_->removed) {
            removed << row_of(index, text(problem_->graph->operators[index].type));
        }
        for (const OperandCopy& copy : layout_->copies) {
            QTreeWidgetItem* row = row_of(copy.operand, {});
            const Operator& node = problem_->graph->operators[copy.node];
            row->setText(0, tr("%1 for %2").arg(row->text(0), text(node.name)));
            row->setToolTip(0, plain_tooltip(tr("%1 for %2").arg(names_.full(copy.operand), text(node.name))));
            auto* reason = new QTreeWidgetItem(row, {reason_of(copy)});
            reason->setToolTip(0, plain_tooltip(reason->text(0)));
            copied << row;
        }
    }
    set_rows(removed_section_, removed);
    set_rows(copied_section_, copied);
}

QTreeWidgetItem* SharingView::section(const QString& title, const QString& meaning) {
    auto* made = new QTreeWidgetItem(tree_, {title});
    made->setToolTip(0, plain_tooltip(meaning));
    made->setExpanded(true);
    return made;
}

void SharingView::set_rows(QTreeWidgetItem* section, const QList<QTreeWidgetItem*>& rows) {
    qDeleteAll(section->takeChildren());
    section->addChildren(rows);
    for (QTreeWidgetItem* row : rows) {
        row->setExpanded(true);
        if (row->childCount() > 0) {
            row->child(0)->setFirstColumnSpanned(true);
        }
    }
    section->setText(1, grouped_text(rows.size()));
}

QTreeWidgetItem* SharingView::row_of(BufferIndex buffer, const QString& note) const {
    auto* row = new QTreeWidgetItem({names_(buffer), note});
    row->setData(0, buffer_role, buffer.value());
    row->setToolTip(0, plain_tooltip(names_.full(buffer)));
    row->setToolTip(1, plain_tooltip(note));
    return row;
}

QTreeWidgetItem* SharingView::row_of(OperatorIndex index, const QString& note) const {
    auto* row = new QTreeWidgetItem({text(problem_->graph->operators[index].name), note});
    row->setData(0, operator_role, index.value());
    row->setToolTip(0, plain_tooltip(row->text(0)));
    row->setToolTip(1, plain_tooltip(note));
    return row;
}

QString SharingView::reason_of(const OperandCopy& copy) const {
    const Operator& node = problem_->graph->operators[copy.node];
    const Buffer& operand = problem_->buffers[copy.operand];
    if (operand.pin) {
        return tr("it is pinned");
    }
    if (operand.kind == BufferKind::variable) {
        return tr("it is a variable, which may change while others read it");
    }
    if (std::count(node.reads.begin(), node.reads.end(), copy.operand) > 1) {
        return tr("it is an operand twice");
    }
    for (const SharingGroup& group : layout_->sharing) {
        const bool is_elsewhere = std::none_of(node.writes.begin(), node.writes.end(),
                                               [&](BufferIndex written) { return holds(group.members, written); });
        if (!is_elsewhere || !holds(group.members, copy.operand)) {
            continue;
        }
        const BufferIndex other = group.members.front() == copy.operand ? group.members.back() : group.members.front();
        const QString name = names_(other);
        return group.kind == SharingGroup::Kind::parts && group.members.front() != copy.operand
                   ? tr("it is a part of %1 already").arg(name)
                   : tr("it shares memory with %1 already").arg(name);
    }
    return tr("its region, its alignment or its gaps do not allow it");
}

bool SharingView::share_bytes(BufferIndex a, BufferIndex b) const {
    if (layout_->placements.size() != problem_->buffers.size()) {
        return false;
    }
    const auto& first = layout_->placements[a];
    const auto& second = layout_->placements[b];
    const auto in_one_group = [&](const SharingGroup& group) {
        return holds(group.members, a) && holds(group.members, b);
    };
    return first && second && first->region == second->region &&
           overlap(range_of(problem_->buffers[a].size, first->offset),
                   range_of(problem_->buffers[b].size, second->offset)) &&
           std::any_of(layout_->sharing.begin(), layout_->sharing.end(), in_one_group);
}

void SharingView::choose(const QTreeWidgetItem* item) {
    const QVariant buffer = item->data(0, buffer_role);
    const QVariant index = item->data(0, operator_role);
    // Queued, because the choice replaces the rows while the tree still handles this one.
    QMetaObject::invokeMethod(
        this,
        [this, buffer, index] {
            if (buffer.isValid()) {
                emit buffer_chosen(BufferIndex(buffer.toUInt()));
            } else if (index.isValid()) {
                emit operator_chosen(OperatorIndex(index.toUInt()));
            }
        },
        Qt::QueuedConnection);
}

}  // namespace arenascope
