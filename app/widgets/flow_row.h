// Widgets in a row that goes on in a further one where there is no room: it is as narrow as the widest of them.
#pragma once

#include <QLayout>

#include <vector>

namespace leadglass::app {

class FlowRow : public QLayout {
    Q_OBJECT
public:
    // The rows end where the text ends, for what is decided; else they begin where it begins.
    explicit FlowRow(Qt::Alignment side = Qt::AlignLeading);
    ~FlowRow() override;

    void addItem(QLayoutItem* item) override; // taken over
    [[nodiscard]] int count() const override { return static_cast<int>(m_items.size()); }
    [[nodiscard]] QLayoutItem* itemAt(int index) const override;
    QLayoutItem* takeAt(int index) override;
    [[nodiscard]] Qt::Orientations expandingDirections() const override { return Qt::Horizontal; }
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;
    [[nodiscard]] QSize sizeHint() const override; // all in one row
    [[nodiscard]] QSize minimumSize() const override;
    void setGeometry(const QRect& rect) override;

private:
    int place(const QRect& rect, bool move) const; // the height that it takes
    [[nodiscard]] int gap() const;

    bool m_trailing;
    std::vector<QLayoutItem*> m_items;
};

} // namespace leadglass::app
