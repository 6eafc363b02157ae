#include "core/analysis/explain/sharing_matrix.h"

#include "core/planner/sharing/operator_dependencies.h"
#include "tests/support/random_network.h"
#include "tests/support/test_registry.h"
#include "tests/support/worked_network.h"

using namespace arenascope;
using arenascope::test::random_network;
using arenascope::test::worked_network;

namespace {

/// A row as text: one letter for each column. "B" is both a dependency and a partner.
std::string row_text(const SharingMatrix& matrix, std::uint32_t row) {
    std::string text;
    for (std::uint32_t column = 0; column < matrix.order.size(); ++column) {
        const SharingRelation relation = relation_of(matrix, row, column);
        const bool depends = relation.first || relation.second;
        text += column == row                   ? '\\'
                : depends && relation.may_share ? 'B'
                : relation.may_share            ? 'S'
                : relation.first                ? '1'
                : relation.second               ? '2'
                                                : '.';
    }
    return text;
}

}  // namespace

class SharingMatrixTest : public QObject {
    Q_OBJECT

private slots:
    void shows_the_sets_of_the_worked_network() {
        // input split0 conv0 conv1 split1 conv2 conv3 concat conv4, as in figures 3 to 6 of the source.
        const SharingMatrix matrix = sharing_matrix(worked_network());
        const std::vector<std::string> wanted = {
            R"(\S.......)", R"(S\22.....)", R"(.1\2222S.)", R"(.11\S....)", R"(..1S\22..)",
            R"(..1.1\2S.)", R"(..1.11\S.)", R"(..S..SS\2)", R"(.......1\)",
        };
        QCOMPARE(matrix.rows.size(), wanted.size());
        for (std::uint32_t row = 0; row < wanted.size(); ++row) {
            QCOMPARE(row_text(matrix, row), wanted[row]);
        }
    }

    void agrees_with_the_sets_of_the_planner() {
        QVERIFY(rc::check("sharing matrix", [] {
            const Problem problem = random_network();
            const SharingMatrix matrix = sharing_matrix(problem);
            const auto dependencies = operator_dependencies(problem);
            const auto sharing = local_sharing(problem);
            for (std::size_t i = 0; i < problem.buffers.size(); ++i) {
                for (std::size_t j = 0; j < problem.buffers.size(); ++j) {
                    if (i == j) {
                        continue;
                    }
                    const SharingRelation relation =
                        relation_of(matrix, matrix.position_of[BufferIndex(i)], matrix.position_of[BufferIndex(j)]);
                    const auto has = [j](const std::vector<BufferIndex>& set) {
                        return std::find(set.begin(), set.end(), BufferIndex(j)) != set.end();
                    };
                    RC_ASSERT((relation.first || relation.second) == has(dependencies[BufferIndex(i)]));
                    RC_ASSERT(relation.may_share == has(sharing[BufferIndex(i)]));
                }
            }
        }));
    }

    void a_problem_without_a_network_has_no_matrix() { QVERIFY(sharing_matrix({}).rows.empty()); }
};

ARENASCOPE_TEST(SharingMatrixTest)
#include "sharing_matrix_test.moc"
