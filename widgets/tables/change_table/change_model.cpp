#include "widgets/tables/change_table/change_model.h"

#include <utility>

#include "qt/words/meaning.h"
#include "qt/words/wording.h"
#include "widgets/base/swatch.h"

namespace arenascope {
namespace {

const QString not_in_side = QStringLiteral("–");

QString placed_words(const ComparedSide& side, BufferIndex buffer, const QString& plan) {
    if (buffer == BufferIndex::none()) {
        return ChangeModel::tr("%1 lacks it").arg(plan);
    }
    const auto offset = offset_in(side, buffer);
    return offset ? exact_bytes(*offset) : ChangeModel::tr("not placed");
}

}  // namespace

ChangeModel::ChangeModel(QObject* parent) : RowModel(parent) {
    set_columns({
        {.title = tr("name"),
         .is_figure = false,
         .text = [this](const ComparedBuffer& buffer) { return name_text(buffer); },
         .tooltip = [this](const ComparedBuffer& buffer) { return name_words(buffer); }},
        {.title = tr("change"),
         .is_figure = false,
         .text = change_words,
         .tooltip =
             [this](const ComparedBuffer& buffer) {
                 return buffer.is_retimed ? tr("lifetime %1 in A, %2 in B")
                                                .arg(lifetime_text(plans_->a.problem->buffers[buffer.first].lifetime),
                                                     lifetime_text(plans_->b.problem->buffers[buffer.second].lifetime))
                                          : QString();
             }},
        {.title = tr("size %1"),
         .text = [this](const ComparedBuffer& buffer) { return size_text(buffer); },
         .tooltip = [this](const ComparedBuffer& buffer) { return size_words(buffer); }},
        offset_column(tr("offset A"), QStringLiteral("A")),
        offset_column(tr("offset B"), QStringLiteral("B")),
        {.title = tr("moved"),
         .meaning = tr("offset in B minus offset in A; sorted by the distance"),
         .text =
             [this](const ComparedBuffer& buffer) {
                 const auto by = distance(buffer);
                 return by ? signed_in_unit(*by, moved) : not_in_side;
             },
         .tooltip =
             [this](const ComparedBuffer& buffer) {
                 const auto by = distance(buffer);
                 return by ? exact_bytes(*by) : tr("It is not placed in the same region of both plans.");
             }},
        tier_column(tr("tier A"), QStringLiteral("A")),
        tier_column(tr("tier B"), QStringLiteral("B")),
    });
    set_roles([this](const ComparedBuffer& buffer, int column, int role) {
        const auto risk = role != risk_role  ? std::nullopt
                          : column == tier_a ? risk_in(plans_->a, buffer.first)
                          : column == tier_b ? risk_in(plans_->b, buffer.second)
                                             : std::nullopt;
        return risk ? QVariant(to_role_value(*risk)) : QVariant();
    });
}

TableColumn<ComparedBuffer> ChangeModel::offset_column(const QString& title, const QString& plan) const {
    const bool is_of_a = plan == QLatin1String("A");
    return {.title = title,
            .text =
                [this, is_of_a](const ComparedBuffer& buffer) {
                    const auto offset =
                        is_of_a ? offset_in(plans_->a, buffer.first) : offset_in(plans_->b, buffer.second);
                    return offset ? in_unit(*offset, is_of_a ? offset_a : offset_b) : not_in_side;
                },
            .tooltip =
                [this, is_of_a, plan](const ComparedBuffer& buffer) {
                    return is_of_a ? placed_words(plans_->a, buffer.first, plan)
                                   : placed_words(plans_->b, buffer.second, plan);
                }};
}

TableColumn<ComparedBuffer> ChangeModel::tier_column(const QString& title, const QString& plan) const {
    const auto risk_of = [this, is_of_a = plan == QLatin1String("A")](const ComparedBuffer& buffer) {
        return is_of_a ? risk_in(plans_->a, buffer.first) : risk_in(plans_->b, buffer.second);
    };
    return {.title = title,
            .text =
                [risk_of](const ComparedBuffer& buffer) {
                    const auto risk = risk_of(buffer);
                    return risk ? risk_words(*risk) : not_in_side;
                },
            .tooltip =
                [risk_of](const ComparedBuffer& buffer) {
                    const auto risk = risk_of(buffer);
                    return risk ? risk_meaning(*risk) : QString();
                }};
}

QString ChangeModel::name_text(const ComparedBuffer& buffer) const {
    return is_added(buffer)    ? names_of_b_(buffer.second)
           : buffer.is_renamed ? tr("%1 → %2").arg(names_of_a_(buffer.first), names_of_b_(buffer.second))
                               : names_of_a_(buffer.first);
}

QString ChangeModel::name_words(const ComparedBuffer& buffer) const {
    return is_added(buffer)    ? names_of_b_.full(buffer.second)
           : buffer.is_renamed ? tr("A: %1\nB: %2\nThe names differ; region, kind, size and lifetime are alike.")
                                     .arg(names_of_a_.full(buffer.first), names_of_b_.full(buffer.second))
                               : names_of_a_.full(buffer.first);
}

QString ChangeModel::size_text(const ComparedBuffer& buffer) const {
    const auto before = size_in(plans_->a, buffer.first);
    const auto after = size_in(plans_->b, buffer.second);
    return buffer.is_resized ? tr("%1 → %2").arg(in_unit(*before, size), in_unit(*after, size))
                             : in_unit(after.value_or(before.value_or(0)), size);
}

QString ChangeModel::size_words(const ComparedBuffer& buffer) const {
    const auto before = size_in(plans_->a, buffer.first);
    const auto after = size_in(plans_->b, buffer.second);
    return before && after && *before != *after ? tr("A: %1\nB: %2").arg(exact_bytes(*before), exact_bytes(*after))
                                                : exact_bytes(after.value_or(before.value_or(0)));
}

std::optional<std::int64_t> ChangeModel::distance(const ComparedBuffer& buffer) const {
    return offset_change(plans_->a.comparand(), plans_->b.comparand(), buffer);
}

void ChangeModel::set_plans(std::shared_ptr<const ComparedPlans> plans) {
    show({plans});
    plans_ = std::move(plans);
    names_of_a_.set_problem(plans_ ? plans_->a.problem : nullptr);
    names_of_b_.set_problem(plans_ ? plans_->b.problem : nullptr);
    arrange();
}

void ChangeModel::show(ChangeList list) {
    const Unit unit = list.found->unit;
    const int decimals = list.found->decimals;
    set_rows(std::move(list), unit, std::vector<int>(column_count, decimals));
}

void ChangeModel::set_filter(ChangeFilter filter) {
    filter_ = std::move(filter);
    arrange();
}

void ChangeModel::set_unit(Unit unit) {
    unit_ = unit;
    arrange();
}

void ChangeModel::sort(int column, Qt::SortOrder order) {
    sort_column_ = column < 0 ? moved : column;
    sort_order_ = order;
    arrange();
}

void ChangeModel::arrange() {
    if (!plans_) {
        task_.abandon();
        emit arranged();
        return;
    }
    ChangeRequest request{
        .plans = plans_, .filter = filter_, .sort_column = sort_column_, .sort_order = sort_order_, .unit = unit_};
    task_.run(
        plans_->changes.buffers.size(), [request = std::move(request)] { return change_rows(request); },
        [this](std::shared_ptr<const ChangeRows> rows) {
            show({plans_, std::move(rows)});
            emit arranged();
        });
}

int ChangeModel::row_of(BufferIndex of_a) const {
    return of_a.value() < rows().found->row_of_a.size() ? rows().found->row_of_a[of_a] : -1;
}

}  // namespace arenascope
