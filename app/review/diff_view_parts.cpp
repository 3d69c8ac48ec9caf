// What a diff view is put together from.
#include <QCheckBox>
#include <QComboBox>
#include <QHBoxLayout>
#include <QLabel>
#include <QPushButton>
#include <QScrollBar>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include "app/review/diff_pane.h"
#include "app/review/diff_view.h"
#include "app/widgets/plain_label.h"

namespace leadglass::app {
namespace {

QToolButton* tool(Qt::ArrowType arrow, const QString& name) {
    auto* out = new QToolButton;
    out->setArrowType(arrow);
    out->setAutoRaise(true);
    out->setToolTip(name);
    out->setAccessibleName(name);
    return out;
}

} // namespace

QWidget* DiffView::makeBar() {
    auto* bar = new QWidget;
    auto* rows = new QVBoxLayout(bar);
    rows->setContentsMargins(0, 0, 0, 0);
    auto* layout = new QHBoxLayout;
    rows->addLayout(layout);
    m_counts = new QLabel;
    m_counts->setTextFormat(Qt::PlainText);
    auto* previous = tool(Qt::UpArrow, tr("Previous place (P)"));
    auto* next = tool(Qt::DownArrow, tr("Next place (N)"));
    m_both = new QToolButton;
    m_both->setText(tr("Side by side"));
    m_both->setCheckable(true);
    //: A box: whether the place of the file at which the cursor is will be written to the project
    m_take = new QCheckBox(tr("Take this place"));
    m_take->setToolTip(tr("Write this place of the file to the project (Space in the text)"));
    m_compare = new QComboBox;
    m_compare->setAccessibleName(tr("What is compared"));
    //: What is compared with what, of a file that a person and a run changed both; short
    m_compare->addItems({tr("Yours, and the run's"), tr("What you changed"), tr("What the run changed")});
    layout->addWidget(m_compare);
    layout->addWidget(m_counts);
    layout->addStretch(1);
    m_takenCount = new QLabel;
    m_takenCount->setTextFormat(Qt::PlainText);
    m_takeRow = new QWidget;
    auto* take = new QHBoxLayout(m_takeRow);
    take->setContentsMargins(0, 0, 0, 0);
    take->addWidget(m_take);
    take->addWidget(m_takenCount);
    take->addStretch(1);
    rows->addWidget(m_takeRow);
    for (auto* button : {previous, next, m_both}) {
        layout->addWidget(button);
    }
    connect(previous, &QToolButton::clicked, this, [this] { stepHunk(-1); });
    connect(next, &QToolButton::clicked, this, [this] { stepHunk(1); });
    connect(m_compare, &QComboBox::activated, this, [this](int at) {
        m_sides = static_cast<Sides>(at);
        present();
    });
    connect(m_take, &QCheckBox::clicked, this, [this] { emit hunkClicked(currentHunk()); });
    connect(m_both, &QToolButton::toggled, this, &DiffView::setSideBySide);
    return bar;
}

QWidget* DiffView::makeGate() {
    auto* page = new QWidget;
    auto* layout = new QVBoxLayout(page);
    m_gateText = new PlainLabel;
    auto* open = new QPushButton(tr("Show all the same"));
    open->setAutoDefault(false);
    layout->addWidget(m_gateText);
    layout->addWidget(open, 0, Qt::AlignLeft);
    layout->addStretch(1);
    connect(open, &QPushButton::clicked, this, [this] {
        m_opened.insert(gateKey());
        present();
    });
    return page;
}

QWidget* DiffView::makeColumns() {
    auto* splitter = new QSplitter;
    splitter->setChildrenCollapsible(false);
    splitter->setLayoutDirection(Qt::LeftToRight);
    const auto column = [&](DiffPane*& pane, QLabel*& label, DiffPane::Numbers numbers, const QString& title) {
        auto* half = new QWidget;
        auto* layout = new QVBoxLayout(half);
        layout->setContentsMargins(0, 0, 0, 0);
        layout->addWidget(label = new QLabel(title));
        pane = new DiffPane(numbers);
        pane->setAccessibleName(title);
        layout->addWidget(pane, 1);
        splitter->addWidget(half);
    };
    column(m_before, m_beforeTitle, DiffPane::Numbers::Before, tr("In the project now"));
    column(m_after, m_afterTitle, DiffPane::Numbers::After, tr("The run's version"));
    for (const auto& [one, other] : {std::pair(m_before, m_after), std::pair(m_after, m_before)}) {
        connect(one->verticalScrollBar(), &QScrollBar::valueChanged, other->verticalScrollBar(), &QScrollBar::setValue);
        connect(one->horizontalScrollBar(), &QScrollBar::valueChanged, other->horizontalScrollBar(), &QScrollBar::setValue);
    }
    return splitter;
}

QWidget* DiffView::makePictures() {
    auto* page = new QWidget;
    page->setLayoutDirection(Qt::LeftToRight);
    auto* layout = new QHBoxLayout(page);
    layout->setContentsMargins(0, 0, 0, 0);
    const auto half = [&](PictureView*& view, QLabel*& caption, const QString& title) {
        auto* column = new QVBoxLayout;
        column->addWidget(new QLabel(title));
        view = new PictureView;
        view->setAccessibleName(title);
        caption = new QLabel;
        caption->setTextFormat(Qt::PlainText);
        caption->setWordWrap(true);
        column->addWidget(view, 1);
        column->addWidget(caption);
        layout->addLayout(column, 1);
    };
    half(m_left, m_leftCaption, tr("In the project now"));
    half(m_right, m_rightCaption, tr("The run's version"));
    return page;
}

} // namespace leadglass::app
