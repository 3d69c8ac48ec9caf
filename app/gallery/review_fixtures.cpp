#include "app/gallery/review_fixtures.h"

#include <QBuffer>
#include <QDateTime>
#include <QImage>
#include <QLinearGradient>
#include <QPainter>

#include <algorithm>
#include <iterator>

#include "app/gallery/hunk_fixtures.h"

namespace leadglass::app::gallery {
namespace {

const char* const kDiff = "@@ -1,9 +1,10 @@\n #include \"cart.h\"\n \n-int total(const Cart& cart) {\n+Money total(const Cart& cart) {\n"
                          "-\tint sum = 0;\n+\tMoney sum = 0;\n+\tconst auto rate = rateOf(cart.country);\n \tfor (const auto& item : cart.items) {\n"
                          "-\t\tsum += item.price;\n+\t\tsum += item.price * item.count * rate;\n \t}\n \treturn sum;\n }\n"
                          "@@ -40,3 +41,3 @@\n // The rest stays as it is.\n-const char* kName = \"shop\";\n+const char* kName = \"shop\\x1b[2J\";\n";

api::ChangeItem item(const std::string& path, const std::string& kind = "changed", std::uint64_t size = 1800) {
    api::ChangeItem out;
    out.path = path;
    out.kind = kind;
    out.typeBefore = kind == "added" ? "none" : "file";
    out.typeAfter = kind == "deleted" ? "none" : "file";
    out.modeBefore = out.modeAfter = 0644;
    out.size = size;
    out.version = out.hostVersion = "1";
    return out;
}

api::ChangeItem risky(const std::string& path, const std::string& kind, WhyCode why) {
    auto out = item(path, kind);
    out.risks = {Why(why)};
    return out;
}

api::Review usual() {
    api::Review out;
    out.run.id = "01k1f0examplerun0000";
    out.run.state = "ended";
    out.run.project = "/home/anna/src/shop";
    out.run.profile = "claude";
    out.run.mode = "overlay";
    out.run.command = {"claude", "fix the totals"};
    out.run.started = QDateTime(QDate(2026, 3, 4), QTime(14, 2)).toMSecsSinceEpoch() * 1'000'000;
    out.changes = {risky(".git/hooks/pre-commit", "added", "git_runs_programs"),
                   risky("package.json", "changed", "package_scripts"),
                   item("docs/old-notes.md", "deleted"),
                   item("docs/prices.md"),
                   item("src/cart.cpp"),
                   item("src/cart.h"),
                   item("src/money.cpp", "added", 4200),
                   item("src/rates.cpp", "renamed"),
                   item("tests/cart_test.cpp"),
                   item("README.md")};
    out.changes[0].modeAfter = 0755;
    out.changes[3].conflict = Why("changed_on_host");
    out.changes[7].renamedFrom = "src/taxes.cpp";
    out.commits = {{"4be1d5c0a7e94e5f8f1b", "Claude", "Totals know the country", out.run.started / 1'000'000'000, "refs/heads/main",
                    {{"package.json", "changed", Why("package_scripts")}, {"src/cart.cpp", "changed", {}}}, 3, true}};
    out.refs = {{"refs/heads/main", "9d01c2e4b6a8", "4be1d5c0a7e9", ".git/refs/heads/main", {{"77aa01c2e4b6", "Anna", "Round at the end", 0, "", {}, 0, true}}, 0}};
    out.staged = {{"src/money.cpp", "added", true}};
    out.notes = {Why("note_other_boot")};
    return out;
}

std::string picture(const QColor& from, const QColor& to, int wide) {
    QImage image(wide, wide * 2 / 3, QImage::Format_ARGB32);
    image.fill(Qt::transparent);
    QPainter painter(&image);
    painter.setRenderHint(QPainter::Antialiasing);
    QLinearGradient gradient(0, 0, wide, 0);
    gradient.setColorAt(0, from);
    gradient.setColorAt(1, to);
    painter.setBrush(gradient);
    painter.drawRoundedRect(image.rect().adjusted(10, 10, -10, -10), 30, 30);
    painter.end();
    QByteArray out;
    QBuffer buffer(&out);
    buffer.open(QIODevice::WriteOnly);
    image.save(&buffer, "PNG");
    return out.toStdString();
}

class Made final : public api::ReviewService {
public:
    explicit Made(ReviewScene scene) : m_scene(std::move(scene)) {}
    Result<std::vector<api::RunInfo>> runs() override {
        std::vector<api::RunInfo> out;
        if (!m_scene.review.run.id.empty()) {
            out.push_back(m_scene.review.run);
            for (const char* state : {"partly_applied", "applied"}) {
                out.push_back(m_scene.review.run);
                out.back().id = state;
                out.back().state = state;
                out.back().started -= 90'000'000'000'000;
            }
        }
        return out;
    }
    Result<api::RunInfo> run(const std::string&) override { return m_scene.review.run; }
    Result<api::Review> review(const std::string&) override { return m_scene.review; }
    Result<std::string> diff(const std::string&, const api::ChangeItem&) override { return m_scene.diff; }
    Result<std::vector<api::HunkItem>> split(const std::string&, const api::ChangeItem&, const std::string&) override { return std::vector<api::HunkItem>(); }
    Result<api::FileSides> sides(const std::string&, const api::ChangeItem&, std::uint64_t) override { return m_scene.sides; }
    Result<api::BaseDiff> baseDiff(const std::string&, const api::ChangeItem&) override { return m_scene.base; }
    Result<api::ApplyResult> apply(const api::ApplyRequest& request) override {
        api::ApplyResult out;
        out.project = m_scene.review.run.project;
        out.applied = request.paths;
        out.left = {{"src/cart.h", Why("left_looks_other")}, {"README.md", Why("left_conflict", {}, Why("changed_on_host"))}};
        return out;
    }
    Result<api::ApplyResult> undo(const std::string&) override { return notHere(); }
    Result<std::string> discard(const std::string&) override { return notHere(); }
    Result<std::string> stop(const std::string&) override { return notHere(); }

private:
    static Error notHere() { return makeError(Code::Conflict, "this is the gallery: nothing is done here"); }
    ReviewScene m_scene;
};

} // namespace

std::vector<ReviewScene> reviewScenes() {
    std::vector<ReviewScene> scenes;
    const auto add = [&](const char* name) -> ReviewScene& {
        scenes.emplace_back();
        scenes.back().name = name;
        scenes.back().review = usual();
        scenes.back().diff = kDiff;
        return scenes.back();
    };
    add("review-risky");
    add("review-conflict").select = "docs/prices.md";
    auto& columns = add("review-columns");
    columns.select = "src/cart.cpp";
    columns.sideBySide = true;
    add("review-applied").apply = true;
    auto& huge = add("review-gate");
    huge.select = "src/cart.cpp";
    huge.diff = "@@ -0,0 +1,42000 @@\n";
    for (int i = 0; i < 42'000; ++i) {
        huge.diff += "+line " + std::to_string(i) + "\n";
    }
    auto& images = add("review-images");
    images.review.changes = {item("art/logo.png")};
    images.diff = api::kBinaryDiffers;
    for (auto [side, bytes] : {std::pair(&images.sides.before, picture(Qt::darkBlue, Qt::cyan, 420)), std::pair(&images.sides.after, picture(Qt::darkRed, Qt::yellow, 640))}) {
        *side = {"file", bytes.size(), bytes};
    }
    auto& running = add("review-running");
    running.review.run.state = "running";
    running.review.notes.clear();
    auto& torn = add("review-torn");
    torn.review.run.state = "torn";
    auto& alarm = add("review-alarm");
    alarm.review.mostDeleted = true;
    auto& hostile = add("review-hostile");
    hostile.review.changes = {risky("a\x1b[2J\xe2\x80\xaegpj.exe\nb<b>bold</b>", "added", "executable"), item(std::string(255, 'n')), item("raw\xff\xfe")};
    hostile.diff = "@@ -1,1 +1,2 @@\n-<b>one</b>\n+\x1b]52;c;AAAA\x07 \xe2\x80\xae" "evil\n+" + std::string(300, 'x') + "\n";
    auto& settled = add("review-settled");
    settled.review = {};
    settled.review.run = usual().run;
    settled.review.run.state = "applied";
    settled.review.canUndo = true;
    add("review-nothing").review = {};
    auto more = hunkScenes(scenes.front());
    std::ranges::move(more, std::back_inserter(scenes));
    return scenes;
}

Services servicesOf(const ReviewScene& scene) {
    Services out;
    out.review = [scene] { return std::make_unique<Made>(scene); };
    return out;
}

} // namespace leadglass::app::gallery
