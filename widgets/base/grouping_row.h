#pragma once

#include <optional>

#include <QComboBox>
#include <QWidget>

#include "core/model/memory/buffer_groups.h"

namespace arenascope {

/// "Group by", and a list of the ways to group buffers.
class GroupingRow final : public QWidget {
    Q_OBJECT

public:
    enum class Nothing { offered, left_out };

    /// `name`: what the list is called for those who cannot see it. `nothing`: whether not to group is a choice.
    GroupingRow(const QString& name, Nothing nothing, QWidget* parent = nullptr);

    /// Empty: no groups.
    [[nodiscard]] std::optional<GroupBy> grouping() const;
    void set_grouping(std::optional<GroupBy> by);

signals:
    void grouping_changed();

private:
    QComboBox* choices_;
};

}  // namespace arenascope
