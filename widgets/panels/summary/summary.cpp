#include "widgets/panels/summary/summary.h"

#include <algorithm>

#include "core/format/document.h"
#include "core/model/memory/live_profile.h"
#include "core/model/memory/peak_standing.h"
#include "core/model/memory/region_excess.h"
#include "core/picture/plan/run_caption.h"
#include "core/picture/plan/step_names.h"
#include "qt/words/meaning.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/steady_scroll_area.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"

namespace arenascope {
namespace {

constexpr std::size_t most_shown_regions = 4;  ///< up to this many are listed

QString reserved_meaning() {
    return Summary::tr("what the allocator held, in use or not");
}

TextTone text_tone(VerdictTone tone) {
    switch (tone) {
        case VerdictTone::plain:
            break;
        case VerdictTone::good:
            return TextTone::good;
        case VerdictTone::warning:
            return TextTone::warning;
        case VerdictTone::bad:
            return TextTone::bad;
    }
    return TextTone::plain;
}

}  // namespace

Summary::Summary(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<Problem>()),
      layout_(std::make_shared<const Layout>()),
      profiles_(std::make_shared<const PlanProfiles>()),
      figures_(std::make_shared<const LayoutFigures>()),
      header_(new SectionHeader(tr("Summary"), this)),
      facts_(new FactSheet(this)) {
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    auto* scroll = new SteadyScrollArea(this);
    scroll->setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    scroll->setFocusPolicy(Qt::StrongFocus);  // so that keys can scroll it
    scroll->setAccessibleName(header_->title());
    scroll->setWidget(facts_);
    column->addWidget(scroll, 1);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_panel_look(*facts_, theme);
    });
    refresh();
}

void Summary::set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                       std::shared_ptr<const PlanProfiles> profiles, std::shared_ptr<const LayoutFigures> figures,
                       std::shared_ptr<const AllocatorFigures> recorded) {
    problem_ = std::move(problem);
    layout_ = std::move(layout);
    profiles_ = std::move(profiles);
    figures_ = std::move(figures);
    recorded_ = std::move(recorded);
    refresh();
}

void Summary::set_run(RunFacts run) {
    run_ = std::move(run);
    refresh();
}

void Summary::set_import(std::shared_ptr<const ImportReport> import, std::size_t left_out) {
    if (import != import_ || left_out != left_out_) {
        import_ = std::move(import);
        left_out_ = left_out;
        refresh();
    }
}

void Summary::set_unit(Unit unit) {
    unit_ = unit;
    refresh();
}

void Summary::refresh() {
    std::vector<Fact> facts;
    if (problem_->buffers.empty()) {
        add_import(facts);
    } else if (has_segment_regions(*problem_)) {
        add_record(facts);
        add_import(facts);
    } else {
        add_shown(facts);
        add_figures(facts);
        add_comparison(facts);
        add_import(facts);
        add_tiers(facts);
        add_regions(facts);
        add_run(facts);
    }
    facts_->set_facts(facts);
}

void Summary::set_tone(VerdictTone tone) {
    if (const TextTone text = text_tone(tone); text != tone_) {
        tone_ = text;
        refresh();
    }
}

void Summary::add_shown(std::vector<Fact>& facts) const {
    if (!run_.edited.isEmpty()) {
        QStringList lines{tr("The figures are those of the edited plan:")};
        lines << run_.hand_edits;
        if (const auto more = static_cast<std::int64_t>(run_.hand_edit_count) - run_.hand_edits.size(); more > 0) {
            lines << counted(more, tr("… and 1 more"), tr("… and %1 more"));
        }
        facts.push_back({tr("Shown"), run_.shown.isEmpty() ? run_.edited : tr("%1, %2").arg(run_.shown, run_.edited),
                         lines.join(QLatin1Char('\n'))});
    } else if (!run_.shown.isEmpty()) {
        facts.push_back({tr("Shown"), run_.shown});
    }
}

void Summary::add_record(std::vector<Fact>& facts) const {
    const AllocatorHistory& history = *problem_->history;
    const auto count = [](std::size_t number) { return grouped_text(number); };
    const auto highest = [&](const QString& label, Bytes bytes, Step at, const QString& meaning) {
        Fact fact = amount(label, bytes.value(), meaning);
        if (history.has_events) {
            fact.value = tr("%1 at event %2").arg(fact.value, grouped_text(at.value()));
        }
        facts.push_back(std::move(fact));
    };
    facts.push_back({tr("Addresses"), tr("recorded by an allocator: nobody planned them")});
    highest(tr("Highest live"), recorded_->highest_live, recorded_->highest_live_at,
            tr("the most bytes that the program needed at once"));
    facts.push_back(amount(tr("Live at the end"), recorded_->live_at_end.value()));
    highest(tr("Highest reserved"), recorded_->highest_reserved, recorded_->highest_reserved_at, reserved_meaning());
    facts.push_back(amount(tr("Reserved at the end"), recorded_->reserved_at_end.value(), reserved_meaning()));
    facts.push_back(
        {tr("Events"), history.has_events ? count(history.events.size()) : tr("none: only the final state is known")});
    facts.push_back({tr("Allocations"), count(problem_->buffers.size()),
                     tr("%1 from before the first event, %2 not freed")
                         .arg(count(history.alive_before), count(history.never_freed))});
    facts.push_back({tr("Segments"),
                     tr("%1, %2 at the end").arg(count(history.segments.size()), count(recorded_->segments_at_end))});
    facts.push_back({tr("Device"), QString::number(history.device)});
    if (!history.out_of_memory.empty()) {
        facts.push_back(
            {tr("Out of memory"),
             counted(history.out_of_memory.size(), tr("once, at event %1"), tr("%1 times, first at event %2"))
                 .arg(grouped_text(history.out_of_memory.front().step.value())),
             tr("an allocation failed; the segments say what was free then"),
             {},
             TextTone::risk});
    }
    facts.push_back({tr("A planner"), tr("Tune plans the same allocations in one region")});
}

void Summary::add_comparison(std::vector<Fact>& facts) const {
    if (!recorded_ || recorded_->highest_reserved == Bytes(0)) {
        return;
    }
    facts.push_back(amount(tr("Reserved by the allocator"), recorded_->highest_reserved.value(), reserved_meaning()));
    if (!figures_->is_complete()) {
        return;
    }
    const std::int64_t less = recorded_->highest_reserved.value() - figures_->peak.value();
    const double share = static_cast<double>(std::abs(less)) / static_cast<double>(recorded_->highest_reserved.value());
    const QString words = less < 0 ? tr("%1 more (%2)") : tr("%1 less (%2)");
    facts.push_back({tr("The plan needs"),
                     words.arg(amount_words(std::abs(less), unit_), percent_words(share)),
                     tr("%1 between the peak of this plan and what the allocator reserved at its highest")
                         .arg(exact_bytes(std::abs(less))),
                     {},
                     less < 0 ? TextTone::risk : TextTone::good});
}

void Summary::add_steps(std::vector<Fact>& facts) const {
    const auto add = [&](const QString& label, std::optional<Step> step, const QString& meaning) {
        if (!step) {
            return;
        }
        const std::string title = title_of_step(*problem_, *step);
        const QString number = tr("step %1").arg(grouped_text(step->value()));
        const QString value = title.empty() ? number : tr("%1: %2").arg(number, visible_text(title));
        facts.push_back({label, value, value + QLatin1Char('\n') + meaning});
    };
    const auto& peak = figures_->peak_place;
    add(tr("Peak first at"), peak ? std::optional(peak->step) : std::nullopt,
        tr("the first step at which a buffer reaches up to the peak"));
    add(tr("Threshold first at"), profiles_->deciding().peak_step, tr("the first step with the highest live size"));
}

Bytes Summary::highest_threshold() const {
    return profiles_->deciding().threshold;
}

void Summary::add_fragmentation(std::vector<Fact>& facts, Bytes highest) const {
    const Offset top = figures_->peak;
    const double share = fragmentation(top, highest);
    if (peak_standing(top, highest, true) != PeakStanding::overlapping) {
        facts.push_back(
            {tr("Fragmentation"),
             percent_words(share),
             tr("(peak − threshold) / threshold: %1 above it").arg(exact_bytes(top.value() - highest.value())),
             {},
             tone_});
    } else {
        facts.push_back({tr("Below threshold"),
                         tr("%1: buffers overlap").arg(percent_words(-share)),
                         tr("No layout without overlaps is lower than the threshold."),
                         {},
                         TextTone::risk});
    }
    add_largest_excess(facts);
}

void Summary::add_figures(std::vector<Fact>& facts) const {
    const Bytes highest = highest_threshold();
    facts.push_back(figures_->placed > 0 ? amount(tr("Peak"), figures_->peak.value())
                                         : Fact{tr("Peak"), tr("not placed yet")});
    facts.back().tone = figures_->placed > 0 ? tone_ : TextTone::plain;
    facts.push_back(amount(tr("Threshold"), highest.value(), threshold_meaning()));
    // The peak of an incomplete layout cannot be compared with the threshold of all buffers.
    if (figures_->is_complete()) {
        add_fragmentation(facts, highest);
    }
    add_steps(facts);
    for (const HeapBounds& heap : layout_->heaps) {
        const QString region = visible_text(problem_->regions[heap.region].name);
        const auto bounds = [](AddressRange range) {
            return tr("[%1, %2)").arg(grouped_text(range.from.value()), grouped_text(range.to.value()));
        };
        facts.push_back(
            {layout_->heaps.size() > 1 ? tr("Heap of %1").arg(region) : tr("Heap"),
             QString::fromStdString(heap_growth_text(heap, unit_)),
             tr("before %1, after %2, in offsets before raising").arg(bounds(heap.before), bounds(heap.after))});
    }
    if (run_.lower_bound) {
        facts.push_back(amount(tr("Lower bound"), run_.lower_bound->value(), lower_bound_meaning()));
    }
    facts.push_back({tr("Buffers"), grouped_text(problem_->buffers.size())});
    facts.push_back(amount(tr("Sum of sizes"), figures_->total_size.value()));
}

void Summary::add_largest_excess(std::vector<Fact>& facts) const {
    if (problem_->regions.size() < 2) {
        return;
    }
    std::vector<Offset> peaks;
    for (const RegionFigures& region : figures_->regions) {
        peaks.push_back(region.peak);
    }
    const auto most = largest_excess(peaks, profiles_->thresholds());
    facts.push_back(
        {tr("Largest excess"),
         most ? tr("%1, %2").arg(visible_text(problem_->regions[most->region].name), percent_words(most->share, true))
              : tr("none"),
         tr("the memory whose peak is farthest above its own threshold"),
         {},
         most ? TextTone::risk : TextTone::plain});
}

void Summary::add_import(std::vector<Fact>& facts) const {
    const auto add = [&](const QString& label, std::size_t count, TextTone tone) {
        if (count > 0) {
            facts.push_back({label, grouped_text(count), {}, {}, tone});
        }
    };
    const OpenSizes sizes = open_sizes(*problem_, left_out_);
    add(tr("Unknown sizes"), sizes.unknown, TextTone::risk);
    add(tr("Values left out"), sizes.left_out, TextTone::risk);
    add(tr("Assumed dimensions"), sizes.assumed, TextTone::risk);
    add(tr("Bounded sizes"), sizes.bounded, TextTone::plain);
    if (import_ && import_->threshold_without_scratch) {
        facts.push_back(amount(tr("Without scratch"), import_->threshold_without_scratch->value()));
    }
}

void Summary::add_tiers(std::vector<Fact>& facts) const {
    if (figures_->risks == RiskCounts() || figures_->placed == 0) {
        return;
    }
    const auto count = [this](Risk risk) { return grouped_text(figures_->risks[risk]); };
    for (const Risk risk :
         {Risk{Tier::high, Cause::over}, Risk{Tier::high, Cause::beside}, Risk{Tier::medium, Cause::at},
          Risk{Tier::medium, Cause::beside}, Risk{Tier::low, Cause::none}, Risk{Tier::none, Cause::none}}) {
        const QString words = risk_words(risk);
        facts.push_back({words.left(1).toUpper() + words.mid(1), count(risk), risk_meaning(risk), risk});
    }
}

void Summary::add_regions(std::vector<Fact>& facts) const {
    // If there are many regions, only exceeded ones are listed; the core table has the others.
    const bool are_many = problem_->regions.size() > most_shown_regions;
    if (are_many) {
        facts.push_back({tr("Memories"), grouped_text(problem_->regions.size())});
    }
    for (std::size_t i = 0; i < problem_->regions.size(); ++i) {
        const Region& region = problem_->regions[i];
        const QString name = visible_text(region.name);
        const std::int64_t top = figures_->regions[i].peak.value();
        if (are_many && (!region.capacity || top <= region.capacity->value())) {
            continue;
        }
        if (!region.capacity) {
            if (problem_->regions.size() > 1) {
                facts.push_back(amount(tr("Region %1").arg(name), top));
            }
            continue;
        }
        const std::int64_t missing = top - region.capacity->value();
        const auto unplaced = static_cast<std::int64_t>(figures_->regions[i].unplaced);
        const QString capacity = amount_words(region.capacity->value(), unit_);
        facts.push_back({tr("Capacity of %1").arg(name),
                         missing > 0    ? tr("%1, exceeded by %2").arg(capacity, amount_words(missing, unit_))
                         : unplaced > 0 ? tr("%1, %2 not placed").arg(capacity, grouped_text(unplaced))
                                        : tr("%1, fits").arg(capacity),
                         tr("capacity %1, used %2").arg(exact_bytes(region.capacity->value()), exact_bytes(top)),
                         {},
                         missing > 0 ? TextTone::risk : TextTone::plain});
    }
}

void Summary::add_run(std::vector<Fact>& facts) const {
    if (run_.provenance) {
        QStringList options;
        for (const auto& [key, value] : run_.provenance->options) {
            options << visible_text(key) + QLatin1Char('=') + visible_text(value);
        }
        facts.push_back({tr("Planner"), visible_text(run_.provenance->planner)});
        if (!options.isEmpty()) {
            // A long list of options is wider than the panel. It stays without line breaks, so that it can be copied.
            const QString lines = options.join(QLatin1Char('\n'));
            facts.push_back({tr("Options"), lines, lines});
        }
        facts.push_back({tr("Seed"), QString::number(run_.provenance->seed)});
        if (!run_.provenance->reproducible) {
            facts.push_back({tr("Reproducible"), tr("no, the run was stopped"), {}, {}, TextTone::risk});
        }
    }
    if (!run_.steps.isEmpty()) {
        facts.push_back({tr("Recorded"), run_.steps});
    }
    if (run_.goal != Goal::none) {
        const bool is_placed_once = run_.goal == Goal::complete && run_.steps.isEmpty();
        facts.push_back({tr("Ended"), is_placed_once ? tr("each buffer was placed once") : goal_words(run_.goal),
                         goal_meaning(run_.goal)});
    }
    if (run_.work > 0) {
        facts.push_back({tr("Work"), grouped_text(run_.work), work_meaning()});
    }
}

Fact Summary::amount(const QString& label, std::int64_t bytes, const QString& meaning) const {
    const QString exact = exact_bytes(bytes);
    return {label, amount_words(bytes, unit_), meaning.isEmpty() ? exact : exact + QLatin1Char('\n') + meaning};
}

}  // namespace arenascope
