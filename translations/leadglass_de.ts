<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
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
