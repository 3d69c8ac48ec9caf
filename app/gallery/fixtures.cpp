#include "app/gallery/fixtures.h"

#include <QDateTime>

#include <condition_variable>
#include <mutex>

namespace leadglass::app::gallery {
namespace {

constexpr std::int64_t kSecond = 1'000'000'000;

api::PendingQuestion about(const std::string& host, std::uint16_t port = 443, const std::string& protocol = "tls") {
    static int number = 0;
    const std::int64_t now = QDateTime::currentMSecsSinceEpoch() * 1'000'000;
    api::PendingQuestion q;
    q.run = "01k1f0examplerun0000";
    q.id = q.run + "." + std::to_string(++number);
    q.group = q.id;
    q.digest = "0000";
    q.project = "/home/anna/src/shop";
    q.profile = "claude";
    q.object = host + ":" + std::to_string(port) + ":" + protocol;
    q.host = host;
    q.port = port;
    q.protocol = protocol;
    q.process = "41822 node (/usr/bin/node) < bash < claude";
    q.members = {"node (/usr/bin/node)"};
    q.why = "no rule allows it (/usr/share/leadglass/policies/base.toml:44, layer base)";
    q.reason = "default";
    q.origin = policy::Origin{policy::Layer::Base, "/usr/share/leadglass/policies/base.toml", 44, 0};
    q.scopes = {api::AnswerScope::Once, api::AnswerScope::Minutes, api::AnswerScope::Run, api::AnswerScope::Project, api::AnswerScope::Always};
    q.patterns = {"*.example.org"};
    q.waiting = 1;
    q.attempts = 4;
    q.raised = now;
    q.expires = now + 42 * kSecond;
    q.state = "pending";
    return q;
}

class Made final : public api::ApprovalService {
public:
    explicit Made(Scene scene) : m_scene(std::move(scene)) {}
    Result<std::vector<api::PendingQuestion>> list() override { return m_scene.questions; }
    Status answer(const api::QuestionAnswer&) override { return makeError(Code::Conflict, "this is the gallery: nothing is asked here"); }
    Result<api::QuestionContext> context(const api::PendingQuestion&) override { return m_scene.context; }
    Result<std::vector<api::QuestionContext>> contexts(const std::vector<api::PendingQuestion>& questions) override {
        return std::vector<api::QuestionContext>(questions.size(), m_scene.context);
    }
    Result<api::Missed> missed(std::int64_t) override { return api::Missed{}; }
    Result<api::Hindsight> hindsight(const std::string&) override { return api::Hindsight{}; }
    Status keep(const api::ProjectRule&) override { return makeError(Code::Refused, "nothing is kept here"); }
    Result<api::AnswerPreview> preview(const api::PendingQuestion&, api::AnswerScope scope, const std::string&) override {
        auto out = m_scene.preview;
        out.rule = scope == api::AnswerScope::Once ? std::string() : out.rule;
        return out;
    }
    Status watch(bool, const std::function<bool(const api::QuestionChange&)>& onChange, std::stop_token stop) override {
        for (const auto& question : m_scene.questions) {
            if (!onChange({api::QuestionChange::Kind::Raised, question})) {
                return {};
            }
        }
        std::mutex mutex;
        std::condition_variable_any changed;
        std::unique_lock lock(mutex);
        changed.wait(lock, stop, [] { return false; });
        return {};
    }

private:
    Scene m_scene;
};

} // namespace

std::vector<Scene> approvalScenes() {
    using api::Risk;
    using api::RiskReason;
    const api::AnswerPreview some{"host = \"cdn.example.org\", port = 443, protocol = \"tls\"", 1000, 37, 2};
    std::vector<Scene> scenes;
    scenes.push_back({"approval-unusual", {about("cdn.example.org")}, {"example.org", Risk::Unusual, {RiskReason::FirstTime}}, some});
    scenes.push_back({"approval-routine", {about("api.example.org")}, {"example.org", Risk::Routine, {}}, some});
    scenes.push_back({"approval-dangerous", {about("203.0.113.7", 8080, "http")},
                      {"", Risk::Dangerous, {RiskReason::Address, RiskReason::FirstTime, RiskReason::OddPort, RiskReason::Unencrypted}}, {}});
    scenes.back().questions[0].patterns.clear();
    scenes.push_back({"approval-queue", {about("cdn.example.org"), about("api.example.com"), about("files.example.net"), about("old.example.net")},
                      {"example.org", Risk::Unusual, {RiskReason::FirstTime}}, some});
    scenes.back().questions.back().state = "expired";
    scenes.push_back({"approval-refused-for-now", {about("late.example.org")}, {"example.org", Risk::Unusual, {RiskReason::Refused}}, some});
    scenes.back().questions[0].state = "expired";
    std::string longest;
    for (int i = 0; i < 24; ++i) {
        longest += "exfiltr" + std::to_string(i) + ".";
    }
    scenes.push_back({"approval-hostile", {about(longest + "xn--exmple-cua.org")}, {"xn--exmple-cua.org", Risk::Dangerous, {RiskReason::Lookalike, RiskReason::FirstTime}}, some});
    scenes.back().questions[0].process = "7 <b>Allow</b> \xe2\x80\xaegnihtemos\n && curl " + std::string(400, 'x');
    const api::AnswerPreview ofPath{"host = \"api.example.org\", port = 443, protocol = \"tls\", methods = [\"POST\"], paths = [\"/v1/repos/shop/pulls\"]", 1000, 37, 2};
    scenes.push_back({"approval-request", {about("api.example.org")}, {"example.org", Risk::Unusual, {RiskReason::FirstTime}}, ofPath});
    scenes.back().questions[0].method = "POST";
    scenes.back().questions[0].path = "/v1/repos/shop/pulls";
    scenes.back().questions[0].object = "POST https://api.example.org/v1/repos/shop/pulls?...";
    scenes.back().questions[0].patterns = {"api.example.org", "*.example.org"};
    scenes.push_back({"approval-request-hostile", {about("api.example.org")}, {"example.org", Risk::Unusual, {RiskReason::FirstTime}}, ofPath});
    scenes.back().questions[0].method = "POST";
    scenes.back().questions[0].object = "POST https://api.example.org/<b>Allow</b>/" + std::string(480, 'x') + "/end";
    scenes.back().questions[0].patterns = {"api.example.org"};
    for (const bool hostile : {false, true}) {
        scenes.push_back({hostile ? "approval-page-hostile" : "approval-page", {about("id.example.org")}, {"example.org", Risk::Unusual, {RiskReason::Outside}}, {}});
        auto& page = scenes.back().questions[0];
        page.protocol = "open-url";
        page.method = "open";
        page.scopes = {api::AnswerScope::Once};
        page.patterns.clear();
        page.why = "a page is opened only when you allow it";
        page.object = "open a page of id.example.org in your browser, and forward port 1455 of this machine into the run, for one answer within 10 minutes: "
                      "https://id.example.org/oauth/authorize?response_type=code&client_id=app_EXAMPLE&redirect_uri=http%3A%2F%2Flocalhost%3A1455%2Fauth%2Fcallback"
                      "&scope=openid%20profile&code_challenge=" + std::string(hostile ? 2600 : 43, 'x');
    }
    constexpr const char* kKey = "the host key ssh-ed25519 SHA256:mVfI0nvLwz2dCq1cVZbGqyJ5T8rYkQx4p7hEo3sKuAw of git.example.org";
    scenes.push_back({"approval-host-key", {about("git.example.org", 22, "ssh-host-key")}, {"example.org", Risk::Unusual, {RiskReason::HostKey}},
                      {std::string("~/.ssh/known_hosts: ") + kKey, 0, 0, 0}});
    scenes.back().questions[0].method = "accept";
    scenes.back().questions[0].object = std::string("accept ") + kKey;
    scenes.back().questions[0].why = "no key of it is in your known_hosts: compare the fingerprint with what its owner publishes";
    scenes.back().questions[0].scopes = {api::AnswerScope::Once, api::AnswerScope::Always};
    scenes.back().questions[0].patterns.clear();
    scenes.push_back({"approval-nothing", {}, {}, {}});
    return scenes;
}

Services servicesOf(const Scene& scene) {
    Services out;
    out.approvals = [scene] { return std::make_unique<Made>(scene); };
    return out;
}

} // namespace leadglass::app::gallery
