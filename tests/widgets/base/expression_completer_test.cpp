#include "widgets/base/expression_completer.h"

#include <QLineEdit>
#include <QtTest>

#include "tests/support/test_registry.h"

using namespace arenascope;

class ExpressionCompleterTest : public QObject {
    Q_OBJECT

    /// What is offered for a line with the cursor at its end.
    [[nodiscard]] QStringList offered(const QString& line) const {
        completer_->setCompletionPrefix(line);
        QStringList words;
        for (int row = 0; completer_->setCurrentRow(row); ++row) {
            words << completer_->currentCompletion();
        }
        return words;
    }

private slots:
    void init() {
        field_ = std::make_unique<QLineEdit>();
        completer_ = new ExpressionCompleter(*field_);
        completer_->set_names({OfferedName::of("conv1"), OfferedName::of("conv2"), OfferedName::of("a \"b\"")});
    }
    void cleanup() { field_.reset(); }

    void a_word_is_completed_where_it_stands() {
        QCOMPARE(offered(QStringLiteral("peak > thr")), QStringList{QStringLiteral("peak > threshold")});
        QVERIFY(offered(QStringLiteral("tie")).contains(QStringLiteral("tier(\"")));
        QVERIFY(offered(QStringLiteral("bef")).contains(QStringLiteral("before(")));
        QVERIFY(offered(QStringLiteral("tier(\"conv1\") == hi")).contains(QStringLiteral("tier(\"conv1\") == high")));
    }

    void after_a_quote_names_are_offered_that_have_no_quotes_themselves() {
        QCOMPARE(offered(QStringLiteral("tier(\"co")),
                 (QStringList{QStringLiteral("tier(\"conv1\""), QStringLiteral("tier(\"conv2\"")}));
        QVERIFY(offered(QStringLiteral("tier(\"a")).isEmpty());
    }

    void names_are_offered_as_they_are_shown_with_the_full_name_beside() {
        completer_->set_names({{QStringLiteral("conv_1"), QStringLiteral("net/conv_1/Relu")},
                               {QStringLiteral("conv_2"), QStringLiteral("net/conv_2/Relu")}});
        const QStringList second{QStringLiteral("tier(\"conv_2\"")};
        QCOMPARE(offered(QStringLiteral("tier(\"conv_2")), second);
        QCOMPARE(completer_->completionModel()->index(0, 0).data(Qt::DisplayRole).toString(),
                 QStringLiteral("conv_2 · net/conv_2/Relu"));
        QCOMPARE(offered(QStringLiteral("tier(\"net/conv_2")), second);
        QCOMPARE(offered(QStringLiteral("tier(\"…_2")), second);
    }

    void nothing_is_offered_after_a_space_or_a_number() {
        QVERIFY(offered(QStringLiteral("peak > ")).isEmpty());
        QVERIFY(offered(QStringLiteral("peak > 12")).isEmpty());
    }

    void a_word_in_the_middle_keeps_what_is_behind_it() {
        field_->setText(QStringLiteral("pea < best"));
        field_->setCursorPosition(3);
        QVERIFY(offered(QStringLiteral("pea < best")).contains(QStringLiteral("peak < best")));
    }

    void going_through_the_list_completes_the_typed_line() {
        field_->setText(QStringLiteral("tier(\"co"));
        const QStringList lines = offered(field_->text());
        field_->setText(lines.front());
        completer_->setCurrentRow(1);
        QCOMPARE(completer_->currentCompletion(), QStringLiteral("tier(\"conv2\""));
    }

private:
    std::unique_ptr<QLineEdit> field_;
    ExpressionCompleter* completer_ = nullptr;
};

ARENASCOPE_TEST(ExpressionCompleterTest)

#include "expression_completer_test.moc"
