#include "widgets/plots/stack_flame/stack_flame.h"

#include <algorithm>
#include <utility>

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>

#include "qt/words/tooltip.h"
#include "qt/words/wording.h"
#include "widgets/base/panel_parts.h"
#include "widgets/base/section_header.h"
#include "widgets/plots/stack_flame/flame_canvas.h"

namespace arenascope {

StackFlame::StackFlame(QWidget* parent)
    : QWidget(parent),
      problem_(std::make_shared<const Problem>()),
      tree_(std::make_shared<const StackTree>()),
      header_(new SectionHeader(tr("Stacks"), this)),
      words_(new Paragraph(this)),
      choices_(new QWidget(this)),
      frames_(new QComboBox(choices_)),
      whole_(new QToolButton(choices_)),
      canvas_(new FlameCanvas(this)) {
    build();
    refresh();
}

void StackFlame::build() {
    frames_->addItem(tr("Python"), static_cast<int>(StackFrames::python));
    frames_->addItem(tr("own code"), static_cast<int>(StackFrames::own_code));
    frames_->addItem(tr("all"), static_cast<int>(StackFrames::all));
    frames_->setAccessibleName(tr("Frames of the stacks"));
    frames_->setToolTip(
        plain_tooltip(tr("Which frames are shown: lines of Python, those outside libraries, or the runtime's too")));
    auto* label = new QLabel(tr("&Frames:"), choices_);
    label->setBuddy(frames_);
    whole_->setText(tr("&Whole"));
    whole_->setToolTip(plain_tooltip(tr("Shows all stacks again. A double click on a box fills the width with it.")));
    whole_->setFocusPolicy(Qt::TabFocus);
    auto* copy_stacks = new QToolButton(choices_);
    copy_stacks->setText(tr("&Copy"));
    copy_stacks->setToolTip(plain_tooltip(tr("Copies the stacks with their bytes, for tools that draw flame graphs")));
    copy_stacks->setFocusPolicy(Qt::TabFocus);
    auto* row = new QHBoxLayout(choices_);
    row->setContentsMargins(field_margins);
    row->setSpacing(field_margins.top());
    row->addWidget(label);
    row->addWidget(frames_);
    row->addStretch(1);
    row->addWidget(whole_);
    row->addWidget(copy_stacks);
    fill_panel(*this, {header_, words_, choices_, canvas_});
    setFocusProxy(canvas_);
    connect(frames_, &QComboBox::currentIndexChanged, this, &StackFlame::refresh);
    connect(whole_, &QToolButton::clicked, canvas_, [this] { canvas_->set_root(0); });
    connect(copy_stacks, &QToolButton::clicked, this, &StackFlame::copy);
    connect(canvas_, &FlameCanvas::root_changed, this, [this] { whole_->setEnabled(canvas_->root() != 0); });
    connect(canvas_, &FlameCanvas::chosen, this, &StackFlame::choose);
}

void StackFlame::set_problem(std::shared_ptr<const Problem> problem) {
    if (problem != problem_) {
        problem_ = std::move(problem);
        makers_.reset();
        refresh();
    }
}

void StackFlame::set_step(std::optional<Step> step) {
    if (step != step_) {
        step_ = step;
        refresh();
    }
}

void StackFlame::set_unit(Unit unit) {
    unit_ = unit;
    canvas_->set_unit(unit);
    show_tree();
}

void StackFlame::refresh() {
    using Found = std::pair<std::shared_ptr<const StackTree>, std::shared_ptr<const Makers>>;
    const bool is_there = task_.run(
        problem_->buffers.size(),
        [problem = problem_, makers = makers_, step = step_,
         frames = static_cast<StackFrames>(frames_->currentData().toInt())] {
            const auto known = makers ? makers : std::make_shared<const Makers>(makers_of(*problem));
            return Found(
                std::make_shared<const StackTree>(stack_tree(*problem, step.value_or(known->peak_step), frames)),
                known);
        },
        [this](Found found) {
            tree_ = std::move(found.first);
            tree_problem_ = problem_;  // the task is abandoned where another one is set
            makers_ = std::move(found.second);
            canvas_->set_tree(problem_, tree_, makers_);
            show_tree();
        });
    if (!is_there) {
        header_->set_detail(tr("…"));
    }
}

void StackFlame::show_tree() {
    const bool has_stacks = !tree_->nodes.empty();
    choices_->setVisible(has_stacks);
    canvas_->setVisible(has_stacks);
    words_->setVisible(!has_stacks);
    words_->setText(tr("Stacks belong to the snapshot of an allocator, such as the memory snapshot of PyTorch."));
    header_->set_detail(has_stacks ? tr("%1 live at event %2")
                                         .arg(amount_words(tree_->nodes.front().bytes.value(), unit_),
                                              grouped_text(tree_->step.value()))
                                   : QString());
}

void StackFlame::choose(std::uint32_t node) {
    if (tree_problem_ != problem_) {
        return;  // the boxes are those of the problem before
    }
    const StackNode& own = tree_->nodes[node];
    const auto first = tree_->buffers.begin() + own.first_buffer;
    std::vector<BufferIndex> buffers(first, first + own.buffers);
    std::ranges::sort(buffers);
    emit chosen(buffers);
}

void StackFlame::copy() const {
    if (tree_problem_ == problem_ && problem_->history) {
        QApplication::clipboard()->setText(QString::fromStdString(folded_stacks(*problem_->history, *tree_)));
    }
}

}  // namespace arenascope
