#pragma once

#include <map>
#include <optional>
#include <vector>

#include <QCheckBox>
#include <QLabel>
#include <QLineEdit>
#include <QWidget>

#include "core/base/error/error.h"
#include "core/model/network/lever.h"
#include "core/model/network/spill/spill_wish.h"

namespace arenascope {

/// What may be tried to make a network fit.
struct LeverWish {
    std::vector<Lever> levers = {exact_levers.begin(), exact_levers.end()};
    double most_extra_work = 20;  ///< per cent
    std::optional<SpillWish> spill = {};
    friend bool operator==(const LeverWish&, const LeverWish&) = default;
};

/// The levers on and off, the most extra work, and the second memory.
class LeverChoice final : public QWidget {
    Q_OBJECT

public:
    explicit LeverChoice(QWidget* parent = nullptr);

    /// The error is what is wrong with a field; it stands below the fields, too.
    [[nodiscard]] Expected<LeverWish> wish() const;

signals:
    void changed();

private:
    void take_change();

    std::map<Lever, QCheckBox*> boxes_;
    QLineEdit* work_;
    QLineEdit* memory_;
    QLabel* error_;
};

}  // namespace arenascope
