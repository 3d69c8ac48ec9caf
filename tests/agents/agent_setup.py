"""How each real agent is told where its model is: settings in its home, environment, arguments."""

import json
import os

KEY = "sk-dummy-key"


def write(home, name, text):
    path = os.path.join(home, name)
    os.makedirs(os.path.dirname(path), exist_ok=True)
    with open(path, "w", encoding="utf-8") as handle:
        handle.write(text if isinstance(text, str) else json.dumps(text))


def claude(home, url, prompt):
    return ({"ANTHROPIC_API_KEY": KEY, "ANTHROPIC_BASE_URL": url, "IS_SANDBOX": "1",
             "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1", "DISABLE_AUTOUPDATER": "1"},
            ["-p", prompt, "--dangerously-skip-permissions", "--output-format", "stream-json", "--verbose"])


def codex(home, url, prompt):
    write(home, ".codex/config.toml", f"""model = "gpt-5.5"
model_provider = "scripted"
check_for_update_on_startup = false
[analytics]
enabled = false
[features]
plugins = false
apps = false
[model_providers.scripted]
name = "scripted"
base_url = "{url}/v1"
env_key = "SCRIPTED_KEY"
wire_api = "responses"
""")
    return ({"SCRIPTED_KEY": KEY},
            ["exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox", "--json", prompt])


def gemini(home, url, prompt):
    write(home, ".gemini/settings.json", {
        "security": {"auth": {"selectedType": "gemini-api-key"}},
        "general": {"enableAutoUpdate": False, "enableAutoUpdateNotification": False},
        "privacy": {"usageStatisticsEnabled": False}, "telemetry": {"enabled": False}})
    return ({"GEMINI_API_KEY": KEY, "GOOGLE_GEMINI_BASE_URL": url, "GEMINI_CLI_TRUST_WORKSPACE": "true"},
            ["-p", prompt, "--yolo", "--model", "gemini-2.5-pro", "--output-format", "stream-json"])


def opencode(home, url, prompt):
    write(home, ".config/opencode/opencode.json", {
        "autoupdate": False, "share": "disabled", "model": "scripted/scripted", "small_model": "scripted/scripted",
        "permission": "allow", "enabled_providers": ["scripted"],
        "provider": {"scripted": {
            "npm": "@ai-sdk/openai-compatible", "name": "Scripted", "options": {"baseURL": url + "/v1", "apiKey": KEY},
            "models": {"scripted": {"name": "Scripted", "tool_call": True,
                                    "limit": {"context": 200000, "output": 8000}}}}}})
    write(home, ".config/opencode/.npmrc", "offline=true\n")
    return ({f"OPENCODE_DISABLE_{word}": "1" for word in
             ("AUTOUPDATE", "MODELS_FETCH", "LSP_DOWNLOAD", "DEFAULT_PLUGINS")},
            ["run", "--auto", "--format", "json", "--model", "scripted/scripted", prompt])


def pi(home, url, prompt):
    write(home, ".pi/agent/models.json", {"providers": {"scripted": {
        "baseUrl": url + "/v1", "api": "openai-completions", "apiKey": KEY, "models": [{"id": "scripted"}]}}})
    return ({"PI_OFFLINE": "1", "PI_TELEMETRY": "0"},
            ["-p", "--mode", "json", "--provider", "scripted", "--model", "scripted", prompt])


def screen(agent, home, work):
    """For a start without a prompt: the further arguments, and a word of what the agent then draws."""
    if agent == "claude":
        write(home, ".claude.json", {
            "hasCompletedOnboarding": True, "theme": "dark", "numStartups": 3,
            "customApiKeyResponses": {"approved": [KEY[-20:]], "rejected": []},
            "projects": {work: {"hasTrustDialogAccepted": True}}})
    words = {"pi": ["--provider", "scripted", "--model", "scripted"], "gemini": ["--model", "gemini-2.5-pro"]}
    drawn = {"claude": "shortcuts", "codex": "Trust|shortcuts|model", "gemini": "Type your message",
             "opencode": "Ask anything", "pi": "interrupt"}
    return words.get(agent, []), drawn[agent]


SETUPS = {"claude": claude, "codex": codex, "gemini": gemini, "opencode": opencode, "pi": pi}
