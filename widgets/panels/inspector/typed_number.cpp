#include "widgets/panels/inspector/typed_number.h"

#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/decimal_number.h"

namespace arenascope {
namespace {

QString without_separators(QString text) {
    return text.removeIf([](QChar letter) { return letter.isSpace() || letter == QLatin1Char(','); });
}

}  // namespace

Expected<std::int64_t> typed_bytes(const QString& text) {
    return parse_bytes(without_separators(text).toStdString());
}

Expected<std::int64_t> typed_step(const QString& text) {
    const auto step = whole_number(without_separators(text).toStdString());
    if (!step) {
        return failure(in_quotes(text.toStdString()) + " is no step", "give a whole number");
    }
    return *step;
}

}  // namespace arenascope
