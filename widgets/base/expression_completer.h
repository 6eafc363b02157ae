#pragma once

#include <QCompleter>
#include <QStringList>

#include "widgets/base/offered_names.h"

class QLineEdit;

namespace arenascope {

/// Completes the word before the cursor in a line for conditions: fields and functions of a step, the words that they
/// are compared with, and names in quotes.
///
///   peak > thr|                →  threshold
///   tier("conv2_1/exp|         →  "conv2_1/expand"
///
/// Names are offered as they are shown, with the full names beside.
class ExpressionCompleter final : public QCompleter {
    Q_OBJECT

public:
    /// Attaches itself to the field, which owns it.
    explicit ExpressionCompleter(QLineEdit& field);

    /// Names of buffers and regions. Left out: names with quotes in them, and all names if there are too many to list.
    void set_names(const QList<OfferedName>& names);

    [[nodiscard]] QStringList splitPath(const QString& path) const override;
    /// The whole line with the word completed.
    [[nodiscard]] QString pathFromIndex(const QModelIndex& index) const override;

private:
    QLineEdit& field_;
    OfferedNames* words_;
    QList<OfferedName> terms_;
    QList<OfferedName> names_;
    // The line as it was typed last: while one goes through the list, the field shows completed lines.
    mutable QString typed_;
    mutable qsizetype begin_ = 0;  ///< of the word in it
    mutable qsizetype end_ = 0;
};

}  // namespace arenascope
