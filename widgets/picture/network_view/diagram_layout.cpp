#include "widgets/picture/network_view/diagram_layout.h"

#include <utility>

#include "core/picture/network/dot_text.h"

namespace arenascope {
namespace {

constexpr std::size_t most_for_dot = 1'000;  ///< nodes
constexpr int dot_milliseconds = 1'500;

}  // namespace

DiagramLayout::DiagramLayout(QObject* parent) : QObject(parent) {
    connect(&task_, &BackgroundTask::ran_out_of_memory, this, [this] { is_stopped_.reset(); });
    connect(&dot_, &DotProcess::failed, this, &DiagramLayout::lay_out_in_layers);
    connect(&dot_, &DotProcess::finished, this, [this](const QByteArray& plain) {
        const std::string_view text(plain.constData(), static_cast<std::size_t>(plain.size()));
        if (const auto geometry = geometry_of_plain_text(text, diagram_)) {
            emit done(*geometry);
        } else {
            lay_out_in_layers();
        }
    });
}

DiagramLayout::~DiagramLayout() {
    cancel();
}

void DiagramLayout::start(NetworkDiagram diagram, std::vector<Extent> extents) {
    cancel();
    diagram_ = std::move(diagram);
    extents_ = std::move(extents);
    if (!program_.isEmpty() && diagram_.nodes.size() <= most_for_dot) {
        dot_.start(program_, QByteArray::fromStdString(dot_text(diagram_, extents_)), dot_milliseconds);
    } else {
        lay_out_in_layers();
    }
}

void DiagramLayout::cancel() {
    task_.abandon();
    dot_.cancel();
    if (is_stopped_) {
        *is_stopped_ = true;
    }
    is_stopped_.reset();
}

void DiagramLayout::lay_out_in_layers() {
    is_stopped_ = std::make_shared<std::atomic<bool>>(false);
    task_.start(
        [diagram = diagram_, extents = extents_, stopped = is_stopped_] {
            return layered_layout(diagram, extents, [&stopped] { return stopped->load(); });
        },
        [this](const DiagramGeometry& geometry) {
            is_stopped_.reset();
            emit done(geometry);
        });
}

}  // namespace arenascope
