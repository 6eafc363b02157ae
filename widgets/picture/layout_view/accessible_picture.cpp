#include "widgets/picture/layout_view/accessible_picture.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <memory>
#include <optional>
#include <ranges>
#include <span>
#include <utility>
#include <vector>

#include <QAccessible>
#include <QAccessibleWidget>
#include <QStringList>

#include "core/analysis/explain/buffer_walk.h"
#include "core/picture/plan/step_names.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/picture/layout_view/layout_view.h"
#include "widgets/picture/layout_view/picture_listing.h"
#include "widgets/picture/layout_view/view_text.h"

namespace arenascope {
namespace {

constexpr std::size_t most_items = 200;          ///< of a container
constexpr std::size_t most_remembered = 1'000;   ///< items of all containers, in view or not
constexpr std::size_t most_spoken_selected = 3;  ///< names in the description of the picture

/// A box of widget pixels on the screen, cut to a viewport; empty: it is out of view.
QRect on_screen(const LayoutView& view, const Box& box, const Box& port) {
    const QRectF visible = QRectF(QPointF(box.left, box.top), QPointF(box.right, box.bottom)) &
                           QRectF(QPointF(port.left, port.top), QPointF(port.right, port.bottom));
    return visible.isEmpty() ? QRect() : visible.toAlignedRect().translated(view.mapToGlobal(QPoint()));
}

Box pixels_of(const MemoryRectangle& rectangle, const Viewport& port) {
    return {step_scale(port)(rectangle.begin), byte_scale(port)(rectangle.to), step_scale(port)(rectangle.end),
            byte_scale(port)(rectangle.from)};
}

class AccessiblePicture;

/// What the items and the groups of a picture have in common. They belong to one problem; of another one, they are not
/// valid any more.
class PicturePart : public QAccessibleInterface {
public:
    explicit PicturePart(AccessiblePicture& picture);

    [[nodiscard]] bool isValid() const override;
    [[nodiscard]] QObject* object() const override { return nullptr; }
    [[nodiscard]] QWindow* window() const override;
    void setText(QAccessible::Text /*kind*/, const QString& /*text*/) override {}

protected:
    [[nodiscard]] LayoutView& view() const;
    [[nodiscard]] AccessiblePicture& picture() const { return picture_; }

private:
    AccessiblePicture& picture_;
    std::shared_ptr<const Problem> problem_;
};

class BufferItem final : public PicturePart, public QAccessibleActionInterface {
public:
    BufferItem(AccessiblePicture& picture, BufferIndex buffer) : PicturePart(picture), buffer_(buffer) {}

    [[nodiscard]] BufferIndex buffer() const { return buffer_; }
    [[nodiscard]] QAccessibleInterface* parent() const override;
    [[nodiscard]] QAccessibleInterface* child(int /*index*/) const override { return nullptr; }
    [[nodiscard]] QAccessibleInterface* childAt(int /*x*/, int /*y*/) const override { return nullptr; }
    [[nodiscard]] int childCount() const override { return 0; }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* /*which*/) const override { return -1; }
    [[nodiscard]] QString text(QAccessible::Text kind) const override;
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::ListItem; }
    [[nodiscard]] QAccessible::State state() const override;

    void* interface_cast(QAccessible::InterfaceType type) override {
        return type == QAccessible::ActionInterface ? static_cast<QAccessibleActionInterface*>(this) : nullptr;
    }
    [[nodiscard]] QStringList actionNames() const override { return {pressAction(), setFocusAction()}; }
    [[nodiscard]] QStringList keyBindingsForAction(const QString& /*action*/) const override { return {}; }
    /// Both select the buffer, as a click in its rectangle does.
    void doAction(const QString& action) override;

private:
    BufferIndex buffer_;
};

class ContainerGroup final : public PicturePart {
public:
    ContainerGroup(AccessiblePicture& picture, RegionIndex region) : PicturePart(picture), region_(region) {}

    [[nodiscard]] QAccessibleInterface* parent() const override;
    [[nodiscard]] QAccessibleInterface* child(int index) const override;
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override;
    [[nodiscard]] int childCount() const override { return static_cast<int>(listed().buffers.size()); }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* which) const override;
    [[nodiscard]] QString text(QAccessible::Text kind) const override;
    [[nodiscard]] QRect rect() const override;
    [[nodiscard]] QAccessible::Role role() const override { return QAccessible::Grouping; }
    [[nodiscard]] QAccessible::State state() const override;

private:
    [[nodiscard]] const ListedContainer& listed() const;

    RegionIndex region_;
};

class AccessiblePicture final : public QAccessibleWidget {
public:
    explicit AccessiblePicture(LayoutView& view)
        : QAccessibleWidget(&view, QAccessible::Grouping), view_(view), told_(told_now()) {
        QObject::connect(&view, &LayoutView::picture_changed, &context_, [this] { follow(); });
        QObject::connect(&view, &LayoutView::view_changed, &context_, [this] {
            is_outdated_ = true;
            forget_others_later();
        });
    }
    Q_DISABLE_COPY_MOVE(AccessiblePicture)
    ~AccessiblePicture() override {
        drop(groups_);
        drop(items_);
    }

    [[nodiscard]] LayoutView& view() const { return view_; }
    [[nodiscard]] const LayoutContent& content() const { return view_.picture().content(); }

    [[nodiscard]] const std::vector<ListedContainer>& listing() const {
        if (std::exchange(is_outdated_, false)) {
            listing_ = picture_listing(view_.picture(), view_.camera().view(), most_items);
        }
        return listing_;
    }

    QAccessibleInterface* group(RegionIndex region) {
        return part(groups_, region, [&] { return new ContainerGroup(*this, region); });
    }
    QAccessibleInterface* item(BufferIndex buffer) {
        return part(items_, buffer, [&] { return new BufferItem(*this, buffer); });
    }

    [[nodiscard]] int childCount() const override { return static_cast<int>(listing().size()); }
    [[nodiscard]] QAccessibleInterface* child(int index) const override {
        const bool is_one = index >= 0 && index < childCount();
        return is_one ? self().group(listing()[static_cast<std::size_t>(index)].region) : nullptr;
    }
    [[nodiscard]] QAccessibleInterface* childAt(int x, int y) const override {
        for (int i = 0; i < childCount(); ++i) {
            if (QAccessibleInterface* each = child(i); each->rect().contains(x, y)) {
                return each;
            }
        }
        return nullptr;
    }
    [[nodiscard]] int indexOfChild(const QAccessibleInterface* which) const override {
        for (int i = 0; i < childCount(); ++i) {
            if (child(i) == which) {
                return i;
            }
        }
        return -1;
    }
    [[nodiscard]] QAccessibleInterface* focusChild() const override {
        const std::vector<BufferIndex>& selected = content().selection;
        return view_.hasFocus() && selected.size() == 1 ? self().item(selected.front())
                                                        : QAccessibleWidget::focusChild();
    }
    [[nodiscard]] QString text(QAccessible::Text kind) const override {
        const QString own = QAccessibleWidget::text(kind);
        return kind == QAccessible::Description && content().problem ? description(own) : own;
    }

private:
    /// What screen readers were told last.
    struct Told {
        std::shared_ptr<const Problem> problem;
        std::shared_ptr<const Layout> layout;
        BufferIndex first_selected = BufferIndex::none();
        std::size_t selected = 0;
        std::optional<Step> cursor;
    };

    /// The parts are made when they are asked for.
    [[nodiscard]] AccessiblePicture& self() const { return const_cast<AccessiblePicture&>(*this); }
    [[nodiscard]] Told told_now() const {
        const std::vector<BufferIndex>& selected = content().selection;
        return {content().problem, content().layout, selected.empty() ? BufferIndex::none() : selected.front(),
                selected.size(), content().time_cursor};
    }

    template <class Index, class Make>
    QAccessibleInterface* part(std::map<Index, QAccessible::Id>& ids, Index index, const Make& make) {
        QAccessible::Id& id = ids[index];
        if (id == 0) {
            id = QAccessible::registerAccessibleInterface(make());
        }
        return QAccessible::accessibleInterface(id);
    }
    template <class Index>
    static void drop(std::map<Index, QAccessible::Id>& ids) {
        for (const auto& [index, id] : std::exchange(ids, {})) {
            QAccessible::deleteAccessibleInterface(id);
        }
    }

    [[nodiscard]] QString description(const QString& verdict) const {
        QStringList parts;
        if (!verdict.isEmpty()) {
            parts << verdict;
        }
        if (const auto step = content().time_cursor) {
            const QString title = visible_text(title_of_step(*content().problem, *step));
            parts << (title.isEmpty() ? view_text("Step %1.").arg(grouped_text(step->value()))
                                      : view_text("Step %1: %2.").arg(grouped_text(step->value()), title));
        }
        const std::vector<BufferIndex>& selected = content().selection;
        if (!selected.empty() && selected.size() <= most_spoken_selected) {
            QStringList names;
            for (const BufferIndex buffer : selected) {
                names << visible_text(content().problem->buffers[buffer].name);
            }
            parts << view_text("Selected: %1.").arg(names.join(view_text(", ")));
        } else if (!selected.empty()) {
            parts << view_text("%1 buffers are selected.").arg(grouped_text(selected.size()));
        }
        return parts.join(QLatin1Char(' '));
    }

    static void tell(QAccessible::Event what, QAccessibleInterface* about) {
        QAccessibleEvent event(about, what);
        QAccessible::updateAccessibility(&event);
    }

    /// Tells what changed.
    void follow() {
        is_outdated_ = true;
        const Told before = std::exchange(told_, told_now());
        if (before.problem != told_.problem) {
            // Later, because whoever asks one of them may have caused the change.
            QMetaObject::invokeMethod(
                &context_,
                [this] {
                    drop(groups_);
                    drop(items_);
                    if (view_.hasFocus()) {
                        tell(QAccessible::Focus, this);  // the item that had it is gone
                    }
                },
                Qt::QueuedConnection);
        } else {
            forget_others_later();
        }
        if (before.problem != told_.problem || before.layout != told_.layout) {
            tell(QAccessible::ObjectReorder, this);
        }
        const bool is_another = before.problem == told_.problem &&
                                (before.first_selected != told_.first_selected || before.selected != told_.selected);
        if (is_another || before.cursor != told_.cursor) {
            tell(QAccessible::DescriptionChanged, this);
        }
        if (is_another) {
            QAccessibleInterface* about = told_.selected == 0 ? this : item(told_.first_selected);
            QAccessible::State selected;
            selected.selected = true;
            QAccessibleStateChangeEvent event(about, selected);
            QAccessible::updateAccessibility(&event);
            if (view_.hasFocus()) {
                tell(QAccessible::Focus, about);
            }
        }
    }

    /// The same where there are many of them. Later, as above.
    void forget_others_later() {
        if (items_.size() > most_remembered) {
            QMetaObject::invokeMethod(
                &context_, [this] { forget_others(); }, Qt::QueuedConnection);
        }
    }

    /// Drops the items that are neither in view nor selected.
    void forget_others() {
        std::map<BufferIndex, QAccessible::Id> others = std::exchange(items_, {});
        const auto keep = [&](BufferIndex buffer) {
            if (auto node = others.extract(buffer)) {
                items_.insert(std::move(node));
            }
        };
        for (const ListedContainer& container : listing()) {
            std::ranges::for_each(container.buffers, keep);
        }
        const std::vector<BufferIndex>& selected = content().selection;
        std::for_each_n(selected.begin(), std::min(selected.size(), most_spoken_selected), keep);
        drop(others);
    }

    LayoutView& view_;
    std::map<RegionIndex, QAccessible::Id> groups_;
    std::map<BufferIndex, QAccessible::Id> items_;
    mutable std::vector<ListedContainer> listing_;
    mutable bool is_outdated_ = true;
    Told told_;
    QObject context_;  ///< ends the connections
};

PicturePart::PicturePart(AccessiblePicture& picture) : picture_(picture), problem_(picture.content().problem) {}

bool PicturePart::isValid() const {
    return problem_ != nullptr && problem_ == picture_.content().problem;
}

QWindow* PicturePart::window() const {
    return picture_.window();
}

LayoutView& PicturePart::view() const {
    return picture_.view();
}

QAccessibleInterface* BufferItem::parent() const {
    if (!isValid()) {
        return &picture();
    }
    const auto& placement = picture().content().layout->placements[buffer_];
    return picture().group(placement ? placement->region : RegionIndex::none());
}

QString BufferItem::text(QAccessible::Text kind) const {
    if (!isValid()) {
        return {};
    }
    return kind == QAccessible::Name          ? visible_text(picture().content().problem->buffers[buffer_].name)
           : kind == QAccessible::Description ? spoken_figures(view().picture(), buffer_)
                                              : QString();
}

QRect BufferItem::rect() const {
    QRect whole;
    if (isValid()) {
        const Viewport port = view().ports().containers;
        for (const MemoryRectangle& each : rectangles_of(view().picture(), std::span(&buffer_, 1))) {
            whole |= on_screen(view(), pixels_of(each, port), port.box);
        }
    }
    return whole;
}

QAccessible::State BufferItem::state() const {
    QAccessible::State state;
    if (!isValid()) {
        state.invalid = true;
        return state;
    }
    state.selectable = true;
    state.focusable = true;
    state.selected = is_selected(picture().content(), buffer_);
    state.focused = state.selected && view().hasFocus() && picture().content().selection.size() == 1;
    state.offscreen = rect().isEmpty();
    state.invisible = !view().isVisible();
    return state;
}

void BufferItem::doAction(const QString& action) {
    if (!isValid() || !actionNames().contains(action)) {
        return;
    }
    LayoutView& picture_view = view();
    const LayoutContent& content = picture_view.picture().content();
    picture_view.setFocus();
    const Buffer& buffer = content.problem->buffers[buffer_];
    const auto step = nearest_step_in_use(buffer, content.time_cursor.value_or(buffer.lifetime.begin));
    if (step) {
        emit picture_view.time_cursor_moved(*step);
    }
    emit picture_view.clicked({buffer_, std::nullopt}, Qt::NoModifier);
}

const ListedContainer& ContainerGroup::listed() const {
    static const ListedContainer none{RegionIndex::none(), {}, 0};
    const std::vector<ListedContainer>& all = picture().listing();
    const auto found = std::ranges::find(all, region_, &ListedContainer::region);
    return found != all.end() ? *found : none;
}

QAccessibleInterface* ContainerGroup::parent() const {
    return &picture();
}

QAccessibleInterface* ContainerGroup::child(int index) const {
    const std::vector<BufferIndex>& buffers = listed().buffers;
    const bool is_one = isValid() && index >= 0 && static_cast<std::size_t>(index) < buffers.size();
    return is_one ? picture().item(buffers[static_cast<std::size_t>(index)]) : nullptr;
}

QAccessibleInterface* ContainerGroup::childAt(int x, int y) const {
    if (!isValid()) {
        return nullptr;
    }
    const auto buffer = buffer_at(view().picture(), view().ports(), view().mapFromGlobal(QPoint(x, y)));
    const bool is_listed = buffer && std::ranges::find(listed().buffers, *buffer) != listed().buffers.end();
    return is_listed ? picture().item(*buffer) : nullptr;
}

int ContainerGroup::indexOfChild(const QAccessibleInterface* which) const {
    const auto* item = dynamic_cast<const BufferItem*>(which);
    const std::vector<BufferIndex>& buffers = listed().buffers;
    const auto found = item != nullptr ? std::ranges::find(buffers, item->buffer()) : buffers.end();
    return found != buffers.end() ? static_cast<int>(found - buffers.begin()) : -1;
}

QString ContainerGroup::text(QAccessible::Text kind) const {
    if (!isValid()) {
        return {};
    }
    return kind == QAccessible::Name          ? spoken_name(view().picture(), region_)
           : kind == QAccessible::Description ? spoken_figures(view().picture(), listed())
                                              : QString();
}

QRect ContainerGroup::rect() const {
    const Viewports ports = view().ports();
    if (region_ == RegionIndex::none()) {
        return on_screen(view(), ports.tray.box, ports.tray.box);
    }
    const Container* container = container_of(view().picture().shapes().stack, region_);
    if (!isValid() || container == nullptr) {
        return {};
    }
    const PixelScale bytes = byte_scale(ports.containers);
    const Box& port = ports.containers.box;
    return on_screen(view(),
                     {port.left, bytes(limited_sum(container->highest, container->shift)), port.right,
                      bytes(limited_sum(container->lowest, container->shift))},
                     port);
}

QAccessible::State ContainerGroup::state() const {
    QAccessible::State state;
    state.invalid = !isValid();
    state.invisible = !view().isVisible();
    return state;
}

QAccessibleInterface* make_interface(const QString& type, QObject* object) {
    return type == QLatin1String("arenascope::LayoutView") ? new AccessiblePicture(*static_cast<LayoutView*>(object))
                                                           : nullptr;
}

}  // namespace

void install_accessible_picture() {
    [[maybe_unused]] static const bool is_installed = [] {
        QAccessible::installFactory(make_interface);
        return true;
    }();
}

}  // namespace arenascope
