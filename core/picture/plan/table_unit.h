#pragma once

#include <algorithm>
#include <cstdint>
#include <limits>

#include "core/picture/plan/unit.h"

namespace arenascope {

/// How the unit of a table follows the unit of the plan.
enum class UnitRule : std::uint8_t {
    exactly,  ///< it is the same, because the user chose it
    legible,  ///< it is a smaller one if an amount would read "<0.01"
};

/// The unit of all amounts in one table. Its header names the unit.
class TableUnit {
public:
    /// Sets the unit of the plan, and forgets the amounts.
    void set(Unit unit, UnitRule rule) {
        unit_ = unit;
        rule_ = rule;
        forget();
    }
    void forget() { smallest_ = std::numeric_limits<std::int64_t>::max(); }
    /// Adds an amount of the table. Zero is legible in every unit.
    void add(std::int64_t bytes) {
        if (bytes > 0) {
            smallest_ = std::min(smallest_, bytes);
        }
    }
    /// The largest unit up to that of the plan in which no amount reads "<0.01". Bytes and hexadecimal are exact.
    [[nodiscard]] Unit unit() const {
        const auto is_legible = [this](Unit unit) { return number_text(smallest_, unit).front() != '<'; };
        if (rule_ == UnitRule::exactly || unit_ == Unit::hexadecimal || is_legible(unit_)) {
            return unit_;
        }
        return unit_ == Unit::mebibytes && is_legible(Unit::kibibytes) ? Unit::kibibytes : Unit::bytes;
    }

private:
    Unit unit_ = Unit::bytes;
    UnitRule rule_ = UnitRule::exactly;
    std::int64_t smallest_ = std::numeric_limits<std::int64_t>::max();
};

}  // namespace arenascope
