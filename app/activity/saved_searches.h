// Trust: a file of the person's, which may be edited by hand, or by any program of theirs.
// Privilege: the person's; that one file.
// Input: JSON of at most kMostBytes: {"schema": 1, "searches": [{"name": ..., "search": ...}]}.
// Fails: what is not that is said with the file and the place, and is left as it is: nothing is saved over it.
//
// Searches of the history that a person gave a name. Read and written whole; on any thread, one at a time.
#pragma once

#include <QList>
#include <QString>

namespace leadglass::app {

struct SavedSearch {
    QString name;
    QString line; // as it is written into the search line
};

struct SavedSearches {
    static constexpr int kMost = 100;
    static constexpr int kLongestName = 80;      // characters
    static constexpr int kLongestLine = 2000;
    static constexpr qint64 kMostBytes = 1 << 20;

    QList<SavedSearch> all; // in the order in which they were saved
    QString error;          // names the file, the place and the way out; empty: none

    // No file yet: none.
    static SavedSearches read(const QString& file);
    // The same with one more, or another one of that name in its place; written. Where the file cannot be read or written: as it is, with the error.
    static SavedSearches add(const QString& file, const SavedSearch& search);
    static SavedSearches remove(const QString& file, const QString& name);
};

} // namespace leadglass::app
