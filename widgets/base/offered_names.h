#pragma once

#include <string_view>

#include <QAbstractListModel>
#include <QList>
#include <QString>

#include "core/model/memory/problem.h"
#include "core/model/memory/short_names.h"

namespace arenascope {

/// A name that completes what is typed.
struct OfferedName {
    QString shown;  ///< as views show it; it completes the line
    QString full;   ///< as the file has it
    [[nodiscard]] static OfferedName of(std::string_view name);
};

/// The names of all buffers, in their order. Linear.
[[nodiscard]] QList<OfferedName> offered_names(const Problem& problem, const ShortNames& rule);

/// The names that match what was typed, as the rows of a completer: the name as it is shown, and the full name beside
/// if that is another one.
///
///   conv2d_13 · model/conv2d_13/Relu
class OfferedNames final : public QAbstractListModel {
    Q_OBJECT

public:
    explicit OfferedNames(QObject* parent) : QAbstractListModel(parent) {}

    /// Shows those whose shown or full name contains the text, in any case, or that are shown so with ellipses. Names
    /// that begin with it come first. Linear.
    void show_matches(const QList<OfferedName>& names, const QString& typed);
    void show_rows(QList<OfferedName> rows);

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    /// Qt::EditRole: what completes the line.
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;

private:
    QList<OfferedName> rows_;
};

}  // namespace arenascope
