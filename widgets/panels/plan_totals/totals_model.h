#pragma once

#include <vector>

#include "core/analysis/compare/plan_totals.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// Groups of buffers with what each of two plans, A and B, has of them.
class TotalsModel final : public RowModel<GroupTotal> {
    Q_OBJECT

public:
    enum Column { name, buffers, at_peak_a, at_peak_b, change };

    explicit TotalsModel(QObject* parent = nullptr);

    void set_totals(std::vector<GroupTotal> totals, GroupBy by);

private:
    [[nodiscard]] QString change_text(const GroupTotal& total) const;
    [[nodiscard]] QString all_sizes(const GroupTotal& total) const;

    GroupBy by_ = GroupBy::kind;
};

}  // namespace arenascope
