#include "app/policy/edit_dialog.h"

#include <QCheckBox>
#include <QComboBox>
#include <QDialogButtonBox>
#include <QFontDatabase>
#include <QFormLayout>
#include <QLineEdit>
#include <QPlainTextEdit>
#include <QPushButton>

#include <algorithm>
#include <iterator>
#include <optional>

#include "app/bridge/off_thread.h"
#include "app/policy/policy_words.h"
#include "app/widgets/plain_label.h"
#include "app/widgets/text.h"

namespace leadglass::app {
namespace {

constexpr std::chrono::milliseconds kTypingEnds{300};
constexpr int kDiffLines = 9; // seen without scrolling

using Kind = policy::PolicyEdit::Kind;

template <class List> bool isIn(const List& list, const std::string& key) {
    return std::find_if(std::begin(list), std::end(list), [&](const char* one) { return key == one; }) != std::end(list);
}

QString textOf(const policy::RuleWords& rule) {
    return QString::fromStdString(!rule.host.empty() ? rule.host : !rule.address.empty() ? rule.address : !rule.registry.empty() ? rule.registry : rule.loopback > 0 ? std::to_string(rule.loopback) : std::string());
}

using Texts = std::optional<std::vector<std::string>>;

QString joined(const Texts& texts) {
    QStringList out;
    for (const auto& text : texts.value_or(std::vector<std::string>())) {
        out << QString::fromStdString(text);
    }
    return out.join(QStringLiteral(", "));
}

// Nothing said and nothing there before: nothing. What reads the same is the same, whatever commas are in it.
Texts split(const QString& typed, const Texts& before) {
    if (typed.trimmed() == joined(before)) {
        return before;
    }
    std::vector<std::string> out;
    for (const QString& text : typed.split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        if (const QString bare = text.trimmed(); !bare.isEmpty()) {
            out.push_back(bare.toStdString());
        }
    }
    return out.empty() && !before ? Texts() : Texts(out);
}

} // namespace

EditDialog::EditDialog(const Services& services, api::EditableFile file, What what, policy::PolicyItem item, QWidget* parent)
    : QDialog(parent), m_services(services), m_file(std::move(file)), m_what(what), m_item(std::move(item)), m_kind(new QComboBox), m_about(new QComboBox),
      m_value(new QLineEdit), m_ports(new QLineEdit), m_protocol(new QComboBox), m_private(new QCheckBox(tr("The addresses may be &private ones"))),
      m_methods(new QLineEdit), m_paths(new QLineEdit), m_narrow(new PlainLabel), m_comment(new QLineEdit), m_effect(new PlainLabel), m_trouble(new PlainLabel), m_diff(new QPlainTextEdit) {
    setWindowTitle(what == What::Add ? tr("Add to a policy") : what == What::Change ? tr("Change a line of a policy") : tr("Remove a line of a policy"));
    build();
    fill();
    fit();
    m_typing.setSingleShot(true);
    m_typing.setInterval(kTypingEnds);
    connect(&m_typing, &QTimer::timeout, this, &EditDialog::ask);
    const auto changed = [this] {
        fitNarrow();
        m_ready = false;
        m_write->setEnabled(false);
        m_typing.start();
    };
    for (auto* line : {m_value, m_ports, m_methods, m_paths, m_comment}) {
        connect(line, &QLineEdit::textChanged, this, changed);
    }
    for (auto* box : {m_kind, m_about, m_protocol}) {
        connect(box, &QComboBox::currentIndexChanged, this, [this, changed] {
            fit();
            changed();
        });
    }
    connect(m_private, &QCheckBox::toggled, this, changed);
    ask();
}

void EditDialog::build() {
    m_form = new QFormLayout;
    m_form->setRowWrapPolicy(QFormLayout::WrapLongRows);
    m_form->setFieldGrowthPolicy(QFormLayout::AllNonFixedFieldsGrow);
    auto* name = new PlainLabel(leftToRight(shownPath(m_file.path)));
    m_form->addRow(tr("File:"), name);
    m_form->addRow(tr("&What:"), m_kind);
    m_form->addRow(tr("&About:"), m_about);
    m_form->addRow(tr("&Value:"), m_value);
    m_form->addRow(tr("P&orts:"), m_ports);
    m_form->addRow(tr("P&rotocol:"), m_protocol);
    m_form->addRow(QString(), m_private);
    //: Of an HTTP request: GET, POST
    m_form->addRow(tr("&Methods:"), m_methods);
    //: Of an HTTP request: /v1/**
    m_form->addRow(tr("Pat&hs:"), m_paths);
    m_form->addRow(QString(), m_narrow);
    m_methods->setPlaceholderText(tr("all; or GET, HEAD"));
    m_paths->setPlaceholderText(tr("all; or /v1/**"));
    m_narrow->setText(tr("With methods or paths the host's connections are opened by the guard, with a certificate of the run's own, and each request is judged by itself."));
    m_narrow->setFocusPolicy(Qt::NoFocus);
    m_form->addRow(tr("Wh&y:"), m_comment);
    m_ports->setPlaceholderText(tr("443"));
    m_comment->setPlaceholderText(tr("a comment behind the line; may be empty"));
    m_diff->setReadOnly(true);
    m_diff->setFont(QFontDatabase::systemFont(QFontDatabase::FixedFont));
    m_diff->setLineWrapMode(QPlainTextEdit::NoWrap);
    m_diff->setAccessibleName(tr("The lines that change"));
    m_diff->setLayoutDirection(Qt::LeftToRight);
    m_diff->setMinimumHeight(m_diff->fontMetrics().lineSpacing() * kDiffLines);
    auto* buttons = new QDialogButtonBox(QDialogButtonBox::Cancel);
    m_write = buttons->addButton(m_what == What::Remove ? tr("Remove it") : tr("Write it"), QDialogButtonBox::AcceptRole);
    m_write->setAutoDefault(false);
    buttons->setFocusProxy(nullptr); // Tab would not come past its first button (Qt 6.4)
    connect(buttons, &QDialogButtonBox::accepted, this, &EditDialog::write);
    connect(buttons, &QDialogButtonBox::rejected, this, &QDialog::reject);
    auto* layout = new QVBoxLayout(this);
    layout->addLayout(m_form);
    layout->addWidget(m_effect);
    layout->addWidget(m_diff, 1);
    layout->addWidget(m_trouble);
    layout->addWidget(buttons);
    resize(fontMetrics().averageCharWidth() * 90, sizeHint().height());
}

void EditDialog::fill() {
    const bool project = m_file.profile.empty();
    const auto add = [&](const char* key) {
        const bool tightens = isIn(policy::kRuleLists, key) || std::string_view(key).starts_with("limits.") ||
                              isIn(std::initializer_list<const char*>{"files.hide", "workspace.protect", "approvals.hold", "egress.default"}, key);
        if (!project || tightens) {
            m_kind->addItem(words::keyName(key), QString::fromLatin1(key));
        }
    };
    if (m_what == What::Change && isIn(policy::kRuleLists, m_item.key)) {
        std::for_each(std::begin(policy::kRuleLists), std::end(policy::kRuleLists), add);
    } else if (m_what != What::Add) {
        add(m_item.key.c_str());
    } else {
        std::for_each(std::begin(policy::kRuleLists), std::end(policy::kRuleLists), add);
        std::for_each(std::begin(policy::kTextLists), std::end(policy::kTextLists), add);
        add(policy::kVariables);
        add(policy::kExamples);
        std::for_each(std::begin(policy::kValueKeys), std::end(policy::kValueKeys), add);
    }
    m_about->addItem(tr("a host name"), QStringLiteral("host"));
    m_about->addItem(tr("a range of addresses"), QStringLiteral("address"));
    m_about->addItem(tr("a registry of packages"), QStringLiteral("registry"));
    m_about->addItem(tr("a port of this machine"), QStringLiteral("loopback"));
    m_protocol->addItem(tr("as the port says"), QString());
    for (const char* protocol : {"tls", "http", "ssh", "tcp"}) {
        m_protocol->addItem(QString::fromLatin1(protocol), QString::fromLatin1(protocol));
    }
    if (m_what == What::Add) {
        return;
    }
    m_kind->setCurrentIndex(qMax(0, m_kind->findData(QString::fromStdString(m_item.key))));
    if (m_what == What::Remove) {
        m_value->setText(words::itemText(m_item));
        m_value->setFocusPolicy(Qt::NoFocus);
        return;
    }
    if (!m_item.rule) {
        m_value->setText(QString::fromStdString(m_item.text));
        return;
    }
    const auto& rule = *m_item.rule;
    const char* about = !rule.host.empty() ? "host" : !rule.address.empty() ? "address" : !rule.registry.empty() ? "registry" : "loopback";
    m_about->setCurrentIndex(m_about->findData(QString::fromLatin1(about)));
    m_value->setText(textOf(rule));
    QStringList ports;
    for (const auto port : rule.ports) {
        ports << QString::number(port);
    }
    m_ports->setText(ports.join(QStringLiteral(", ")));
    m_protocol->setCurrentIndex(qMax(0, m_protocol->findData(QString::fromStdString(rule.protocol))));
    m_private->setChecked(rule.allowPrivate);
    m_methods->setText(joined(rule.methods));
    m_paths->setText(joined(rule.paths));
}

bool EditDialog::isRule() const { return isIn(policy::kRuleLists, key()); }

std::string EditDialog::key() const { return m_kind->currentData().toString().toStdString(); }

// Only what means something is there to be filled in.
void EditDialog::fit() {
    const QString about = m_about->currentData().toString();
    const bool port = isRule() && about != QLatin1String("loopback");
    const bool fixed = m_what == What::Remove;
    const auto row = [&](QWidget* field, bool on) {
        field->setVisible(on);
        if (auto* label = m_form->labelForField(field)) {
            label->setVisible(on);
        }
    };
    row(m_about, isRule() && !fixed);
    row(m_value, true);
    row(m_ports, port && !fixed);
    row(m_protocol, port && !fixed);
    row(m_private, port && !fixed && about == QLatin1String("host"));
    row(m_methods, port && !fixed && about == QLatin1String("host"));
    row(m_paths, port && !fixed && about == QLatin1String("host"));
    fitNarrow();
    row(m_comment, m_what == What::Add && !isIn(policy::kValueKeys, key()));
    m_kind->setEnabled(m_kind->count() > 1 && !fixed);
    m_value->setReadOnly(fixed);
    const std::string of = key();
    m_value->setPlaceholderText(!isRule()                                  ? of == "egress.default"   ? QStringLiteral("ask, deny")
                                                                             : of == "workspace.mode" ? QStringLiteral("overlay, copy, direct, readonly, scratch")
                                                                             : of == policy::kVariables ? QStringLiteral("NAME=value")
                                                                             : of == policy::kExamples  ? QStringLiteral("api.example.com:443 allow")
                                                                             : of == "files.state"    ? QStringLiteral(".tool/, .config/tool.toml")
                                                                             : of.starts_with("files") || of.starts_with("workspace") ? QStringLiteral("**/*.secret, ~/datasets")
                                                                                                                                      : QString()
                                : about == QLatin1String("host")     ? QStringLiteral("api.example.com, *.example.org")
                                : about == QLatin1String("address")  ? QStringLiteral("192.0.2.0/24")
                                : about == QLatin1String("registry") ? QStringLiteral("npm, cargo, pip, apt, go, maven")
                                                                     : QStringLiteral("5432"));
}

void EditDialog::fitNarrow() { m_narrow->setVisible(!m_methods->isHidden() && !(m_methods->text() + m_paths->text()).trimmed().isEmpty()); }

policy::RuleWords EditDialog::rule(bool* fine) const {
    policy::RuleWords out = m_item.rule.value_or(policy::RuleWords());
    out.host = out.address = out.registry = {};
    out.loopback = 0;
    const QString about = m_about->currentData().toString();
    const std::string value = m_value->text().trimmed().toStdString();
    if (about == QLatin1String("host")) {
        out.host = value;
    } else if (about == QLatin1String("address")) {
        out.address = value;
    } else if (about == QLatin1String("registry")) {
        out.registry = value;
    } else {
        out.loopback = m_value->text().trimmed().toUShort(fine);
    }
    out.ports.clear();
    out.protocol.clear();
    out.allowPrivate = m_private->isVisibleTo(this) && m_private->isChecked();
    out.methods = split(m_methods->isHidden() ? QString() : m_methods->text(), out.methods);
    out.paths = split(m_paths->isHidden() ? QString() : m_paths->text(), out.paths);
    if (about == QLatin1String("loopback")) {
        return out;
    }
    out.protocol = m_protocol->currentData().toString().toStdString();
    for (const QString& text : m_ports->text().split(QLatin1Char(','), Qt::SkipEmptyParts)) {
        bool number = false;
        const auto port = text.trimmed().toUShort(&number);
        *fine = *fine && number && port > 0;
        out.ports.push_back(port);
    }
    return out;
}

std::vector<policy::PolicyEdit> EditDialog::edits() const {
    policy::PolicyEdit edit;
    edit.key = m_what == What::Add ? key() : m_item.key;
    edit.index = m_item.index;
    edit.text = m_value->text().trimmed().toStdString();
    edit.comment = m_comment->isVisibleTo(this) ? m_comment->text().trimmed().toStdString() : std::string();
    const bool single = isIn(policy::kValueKeys, edit.key);
    if (m_what == What::Remove) {
        edit.kind = single ? Kind::Unset : Kind::Remove;
        return {edit};
    }
    if (edit.text.empty()) {
        return {};
    }
    edit.kind = single ? Kind::Set : m_what == What::Add ? Kind::Add : Kind::Change;
    if (!isRule()) {
        return m_what == What::Change && edit.text == m_item.text ? std::vector<policy::PolicyEdit>() : std::vector{edit};
    }
    bool fine = true;
    edit.rule = rule(&fine);
    edit.text.clear();
    std::vector<policy::PolicyEdit> out;
    if (fine && (m_what == What::Add || edit.rule != m_item.rule)) {
        out.push_back(edit);
    }
    if (fine && m_what == What::Change && key() != m_item.key) {
        edit.kind = Kind::Move;
        edit.to = key();
        out.push_back(edit);
    }
    return out;
}

void EditDialog::ask() {
    const auto wanted = edits();
    m_ready = false;
    m_write->setEnabled(false);
    if (wanted.empty()) {
        ++m_asked;
        m_diff->clear();
        m_effect->setText(m_value->text().trimmed().isEmpty() ? tr("Fill in a value: what would change is shown here.") : tr("Nothing would change, or a port is no number."));
        m_trouble->setText({});
        return;
    }
    offThread(
        this, [makes = m_services.policyEditor, path = m_file.path, digest = m_file.digest, wanted] { return makes()->preview(path, digest, wanted); },
        [this, number = ++m_asked](const Result<api::EditPreview>& preview) {
            if (number == m_asked) {
                told(preview);
            }
        });
}

void EditDialog::told(const Result<api::EditPreview>& preview) {
    if (!preview) {
        m_trouble->setText(QString::fromStdString(preview.error().text()));
        m_diff->clear();
        m_effect->setText({});
        return;
    }
    QString lines;
    for (const QString& line : QString::fromStdString(preview->diff).split(QLatin1Char('\n'))) {
        lines += (lines.isEmpty() ? QString() : QStringLiteral("\n")) + shown(line.toStdString(), 2000);
    }
    m_diff->setPlainText(lines.trimmed());
    QStringList effect = words::changes(*preview);
    if (effect.isEmpty()) {
        effect << tr("What holds stays the same.");
    }
    if (const QString matched = words::matched(*preview); !matched.isEmpty()) {
        effect << matched;
    }
    m_effect->setText(effect.join(QLatin1Char('\n')));
    m_trouble->setText({});
    m_ready = true;
    m_write->setEnabled(true);
}

QString EditDialog::diff() const { return m_diff->toPlainText(); }
QString EditDialog::trouble() const { return m_trouble->text(); }
QString EditDialog::effect() const { return m_effect->text(); }
bool EditDialog::canWrite() const { return m_ready; }

void EditDialog::write() {
    if (!m_ready) {
        return;
    }
    m_ready = false;
    m_write->setEnabled(false);
    offThread(
        this, [makes = m_services.policyEditor, path = m_file.path, digest = m_file.digest, wanted = edits()] { return makes()->write(path, digest, wanted); },
        [this](const Result<api::EditableFile>& file) {
            if (!file) {
                m_trouble->setText(QString::fromStdString(file.error().text()));
                return;
            }
            emit written();
            accept();
        });
}

} // namespace leadglass::app
