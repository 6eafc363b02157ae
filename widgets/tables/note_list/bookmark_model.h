#pragma once

#include <vector>

#include <QAbstractTableModel>
#include <QStringList>

#include "core/trace/bookmark.h"

namespace arenascope {

/// The bookmarks of a plan as rows. Their names can be edited in place.
class BookmarkModel final : public QAbstractTableModel {
    Q_OBJECT

public:
    /// `shown_step`: of the run.
    enum Column { name, steps, shown_step, column_count };

    explicit BookmarkModel(QObject* parent = nullptr);

    /// `frames`: for each bookmark the path of its step of the run, such as "7.2"; empty: it has none.
    void set_bookmarks(std::vector<Bookmark> bookmarks, QStringList frames);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    /// Reports another name, which the caller sets. Refuses an empty one.
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;

signals:
    void renamed(std::size_t bookmark, const QString& name);

private:
    std::vector<Bookmark> bookmarks_;
    QStringList frames_;
};

}  // namespace arenascope
