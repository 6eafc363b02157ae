#include "qt/words/planner_family.h"

#include <string>

#include <QCoreApplication>

#include "core/planner/registry.h"

namespace arenascope {
namespace {

bool is_in_registry(const PlannerDescription& planner) {
    return planner_named(std::string(planner.name)).has_value();
}

QString heading_words(std::string_view text) {
    return QString::fromUtf8(text.data(), static_cast<qsizetype>(text.size()));
}

}  // namespace

QString planner_heading(const PlannerDescription& planner) {
    return is_in_registry(planner) ? heading_words(title_of(planner.family))
                                   : QCoreApplication::translate("PlannerFamily", "External planners");
}

QString planner_heading_meaning(const PlannerDescription& planner) {
    return is_in_registry(planner) ? heading_words(summary_of(planner.family))
                                   : QCoreApplication::translate(
                                         "PlannerFamily", "programs that you keep by name; their answer is checked");
}

}  // namespace arenascope
