// The service behind `leadglass audit`: words people type, and anchors from every place.
#include <QFile>
#include <QTemporaryDir>
#include <QTest>

#include "core/audit/anchor_file.h"
#include "core/session/local_audit_service.h"
#include "core/workspace/run_manifest.h"
#include "tests/unit/audit/history_fixture.h"

using namespace leadglass;
using session::LocalAuditService;

namespace {

struct Machine {
    Machine() {
        places.data = dir.filePath("data").toStdString();
        places.state = dir.filePath("state").toStdString();
    }
    [[nodiscard]] std::unique_ptr<audit::Writer> writer() const {
        return test::must(audit::Writer::open(places.data + "/audit.db", std::chrono::seconds(2)),
                          "writer");
    }
    [[nodiscard]] std::size_t count(const api::AuditQuery& query) const {
        return test::must(LocalAuditService(places).list(query), "list").size();
    }
    [[nodiscard]] api::AuditReport verify() const {
        return test::must(LocalAuditService(places).verify({}), "verify");
    }
    QTemporaryDir dir;
    Places places;
};

}  // namespace

class TestAuditService : public QObject {
    Q_OBJECT

private slots:
    void noHistoryIsAnEmptyListAndMakesNothing() {
        Machine machine;
        QCOMPARE(machine.count({}), std::size_t{0});
        QVERIFY(machine.verify().intact());
        QVERIFY(!QFile::exists(QString::fromStdString(machine.places.data)));
        QVERIFY(!LocalAuditService(machine.places).show(1));
    }

    void runsAreNamedByIdPrefixOrLast() {
        Machine machine;
        test::must(machine.writer()->append(test::sampleEvents(120)), "append");  // run0 .. run11
        api::AuditQuery q;
        q.run = "run3";
        QCOMPARE(machine.count(q), std::size_t{10});
        q.run = "run1";  // also a prefix of run10 and run11: the whole id wins
        QCOMPARE(machine.count(q), std::size_t{10});
        q.run = "last";
        QCOMPARE(machine.count(q), std::size_t{10});
        q.run = "run";
        const auto many = LocalAuditService(machine.places).list(q);
        QVERIFY(!many && many.error().code == Code::Invalid);
        QVERIFY(many.error().what.find("run10") != std::string::npos);
        q.run = "nothing";
        const auto none = LocalAuditService(machine.places).list(q);
        QVERIFY(!none && none.error().code == Code::NotFound);
    }

    void aKindIsTakenAsItIsShown() {
        Machine machine;
        test::must(machine.writer()->append(test::sampleEvents(10)), "append");
        for (const char* word : {"run_start", "run start", "run-start"}) {
            api::AuditQuery q;
            q.kind = word;
            QCOMPARE(machine.count(q), std::size_t{2});
        }
    }

    void wrongWordsAreToldWithTheRightOnes() {
        Machine machine;
        api::AuditQuery q;
        q.kind = "egres";
        const auto kind = LocalAuditService(machine.places).list(q);
        QVERIFY(!kind && kind.error().fix.find("egress") != std::string::npos);
        q = {};
        q.verdict = "denied";
        const auto verdict = LocalAuditService(machine.places).list(q);
        QVERIFY(!verdict && verdict.error().fix.find("deny") != std::string::npos);
    }

    void truncationIsFoundByTheLocalAnchorFile() {
        Machine machine;
        auto writer = machine.writer();
        test::must(writer->append(test::sampleEvents(20)), "append");
        QVERIFY(
            audit::appendAnchor(machine.places.state, test::must(writer->anchor(), "anchor"), 0));
        writer.reset();
        QCOMPARE(machine.verify().anchors, 1);
        QVERIFY(QFile::remove(QString::fromStdString(machine.places.data + "/audit.db")));
        const auto report = machine.verify();
        QVERIFY(report.isGone && !report.intact());
        QCOMPARE(report.others.at(0).rows, 20);
    }

    void truncationIsFoundByARunsManifest() {
        Machine machine;
        auto writer = machine.writer();
        test::must(writer->append(test::sampleEvents(20)), "append");
        const auto anchor = test::must(writer->anchor(), "anchor");
        writer.reset();
        auto run = test::must(workspace::createRunDir(machine.places), "run");
        workspace::RunManifest manifest;
        manifest.id = run.id;
        manifest.project = "/tmp";
        manifest.mode = "overlay";
        manifest.auditCount = anchor.count;
        manifest.auditHead = anchor.head;
        QVERIFY(workspace::writeManifest(run, manifest));
        QVERIFY(machine.verify().intact());
        QCOMPARE(machine.verify().anchors, 1);
        QVERIFY(QFile::remove(QString::fromStdString(machine.places.data + "/audit.db")));
        test::must(machine.writer()->append(test::sampleEvents(19)), "append");
        QVERIFY(!machine.verify().intact());
    }

    void anchorsThatCannotBeReadAreNoted() {
        Machine machine;
        test::must(machine.writer()->append(test::sampleEvents(2)), "append");
        QVERIFY(audit::appendAnchor(machine.places.state, {1, "not hex"}, 0));
        const auto report = machine.verify();
        QVERIFY(report.intact());
        QCOMPARE(report.notes.size(), std::size_t{1});
    }
};

QTEST_APPLESS_MAIN(TestAuditService)
#include "tst_audit_service.moc"
