#pragma once

#include <memory>

#include "core/analysis/improvement/improvement.h"
#include "core/model/memory/problem.h"
#include "qt/words/shown_names.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The changes that lower the peak as rows, the best first.
class ImprovementModel final : public RowModel<const Improvement*> {
    Q_OBJECT

public:
    /// `peak`: that of the plan after the change.
    enum Column { change, peak, lower, moves, moved };

    explicit ImprovementModel(QObject* parent = nullptr);

    void set_report(std::shared_ptr<const Problem> problem, std::shared_ptr<const ImprovementReport> report);
    void clear();

private:
    /// Bytes by which the peak falls: of the plan, or of the region if another one is the highest.
    [[nodiscard]] std::int64_t gain(const Improvement& one) const;
    [[nodiscard]] QString change_words(const Improvement& one, bool in_full) const;
    /// What moves where, and what is the highest then.
    [[nodiscard]] QString move_words(const Improvement& one) const;

    std::shared_ptr<const Problem> problem_;
    std::shared_ptr<const ImprovementReport> report_;
    ShownNames names_;
};

}  // namespace arenascope
