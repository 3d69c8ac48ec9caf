// Trust: supervisor <-> leadglass-keyring, which reads what other programs of the person put into a keyring.
// Privilege: none; encoding only. A request to set and an answer to find hold a value: both are SecretBytes.
// Input: one request, one answer, each at most SecretBytes::kMax bytes; texts are bounded below.
// Fails: what is not exact is refused; nothing is guessed.
//
// What is said over the standard input and output of leadglass-keyring.
#pragma once

#include <cstdint>
#include <map>
#include <string>
#include <vector>

#include "core/base/result.h"
#include "core/base/secret_bytes.h"

namespace leadglass::secrets {

constexpr const char* kKeyringProgram = "leadglass-keyring";
constexpr std::size_t kMaxKeyringItems = 512;
constexpr std::size_t kMaxAttributes = 16;
constexpr std::size_t kMaxAttribute = 255; // bytes of a name or a value
constexpr std::size_t kMaxDetail = 300;

struct KeyringRequest {
    enum class Op : std::uint8_t { Find = 1, Set, Remove, List };
    Op op = Op::Find;
    std::uint32_t seconds = 60; // that a person has for a prompt; 0: no prompt, a locked keyring is an error
    std::string name;           // of an item of ours; empty with List or with `attributes`
    std::map<std::string, std::string> attributes; // Find: of an item of any program
    SecretBytes value;          // Set
};

enum class KeyringState : std::uint8_t {
    Done = 0,
    NoBus,        // no session bus can be reached
    NoService,    // nobody on it offers the Secret Service
    NoCollection, // there is one, but no default collection
    Locked,       // and it stayed so: nobody may be asked, or the prompt was dismissed
    Unanswered,   // the prompt was not answered in time
    NotFound,
    Several,      // more than one item has these attributes
    TooLong,      // longer than kMaxValue, or empty
    Failed        // `detail`
};

struct KeyringItem {
    std::string name;
    std::uint64_t created = 0;  // seconds since the epoch
    std::uint64_t modified = 0;
    bool locked = false;
};

struct KeyringAnswer {
    KeyringState state = KeyringState::Failed;
    std::string detail;             // hostile; escaped by whoever shows it
    SecretBytes value;              // Find
    std::vector<KeyringItem> items; // List
    bool more = false;              // List: there are more than kMaxKeyringItems
};

Result<SecretBytes> encode(const KeyringRequest& request);
Result<SecretBytes> encode(const KeyringAnswer& answer);
Result<KeyringRequest> decodeKeyringRequest(std::string_view bytes);
Result<KeyringAnswer> decodeKeyringAnswer(std::string_view bytes);

} // namespace leadglass::secrets
