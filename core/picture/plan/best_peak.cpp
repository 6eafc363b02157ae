#include "core/picture/plan/best_peak.h"

#include "core/model/memory/live_profile.h"

namespace arenascope {

std::string best_peak_text(Offset best_peak, Bytes threshold, Unit unit) {
    if (best_peak == Offset(0)) {
        return "no layout yet";
    }
    return "best " + amount_text(best_peak.value(), unit) + " (" +
           percent_text(fragmentation(best_peak, threshold), true) + ")";
}

}  // namespace arenascope
