#include "app/command_line/compare_command.h"

#include <algorithm>
#include <charconv>

#include "app/command_line/export_command.h"
#include "app/command_line/json_text.h"
#include "core/check/overlap_checker.h"
#include "core/compare/layout_comparison.h"
#include "core/compare/side_by_side.h"
#include "core/format/document.h"
#include "core/format/file_content.h"
#include "core/memory/live_profile.h"
#include "core/picture/unit.h"

namespace arenascope {
namespace {

/// How much the peak may grow: a share of the first peak, or bytes.
struct GrowthLimit {
    std::int64_t bytes = 0;
    std::optional<double> percent;

    [[nodiscard]] bool passed_by(Offset first, Offset second) const {
        const auto growth = second - first;
        return percent ? static_cast<double>(growth.value()) > static_cast<double>(first.value()) * *percent / 100.0
                       : growth.value() > bytes;
    }
};

Expected<GrowthLimit> parse_growth(const std::string& text) {
    GrowthLimit limit;
    if (text.ends_with('%')) {
        double percent = 0.0;
        const char* last = text.data() + text.size() - 1;
        const auto [end, error] = std::from_chars(text.data(), last, percent);
        if (error != std::errc() || end != last || !(percent >= 0.0)) {
            return failure("--max-growth '" + text + "' is no percentage", "give bytes or a percentage such as 2.5%");
        }
        limit.percent = percent;
        return limit;
    }
    const auto bytes = parse_bytes(text);
    if (!bytes) {
        return tl::unexpected(bytes.error());
    }
    limit.bytes = *bytes;
    return limit;
}

Json list_json(const LayoutComparison& comparison) {
    return {{"added", comparison.added},
            {"removed", comparison.removed},
            {"moved", comparison.moved},
            {"resized", comparison.resized},
            {"retimed", comparison.retimed}};
}

struct Compared {
    Document first;
    Document second;
    LayoutComparison comparison;
};

Json peak_json(const Document& document) {
    return is_complete(document.layout) ? Json(peak(document.problem, document.layout).value()) : Json();
}

Json compared_json(const Compared& compared) {
    Json json = list_json(compared.comparison);
    json["peak"] = {peak_json(compared.first), peak_json(compared.second)};
    json["threshold"] = {threshold(compared.first.problem, compared.first.layout).value(),
                         threshold(compared.second.problem, compared.second.layout).value()};
    return json;
}

std::string compared_text(const Compared& compared) {
    std::string text;
    const auto list = [&](const char* label, const std::vector<std::string>& names) {
        text += label + grouped(static_cast<std::int64_t>(names.size()));
        for (const std::string& name : names) {
            text += " " + name;
        }
        text += "\n";
    };
    list("added    ", compared.comparison.added);
    list("removed  ", compared.comparison.removed);
    list("moved    ", compared.comparison.moved);
    list("resized  ", compared.comparison.resized);
    list("retimed  ", compared.comparison.retimed);
    const auto amount = [](const Document& document) {
        return is_complete(document.layout) ? grouped(peak(document.problem, document.layout).value()) + " B"
                                            : std::string("not placed");
    };
    text += "peak     " + amount(compared.first) + " -> " + amount(compared.second) + "\n";
    text += "thresh.  " + grouped(threshold(compared.first.problem, compared.first.layout).value()) + " B -> " +
            grouped(threshold(compared.second.problem, compared.second.layout).value()) + " B\n";
    return text;
}

/// One value for both, or the first's and the second's.
std::string both_texts(const std::string& first, const std::string& second) {
    return first == second ? first : first + " → " + second;
}

FigureTone tone_of_growth(bool grew, bool shrank) {
    return grew ? FigureTone::worrying : shrank ? FigureTone::good : FigureTone::plain;
}

/// What the picture's head says: each figure of the first plan and of the second.
std::vector<PageFigure> figures_of(const Compared& compared) {
    struct Figures {
        std::int64_t peak, threshold, buffers, overlaps;
        bool placed;
    };
    const auto figures_of_one = [](const Document& one) -> Figures {
        return {peak(one.problem, one.layout).value(), threshold(one.problem, one.layout).value(),
                static_cast<std::int64_t>(one.problem.buffers.size()),
                static_cast<std::int64_t>(check(one.problem, one.layout, 0).overlap_count), is_complete(one.layout)};
    };
    const Figures a = figures_of_one(compared.first);
    const Figures b = figures_of_one(compared.second);
    const Unit unit = unit_for(Bytes(std::max({a.peak, b.peak, a.threshold, b.threshold})));
    const auto peak_text = [unit](const Figures& one) {
        return one.placed ? amount_text(one.peak, unit) : std::string("not placed");
    };
    const auto share_text = [](const Figures& one) {
        return one.placed ? percent_text(fragmentation(Offset(one.peak), Bytes(one.threshold)))
                          : std::string("not placed");
    };
    const FigureTone height =
        a.placed && b.placed ? tone_of_growth(b.peak > a.peak, b.peak < a.peak) : FigureTone::plain;
    return {{"peak", both_texts(peak_text(a), peak_text(b)), height},
            {"theoretical threshold", both_texts(amount_text(a.threshold, unit), amount_text(b.threshold, unit)),
             FigureTone::threshold},
            {"fragmentation", both_texts(share_text(a), share_text(b)), height},
            {"buffers", both_texts(grouped(a.buffers), grouped(b.buffers))},
            {"overlaps", both_texts(grouped(a.overlaps), grouped(b.overlaps)),
             a.overlaps + b.overlaps > 0 ? FigureTone::worrying : FigureTone::good}};
}

Expected<void> write_picture(const CompareArguments& arguments, const Compared& compared) {
    if (arguments.picture.empty()) {
        return {};
    }
    const std::string first = file_title(arguments.common.file);
    const std::string second = file_title(arguments.second);
    const SideBySide both = side_by_side({compared.first.problem, compared.first.layout}, first,
                                         {compared.second.problem, compared.second.layout}, second);
    ExportRequest request;
    request.output = arguments.picture;
    request.title = first + " → " + second;
    request.source = request.title;
    request.figures = figures_of(compared);
    request.object_numbers = both.object_numbers;
    request.note = "moved " + grouped(static_cast<std::int64_t>(compared.comparison.moved.size())) + ", added " +
                   grouped(static_cast<std::int64_t>(compared.comparison.added.size())) + ", removed " +
                   grouped(static_cast<std::int64_t>(compared.comparison.removed.size()));
    Document shown;
    shown.problem = both.problem;
    shown.layout = both.layout;
    return export_document(request, shown);
}

}  // namespace

ExitStatus run_compare(const CompareArguments& arguments) {
    std::optional<GrowthLimit> limit;
    if (arguments.max_growth) {
        const auto growth = parse_growth(*arguments.max_growth);
        if (!growth) {
            report(growth.error());
            return ExitStatus::unusable;
        }
        limit = *growth;
    }
    if (const auto settings = check_settings(arguments.common); !settings) {
        report(settings.error());
        return ExitStatus::unusable;
    }
    if (const auto input = check_standard_input(arguments.common, arguments.second); !input) {
        report(input.error());
        return ExitStatus::unusable;
    }
    if (const auto writable = arguments.picture.empty() ? Expected<void>() : check_picture_path(arguments.picture);
        !writable) {
        report(writable.error());
        return ExitStatus::unusable;
    }
    auto first = open_document(arguments.common, arguments.common.file);
    auto second = open_document(arguments.common, arguments.second);
    for (const auto* document : {&first, &second}) {
        if (!*document) {
            report(document->error());
            return ExitStatus::unusable;
        }
        tell_open_sizes(**document, document == &first ? arguments.common.file : arguments.second);
        tell_switches(**document);
        if (limit && !is_complete((*document)->layout)) {
            report({source_name(document == &first ? arguments.common.file : arguments.second), 0,
                    "not all of its buffers are placed, so that it has no peak to grow", "plan it first"});
            return ExitStatus::unusable;
        }
    }
    Compared compared{std::move(*first), std::move(*second), {}};
    compared.comparison =
        compare({compared.first.problem, compared.first.layout}, {compared.second.problem, compared.second.layout});
    if (!print(arguments.common.json ? json_text(compared_json(compared)) : compared_text(compared))) {
        return ExitStatus::unusable;
    }
    if (const auto written = write_picture(arguments, compared); !written) {
        report(written.error());
        return ExitStatus::unusable;
    }
    if (limit && limit->passed_by(peak(compared.first.problem, compared.first.layout),
                                  peak(compared.second.problem, compared.second.layout))) {
        return ExitStatus::finding;
    }
    return ExitStatus::fine;
}

}  // namespace arenascope
