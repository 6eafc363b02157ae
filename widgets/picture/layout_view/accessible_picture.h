#pragma once

namespace arenascope {

/// Opens the picture of every LayoutView that is made later to screen readers:
///
///   LayoutView          its description: the verdict, the step of the time cursor, what is selected
///   └─ container        a group: name, peak, threshold, capacity
///      └─ buffer        an item: name, size, steps, offset, tier, what lies on it; pressing it selects it
///
/// Everything is made on demand. A container has as items the buffers in view, of many the largest, so that there are
/// never more than a few thousand objects. Selecting a buffer while the picture has the focus moves the focus of screen
/// readers to its item. Further calls do nothing.
void install_accessible_picture();

}  // namespace arenascope
