#include "core/format/plan/frame_columns.h"

#include <cstddef>
#include <cstdint>
#include <type_traits>
#include <unordered_map>
#include <utility>
#include <vector>

#include "core/format/plan/column_bytes.h"

namespace arenascope {
namespace {

/// The fewest bytes that a frame, a step, a point or an object's choice takes in the columns.
constexpr std::size_t frame_bytes = 48;
constexpr std::size_t step_bytes = 37;
constexpr std::size_t point_bytes = 52;
constexpr std::size_t choice_bytes = 47;
constexpr std::size_t candidate_bytes = 21;

/// The most bytes of notes for each byte of the columns.
constexpr std::size_t most_memory = 16;

/// What frames have beside their numbers: notes in a table of texts, and the rare parts by themselves.
struct FrameParts {
    std::uint32_t note = 0;  ///< in the table
    bool has_step = false;
    bool has_learning = false;
};

/// Writes or reads the same member of all elements, one after another.
template <class Columns, class Elements, class Part, class Whole>
void visit_column(Columns& columns, Elements& elements, Part Whole::*member) {
    for (auto& element : elements) {
        columns.number(element.*member);
    }
}

template <class Columns, class Frames, class Parts>
void visit_frames(Columns& columns, Frames& frames, Parts& parts) {
    for (auto& frame : frames) {
        columns.coded(frame.kind, frame_kind_count);
    }
    for (auto& frame : frames) {
        columns.coded(frame.goal, goal_count);
    }
    visit_column(columns, frames, &Frame::parent);
    visit_column(columns, frames, &Frame::region);
    visit_column(columns, frames, &Frame::skipped);
    visit_column(columns, frames, &Frame::peak);
    visit_column(columns, frames, &Frame::work);
    visit_column(columns, frames, &Frame::attempts);
    visit_column(columns, parts, &FrameParts::note);
    visit_column(columns, parts, &FrameParts::has_step);
    visit_column(columns, parts, &FrameParts::has_learning);
    for (auto& frame : frames) {
        columns.size(frame.members, bytes_in_file<BufferIndex>);
    }
    for (auto& frame : frames) {
        for (auto& member : frame.members) {
            columns.number(member);
        }
    }
}

template <class Columns, class Choice>
void visit_choices(Columns& columns, const std::vector<Choice*>& choices) {
    for (Choice* choice : choices) {
        columns.coded(choice->rule, object_rule_count);
        columns.number(choice->unlisted);
        columns.number(choice->after);
        columns.number(choice->total);
        columns.optional_number(choice->position);
        bool has_breadth = choice->breadth.has_value();
        columns.number(has_breadth);
        ObjectChoice::Breadth breadth = choice->breadth.value_or(ObjectChoice::Breadth());
        columns.number(breadth.task);
        columns.number(breadth.live);
        if constexpr (!std::is_const_v<Choice>) {
            choice->breadth = has_breadth ? std::optional(breadth) : std::nullopt;
        }
        columns.size(choice->candidates, candidate_bytes);
    }
    for (Choice* choice : choices) {
        for (auto& candidate : choice->candidates) {
            columns.number(candidate.object);
            columns.number(candidate.size);
            columns.number(candidate.distance);
            columns.coded(candidate.outcome, object_outcome_count);
        }
    }
}

template <class Columns, class Step>
void visit_lists(Columns& columns, const std::vector<Step*>& steps) {
    constexpr std::size_t figures_bytes = 37;
    for (Step* step : steps) {
        columns.size(step->candidates, bytes_in_file<Offset>);
        columns.size(step->ghosts, bytes_in_file<BufferIndex> + bytes_in_file<Offset>);
        columns.size(step->avoided, bytes_in_file<BufferIndex>);
        columns.size(step->figures, figures_bytes);
        columns.size(step->contexts, bytes_in_file<Offset>);
    }
    const auto visit_elements = [&](auto PlacementStep::*list, const auto& visit) {
        for (Step* step : steps) {
            for (auto& element : step->*list) {
                visit(element);
            }
        }
    };
    const auto number = [&](auto& element) { columns.number(element); };
    visit_elements(&PlacementStep::candidates, number);
    visit_elements(&PlacementStep::ghosts, [&](auto& ghost) {
        columns.number(ghost.buffer);
        columns.number(ghost.offset);
    });
    visit_elements(&PlacementStep::avoided, number);
    visit_elements(&PlacementStep::figures, [&](auto& one) {
        columns.number(one.height);
        columns.number(one.waste);
        columns.number(one.below);
        columns.optional_number(one.above);
        columns.number(one.taken_from);
    });
    visit_elements(&PlacementStep::contexts, number);
}

template <class Columns, class Step>
void visit_steps(Columns& columns, const std::vector<Step*>& steps) {
    using Choice = std::conditional_t<std::is_const_v<Step>, const ObjectChoice, ObjectChoice>;
    std::vector<Choice*> choices;
    for (Step* step : steps) {
        columns.number(step->buffer);
        columns.number(step->chosen);
        columns.number(step->taken_from);
        bool has_object = step->object.has_value();
        columns.number(has_object);
        if constexpr (!std::is_const_v<Step>) {
            if (has_object && columns.claim(1, choice_bytes)) {
                step->object.emplace();
            }
        }
        if (step->object) {
            choices.push_back(&*step->object);
        }
    }
    visit_lists(columns, steps);
    visit_choices(columns, choices);
}

template <class Columns, class Point>
void visit_points(Columns& columns, const std::vector<Point*>& points) {
    for (Point* point : points) {
        columns.number(point->region);
        columns.number(point->number);
        columns.number(point->attempts);
        columns.number(point->best);
        columns.number(point->mean);
        columns.number(point->worst);
        columns.number(point->fragmentation);
    }
}

template <class Columns, class Texts>
void visit_texts(Columns& columns, Texts& texts) {
    for (auto& text : texts) {
        columns.size(text, 1);
    }
    for (auto& text : texts) {
        columns.text(text);
    }
}

template <class T>
std::vector<T*> pointers_to(std::vector<T>& list) {
    std::vector<T*> pointers;
    pointers.reserve(list.size());
    for (T& each : list) {
        pointers.push_back(&each);
    }
    return pointers;
}

}  // namespace

std::string frame_columns(const IndexedVector<FrameIndex, Frame>& frames) {
    std::vector<std::string> texts;
    std::unordered_map<std::string, std::uint32_t> places;
    std::vector<FrameParts> parts;
    std::vector<const PlacementStep*> steps;
    std::vector<const LearningPoint*> points;
    for (const Frame& frame : frames) {
        const auto [place, is_new] = places.emplace(frame.note, static_cast<std::uint32_t>(texts.size()));
        if (is_new) {
            texts.push_back(frame.note);
        }
        parts.push_back({place->second, frame.step.has_value(), frame.learning.has_value()});
        if (frame.step) {
            steps.push_back(&*frame.step);
        }
        if (frame.learning) {
            points.push_back(&*frame.learning);
        }
    }
    std::string bytes;
    ColumnWriter columns(bytes);
    columns.size(frames, frame_bytes);
    columns.size(texts, bytes_in_file<std::uint32_t>);
    visit_texts(columns, texts);
    visit_frames(columns, frames, parts);
    visit_steps(columns, steps);
    visit_points(columns, points);
    return bytes;
}

std::optional<IndexedVector<FrameIndex, Frame>> frames_of_columns(std::string_view bytes) {
    ColumnReader columns(bytes);
    IndexedVector<FrameIndex, Frame> frames;
    std::vector<std::string> texts;
    columns.size(frames, frame_bytes);
    columns.size(texts, bytes_in_file<std::uint32_t>);
    visit_texts(columns, texts);
    std::vector<FrameParts> parts(frames.size());
    visit_frames(columns, frames, parts);
    std::size_t step_count = 0;
    std::size_t point_count = 0;
    std::size_t text_bytes = 0;
    for (std::size_t i = 0; i < frames.size() && !columns.failed(); ++i) {
        if (parts[i].note >= texts.size()) {
            return std::nullopt;
        }
        text_bytes += texts[parts[i].note].size();
        if (text_bytes > most_memory * bytes.size()) {
            return std::nullopt;  // many frames with one long text
        }
        frames[i].note = texts[parts[i].note];
        step_count += parts[i].has_step ? 1 : 0;
        point_count += parts[i].has_learning ? 1 : 0;
    }
    if (!columns.claim(step_count, step_bytes) || !columns.claim(point_count, point_bytes)) {
        return std::nullopt;
    }
    std::vector<PlacementStep> steps(step_count);
    std::vector<LearningPoint> points(point_count);
    visit_steps(columns, pointers_to(steps));
    visit_points(columns, pointers_to(points));
    if (!columns.is_done()) {
        return std::nullopt;
    }
    auto step = steps.begin();
    auto point = points.begin();
    for (std::size_t i = 0; i < frames.size(); ++i) {
        if (parts[i].has_step) {
            frames[i].step = std::move(*step++);
        }
        if (parts[i].has_learning) {
            frames[i].learning = *point++;
        }
    }
    return frames;
}

}  // namespace arenascope
