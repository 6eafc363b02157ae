#pragma once

#include <vector>

#include "widgets/base/row_model.h"
#include "widgets/plots/buffer_history/history_moment.h"

namespace arenascope {

/// The steps at which the subject of a history changed, in time order: a buffer was placed, moved, taken away or got
/// another tier; a place got another holder; the peak or who carried it is another.
class HistoryModel final : public RowModel<HistoryMoment> {
    Q_OBJECT

public:
    enum Column { step, offset, holder, tier, reason };

    explicit HistoryModel(QObject* parent = nullptr);

    void set_moments(HistorySubject subject, const std::vector<HistoryMoment>& moments);

private:
    HistorySubject subject_ = HistorySubject::buffer;
};

}  // namespace arenascope
