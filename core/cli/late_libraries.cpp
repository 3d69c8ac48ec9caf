#include "core/cli/late_libraries.h"

#include <dlfcn.h>
#include <unistd.h>

#include <cstdarg>
#include <cstdio>

// The stubs must not get into the way of the libraries' own calls of these names.
#pragma GCC visibility push(hidden)
#include <idn2.h>
#include <libpsl.h>
#include <nettle/base64.h>
#include <nettle/hmac.h>
#include <nettle/sha1.h>
#include <nettle/sha2.h>
#include <sqlite3.h>
#include <zlib.h>
#pragma GCC visibility pop

namespace {

// LEADGLASS_SONAME_...: of what was found for the build (CMakeLists.txt).
class Library {
public:
    explicit Library(const char* name) : m_handle(::dlopen(name, RTLD_NOW | RTLD_LOCAL)) {
        if (m_handle == nullptr) {
            giveUp();
        }
    }

    template <class Function>
    Function find(const char* name) const {
        void* found = ::dlsym(m_handle, name);
        if (found == nullptr) {
            giveUp();
        }
        return reinterpret_cast<Function>(found);
    }

private:
    [[noreturn]] static void giveUp() {
        constexpr int kSetup = 125;
        const char* why = ::dlerror();
        std::fprintf(stderr, "leadglass: a library that is needed cannot be loaded: %s (install it again)\n",
                     why != nullptr ? why : "no reason given");
        ::_exit(kSetup);
    }

    void* m_handle;
};

const Library& sqlite() {
    static const Library library(LEADGLASS_SONAME_SQLITE3);
    return library;
}
const Library& nettle() {
    static const Library library(LEADGLASS_SONAME_NETTLE);
    return library;
}
const Library& idn2() {
    static const Library library(LEADGLASS_SONAME_IDN2);
    return library;
}
const Library& psl() {
    static const Library library(LEADGLASS_SONAME_PSL);
    return library;
}
const Library& zlib() {
    static const Library library(LEADGLASS_SONAME_Z);
    return library;
}

} // namespace

namespace leadglass::cli {

void loadLateLibraries() {
    (void)sqlite();
    (void)nettle();
    (void)idn2();
    (void)psl();
    (void)zlib();
}

} // namespace leadglass::cli

// The headers above declare each of them: another signature does not compile.
#define LATE(library, result, name, parameters, arguments)                        \
    result name parameters {                                                      \
        static const auto real = library().find<decltype(&name)>(#name);          \
        return real arguments;                                                    \
    }

extern "C" {

LATE(sqlite, int, sqlite3_open_v2, (const char* file, sqlite3** db, int flags, const char* vfs), (file, db, flags, vfs))
LATE(sqlite, int, sqlite3_close_v2, (sqlite3 * db), (db))
LATE(sqlite, int, sqlite3_busy_timeout, (sqlite3 * db, int ms), (db, ms))
LATE(sqlite, void, sqlite3_progress_handler, (sqlite3 * db, int every, int (*handler)(void*), void* self), (db, every, handler, self))
LATE(sqlite, int, sqlite3_limit, (sqlite3 * db, int id, int value), (db, id, value))
LATE(sqlite, int, sqlite3_errcode, (sqlite3 * db), (db))
LATE(sqlite, const char*, sqlite3_errstr, (int code), (code))
LATE(sqlite, int, sqlite3_system_errno, (sqlite3 * db), (db))
LATE(sqlite, int, sqlite3_get_autocommit, (sqlite3 * db), (db))
LATE(sqlite, int, sqlite3_file_control, (sqlite3 * db, const char* name, int op, void* value), (db, name, op, value))
LATE(sqlite, int, sqlite3_wal_checkpoint_v2, (sqlite3 * db, const char* name, int mode, int* log, int* done), (db, name, mode, log, done))
LATE(sqlite, int, sqlite3_exec, (sqlite3 * db, const char* sql, int (*each)(void*, int, char**, char**), void* self, char** error),
     (db, sql, each, self, error))
LATE(sqlite, int, sqlite3_prepare_v3, (sqlite3 * db, const char* sql, int size, unsigned flags, sqlite3_stmt** out, const char** rest),
     (db, sql, size, flags, out, rest))
LATE(sqlite, int, sqlite3_step, (sqlite3_stmt * statement), (statement))
LATE(sqlite, int, sqlite3_reset, (sqlite3_stmt * statement), (statement))
LATE(sqlite, int, sqlite3_finalize, (sqlite3_stmt * statement), (statement))
LATE(sqlite, int, sqlite3_bind_int64, (sqlite3_stmt * statement, int at, sqlite3_int64 value), (statement, at, value))
LATE(sqlite, int, sqlite3_bind_text64,
     (sqlite3_stmt * statement, int at, const char* text, sqlite3_uint64 size, void (*release)(void*), unsigned char encoding),
     (statement, at, text, size, release, encoding))
LATE(sqlite, int, sqlite3_bind_blob64,
     (sqlite3_stmt * statement, int at, const void* bytes, sqlite3_uint64 size, void (*release)(void*)),
     (statement, at, bytes, size, release))
LATE(sqlite, sqlite3_int64, sqlite3_column_int64, (sqlite3_stmt * statement, int column), (statement, column))
LATE(sqlite, const unsigned char*, sqlite3_column_text, (sqlite3_stmt * statement, int column), (statement, column))
LATE(sqlite, const void*, sqlite3_column_blob, (sqlite3_stmt * statement, int column), (statement, column))
LATE(sqlite, int, sqlite3_column_bytes, (sqlite3_stmt * statement, int column), (statement, column))
LATE(sqlite, int, sqlite3_column_type, (sqlite3_stmt * statement, int column), (statement, column))
LATE(sqlite, sqlite3_backup*, sqlite3_backup_init, (sqlite3 * to, const char* toName, sqlite3* from, const char* fromName),
     (to, toName, from, fromName))
LATE(sqlite, int, sqlite3_backup_step, (sqlite3_backup * backup, int pages), (backup, pages))
LATE(sqlite, int, sqlite3_backup_finish, (sqlite3_backup * backup), (backup))

// Of its many forms the one for switches.
int sqlite3_db_config(sqlite3* db, int option, ...) {
    static const auto real = sqlite().find<decltype(&sqlite3_db_config)>("sqlite3_db_config");
    va_list rest;
    va_start(rest, option);
    const int value = va_arg(rest, int);
    int* const out = va_arg(rest, int*);
    va_end(rest);
    return real(db, option, value, out);
}

LATE(nettle, void, nettle_sha256_init, (sha256_ctx * state), (state))
LATE(nettle, void, nettle_sha256_update, (sha256_ctx * state, size_t size, const uint8_t* bytes), (state, size, bytes))
LATE(nettle, void, nettle_sha256_digest, (sha256_ctx * state, size_t size, uint8_t* digest), (state, size, digest))
LATE(nettle, void, nettle_hmac_sha256_set_key, (hmac_sha256_ctx * state, size_t size, const uint8_t* key), (state, size, key))
LATE(nettle, void, nettle_hmac_sha256_update, (hmac_sha256_ctx * state, size_t size, const uint8_t* bytes), (state, size, bytes))
LATE(nettle, void, nettle_hmac_sha256_digest, (hmac_sha256_ctx * state, size_t size, uint8_t* digest), (state, size, digest))
LATE(nettle, void, nettle_sha1_init, (sha1_ctx * state), (state))
LATE(nettle, void, nettle_sha1_update, (sha1_ctx * state, size_t size, const uint8_t* bytes), (state, size, bytes))
LATE(nettle, void, nettle_sha1_digest, (sha1_ctx * state, size_t size, uint8_t* digest), (state, size, digest))
LATE(nettle, void, nettle_hmac_sha1_set_key, (hmac_sha1_ctx * state, size_t size, const uint8_t* key), (state, size, key))
LATE(nettle, void, nettle_hmac_sha1_update, (hmac_sha1_ctx * state, size_t size, const uint8_t* bytes), (state, size, bytes))
LATE(nettle, void, nettle_hmac_sha1_digest, (hmac_sha1_ctx * state, size_t size, uint8_t* digest), (state, size, digest))
LATE(nettle, void, nettle_base64_encode_raw, (char* to, size_t size, const uint8_t* bytes), (to, size, bytes))
LATE(nettle, void, nettle_base64_decode_init, (base64_decode_ctx * state), (state))
LATE(nettle, int, nettle_base64_decode_update, (base64_decode_ctx * state, size_t* written, uint8_t* to, size_t size, const char* text),
     (state, written, to, size, text))
LATE(nettle, int, nettle_base64_decode_final, (base64_decode_ctx * state), (state))

LATE(idn2, int, idn2_to_ascii_8z, (const char* name, char** ascii, int flags), (name, ascii, flags))
LATE(idn2, const char*, idn2_strerror, (int code), (code))
LATE(idn2, void, idn2_free, (void* memory), (memory))

LATE(psl, const psl_ctx_t*, psl_builtin, (), ())
LATE(psl, const char*, psl_registrable_domain, (const psl_ctx_t* list, const char* domain), (list, domain))

LATE(zlib, int, inflateInit_, (z_streamp stream, const char* version, int size), (stream, version, size))
LATE(zlib, int, inflate, (z_streamp stream, int flush), (stream, flush))
LATE(zlib, int, inflateEnd, (z_streamp stream), (stream))
LATE(zlib, uLong, crc32, (uLong sum, const Bytef* bytes, uInt size), (sum, bytes, size))

} // extern "C"
