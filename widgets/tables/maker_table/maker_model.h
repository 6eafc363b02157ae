#pragma once

#include <memory>
#include <vector>

#include <QIcon>

#include "core/model/memory/makers.h"
#include "core/model/memory/problem.h"
#include "core/picture/plan/palette.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The makers of a recorded allocator as rows, in their order: name, bytes at the highest live size, allocations.
class MakerModel final : public RowModel<Maker> {
    Q_OBJECT

public:
    enum Column { maker, at_peak, allocations };

    explicit MakerModel(QObject* parent = nullptr);

    /// The makers must be those of the problem.
    void set_makers(std::shared_ptr<const Problem> problem, Makers makers);
    /// Each name has a square in the colour of the maker in the picture. Side 0: the picture shows something else.
    void set_swatches(Theme theme, int side, double pixel_ratio);
    [[nodiscard]] const Makers& makers() const { return makers_; }

private:
    [[nodiscard]] QVariant role_of(const Maker& row, int column, int role) const override;
    [[nodiscard]] QString name_words(const Maker& one) const;
    void paint_swatches();

    std::shared_ptr<const Problem> problem_;
    Makers makers_;
    std::vector<QIcon> swatches_;  ///< by maker; icons share their pixels
    Theme theme_ = Theme::light;
    int side_ = 0;
    double pixel_ratio_ = 1;
};

}  // namespace arenascope
