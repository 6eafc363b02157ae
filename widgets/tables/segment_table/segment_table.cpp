#include "widgets/tables/segment_table/segment_table.h"

#include <algorithm>
#include <utility>

#include <QHeaderView>

#include "core/model/memory/allocator_history.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/column_fit.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"

namespace arenascope {
namespace {

constexpr std::size_t most_links = 4;

/// Rows of two lines: what a segment is, and who holds it.
void give_two_lines(QTableView& view) {
    const int one = view.verticalHeader()->defaultSectionSize();
    view.verticalHeader()->setDefaultSectionSize(one + view.fontMetrics().lineSpacing());
}

QString paragraph(const QString& text) {
    return QStringLiteral("<p style=\"margin-top:0; margin-bottom:4px\">%1</p>").arg(text);
}

}  // namespace

SegmentTable::SegmentTable(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<Layout>()),
      header_(new SectionHeader(tr("Segments"), this)),
      words_(new Paragraph(this, TextTone::dim, Qt::RichText)),
      model_(new RowModel<SegmentUse>(this)),
      view_(new QTableView(this)) {
    words_->setAccessibleName(tr("What the segments are used for"));
    add_columns();
    set_up_rows(*view_, *model_, tr("Segments of the allocator"), [this] { give_two_lines(*view_); });
    view_->setSortingEnabled(true);
    view_->horizontalHeader()->setSortIndicator(-1, order_);
    model_->set_sorting([this](int column, Qt::SortOrder order) { sort(column, order); });
    new ColumnFit(*view_, {SegmentColumn::segment}, {SegmentColumn::size});
    choose_rows(*view_, [this](const QModelIndex& index) { emit chosen(model_->row(index.row()).held_by); });
    fill_panel(*this, {header_, words_, view_});
    connect(words_, &QLabel::linkActivated, this,
            [this](const QString& link) { emit step_chosen(Step(link.toLongLong())); });
    refresh();
}

void SegmentTable::add_columns() {
    model_->set_columns({
        {.title = tr("segment"),
         .is_figure = false,
         .text =
             [this](const SegmentUse& use) {
                 // The heading of the column says what the name leaves out.
                 return visible_text(address_name(problem_->history->segments[use.segment].name)) + QLatin1Char('\n') +
                        holders(use);
             },
         .tooltip = [this](const SegmentUse& use) { return place_words(use); },
         .sort_key = [this](const SegmentUse& use) { return Int128(problem_->history->segments[use.segment].base); }},
        {.title = tr("size %1"),
         .amount = [](const SegmentUse& use) { return use.mapped.value(); },
         .has_own_decimals = true},
        {.title = tr("free %1"),
         .amount = [](const SegmentUse& use) { return use.free.value(); },
         .has_own_decimals = true,
         .tooltip =
             [](const SegmentUse& use) {
                 return tr("%1 free, the largest piece %2")
                     .arg(exact_bytes(use.free.value()), exact_bytes(use.largest_piece.value()));
             }},
    });
}

QStringList SegmentTable::makers(const SegmentUse& use, std::size_t most) const {
    const std::vector<MakerCount> holders = makers_among(makers_, use.held_by);
    QStringList lines;
    for (std::size_t i = 0; i < std::min(holders.size(), most); ++i) {
        const QString maker = maker_name(makers_.makers[holders[i].maker]);
        lines << (holders[i].count > 1 ? tr("%1 ×%2").arg(maker, grouped_text(holders[i].count)) : maker);
    }
    if (holders.size() > most) {
        lines << tr("…");
    }
    return lines;
}

QString SegmentTable::holders(const SegmentUse& use) const {
    return use.held_by.empty()
               ? tr("unused, can be released")
               : tr("held by %1: %2").arg(grouped_text(use.held_by.size()), makers(use, 2).join(tr(", ")));
}

QString SegmentTable::place_words(const SegmentUse& use) const {
    const AllocatorSegment& each = problem_->history->segments[use.segment];
    const QString place =
        tr("%1 at %2, stream %3").arg(visible_text(each.name), address_words(each.base)).arg(each.stream);
    return (each.pool.empty() ? place : tr("%1, pool %2").arg(place, visible_text(each.pool))) + QLatin1Char('\n') +
           holding_words(use);
}

QString SegmentTable::holding_words(const SegmentUse& use) const {
    constexpr std::size_t most_listed = 12;
    return use.held_by.empty() ? tr("no allocation lies in it, so it can go back to the device")
                               : counted(use.held_by.size(), tr("1 allocation keeps it from going back to the device:"),
                                         tr("%1 allocations keep it from going back to the device:")) +
                                     QLatin1Char('\n') + makers(use, most_listed).join(QLatin1Char('\n'));
}

void SegmentTable::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout) {
    if (problem != problem_) {
        makers_ = makers_of(*problem);
        problem_ = std::move(problem);
    }
    layout_ = std::move(layout);
    refresh();
}

void SegmentTable::set_step(std::optional<Step> step) {
    if (step != step_) {
        step_ = step;
        refresh();
    }
}

void SegmentTable::set_unit(Unit unit) {
    unit_ = unit;
    model_->set_unit(unit);
    refresh();
}

void SegmentTable::refresh() {
    const bool is_recorded = has_segment_regions(*problem_);
    view_->setVisible(is_recorded);
    if (!is_recorded) {
        header_->set_detail({});
        set_linked_text(*words_,
                        problem_->history ? tr("These allocations are planned in one region. The segments of the "
                                               "allocator are in the file as it was opened.")
                                          : tr("Segments belong to the snapshot of an allocator, such as the memory "
                                               "snapshot of PyTorch."),
                        false);
        model_->set_rows({});
        return;
    }
    const AllocatorHistory& history = *problem_->history;
    const Step last = last_step(history);
    shown_ = std::clamp(step_.value_or(last), Step(0), last);
    std::vector<SegmentUse> uses = segment_uses(*problem_, *layout_, shown_);
    // Of equals, those with the fewest holders come first: they are the easiest to do something about.
    std::ranges::stable_sort(uses, {}, [](const SegmentUse& use) { return use.held_by.size(); });
    model_->sort_rows(uses, sorted_by_.value_or(SegmentColumn::free), order_);
    header_->set_detail(step_words(shown_));
    QString text = paragraph(use_words(uses));
    for (const OutOfMemory& failed : history.out_of_memory) {
        if (failed.step == shown_) {
            text.prepend(paragraph(failure_words(failed)));
        }
    }
    const QString links = failure_links();
    text += links.isEmpty() ? QString() : paragraph(links);
    set_linked_text(*words_, text, !links.isEmpty());
    model_->set_rows(std::move(uses));
}

void SegmentTable::sort(int column, Qt::SortOrder order) {
    if (column < 0 || (column == sorted_by_ && order == order_)) {
        return;
    }
    sorted_by_ = column;
    order_ = order;
    refresh();
}

QString SegmentTable::use_words(const std::vector<SegmentUse>& uses) const {
    Bytes mapped;
    Bytes free;
    Bytes unused;
    std::int64_t unheld = 0;
    std::int64_t pinned = 0;
    Bytes pinned_bytes;
    for (const SegmentUse& use : uses) {
        mapped = mapped + use.mapped;
        free = free + use.free;
        if (use.held_by.empty()) {
            ++unheld;
            unused = unused + use.mapped;
        } else if (use.free > Bytes(0)) {
            ++pinned;
            pinned_bytes = pinned_bytes + use.free;
        }
    }
    const bool is_last = shown_ == last_step(*problem_->history);
    QStringList sentences;
    sentences << tr("%1, %2 of %3 reserved in %4 is free.")
                     .arg(is_last ? tr("At the last event") : tr("At event %1").arg(grouped_text(shown_.value())),
                          amount(free), amount(mapped), counted(uses.size(), tr("1 segment"), tr("%1 segments")));
    if (unheld > 0) {
        sentences << counted(unheld, tr("1 segment is unused and can be released"),
                             tr("%1 segments are unused and can be released")) +
                         tr(": %1.").arg(amount(unused));
    }
    if (pinned > 0) {
        sentences << counted(pinned, tr("1 segment is pinned by allocations"),
                             tr("%1 segments are pinned by allocations")) +
                         tr(": %1 free in them.").arg(amount(pinned_bytes));
    }
    if (!sorted_by_ && uses.size() > 1) {
        sentences << tr("Those with the most free bytes come first.");
    }
    return sentences.join(QLatin1Char(' '));
}

QString SegmentTable::failure_words(const OutOfMemory& failed) const {
    const FragmentationCost cost = fragmentation_cost(*problem_, *layout_, failed);
    QStringList sentences;
    sentences << tr("<b>Out of memory:</b> %1 requested%2.")
                     .arg(amount(failed.requested),
                          failed.device_free ? tr(", the device had %1").arg(amount(*failed.device_free)) : QString());
    sentences << tr("%1 was free in pieces, the largest %2.").arg(amount(cost.free), amount(cost.largest_piece));
    if (cost.is_cause()) {
        sentences << tr("<b>Fragmentation is the cause:</b> all free bytes together are enough, but no piece is.");
    } else if (cost.largest_free() >= failed.requested) {
        sentences << tr(
            "A free piece was large enough; what kept it from being used, such as another stream or pool, "
            "is not recorded.");
    } else {
        sentences << tr("Fragmentation is not the cause: all free bytes together lack %1.")
                         .arg(amount(failed.requested - cost.free_of_all()));
    }
    return sentences.join(QLatin1Char(' '));
}

QString SegmentTable::failure_links() const {
    QStringList links;
    std::size_t others = 0;
    for (const OutOfMemory& failed : problem_->history->out_of_memory) {
        if (failed.step != shown_ && ++others <= most_links) {
            links << QStringLiteral("<a href=\"%1\">%2</a>").arg(failed.step.value()).arg(step_words(failed.step));
        }
    }
    if (others > most_links) {
        links << tr("… %1 more").arg(grouped_text(others - most_links));
    }
    return links.isEmpty() ? QString() : tr("Out of memory at %1").arg(links.join(tr(", ")));
}

QString SegmentTable::step_words(Step step) const {
    const QString words = tr("event %1").arg(grouped_text(step.value()));
    const auto seconds = seconds_at(*problem_->history, step);
    return seconds ? tr("%1, %2 s").arg(words, QString::number(*seconds, 'f', 3)) : words;
}

QString SegmentTable::amount(Bytes bytes) const {
    return amount_words(bytes.value(), unit_);
}

}  // namespace arenascope
