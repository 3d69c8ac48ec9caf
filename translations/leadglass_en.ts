<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Answer</name>
    <message numerus="yes">
        <source>The session is ending. Without an answer it goes on in %n second(s).</source>
        <translation>
            <numerusform>The session is ending. Without an answer it goes on in %n second.</numerusform>
            <numerusform>The session is ending. Without an answer it goes on in %n seconds.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Event</name>
    <message numerus="yes">
        <source>and %n more</source>
        <extracomment>Behind names of hunks. %n: how many are not named</extracomment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Launch</name>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %n more</numerusform>
            <numerusform> and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>At most %1 of memory and %n process(es).</source>
        <extracomment>%1: &quot;4 GiB&quot;</extracomment>
        <translation>
            <numerusform>At most %1 of memory and %n process.</numerusform>
            <numerusform>At most %1 of memory and %n processes.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Policy</name>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n day ago</numerusform>
            <numerusform>%n days ago</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Would have fitted %1 of the last %n connection(s), %2 of them refused.</source>
        <extracomment>%1, %n: how many of the last connections; %2: how many of those were refused</extracomment>
        <translation>
            <numerusform>Would have fitted %1 of %n earlier connection, %2 of them refused.</numerusform>
            <numerusform>Would have fitted %1 of the last %n connections, %2 of them refused.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message numerus="yes">
        <source>%n connection(s) wait(s).</source>
        <comment>held until the person answers</comment>
        <translation>
            <numerusform>%n connection waits.</numerusform>
            <numerusform>%n connections wait.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refused in %n second(s); the agent may try again.</source>
        <translation>
            <numerusform>Refused in %n second; the agent may try again.</numerusform>
            <numerusform>Refused in %n seconds; the agent may try again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>for %n minute(s)</source>
        <comment>how long an answer holds</comment>
        <translation>
            <numerusform>for %n minute</numerusform>
            <numerusform>for %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allow for %n minute(s)</source>
        <translation>
            <numerusform>Allow for %n minute</numerusform>
            <numerusform>Allow for %n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>None of the last %n connection(s) would have matched.</source>
        <translation>
            <numerusform>The last connection would not have matched.</numerusform>
            <numerusform>None of the last %n connections would have matched.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: let through.</source>
        <extracomment>%n: how many would have matched; %1: of how many.</extracomment>
        <translation>
            <numerusform>%n of the last %1 connections would have matched; it was let through.</numerusform>
            <numerusform>%n of the last %1 connections would have matched; all of these were let through.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: refused.</source>
        <translation>
            <numerusform>%n of the last %1 connections would have matched; it was refused.</numerusform>
            <numerusform>%n of the last %1 connections would have matched; all of these were refused.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: %2 of these refused, the others let through.</source>
        <extracomment>%n: how many would have matched; %1: of how many; %2: how many of the matching ones were refused.</extracomment>
        <translation>
            <numerusform>%n of the last %1 connections would have matched: %2 of these refused, the others let through.</numerusform>
            <numerusform>%n of the last %1 connections would have matched: %2 of these were refused, the others let through.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewOutcome</name>
    <message numerus="yes">
        <source>%n left as they are in the project:</source>
        <translation>
            <numerusform>%n left as it is in the project:</numerusform>
            <numerusform>%n left as they are in the project:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n written to %1.</source>
        <translation>
            <numerusform>%n written to %1.</numerusform>
            <numerusform>%n written to %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Before that, an apply that had been interrupted was finished: %n.</source>
        <translation>
            <numerusform>Before that, an apply that had been interrupted was finished: %n.</numerusform>
            <numerusform>Before that, an apply that had been interrupted was finished: %n.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n settled: your version stays.</source>
        <translation>
            <numerusform>%n settled: your version stays.</numerusform>
            <numerusform>%n settled: your version stays.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n taken back in %1; they wait here again.</source>
        <translation>
            <numerusform>%n taken back in %1; it waits here again.</numerusform>
            <numerusform>%n taken back in %1; they wait here again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s) are open again.</source>
        <translation>
            <numerusform>%n conflict is open again.</numerusform>
            <numerusform>%n conflicts are open again.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them in part; the rest waits here.</source>
        <translation>
            <numerusform>%n of them in part; the rest waits here.</numerusform>
            <numerusform>%n of them in part; the rest waits here.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewWords</name>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation>
            <numerusform>and %n more file</numerusform>
            <numerusform>and %n more files</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>drops %n commit(s)</source>
        <translation>
            <numerusform>drops %n commit</numerusform>
            <numerusform>drops %n commits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more commit(s)</source>
        <translation>
            <numerusform>and %n more commit</numerusform>
            <numerusform>and %n more commits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n changed</numerusform>
            <numerusform>%n changed</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>%n deleted</numerusform>
            <numerusform>%n deleted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n risky</source>
        <translation>
            <numerusform>%n risky</numerusform>
            <numerusform>%n risky</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in conflict</source>
        <translation>
            <numerusform>%n in conflict</numerusform>
            <numerusform>%n in conflict</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s)</source>
        <translation>
            <numerusform>%n commit</numerusform>
            <numerusform>%n commits</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n branch(es) or tag(s) moved</source>
        <translation>
            <numerusform>%n branch or tag moved</numerusform>
            <numerusform>%n branches or tags moved</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) staged</source>
        <translation>
            <numerusform>%n file staged</numerusform>
            <numerusform>%n files staged</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of git&apos;s own</source>
        <comment>files that git keeps</comment>
        <translation>
            <numerusform>%n of git&apos;s own</numerusform>
            <numerusform>%n of git&apos;s own</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s): %1</source>
        <extracomment>%1: &quot;3 changed, 1 deleted&quot;</extracomment>
        <translation>
            <numerusform>%n change: %1</numerusform>
            <numerusform>%n changes: %1</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Secret</name>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>places</comment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 can be read from %2: %n byte(s), %3.</source>
        <extracomment>%1: name of a credential; %2: &quot;the keyring&quot;; the number of bytes; %3: what is public of its kind, &quot;begins with sk-ant-&quot;</extracomment>
        <translation>
            <numerusform>%1 can be read from %2: %n byte, %3.</numerusform>
            <numerusform>%1 can be read from %2: %n bytes, %3.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Verify</name>
    <message numerus="yes">
        <source>%n anchor(s) could not be compared.</source>
        <comment>what the end of each run noted of the history</comment>
        <translation>
            <numerusform>%n anchor could not be compared.</numerusform>
            <numerusform>%n anchors could not be compared.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n anchor(s) compared: all fit.</source>
        <comment>what the end of each run noted of the history</comment>
        <translation>
            <numerusform>%n anchor compared: it fits.</numerusform>
            <numerusform>%n anchors compared: all fit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n anchor(s) compared: %1 of them do not fit.</source>
        <comment>what the end of each run noted of the history</comment>
        <extracomment>%1: how many of them</extracomment>
        <translation>
            <numerusform>%n anchor compared: %1 does not fit.</numerusform>
            <numerusform>%n anchors compared: %1 of them do not fit.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Damaged: %n finding(s), the first at row %1.</source>
        <extracomment>%1: number of a row</extracomment>
        <translation>
            <numerusform>Damaged: %n finding, the first at row %1.</numerusform>
            <numerusform>Damaged: %n findings, the first at row %1.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Damaged: %n finding(s), about the file as a whole.</source>
        <translation>
            <numerusform>Damaged: %n finding, about the file as a whole.</numerusform>
            <numerusform>Damaged: %n findings, about the file as a whole.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>and %n more finding(s)</source>
        <translation>
            <numerusform>and %n more finding</numerusform>
            <numerusform>and %n more findings</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message numerus="yes">
        <source>git would no longer look at %n file(s) (assume-unchanged, skip-worktree)</source>
        <translation>
            <numerusform>git would no longer look at %n file (assume-unchanged, skip-worktree)</numerusform>
            <numerusform>git would no longer look at %n files (assume-unchanged, skip-worktree)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>its commits hold %1: %2 (and %n more risky)</source>
        <translation>
            <numerusform>its commits hold %1: %2 (and %n more risky)</numerusform>
            <numerusform>its commits hold %1: %2 (and %n more risky)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>its commits delete file(s) that were hidden from the run: %1 (and %n more of them)</source>
        <translation>
            <numerusform>its commits delete files that were hidden from the run: %1 (and %n more of them)</numerusform>
            <numerusform>its commits delete files that were hidden from the run: %1 (and %n more of them)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the index holds content of %n file(s) that is not shown here: %1 (the next &apos;git commit&apos; would take it)</source>
        <translation>
            <numerusform>the index holds content of %n file that is not shown here: %1 (the next &apos;git commit&apos; would take it)</numerusform>
            <numerusform>the index holds content of %n files that is not shown here: %1 (the next &apos;git commit&apos; would take it)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the index stages %n file(s) that are risky or cannot be applied: %1</source>
        <translation>
            <numerusform>the index stages %n file that is risky or cannot be applied: %1</numerusform>
            <numerusform>the index stages %n files that are risky or cannot be applied: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the index takes %n file(s) that were hidden from the run for deleted: %1</source>
        <translation>
            <numerusform>the index takes %n file that was hidden from the run for deleted: %1</numerusform>
            <numerusform>the index takes %n files that were hidden from the run for deleted: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>what it held when the run began is not kept: only its size, %n byte(s), and its digest were noted</source>
        <translation>
            <numerusform>what it held when the run began is not kept: only its size, %n byte, and its digest were noted</numerusform>
            <numerusform>what it held when the run began is not kept: only its size, %n bytes, and its digest were noted</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>not every new commit is shown: at most %n are, and none that cannot be read (missing, damaged, larger than 1 MiB, or after too much to read)</source>
        <translation>
            <numerusform>not every new commit is shown: at most %n are, and none that cannot be read (missing, damaged, larger than 1 MiB, or after too much to read)</numerusform>
            <numerusform>not every new commit is shown: at most %n are, and none that cannot be read (missing, damaged, larger than 1 MiB, or after too much to read)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::ActivityPage</name>
    <message numerus="yes">
        <source>%n new event(s)</source>
        <comment>a button: shows them</comment>
        <translation>
            <numerusform>%n new event</numerusform>
            <numerusform>%n new events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln event</numerusform>
            <numerusform>%Ln events</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln+ found</source>
        <comment>so many events were found until now</comment>
        <translation>
            <numerusform>%Ln+ found</numerusform>
            <numerusform>%Ln+ found</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <comment>so many events, and that is all</comment>
        <translation>
            <numerusform>%Ln found</numerusform>
            <numerusform>%Ln found</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::AlertBar</name>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::AlertNotifier</name>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>and %n more</numerusform>
            <numerusform>and %n more</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::ChangeModel</name>
    <message numerus="yes">
        <source>Deleted (%n)</source>
        <translation>
            <numerusform>Deleted (%n)</numerusform>
            <numerusform>Deleted (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cannot be applied (%n)</source>
        <translation>
            <numerusform>Cannot be applied (%n)</numerusform>
            <numerusform>Cannot be applied (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Commits (%n)</source>
        <translation>
            <numerusform>Commits (%n)</numerusform>
            <numerusform>Commits (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Branches and tags that move (%n)</source>
        <translation>
            <numerusform>Branches and tags that move (%n)</numerusform>
            <numerusform>Branches and tags that move (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Staged for a commit (%n)</source>
        <translation>
            <numerusform>Staged for a commit (%n)</numerusform>
            <numerusform>Staged for a commit (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Settled: your version stays (%n)</source>
        <translation>
            <numerusform>Settled: your version stays (%n)</numerusform>
            <numerusform>Settled: your version stays (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In the project&apos;s folder (%n)</source>
        <translation>
            <numerusform>In the project&apos;s folder (%n)</numerusform>
            <numerusform>In the project&apos;s folder (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(%n)</source>
        <extracomment>A folder, and how many changes are in it.</extracomment>
        <translation>
            <numerusform>(%n)</numerusform>
            <numerusform>(%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Risky: tick one by one (%n)</source>
        <translation>
            <numerusform>Risky: tick one by one (%n)</numerusform>
            <numerusform>Risky: tick one by one (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You changed these, too: choose (%n)</source>
        <translation>
            <numerusform>You changed this, too: choose (%n)</numerusform>
            <numerusform>You changed these, too: choose (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Python&apos;s byte code (%n)</source>
        <translation>
            <numerusform>Python&apos;s byte code (%n)</numerusform>
            <numerusform>Python&apos;s byte code (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Git&apos;s own files (%n)</source>
        <translation>
            <numerusform>Git&apos;s own files (%n)</numerusform>
            <numerusform>Git&apos;s own files (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In the project already (%n)</source>
        <translation>
            <numerusform>In the project already (%n)</numerusform>
            <numerusform>In the project already (%n)</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::DiffView</name>
    <message numerus="yes">
        <source>A long change: %Ln line(s), %1. Long changes can hide something: read it all, or do not apply it.</source>
        <extracomment>%1: size of the text</extracomment>
        <translation>
            <numerusform>A long change: %Ln line, %1. Long changes can hide something: read it all, or do not apply it.</numerusform>
            <numerusform>A long change: %Ln lines, %1. Long changes can hide something: read it all, or do not apply it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln place(s) taken</source>
        <extracomment>%1: how many places of a file will be written to the project; %n: how many there are</extracomment>
        <translation>
            <numerusform>%1 of %Ln place taken</numerusform>
            <numerusform>%1 of %Ln places taken</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::GrantsTab</name>
    <message numerus="yes">
        <source>unused in %n day(s)</source>
        <translation>
            <numerusform>unused in %n day</numerusform>
            <numerusform>unused in %n days</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) kept.</source>
        <translation>
            <numerusform>%n answer kept.</numerusform>
            <numerusform>%n answers kept.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them may go: unused for 30 days, or of a project that is gone.</source>
        <translation>
            <numerusform>%n of them may go: unused for 30 days, or of a project that is gone.</numerusform>
            <numerusform>%n of them may go: unused for 30 days, or of a project that is gone.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will soon count as unused.</source>
        <translation>
            <numerusform>%n will soon count as unused.</numerusform>
            <numerusform>%n will soon count as unused.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::GroupCard</name>
    <message numerus="yes">
        <source>One answer for %1 would decide %n of these: show a row of it alone to give it.</source>
        <extracomment>%1: a pattern of host names and a port, &quot;*.example.org:443&quot;, or &quot;registry:npm&quot;</extracomment>
        <translation>
            <numerusform>One answer for %1 would decide %n of these: show a row of it alone to give it.</numerusform>
            <numerusform>One answer for %1 would decide %n of these: show a row of it alone to give it.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 wants to connect to %n host(s):</source>
        <extracomment>%1: the program that asks, for example &quot;npm&quot;; %2: the project&apos;s folder</extracomment>
        <translation>
            <numerusform>%1 in %2 wants to connect to %n host:</numerusform>
            <numerusform>%1 in %2 wants to connect to %n hosts:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n once</source>
        <translation>
            <numerusform>Deny the %n once</numerusform>
            <numerusform>Deny all %n once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny the other %n once</source>
        <translation>
            <numerusform>Deny the other one once</numerusform>
            <numerusform>Deny the other %n once</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allow the %n ticked for this run</source>
        <translation>
            <numerusform>Allow the one ticked for this run</numerusform>
            <numerusform>Allow the %n ticked for this run</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::HistoryGroup</name>
    <message numerus="yes">
        <source>%n row(s) of the history</source>
        <translation>
            <numerusform>%n row of the history</numerusform>
            <numerusform>%n rows of the history</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and what is left of %n finished run(s)</source>
        <extracomment>%1: &quot;3 rows of the history&quot;; %n: folders</extracomment>
        <translation>
            <numerusform>%1 and what is left of %n finished run</numerusform>
            <numerusform>%1 and what is left of %n finished runs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>older than %n day(s)</source>
        <translation>
            <numerusform>older than %n day</numerusform>
            <numerusform>older than %n days</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::HistoryJobs</name>
    <message numerus="yes">
        <source>%1 is written: %n event(s). Head of the history: row %2, %3</source>
        <extracomment>%1: path of a file; %2: number of a row; %3: a hash</extracomment>
        <translation>
            <numerusform>%1 is written: %n event. Head of the history: row %2, %3</numerusform>
            <numerusform>%1 is written: %n events. Head of the history: row %2, %3</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 is written: the newest %n event(s) of those that fit; a page holds no more. JSON lines and CSV hold all.</source>
        <extracomment>%1: path of a file</extracomment>
        <translation>
            <numerusform>%1 is written: the newest event of those that fit; a page holds no more. JSON lines and CSV hold all.</numerusform>
            <numerusform>%1 is written: the newest %n events of those that fit; a page holds no more. JSON lines and CSV hold all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::HomePage</name>
    <message numerus="yes">
        <source>%n request(s) wait(s) for you.</source>
        <translation>
            <numerusform>%n request waits for you.</numerusform>
            <numerusform>%n requests wait for you.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) at work, and nothing waits for you.</source>
        <translation>
            <numerusform>%n run at work, and nothing waits for you.</numerusform>
            <numerusform>%n runs at work, and nothing waits for you.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Answer %n request(s)</source>
        <translation>
            <numerusform>Answer %n request</numerusform>
            <numerusform>Answer %n requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::LaunchDialog</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::LinesTab</name>
    <message numerus="yes">
        <source>%n line(s) hold</source>
        <translation>
            <numerusform>%n line holds</numerusform>
            <numerusform>%n lines hold</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them locked.</source>
        <translation>
            <numerusform>%n of them locked.</numerusform>
            <numerusform>%n of them locked.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::MainWindow</name>
    <message numerus="yes">
        <source>%n run(s) are at work. Quit?</source>
        <translation>
            <numerusform>%n run is at work. Quit?</numerusform>
            <numerusform>%n runs are at work. Quit?</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait for an answer.</source>
        <translation>
            <numerusform>%n request waits for an answer.</numerusform>
            <numerusform>%n requests wait for an answer.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::MissedPanel</name>
    <message numerus="yes">
        <source>One rule would have avoided %n of them.</source>
        <translation>
            <numerusform>One rule would have avoided %n of them.</numerusform>
            <numerusform>One rule would have avoided %n of them.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Nobody answered %n request(s), so they were refused. The agent was told that a later try may pass.</source>
        <translation>
            <numerusform>Nobody answered %n request, so it was refused. The agent was told that a later try may pass.</numerusform>
            <numerusform>Nobody answered %n requests, so they were refused. The agent was told that a later try may pass.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The last run, %1, asked %n question(s).</source>
        <extracomment>After a run. %1: &quot;claude in ~/src/shop&quot;</extracomment>
        <translation>
            <numerusform>The last run, %1, asked one question.</numerusform>
            <numerusform>The last run, %1, asked %n questions.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One rule would have avoided all %n.</source>
        <translation>
            <numerusform>One rule would have avoided it.</numerusform>
            <numerusform>One rule would have avoided all %n.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::NoticesGroup</name>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remind after %n minute(s)</source>
        <extracomment>For a screen reader.</extracomment>
        <translation>
            <numerusform>Remind after %n minute</numerusform>
            <numerusform>Remind after %n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::Notifier</name>
    <message numerus="yes">
        <source>and %n more request(s)</source>
        <translation>
            <numerusform>and %n more request</numerusform>
            <numerusform>and %n more requests</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::PasteDialog</name>
    <message numerus="yes">
        <source>%n character(s) that cannot be seen were taken out.</source>
        <translation>
            <numerusform>One character that cannot be seen was taken out.</numerusform>
            <numerusform>%n characters that cannot be seen were taken out.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::QuestionModel</name>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <extracomment>An entry of the queue that stands for a burst of requests. %1: the first host and port</extracomment>
        <translation>
            <numerusform>%1 and %n other</numerusform>
            <numerusform>%1 and %n others</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::QuietGroup</name>
    <message numerus="yes">
        <source>Refuse unasked for %n minute(s)</source>
        <translation>
            <numerusform>Refuse unasked for %n minute</numerusform>
            <numerusform>Refuse unasked for %n minutes</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::ReachTab</name>
    <message numerus="yes">
        <source>It has %n key(s) of your environment.</source>
        <translation>
            <numerusform>It has %n key of your environment.</numerusform>
            <numerusform>It has %n keys of your environment.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It connects to %n place(s) without asking.</source>
        <translation>
            <numerusform>It connects to %n place without asking.</numerusform>
            <numerusform>It connects to %n places without asking.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>It can use %n credential(s) that it never has.</source>
        <translation>
            <numerusform>It can use %n credential that it never has.</numerusform>
            <numerusform>It can use %n credentials that it never has.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::ReviewPage</name>
    <message numerus="yes">
        <source>Apply %n change(s)</source>
        <translation>
            <numerusform>Apply %n change</numerusform>
            <numerusform>Apply %n changes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Lost for good: %n change(s) that you did not apply.</source>
        <translation>
            <numerusform>Lost for good: %n change that you did not apply.</numerusform>
            <numerusform>Lost for good: %n changes that you did not apply.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Among them %n commit(s).</source>
        <translation>
            <numerusform>Among them %n commit.</numerusform>
            <numerusform>Among them %n commits.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::RunPage</name>
    <message numerus="yes">
        <source>%n process(es)</source>
        <translation>
            <numerusform>%n process</numerusform>
            <numerusform>%n processes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1; the newest %n are not shown</source>
        <extracomment>%1: what was said before; %n: how many</extracomment>
        <translation>
            <numerusform>%1; the newest %n is not shown</numerusform>
            <numerusform>%1; the newest %n are not shown</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n not reached)</source>
        <extracomment>A host in a list. %1: its name; %n: how many connections were allowed and could not be made</extracomment>
        <translation>
            <numerusform>%1 (%n not reached)</numerusform>
            <numerusform>%1 (%n not reached)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>The last %n changed, of all.</source>
        <translation>
            <numerusform>The last %n changed, of all.</numerusform>
            <numerusform>The last %n changed, of all.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::TerminalsPage</name>
    <message numerus="yes">
        <source>%n run(s) are live in terminals of this window. Quit?</source>
        <translation>
            <numerusform>One run is live in a terminal of this window. Quit?</numerusform>
            <numerusform>%n runs are live in terminals of this window. Quit?</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::TimelineBar</name>
    <message numerus="yes">
        <source>%Ln event(s), of them %L1 allowed, %L2 blocked, %L3 asked</source>
        <translation>
            <numerusform>%Ln event: %L1 allowed, %L2 blocked, %L3 asked</numerusform>
            <numerusform>%Ln events, of them %L1 allowed, %L2 blocked, %L3 asked</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::Tray</name>
    <message numerus="yes">
        <source>%n request(s) wait(s) for you</source>
        <translation>
            <numerusform>%n request waits for you</numerusform>
            <numerusform>%n requests wait for you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n minute</numerusform>
            <numerusform>%n minutes</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Review %n request(s)</source>
        <translation>
            <numerusform>Review %n request</numerusform>
            <numerusform>Review %n requests</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) at work; nothing waits for you</source>
        <translation>
            <numerusform>%n run at work; nothing waits for you</numerusform>
            <numerusform>%n runs at work; nothing waits for you</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s): something that must not leave was seen</source>
        <translation>
            <numerusform>%n alert: something that must not leave was seen</numerusform>
            <numerusform>%n alerts: something that must not leave was seen</numerusform>
        </translation>
    </message>
</context>
</TS>
