#pragma once

#include <functional>

#include "app/window/frame/window_part.h"
#include "core/model/edit/buffer_change.h"

namespace arenascope {

/// The commands that edit the problem by hand: change the selected buffers in the inspector, add, duplicate and drop
/// buffers, split one at the time cursor, pin. All can be undone. An action that cannot apply says why in its tooltip.
class EditCommands final : public WindowPart {
    Q_OBJECT

public:
    explicit EditCommands(const WindowFrame& frame);

private:
    using Buffers = std::vector<BufferIndex>;
    using Edit = std::function<Expected<EditedPlan>(const Problem&, const Layout&, const Buffers&)>;

    void enable() const;
    /// Why no selected buffer can be edited; empty: they can.
    [[nodiscard]] QString why_not_editable() const;
    /// Why the selected buffer cannot be split; empty: it can.
    [[nodiscard]] QString why_not_splittable() const;
    [[nodiscard]] bool are_all_pinned() const;
    /// "Drop conv1", "Drop 3 Buffers".
    [[nodiscard]] QString about_selection(const QString& of_one, const QString& of_several) const;
    void edit_in_inspector();
    void change(const BufferChange& change);
    void add();
    void duplicate();
    void drop();
    void split();
    void toggle_pin();
    /// Edits the selected buffers, and says so if the recorded run does not fit the problem any more. `failed` empty:
    /// an error is told in the message bar.
    void edit(Edit edit, const QString& text, std::function<void(const Error&)> failed = {});
};

}  // namespace arenascope
