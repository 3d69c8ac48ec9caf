// PolicyEditor over this machine's files, in this process.
#pragma once

#include "core/api/policy_editor.h"
#include "core/base/places.h"

namespace leadglass::session {

class LocalPolicyEditor final : public api::PolicyEditor {
public:
    explicit LocalPolicyEditor(Places places) : m_places(std::move(places)) {}
    Result<std::vector<std::string>> profiles() override;
    Result<std::vector<api::EditableFile>> files(const api::PolicyQuery& query) override;
    Result<api::EditPreview> preview(const std::string& path, const std::string& digest, const std::vector<policy::PolicyEdit>& edits) override;
    Result<api::EditableFile> write(const std::string& path, const std::string& digest, const std::vector<policy::PolicyEdit>& edits) override;
    Result<std::string> makeOwn(const std::string& name, const std::string& parent) override;
    Result<std::string> makeProject(const std::string& project) override;

private:
    Places m_places;
};

} // namespace leadglass::session
