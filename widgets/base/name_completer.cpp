#include "widgets/base/name_completer.h"

#include <utility>

#include <QLineEdit>

namespace arenascope {

NameCompleter::NameCompleter(QLineEdit& field, QList<OfferedName> names)
    : QCompleter(&field), names_(std::move(names)), rows_(new OfferedNames(this)) {
    setModel(rows_);
    field.setCompleter(this);
}

QStringList NameCompleter::splitPath(const QString& path) const {
    rows_->show_matches(names_, path);
    return {QString()};  // the model has only rows that match
}

}  // namespace arenascope
