#include "app/command_line/followed_run.h"

#include <chrono>
#include <memory>
#include <optional>
#include <string>
#include <thread>
#include <utility>

#include "app/command_line/json_text.h"
#include "app/command_line/message.h"
#include "app/command_line/stop_signal.h"
#include "core/analysis/debugging/step_evaluation.h"
#include "core/analysis/debugging/step_expression.h"
#include "core/analysis/debugging/step_state.h"
#include "core/base/error/quotation.h"
#include "core/base/file/file_content.h"
#include "core/base/text/amount.h"
#include "core/format/recording/recording_reader.h"
#include "core/format/recording/recording_tail.h"
#include "core/model/memory/live_profile.h"

namespace arenascope {
namespace {

/// Prints the steps of a run at which a condition holds.
class FollowingSink final : public TraceSink {
public:
    FollowingSink(const Problem& problem, StepExpression condition, const TraceArguments& arguments)
        : evaluation_(std::move(condition)),
          state_(problem, with_peak(evaluation_.expression().needs())),
          arguments_(arguments) {}

    void enter(FrameKind kind, std::string_view note, std::span<const BufferIndex>, RegionIndex region) override {
        state_.enter(kind, note, region);
    }

    void leave(const FrameState& state) override {
        const RecordedStep* step = state_.leave(state);
        if (step == nullptr || !evaluation_.holds_at_next(*step)) {
            return;
        }
        ++count_;
        const std::string path = path_text(step->path);
        const std::string kind(name_of(step->kind));
        const std::int64_t peak = step->state->peak().value();
        if (arguments_.common.json) {
            hits_.push_back({{"frame", path}, {"kind", kind}, {"peak", peak}, {"note", std::string(step->note)}});
        } else if (!arguments_.common.quiet) {
            is_printed_ = is_printed_ && print(path + "  " + kind + "  peak " + grouped(peak) + " B" +
                                               (step->note.empty() ? "" : "  " + visible(step->note)) + "\n");
        }
    }

    void mark_result() override {}
    [[nodiscard]] bool has_room() const override { return true; }

    [[nodiscard]] bool is_printed() const { return is_printed_; }
    [[nodiscard]] Json json() && { return {{"count", count_}, {"hits", std::move(hits_)}}; }

private:
    static StepNeeds with_peak(StepNeeds needs) {
        needs.peak = true;
        return needs;
    }

    StepEvaluation evaluation_;
    StepState state_;
    const TraceArguments& arguments_;
    std::uint64_t count_ = 0;
    Json hits_ = Json::array();
    bool is_printed_ = true;
};

/// Reads a recording until it ends, a signal comes, or nobody reads what is printed.
Expected<TailState> read_to_end(RecordingTail& tail, RecordingReader& reader,
                                const std::unique_ptr<FollowingSink>& sink) {
    constexpr std::chrono::milliseconds pause(20);
    while (!stop_requested() && (!sink || sink->is_printed())) {
        auto state = tail.read(reader);
        if (!state || *state == TailState::ended || *state == TailState::abandoned) {
            return state;
        }
        if (*state == TailState::waiting) {
            std::this_thread::sleep_for(pause);
        }
    }
    return TailState::waiting;
}

}  // namespace

ExitStatus follow_run(const TraceArguments& arguments) {
    const FileArguments& common = arguments.common;
    const std::string source = source_name(common.file);
    handle_stop_signals();
    auto tail = RecordingTail::open(common.file);
    if (!tail) {
        return fail(common, tail.error());
    }
    std::unique_ptr<FollowingSink> sink;
    RecordingReader reader(source, [&](const Problem& problem) -> Expected<TraceSink*> {
        auto condition = StepExpression::condition(arguments.where, {&problem, threshold(problem)});
        if (!condition) {
            return failure(Error{{}, 0, "--where: " + condition.error().cause, condition.error().cure});
        }
        sink = std::make_unique<FollowingSink>(problem, std::move(*condition), arguments);
        return sink.get();
    });
    const auto state = read_to_end(*tail, reader, sink);
    if (!state) {
        return fail(common, state.error());
    }
    if (*state == TailState::waiting) {
        note(common, {source, 0, "stopped by a signal; the recording may go on", {}});
    } else {
        reader.finish();
        for (const std::string& sentence : reader.run().notes()) {
            note(common, {source, 0, sentence, {}});
        }
    }
    if (common.json) {
        Json json = sink ? std::move(*sink).json() : Json{{"count", 0}, {"hits", Json::array()}};
        json["notes"] = reader.run().notes();
        return print(json_text(json)) ? ExitStatus::fine : ExitStatus::unwritten;
    }
    return !sink || sink->is_printed() ? ExitStatus::fine : ExitStatus::unwritten;
}

}  // namespace arenascope
