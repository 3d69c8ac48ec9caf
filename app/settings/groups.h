// The groups of the page Settings. Each shows the choices as they are, also when they change elsewhere, and keeps what is set
// at once: there is nothing to save.
#pragma once

#include <QDateTime>
#include <QGroupBox>

#include <vector>

#include "app/bridge/services.h"
#include "app/settings/autostart.h"
#include "app/settings/settings.h"

class QCheckBox;
class QComboBox;
class QListWidget;
class QPushButton;

namespace leadglass::app {

class ChordEdit;
class PlainLabel;

class NoticesGroup : public QGroupBox {
    Q_OBJECT
public:
    explicit NoticesGroup(Settings& settings, QWidget* parent = nullptr); // borrowed, here and below
};

// For how long nothing is asked (desktop/desk.h): whoever is connected does it, and says until when.
class QuietGroup : public QGroupBox {
    Q_OBJECT
public:
    explicit QuietGroup(QWidget* parent = nullptr);
    void setUntil(const QDateTime& until); // not valid: what is asked comes up

signals:
    void wanted(int minutes); // 0: ask again

private:
    PlainLabel* m_state;
    std::vector<QPushButton*> m_begin;
    QPushButton* m_end;
};

class SilencesGroup : public QGroupBox {
    Q_OBJECT
public:
    explicit SilencesGroup(Settings& settings, QWidget* parent = nullptr);

private:
    void retell();
    void clear(bool all);
    Settings& m_settings;
    QListWidget* m_list;
    PlainLabel* m_none;
    QPushButton* m_one;
    QPushButton* m_all;
};

class AnswersGroup : public QGroupBox {
    Q_OBJECT
public:
    explicit AnswersGroup(Settings& settings, QWidget* parent = nullptr);
    // Why the last chord was not taken; empty: it was.
    [[nodiscard]] QString trouble() const;

private:
    void retell();
    void take(bool allow);
    Settings& m_settings;
    ChordEdit* m_deny;
    ChordEdit* m_allow;
    QCheckBox* m_arms;
    PlainLabel* m_trouble;
};

class StartGroup : public QGroupBox {
    Q_OBJECT
public:
    StartGroup(Settings& settings, const Autostart& autostart, QWidget* parent = nullptr);

signals:
    void welcomeWanted();

private:
    void retell();
    void setAutostart(bool on);
    Settings& m_settings;
    Autostart m_file;
    QCheckBox* m_autostart;
    PlainLabel* m_trouble;
    QComboBox* m_language;
    QComboBox* m_terminal;
};

class HistoryGroup : public QGroupBox {
    Q_OBJECT
public:
    explicit HistoryGroup(const Services& services, QWidget* parent = nullptr);
    // Where it is, and how large by now.
    void look();
    void prune(); // asks first

private:
    void confirm(const api::PruneRequest& request, const api::PruneResult& would);
    void doPrune(api::PruneRequest request);
    void say(const QString& text);
    Services m_services;
    PlainLabel* m_where;
    QComboBox* m_age;
    QPushButton* m_prune;
    PlainLabel* m_result;
};

} // namespace leadglass::app
