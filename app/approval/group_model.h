// The rows of a burst: each a question of its own, with its own tick. Rows keep their order, new ones come at the end, and
// nothing is ticked but by the person: what an answer to a row would grant has changed where its digest has, so its tick goes.
#pragma once

#include <QAbstractTableModel>

#include <functional>
#include <optional>
#include <vector>

#include "core/api/approval_service.h"

namespace leadglass::app {

class GroupModel : public QAbstractTableModel {
    Q_OBJECT
public:
    enum Column { Host, Risk, Why, Attempts, kColumns };
    struct Row {
        api::PendingQuestion question;
        std::optional<api::QuestionContext> context; // not known yet: taken for dangerous
        bool ticked = false;
        [[nodiscard]] bool isDangerous() const { return !context || context->risk == api::Risk::Dangerous; }
    };
    // `mayTick`: asked before each tick.
    explicit GroupModel(std::function<bool()> mayTick, QObject* parent = nullptr);

    // The questions of one burst as they are now. True: rows came, went or mean something else.
    bool setQuestions(const std::vector<api::PendingQuestion>& questions);
    // What is known besides of the questions with these ids, in their order.
    void setContexts(const std::vector<std::string>& ids, const std::vector<api::QuestionContext>& contexts);
    [[nodiscard]] const std::vector<Row>& rows() const { return m_rows; }
    [[nodiscard]] int ticked() const;

    [[nodiscard]] int rowCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] int columnCount(const QModelIndex& parent = {}) const override;
    [[nodiscard]] QVariant data(const QModelIndex& index, int role) const override;
    bool setData(const QModelIndex& index, const QVariant& value, int role) override;
    [[nodiscard]] QVariant headerData(int section, Qt::Orientation orientation, int role) const override;
    [[nodiscard]] Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    void ticksChanged();

private:
    [[nodiscard]] QString words(const Row& row, int column) const;

    std::function<bool()> m_mayTick;
    std::vector<Row> m_rows;
};

} // namespace leadglass::app
