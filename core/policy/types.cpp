#include "core/policy/types.h"

namespace leadglass::policy {

const char* layerName(Layer layer) {
    switch (layer) {
    case Layer::Base: return "base";
    case Layer::Profile: return "profile";
    case Layer::Grant: return "grant";
    case Layer::Project: return "project";
    case Layer::Run: return "run";
    case Layer::Bundle: return "bundle";
    }
    return "unknown";
}

std::string describe(const Origin& origin) {
    return origin.line > 0 ? origin.file + ":" + std::to_string(origin.line) : origin.file;
}

const char* verdictName(Verdict verdict) {
    switch (verdict) {
    case Verdict::Deny: return "deny";
    case Verdict::Ask: return "ask";
    case Verdict::Allow: return "allow";
    }
    return "deny";
}

const char* scanModeName(ScanMode mode) {
    switch (mode) {
    case ScanMode::Off: return "off";
    case ScanMode::Flag: return "flag";
    case ScanMode::Redact: return "redact";
    case ScanMode::Block: return "block";
    }
    return "block";
}

const char* workspaceModeName(WorkspaceMode mode) {
    switch (mode) {
    case WorkspaceMode::Overlay: return "overlay";
    case WorkspaceMode::Copy: return "copy";
    case WorkspaceMode::Direct: return "direct";
    case WorkspaceMode::ReadOnly: return "readonly";
    case WorkspaceMode::Scratch: return "scratch";
    }
    return "overlay";
}

std::optional<WorkspaceMode> workspaceModeNamed(std::string_view name) {
    using enum WorkspaceMode;
    for (const WorkspaceMode mode : {Overlay, Copy, Direct, ReadOnly, Scratch}) {
        if (name == workspaceModeName(mode)) {
            return mode;
        }
    }
    return std::nullopt;
}

const char* workspaceModeMeaning(WorkspaceMode mode) {
    switch (mode) {
    case WorkspaceMode::Overlay: return "changes are kept aside until you apply them";
    case WorkspaceMode::Copy: return "the run works on a copy; changes are kept aside until you apply them";
    case WorkspaceMode::Direct: return "changes are made in the project at once; protected paths cannot be changed";
    case WorkspaceMode::ReadOnly: return "the project can be read, and nothing in it written";
    case WorkspaceMode::Scratch: return "an empty directory in the project's place, gone when the run ends";
    }
    return "";
}

} // namespace leadglass::policy
