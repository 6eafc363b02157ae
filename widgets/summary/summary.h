#pragma once

#include <memory>
#include <optional>
#include <vector>

#include <QWidget>

#include "core/graph/network_problem.h"
#include "core/memory/layout.h"
#include "core/memory/risk.h"
#include "core/picture/unit.h"
#include "core/trace/trace.h"
#include "widgets/style/fact_sheet.h"
#include "widgets/style/section_header.h"

namespace arenascope {

/// How a layout came about, as far as it is known.
struct RunFacts {
    std::optional<Provenance> provenance;
    Goal goal = Goal::none;            ///< what ended the run
    std::optional<Bytes> lower_bound;  ///< proved
    std::uint64_t iterations = 0;      ///< 0: unknown or none
    std::uint64_t work = 0;            ///< 0: unknown
};

/// The plan in figures: peak against threshold and capacity, tiers, regions, and what made it.
class Summary final : public QWidget {
    Q_OBJECT

public:
    explicit Summary(QWidget* parent = nullptr);

    /// Another plan, or another layout of the same one. `risks` is by buffer; null: nobody has a tier. `thresholds` is
    /// by region, see region_thresholds().
    void set_plan(std::shared_ptr<const Problem> problem, std::shared_ptr<const Layout> layout,
                  std::shared_ptr<const std::vector<Risk>> risks, std::shared_ptr<const std::vector<Bytes>> thresholds);
    void set_run(RunFacts run);
    /// What reading a model assumed and left out; null for what is no model. `left_out`: of any file the values in no
    /// figure, beside unknown sizes (see Document).
    void set_import(std::shared_ptr<const ImportReport> import, std::size_t left_out);
    void set_unit(Unit unit);
    [[nodiscard]] QString value_of(const QString& label) const { return facts_->value_of(label); }

private:
    void refresh();
    void add_figures(std::vector<Fact>& facts) const;
    void add_tiers(std::vector<Fact>& facts) const;
    [[nodiscard]] std::int64_t unplaced_in(RegionIndex region) const;
    void add_regions(std::vector<Fact>& facts) const;
    void add_run(std::vector<Fact>& facts) const;
    void add_largest_excess(std::vector<Fact>& facts) const;
    void add_import(std::vector<Fact>& facts) const;
    [[nodiscard]] bool is_anything_placed() const;
    [[nodiscard]] Fact amount(const QString& label, std::int64_t bytes) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const Layout> layout_;
    std::shared_ptr<const std::vector<Risk>> risks_;        ///< empty: nobody has a tier
    std::shared_ptr<const std::vector<Bytes>> thresholds_;  ///< by region
    RunFacts run_;
    std::shared_ptr<const ImportReport> import_;
    std::size_t left_out_ = 0;
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    FactSheet* facts_;
};

}  // namespace arenascope
