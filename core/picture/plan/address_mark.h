#pragma once

#include <optional>
#include <string>
#include <vector>

#include "core/picture/plan/container.h"
#include "core/picture/plan/drawing.h"
#include "core/picture/plan/palette.h"

namespace arenascope {

/// An address that a person went to.
struct AddressMark {
    RegionIndex region;
    Offset offset;
    friend bool operator==(const AddressMark&, const AddressMark&) = default;
};

/// Draws the address as a dotted line across its container, with the address in hexadecimal at the left end. Nothing if
/// it is out of view, or its container is folded or left out.
void draw(Drawing& drawing, const std::optional<AddressMark>& mark, const std::vector<Container>& stack,
          const Viewport& viewport, const Palette& tokens, TextStyle style, const MeasureText& measure);

}  // namespace arenascope
