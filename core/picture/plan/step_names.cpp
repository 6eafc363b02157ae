#include "core/picture/plan/step_names.h"

#include <algorithm>
#include <cmath>

#include "core/analysis/compare/step_matching.h"
#include "core/base/error/quotation.h"
#include "core/base/text/amount.h"
#include "core/base/text/plain_number.h"
#include "core/base/text/plain_text.h"
#include "core/picture/plan/axis.h"
#include "core/picture/plan/label.h"

namespace arenascope {
namespace {

constexpr double least_cell = 64;          ///< in pixels; if steps are at least this wide, names are horizontal
constexpr double largest_cell = 120;       ///< of horizontal names where steps are narrow
constexpr double least_upwards = 60;       ///< of a strip with names upwards, unless they are all shorter
constexpr std::size_t most_compared = 50;  ///< names that tell how long names are
constexpr double name_gap = 3;             ///< between two names, in pixels
/// As a share of the picture's height, so that the plan remains the larger part of a small picture.
constexpr double least_strip = 36;
constexpr double largest_strip = 92;
constexpr double strip_share = 1.0 / 6;
constexpr std::size_t most_measured = 2000;  ///< names; the others are assumed to be no longer
constexpr double leading = 2;                ///< between upward names: less than between lines of running text

auto first_from(std::span<const StepLabel> labels, Step step) {
    return std::ranges::lower_bound(labels, step, {}, &StepLabel::step);
}

/// The first operator of a step; null: none is known. Linear.
const Operator* operator_at(const Problem& problem, Step step) {
    if (!problem.graph) {
        return nullptr;
    }
    const auto& operators = problem.graph->operators;
    const auto found =
        std::find_if(operators.begin(), operators.end(), [step](const Operator& one) { return one.step == step; });
    return found == operators.end() ? nullptr : &*found;
}

/// The room of a horizontal name where steps are narrow: that of the longest of the first names, within limits.
double name_cell(double longest) {
    return std::clamp(longest, least_cell, largest_cell);
}

class StepNamer {
public:
    StepNamer(const Problem& problem, const Viewport& strip, TextStyle style, const MeasureText& measure)
        : problem_(problem), strip_(strip), style_(style), measure_(measure), across_(step_scale(strip)) {
        const std::span<const StepLabel> labels = problem.step_labels;
        const double longest = longest_name(labels.first(std::min(labels.size(), most_compared)), style, measure);
        const bool is_narrow = across_.pixels_per_unit() < least_cell;
        // A name of a few letters in a low strip says less than a whole one at every tenth step.
        upwards_ = is_narrow && height(strip.box) >= std::min(longest, least_upwards);
        cell_ = is_narrow ? name_cell(longest) : across_.pixels_per_unit();
    }

    /// Adds the name of a step unless it would overlap another one. At the ends of the strip, it is moved inwards; a
    /// wide name of a narrow step only if it must be there.
    void add(const StepLabel& label, bool moves_inwards = false) {
        const double step = across_.pixels_per_unit();
        const double cell = upwards_ ? step : std::max(cell_, step);
        double left = across_(label.step.value()) - (cell - step) / 2;
        if (cell > step) {
            const bool is_cut = left < strip_.box.left || left + cell > strip_.box.right;
            if (is_cut && !moves_inwards) {
                return;  // moved inwards, it would be in the way of the next one
            }
            left = std::clamp(left, strip_.box.left, std::max(strip_.box.left, strip_.box.right - cell));
        }
        const Box visible{std::max(left, strip_.box.left), strip_.box.top, std::min(left + cell, strip_.box.right),
                          strip_.box.bottom};
        if (visible.right <= visible.left) {
            return;
        }
        StepName name{label.step, {}, {}, {}, upwards_};
        if (upwards_) {
            const double thickness = style_.size + leading;
            const double x = std::clamp(left + cell / 2, strip_.box.left + thickness / 2,
                                        std::max(strip_.box.right - thickness / 2, strip_.box.left + thickness / 2));
            name.text = shortened(label, height(strip_.box) - name_gap);
            name.ground = {x - thickness / 2, strip_.box.top, x + thickness / 2,
                           strip_.box.top + name_gap + measure_(name.text, style_)};
        } else {
            name.text = shortened(label, width(visible) - 2 * name_gap);
            const int lines = add_type(name, width(visible) - 2 * name_gap) ? 2 : 1;
            const double half = std::max(measure_(name.text, style_), measure_(name.type, style_)) / 2;
            name.ground = {middle(visible).x - half, strip_.box.top + name_gap, middle(visible).x + half,
                           strip_.box.top + name_gap + lines * line_height(style_)};
        }
        const bool free = std::none_of(names_.begin(), names_.end(),
                                       [&](const StepName& other) { return intersects(other.ground, name.ground); });
        if (!name.text.empty() && free) {
            names_.push_back(std::move(name));
        }
    }

    /// The number of steps between names. It is independent of the position, so that names stay in place while panning.
    [[nodiscard]] std::int64_t interval() const {
        const double least = (upwards_ ? style_.size + leading : cell_) / across_.pixels_per_unit();
        return decimal_interval(static_cast<long double>(std::max(least, 1.0)), 1);
    }

    std::vector<StepName> take() {
        std::sort(names_.begin(), names_.end(), [](const StepName& a, const StepName& b) { return a.step < b.step; });
        return std::move(names_);
    }

private:
    /// Formats without names of operators call them by type and step. The axis has the step, and types differ first at
    /// their begin. Of a path, the last part tells most: it remains whole if anything of the others fits before it.
    [[nodiscard]] std::string shortened(const StepLabel& label, double room) const {
        const std::string number = " " + std::to_string(label.step.value());
        if (label.text.size() > number.size() && label.text.ends_with(number)) {
            return elided(label.text.substr(0, label.text.size() - number.size()), room, style_, measure_);
        }
        const std::size_t slash = label.text.rfind('/');
        const std::size_t begin_size = slash == std::string::npos ? label.text.size() : slash + 1;
        const std::string_view begin = std::string_view(label.text).substr(0, begin_size);
        const std::string_view last = std::string_view(label.text).substr(begin_size);
        const MeasureText with_last = [this, last](std::string_view shown, TextStyle style) {
            return measure_(std::string(shown) + std::string(last), style);
        };
        const std::string text = elided_in_middle(begin, room, style_, with_last);
        if (last.empty() || !text.empty()) {
            return text + std::string(last);
        }
        const bool is_numbered = last.back() >= '0' && last.back() <= '9';
        return is_numbered ? elided_in_middle(last, room, style_, measure_) : elided(last, room, style_, measure_);
    }

    /// Adds the type of the operator if there is a second line for it. Many names contain it already.
    bool add_type(StepName& name, double room) const {
        const Operator* const one = operator_at(problem_, name.step);
        if (one == nullptr || height(strip_.box) < two_line_names_height(style_) ||
            one->name.find(one->type) != std::string::npos || name.text.find(one->type) != std::string::npos) {
            return false;
        }
        name.type = elided_in_middle(one->type, room, style_, measure_);
        return !name.type.empty();
    }

    const Problem& problem_;
    const Viewport& strip_;
    TextStyle style_;
    const MeasureText& measure_;
    PixelScale across_;
    bool upwards_ = false;
    double cell_ = 0;  ///< the room of a horizontal name
    std::vector<StepName> names_;
};

}  // namespace

double names_height(double longest, double picture_height) {
    return longest > 0 ? std::clamp(std::min(picture_height * strip_share, longest), least_strip, largest_strip) : 0;
}

double two_line_names_height(TextStyle style) {
    return name_gap + 2 * line_height(style);
}

double longest_name(std::span<const StepLabel> labels, TextStyle style, const MeasureText& measure) {
    double longest = 0;
    for (std::size_t i = 0; i < std::min(labels.size(), most_measured); ++i) {
        longest = std::max(longest, measure(labels[i].text, style));
    }
    return labels.empty() ? 0 : longest + style.size;
}

std::string_view name_of_step(std::span<const StepLabel> labels, Step step) {
    const auto found = first_from(labels, step);
    return found != labels.end() && found->step == step ? std::string_view(found->text) : std::string_view();
}

std::string title_of_step(const Problem& problem, Step step) {
    if (const Operator* const found = operator_at(problem, step)) {
        const bool is_told = found->name.find(found->type) != std::string::npos;
        return is_told ? found->name : found->name + " (" + found->type + ")";
    }
    return std::string(name_of_step(problem.step_labels, step));
}

namespace {

std::string_view without_spaces_around(std::string_view text) {
    constexpr std::string_view spaces = " \t";
    const std::size_t first = text.find_first_not_of(spaces);
    return first == std::string_view::npos ? std::string_view()
                                           : text.substr(first, text.find_last_not_of(spaces) + 1 - first);
}

std::optional<std::int64_t> grouped_number_in(std::string_view text) {
    std::string digits(text);
    std::erase(digits, ',');
    return plain_number(digits);
}

/// The only step whose name contains a text, in any case.
Expected<Step> step_with_part(const std::vector<NamedStep>& steps, std::string_view part, const std::string& cure) {
    const std::string wanted = lower_case(part);
    std::optional<NamedStep> found;
    for (const NamedStep& one : steps) {
        if (lower_case(one.name).find(wanted) == std::string::npos || (found && one.name == found->name)) {
            continue;
        }
        if (found) {
            return failure("several names contain " + in_quotes(part), "give more of the name");
        }
        found = one;
    }
    return found ? Expected<Step>(found->step) : failure("no step has the name " + in_quotes(part), cure);
}

}  // namespace

Expected<Step> step_named(const Problem& problem, std::string_view text) {
    if (problem.buffers.empty()) {
        return failure("the plan has no steps");
    }
    const std::string_view wanted = without_spaces_around(text);
    const std::vector<NamedStep> steps = named_steps(problem);
    const auto exact =
        std::find_if(steps.begin(), steps.end(), [wanted](const NamedStep& one) { return one.name == wanted; });
    if (!wanted.empty() && exact != steps.end()) {
        return exact->step;
    }
    const Lifetime span = time_span(problem);
    const std::string range = "steps are " + grouped(span.begin) + " to " + grouped(span.end.value() - 1);
    const std::string cure = steps.empty() ? range : range + "; a part of a name is enough, too";
    if (wanted.empty()) {
        return failure("no step is given", cure);
    }
    if (const auto number = grouped_number_in(wanted)) {
        return span.begin <= Step(*number) && Step(*number) < span.end
                   ? Expected<Step>(*number)
                   : failure("there is no step " + grouped(*number), range);
    }
    return step_with_part(steps, wanted, cure);
}

std::vector<std::string_view> names_of_steps(const Problem& problem) {
    std::vector<std::string_view> names;
    for (const NamedStep& one : named_steps(problem)) {
        names.push_back(one.name);
    }
    return names;
}

std::vector<StepName> step_names(const Problem& problem, const Viewport& strip, std::optional<Step> first,
                                 TextStyle style, const MeasureText& measure) {
    const std::span<const StepLabel> labels = problem.step_labels;
    if (labels.empty() || width(strip.box) <= 0 || height(strip.box) < line_height(style)) {
        return {};
    }
    StepNamer namer(problem, strip, style, measure);
    if (first) {
        if (const auto found = first_from(labels, *first); found != labels.end() && found->step == *first) {
            namer.add(*found, true);
        }
    }
    const std::int64_t interval = namer.interval();
    const std::int64_t end = whole_part(std::ceil(strip.view.steps.to));
    auto label = first_from(labels, Step(whole_part(strip.view.steps.from)));
    while (label != labels.end() && label->step.value() < end) {
        // One name for each interval: the first step with a name.
        const std::int64_t into = ((label->step.value() % interval) + interval) % interval;
        namer.add(*label);
        const auto next = checked_add(label->step.value() - into, interval);
        if (!next) {
            break;
        }
        label = first_from(labels, Step(*next));
    }
    return namer.take();
}

void draw(Drawing& drawing, const std::vector<StepName>& names, std::optional<Step> first, TextStyle style,
          const Palette& tokens) {
    for (const StepName& name : names) {
        const Color color = name.step == first ? tokens.ink : tokens.dim;
        if (name.upwards) {
            // Upward text ends at the axis.
            drawing.add(DrawnText{{middle(name.ground).x, name.ground.top + name_gap},
                                  name.text,
                                  style,
                                  color,
                                  DrawnText::Align::right,
                                  true});
            continue;
        }
        const double x = middle(name.ground).x;
        double y = name.ground.top + line_height(style) / 2;
        for (const std::string& line : {name.text, name.type}) {
            if (!line.empty()) {
                drawing.add(DrawnText{{x, y}, line, style, color, DrawnText::Align::center});
            }
            y += line_height(style);
        }
    }
}

}  // namespace arenascope
