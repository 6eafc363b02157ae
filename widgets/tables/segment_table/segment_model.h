#pragma once

#include <memory>
#include <vector>

#include "core/analysis/explain/segment_use.h"
#include "core/model/memory/makers.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The segments of a recorded allocator as rows: size, free bytes, and in a second line of its name who keeps it from
/// going back to the device.
class SegmentModel final : public RowModel<SegmentUse> {
    Q_OBJECT

public:
    enum Column { segment, size, free };

    explicit SegmentModel(QObject* parent = nullptr);

    /// The uses must be of the history of the problem.
    void set_uses(std::shared_ptr<const Problem> problem, std::vector<SegmentUse> uses);

private:
    /// Who holds it, in one line.
    [[nodiscard]] QString holders(const SegmentUse& use) const;
    /// The same, with one line for each maker.
    [[nodiscard]] QString holding_words(const SegmentUse& use) const;
    /// Where it lies, and who holds it.
    [[nodiscard]] QString place_words(const SegmentUse& use) const;
    /// Who made the buffers that hold a segment, at most `most` of them.
    [[nodiscard]] QStringList makers(const SegmentUse& use, std::size_t most) const;

    std::shared_ptr<const Problem> problem_;
    Makers makers_;
};

}  // namespace arenascope
