// The host that is asked for, large, with the part that says whose it is in bold: "cdn.example.org : 443". Wraps
// anywhere, so that no end of a long name is hidden.
#pragma once

#include <QTextLayout>
#include <QWidget>

namespace leadglass::app {

class HostLabel : public QWidget {
    Q_OBJECT
public:
    explicit HostLabel(QWidget* parent = nullptr);

    // All of it fit for a screen. `owner`: the end of `host` that is registered by somebody; empty for an address.
    void setHost(const QString& host, const QString& owner, const QString& rest);
    [[nodiscard]] QString text() const { return m_text; }

    [[nodiscard]] QSize sizeHint() const override;
    [[nodiscard]] bool hasHeightForWidth() const override { return true; }
    [[nodiscard]] int heightForWidth(int width) const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    int layOut(QTextLayout& layout, int width) const; // the height
    [[nodiscard]] QFont large() const;
    QString m_text;
    int m_boldFrom = 0;
    int m_boldLength = 0;
};

} // namespace leadglass::app
