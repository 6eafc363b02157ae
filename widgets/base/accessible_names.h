#pragma once

class QLabel;

namespace arenascope {

/// Lets screen readers hear both the name and the text of every label and combo box that is made later: "Colour by:
/// Risk". Qt gives the name of a label in place of its text, and on X11 and Wayland the text of a combo box in place of
/// its name. Further calls do nothing.
void install_accessible_names();

/// Tells screen readers that a label with a name of its own has another text. Qt tells it only of labels without one.
void tell_text_changed(QLabel& label);

}  // namespace arenascope
