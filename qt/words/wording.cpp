#include "qt/words/wording.h"

#include <QCoreApplication>

#include "qt/words/visible_text.h"

namespace arenascope {
namespace {

QString tr(const char* text) {
    return QCoreApplication::translate("arenascope::Wording", text);
}

}  // namespace

QString tier_words(Tier tier) {
    switch (tier) {
        case Tier::high:
            return tr("high");
        case Tier::medium:
            return tr("medium");
        case Tier::low:
            return tr("low");
        case Tier::none:
            break;
    }
    return tr("none");
}

QString kind_words(BufferKind kind) {
    switch (kind) {
        case BufferKind::activation:
            return tr("activation");
        case BufferKind::input:
            return tr("input");
        case BufferKind::output:
            return tr("output");
        case BufferKind::variable:
            return tr("variable");
        case BufferKind::scratch:
            return tr("scratch");
    }
    return {};
}

QString risk_words(Risk risk) {
    switch (risk.cause) {
        case Cause::over:
            return tr("%1 · over").arg(tier_words(risk.tier));
        case Cause::at:
            return tr("%1 · at").arg(tier_words(risk.tier));
        case Cause::beside:
            return tr("%1 · beside").arg(tier_words(risk.tier));
        case Cause::none:
            break;
    }
    return tier_words(risk.tier);
}

QString goal_words(Goal goal) {
    switch (goal) {
        case Goal::none:
            return {};
        case Goal::at_threshold:
            return tr("the peak is at the threshold");
        case Goal::order_seen:
            return tr("an earlier order was repeated");
        case Goal::adjustments_spent:
            return tr("the limit of adjustments is reached");
        case Goal::work_spent:
            return tr("the work budget is used up");
        case Goal::complete:
            return tr("nothing was left to do");
        case Goal::optimal:
            return tr("the peak is proved lowest");
        case Goal::stopped:
            return tr("stopped");
    }
    return {};
}

QString goal_label(Goal goal) {
    switch (goal) {
        case Goal::none:
            return {};
        case Goal::at_threshold:
            return tr("at threshold");
        case Goal::order_seen:
            return tr("same order");
        case Goal::adjustments_spent:
            return tr("adjustments spent");
        case Goal::work_spent:
            return tr("work spent");
        case Goal::complete:
            return tr("complete");
        case Goal::optimal:
            return tr("proved lowest");
        case Goal::stopped:
            return tr("stopped");
    }
    return {};
}

QString frame_kind_words(FrameKind kind) {
    switch (kind) {
        case FrameKind::pass:
            return tr("pass");
        case FrameKind::iteration:
            return tr("iteration");
        case FrameKind::group:
            return tr("group");
        case FrameKind::rearrangement:
            return tr("rearrangement");
        case FrameKind::placement:
            return tr("placement");
        case FrameKind::move:
            return tr("move");
        case FrameKind::improvement:
            return tr("improvement");
        case FrameKind::generation:
            return tr("generation");
        case FrameKind::episode:
            return tr("episode");
    }
    return {};
}

QString operator_feature_words(OperatorFeature feature) {
    switch (feature) {
        case OperatorFeature::ordinary:
            return tr("ordinary");
        case OperatorFeature::in_place:
            return tr("in place");
        case OperatorFeature::removable:
            return tr("removable");
        case OperatorFeature::merge:
            return tr("merge");
    }
    return {};
}

QString scratch_rule_words(ScratchRule rule) {
    switch (rule) {
        case ScratchRule::overlay:
            return tr("over other scratch of its layer");
        case ScratchRule::overlay_below:
            return tr("over smaller scratch of its layer and the free area below");
        case ScratchRule::overlay_above:
            return tr("over smaller scratch of its layer and the free area above");
        case ScratchRule::free_top:
            return tr("at the top of a free area");
        case ScratchRule::free_bottom:
            return tr("at the bottom of a free area");
        case ScratchRule::grown_top:
            return tr("the heap grew at its top");
        case ScratchRule::grown_bottom:
            return tr("the heap grew at its bottom");
        case ScratchRule::whole_area:
            return tr("all of a free area");
        case ScratchRule::equal_share:
            return tr("an equal share of a free area");
        case ScratchRule::no_area:
            return tr("no free area is left, and it has no minimum");
        case ScratchRule::minimum_top:
            return tr("its minimum, the heap grew at its top");
        case ScratchRule::minimum_bottom:
            return tr("its minimum, the heap grew at its bottom");
    }
    return {};
}

QString operator_feature_meaning(OperatorFeature feature) {
    switch (feature) {
        case OperatorFeature::ordinary:
            return tr("its output must not overlap its operands");
        case OperatorFeature::in_place:
            return tr("computes, and its output may take the memory of an operand");
        case OperatorFeature::removable:
            return tr("does no work: its outputs are views of its operand");
        case OperatorFeature::merge:
            return tr("its operands can be written side by side into its output");
    }
    return {};
}

QString maker_name(const Maker& maker) {
    return maker.frame == StackFrameIndex::none() ? tr("(no Python frame)") : visible_text(maker.name);
}

QString exact_bytes(std::int64_t bytes) {
    return QString::fromStdString(amount_text(bytes, Unit::bytes));
}

QString amount_and_exact_bytes(std::int64_t bytes, Unit unit) {
    // A line may break between the two amounts, but not between a number and its unit.
    const auto unbroken = [](QString amount) { return amount.replace(QLatin1Char(' '), QChar::Nbsp); };
    const QString amount = unbroken(QString::fromStdString(amount_text(bytes, unit)));
    return unit == Unit::bytes ? amount : QStringLiteral("%1 (%2)").arg(amount, unbroken(exact_bytes(bytes)));
}

QString lifetime_text(Lifetime lifetime) {
    return QStringLiteral("[%1, %2)").arg(grouped_text(lifetime.begin.value()), grouped_text(lifetime.end.value()));
}

QString grouped_digits(std::int64_t number) {
    return QString::fromStdString(grouped(number));
}

QString seconds_text(double seconds) {
    return QString::number(seconds, 'f', 4);
}

QString amount_words(std::int64_t bytes, Unit unit) {
    return QString::fromStdString(amount_text(bytes, unit));
}

QString number_words(std::int64_t bytes, Unit unit) {
    return QString::fromStdString(number_text(bytes, unit));
}

QString address_words(std::uint64_t address) {
    return QString::fromStdString(address_text(address));
}

QString percent_words(double share, bool with_sign) {
    return QString::fromStdString(percent_text(share, with_sign));
}

}  // namespace arenascope
