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
    /// Whether makers are a choice, which they are not at first. A grouping by them ends where they are none.
    void set_has_makers(bool has_makers);

signals:
    void grouping_changed();

private:
    void add(GroupBy by);

    QComboBox* choices_;
};

}  // namespace arenascope
