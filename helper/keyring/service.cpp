#include "helper/keyring/service.h"

#include <libsecret/secret.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <condition_variable>
#include <cstdlib>
#include <memory>
#include <mutex>
#include <thread>
#include <vector>

#include "core/base/escape.h"
#include "core/secrets/source.h"
#include "core/secrets/store.h"

namespace leadglass::keyring {
namespace {

using secrets::KeyringAnswer;
using secrets::KeyringRequest;
using secrets::KeyringState;

constexpr const char* kApplication = "leadglass";

// What items of ours have. The label says what it is to a person who looks into the keyring.
const SecretSchema* schema() {
    static const SecretSchema kOurs = {"org.leadglass.Credential",
                                       SECRET_SCHEMA_NONE,
                                       {{"application", SECRET_SCHEMA_ATTRIBUTE_STRING}, {"name", SECRET_SCHEMA_ATTRIBUTE_STRING}, {nullptr, SECRET_SCHEMA_ATTRIBUTE_STRING}},
                                       0, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr, nullptr};
    return &kOurs;
}

template <auto Free>
struct Freed {
    template <class T>
    void operator()(T* each) const { Free(each); }
};
template <class T, auto Free>
using Held = std::unique_ptr<T, Freed<Free>>;
using Attributes = Held<GHashTable, g_hash_table_unref>;
using Service = Held<SecretService, g_object_unref>;
using Item = Held<SecretItem, g_object_unref>;
using Value = Held<SecretValue, secret_value_unref>;

class Failure {
public:
    ~Failure() { g_clear_error(&m_error); }
    GError** out() {
        g_clear_error(&m_error);
        return &m_error;
    }
    [[nodiscard]] bool any() const { return m_error != nullptr; }
    [[nodiscard]] bool cancelled() const { return g_error_matches(m_error, G_IO_ERROR, G_IO_ERROR_CANCELLED) != 0; }
    [[nodiscard]] bool noService() const {
        return g_error_matches(m_error, G_DBUS_ERROR, G_DBUS_ERROR_SERVICE_UNKNOWN) != 0 || g_error_matches(m_error, G_DBUS_ERROR, G_DBUS_ERROR_NAME_HAS_NO_OWNER) != 0 ||
               g_error_matches(m_error, G_DBUS_ERROR, G_DBUS_ERROR_SPAWN_SERVICE_NOT_FOUND) != 0;
    }
    [[nodiscard]] bool locked() const { return g_error_matches(m_error, SECRET_ERROR, SECRET_ERROR_IS_LOCKED) != 0; }
    [[nodiscard]] std::string words() const {
        std::string text = m_error != nullptr && m_error->message != nullptr ? m_error->message : "";
        text.resize(std::min(text.size(), secrets::kMaxDetail));
        return text;
    }

private:
    GError* m_error = nullptr;
};

KeyringAnswer stateOf(KeyringState state, std::string detail = {}) {
    KeyringAnswer out;
    out.state = state;
    out.detail = std::move(detail);
    return out;
}

// What is called stops, and a prompt goes away, once the person's time is over.
class Limit {
public:
    explicit Limit(std::uint32_t seconds) : m_cancel(g_cancellable_new()) {
        m_thread = std::thread([this, seconds] {
            std::unique_lock lock(m_mutex);
            // Without a prompt there is nobody to wait for, but a service may still hang.
            constexpr std::uint32_t kService = 20;
            if (!m_over.wait_for(lock, std::chrono::seconds(seconds == 0 ? kService : seconds), [this] { return m_done; })) {
                g_cancellable_cancel(m_cancel);
            }
        });
    }
    ~Limit() {
        {
            const std::lock_guard lock(m_mutex);
            m_done = true;
        }
        m_over.notify_all();
        m_thread.join();
        g_object_unref(m_cancel);
    }
    Limit(const Limit&) = delete;
    Limit& operator=(const Limit&) = delete;
    [[nodiscard]] GCancellable* get() const { return m_cancel; }

private:
    GCancellable* m_cancel;
    std::thread m_thread;
    std::mutex m_mutex;
    std::condition_variable m_over;
    bool m_done = false;
};

class Keyring {
public:
    Keyring(const KeyringRequest& request, const Limit& limit) : m_request(request), m_limit(limit) {}

    KeyringAnswer serve() {
        if (auto bad = open(); bad.state != KeyringState::Done) {
            return bad;
        }
        switch (m_request.op) {
        case KeyringRequest::Op::Find: return find();
        case KeyringRequest::Op::Set: return set();
        case KeyringRequest::Op::Remove: return remove();
        case KeyringRequest::Op::List: break;
        }
        return list();
    }

private:
    KeyringAnswer failed() {
        if (m_failure.cancelled()) {
            return stateOf(m_request.seconds == 0 ? KeyringState::Failed : KeyringState::Unanswered, m_request.seconds == 0 ? "it does not answer" : "");
        }
        return stateOf(m_failure.noService() ? KeyringState::NoService : m_failure.locked() ? KeyringState::Locked : KeyringState::Failed, m_failure.words());
    }

    // glib would start a bus of its own where there is none: nobody is on that.
    static bool busIsNamed() {
        const char* address = std::getenv("DBUS_SESSION_BUS_ADDRESS");
        const char* runtime = std::getenv("XDG_RUNTIME_DIR");
        return (address != nullptr && *address != '\0') || (runtime != nullptr && ::access((std::string(runtime) + "/bus").c_str(), F_OK) == 0);
    }

    KeyringAnswer open() {
        if (!busIsNamed()) {
            return stateOf(KeyringState::NoBus);
        }
        m_bus.reset(g_bus_get_sync(G_BUS_TYPE_SESSION, m_limit.get(), m_failure.out()));
        if (!m_bus) {
            return stateOf(m_failure.cancelled() ? KeyringState::Failed : KeyringState::NoBus, m_failure.words());
        }
        g_dbus_connection_set_exit_on_close(m_bus.get(), FALSE);
        m_service.reset(secret_service_get_sync(static_cast<SecretServiceFlags>(SECRET_SERVICE_OPEN_SESSION), m_limit.get(), m_failure.out()));
        return m_service ? stateOf(KeyringState::Done) : failed();
    }

    [[nodiscard]] Attributes attributes() const {
        Attributes out(g_hash_table_new_full(g_str_hash, g_str_equal, g_free, g_free));
        const auto put = [&](const std::string& key, const std::string& value) { g_hash_table_insert(out.get(), g_strdup(key.c_str()), g_strdup(value.c_str())); };
        for (const auto& [key, value] : m_request.attributes) {
            put(key, value);
        }
        if (m_request.attributes.empty()) {
            put("application", kApplication);
            if (!m_request.name.empty()) {
                put("name", m_request.name);
            }
        }
        return out;
    }

    std::vector<Item> search() {
        const auto wanted = attributes();
        std::vector<Item> out;
        GList* found = secret_service_search_sync(m_service.get(), nullptr, wanted.get(), SECRET_SEARCH_ALL, m_limit.get(), m_failure.out());
        for (GList* each = found; each != nullptr; each = each->next) {
            out.emplace_back(SECRET_ITEM(each->data));
        }
        g_list_free(found);
        return out;
    }

    bool unlock(GList* objects) {
        GList* unlocked = nullptr;
        const int count = secret_service_unlock_sync(m_service.get(), objects, m_limit.get(), &unlocked, m_failure.out());
        g_list_free_full(unlocked, g_object_unref);
        return count > 0;
    }

    // A locked keyring may not even say what it has: opened, and asked again. False: nothing more can be opened.
    bool unlockAll() {
        if (!secret_service_load_collections_sync(m_service.get(), m_limit.get(), m_failure.out())) {
            return false;
        }
        GList* all = secret_service_get_collections(m_service.get());
        GList* locked = nullptr;
        for (GList* each = all; each != nullptr; each = each->next) {
            if (secret_collection_get_locked(SECRET_COLLECTION(each->data)) != 0) {
                locked = g_list_append(locked, each->data);
            }
        }
        m_anyLocked = locked != nullptr;
        const bool done = locked != nullptr && m_request.seconds != 0 && unlock(locked);
        g_list_free(locked);
        g_list_free_full(all, g_object_unref);
        return done;
    }

    bool open(SecretItem* item) {
        if (secret_item_get_locked(item) == 0) {
            return true;
        }
        if (m_request.seconds == 0) {
            return false;
        }
        GList one{item, nullptr, nullptr};
        return unlock(&one);
    }

    // The one item that is meant.
    KeyringAnswer one(Item& out) {
        auto found = search();
        if (m_failure.any()) {
            return failed();
        }
        if (found.empty()) {
            const bool opened = unlockAll();
            if (m_failure.any()) {
                return failed();
            }
            if (!opened) {
                return stateOf(m_anyLocked ? KeyringState::Locked : KeyringState::NotFound);
            }
            found = search();
        }
        if (m_failure.any()) {
            return failed();
        }
        if (found.empty()) {
            return stateOf(KeyringState::NotFound);
        }
        if (found.size() > 1) {
            return stateOf(KeyringState::Several);
        }
        if (!open(found[0].get())) {
            return m_failure.any() ? failed() : stateOf(KeyringState::Locked);
        }
        out = std::move(found[0]);
        return stateOf(KeyringState::Done);
    }

    KeyringAnswer find() {
        Item item;
        if (auto bad = one(item); bad.state != KeyringState::Done) {
            return bad;
        }
        if (!secret_item_load_secret_sync(item.get(), m_limit.get(), m_failure.out())) {
            return failed();
        }
        const Value value(secret_item_get_secret(item.get()));
        if (!value) {
            return stateOf(KeyringState::Locked);
        }
        gsize size = 0;
        const gchar* bytes = secret_value_get(value.get(), &size);
        if (size == 0 || size > secrets::kMaxValue) {
            return stateOf(KeyringState::TooLong);
        }
        auto copy = SecretBytes::copyOf({bytes, size});
        if (!copy) {
            return stateOf(KeyringState::Failed, copy.error().text());
        }
        auto out = stateOf(KeyringState::Done);
        out.value = std::move(*copy);
        return out;
    }

    KeyringAnswer set() {
        // Without one the service is not asked to make it: a person would have to think of a password.
        const Held<SecretCollection, g_object_unref> collection(
            secret_collection_for_alias_sync(m_service.get(), SECRET_COLLECTION_DEFAULT, SECRET_COLLECTION_NONE, m_limit.get(), m_failure.out()));
        if (!collection) {
            return m_failure.any() ? failed() : stateOf(KeyringState::NoCollection);
        }
        if (secret_collection_get_locked(collection.get()) != 0) {
            GList one{collection.get(), nullptr, nullptr};
            if (m_request.seconds == 0 || !unlock(&one)) {
                return m_failure.any() ? failed() : stateOf(KeyringState::Locked);
            }
        }
        const auto before = search();
        if (m_failure.any()) {
            return failed();
        }
        const auto bytes = m_request.value.reveal();
        const Value value(secret_value_new(bytes.data(), static_cast<gssize>(bytes.size()), "text/plain"));
        // A new value for one that is there: KeePassXC asks a person before an item is replaced by another.
        if (before.size() == 1 && open(before[0].get())) {
            return secret_item_set_secret_sync(before[0].get(), value.get(), m_limit.get(), m_failure.out()) ? stateOf(KeyringState::Done) : failed();
        }
        const Item item(secret_item_create_sync(collection.get(), schema(), attributes().get(), ("Leadglass: " + m_request.name).c_str(), value.get(),
                                                SECRET_ITEM_CREATE_REPLACE, m_limit.get(), m_failure.out()));
        return item ? stateOf(KeyringState::Done) : failed();
    }

    // All of that name: after it there is none.
    KeyringAnswer remove() {
        auto found = search();
        if (!m_failure.any() && found.empty()) {
            Item item;
            if (auto bad = one(item); bad.state != KeyringState::Done) {
                return bad;
            }
            found.push_back(std::move(item));
        }
        for (const auto& item : found) {
            if (!open(item.get())) {
                return m_failure.any() ? failed() : stateOf(KeyringState::Locked);
            }
            if (!secret_item_delete_sync(item.get(), m_limit.get(), m_failure.out())) {
                return failed();
            }
        }
        return m_failure.any() ? failed() : stateOf(KeyringState::Done);
    }

    KeyringAnswer list() {
        const auto found = search();
        if (m_failure.any()) {
            return failed();
        }
        auto out = stateOf(KeyringState::Done);
        for (const auto& each : found) {
            const Attributes have(secret_item_get_attributes(each.get()));
            const auto* name = have ? static_cast<const char*>(g_hash_table_lookup(have.get(), "name")) : nullptr;
            if (name == nullptr || !secrets::checkName(name)) {
                continue; // of another program that calls itself by our name
            }
            if (out.items.size() == secrets::kMaxKeyringItems) {
                out.more = true;
                break;
            }
            out.items.push_back({name, secret_item_get_created(each.get()), secret_item_get_modified(each.get()), secret_item_get_locked(each.get()) != 0});
        }
        std::sort(out.items.begin(), out.items.end(), [](const auto& a, const auto& b) { return a.name < b.name; });
        return out;
    }

    const KeyringRequest& m_request;
    const Limit& m_limit;
    Failure m_failure;
    Held<GDBusConnection, g_object_unref> m_bus;
    Service m_service;
    bool m_anyLocked = false;
};

} // namespace

KeyringAnswer serve(const KeyringRequest& request) {
    const Limit limit(request.seconds);
    return Keyring(request, limit).serve();
}

} // namespace leadglass::keyring
