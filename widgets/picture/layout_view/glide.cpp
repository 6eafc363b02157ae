#include "widgets/picture/layout_view/glide.h"

#include <algorithm>
#include <utility>

namespace arenascope {
namespace {

constexpr int glide_milliseconds = 150;

}  // namespace

std::vector<MemoryRectangle> glided(const std::vector<MemoryRectangle>& from, const std::vector<MemoryRectangle>& to,
                                    double share) {
    std::vector<MemoryRectangle> result = to;
    for (std::size_t i = 0; i < to.size(); ++i) {
        const auto glide = static_cast<std::int64_t>(static_cast<double>(to[i].from - from[i].from) * (share - 1));
        result[i].from += glide;
        result[i].to += glide;
    }
    return result;
}

Glide::Glide(std::function<void()> moved) : moved_(std::move(moved)) {
    animation_.setDuration(glide_milliseconds);
    animation_.setStartValue(0.0);
    animation_.setEndValue(1.0);
    QObject::connect(&animation_, &QVariantAnimation::valueChanged, &animation_, [this](const QVariant& value) {
        rectangles_ = glided(from_, to_, value.toDouble());
        moved_();
    });
    QObject::connect(&animation_, &QVariantAnimation::finished, &animation_, [this] {
        rectangles_.clear();
        moved_();
    });
}

void Glide::start(std::vector<MemoryRectangle> from, const std::vector<MemoryRectangle>& to) {
    stop();
    const bool is_alike = from.size() == to.size() && !from.empty() && from.size() <= most_gliding &&
                          std::equal(from.begin(), from.end(), to.begin(),
                                     [](const auto& a, const auto& b) { return a.buffer == b.buffer; });
    if (!is_alike || from == to) {
        return;
    }
    rectangles_ = from;
    from_ = std::move(from);
    to_ = to;
    animation_.start();
}

void Glide::stop() {
    animation_.stop();
    rectangles_.clear();
}

}  // namespace arenascope
