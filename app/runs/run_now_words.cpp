#include "app/runs/run_now_words.h"

#include <QCoreApplication>
#include <QLocale>

#include "app/widgets/text.h"

namespace leadglass::app::words {
namespace {

struct RunNow {
    Q_DECLARE_TR_FUNCTIONS(RunNow)
};

constexpr quint64 kMinute = 60, kHour = 3600;
constexpr double kSecond = 1e9;

QString amount(const std::string& unit, quint64 value) {
    if (unit == "bytes") {
        return bytes(value);
    }
    if (unit == "seconds") {
        return duration(value);
    }
    return unit == "percent" ? QLocale().toString(static_cast<double>(value) / 100, 'g', 3) : QLocale().toString(value);
}

} // namespace

QString bytes(quint64 count) { return QLocale().formattedDataSize(static_cast<qint64>(count), 1); }

QString duration(quint64 seconds) {
    if (seconds < kMinute) {
        //: %1: a number of seconds
        return RunNow::tr("%1 s").arg(seconds);
    }
    if (seconds < kHour) {
        //: %1: minutes; %2: seconds, two digits
        return RunNow::tr("%1 min %2 s").arg(seconds / kMinute).arg(seconds % kMinute, 2, 10, QLatin1Char('0'));
    }
    //: %1: hours; %2: minutes, two digits
    return RunNow::tr("%1 h %2 min").arg(seconds / kHour).arg(seconds % kHour / kMinute, 2, 10, QLatin1Char('0'));
}

QString cpuTime(quint64 nanoseconds) {
    const double seconds = static_cast<double>(nanoseconds) / kSecond;
    return seconds < 10 ? RunNow::tr("%1 s").arg(QLocale().toString(seconds, 'f', 2)) : duration(static_cast<quint64>(seconds));
}

QString limitName(const std::string& name) {
    if (name == "memory") {
        return RunNow::tr("Memory", "a limit");
    }
    if (name == "processes") {
        return RunNow::tr("Tasks", "a limit: processes and threads");
    }
    if (name == "cpu") {
        return RunNow::tr("Processors", "a limit");
    }
    if (name == "disk") {
        return RunNow::tr("Written files", "a limit: bytes on the disk");
    }
    if (name == "file_size") {
        return RunNow::tr("One file", "a limit: its size");
    }
    if (name == "open_files") {
        return RunNow::tr("Open files", "a limit, of one process");
    }
    if (name == "tmp") {
        return RunNow::tr("Temporary files", "a limit: /tmp, in memory");
    }
    if (name == "cpu_time") {
        return RunNow::tr("Processor time", "a limit");
    }
    if (name == "wall_clock") {
        return RunNow::tr("Time", "a limit: how long a run may last");
    }
    if (name == "total_memory") {
        return RunNow::tr("Memory of all runs", "a limit");
    }
    if (name == "total_processes") {
        return RunNow::tr("Tasks of all runs", "a limit");
    }
    return name == "total_runs" ? RunNow::tr("Runs at a time", "a limit") : shown(name, 40);
}

QString limitUse(const api::LimitNow& limit) {
    if (!limit.limit) {
        //: How much of something is used, where there is no limit. %1: how much
        return limit.used ? RunNow::tr("%1 (no limit)").arg(amount(limit.unit, *limit.used)) : RunNow::tr("no limit");
    }
    const QString most = amount(limit.unit, *limit.limit);
    if (!limit.used) {
        //: A limit, where nobody counts how much of it is used. %1: the limit
        return RunNow::tr("limit %1").arg(most);
    }
    const QString used = amount(limit.unit, *limit.used);
    //: How much of a limit is used. %1: how much, which may be less; %2: the limit
    return limit.atMost ? RunNow::tr("at most %1 of %2").arg(used, most)
                        //: How much of a limit is used. %1: how much; %2: the limit
                        : RunNow::tr("%1 of %2").arg(used, most);
}

QString processState(api::ProcessNow::State state) {
    switch (state) {
        case api::ProcessNow::State::Running: return RunNow::tr("running", "state of a process");
        case api::ProcessNow::State::Sleeping: return RunNow::tr("sleeping", "state of a process");
        case api::ProcessNow::State::Waiting: return RunNow::tr("waiting for a device", "state of a process");
        case api::ProcessNow::State::Stopped: return RunNow::tr("stopped", "state of a process");
        case api::ProcessNow::State::Ended: break;
    }
    return RunNow::tr("ended", "state of a process");
}

QString changeKind(const std::string& kind) {
    if (kind == "added") {
        return RunNow::tr("new", "of a file that a run changed");
    }
    return kind == "deleted" ? RunNow::tr("deleted", "of a file that a run changed") : RunNow::tr("changed", "of a file that a run changed");
}

QString changeIcon(const std::string& kind) {
    return kind == "added" ? QStringLiteral("change-added") : kind == "deleted" ? QStringLiteral("change-deleted") : QStringLiteral("change-changed");
}

} // namespace leadglass::app::words
