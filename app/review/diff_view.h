// What one change does to a file: in one or in two columns, as pictures, or in words where there is nothing to read.
//
// Read and made ready off the window's thread. A long one waits behind a gate until it is asked for; asked for once, it
// stays open for as long as this view lives. Of a change in conflict it shows, too, what either side did to the file that
// the run began with, or says why that is not to be had.
#pragma once

#include <QWidget>

#include <array>
#include <memory>
#include <optional>
#include <set>

#include "app/bridge/services.h"
#include "app/review/diff_text.h"
#include "app/review/picture.h"

class QCheckBox;
class QComboBox;
class QLabel;
class QSplitter;
class QStackedWidget;
class QToolButton;

namespace leadglass::app {

class DiffPane;
class PlainLabel;

class DiffView : public QWidget {
    Q_OBJECT
public:
    static constexpr std::size_t kGateRows = 3000;
    static constexpr std::size_t kGateBytes = 1U << 20U;

    explicit DiffView(Maker<api::ReviewService> makes, QWidget* parent = nullptr);

    void showChange(const std::string& run, const api::ChangeItem& change);
    void showText(const QString& text); // instead of a diff
    bool stepHunk(int by);
    void setSideBySide(bool on);
    // Of the hunks that can be taken without the others, as core/api names them; empty: none, or not read yet.
    [[nodiscard]] std::vector<std::string> hunkNames() const;
    // Which of them are taken; empty: there is nothing to choose.
    void setTaken(std::vector<bool> taken);
    [[nodiscard]] int currentHunk() const; // -1: none
    // Nothing is being read any more.
    [[nodiscard]] bool isReady() const { return m_ready; }
    [[nodiscard]] QString shownText() const; // of what is visible: for tests
    // Widgets that take the keys of a reader.
    [[nodiscard]] std::vector<QWidget*> readers() const;

signals:
    void ready();
    void hunkClicked(int hunk); // to be taken, or left

private:
    struct Compared {
        DiffText diff;
        DiffColumns columns;
        QString text, before, after; // joined rows
        std::size_t bytes = 0;
    };
    // What is compared with what: in conflict there are three versions.
    enum Sides { HostAndRun, BaseAndHost, BaseAndRun, AllSides };
    struct Content {
        std::array<Compared, AllSides> compared;
        bool conflict = false;
        bool pictures = false;
        Picture left, right;
    };
    static std::shared_ptr<Content> read(api::ReviewService& service, const std::string& run, const api::ChangeItem& change);
    void take(const std::shared_ptr<Content>& content, const api::ChangeItem& change);
    static Compared comparedOf(const std::string& diff);
    [[nodiscard]] const Compared& now() const { return m_content->compared[static_cast<std::size_t>(m_sides)]; }
    [[nodiscard]] std::string gateKey() const { return m_key + static_cast<char>('0' + m_sides); }
    void readNext();
    void present();
    void say(const QString& text);
    void updateBar();
    [[nodiscard]] QWidget* makeBar();
    [[nodiscard]] QWidget* makeGate();
    [[nodiscard]] QWidget* makeColumns();
    [[nodiscard]] QWidget* makePictures();

    Maker<api::ReviewService> m_makes;
    std::shared_ptr<Content> m_content;
    std::string m_key; // run and path
    std::set<std::string> m_opened; // gates
    std::optional<std::pair<std::string, api::ChangeItem>> m_next;
    quint64 m_generation = 0;
    bool m_reading = false;
    bool m_ready = true;
    bool m_sideBySide = false;
    Sides m_sides = HostAndRun;
    std::vector<bool> m_taken;

    QWidget* m_bar;
    QToolButton* m_both;
    QWidget* m_takeRow;
    QCheckBox* m_take;
    QLabel* m_takenCount;
    QComboBox* m_compare;
    QLabel *m_beforeTitle, *m_afterTitle;
    QLabel* m_counts;
    QStackedWidget* m_stack;
    PlainLabel* m_message;
    PlainLabel* m_gateText;
    DiffPane *m_unified, *m_before, *m_after;
    PictureView *m_left, *m_right;
    QLabel *m_leftCaption, *m_rightCaption;
    QWidget *m_messagePage, *m_gatePage, *m_columnsPage, *m_picturesPage;
};

} // namespace leadglass::app
