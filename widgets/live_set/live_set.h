#pragma once

#include <memory>
#include <optional>

#include <QLabel>
#include <QWidget>

#include "widgets/style/buffer_list.h"
#include "widgets/style/section_header.h"

namespace arenascope {

/// The buffers in use at the step of the time cursor, largest first, with their sum.
class LiveSet final : public QWidget {
    Q_OBJECT

public:
    explicit LiveSet(QWidget* parent = nullptr);

    void set_problem(std::shared_ptr<const Problem> problem);
    /// Empty: there is no time cursor.
    void set_step(std::optional<Step> step);
    void set_unit(Unit unit, UnitRule rule = UnitRule::exactly);

signals:
    void chosen(BufferIndex buffer);

private:
    void refresh();

    std::shared_ptr<const Problem> problem_;
    std::optional<Step> step_;
    Unit unit_ = Unit::bytes;
    SectionHeader* header_;
    QLabel* hint_;
    BufferList* list_;
};

}  // namespace arenascope
