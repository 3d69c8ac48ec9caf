<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>DiffText</name>
    <message>
        <source>(no new line at the end of the file)</source>
        <translation>(keine neue Zeile am Ende der Datei)</translation>
    </message>
</context>
<context>
    <name>Event</name>
    <message>
        <source>allowed</source>
        <comment>a verdict</comment>
        <translation>erlaubt</translation>
    </message>
    <message>
        <source>blocked</source>
        <comment>a verdict</comment>
        <translation>blockiert</translation>
    </message>
    <message>
        <source>asked</source>
        <comment>a verdict</comment>
        <translation>gefragt</translation>
    </message>
    <message>
        <source>you allowed it</source>
        <translation>Sie haben es erlaubt</translation>
    </message>
    <message>
        <source>you denied it</source>
        <translation>Sie haben es abgelehnt</translation>
    </message>
    <message>
        <source>a rule allows it</source>
        <translation>eine Regel erlaubt es</translation>
    </message>
    <message>
        <source>not answered in time</source>
        <translation>nicht rechtzeitig beantwortet</translation>
    </message>
    <message>
        <source>nobody was there to answer</source>
        <translation>niemand war da, um zu antworten</translation>
    </message>
    <message>
        <source>decided by a rule</source>
        <translation>durch eine Regel entschieden</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>der Lauf ist zu Ende</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>Why something was decided so. %1: the reason; %2: id of the rule</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Run started</source>
        <comment>kind of an event</comment>
        <translation>Lauf begonnen</translation>
    </message>
    <message>
        <source>Run ended</source>
        <comment>kind of an event</comment>
        <translation>Lauf beendet</translation>
    </message>
    <message>
        <source>Plan</source>
        <comment>kind of an event: what a run is given</comment>
        <translation>Plan</translation>
    </message>
    <message>
        <source>Connection</source>
        <comment>kind of an event</comment>
        <translation>Verbindung</translation>
    </message>
    <message>
        <source>Connection ended</source>
        <comment>kind of an event</comment>
        <translation>Verbindung beendet</translation>
    </message>
    <message>
        <source>Name lookup</source>
        <comment>kind of an event: DNS</comment>
        <translation>Namensauflösung</translation>
    </message>
    <message>
        <source>Question</source>
        <comment>kind of an event</comment>
        <translation>Frage</translation>
    </message>
    <message>
        <source>Answer</source>
        <comment>kind of an event</comment>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>Files changed</source>
        <comment>kind of an event</comment>
        <translation>Dateien geändert</translation>
    </message>
    <message>
        <source>Applied</source>
        <comment>kind of an event: changes of a run, to the project</comment>
        <translation>Übernommen</translation>
    </message>
    <message>
        <source>Undone</source>
        <comment>kind of an event</comment>
        <translation>Rückgängig gemacht</translation>
    </message>
    <message>
        <source>Discarded</source>
        <comment>kind of an event</comment>
        <translation>Verworfen</translation>
    </message>
    <message>
        <source>Limit</source>
        <comment>kind of an event</comment>
        <translation>Grenze</translation>
    </message>
    <message>
        <source>Policy</source>
        <comment>kind of an event</comment>
        <translation>Richtlinie</translation>
    </message>
    <message>
        <source>Credential</source>
        <comment>kind of an event</comment>
        <translation>Zugangsdaten</translation>
    </message>
    <message>
        <source>Command</source>
        <comment>kind of an event: run beside the agent</comment>
        <translation>Befehl</translation>
    </message>
    <message>
        <source>Command ended</source>
        <comment>kind of an event</comment>
        <translation>Befehl beendet</translation>
    </message>
    <message>
        <source>Paste</source>
        <comment>kind of an event</comment>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Fault</source>
        <comment>kind of an event</comment>
        <translation>Störung</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>Time</source>
        <extracomment>%1: local time; %2: the same in UTC</extracomment>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Gegenstand</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>Regel</translation>
    </message>
    <message>
        <source>Written in</source>
        <translation>Steht in</translation>
    </message>
    <message>
        <source>To allow it</source>
        <translation>Um es zu erlauben</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>Ausgang</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>Grund</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Richtlinie</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>Eingaben</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>Einzelheiten</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>Hash</translation>
    </message>
</context>
<context>
    <name>Launch</name>
    <message>
        <source>port %1 of this machine</source>
        <extracomment>%1: a port</extracomment>
        <translation>Port %1 dieses Rechners</translation>
    </message>
    <message>
        <source>a range of addresses</source>
        <translation>einen Adressbereich</translation>
    </message>
    <message>
        <source>For everything else you are asked.</source>
        <translation>Bei allem anderen werden Sie gefragt.</translation>
    </message>
    <message>
        <source>Everything else is refused.</source>
        <translation>Alles andere wird abgelehnt.</translation>
    </message>
    <message>
        <source>It reaches no host by itself.</source>
        <translation>Von selbst erreicht er keinen Host.</translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> und %n weiteren</numerusform>
            <numerusform> und %n weitere</numerusform>
            </translation>
    </message>
    <message>
        <source>It reaches %1. %2</source>
        <extracomment>%1: hosts; %2: what becomes of all others</extracomment>
        <translation>Er erreicht %1. %2</translation>
    </message>
    <message>
        <source>It works on a layer above the folder: nothing changes until you apply it.</source>
        <translation>Er arbeitet auf einer Schicht über dem Ordner: nichts ändert sich, bis Sie es übernehmen.</translation>
    </message>
    <message>
        <source>It works on a copy of the folder: nothing changes until you apply it.</source>
        <translation>Er arbeitet auf einer Kopie des Ordners: nichts ändert sich, bis Sie es übernehmen.</translation>
    </message>
    <message>
        <source>It works in the folder itself; what it changed can be undone afterwards.</source>
        <translation>Er arbeitet im Ordner selbst; was er geändert hat, lässt sich danach rückgängig machen.</translation>
    </message>
    <message>
        <source>It can read the folder and change nothing.</source>
        <translation>Er kann den Ordner lesen und nichts ändern.</translation>
    </message>
    <message>
        <source>It has an empty folder of its own, and sees nothing of yours.</source>
        <translation>Er hat einen leeren eigenen Ordner und sieht nichts von Ihrem.</translation>
    </message>
    <message>
        <source>Of your environment it sees %1, where set.</source>
        <extracomment>%1: names of environment variables</extracomment>
        <translation>Von Ihrer Umgebung sieht er %1, soweit gesetzt.</translation>
    </message>
    <message>
        <source>At most %1 of memory and %2 processes.</source>
        <extracomment>%1: "4 GiB"; %2: a number</extracomment>
        <translation>Höchstens %1 Speicher und %2 Prozesse.</translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>not there</source>
        <translation>nicht da</translation>
    </message>
    <message>
        <source>no file</source>
        <translation>keine Datei</translation>
    </message>
    <message>
        <source>%1 that is not shown, %2</source>
        <extracomment>%1: PNG or the like; %2: size of the file</extracomment>
        <translation>%1, nicht gezeigt, %2</translation>
    </message>
    <message>
        <source>%1 that cannot be read, %2 x %3, %4</source>
        <extracomment>%1: PNG or the like; %2 and %3: width and height in pixels; %4: size of the file</extracomment>
        <translation>%1, nicht lesbar, %2 x %3, %4</translation>
    </message>
    <message>
        <source>%1, %2 x %3, %4</source>
        <translation>%1, %2 x %3, %4</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>%1 in %2 wants to connect to</source>
        <extracomment>%1: profile of the agent, for example "claude"; %2: the project's folder. The host follows below.</extracomment>
        <translation>%1 in %2 will sich verbinden mit</translation>
    </message>
    <message>
        <source>Routine</source>
        <comment>how dangerous a request looks</comment>
        <translation>Üblich</translation>
    </message>
    <message>
        <source>Unusual</source>
        <comment>how dangerous a request looks</comment>
        <translation>Ungewöhnlich</translation>
    </message>
    <message>
        <source>Dangerous</source>
        <comment>how dangerous a request looks</comment>
        <translation>Gefährlich</translation>
    </message>
    <message>
        <source>no run was let through to it before</source>
        <translation>noch kein Lauf wurde dorthin durchgelassen</translation>
    </message>
    <message>
        <source>an address without a name: nobody says whose it is</source>
        <translation>eine Adresse ohne Namen: niemand sagt, wem sie gehört</translation>
    </message>
    <message>
        <source>the name has letters that can look like others</source>
        <translation>der Name hat Buchstaben, die wie andere aussehen können</translation>
    </message>
    <message>
        <source>an unusual port</source>
        <translation>ein ungewöhnlicher Port</translation>
    </message>
    <message>
        <source>what is sent can be read on the way</source>
        <translation>was gesendet wird, kann unterwegs gelesen werden</translation>
    </message>
    <message>
        <source>it was refused before</source>
        <translation>es wurde schon einmal abgelehnt</translation>
    </message>
    <message>
        <source>runs were let through to it before</source>
        <extracomment>Between the reasons why a request looks unusual.</extracomment>
        <translation>Läufe wurden schon dorthin durchgelassen</translation>
    </message>
    <message>
        <source>; </source>
        <translation>; </translation>
    </message>
    <message>
        <source>once</source>
        <comment>how long an answer holds</comment>
        <translation>einmal</translation>
    </message>
    <message>
        <source>for this run</source>
        <comment>how long an answer holds</comment>
        <translation>für diesen Lauf</translation>
    </message>
    <message>
        <source>always in this project</source>
        <comment>how long an answer holds</comment>
        <translation>immer in diesem Projekt</translation>
    </message>
    <message>
        <source>always, in every project</source>
        <comment>how long an answer holds</comment>
        <translation>immer, in jedem Projekt</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>Einmal erlauben</translation>
    </message>
    <message>
        <source>Allow for this run</source>
        <translation>Für diesen Lauf erlauben</translation>
    </message>
    <message>
        <source>Always allow in this project</source>
        <translation>In diesem Projekt immer erlauben</translation>
    </message>
    <message>
        <source>Always allow everywhere</source>
        <translation>Überall immer erlauben</translation>
    </message>
    <message>
        <source>Deny once</source>
        <translation>Einmal ablehnen</translation>
    </message>
    <message>
        <source>Deny for this run</source>
        <translation>Für diesen Lauf ablehnen</translation>
    </message>
    <message>
        <source>Refused for now. Your answer counts for the next try.</source>
        <translation>Vorerst abgelehnt. Ihre Antwort gilt für den nächsten Versuch.</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) wait(s).</source>
        <comment>held until the person answers</comment>
        <translation>
            <numerusform>%n Verbindung wartet.</numerusform>
            <numerusform>%n Verbindungen warten.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Refused in %n second(s); the agent may try again.</source>
        <translation>
            <numerusform>Wird in %n Sekunde abgelehnt; der Agent kann es erneut versuchen.</numerusform>
            <numerusform>Wird in %n Sekunden abgelehnt; der Agent kann es erneut versuchen.</numerusform>
            </translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>erlaubt</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>abgelehnt</translation>
    </message>
    <message>
        <source>not answered in time: refused</source>
        <translation>nicht rechtzeitig beantwortet: abgelehnt</translation>
    </message>
    <message>
        <source>nobody was there to answer: refused</source>
        <translation>niemand war da, um zu antworten: abgelehnt</translation>
    </message>
    <message>
        <source>decided by a rule</source>
        <translation>durch eine Regel entschieden</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>der Lauf ist zu Ende</translation>
    </message>
    <message>
        <source>There are no earlier connections to compare with.</source>
        <translation>Es gibt keine früheren Verbindungen zum Vergleich.</translation>
    </message>
    <message>
        <source>Of the last %2 connections this fits %1, of which %3 were refused.</source>
        <extracomment>%1: how many match; %2: of how many; %3: how many of the matching ones were refused.</extracomment>
        <translation>Von den letzten %2 Verbindungen passt das auf %1, davon wurden %3 abgelehnt.</translation>
    </message>
</context>
<context>
    <name>ReviewOutcome</name>
    <message numerus="yes">
        <source>%n left as they are in the project:</source>
        <translation>
            <numerusform>%n bleibt, wie es im Projekt ist:</numerusform>
            <numerusform>%n bleiben, wie sie im Projekt sind:</numerusform>
            </translation>
    </message>
    <message>
        <source>Nothing was written to %1.</source>
        <extracomment>%1: the project's folder</extracomment>
        <translation>Nach %1 wurde nichts geschrieben.</translation>
    </message>
    <message numerus="yes">
        <source>%n written to %1.</source>
        <translation>
            <numerusform>%n nach %1 geschrieben.</numerusform>
            <numerusform>%n nach %1 geschrieben.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Before that, an apply that had been interrupted was finished: %n.</source>
        <translation>
            <numerusform>Davor wurde ein unterbrochenes Übernehmen beendet: %n.</numerusform>
            <numerusform>Davor wurde ein unterbrochenes Übernehmen beendet: %n.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n settled: your version stays.</source>
        <translation>
            <numerusform>%n entschieden: Ihre Fassung bleibt.</numerusform>
            <numerusform>%n entschieden: Ihre Fassung bleibt.</numerusform>
            </translation>
    </message>
    <message>
        <source>The run goes on: it sees what you have now only in files that it did not change itself.</source>
        <translation>Der Lauf geht weiter: was Sie jetzt haben, sieht er nur in Dateien, die er nicht selbst geändert hat.</translation>
    </message>
    <message>
        <source>Nothing was taken back in %1.</source>
        <extracomment>%1: the project's folder</extracomment>
        <translation>In %1 wurde nichts zurückgenommen.</translation>
    </message>
    <message numerus="yes">
        <source>%n taken back in %1; they wait here again.</source>
        <translation>
            <numerusform>%n in %1 zurückgenommen; es wartet wieder hier.</numerusform>
            <numerusform>%n in %1 zurückgenommen; sie warten wieder hier.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s) are open again.</source>
        <translation>
            <numerusform>%n Konflikt ist wieder offen.</numerusform>
            <numerusform>%n Konflikte sind wieder offen.</numerusform>
            </translation>
    </message>
</context>
<context>
    <name>ReviewWords</name>
    <message>
        <source>%1 (%2)</source>
        <extracomment>A run in the list. %1: its id; %2: its state</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>%1, %2 (%3): %4</source>
        <extracomment>A run in the list. %1: folder of the project; %2: date and time; %3: its state; %4: the command that ran</extracomment>
        <translation>%1, %2 (%3): %4</translation>
    </message>
    <message>
        <source>new</source>
        <translation>neu</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>umbenannt</translation>
    </message>
    <message>
        <source>replaced by another kind</source>
        <translation>durch eine andere Art ersetzt</translation>
    </message>
    <message>
        <source>permissions</source>
        <translation>Rechte</translation>
    </message>
    <message>
        <source>not merged</source>
        <translation>nicht zusammengeführt</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>geändert</translation>
    </message>
    <message>
        <source>This folder and all that is in it would be deleted from the project.</source>
        <translation>Dieser Ordner würde mit allem darin aus dem Projekt gelöscht.</translation>
    </message>
    <message>
        <source>This file would be deleted from the project.</source>
        <translation>Diese Datei würde aus dem Projekt gelöscht.</translation>
    </message>
    <message>
        <source>It was %1; its content is the same.</source>
        <extracomment>%1: the name that a file had before</extracomment>
        <translation>Es war %1; der Inhalt ist gleich.</translation>
    </message>
    <message>
        <source>What was a %1 would be a %2.</source>
        <extracomment>%1 and %2: file, directory, symlink or the like</extracomment>
        <translation>Was %1 war, würde %2.</translation>
    </message>
    <message>
        <source>A new folder.</source>
        <translation>Ein neuer Ordner.</translation>
    </message>
    <message>
        <source>A new file (%1).</source>
        <translation>Eine neue Datei (%1).</translation>
    </message>
    <message>
        <source>A link that leads to %1.</source>
        <extracomment>%1: where a symbolic link leads</extracomment>
        <translation>Ein Verweis auf %1.</translation>
    </message>
    <message>
        <source>It becomes a program that can be started: permissions %1, then %2.</source>
        <extracomment>%1 and %2: permissions as numbers, before and after</extracomment>
        <translation>Es wird ein Programm, das gestartet werden kann: Rechte %1, dann %2.</translation>
    </message>
    <message>
        <source>Permissions %1, then %2.</source>
        <translation>Rechte %1, dann %2.</translation>
    </message>
    <message>
        <source>It is a program that can be started: permissions %1.</source>
        <translation>Es ist ein Programm, das gestartet werden kann: Rechte %1.</translation>
    </message>
    <message>
        <source>It runs: %1.</source>
        <extracomment>%1: when a file is run, as "when you run the tests"; English</extracomment>
        <translation>Es läuft: %1.</translation>
    </message>
    <message>
        <source>%1  %2 (%3)</source>
        <extracomment>A commit. %1: its short id; %2: its subject; %3: its author</extracomment>
        <translation>%1  %2 (%3)</translation>
    </message>
    <message>
        <source>Commit %1</source>
        <extracomment>%1: id of a commit</extracomment>
        <translation>Commit %1</translation>
    </message>
    <message>
        <source>by %1, %2</source>
        <extracomment>%1: author of a commit; %2: date and time</extracomment>
        <translation>von %1, %2</translation>
    </message>
    <message>
        <source>on %1</source>
        <extracomment>%1: name of a branch or tag</extracomment>
        <translation>auf %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A file of a commit. %1: what was done to it; %2: its path
----------
A file in git's index. %1: what was done to it; %2: its path</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>risky: %1</source>
        <translation>riskant: %1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation>
            <numerusform>und %n weitere Datei</numerusform>
            <numerusform>und %n weitere Dateien</numerusform>
            </translation>
    </message>
    <message>
        <source>Not all of it can be read: there may be more files.</source>
        <translation>Nicht alles ist lesbar: es kann mehr Dateien geben.</translation>
    </message>
    <message>
        <source>%1: %2, then %3</source>
        <extracomment>A branch or tag that moved. %1: its name; %2: the commit before; %3: the commit after</extracomment>
        <translation>%1: %2, dann %3</translation>
    </message>
    <message numerus="yes">
        <source>drops %n commit(s)</source>
        <translation>
            <numerusform>verwirft %n Commit</numerusform>
            <numerusform>verwirft %n Commits</numerusform>
            </translation>
    </message>
    <message>
        <source>It would not lead to these commits any more:</source>
        <translation>Er würde nicht mehr zu diesen Commits führen:</translation>
    </message>
    <message numerus="yes">
        <source>and %n more commit(s)</source>
        <translation>
            <numerusform>und %n weiterer Commit</numerusform>
            <numerusform>und %n weitere Commits</numerusform>
            </translation>
    </message>
    <message>
        <source>(content that is not shown)</source>
        <translation>(Inhalt, der nicht gezeigt wird)</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n geändert</numerusform>
            <numerusform>%n geändert</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>%n gelöscht</numerusform>
            <numerusform>%n gelöscht</numerusform>
            </translation>
    </message>
    <message>
        <source>none deleted</source>
        <translation>keine gelöscht</translation>
    </message>
    <message numerus="yes">
        <source>%n risky</source>
        <translation>
            <numerusform>%n riskant</numerusform>
            <numerusform>%n riskant</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n in conflict</source>
        <translation>
            <numerusform>%n im Konflikt</numerusform>
            <numerusform>%n im Konflikt</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s)</source>
        <translation>
            <numerusform>%n Commit</numerusform>
            <numerusform>%n Commits</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n branch(es) or tag(s) moved</source>
        <translation>
            <numerusform>%n Zweig oder Tag bewegt</numerusform>
            <numerusform>%n Zweige oder Tags bewegt</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) staged</source>
        <translation>
            <numerusform>%n Datei vorgemerkt</numerusform>
            <numerusform>%n Dateien vorgemerkt</numerusform>
            </translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>Between the parts of "3 changed, 1 deleted"</extracomment>
        <translation>, </translation>
    </message>
</context>
<context>
    <name>Run</name>
    <message>
        <source>needs you</source>
        <comment>state of a run</comment>
        <translation>braucht Sie</translation>
    </message>
    <message>
        <source>at work</source>
        <comment>state of a run</comment>
        <translation>bei der Arbeit</translation>
    </message>
    <message>
        <source>finished, with changes to review</source>
        <comment>state of a run</comment>
        <translation>fertig, mit Änderungen zum Ansehen</translation>
    </message>
    <message>
        <source>the machine stopped before it ended</source>
        <comment>state of a run</comment>
        <translation>der Rechner hielt an, bevor er zu Ende war</translation>
    </message>
    <message>
        <source>applied</source>
        <comment>state of a run</comment>
        <translation>übernommen</translation>
    </message>
    <message>
        <source>partly applied, the rest to review</source>
        <comment>state of a run</comment>
        <translation>teils übernommen, der Rest zum Ansehen</translation>
    </message>
    <message>
        <source>decided for your version</source>
        <comment>state of a run</comment>
        <translation>für Ihre Fassung entschieden</translation>
    </message>
    <message>
        <source>undone</source>
        <comment>state of a run</comment>
        <translation>rückgängig gemacht</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <comment>state of a run</comment>
        <translation>nicht lesbar</translation>
    </message>
    <message>
        <source>discarded</source>
        <comment>state of a run</comment>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <extracomment>A run. %1: its program; %2: the project's folder</extracomment>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>today, %1</source>
        <extracomment>%1: a time of day</extracomment>
        <translation>heute, %1</translation>
    </message>
    <message>
        <source>by itself, successfully</source>
        <translation>von selbst, erfolgreich</translation>
    </message>
    <message>
        <source>a limit ended it, or it ended with status 124</source>
        <translation>eine Grenze beendete ihn, oder er endete mit Status 124</translation>
    </message>
    <message>
        <source>Leadglass could not do what was asked, or it ended with status 125</source>
        <translation>Leadglass konnte nicht tun, was verlangt war, oder er endete mit Status 125</translation>
    </message>
    <message>
        <source>by signal %1</source>
        <extracomment>%1: number of a signal</extracomment>
        <translation>durch Signal %1</translation>
    </message>
    <message>
        <source>with status %1</source>
        <translation>mit Status %1</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>Nothing follows %1: – write what to look for right behind it.</source>
        <extracomment>%1: a word of the search line that needs another one behind it, for example "host"</extracomment>
        <translation>Nach %1: steht nichts – schreiben Sie das Gesuchte direkt dahinter.</translation>
    </message>
    <message>
        <source>There is no verdict “%1”: it is allow, deny or ask.</source>
        <extracomment>%1: what the person wrote. Keep "allow", "deny", "ask": they are what one writes.</extracomment>
        <translation>Ein Urteil „%1“ gibt es nicht: es ist allow, deny oder ask.</translation>
    </message>
    <message>
        <source>There is no kind “%1”: it is one of %2.</source>
        <extracomment>%1: what the person wrote; %2: the list of what it may be</extracomment>
        <translation>Eine Art „%1“ gibt es nicht: es ist eine von %2.</translation>
    </message>
    <message>
        <source>%1: “%2” is no time: write 2026-03-01, 2026-03-01T12:30, today, yesterday, or 30m, 12h, 7d for so long ago.</source>
        <extracomment>%1: "after" or "before"; %2: what the person wrote. Keep the examples: they are what one writes.</extracomment>
        <translation>%1: „%2“ ist keine Zeit: schreiben Sie 2026-03-01, 2026-03-01T12:30, today, yesterday, oder 30m, 12h, 7d für so lange her.</translation>
    </message>
    <message>
        <source>A quotation mark is not closed.</source>
        <translation>Ein Anführungszeichen ist nicht geschlossen.</translation>
    </message>
    <message>
        <source>That is too much to look for at once.</source>
        <translation>Das ist zu viel auf einmal.</translation>
    </message>
    <message>
        <source>%1: is there twice: a row has only one.</source>
        <extracomment>%1: a word of the search line, for example "host"</extracomment>
        <translation>%1: steht zweimal da: eine Zeile hat nur eines.</translation>
    </message>
    <message>
        <source>Nothing is after the one and before the other time.</source>
        <translation>Nichts liegt nach der einen und vor der anderen Zeit.</translation>
    </message>
</context>
<context>
    <name>Verify</name>
    <message numerus="yes">
        <source>%n anchor(s) could not be compared.</source>
        <comment>what the end of each run noted of the history</comment>
        <translation>
            <numerusform>%n Anker konnte nicht verglichen werden.</numerusform>
            <numerusform>%n Anker konnten nicht verglichen werden.</numerusform>
            </translation>
    </message>
    <message>
        <source>No anchors to compare with: the end of each run notes one.</source>
        <translation>Keine Anker zum Vergleich: das Ende jedes Laufs hält einen fest.</translation>
    </message>
    <message numerus="yes">
        <source>%n anchor(s) compared: all fit.</source>
        <comment>what the end of each run noted of the history</comment>
        <translation>
            <numerusform>%n Anker verglichen: er passt.</numerusform>
            <numerusform>%n Anker verglichen: alle passen.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n anchor(s) compared: %1 of them do not fit.</source>
        <comment>what the end of each run noted of the history</comment>
        <extracomment>%1: how many of them</extracomment>
        <translation>
            <numerusform>%n Anker verglichen: %1 davon passt nicht.</numerusform>
            <numerusform>%n Anker verglichen: %1 davon passen nicht.</numerusform>
            </translation>
    </message>
    <message>
        <source>Nothing was recorded yet, and no anchor says otherwise.</source>
        <translation>Noch nichts wurde aufgezeichnet, und kein Anker sagt anderes.</translation>
    </message>
    <message>
        <source>Intact: every row follows the one before it, nothing was changed or taken out but by pruning.</source>
        <translation>Unversehrt: jede Zeile folgt auf die vorige, nichts wurde geändert oder entnommen außer durch Kürzen.</translation>
    </message>
    <message>
        <source>Intact: every row follows the one before it, nothing was changed or taken out.</source>
        <translation>Unversehrt: jede Zeile folgt auf die vorige, nichts wurde geändert oder entnommen.</translation>
    </message>
    <message>
        <source>A history is missing: it was removed or replaced. If that was you, take its lines out of the anchor file and discard its runs.</source>
        <translation>Eine Aufzeichnung fehlt: sie wurde entfernt oder ersetzt. Waren Sie das, nehmen Sie ihre Zeilen aus der Ankerdatei und verwerfen Sie ihre Läufe.</translation>
    </message>
    <message numerus="yes">
        <source>Damaged: %n finding(s), the first at row %1.</source>
        <extracomment>%1: number of a row</extracomment>
        <translation>
            <numerusform>Beschädigt: %n Befund, bei Zeile %1.</numerusform>
            <numerusform>Beschädigt: %n Befunde, der erste bei Zeile %1.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Damaged: %n finding(s), about the file as a whole.</source>
        <translation>
            <numerusform>Beschädigt: %n Befund zur Datei als Ganzes.</numerusform>
            <numerusform>Beschädigt: %n Befunde zur Datei als Ganzes.</numerusform>
            </translation>
    </message>
    <message>
        <source>File: %1</source>
        <extracomment>%1: path of the history's file</extracomment>
        <translation>Datei: %1</translation>
    </message>
    <message>
        <source>Rows: %1, from %2 to %3</source>
        <extracomment>%1: number of rows; %2, %3: times</extracomment>
        <translation>Zeilen: %1, von %2 bis %3</translation>
    </message>
    <message>
        <source>Head: %1</source>
        <extracomment>%1: a hash</extracomment>
        <translation>Kopf: %1</translation>
    </message>
    <message>
        <source>Rows 1 to %1 were pruned on %2 by %3: the chain goes on from the hash that was recorded then.</source>
        <extracomment>%1: number of a row; %2: a time; %3: name of a person</extracomment>
        <translation>Die Zeilen 1 bis %1 wurden am %2 von %3 gekürzt: die Kette geht von dem Hash weiter, der damals festgehalten wurde.</translation>
    </message>
    <message numerus="yes">
        <source>and %n more finding(s)</source>
        <translation>
            <numerusform>und %n weiterer Befund</numerusform>
            <numerusform>und %n weitere Befunde</numerusform>
            </translation>
    </message>
    <message>
        <source>Not here any more: history %1, which was kept in this file.</source>
        <extracomment>%1: name of a history</extracomment>
        <translation>Nicht mehr da: Aufzeichnung %1, die in dieser Datei lag.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ActivityPage</name>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>Ausgeben …</translation>
    </message>
    <message numerus="yes">
        <source>%n new event(s)</source>
        <comment>a button: shows them</comment>
        <translation>
            <numerusform>%n neues Ereignis</numerusform>
            <numerusform>%n neue Ereignisse</numerusform>
            </translation>
    </message>
    <message>
        <source>Search: words, host:example.org, verdict:deny, run:, agent:, kind:, after:today, before:</source>
        <extracomment>In the empty search line. Keep the words before the colons: they are what one writes.</extracomment>
        <translation>Suche: Wörter, host:example.org, verdict:deny, run:, agent:, kind:, after:today, before:</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>Die Aufzeichnung durchsuchen</translation>
    </message>
    <message>
        <source>All</source>
        <comment>a filter: all events</comment>
        <translation>Alle</translation>
    </message>
    <message>
        <source>Blocked</source>
        <comment>a filter</comment>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Answers</source>
        <comment>a filter</comment>
        <translation>Antworten</translation>
    </message>
    <message>
        <source>Files</source>
        <comment>a filter: files that a run changed</comment>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>This run</source>
        <comment>a filter: the run of the selected event, or the last one</comment>
        <translation>Dieser Lauf</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>Ereignisse</translation>
    </message>
    <message>
        <source>Reading the history …</source>
        <translation>Die Aufzeichnung wird gelesen …</translation>
    </message>
    <message>
        <source>The history cannot be read.</source>
        <translation>Die Aufzeichnung ist nicht lesbar.</translation>
    </message>
    <message>
        <source>Nothing was recorded yet.
Start an agent, for example with: leadglass run -- claude
What it does, and what is blocked, is listed here.</source>
        <translation>Noch nichts wurde aufgezeichnet.
Starten Sie einen Agenten, zum Beispiel mit: leadglass run -- claude
Was er tut und was blockiert wird, steht dann hier.</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>Suche läuft …</translation>
    </message>
    <message>
        <source>No event fits.
Take a word away, or press Esc in the search line to see all of them.</source>
        <translation>Kein Ereignis passt.
Nehmen Sie ein Wort weg, oder drücken Sie Esc in der Suchzeile, um alle zu sehen.</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln Ereignis</numerusform>
            <numerusform>%Ln Ereignisse</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%Ln+ found</source>
        <comment>so many events were found until now</comment>
        <translation>
            <numerusform>%Ln+ gefunden</numerusform>
            <numerusform>%Ln+ gefunden</numerusform>
            </translation>
    </message>
    <message>
        <source>%1, searched back to row %L2</source>
        <extracomment>%1: "12+ found"; %L2: number of a row</extracomment>
        <translation>%1, gesucht bis Zeile %L2</translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <comment>so many events, and that is all</comment>
        <translation>
            <numerusform>%Ln gefunden</numerusform>
            <numerusform>%Ln gefunden</numerusform>
            </translation>
    </message>
    <message>
        <source>Export what is shown</source>
        <translation>Ausgeben, was gezeigt wird</translation>
    </message>
    <message>
        <source>JSON lines, for programs (*.jsonl)</source>
        <translation>JSON-Zeilen, für Programme (*.jsonl)</translation>
    </message>
    <message>
        <source>CSV, for spreadsheets (*.csv)</source>
        <translation>CSV, für Tabellen (*.csv)</translation>
    </message>
    <message>
        <source>A page with the chain's head, to read (*.html)</source>
        <translation>Eine Seite mit dem Kopf der Kette, zum Lesen (*.html)</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ApprovalCard</name>
    <message>
        <source>Program:</source>
        <extracomment>Which program asks, and who started it.</extracomment>
        <translation>Programm:</translation>
    </message>
    <message>
        <source>Asked by:</source>
        <extracomment>Which line of a policy says that a person is asked.</extracomment>
        <translation>Gefragt wegen:</translation>
    </message>
    <message>
        <source>Attempts:</source>
        <translation>Versuche:</translation>
    </message>
    <message>
        <source>Answer for:</source>
        <extracomment>What an answer is about: only this host, or those like it.</extracomment>
        <translation>Antwort für:</translation>
    </message>
    <message>
        <source>Holds:</source>
        <extracomment>How long an answer holds.</extracomment>
        <translation>Gilt:</translation>
    </message>
    <message>
        <source>Rule:</source>
        <extracomment>The line of a policy that the answer stands for.</extracomment>
        <translation>Regel:</translation>
    </message>
    <message>
        <source>none is kept</source>
        <translation>keine wird behalten</translation>
    </message>
    <message>
        <source>this host and port</source>
        <translation>diesen Host und Port</translation>
    </message>
    <message>
        <source>nothing is known about it yet</source>
        <translation>noch ist nichts darüber bekannt</translation>
    </message>
    <message>
        <source>Press again: %1</source>
        <extracomment>The second press of a button whose answer is wide. %1: "Always allow in this project"</extracomment>
        <translation>Noch einmal drücken: %1</translation>
    </message>
    <message>
        <source>can be given</source>
        <translation>kann gegeben werden</translation>
    </message>
    <message>
        <source>can be given in a moment</source>
        <translation>kann gleich gegeben werden</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ApprovalView</name>
    <message>
        <source>Questions that wait</source>
        <translation>Wartende Fragen</translation>
    </message>
    <message>
        <source>Previous question</source>
        <translation>Vorige Frage</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>Nächste Frage</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Place of a question in the queue: 1 of 5</extracomment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>No question waits for an answer.</source>
        <translation>Keine Frage wartet auf eine Antwort.</translation>
    </message>
    <message>
        <source>When an agent wants to reach something that its policy does not name, it is asked here.</source>
        <translation>Will ein Agent etwas erreichen, das seine Richtlinie nicht nennt, wird hier gefragt.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ApprovalWindow</name>
    <message>
        <source>Leadglass asks</source>
        <translation>Leadglass fragt</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <extracomment>Title of the approval window. %1: "Leadglass asks"; %2 of %3: place in the queue</extracomment>
        <translation>%1 (%2 von %3)</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ChangeDetail</name>
    <message>
        <source>Decide later</source>
        <translation>Später entscheiden</translation>
    </message>
    <message>
        <source>Take the run's version; yours is kept for undo</source>
        <translation>Die Fassung des Laufs nehmen; Ihre bleibt zum Rückgängigmachen</translation>
    </message>
    <message>
        <source>Keep yours; the run's version is settled</source>
        <translation>Ihre behalten; die Fassung des Laufs ist erledigt</translation>
    </message>
    <message>
        <source>It cannot be applied: %1.</source>
        <extracomment>%1: why a change can never be written to the project; English</extracomment>
        <translation>Es kann nicht übernommen werden: %1.</translation>
    </message>
    <message>
        <source>You decided that your version stays.</source>
        <translation>Sie haben entschieden, dass Ihre Fassung bleibt.</translation>
    </message>
    <message>
        <source>In conflict: %1.</source>
        <extracomment>%1: why the file in the project is not the one that the run began with; English</extracomment>
        <translation>Im Konflikt: %1.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ChangeModel</name>
    <message>
        <source>Apply</source>
        <extracomment>Heads of the columns of changed files, short: a tick means "write this to the project", and "I have looked at this".</extracomment>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message numerus="yes">
        <source>Could run something on your machine: tick one by one (%n)</source>
        <translation>
            <numerusform>Könnte auf Ihrem Rechner etwas ausführen: einzeln ankreuzen (%n)</numerusform>
            <numerusform>Könnten auf Ihrem Rechner etwas ausführen: einzeln ankreuzen (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>You changed these, too: choose a side for each (%n)</source>
        <translation>
            <numerusform>Auch von Ihnen geändert: wählen Sie eine Seite (%n)</numerusform>
            <numerusform>Auch von Ihnen geändert: wählen Sie je eine Seite (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Deleted (%n)</source>
        <translation>
            <numerusform>Gelöscht (%n)</numerusform>
            <numerusform>Gelöscht (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Python's byte code, which Python makes again (%n)</source>
        <translation>
            <numerusform>Bytecode von Python, den Python neu macht (%n)</numerusform>
            <numerusform>Bytecode von Python, den Python neu macht (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Cannot be applied (%n)</source>
        <translation>
            <numerusform>Kann nicht übernommen werden (%n)</numerusform>
            <numerusform>Können nicht übernommen werden (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Git's own files: commits, branches, index (%n)</source>
        <translation>
            <numerusform>Dateien von Git: Commits, Zweige, Index (%n)</numerusform>
            <numerusform>Dateien von Git: Commits, Zweige, Index (%n)</numerusform>
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
            <numerusform>Zweige und Tags, die sich bewegen (%n)</numerusform>
            <numerusform>Zweige und Tags, die sich bewegen (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Staged for a commit (%n)</source>
        <translation>
            <numerusform>Für einen Commit vorgemerkt (%n)</numerusform>
            <numerusform>Für einen Commit vorgemerkt (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Settled: your version stays (%n)</source>
        <translation>
            <numerusform>Entschieden: Ihre Fassung bleibt (%n)</numerusform>
            <numerusform>Entschieden: Ihre Fassung bleibt (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>In the project already; undo takes it back (%n)</source>
        <translation>
            <numerusform>Schon im Projekt; Rückgängig nimmt es zurück (%n)</numerusform>
            <numerusform>Schon im Projekt; Rückgängig nimmt sie zurück (%n)</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>In the project's folder (%n)</source>
        <translation>
            <numerusform>Im Ordner des Projekts (%n)</numerusform>
            <numerusform>Im Ordner des Projekts (%n)</numerusform>
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
    <message>
        <source>%1: the run's version</source>
        <extracomment>What will become of a file in conflict. %1: its path</extracomment>
        <translation>%1: die Fassung des Laufs</translation>
    </message>
    <message>
        <source>%1: yours stays</source>
        <translation>%1: Ihre bleibt</translation>
    </message>
    <message>
        <source>%1: not decided</source>
        <translation>%1: nicht entschieden</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: path of a file; %2: why it is risky, or cannot be applied</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1: path of a file; %2: "new", "deleted", "renamed" or the like</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Angesehen</translation>
    </message>
</context>
<context>
    <name>leadglass::app::Desk</name>
    <message>
        <source>Leadglass goes on in the background</source>
        <translation>Leadglass läuft im Hintergrund weiter</translation>
    </message>
    <message>
        <source>It comes up when a run asks something.</source>
        <translation>Es meldet sich, wenn ein Lauf etwas fragt.</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
</context>
<context>
    <name>leadglass::app::DiffView</name>
    <message>
        <source>Differences</source>
        <translation>Unterschiede</translation>
    </message>
    <message>
        <source>Previous place (P)</source>
        <translation>Vorige Stelle (P)</translation>
    </message>
    <message>
        <source>Next place (N)</source>
        <translation>Nächste Stelle (N)</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>Nebeneinander</translation>
    </message>
    <message>
        <source>Show all the same</source>
        <translation>Trotzdem zeigen</translation>
    </message>
    <message>
        <source>In the project now</source>
        <translation>Jetzt im Projekt</translation>
    </message>
    <message>
        <source>The run's version</source>
        <translation>Die Fassung des Laufs</translation>
    </message>
    <message>
        <source>%1
In the project now: %2
The run's version: %3</source>
        <extracomment>Of a file that is no text. %1: why there is no diff; %2 and %3: "PNG, 640 x 480, 12 kB" or a size</extracomment>
        <translation>%1
Jetzt im Projekt: %2
Die Fassung des Laufs: %3</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>The content is the same; only permissions change.</source>
        <translation>Der Inhalt ist gleich; nur die Rechte ändern sich.</translation>
    </message>
    <message>
        <source>A folder has no text to show.</source>
        <translation>Ein Ordner hat keinen Text zu zeigen.</translation>
    </message>
    <message>
        <source>There is no difference in the text: both are empty, or the same.</source>
        <translation>Im Text ist kein Unterschied: beide sind leer oder gleich.</translation>
    </message>
    <message>
        <source>+%1  −%2 lines</source>
        <extracomment>Lines of a diff. %1: how many were added; %2: how many were taken out</extracomment>
        <translation>+%1  −%2 Zeilen</translation>
    </message>
    <message>
        <source>(only the beginning is shown)</source>
        <translation>(nur der Anfang ist gezeigt)</translation>
    </message>
    <message>
        <source>A long change: %1 lines, %2. Long changes can hide something: read it all, or do not apply it.</source>
        <extracomment>%1: number of lines; %2: size of the text</extracomment>
        <translation>Eine lange Änderung: %1 Zeilen, %2. Lange Änderungen können etwas verbergen: lesen Sie alles, oder übernehmen Sie sie nicht.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::DoctorPage</name>
    <message>
        <source>ok</source>
        <comment>result of a check</comment>
        <translation>in Ordnung</translation>
    </message>
    <message>
        <source>weaker</source>
        <comment>result of a check</comment>
        <translation>schwächer</translation>
    </message>
    <message>
        <source>missing</source>
        <comment>result of a check</comment>
        <translation>fehlt</translation>
    </message>
    <message>
        <source>Not looked yet.</source>
        <translation>Noch nicht nachgesehen.</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>Ergebnis</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>What was found, and what to do</source>
        <translation>Was gefunden wurde, und was zu tun ist</translation>
    </message>
    <message>
        <source>Checks of this machine</source>
        <translation>Prüfungen dieses Rechners</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal nachsehen</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>Bericht kopieren</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>Wird nachgesehen …</translation>
    </message>
    <message>
        <source>Everything that a run needs is here.</source>
        <translation>Alles, was ein Lauf braucht, ist da.</translation>
    </message>
    <message>
        <source>Runs can start; something is weaker than it could be.</source>
        <translation>Läufe können beginnen; etwas ist schwächer, als es sein könnte.</translation>
    </message>
    <message>
        <source>No run can start on this machine yet: see what is missing.</source>
        <translation>Auf diesem Rechner kann noch kein Lauf beginnen: sehen Sie, was fehlt.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::EventDetails</name>
    <message>
        <source>Explain</source>
        <translation>Erklären</translation>
    </message>
    <message>
        <source>All of this run</source>
        <translation>Alles von diesem Lauf</translation>
    </message>
    <message>
        <source>The selected event</source>
        <translation>Das gewählte Ereignis</translation>
    </message>
    <message>
        <source>Select an event to read all of it.</source>
        <translation>Wählen Sie ein Ereignis, um alles zu lesen.</translation>
    </message>
    <message>
        <source>What the policy says of it now, and the line that says so</source>
        <translation>Was die Richtlinie jetzt dazu sagt, und in welcher Zeile</translation>
    </message>
    <message>
        <source>%1: </source>
        <extracomment>Name of a field and what follows it: "Subject: example.org". %1: the name</extracomment>
        <translation>%1: </translation>
    </message>
    <message>
        <source>As the policy %1 in %2 is now</source>
        <extracomment>%1: name of a profile; %2: folder of a project. What the policy says follows.</extracomment>
        <translation>Wie die Richtlinie %1 in %2 jetzt ist</translation>
    </message>
    <message>
        <source>It cannot be explained</source>
        <translation>Es lässt sich nicht erklären</translation>
    </message>
</context>
<context>
    <name>leadglass::app::EventModel</name>
    <message>
        <source>Row %1 is damaged or missing: verify the history</source>
        <extracomment>In place of a row. %1: its number</extracomment>
        <translation>Zeile %1 ist beschädigt oder fehlt: prüfen Sie die Aufzeichnung</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>Gegenstand</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
</context>
<context>
    <name>leadglass::app::HistoryJobs</name>
    <message>
        <source>Progress</source>
        <translation>Fortschritt</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Going through the history …</source>
        <translation>Die Aufzeichnung wird durchgegangen …</translation>
    </message>
    <message>
        <source>Stopped. A check that was not finished says nothing.</source>
        <translation>Angehalten. Eine nicht beendete Prüfung sagt nichts.</translation>
    </message>
    <message>
        <source>Writing %1 …</source>
        <extracomment>%1: path of a file</extracomment>
        <translation>%1 wird geschrieben …</translation>
    </message>
    <message>
        <source>%1 is written: the newest %2 events of those that fit; a page holds no more. JSON lines and CSV hold all.</source>
        <extracomment>%1: path of a file; %2: a number of events</extracomment>
        <translation>%1 ist geschrieben: die neuesten %2 der passenden Ereignisse; mehr fasst eine Seite nicht. JSON-Zeilen und CSV fassen alle.</translation>
    </message>
    <message numerus="yes">
        <source>%1 is written: %n event(s). Head of the history: row %2, %3</source>
        <extracomment>%1: path of a file; %2: number of a row; %3: a hash</extracomment>
        <translation>
            <numerusform>%1 ist geschrieben: %n Ereignis. Kopf der Aufzeichnung: Zeile %2, %3</numerusform>
            <numerusform>%1 ist geschrieben: %n Ereignisse. Kopf der Aufzeichnung: Zeile %2, %3</numerusform>
            </translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>Angehalten. Nichts wurde geschrieben.</translation>
    </message>
    <message>
        <source>%1 is not written: %2</source>
        <extracomment>%1: path of a file; %2: the reason</extracomment>
        <translation>%1 ist nicht geschrieben: %2</translation>
    </message>
</context>
<context>
    <name>leadglass::app::HomePage</name>
    <message>
        <source>New run…</source>
        <translation>Neuer Lauf …</translation>
    </message>
    <message>
        <source>See what is missing</source>
        <translation>Ansehen, was fehlt</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>None yet. What an agent does in a run is seen, decided and kept here; your files change when you say so.</source>
        <translation>Noch keine. Was ein Agent in einem Lauf tut, wird hier gesehen, entschieden und aufbewahrt; Ihre Dateien ändern sich, wenn Sie es sagen.</translation>
    </message>
    <message>
        <source>No run is live.</source>
        <translation>Kein Lauf ist im Gang.</translation>
    </message>
    <message>
        <source>No run can start on this machine yet.</source>
        <translation>Auf diesem Rechner kann noch kein Lauf beginnen.</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait(s) for you.</source>
        <translation>
            <numerusform>%n Anfrage wartet auf Sie.</numerusform>
            <numerusform>%n Anfragen warten auf Sie.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) at work, and nothing waits for you.</source>
        <translation>
            <numerusform>%n Lauf bei der Arbeit, und nichts wartet auf Sie.</numerusform>
            <numerusform>%n Läufe bei der Arbeit, und nichts wartet auf Sie.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Answer %n request(s)</source>
        <translation>
            <numerusform>%n Anfrage beantworten</numerusform>
            <numerusform>%n Anfragen beantworten</numerusform>
            </translation>
    </message>
</context>
<context>
    <name>leadglass::app::LaunchDialog</name>
    <message>
        <source>New run</source>
        <translation>Neuer Lauf</translation>
    </message>
    <message>
        <source>&amp;Agent or command:</source>
        <translation>&amp;Agent oder Befehl:</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>Wählen …</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>Ordner des Projekts</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>&amp;Ordner:</translation>
    </message>
    <message>
        <source>&amp;Profile:</source>
        <translation>&amp;Profil:</translation>
    </message>
    <message>
        <source>as the command says</source>
        <translation>wie der Befehl es sagt</translation>
    </message>
    <message>
        <source>&amp;Works on:</source>
        <translation>A&amp;rbeitet auf:</translation>
    </message>
    <message>
        <source>as the policy says</source>
        <translation>wie die Richtlinie es sagt</translation>
    </message>
    <message>
        <source>a layer above the folder</source>
        <translation>einer Schicht über dem Ordner</translation>
    </message>
    <message>
        <source>a copy of the folder</source>
        <translation>einer Kopie des Ordners</translation>
    </message>
    <message>
        <source>the folder itself</source>
        <translation>dem Ordner selbst</translation>
    </message>
    <message>
        <source>the folder, reading only</source>
        <translation>dem Ordner, nur lesend</translation>
    </message>
    <message>
        <source>an empty folder</source>
        <translation>einem leeren Ordner</translation>
    </message>
    <message>
        <source>&amp;Ends after:</source>
        <translation>&amp;Endet nach:</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
            </translation>
    </message>
    <message>
        <source>&amp;Terminal:</source>
        <translation>&amp;Terminal:</translation>
    </message>
    <message>
        <source>Environment:</source>
        <translation>Umgebung:</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>Starten</translation>
    </message>
    <message>
        <source>Which agent or command?</source>
        <translation>Welcher Agent oder Befehl?</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>Diesen Ordner gibt es nicht.</translation>
    </message>
    <message>
        <source>No terminal program was found: install one, for example xterm, or use “leadglass run” in yours.</source>
        <translation>Kein Terminalprogramm gefunden: installieren Sie eines, zum Beispiel xterm, oder nehmen Sie „leadglass run“ in Ihrem.</translation>
    </message>
    <message>
        <source>that of the desktop; %1</source>
        <extracomment>Which environment variables a run is started with. %1: why not those of the shell</extracomment>
        <translation>die des Desktops; %1</translation>
    </message>
    <message>
        <source>your login shell is being asked</source>
        <translation>Ihre Login-Shell wird gefragt</translation>
    </message>
    <message>
        <source>that of the desktop, and of your login shell %1</source>
        <extracomment>Which environment variables a run is started with. %1: their names</extracomment>
        <translation>die des Desktops, und von Ihrer Login-Shell %1</translation>
    </message>
    <message>
        <source>%1 could not be started.</source>
        <extracomment>%1: a terminal program</extracomment>
        <translation>%1 konnte nicht gestartet werden.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::MainWindow</name>
    <message>
        <source>Pages</source>
        <translation>Seiten</translation>
    </message>
    <message>
        <source>Approvals</source>
        <extracomment>A page of the navigation, and how many questions wait there.</extracomment>
        <translation>Freigaben</translation>
    </message>
    <message>
        <source>Leadglass</source>
        <extracomment>Title of the main window. %1: how many questions wait</extracomment>
        <translation>Leadglass</translation>
    </message>
    <message>
        <source>(%1) Leadglass</source>
        <translation>(%1) Leadglass</translation>
    </message>
    <message>
        <source>Approvals (%1)</source>
        <translation>Freigaben (%1)</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>Prüfung</translation>
    </message>
    <message>
        <source>No terminal program could be started: install one, for example xterm.</source>
        <translation>Kein Terminalprogramm konnte gestartet werden: installieren Sie eines, zum Beispiel xterm.</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>Verlauf</translation>
    </message>
</context>
<context>
    <name>leadglass::app::Notifier</name>
    <message>
        <source>%1 asks</source>
        <extracomment>Summary of a notice. %1: profile of the agent</extracomment>
        <translation>%1 fragt</translation>
    </message>
    <message numerus="yes">
        <source>and %n more request(s)</source>
        <translation>
            <numerusform>und %n weitere Anfrage</numerusform>
            <numerusform>und %n weitere Anfragen</numerusform>
            </translation>
    </message>
    <message>
        <source>Refused for now; your answer counts for the next try.</source>
        <translation>Vorerst abgelehnt; Ihre Antwort gilt für den nächsten Versuch.</translation>
    </message>
    <message>
        <source>Review</source>
        <extracomment>Actions of a notice.</extracomment>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Deny once</source>
        <translation>Einmal ablehnen</translation>
    </message>
</context>
<context>
    <name>leadglass::app::QuestionModel</name>
    <message>
        <source>%1 (refused for now)
%2</source>
        <extracomment>An entry of the queue. %1: host and port; %2: profile of the agent</extracomment>
        <translation>%1 (vorerst abgelehnt)
%2</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ReviewPage</name>
    <message>
        <source>Nothing waits for a review.
Start an agent with “leadglass run -- COMMAND” in a project: what it changes waits here until you apply or discard it.</source>
        <translation>Nichts wartet auf eine Durchsicht.
Starten Sie einen Agenten mit „leadglass run -- BEFEHL“ in einem Projekt: was er ändert, wartet hier, bis Sie es übernehmen oder verwerfen.</translation>
    </message>
    <message>
        <source>Reading what the run changed…</source>
        <translation>Es wird gelesen, was der Lauf geändert hat …</translation>
    </message>
    <message>
        <source>Nothing is left to apply. What was applied can still be taken back.</source>
        <translation>Nichts ist mehr zu übernehmen. Was übernommen wurde, lässt sich noch zurücknehmen.</translation>
    </message>
    <message>
        <source>This run changed nothing that could be applied.</source>
        <translation>Dieser Lauf hat nichts geändert, das übernommen werden könnte.</translation>
    </message>
    <message>
        <source>This run deleted most of the project.
No deletion is ticked. If you did not ask for that, discard the run.</source>
        <translation>Dieser Lauf hat das meiste im Projekt gelöscht.
Keine Löschung ist angekreuzt. Haben Sie das nicht verlangt, verwerfen Sie den Lauf.</translation>
    </message>
    <message numerus="yes">
        <source>Apply %n change(s)</source>
        <translation>
            <numerusform>%n Änderung übernehmen</numerusform>
            <numerusform>%n Änderungen übernehmen</numerusform>
            </translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>Wird gelesen …</translation>
    </message>
    <message>
        <source>Applying…</source>
        <translation>Wird übernommen …</translation>
    </message>
    <message>
        <source>Taking back…</source>
        <translation>Wird zurückgenommen …</translation>
    </message>
    <message>
        <source>What it changed cannot be read; all of it is lost.</source>
        <translation>Was er geändert hat, ist nicht lesbar; alles davon geht verloren.</translation>
    </message>
    <message numerus="yes">
        <source>Lost for good: %n change(s) that you did not apply.</source>
        <translation>
            <numerusform>Endgültig verloren: %n Änderung, die Sie nicht übernommen haben.</numerusform>
            <numerusform>Endgültig verloren: %n Änderungen, die Sie nicht übernommen haben.</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Among them %n commit(s).</source>
        <translation>
            <numerusform>Darunter %n Commit.</numerusform>
            <numerusform>Darunter %n Commits.</numerusform>
            </translation>
    </message>
    <message>
        <source>What was applied stays in the project, and cannot be taken back any more.</source>
        <translation>Was übernommen wurde, bleibt im Projekt und lässt sich nicht mehr zurücknehmen.</translation>
    </message>
    <message>
        <source>Nothing of it waits.</source>
        <translation>Nichts davon wartet.</translation>
    </message>
    <message>
        <source>Discard a run</source>
        <translation>Einen Lauf verwerfen</translation>
    </message>
    <message>
        <source>Discard this run?</source>
        <translation>Diesen Lauf verwerfen?</translation>
    </message>
    <message>
        <source>Discard it</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Discarding…</source>
        <translation>Wird verworfen …</translation>
    </message>
    <message>
        <source>The run is discarded.</source>
        <translation>Der Lauf ist verworfen.</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>Wird angehalten …</translation>
    </message>
    <message>
        <source>The run was told to stop, and has not ended yet.</source>
        <translation>Dem Lauf wurde gesagt, er soll anhalten; er ist noch nicht zu Ende.</translation>
    </message>
    <message>
        <source>The run is stopped.</source>
        <translation>Der Lauf ist angehalten.</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>Lauf</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>Noch einmal nachsehen</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>Was getan wurde</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>Änderungen</translation>
    </message>
    <message>
        <source>Show the list all the same</source>
        <translation>Die Liste trotzdem zeigen</translation>
    </message>
    <message>
        <source>Apply although the machine stopped before all files were safe: I looked at what is there</source>
        <translation>Übernehmen, obwohl der Rechner anhielt, bevor alle Dateien sicher waren: ich habe angesehen, was da ist</translation>
    </message>
    <message>
        <source>Tick all that is not risky</source>
        <translation>Alles ankreuzen, was nicht riskant ist</translation>
    </message>
    <message>
        <source>Tick none</source>
        <translation>Nichts ankreuzen</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>Den Lauf anhalten</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen …</translation>
    </message>
    <message>
        <source>Undo the last apply</source>
        <translation>Das letzte Übernehmen rückgängig machen</translation>
    </message>
    <message>
        <source>Choose a file on the left: J and K go through all of them, Space ticks.</source>
        <translation>Wählen Sie links eine Datei: J und K gehen durch alle, die Leertaste kreuzt an.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>Läufe</translation>
    </message>
    <message>
        <source>State:</source>
        <translation>Zustand:</translation>
    </message>
    <message>
        <source>Command:</source>
        <translation>Befehl:</translation>
    </message>
    <message>
        <source>Works on:</source>
        <extracomment>Of a run: its folder, and how it works on it.</extracomment>
        <translation>Arbeitet auf:</translation>
    </message>
    <message>
        <source>Started:</source>
        <translation>Begonnen:</translation>
    </message>
    <message>
        <source>Ended:</source>
        <translation>Beendet:</translation>
    </message>
    <message>
        <source>Answer its questions</source>
        <translation>Seine Fragen beantworten</translation>
    </message>
    <message>
        <source>Review its changes</source>
        <translation>Seine Änderungen ansehen</translation>
    </message>
    <message>
        <source>What it did</source>
        <translation>Was er tat</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>Noch einmal …</translation>
    </message>
    <message>
        <source>Open a terminal there</source>
        <translation>Dort ein Terminal öffnen</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen …</translation>
    </message>
    <message>
        <source>New run…</source>
        <translation>Neuer Lauf …</translation>
    </message>
    <message>
        <source>No run is live, and none waits for you.</source>
        <translation>Kein Lauf ist im Gang, und keiner wartet auf Sie.</translation>
    </message>
    <message>
        <source>Start an agent here, or in a terminal with “leadglass run”. Both appear on this page.</source>
        <translation>Starten Sie einen Agenten hier oder in einem Terminal mit „leadglass run“. Beide erscheinen auf dieser Seite.</translation>
    </message>
    <message>
        <source>%1 (%2, profile %3)</source>
        <extracomment>%1: a folder; %2: mode of the workspace ("copy"); %3: profile</extracomment>
        <translation>%1 (%2, Profil %3)</translation>
    </message>
    <message>
        <source>%1, as run %2</source>
        <extracomment>%1: when; %2: id of the run</extracomment>
        <translation>%1, als Lauf %2</translation>
    </message>
    <message>
        <source>not yet</source>
        <extracomment>%1: when; %2: how</extracomment>
        <translation>noch nicht</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1, %2</translation>
    </message>
    <message>
        <source>See its changes</source>
        <translation>Seine Änderungen sehen</translation>
    </message>
    <message>
        <source>It is being ended; what does not end within 5 seconds is killed.</source>
        <translation>Er wird beendet; was nicht binnen 5 Sekunden endet, wird abgebrochen.</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>Verwerfen</translation>
    </message>
    <message>
        <source>Throw away what this run changed and was not applied?</source>
        <translation>Wegwerfen, was dieser Lauf geändert hat und nicht übernommen wurde?</translation>
    </message>
    <message>
        <source>It cannot be brought back. The history keeps what it did.</source>
        <translation>Es lässt sich nicht zurückholen. Die Aufzeichnung behält, was er tat.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>It is being thrown away.</source>
        <translation>Es wird weggeworfen.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ShellEnvironment</name>
    <message>
        <source>your shell did not answer within 5 seconds</source>
        <translation>Ihre Shell hat nicht binnen 5 Sekunden geantwortet</translation>
    </message>
    <message>
        <source>your shell prints without end when it starts</source>
        <translation>Ihre Shell gibt beim Start ohne Ende aus</translation>
    </message>
    <message>
        <source>your shell cannot be started</source>
        <translation>Ihre Shell kann nicht gestartet werden</translation>
    </message>
    <message>
        <source>your shell ended without an answer</source>
        <translation>Ihre Shell endete ohne Antwort</translation>
    </message>
    <message>
        <source>there is no shell of yours</source>
        <translation>Sie haben keine Shell</translation>
    </message>
</context>
<context>
    <name>leadglass::app::Tray</name>
    <message>
        <source>Requests are refused unasked until %1</source>
        <extracomment>State in the tray. %1: a time of day</extracomment>
        <translation>Anfragen werden bis %1 ungefragt abgelehnt</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait(s) for you</source>
        <translation>
            <numerusform>%n Anfrage wartet auf Sie</numerusform>
            <numerusform>%n Anfragen warten auf Sie</numerusform>
            </translation>
    </message>
    <message>
        <source>Refuse unasked for</source>
        <translation>Ungefragt ablehnen für</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
            </translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>Wieder fragen</translation>
    </message>
    <message>
        <source>Open Leadglass</source>
        <translation>Leadglass öffnen</translation>
    </message>
    <message>
        <source>Quit (runs stay guarded)</source>
        <extracomment>Leaves the app; runs go on as their policy says.</extracomment>
        <translation>Beenden (Läufe bleiben bewacht)</translation>
    </message>
    <message numerus="yes">
        <source>Review %n request(s)</source>
        <translation>
            <numerusform>%n Anfrage ansehen</numerusform>
            <numerusform>%n Anfragen ansehen</numerusform>
            </translation>
    </message>
    <message>
        <source>Leadglass: %1</source>
        <translation>Leadglass: %1</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) at work; nothing waits for you</source>
        <translation>
            <numerusform>%n Lauf bei der Arbeit; nichts wartet auf Sie</numerusform>
            <numerusform>%n Läufe bei der Arbeit; nichts wartet auf Sie</numerusform>
            </translation>
    </message>
    <message>
        <source>No run is live; nothing waits for you</source>
        <translation>Kein Lauf ist im Gang; nichts wartet auf Sie</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Show no window until it is asked for.</source>
        <translation>Kein Fenster zeigen, bis danach verlangt wird.</translation>
    </message>
</context>
</TS>
