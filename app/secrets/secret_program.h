// Trust: what `leadglass secret` says: names, policies and histories of this person's, escaped there and here.
// Privilege: the person's; starts `leadglass`, which may ask a keyring, and so the person.
// Input: JSON and lines of text, at most kMostOutput.
// Fails: a program that is missing, silent for too long, or that says no JSON: an Error that says which.
//
// SecretService by the program beside us: a keyring's library and the stores stay out of the window's process. A value
// goes through a pipe, from memory that is wiped; no argument, no variable and no file has it.
//
// Each call waits for the program: for a thread of its own (app/bridge/off_thread.h). Where the app ends, so does the wait.
#pragma once

#include <QByteArray>
#include <QString>
#include <QStringList>

#include "core/api/secret_service.h"

namespace leadglass::app {

class SecretProgram final : public api::SecretService {
public:
    static constexpr qsizetype kMostOutput = 4 * 1024 * 1024;

    // `program`: of `leadglass`, absolute.
    explicit SecretProgram(const std::string& program) : m_program(QString::fromStdString(program)) {}

    Result<api::KeptSecrets> list() override;
    Status set(const std::string& name, api::SecretStore store, const SecretBytes& value) override;
    // Unsupported: that needs a terminal, or a browser, for minutes.
    Status signIn(const std::string& name, api::SecretStore store, const std::string& settings, const ShowCode& show) override;
    Result<api::SecretStore> remove(const std::string& name, std::optional<api::SecretStore> store) override;
    Result<api::SecretShape> test(const std::string& name, std::optional<api::SecretStore> store) override;

private:
    struct Said {
        QByteArray output;
        QStringList notices; // lines of standard error, without the program's name
    };
    // Where it ends with another status than 0, its last line is the Error.
    Result<Said> run(const QStringList& arguments, const SecretBytes* input = nullptr) const;

    QString m_program;
};

} // namespace leadglass::app
