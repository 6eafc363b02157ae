#pragma once

#include <vector>

#include <QStringList>

#include "core/trace/bookmark.h"
#include "widgets/base/row_model.h"

namespace arenascope {

/// The bookmarks of a plan as rows. Their names can be edited in place.
class BookmarkModel final : public RowModel<Bookmark> {
    Q_OBJECT

public:
    /// `shown_step`: of the run.
    enum Column { name, steps, shown_step };

    explicit BookmarkModel(QObject* parent = nullptr);

    /// `frames`: for each bookmark the path of its step of the run, such as "7.2"; empty: it has none.
    void set_bookmarks(std::vector<Bookmark> bookmarks, QStringList frames);

    /// Reports another name, which the caller sets. Refuses an empty one.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void renamed(std::size_t bookmark, const QString& name);

private:
    [[nodiscard]] QVariant role_of(const Bookmark& bookmark, int column, int role) const override;

    QStringList frames_;
};

}  // namespace arenascope
