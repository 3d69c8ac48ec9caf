#include "core/cli/man_page.h"

#include <algorithm>
#include <cctype>
#include <sstream>
#include <vector>

#include "core/base/version.h"

namespace leadglass::cli {
namespace {

using Lines = std::vector<std::string>;

Lines linesOf(const std::string& text) {
    Lines out;
    std::istringstream in(text);
    for (std::string line; std::getline(in, line);) {
        out.push_back(line);
    }
    return out;
}

// The last paragraphs of a help page, by what they are.
struct Footer {
    std::vector<Lines> text;
    Lines examples;
    std::string exitStatus;
    Lines files;
};

Footer footerOf(const CLI::App& app) {
    Footer out;
    std::vector<Lines> paragraphs(1);
    for (const auto& line : linesOf(app.get_footer())) {
        if (line.empty()) {
            paragraphs.emplace_back();
        } else {
            paragraphs.back().push_back(line);
        }
    }
    for (auto& lines : paragraphs) {
        constexpr std::string_view kExit = "Exit status: ";
        if (lines.empty()) {
            continue;
        }
        if (lines.front().starts_with("Example")) {
            out.examples.assign(lines.begin() + 1, lines.end());
        } else if (lines.front().starts_with("Files:")) {
            out.files.assign(lines.begin() + 1, lines.end());
        } else if (lines.front().starts_with(kExit)) {
            for (const auto& line : lines) {
                out.exitStatus += (out.exitStatus.empty() ? "" : " ") + line;
            }
            out.exitStatus.erase(0, kExit.size());
        } else {
            out.text.push_back(std::move(lines));
        }
    }
    return out;
}

std::string dashed(const std::string& path) {
    std::string out = path;
    std::ranges::replace(out, ' ', '-');
    return out;
}

std::string reference(const std::string& path) { return "\\fB" + roff(dashed(path)) + "\\fR(1)"; }

std::string bold(const std::string& text) { return "\\fB" + roff(text) + "\\fR"; }

class Page {
public:
    Page(CLI::App& app, std::string path) : m_app(app), m_path(std::move(path)), m_footer(footerOf(app)) {}

    std::string text() {
        std::string title = dashed(m_path);
        std::ranges::transform(title, title.begin(), [](unsigned char c) { return static_cast<char>(std::toupper(c)); });
        // Quotes around a request's arguments, and no date: the same sources make the same page.
        m_out = ".\\\" Made from the help of the command.\n.TH \"" + roff(title) + "\" \"1\" \"\" \"leadglass " + roff(version()) +
                "\" \"Leadglass\"\n";
        section("NAME");
        m_out += roff(dashed(m_path)) + " \\- " + roff(m_app.get_description()) + "\n";
        synopsis();
        section("DESCRIPTION");
        m_out += roff(sentence(m_app.get_description())) + "\n";
        for (const auto& lines : m_footer.text) {
            paragraph(lines);
        }
        commands();
        options("ARGUMENTS", true);
        options("OPTIONS", false);
        exitStatus();
        files();
        examples();
        seeAlso();
        return std::move(m_out);
    }

private:
    std::vector<CLI::App*> subs() const { return m_app.get_subcommands([](CLI::App*) { return true; }); }

    void section(const char* name) { m_out += std::string(".SH ") + name + "\n"; }

    static std::string sentence(std::string text) {
        return text.ends_with('.') || text.ends_with('?') ? text : text + ".";
    }

    void paragraph(const Lines& lines) {
        m_out += ".PP\n";
        for (std::size_t i = 0; i < lines.size(); ++i) {
            m_out += (i == 0 ? "" : ".br\n") + roff(lines[i]) + "\n";
        }
    }

    // As the help has it: "Usage: leadglass run [OPTIONS] [COMMAND]".
    void synopsis() {
        section("SYNOPSIS");
        const std::size_t above = m_path.rfind(' ');
        const std::string page = m_app.help(above == std::string::npos ? "" : m_path.substr(0, above));
        std::string usage = page.substr(std::min(page.size(), page.find("Usage: ")));
        usage = usage.substr(0, usage.find('\n'));
        const std::size_t at = usage.find(m_path);
        m_out += bold(m_path) + roff(at == std::string::npos ? "" : usage.substr(at + m_path.size())) + "\n";
    }

    void commands() {
        if (subs().empty()) {
            return;
        }
        section("COMMANDS");
        for (const CLI::App* sub : subs()) {
            m_out += ".TP\n" + reference(m_path + " " + sub->get_name()) + "\n" + roff(sentence(sub->get_description())) + "\n";
        }
    }

    static std::string valueOf(const CLI::Option& option) {
        const bool takes = option.get_items_expected_max() > 0;
        const std::string type = !option.get_option_text().empty() ? option.get_option_text() : takes ? option.get_type_name() : "";
        const bool many = takes && option.get_option_text().empty() && option.get_expected_max() > 1;
        return type + (many ? (type.empty() ? "..." : " ...") : "");
    }

    void options(const char* heading, bool arguments) {
        const auto all = m_app.get_options([&](CLI::Option* o) { return o->get_positional() == arguments && !o->get_group().empty(); });
        if (all.empty()) {
            return;
        }
        section(heading);
        for (const CLI::Option* option : all) {
            std::string names = arguments ? bold(option->get_name(true)) : "";
            for (const auto& name : option->get_snames()) {
                names += (names.empty() ? "" : ", ") + bold("-" + name);
            }
            for (const auto& name : option->get_lnames()) {
                names += (names.empty() ? "" : ", ") + bold("--" + name);
            }
            const std::string value = valueOf(*option);
            m_out += ".TP\n" + names + (value.empty() ? "" : " \\fI" + roff(value) + "\\fR") + "\n" +
                     roff(sentence(option->get_description())) + "\n";
        }
    }

    void exitStatus() {
        section("EXIT STATUS");
        std::string text = m_footer.exitStatus;
        if (text.empty()) {
            text = "0 it is done; 125 it could not be done, and standard error says why";
        }
        std::istringstream in(text);
        for (std::string part; std::getline(in, part, ';');) {
            part.erase(0, part.find_first_not_of(' '));
            m_out += ".PP\n" + roff(part) + "\n";
        }
    }

    void files() {
        if (!m_footer.files.empty()) {
            section("FILES");
        }
        for (const auto& line : m_footer.files) {
            const std::size_t at = line.find_first_not_of(' ');
            const std::size_t gap = line.find("  ", at);
            const std::size_t about = line.find_first_not_of(' ', gap);
            m_out += ".TP\n\\fI" + roff(line.substr(at, gap - at)) + "\\fR\n" +
                     roff(about == std::string::npos ? "" : sentence(line.substr(about))) + "\n";
        }
    }

    void examples() {
        if (m_footer.examples.empty()) {
            return;
        }
        section("EXAMPLES");
        m_out += ".nf\n";
        for (const auto& line : m_footer.examples) {
            m_out += roff(line) + "\n";
        }
        m_out += ".fi\n";
    }

    void seeAlso() {
        std::string list;
        const auto add = [&](const std::string& path) {
            list += path == m_path ? "" : (list.empty() ? "" : ",\n") + reference(path);
        };
        if (const CLI::App* parent = m_app.get_parent()) {
            const std::string above = m_path.substr(0, m_path.rfind(' '));
            add(above);
            for (const CLI::App* sub : parent->get_subcommands([](const CLI::App*) { return true; })) {
                add(above + " " + sub->get_name());
            }
        } else {
            list = "\\fBbwrap\\fR(1)";
        }
        section("SEE ALSO");
        m_out += list + "\n";
    }

    CLI::App& m_app;
    std::string m_path;
    Footer m_footer;
    std::string m_out;
};

void addPages(CLI::App& app, const std::string& path, std::map<std::string, std::string>& pages) {
    pages[dashed(path) + ".1"] = Page(app, path).text();
    for (CLI::App* sub : app.get_subcommands([](CLI::App*) { return true; })) {
        addPages(*sub, path + " " + sub->get_name(), pages);
    }
}

} // namespace

std::string roff(std::string_view text) {
    std::string out = text.starts_with('.') || text.starts_with('\'') ? "\\&" : "";
    for (const char c : text) {
        switch (c) {
        case '\\': out += "\\e"; break;
        case '-': out += "\\-"; break;
        case '\'': out += "\\(aq"; break;
        case '"': out += "\\(dq"; break;
        case '`': out += "\\(ga"; break;
        case '^': out += "\\(ha"; break;
        case '~': out += "\\(ti"; break;
        default: out += c;
        }
    }
    return out;
}

std::map<std::string, std::string> manPages(CLI::App& app) {
    std::map<std::string, std::string> pages;
    addPages(app, app.get_name(), pages);
    return pages;
}

} // namespace leadglass::cli
