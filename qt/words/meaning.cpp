#include "qt/words/meaning.h"

#include <QCoreApplication>

namespace arenascope {
namespace {

QString translated(const char* text) {
    return QCoreApplication::translate("arenascope::Meaning", text);
}

}  // namespace

QString threshold_meaning() {
    return translated(
        "Theoretical threshold: the most memory that is live at any step.\n"
        "No layout without sharing has a lower peak.");
}

QString lower_bound_meaning() {
    return translated("Lower bound: the planner has proved that no layout has a lower peak.");
}

QString work_meaning() {
    return translated("Work: the rectangles that the planner has visited. Its budget is an option.");
}

QString risk_meaning(Risk risk) {
    switch (risk.cause) {
        case Cause::over:
            return translated("Over: the buffer ends above the threshold. It raises the peak.");
        case Cause::at:
            return translated("At: the buffer ends exactly at the threshold.");
        case Cause::beside:
            return risk.tier == Tier::high
                       ? translated("Beside: the buffer is live together with one that ends above the threshold.")
                       : translated("Beside: the buffer is live together with one that ends at the threshold.");
        case Cause::none:
            break;
    }
    return risk.tier == Tier::low ? translated("Low: the buffer is live together with a high or a medium one.")
                                  : translated("None: the buffer is live together with no high or medium one.");
}

QString goal_meaning(Goal goal) {
    switch (goal) {
        case Goal::at_threshold:
            return threshold_meaning();
        case Goal::work_spent:
            return translated(
                "Work spent: the run visited as many rectangles as its budget allows.\n"
                "A larger budget may find a lower peak.");
        case Goal::complete:
            return translated(
                "Complete: all that has room is placed, nothing is left to try.\n"
                "The peak may be above the threshold.");
        case Goal::optimal:
            return lower_bound_meaning();
        default:
            return {};
    }
}

}  // namespace arenascope
