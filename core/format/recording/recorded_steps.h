#pragma once

#include <cstdint>
#include <functional>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "core/base/containers/indexed_vector.h"
#include "core/base/error/error.h"
#include "core/format/recording/recording_decoder.h"
#include "core/model/memory/problem.h"
#include "core/trace/trace_sink.h"

namespace arenascope {

/// Called once all buffers are known; gives what receives the steps. The problem outlives that.
using RunBegin = std::function<Expected<TraceSink*>(const Problem& problem)>;

/// Turns the records of a run into steps of a trace.
///
///   enter "iteration"        ─▶  iteration     words that are no kinds of steps become iterations, and groups and
///     enter "pick"           ─▶    group       rearrangements within a step; the word then begins the note
///     leave "too high"       ─▶                what ended a step without inner steps ends the note, unless it is a
///     goal
///   leave "complete"         ─▶
///
/// A step is passed on when it ends, or when one inside it begins, so a run that is cut has only whole steps. Its
/// layout is the one at the end of the step: placements stay until they change, through all levels.
///
/// Each step that is passed on costs its buffers. Beyond a billion of these, steps without inner ones are joined with
/// those after them: two, then four, and so on. notes() says so.
class RecordedSteps {
public:
    /// `source` names the recording in errors.
    RecordedSteps(std::string source, RunBegin begin);

    /// Errors: a buffer after the first step, an unknown buffer, an offset that is negative or too large, a step that
    /// ends without having begun, steps that lie too deep in each other, an invalid problem.
    [[nodiscard]] Expected<void> take(RecordingRecord record, const RecordingDecoder& decoder);

    /// The recording ends here. Steps that have not ended end as the last whole step left the layout, and that is the
    /// result, if the recording names none.
    void finish();

    /// What finish() would do now, into another sink, which has received the same steps. The run goes on. Gives
    /// notes(). Linear in the buffers.
    [[nodiscard]] std::vector<std::string> finish_into(TraceSink& sink) const;

    [[nodiscard]] const Problem& problem() const { return problem_; }
    [[nodiscard]] bool has_steps() const { return recorded_steps_ > 0; }
    [[nodiscard]] bool has_ended() const { return has_ended_; }
    /// Sentences for people.
    [[nodiscard]] const std::vector<std::string>& notes() const { return notes_; }

private:
    /// A step that has begun.
    struct Level {
        FrameKind kind = FrameKind::iteration;
        std::string note;
        bool is_entered = false;  ///< passed on
        std::uint64_t first_work = 0;
        std::vector<BufferIndex> members = {};  ///< of a group without inner steps: what it has changed, some twice
    };

    [[nodiscard]] Expected<void> add_buffer(const RecordingRecord& record);
    [[nodiscard]] Expected<void> begin_steps();
    [[nodiscard]] Expected<void> enter(const RecordingRecord& record);
    [[nodiscard]] Expected<void> set_offset(const RecordingRecord& record);
    [[nodiscard]] Expected<void> consider(RecordingRecord record);
    [[nodiscard]] Expected<void> leave(const RecordingRecord& record);
    void set(BufferIndex buffer, std::int64_t offset);
    [[nodiscard]] Expected<BufferIndex> buffer_of(const RecordingRecord& record) const;
    void enter_open_levels();
    void leave_level(Goal goal);
    void add_step(const std::string& note);
    void mark_result();
    void take_back();
    void end_step();
    void close_levels(Goal goal);
    [[nodiscard]] bool is_joined();
    [[nodiscard]] std::optional<PlacementStep> placement_of(const Level& level);
    [[nodiscard]] tl::unexpected<Error> wrong(const RecordingRecord& record, std::string cause,
                                              std::string cure = {}) const;

    std::string source_;
    RunBegin begin_;
    const RecordingDecoder* decoder_ = nullptr;
    Problem problem_;
    TraceSink* sink_ = nullptr;  ///< null: the steps have not begun
    IndexedVector<BufferIndex, std::int64_t> offsets_;
    std::vector<Level> levels_;
    std::vector<std::pair<BufferIndex, std::int64_t>> since_step_;  ///< old offsets, since a step ended last
    IndexedVector<BufferIndex, std::uint64_t> kept_at_;             ///< by buffer: ends of steps when it was kept there
    std::uint64_t ends_ = 1;                                        ///< of steps so far, and one
    std::optional<std::pair<BufferIndex, std::vector<std::int64_t>>> candidates_;
    std::optional<std::int64_t> bound_;
    std::uint64_t work_ = 0;
    std::uint64_t recorded_steps_ = 0;
    std::uint64_t joined_steps_ = 0;
    std::uint64_t waiting_steps_ = 0;  ///< joined since the last one that was passed on
    std::uint64_t spent_ = 0;          ///< offsets that were passed on
    bool is_changed_ = false;          ///< since the last step that was passed on
    bool has_result_ = false;
    bool is_result_due_ = false;  ///< the next step that ends has the result
    bool has_ended_ = false;
    std::vector<std::string> notes_;
};

}  // namespace arenascope
