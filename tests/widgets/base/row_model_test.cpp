#include "widgets/base/row_model.h"

#include <QPersistentModelIndex>
#include <QSignalSpy>

#include "tests/support/test_registry.h"

using namespace arenascope;

namespace {

/// A row of the table under test.
struct Crate {
    QString name;
    std::int64_t size = 0;
    std::optional<std::int64_t> room = {};
    friend bool operator==(const Crate&, const Crate&) = default;
};

class CrateModel final : public RowModel<Crate> {
public:
    enum Column { name, size, room, change, count };

    explicit CrateModel(UnitChange unit_change = UnitChange::resets) : RowModel(nullptr, unit_change) {
        set_columns({
            {.title = QStringLiteral("crate"),
             .meaning = QStringLiteral("What it is called"),
             .is_figure = false,
             .text = [](const Crate& crate) { return crate.name; },
             .repeats_text = true,
             .flags = Qt::ItemIsEditable,
             .edit =
                 [this](const Crate& crate, const QVariant& typed) {
                     std::vector<Crate> changed = rows();
                     changed[position_of(crate)].name = typed.toString();
                     update_rows(std::move(changed));
                     return true;
                 }},
            {.title = QStringLiteral("size %1"), .amount = [](const Crate& crate) { return crate.size; }},
            {.title = QStringLiteral("room %1"),
             .amount = [](const Crate& crate) { return crate.room; },
             .has_own_decimals = true},
            {.title = QStringLiteral("change %1"),
             .amount = [](const Crate& crate) { return crate.size / 1024; },
             .counts_decimals = false},
            {.title = QStringLiteral("no."),
             .text = [this](const Crate& crate) { return QString::number(position_of(crate) + 1); },
             .tooltip = [](const Crate&) { return QStringLiteral("<b>"); },
             .sort_key = [](const Crate& crate) { return crate.name.size(); }},
        });
        set_bold([](const Crate& crate) { return crate.size == 0; });
        set_roles([](const Crate& crate, int column, int role) {
            return role == Qt::EditRole && column == name ? QVariant(crate.name) : QVariant();
        });
    }

    [[nodiscard]] std::vector<Crate> sorted(int by, Qt::SortOrder order) const {
        std::vector<Crate> crates = rows();
        sort_rows(crates, by, order);
        return crates;
    }
};

const Crate half_crate{QStringLiteral("half"), 1536, 512};
const Crate whole_crate{QStringLiteral("whole"), 2048};
const Crate empty_crate{QStringLiteral("none"), 0, 1024};

QString text_at(const CrateModel& model, int row, int column, int role = Qt::DisplayRole) {
    return model.index(row, column).data(role).toString();
}

QString title_at(const CrateModel& model, int column) {
    return model.headerData(column, Qt::Horizontal, Qt::DisplayRole).toString();
}

}  // namespace

class RowModelTest : public QObject {
    Q_OBJECT

private slots:
    void columns_tell_cells_and_titles() {
        CrateModel model;
        model.set_rows({half_crate, whole_crate});
        QCOMPARE(model.rowCount(), 2);
        QCOMPARE(model.columnCount(), 5);
        QCOMPARE(model.rowCount(model.index(0, 0)), 0);
        QCOMPARE(text_at(model, 0, CrateModel::name), QString("half"));
        QCOMPARE(text_at(model, 1, CrateModel::count), QString("2"));
        QCOMPARE(title_at(model, CrateModel::name), QString("crate"));
        QCOMPARE(model.headerData(CrateModel::name, Qt::Horizontal, Qt::ToolTipRole).toString(),
                 QString("What it is called"));
        QVERIFY(!model.headerData(CrateModel::size, Qt::Horizontal, Qt::ToolTipRole).isValid());
        QVERIFY(!model.headerData(0, Qt::Vertical, Qt::DisplayRole).isValid());
        QVERIFY(!model.headerData(5, Qt::Horizontal, Qt::DisplayRole).isValid());
        QVERIFY(!model.data({}, Qt::DisplayRole).isValid());
        model.column(CrateModel::name).title = QStringLiteral("box");
        QCOMPARE(title_at(model, CrateModel::name), QString("box"));
    }

    void figures_stand_at_the_right() {
        CrateModel model;
        model.set_rows({half_crate});
        for (const int column : {CrateModel::name, CrateModel::size}) {
            const int expected = cell_alignment(column == CrateModel::size);
            QCOMPARE(model.index(0, column).data(Qt::TextAlignmentRole).toInt(), expected);
            QCOMPARE(model.headerData(column, Qt::Horizontal, Qt::TextAlignmentRole).toInt(), expected);
        }
    }

    void tooltips_are_exact_and_plain() {
        CrateModel model;
        model.set_rows({half_crate, whole_crate});
        QCOMPARE(text_at(model, 0, CrateModel::name, Qt::ToolTipRole), QString("half"));
        QCOMPARE(text_at(model, 0, CrateModel::size, Qt::ToolTipRole), exact_bytes(1536));
        QCOMPARE(text_at(model, 1, CrateModel::room, Qt::ToolTipRole), QString());
        QCOMPARE(text_at(model, 0, CrateModel::count, Qt::ToolTipRole), plain_tooltip(QStringLiteral("<b>")));
    }

    void amounts_share_a_unit_and_its_decimals() {
        CrateModel model;
        model.set_rows({half_crate, whole_crate, empty_crate});
        model.set_unit(Unit::kibibytes);
        QCOMPARE(title_at(model, CrateModel::size), QString("size KiB"));
        QCOMPARE(text_at(model, 0, CrateModel::size), QString("1.5"));
        QCOMPARE(text_at(model, 1, CrateModel::size), QString("2.0"));
        QCOMPARE(text_at(model, 0, CrateModel::room), QString("0.5"));
        QCOMPARE(text_at(model, 1, CrateModel::room), QString());
        QCOMPARE(text_at(model, 2, CrateModel::room), QString("1.0"));
        model.set_rows({whole_crate, {QStringLiteral("b"), 1024, 512}});
        QCOMPARE(text_at(model, 0, CrateModel::size), QString("2"));
        QCOMPARE(text_at(model, 1, CrateModel::room), QString("0.5"));
    }

    void a_tiny_amount_does_not_change_the_unit() {
        CrateModel model;
        model.set_unit(Unit::kibibytes);
        model.set_rows({whole_crate, {QStringLiteral("tiny"), 1}});
        QCOMPARE(title_at(model, CrateModel::size), QString("size KiB"));
        QCOMPARE(text_at(model, 1, CrateModel::size), QString("<0.01"));
        QCOMPARE(model.index(1, CrateModel::size).data(Qt::ToolTipRole).toString(),
                 plain_tooltip(QStringLiteral("1 B")));
    }

    void rows_that_are_filtered_out_still_count_for_the_decimals() {
        CrateModel model;
        model.set_unit(Unit::kibibytes);
        model.set_rows({whole_crate}, {half_crate, whole_crate});
        QCOMPARE(model.rowCount(), 1);
        QCOMPARE(text_at(model, 0, CrateModel::size), QString("2.0"));
    }

    void a_unit_resets_or_repaints() {
        for (const UnitChange change : {UnitChange::resets, UnitChange::repaints}) {
            CrateModel model(change);
            model.set_rows({half_crate, whole_crate});
            const QSignalSpy resets(&model, &QAbstractItemModel::modelReset);
            const QSignalSpy cells(&model, &QAbstractItemModel::dataChanged);
            const QSignalSpy titles(&model, &QAbstractItemModel::headerDataChanged);
            model.set_unit(Unit::mebibytes);
            const int repaints = change == UnitChange::repaints ? 1 : 0;
            QCOMPARE(resets.size(), 1 - repaints);
            QCOMPARE(cells.size(), repaints);
            QCOMPARE(titles.size(), repaints);
        }
    }

    void as_many_rows_keep_the_current_one() {
        CrateModel model;
        model.set_rows({half_crate, whole_crate});
        const QPersistentModelIndex current(model.index(1, 0));
        model.update_rows({whole_crate, half_crate});
        QCOMPARE(current.data().toString(), QString("half"));
        model.update_rows({whole_crate});
        QVERIFY(!current.isValid());
    }

    void another_order_takes_the_current_row_along() {
        CrateModel model;
        model.set_rows({half_crate, whole_crate, empty_crate});
        const QPersistentModelIndex current(model.index(0, CrateModel::size));
        model.set_order({whole_crate, empty_crate, half_crate});
        QCOMPARE(current.row(), 2);
        QCOMPARE(current.column(), static_cast<int>(CrateModel::size));
        QCOMPARE(text_at(model, 0, CrateModel::name), QString("whole"));
    }

    void rows_are_sorted_by_key_amount_or_text() {
        CrateModel model;
        model.set_rows({half_crate, whole_crate, empty_crate});
        QCOMPARE(model.sorted(CrateModel::name, Qt::AscendingOrder),
                 (std::vector<Crate>{half_crate, empty_crate, whole_crate}));
        QCOMPARE(model.sorted(CrateModel::size, Qt::DescendingOrder),
                 (std::vector<Crate>{whole_crate, half_crate, empty_crate}));
        // Equal rows keep their order in both directions.
        QCOMPARE(model.sorted(CrateModel::count, Qt::AscendingOrder),
                 (std::vector<Crate>{half_crate, empty_crate, whole_crate}));
        QCOMPARE(model.sorted(CrateModel::count, Qt::DescendingOrder),
                 (std::vector<Crate>{whole_crate, half_crate, empty_crate}));
    }

    void what_the_user_types_goes_to_the_column() {
        CrateModel model;
        model.set_rows({half_crate, whole_crate});
        QVERIFY(model.flags(model.index(1, CrateModel::name)).testFlag(Qt::ItemIsEditable));
        QVERIFY(!model.flags(model.index(1, CrateModel::size)).testFlag(Qt::ItemIsEditable));
        QVERIFY(model.setData(model.index(1, CrateModel::name), QStringLiteral("box"), Qt::EditRole));
        QCOMPARE(text_at(model, 1, CrateModel::name), QString("box"));
        QVERIFY(!model.setData(model.index(1, CrateModel::size), 7, Qt::EditRole));
        QVERIFY(!model.setData(model.index(1, CrateModel::name), QStringLiteral("tip"), Qt::ToolTipRole));
    }

    void a_click_on_a_title_sorts_if_the_table_does() {
        CrateModel model;
        model.sort(CrateModel::size, Qt::AscendingOrder);
        std::vector<std::pair<int, Qt::SortOrder>> asked;
        model.set_sorting([&asked](int column, Qt::SortOrder order) { asked.emplace_back(column, order); });
        model.sort(CrateModel::size, Qt::DescendingOrder);
        QCOMPARE(asked, (std::vector<std::pair<int, Qt::SortOrder>>{{CrateModel::size, Qt::DescendingOrder}}));
    }

    void a_row_is_found_by_itself_or_by_a_member() {
        CrateModel model;
        model.set_rows({half_crate, whole_crate});
        QCOMPARE(model.row_of(whole_crate), 1);
        QCOMPARE(model.row_of(empty_crate), -1);
        QCOMPARE(model.row_of(1536, &Crate::size), 0);
    }

    void rows_of_a_worker_bring_their_unit_and_decimals() {
        CrateModel model;
        model.set_rows({whole_crate}, Unit::kibibytes, {0, 2, 0, 0, 0});
        QCOMPARE(title_at(model, CrateModel::size), QString("size KiB"));
        QCOMPARE(text_at(model, 0, CrateModel::size), QString("2.00"));
    }

    void a_model_adds_bold_rows_and_roles() {
        CrateModel model;
        model.set_rows({half_crate, empty_crate});
        QVERIFY(!model.index(0, 0).data(Qt::FontRole).isValid());
        QVERIFY(model.index(1, 0).data(Qt::FontRole).value<QFont>().bold());
        QCOMPARE(text_at(model, 0, CrateModel::name, Qt::EditRole), QString("half"));
        QVERIFY(!model.index(0, CrateModel::size).data(Qt::EditRole).isValid());
    }
};

ARENASCOPE_TEST(RowModelTest)
#include "row_model_test.moc"
