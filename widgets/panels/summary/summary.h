#pragma once

#include <cstddef>
#include <memory>
#include <optional>
#include <vector>

#include <QString>
#include <QStringList>
#include <QWidget>

#include "core/analysis/explain/layout_figures.h"
#include "core/analysis/verdict/verdict_tone.h"
#include "core/base/text/amount.h"
#include "core/model/memory/layout.h"
#include "core/model/memory/plan_profiles.h"
#include "core/model/network/network_problem.h"
#include "core/model/tiers/risk.h"
#include "core/trace/trace.h"
#include "widgets/base/fact_sheet.h"
#include "widgets/base/section_header.h"

namespace arenascope {

/// A tooltip lists at most so many edits.
inline constexpr std::size_t most_listed_edits = 12;

/// The known facts about the run that made a layout.
struct RunFacts {
    QString shown;           ///< what the figures are of: "iteration 3 of 3, the result"; empty: the plan itself
    QString edited;          ///< how it was edited by hand: "then edited by hand"; empty: it was not
    QStringList hand_edits;  ///< the first of what was edited, a line for each
    std::size_t hand_edit_count = 0;
    std::optional<Provenance> provenance;
    Goal goal = Goal::none;            ///< why the run ended
    std::optional<Bytes> lower_bound;  ///< proved; empty: unknown
    QString steps;                     ///< that were recorded: "iterations 0 to 12"; empty: unknown or none
    std::uint64_t work = 0;            ///< 0: unknown
};

/// The figures of a plan: peak, threshold, capacity, tiers, regions and its run. For a recorded allocator: live and
/// reserved bytes, and what a planner needs in comparison.
class Summary final : public QWidget {
    Q_OBJECT

public:
    explicit Summary(QWidget* parent = nullptr);

    /// Another plan, or another layout of the same one, with its live sizes and its figures. `recorded` null: no
    /// allocator recorded the buffers.
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const PlanProfiles> profiles, std::shared_ptr<const LayoutFigures> figures,
                  std::shared_ptr<const AllocatorFigures> recorded);
    void set_run(RunFacts run);
    /// The assumptions and omissions of a model's import; null: the file is no model. `left_out` is the number of
    /// values that appear in no figure, besides unknown sizes (see Document).
    void set_import(std::shared_ptr<const ImportReport> import, std::size_t left_out);
    void set_unit(Unit unit);
    /// The tone of the verdict, which the peak takes, and how far it is above the threshold.
    void set_tone(VerdictTone tone);
    [[nodiscard]] QString value_of(const QString& label) const { return facts_->value_of(label); }

private:
    void refresh();
    void add_shown(std::vector<Fact>& facts) const;
    void add_record(std::vector<Fact>& facts) const;
    void add_comparison(std::vector<Fact>& facts) const;
    void add_figures(std::vector<Fact>& facts) const;
    void add_fragmentation(std::vector<Fact>& facts, Bytes highest) const;
    void add_steps(std::vector<Fact>& facts) const;
    void add_tiers(std::vector<Fact>& facts) const;
    void add_regions(std::vector<Fact>& facts) const;
    void add_run(std::vector<Fact>& facts) const;
    void add_largest_excess(std::vector<Fact>& facts) const;
    void add_import(std::vector<Fact>& facts) const;
    [[nodiscard]] Bytes highest_threshold() const;
    [[nodiscard]] Fact amount(const QString& label, std::int64_t bytes, const QString& meaning = {}) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const PlanProfiles> profiles_;
    std::shared_ptr<const LayoutFigures> figures_;
    std::shared_ptr<const AllocatorFigures> recorded_;  ///< null: no allocator recorded the buffers
    RunFacts run_;
    std::shared_ptr<const ImportReport> import_;
    std::size_t left_out_ = 0;
    Unit unit_ = Unit::bytes;
    TextTone tone_ = TextTone::plain;  ///< of the verdict
    SectionHeader* header_;
    FactSheet* facts_;
};

}  // namespace arenascope
