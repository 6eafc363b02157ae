#include "core/format/recording/followed_recording.h"

#include <span>
#include <string_view>
#include <utility>
#include <vector>

#include "core/base/file/file_content.h"
#include "core/trace/trace_recorder.h"

namespace arenascope {

/// Records the steps, and counts them.
class FollowedRecording::Recorder final : public TraceSink {
public:
    explicit Recorder(const Problem& problem)
        : trace_(problem, recording_provenance(), TraceRecorder::default_byte_limit / 4) {}

    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex> members,
               RegionIndex region) override {
        main_steps_ += is_chief(kind) ? 1 : 0;
        trace_.enter(kind, note, members, region);
    }
    void leave(const FrameState& state) override {
        ++steps_;
        trace_.leave(state);
    }
    void mark_result() override { trace_.mark_result(); }
    [[nodiscard]] bool has_room() const override { return trace_.has_room(); }

    [[nodiscard]] const TraceRecorder& trace() const { return trace_; }
    [[nodiscard]] std::uint64_t main_steps() const { return main_steps_; }
    [[nodiscard]] std::uint64_t steps() const { return steps_; }

private:
    TraceRecorder trace_;
    std::uint64_t main_steps_ = 0;
    std::uint64_t steps_ = 0;
};

FollowedRecording::FollowedRecording(std::string source, RecordingTail tail)
    : source_(std::move(source)), tail_(std::move(tail)), recorder_(std::make_unique<std::unique_ptr<Recorder>>()) {
    reader_ = std::make_unique<RecordingReader>(source_,
                                                [to = recorder_.get()](const Problem& problem) -> Expected<TraceSink*> {
                                                    *to = std::make_unique<Recorder>(problem);
                                                    return to->get();
                                                });
}

FollowedRecording::FollowedRecording(FollowedRecording&& other) noexcept = default;
FollowedRecording& FollowedRecording::operator=(FollowedRecording&& other) noexcept = default;
FollowedRecording::~FollowedRecording() = default;

Expected<FollowedRecording> FollowedRecording::open(const std::string& path) {
    auto tail = RecordingTail::open(path);
    if (!tail) {
        return tl::unexpected(tail.error());
    }
    return FollowedRecording(source_name(path), std::move(*tail));
}

Expected<TailState> FollowedRecording::read() {
    return tail_.read(*reader_);
}

std::uint64_t FollowedRecording::main_steps() const {
    return *recorder_ ? (*recorder_)->main_steps() : 0;
}

std::uint64_t FollowedRecording::steps() const {
    return *recorder_ ? (*recorder_)->steps() : 0;
}

Expected<Document> FollowedRecording::document() const {
    const RecordedSteps& run = reader_->run();
    std::vector<std::string> notes;
    Trace trace;
    if (*recorder_) {
        const auto end = (*recorder_)->trace().copy();
        notes = run.finish_into(*end);
        trace = end->take();
    }
    if (trace.frames.empty()) {
        return failure(Error{source_, 0, "the recording has no steps", "record the run again"});
    }
    return recorded_document(run.problem(), std::move(notes), std::move(trace), source_);
}

}  // namespace arenascope
