#include "app/window/frame/import_panel.h"

#include <algorithm>
#include <set>

#include <QLabel>
#include <QPushButton>
#include <QScrollArea>
#include <QScrollBar>

#include "core/format/format_switches.h"
#include "qt/words/visible_text.h"
#include "qt/words/wording.h"
#include "widgets/base/section_header.h"
#include "widgets/base/table_look.h"
#include "widgets/base/theme_follower.h"
#include "widgets/panels/import_report/import_report_tree.h"
#include "widgets/panels/option_form/option_form.h"

namespace arenascope {
namespace {

constexpr std::string_view dimension_prefix = "dim.";
constexpr std::string_view shape_prefix = "shape.";

std::string value_of(const std::vector<KeyValue>& switches, std::string_view key, std::string_view otherwise) {
    // The last value counts, as on the command line.
    const auto found =
        std::find_if(switches.rbegin(), switches.rend(), [key](const KeyValue& each) { return each.first == key; });
    return found == switches.rend() ? std::string(otherwise) : found->second;
}

}  // namespace

ImportPanel::ImportPanel(QWidget* parent)
    : QWidget(parent),
      header_(new SectionHeader(tr("Import"), this)),
      hint_(new QLabel(tr("Open a file to see how it is imported."), this)),
      fields_(new QScrollArea(this)),
      form_(new OptionForm),
      apply_(new QPushButton(tr("&Apply"), this)),
      apply_row_(new QWidget(this)),
      tree_(new ImportReportTree(this)) {
    apply_paragraph_look(*hint_);
    fields_->setWidget(form_);
    fields_->setWidgetResizable(true);
    fields_->setFrameShape(QFrame::NoFrame);
    fields_->setHorizontalScrollBarPolicy(Qt::ScrollBarAlwaysOff);
    fields_->setFocusPolicy(Qt::NoFocus);  // its fields have the focus
    apply_->setToolTip(tr("Read the file again with these switches"));
    auto* buttons = new QHBoxLayout(apply_row_);
    buttons->setContentsMargins(12, 4, 12, 8);
    buttons->addWidget(apply_);
    buttons->addStretch();
    auto* column = new_panel_column(*this);
    column->addWidget(header_);
    column->addWidget(hint_);
    column->addWidget(fields_, 3);
    column->addWidget(apply_row_);
    column->addWidget(tree_, 1);
    column->addStretch(0);
    connect(form_, &OptionForm::validity_changed, apply_, &QPushButton::setEnabled);
    connect(apply_, &QPushButton::clicked, this, [this] { emit apply_requested(switches()); });
    connect(tree_, &ImportReportTree::operator_chosen, this, &ImportPanel::operator_chosen);
    follow_theme(*this, [this](Theme theme) {
        apply_panel_look(*this, theme);
        apply_panel_look(*apply_row_, theme);
        apply_panel_look(*fields_, theme);
        apply_text_tone(*hint_, theme, TextTone::dim);
    });
    show_state();
}

void ImportPanel::set_import(std::shared_ptr<const ImportReport> report, FileFormat format, const Findings& findings) {
    const bool other = report != report_ || plain_switches_;
    report_ = std::move(report);
    format_ = format;
    plain_switches_.reset();
    if (other) {
        build_fields(findings);
        show_findings(findings);
    } else if (findings != findings_) {
        show_findings(findings);
    }
}

void ImportPanel::set_plain_file(const std::vector<KeyValue>& switches, FileFormat format, const Findings& findings) {
    const bool other = switches != plain_switches_ || format != format_;
    format_ = format;
    report_.reset();
    if (other) {
        plain_switches_ = switches;
        specs_ = switches_of(format_);
        show_fields(switches);
    }
    if (other || findings != findings_) {
        show_findings(findings);
    }
}

void ImportPanel::show_findings(const Findings& findings) {
    findings_.reset();  // so that a failure below shows them again next time
    Graph graph;
    graph.unknown_sizes = findings.unknown;
    graph.assumed_dimensions = findings.assumed;
    graph.bounded_sizes = findings.bounded;
    if (report_) {
        tree_->set_report(*report_, graph, findings.notes);
    } else {
        tree_->set_plain_file(graph, findings.notes);
    }
    findings_ = findings;
    show_state();
}

void ImportPanel::show_fields(const std::vector<KeyValue>& switches) {
    form_->set_options(specs_);
    form_->set_values(switches);
    // They scroll only up and down, so what is beyond the side could not be seen. A dock by itself may be narrower.
    setMinimumWidth(form_->minimumSizeHint().width() + fields_->verticalScrollBar()->sizeHint().width());
}

void ImportPanel::build_fields(const Findings& findings) {
    if (!report_) {
        return;
    }
    std::set<std::string> dimensions(findings.assumed.begin(), findings.assumed.end());
    std::set<std::string> inputs;
    for (const UnknownSize& one : findings.unknown) {
        if (one.operator_name.empty() && is_switch_of(format_, shape_prefix)) {
            inputs.insert(one.tensor);
        }
    }
    // What was given keeps its field, though the report no longer lists it.
    for (const auto& [key, value] : report_->switches) {
        if (key.starts_with(dimension_prefix)) {
            dimensions.insert(key.substr(dimension_prefix.size()));
        } else if (key.starts_with(shape_prefix)) {
            inputs.insert(key.substr(shape_prefix.size()));
        }
    }
    specs_.clear();
    texts_.clear();
    for (const std::string& name : inputs) {
        const std::string& key = texts_.emplace_back(std::string(shape_prefix) + name);
        const std::string& meaning =
            texts_.emplace_back(tr("extents of the input %1, which the model does not tell, such as 1,128")
                                    .arg(visible_text(name))
                                    .toStdString());
        specs_.push_back({.key = key,
                          .type = OptionType::text,
                          .default_value = "",
                          .meaning = meaning,
                          .check = [](std::string_view text) {
                              return text.empty() ? Expected<void>() : shape_in("shape", text).map([](const auto&) {});
                          }});
    }
    const std::string& assumed = texts_.emplace_back(value_of(report_->switches, "unknown-dimension", "1"));
    for (const std::string& name : dimensions) {
        const std::string& key = texts_.emplace_back(std::string(dimension_prefix) + name);
        const std::string& meaning = texts_.emplace_back(
            tr("extent of the dimension %1, which the model leaves open").arg(visible_text(name)).toStdString());
        specs_.push_back({.key = key,
                          .type = OptionType::integer,
                          .default_value = assumed,
                          .meaning = meaning,
                          .minimum = 1,
                          .maximum = std::int64_t{1} << 40});
    }
    const std::vector<OptionSpec> others = switches_of(format_);
    specs_.insert(specs_.end(), others.begin(), others.end());
    show_fields(report_->switches);
}

std::vector<KeyValue> ImportPanel::switches() const {
    std::vector<KeyValue> changed;
    const std::vector<KeyValue> values = form_->values();
    for (std::size_t i = 0; i < values.size(); ++i) {
        if (values[i].second != specs_[i].default_value) {
            changed.push_back(values[i]);
        }
    }
    return changed;
}

void ImportPanel::set_unit(Unit unit) {
    tree_->set_unit(unit);
}

void ImportPanel::show_state() {
    const bool is_model = report_ != nullptr;
    const bool is_file = is_model || plain_switches_;
    hint_->setVisible(!is_file);
    fields_->setVisible(is_file);
    apply_row_->setVisible(is_file);
    tree_->setVisible(is_file && tree_->topLevelItemCount() > 0);
    header_->set_detail(is_file && findings_ ? counts_text(*findings_) : QString());
}

QString ImportPanel::counts_text(const Findings& findings) const {
    QStringList parts;
    const auto add = [&](std::size_t number, const QString& one, const QString& many) {
        if (number > 0) {
            parts << counted(static_cast<std::int64_t>(number), one, many);
        }
    };
    add(findings.unknown.size(), tr("1 unknown"), tr("%1 unknown"));
    add(findings.left_out, tr("1 left out"), tr("%1 left out"));
    add(findings.assumed.size(), tr("1 assumed"), tr("%1 assumed"));
    add(findings.bounded.size(), tr("1 bounded"), tr("%1 bounded"));
    add(findings.notes.size(), tr("1 note"), tr("%1 notes"));
    if (report_) {
        add(report_->folded.size(), tr("1 folded"), tr("%1 folded"));
        add(report_->skipped.size(), tr("1 skipped"), tr("%1 skipped"));
    }
    return parts.isEmpty() ? tr("nothing left out") : parts.join(tr(" · "));
}

}  // namespace arenascope
