#include "core/picture/plan/heap_growth.h"

namespace arenascope {

std::string heap_growth_text(const HeapBounds& heap, Unit unit) {
    // Sizes are never shown in hexadecimal, which is for addresses.
    const Unit sizes = unit == Unit::hexadecimal ? Unit::bytes : unit;
    const std::int64_t top = heap.after.to.value() - heap.before.to.value();
    const std::int64_t bottom = heap.before.from.value() - heap.after.from.value();
    const std::string after = amount_text(size(heap.after).value(), sizes);
    if (top == 0 && bottom == 0) {
        return after + ", not grown";
    }
    std::string text = number_text(size(heap.before).value(), sizes) + " → " + after + ": ";
    if (top != 0) {
        text += "+" + number_text(top, sizes) + " at the top";
    }
    if (bottom != 0) {
        text += (top != 0 ? ", −" : "−") + number_text(bottom, sizes) + " at the bottom";
    }
    return text;
}

}  // namespace arenascope
