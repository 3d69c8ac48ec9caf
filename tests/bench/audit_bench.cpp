// Rows a second into the audit history, beside SQLite alone; pages of a long history, and its proof. Not a test: run it
// on a quiet machine.
//   audit_bench DIRECTORY [ROWS=40000 [HISTORY=1000000]]     rows to append in each way; rows of the long history
#include <sqlite3.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <random>
#include <string>
#include <vector>

#include "core/audit/reader.h"
#include "core/audit/verify.h"
#include "core/audit/writer.h"

using namespace leadglass;
using namespace leadglass::audit;

namespace {

double seconds(std::chrono::steady_clock::time_point from) {
    return std::chrono::duration<double>(std::chrono::steady_clock::now() - from).count();
}

std::vector<Event> batch(int size) {
    std::vector<Event> events(static_cast<std::size_t>(size));
    for (int i = 0; i < size; ++i) {
        Event& e = events[static_cast<std::size_t>(i)];
        e.kind = Kind::Egress;
        e.run = "01jdv8m3k2q9x7c5n1ab";
        e.time = 1'800'000'000'000'000'000 + i;
        e.verdict = i % 8 == 0 ? "deny" : "allow";
        e.outcome = i % 8 == 0 ? "denied_by_policy" : "allowed_by_policy";
        e.reason = "host_rule";
        e.subject = "host" + std::to_string(i) + ".example:443";
        e.rule = "codex:12";
        e.origin = "codex.toml:12";
        e.policy = "codex@1+sha256:0123456789ab";
        e.inputs = "0123456789abcdef0123456789abcdef";
        e.process = "4711 /usr/bin/node node < 4700 /usr/bin/sh sh < 1 init";
        e.detail = R"({"protocol":"tls","sni":"host.example","bytes":12345})";
    }
    return events;
}

[[noreturn]] void fail(const std::string& why) {
    std::fprintf(stderr, "audit_bench: %s\n", why.c_str());
    std::exit(1);
}

template <class T> T must(Result<T> result) {
    if (!result) {
        fail(result.error().text());
    }
    return std::move(result).value();
}

double at(std::vector<double>& values, double part) {
    const auto nth = values.begin() + static_cast<std::ptrdiff_t>(part * static_cast<double>(values.size() - 1));
    std::nth_element(values.begin(), nth, values.end());
    return *nth;
}

// A transaction for each row of the same columns and durability; no chain, no index, no check.
class SqliteAlone {
public:
    explicit SqliteAlone(const std::string& path) {
        sqlite3* db = nullptr;
        const int opened = sqlite3_open(path.c_str(), &db);
        m_db.reset(db);
        if (opened != SQLITE_OK) {
            fail(path);
        }
        run("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; CREATE TABLE events (id INTEGER PRIMARY KEY, time INTEGER, "
            "a TEXT, b TEXT, c TEXT, d TEXT, e TEXT, f TEXT, g TEXT, h TEXT, i TEXT, j TEXT, k TEXT, l TEXT, hash BLOB)");
        m_begin = prepare("BEGIN IMMEDIATE");
        m_insert = prepare("INSERT INTO events VALUES (NULL,?,?,?,?,?,?,?,?,?,?,?,?,?,zeroblob(32))");
        m_commit = prepare("COMMIT");
    }
    void append(const Event& e) {
        step(m_begin);
        sqlite3_bind_int64(m_insert.get(), 1, e.time);
        int column = 2;
        for (const std::string& text : {std::string("egress"), e.run, e.verdict, e.outcome, e.reason, e.subject, e.rule, e.origin, e.policy, e.inputs, e.process, e.detail}) {
            sqlite3_bind_text(m_insert.get(), column++, text.data(), static_cast<int>(text.size()), SQLITE_TRANSIENT);
        }
        step(m_insert);
        step(m_commit);
    }

private:
    struct Close {
        void operator()(sqlite3* db) const { sqlite3_close_v2(db); }
        void operator()(sqlite3_stmt* statement) const { sqlite3_finalize(statement); }
    };
    using Statement = std::unique_ptr<sqlite3_stmt, Close>;

    void run(const char* sql) {
        if (sqlite3_exec(m_db.get(), sql, nullptr, nullptr, nullptr) != SQLITE_OK) {
            fail(sqlite3_errmsg(m_db.get()));
        }
    }
    Statement prepare(const char* sql) {
        sqlite3_stmt* statement = nullptr;
        if (sqlite3_prepare_v2(m_db.get(), sql, -1, &statement, nullptr) != SQLITE_OK) {
            fail(sqlite3_errmsg(m_db.get()));
        }
        return Statement(statement);
    }
    void step(const Statement& statement) {
        const bool done = sqlite3_step(statement.get()) == SQLITE_DONE;
        sqlite3_reset(statement.get());
        if (!done) {
            fail(sqlite3_errmsg(m_db.get()));
        }
    }

    std::unique_ptr<sqlite3, Close> m_db; // first: the statements must go before it
    Statement m_begin, m_insert, m_commit;
};

void measureAppend(const std::string& directory, int rows) {
    constexpr int kTurns = 8;
    const auto one = batch(1);
    auto writer = must(Writer::open(directory + "/one/audit.db", std::chrono::seconds(5)));
    SqliteAlone alone(directory + "/alone.db");
    std::vector<double> ratios;
    std::vector<double> each;
    std::vector<double> rates;
    for (int turn = 0; turn < kTurns; ++turn) {
        auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < rows / kTurns; ++i) {
            const auto began = std::chrono::steady_clock::now();
            (void)must(writer->append(one));
            each.push_back(seconds(began) * 1e6);
        }
        const double ours = seconds(start);
        start = std::chrono::steady_clock::now();
        for (int i = 0; i < rows / kTurns; ++i) {
            alone.append(one[0]);
        }
        ratios.push_back(seconds(start) / ours);
        rates.push_back(rows / kTurns / ours);
    }
    std::printf("append one: %.0f rows/s, p50 %.1f us, p99 %.1f us, %.2f of SQLite alone\n", at(rates, 0.5), at(each, 0.5),
                at(each, 0.99), at(ratios, 0.5));
    for (const int size : {8, 64, 512}) {
        auto grouped = must(Writer::open(directory + "/of" + std::to_string(size) + "/audit.db", std::chrono::seconds(5)));
        const auto events = batch(size);
        const auto start = std::chrono::steady_clock::now();
        for (int i = 0; i < rows / size; ++i) {
            (void)must(grouped->append(events));
        }
        std::printf("append of %d: %.0f rows/s\n", size, rows / size * size / seconds(start));
    }
}

// As a list is scrolled: a hundred rows that end at a random place.
void measurePages(Reader& reader, int history, const char* what, const Query& filter) {
    constexpr int kPages = 2000;
    std::mt19937 random(7);
    std::vector<double> each;
    std::size_t rows = 0;
    for (int i = 0; i < kPages; ++i) {
        Query query = filter;
        query.before = 1 + static_cast<std::int64_t>(random() % static_cast<unsigned>(history));
        const auto began = std::chrono::steady_clock::now();
        rows += must(reader.query(query)).size();
        each.push_back(seconds(began) * 1e3);
    }
    std::printf("page%s: p50 %.3f ms, p99 %.3f ms, of %.0f rows\n", what, at(each, 0.5), at(each, 0.99),
                static_cast<double>(rows) / kPages);
}

}  // namespace

int main(int argc, char** argv) {
    const int rows = argc > 2 ? std::atoi(argv[2]) : 40'000;
    const int history = argc > 3 ? std::atoi(argv[3]) : 1'000'000;
    if (argc < 2 || rows < 1000 || history < 1000) {
        std::fprintf(stderr, "usage: audit_bench DIRECTORY [ROWS [HISTORY]], both at least 1000\n");
        return 2;
    }
    const std::string directory = argv[1];
    measureAppend(directory, rows);
    const std::string path = directory + "/long/audit.db";
    {
        auto writer = must(Writer::open(path, std::chrono::seconds(5)));
        const auto events = batch(1000);
        for (int i = 0; i < history / 1000; ++i) {
            (void)must(writer->append(events));
        }
    }
    auto reader = must(Reader::open(path, std::chrono::seconds(5)));
    measurePages(*reader, history, "", {});
    Query denied;
    denied.verdict = "deny";
    measurePages(*reader, history, " of what was denied", denied);
    const auto start = std::chrono::steady_clock::now();
    const auto report = must(verify(path, {}, std::chrono::seconds(5)));
    std::printf("verify: %lld rows in %.2f s%s\n", static_cast<long long>(report.rows), seconds(start), report.intact() ? "" : ", NOT INTACT");
    return report.intact() ? 0 : 1;
}
