#pragma once

#include <QCompleter>

#include "widgets/base/offered_names.h"

class QLineEdit;

namespace arenascope {

/// Completes a line that holds one name. The list has the names as they are shown, with the full names beside.
class NameCompleter final : public QCompleter {
    Q_OBJECT

public:
    /// Attaches itself to the field, which owns it.
    NameCompleter(QLineEdit& field, QList<OfferedName> names);

    [[nodiscard]] QStringList splitPath(const QString& path) const override;

private:
    QList<OfferedName> names_;
    OfferedNames* rows_;
};

}  // namespace arenascope
