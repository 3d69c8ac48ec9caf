<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="de" sourcelanguage="en">
<context>
    <name>Alerts</name>
    <message>
        <source>a canary of this run</source>
        <extracomment>A made-up secret that Leadglass put where only a thief would look.</extracomment>
        <translation>ein Köder dieses Laufs</translation>
    </message>
    <message>
        <source>the placeholder of a credential</source>
        <extracomment>%1: id of the kind, as &quot;github-token&quot;</extracomment>
        <translation>der Platzhalter eines Zugangs</translation>
    </message>
    <message>
        <source>a credential (%1)</source>
        <translation>ein Zugangsgeheimnis (%1)</translation>
    </message>
    <message>
        <source>in the address of a request</source>
        <translation>in der Adresse einer Anfrage</translation>
    </message>
    <message>
        <source>in a header</source>
        <translation>in einer Kopfzeile</translation>
    </message>
    <message>
        <source>in what was sent</source>
        <translation>in dem, was gesendet wurde</translation>
    </message>
    <message>
        <source>in a response</source>
        <translation>in einer Antwort</translation>
    </message>
    <message>
        <source>on a connection</source>
        <translation>auf einer Verbindung</translation>
    </message>
    <message>
        <source>stopped</source>
        <comment>what became of something that must not leave</comment>
        <translation>aufgehalten</translation>
    </message>
    <message>
        <source>came in</source>
        <comment>what became of something that must not leave</comment>
        <translation>kam herein</translation>
    </message>
    <message>
        <source>went out</source>
        <comment>what became of something that must not leave</comment>
        <translation>ging hinaus</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>ein Programm</translation>
    </message>
    <message>
        <source>a host</source>
        <translation>einen Host</translation>
    </message>
    <message>
        <source>%1 was sent %2 by %4, %3</source>
        <extracomment>%1: a program; %2: &quot;a credential (github-token)&quot;; %3: &quot;in a header&quot;; %4: a host</extracomment>
        <translation>%1 bekam %2 von %4, %3</translation>
    </message>
    <message>
        <source>%1 sent %2 to %4, %3</source>
        <translation>%1 sendete %2 an %4, %3</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <extracomment>%1: a sentence without its full stop; %2: &quot;stopped&quot;, &quot;went out&quot;</extracomment>
        <translation>%1: %2.</translation>
    </message>
    <message>
        <source>A canary is worth nothing, but who sends it reads what it should not: look at what the run did before.</source>
        <translation>Ein Köder ist nichts wert, aber wer ihn sendet, liest, was er nicht soll: Was hat der Lauf davor getan?</translation>
    </message>
    <message>
        <source>The placeholder is worth nothing. The agent tried to use the credential where no policy lets it go.</source>
        <translation>Der Platzhalter ist nichts wert. Der Agent wollte den Zugang dort verwenden, wohin ihn keine Richtlinie lässt.</translation>
    </message>
    <message>
        <source>Look at what the run read: it had a credential that it should not have.</source>
        <translation>Was hat der Lauf gelesen? Er hatte ein Zugangsgeheimnis, das er nicht haben soll.</translation>
    </message>
    <message>
        <source>Take it for known: revoke that credential where it was made, and make a new one.</source>
        <translation>Es gilt als bekannt: dort widerrufen, wo es ausgestellt wurde, und ein neues ausstellen lassen.</translation>
    </message>
    <message>
        <source>in the name of a host</source>
        <translation>im Namen eines Servers</translation>
    </message>
    <message>
        <source>in the name of a branch</source>
        <translation>im Namen eines Branches</translation>
    </message>
    <message>
        <source>in a changed file</source>
        <translation>in einer geänderten Datei</translation>
    </message>
    <message>
        <source>held back</source>
        <comment>what became of something that must not leave</comment>
        <translation>zurückgehalten</translation>
    </message>
    <message>
        <source>a changed file</source>
        <translation>eine geänderte Datei</translation>
    </message>
    <message>
        <source>%1 holds %2: held back.</source>
        <extracomment>%1: a file; %2: &quot;a canary of this run&quot;</extracomment>
        <translation>%1 enthält %2: zurückgehalten.</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message numerus="yes">
        <source>The session is ending. Without an answer it goes on in %n second(s).</source>
        <translation>
            <numerusform>Die Sitzung wird beendet. Ohne Antwort geht es in %n Sekunde weiter.</numerusform>
            <numerusform>Die Sitzung wird beendet. Ohne Antwort geht es in %n Sekunden weiter.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffText</name>
    <message>
        <source>(no new line at the end of the file)</source>
        <translation>(keine neue Zeile am Ende der Datei)</translation>
    </message>
</context>
<context>
    <name>Enforced</name>
    <message>
        <source>cgroup, for the whole run</source>
        <comment>what enforces a limit</comment>
        <translation>cgroup, für den ganzen Lauf</translation>
    </message>
    <message>
        <source>a watch over the run with its files in memory</source>
        <comment>what enforces a limit</comment>
        <translation>eine Überwachung des Laufs mit seinen Dateien im Speicher</translation>
    </message>
    <message>
        <source>RLIMIT_DATA for each process</source>
        <comment>what enforces a limit</comment>
        <translation>RLIMIT_DATA für jeden Prozess</translation>
    </message>
    <message>
        <source>a watch that ends the run: the kernel does not count processes of real root</source>
        <comment>what enforces a limit</comment>
        <translation>eine Überwachung, die den Lauf beendet: der Kernel zählt Prozesse des echten root nicht</translation>
    </message>
    <message>
        <source>RLIMIT_NPROC in the run&apos;s own user namespace</source>
        <comment>what enforces a limit</comment>
        <translation>RLIMIT_NPROC im eigenen User-Namespace des Laufs</translation>
    </message>
    <message>
        <source>lower than the policy says: this machine allows no more</source>
        <comment>what enforces a limit</comment>
        <translation>niedriger als in der Richtlinie: mehr lässt dieser Rechner nicht zu</translation>
    </message>
    <message>
        <source>the size of the file system</source>
        <comment>what enforces a limit</comment>
        <translation>die Größe des Dateisystems</translation>
    </message>
    <message>
        <source>a watch over the copy with its changes: bytes, and files</source>
        <comment>what enforces a limit</comment>
        <translation>eine Überwachung der Kopie mit ihren Änderungen: Bytes und Dateien</translation>
    </message>
    <message>
        <source>a watch over what the project grows by: bytes, and files</source>
        <comment>what enforces a limit</comment>
        <translation>eine Überwachung dessen, um was das Projekt wächst: Bytes und Dateien</translation>
    </message>
    <message>
        <source>a watch over the changes: bytes, and files</source>
        <comment>what enforces a limit</comment>
        <translation>eine Überwachung der Änderungen: Bytes und Dateien</translation>
    </message>
    <message>
        <source>RLIMIT_FSIZE for each process</source>
        <comment>what enforces a limit</comment>
        <translation>RLIMIT_FSIZE für jeden Prozess</translation>
    </message>
    <message>
        <source>RLIMIT_NOFILE for each process</source>
        <comment>what enforces a limit</comment>
        <translation>RLIMIT_NOFILE für jeden Prozess</translation>
    </message>
    <message>
        <source>a watch over the run</source>
        <comment>what enforces a limit</comment>
        <translation>eine Überwachung des Laufs</translation>
    </message>
    <message>
        <source>RLIMIT_CPU for each process</source>
        <comment>what enforces a limit</comment>
        <translation>RLIMIT_CPU für jeden Prozess</translation>
    </message>
    <message>
        <source>a watch over all of your live runs: the largest ends</source>
        <comment>what enforces a limit</comment>
        <translation>eine Überwachung aller eigenen laufenden Läufe: der größte wird beendet</translation>
    </message>
    <message>
        <source>no further one starts</source>
        <comment>what enforces a limit</comment>
        <translation>kein weiterer startet</translation>
    </message>
    <message>
        <source>a watch over the time awake</source>
        <comment>what enforces a limit</comment>
        <translation>eine Überwachung der wachen Zeit</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between what enforces a limit</comment>
        <translation>; </translation>
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
    <message numerus="yes">
        <source>and %n more</source>
        <extracomment>Behind names of hunks. %n: how many are not named</extracomment>
        <translation>
            <numerusform>und %n weitere</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Hunks taken</source>
        <extracomment>A hunk is one place in which a file differs</extracomment>
        <translation>Übernommene Stellen</translation>
    </message>
    <message>
        <source>Hunks left</source>
        <extracomment>Hunks that an apply did not take</extracomment>
        <translation>Gelassene Stellen</translation>
    </message>
    <message>
        <source>Request</source>
        <comment>kind of an event: of HTTP, on a connection that is looked into</comment>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>Request ended</source>
        <comment>kind of an event</comment>
        <translation>Anfrage beendet</translation>
    </message>
    <message>
        <source>Sighting</source>
        <comment>kind of an event</comment>
        <extracomment>Something that must not leave was seen in what leaves: a canary, a credential, a placeholder in the wrong place.</extracomment>
        <translation>Sichtung</translation>
    </message>
    <message>
        <source>alert: %1</source>
        <extracomment>Of something that must not leave. %1: &quot;stopped&quot;, &quot;went out&quot;</extracomment>
        <translation>Alarm: %1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what was seen, and where</comment>
        <extracomment>%1: &quot;a credential (github-token)&quot;; %2: &quot;in a header&quot;</extracomment>
        <translation>%1 %2</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>Was zu tun ist</translation>
    </message>
    <message>
        <source>Page</source>
        <comment>kind of an event: a page that was opened in the person&apos;s browser, or was to be</comment>
        <translation>Seite</translation>
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
    <message numerus="yes">
        <source>At most %1 of memory and %n process(es).</source>
        <extracomment>%1: &quot;4 GiB&quot;</extracomment>
        <translation>
            <numerusform>Höchstens %1 Speicher und %n Prozess.</numerusform>
            <numerusform>Höchstens %1 Speicher und %n Prozesse.</numerusform>
        </translation>
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
    <name>Policy</name>
    <message>
        <source>Works on</source>
        <comment>title of a line: how the project is written</comment>
        <translation>Arbeitet auf</translation>
    </message>
    <message>
        <source>Connects to</source>
        <comment>title of a line: a host that is allowed</comment>
        <translation>Verbindet sich mit</translation>
    </message>
    <message>
        <source>Asks about</source>
        <comment>title of a line: a host that a person is asked about</comment>
        <translation>Fragt nach</translation>
    </message>
    <message>
        <source>Refuses</source>
        <comment>title of a line: a host that is refused</comment>
        <translation>Lehnt ab</translation>
    </message>
    <message>
        <source>Any other host</source>
        <comment>title of a line</comment>
        <translation>Jeder andere Rechner</translation>
    </message>
    <message>
        <source>Only as far as: allowed</source>
        <comment>title of a line of the project&apos;s own file, which restricts</comment>
        <translation>Nur so weit: erlaubt</translation>
    </message>
    <message>
        <source>Only as far as: asked</source>
        <comment>title of a line of the project&apos;s own file, which restricts</comment>
        <translation>Nur so weit: gefragt</translation>
    </message>
    <message>
        <source>Only as far as: refused</source>
        <comment>title of a line of the project&apos;s own file, which restricts</comment>
        <translation>Nur so weit: abgelehnt</translation>
    </message>
    <message>
        <source>Only as far as: any other</source>
        <comment>title of a line of the project&apos;s own file, which restricts</comment>
        <translation>Nur so weit: jeder andere</translation>
    </message>
    <message>
        <source>Can read</source>
        <comment>title of a line</comment>
        <translation>Kann lesen</translation>
    </message>
    <message>
        <source>Keeps for itself</source>
        <comment>title of a line: the agent&apos;s own files</comment>
        <translation>Behält für sich</translation>
    </message>
    <message>
        <source>Copied once</source>
        <comment>title of a line: files of the person&apos;s</comment>
        <translation>Einmal kopiert</translation>
    </message>
    <message>
        <source>Copied at each start</source>
        <comment>title of a line: files of the person&apos;s</comment>
        <translation>Bei jedem Start kopiert</translation>
    </message>
    <message>
        <source>Empty in each run</source>
        <comment>title of a line</comment>
        <translation>In jedem Lauf leer</translation>
    </message>
    <message>
        <source>Does not outlive a run</source>
        <comment>title of a line: keys of a file</comment>
        <translation>Überlebt keinen Lauf</translation>
    </message>
    <message>
        <source>Hidden</source>
        <comment>title of a line: files of the project</comment>
        <translation>Verborgen</translation>
    </message>
    <message>
        <source>Shown empty</source>
        <comment>title of a line: files</comment>
        <translation>Leer gezeigt</translation>
    </message>
    <message>
        <source>Never shown</source>
        <comment>title of a line: files</comment>
        <translation>Nie gezeigt</translation>
    </message>
    <message>
        <source>Protected</source>
        <comment>title of a line: files of the project</comment>
        <translation>Geschützt</translation>
    </message>
    <message>
        <source>Variable</source>
        <comment>title of a line: of the environment</comment>
        <translation>Variable</translation>
    </message>
    <message>
        <source>Variable, set</source>
        <comment>title of a line: of the environment</comment>
        <translation>Variable, gesetzt</translation>
    </message>
    <message>
        <source>Variable with a key</source>
        <comment>title of a line: of the environment</comment>
        <translation>Variable mit Schlüssel</translation>
    </message>
    <message>
        <source>Device</source>
        <comment>title of a line</comment>
        <translation>Gerät</translation>
    </message>
    <message>
        <source>Not enforced</source>
        <comment>title of a line: no run starts</comment>
        <translation>Nicht durchgesetzt</translation>
    </message>
    <message>
        <source>Without effect</source>
        <comment>title of a line</comment>
        <translation>Ohne Wirkung</translation>
    </message>
    <message>
        <source>Note</source>
        <comment>title of a line</comment>
        <translation>Hinweis</translation>
    </message>
    <message>
        <source>Limit: %1</source>
        <extracomment>%1: memory, cpu, disk: a word of the policy file</extracomment>
        <translation>Grenze: %1</translation>
    </message>
    <message>
        <source>built-in base</source>
        <comment>a layer of the policy</comment>
        <translation>eingebaute Grundlage</translation>
    </message>
    <message>
        <source>profile</source>
        <comment>a layer of the policy</comment>
        <translation>Profil</translation>
    </message>
    <message>
        <source>your kept answers</source>
        <comment>a layer of the policy</comment>
        <translation>Ihre behaltenen Antworten</translation>
    </message>
    <message>
        <source>the project&apos;s own file</source>
        <comment>a layer of the policy</comment>
        <translation>die eigene Datei des Projekts</translation>
    </message>
    <message>
        <source>this run</source>
        <comment>a layer of the policy</comment>
        <translation>dieser Lauf</translation>
    </message>
    <message>
        <source>team bundle</source>
        <comment>a layer of the policy</comment>
        <translation>Paket des Teams</translation>
    </message>
    <message>
        <source>Leadglass itself</source>
        <comment>who keeps a line from being loosened</comment>
        <translation>Leadglass selbst</translation>
    </message>
    <message>
        <source>the built-in base</source>
        <comment>who keeps a line from being loosened</comment>
        <translation>die eingebaute Grundlage</translation>
    </message>
    <message>
        <source>the project&apos;s own file</source>
        <comment>who keeps a line from being loosened</comment>
        <translation>die eigene Datei des Projekts</translation>
    </message>
    <message>
        <source>a team bundle</source>
        <comment>who keeps a line from being loosened</comment>
        <translation>ein Paket des Teams</translation>
    </message>
    <message>
        <source>Hosts: allowed</source>
        <comment>a list in a policy file</comment>
        <translation>Rechner: erlaubt</translation>
    </message>
    <message>
        <source>Hosts: asked about</source>
        <comment>a list in a policy file</comment>
        <translation>Rechner: gefragt</translation>
    </message>
    <message>
        <source>Hosts: refused</source>
        <comment>a list in a policy file</comment>
        <translation>Rechner: abgelehnt</translation>
    </message>
    <message>
        <source>Any other host</source>
        <comment>a value in a policy file</comment>
        <translation>Jeder andere Rechner</translation>
    </message>
    <message>
        <source>Hidden in the project</source>
        <comment>a list in a policy file</comment>
        <translation>Im Projekt verborgen</translation>
    </message>
    <message>
        <source>Shown read-only</source>
        <comment>a list in a policy file</comment>
        <translation>Nur lesbar gezeigt</translation>
    </message>
    <message>
        <source>Protected in the project</source>
        <comment>a list in a policy file</comment>
        <translation>Im Projekt geschützt</translation>
    </message>
    <message>
        <source>How the project is written</source>
        <comment>a value in a policy file</comment>
        <translation>Wie das Projekt geschrieben wird</translation>
    </message>
    <message>
        <source>Variables that pass</source>
        <comment>a list in a policy file</comment>
        <translation>Variablen, die durchgehen</translation>
    </message>
    <message>
        <source>Devices</source>
        <comment>a list in a policy file</comment>
        <translation>Geräte</translation>
    </message>
    <message>
        <source>How long a question holds</source>
        <comment>a value in a policy file</comment>
        <translation>Wie lange eine Frage wartet</translation>
    </message>
    <message>
        <source>registry %1</source>
        <comment>of packages; %1: npm</comment>
        <translation>Paketquelle %1</translation>
    </message>
    <message>
        <source>port %1 of this machine</source>
        <translation>Port %1 dieses Rechners</translation>
    </message>
    <message>
        <source>The project, on a layer above it: yours changes when you apply</source>
        <translation>Das Projekt, auf einer Schicht darüber: Ihres ändert sich, wenn Sie übernehmen</translation>
    </message>
    <message>
        <source>A copy of the project: yours changes when you apply</source>
        <translation>Eine Kopie des Projekts: Ihres ändert sich, wenn Sie übernehmen</translation>
    </message>
    <message>
        <source>The project itself, at once</source>
        <translation>Das Projekt selbst, sofort</translation>
    </message>
    <message>
        <source>An empty folder in the project&apos;s place</source>
        <translation>Ein leerer Ordner anstelle des Projekts</translation>
    </message>
    <message>
        <source>The agent&apos;s own files: a private copy that is kept</source>
        <translation>Eigene Dateien des Agenten: eine private Kopie, die bleibt</translation>
    </message>
    <message>
        <source>A private home and temporary files, gone at the end</source>
        <translation>Ein privates Heimatverzeichnis und Temporäres, am Ende fort</translation>
    </message>
    <message>
        <source>Protected: waits in the review, or cannot be changed</source>
        <translation>Geschützt: wartet in der Durchsicht, oder ist nicht zu ändern</translation>
    </message>
    <message>
        <source>The project</source>
        <translation>Das Projekt</translation>
    </message>
    <message>
        <source>The system</source>
        <translation>Das System</translation>
    </message>
    <message>
        <source>Your tools</source>
        <translation>Ihre Werkzeuge</translation>
    </message>
    <message>
        <source>What a line shows</source>
        <translation>Was eine Zeile zeigt</translation>
    </message>
    <message>
        <source>Copies of files of yours</source>
        <translation>Kopien Ihrer Dateien</translation>
    </message>
    <message>
        <source>Not of the project: hidden</source>
        <translation>Vom Projekt nicht: verborgen</translation>
    </message>
    <message>
        <source>Variables of your environment</source>
        <translation>Variablen Ihrer Umgebung</translation>
    </message>
    <message>
        <source>Keys in your environment</source>
        <translation>Schlüssel in Ihrer Umgebung</translation>
    </message>
    <message>
        <source>Devices, with the bugs of their drivers</source>
        <translation>Geräte, mit den Fehlern ihrer Treiber</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Rechner</translation>
    </message>
    <message>
        <source>Every host below a name</source>
        <translation>Jeder Rechner unter einem Namen</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>Adressen</translation>
    </message>
    <message>
        <source>Ports of this machine</source>
        <translation>Ports dieses Rechners</translation>
    </message>
    <message>
        <source>After you were asked</source>
        <translation>Nach einer Frage an Sie</translation>
    </message>
    <message>
        <source>Everything else: you are asked</source>
        <translation>Alles andere: Sie werden gefragt</translation>
    </message>
    <message>
        <source>Everything else is refused</source>
        <translation>Alles andere wird abgelehnt</translation>
    </message>
    <message>
        <source>The history has no connections yet that it could have fitted.</source>
        <translation>Die Aufzeichnung hat noch keine Verbindungen, auf die es hätte passen können.</translation>
    </message>
    <message>
        <source>never</source>
        <comment>when a kept answer was used</comment>
        <translation>nie</translation>
    </message>
    <message>
        <source>today</source>
        <translation>heute</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>vor %n Tag</numerusform>
            <numerusform>vor %n Tagen</numerusform>
        </translation>
    </message>
    <message>
        <source>never; made %1</source>
        <extracomment>When a kept answer was used. %1: &quot;3 days ago&quot;: when it was made</extracomment>
        <translation>nie; gegeben %1</translation>
    </message>
    <message>
        <source>From then on: %1 %2</source>
        <extracomment>What holds after a change of a policy. %1: &quot;Connects to&quot;; %2: &quot;example.org:443&quot;</extracomment>
        <translation>Von da an: %1 %2</translation>
    </message>
    <message>
        <source>No more: %1 %2</source>
        <extracomment>What does not hold any more after a change of a policy. %1: &quot;Connects to&quot;; %2: &quot;example.org:443&quot;</extracomment>
        <translation>Nicht mehr: %1 %2</translation>
    </message>
    <message>
        <source>Kept for the agent</source>
        <comment>a list in a policy file: files of its own</comment>
        <translation>Bleibt für den Agenten</translation>
    </message>
    <message>
        <source>Variables that are set</source>
        <comment>a list in a policy file</comment>
        <translation>Gesetzte Variablen</translation>
    </message>
    <message>
        <source>Examples, checked at every load</source>
        <comment>a list in a policy file</comment>
        <translation>Beispiele, bei jedem Laden geprüft</translation>
    </message>
    <message numerus="yes">
        <source>Would have fitted %1 of the last %n connection(s), %2 of them refused.</source>
        <extracomment>%1, %n: how many of the last connections; %2: how many of those were refused</extracomment>
        <translation>
            <numerusform>Hätte auf %1 von %n früheren Verbindung gepasst, davon abgelehnt: %2.</numerusform>
            <numerusform>Hätte auf %1 der letzten %n Verbindungen gepasst, davon abgelehnt: %2.</numerusform>
        </translation>
    </message>
    <message>
        <source>Credentials it uses and never has: a placeholder stands for each</source>
        <translation>Zugangsdaten, die er benutzt und nie hat: für jedes steht ein Platzhalter</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>%1 in %2 wants to connect to</source>
        <extracomment>%1: the program that asks, for example &quot;curl&quot;; %2: the project&apos;s folder. The host follows below.</extracomment>
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
    <message numerus="yes">
        <source>for %n minute(s)</source>
        <comment>how long an answer holds</comment>
        <translation>
            <numerusform>für %n Minute</numerusform>
            <numerusform>für %n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allow for %n minute(s)</source>
        <translation>
            <numerusform>Für %n Minute erlauben</numerusform>
            <numerusform>Für %n Minuten erlauben</numerusform>
        </translation>
    </message>
    <message>
        <source>Always deny in this project</source>
        <translation>In diesem Projekt immer ablehnen</translation>
    </message>
    <message>
        <source>Always deny everywhere</source>
        <translation>Überall immer ablehnen</translation>
    </message>
    <message>
        <source>Allow becomes available with %1.</source>
        <extracomment>%1: a chord, as Ctrl+Shift+Y</extracomment>
        <translation>Erlauben wird mit %1 frei.</translation>
    </message>
    <message>
        <source>Leadglass asks. %1. %2 %3</source>
        <extracomment>Said by a screen reader. %1: how dangerous, one word; %2: &quot;claude in ~/src/shop wants to connect to&quot;; %3: a host and port</extracomment>
        <translation>Leadglass fragt. %1. %2 %3</translation>
    </message>
    <message>
        <source>%1 in %2 wants to send a request to</source>
        <extracomment>%1: the program that asks, for example &quot;curl&quot;; %2: the project&apos;s folder. The host follows below, then the request.</extracomment>
        <translation>%1 in %2 möchte eine Anfrage senden an</translation>
    </message>
    <message>
        <source>%1 in %2 wants a signature with your ssh key for</source>
        <extracomment>%1: the program that asks; %2: the project&apos;s folder. Below follow a host and port, or &quot;git&quot; for commits; then for what and which key.</extracomment>
        <translation>%1 in %2 möchte eine Unterschrift mit Ihrem SSH-Schlüssel für</translation>
    </message>
    <message>
        <source>no rule allows it</source>
        <comment>why a person is asked</comment>
        <translation>keine Regel erlaubt es</translation>
    </message>
    <message>
        <source>a rule asks</source>
        <comment>why a person is asked</comment>
        <translation>eine Regel fragt</translation>
    </message>
    <message>
        <source>the project&apos;s own policy file restricts it</source>
        <comment>why a person is asked</comment>
        <translation>die eigene Richtliniendatei des Projekts schränkt es ein</translation>
    </message>
    <message>
        <source>%1 (%2, %3)</source>
        <extracomment>%1: why a person is asked; %2: the file and line that says so; %3: the layer of the policy that it is of</extracomment>
        <translation>%1 (%2, %3)</translation>
    </message>
    <message>
        <source>%1 (%2, %3, rule %4)</source>
        <extracomment>%4: the name of a rule</extracomment>
        <translation>%1 (%2, %3, Regel %4)</translation>
    </message>
    <message>
        <source>%1 in %2 wants to open a page in your browser, of</source>
        <extracomment>%1: the program that asks; %2: the project&apos;s folder. Below follow the page&apos;s host, then its whole address.</extracomment>
        <translation>%1 in %2 will im Browser außerhalb eine Seite öffnen, von</translation>
    </message>
    <message>
        <source>it opens outside of the run, where you are signed in</source>
        <extracomment>Of a page that an agent wants opened: not in its sandbox, but in the person&apos;s own browser.</extracomment>
        <translation>sie öffnet sich außerhalb des Laufs, wo man angemeldet ist</translation>
    </message>
    <message>
        <source>A program</source>
        <extracomment>In place of the name of a program, where it is not known.</extracomment>
        <translation>Ein Programm</translation>
    </message>
    <message>
        <source>%1 in %2 wants to accept the ssh host key of</source>
        <extracomment>%1: the program that asks; %2: the project&apos;s folder. Below follow a host and port, then the key&apos;s kind and fingerprint.</extracomment>
        <translation>%1 in %2 möchte den SSH-Hostschlüssel annehmen von</translation>
    </message>
    <message>
        <source>compare the fingerprint with what the server&apos;s owner publishes</source>
        <translation>den Fingerabdruck mit dem vergleichen, was der Betreiber des Servers veröffentlicht</translation>
    </message>
    <message>
        <source>nobody answered when it was asked before</source>
        <translation>bei früheren Fragen hat niemand geantwortet</translation>
    </message>
    <message>
        <source>always, on this machine</source>
        <comment>how long an answer holds</comment>
        <translation>immer, auf diesem Rechner</translation>
    </message>
    <message>
        <source>Always accept on this machine</source>
        <translation>Auf diesem Rechner immer annehmen</translation>
    </message>
    <message>
        <source>Accept for this run</source>
        <translation>Für diesen Lauf annehmen</translation>
    </message>
    <message>
        <source>That press brought the window to the front. Press once more to answer.</source>
        <translation>Dieser Druck hat das Fenster nach vorn geholt. Zum Antworten noch einmal drücken.</translation>
    </message>
    <message>
        <source>That was before Allow could be given. Read it, then press once more.</source>
        <translation>Das war, bevor Erlauben möglich war. Erst lesen, dann noch einmal drücken.</translation>
    </message>
    <message>
        <source>That came right after the last answer and does not count here. Press once more to answer.</source>
        <translation>Das kam gleich nach der letzten Antwort und zählt hier nicht. Zum Antworten noch einmal drücken.</translation>
    </message>
    <message>
        <source>That key was held down from before. Let it go, then press once more.</source>
        <translation>Diese Taste war schon vorher gedrückt. Loslassen, dann noch einmal drücken.</translation>
    </message>
    <message>
        <source>This changed under that press. Look again, then press once more.</source>
        <translation>Unter diesem Druck hat sich etwas geändert. Noch einmal ansehen, dann noch einmal drücken.</translation>
    </message>
    <message>
        <source>The first press brings this window to the front; the next one answers.</source>
        <translation>Der erste Druck holt dieses Fenster nach vorn; erst der nächste antwortet.</translation>
    </message>
    <message numerus="yes">
        <source>None of the last %n connection(s) would have matched.</source>
        <translation>
            <numerusform>Auf die letzte Verbindung hätte das nicht gepasst.</numerusform>
            <numerusform>Auf keine der letzten %n Verbindungen hätte das gepasst.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: let through.</source>
        <extracomment>%n: how many would have matched; %1: of how many.</extracomment>
        <translation>
            <numerusform>Auf %n der letzten %1 Verbindungen hätte das gepasst; sie wurde durchgelassen.</numerusform>
            <numerusform>Auf %n der letzten %1 Verbindungen hätte das gepasst; alle diese wurden durchgelassen.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: refused.</source>
        <translation>
            <numerusform>Auf %n der letzten %1 Verbindungen hätte das gepasst; sie wurde abgelehnt.</numerusform>
            <numerusform>Auf %n der letzten %1 Verbindungen hätte das gepasst; alle diese wurden abgelehnt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: %2 of these refused, the others let through.</source>
        <extracomment>%n: how many would have matched; %1: of how many; %2: how many of the matching ones were refused.</extracomment>
        <translation>
            <numerusform>Auf %n der letzten %1 Verbindungen hätte das gepasst: %2 davon abgelehnt, die anderen durchgelassen.</numerusform>
            <numerusform>Auf %n der letzten %1 Verbindungen hätte das gepasst: %2 davon abgelehnt, die anderen durchgelassen.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>no rule allows it</source>
        <comment>why something was refused</comment>
        <translation>keine Regel erlaubt es</translation>
    </message>
    <message>
        <source>a rule denies it</source>
        <comment>why something was refused</comment>
        <translation>eine Regel verbietet es</translation>
    </message>
    <message>
        <source>the project&apos;s own policy file restricts it</source>
        <comment>why something was refused</comment>
        <translation>die eigene Richtliniendatei des Projekts schränkt es ein</translation>
    </message>
    <message>
        <source>a private address needs a rule that names it</source>
        <comment>why something was refused</comment>
        <translation>eine private Adresse braucht eine Regel, die sie nennt</translation>
    </message>
    <message>
        <source>a bare address needs a rule that names it</source>
        <comment>why something was refused</comment>
        <translation>eine bloße Adresse braucht eine Regel, die sie nennt</translation>
    </message>
    <message>
        <source>what it speaks is not known</source>
        <comment>why something was refused</comment>
        <translation>was gesprochen wird, ist nicht bekannt</translation>
    </message>
    <message>
        <source>it resolves to an address that a rule denies</source>
        <comment>why something was refused</comment>
        <translation>der Name führt zu einer Adresse, die eine Regel verbietet</translation>
    </message>
    <message>
        <source>no valid name</source>
        <comment>why something was refused</comment>
        <translation>kein gültiger Name</translation>
    </message>
    <message>
        <source>no valid port</source>
        <comment>why something was refused</comment>
        <translation>kein gültiger Port</translation>
    </message>
    <message>
        <source>instance metadata, never allowed</source>
        <comment>why something was refused</comment>
        <translation>Metadaten der Instanz, nie erlaubt</translation>
    </message>
    <message>
        <source>a link-local address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>eine link-lokale Adresse, nie erlaubt</translation>
    </message>
    <message>
        <source>a multicast address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>eine Multicast-Adresse, nie erlaubt</translation>
    </message>
    <message>
        <source>the unspecified address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>die unbestimmte Adresse, nie erlaubt</translation>
    </message>
    <message>
        <source>a reserved address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>eine reservierte Adresse, nie erlaubt</translation>
    </message>
    <message>
        <source>an address that stands for names of a run, never allowed by itself</source>
        <comment>why something was refused</comment>
        <translation>eine Adresse, die für Namen eines Laufs steht, für sich allein nie erlaubt</translation>
    </message>
    <message>
        <source>this machine itself, never allowed without a loopback rule</source>
        <comment>why something was refused</comment>
        <translation>dieser Rechner selbst, ohne eine loopback-Regel nie erlaubt</translation>
    </message>
    <message>
        <source>this machine&apos;s own address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>die eigene Adresse dieses Rechners, nie erlaubt</translation>
    </message>
    <message>
        <source>you denied it</source>
        <comment>why something was refused</comment>
        <translation>von Hand verboten</translation>
    </message>
    <message>
        <source>nobody answered in time</source>
        <comment>why something was refused</comment>
        <translation>niemand hat rechtzeitig geantwortet</translation>
    </message>
    <message>
        <source>it needs an answer, and nobody is there to ask</source>
        <comment>why something was refused</comment>
        <translation>es braucht eine Antwort, und niemand ist da, der gefragt werden kann</translation>
    </message>
    <message>
        <source>it needs an answer, and nobody is asked in this run</source>
        <comment>why something was refused</comment>
        <translation>es braucht eine Antwort, und in diesem Lauf wird niemand gefragt</translation>
    </message>
    <message>
        <source>too many questions at once</source>
        <comment>why something was refused</comment>
        <translation>zu viele Fragen auf einmal</translation>
    </message>
    <message>
        <source>the name inside the connection is another one</source>
        <comment>why something was refused</comment>
        <translation>der Name in der Verbindung ist ein anderer</translation>
    </message>
    <message>
        <source>what is spoken is not what the rule says</source>
        <comment>why something was refused</comment>
        <translation>gesprochen wird etwas anderes, als die Regel sagt</translation>
    </message>
    <message>
        <source>too many at once</source>
        <comment>why something was refused</comment>
        <translation>zu viele auf einmal</translation>
    </message>
    <message>
        <source>the history could not be written</source>
        <comment>why something was refused</comment>
        <translation>der Verlauf konnte nicht geschrieben werden</translation>
    </message>
    <message>
        <source>this machine&apos;s own addresses could not be read</source>
        <comment>why something was refused</comment>
        <translation>die eigenen Adressen dieses Rechners konnten nicht gelesen werden</translation>
    </message>
    <message>
        <source>the run ended</source>
        <comment>why something was refused</comment>
        <translation>der Lauf ist zu Ende</translation>
    </message>
    <message>
        <source>an apply began</source>
        <comment>what happened to changes of a run</comment>
        <translation>eine Übernahme begann</translation>
    </message>
    <message>
        <source>written to the project</source>
        <comment>what happened to changes of a run</comment>
        <translation>ins Projekt geschrieben</translation>
    </message>
    <message>
        <source>the apply ended</source>
        <comment>what happened to changes of a run</comment>
        <translation>die Übernahme ist fertig</translation>
    </message>
    <message>
        <source>an interrupted apply was finished</source>
        <comment>what happened to changes of a run</comment>
        <translation>eine unterbrochene Übernahme wurde beendet</translation>
    </message>
    <message>
        <source>an undo began</source>
        <comment>what happened to changes of a run</comment>
        <translation>eine Rücknahme begann</translation>
    </message>
    <message>
        <source>put back as it was</source>
        <comment>what happened to changes of a run</comment>
        <translation>zurückgesetzt, wie es war</translation>
    </message>
    <message>
        <source>the undo ended</source>
        <comment>what happened to changes of a run</comment>
        <translation>die Rücknahme ist fertig</translation>
    </message>
    <message>
        <source>thrown away</source>
        <comment>what happened to changes of a run</comment>
        <translation>verworfen</translation>
    </message>
    <message>
        <source>its path can be read in two ways, and a rule depends on it</source>
        <comment>why something was refused</comment>
        <translation>der Pfad lässt sich auf zwei Arten lesen, und eine Regel hängt davon ab</translation>
    </message>
    <message>
        <source>its query can be read in two ways, and a rule depends on it</source>
        <comment>why something was refused</comment>
        <translation>die Abfrage lässt sich auf zwei Arten lesen, und eine Regel hängt davon ab</translation>
    </message>
    <message>
        <source>it names another method besides its own, and a rule depends on the method</source>
        <comment>why something was refused</comment>
        <translation>neben der eigenen Methode wird eine andere genannt, und eine Regel hängt von der Methode ab</translation>
    </message>
    <message>
        <source>a rule asks for what only inspection shows, and this protocol has no requests that can be seen</source>
        <comment>why something was refused</comment>
        <translation>eine Regel fragt nach etwas, das nur ein Einblick zeigt, und dieses Protokoll hat keine sichtbaren Anfragen</translation>
    </message>
    <message>
        <source>it is no git push as git makes it</source>
        <comment>why something was refused</comment>
        <translation>es ist kein Push, wie git ihn macht</translation>
    </message>
    <message>
        <source>the push changes more refs than are looked at (256)</source>
        <comment>why something was refused</comment>
        <translation>der Push ändert mehr Refs, als angesehen werden (256)</translation>
    </message>
    <message>
        <source>a signed push names its refs in a way that is not read</source>
        <comment>why something was refused</comment>
        <translation>ein signierter Push nennt seine Refs auf eine Art, die nicht gelesen wird</translation>
    </message>
    <message>
        <source>it is too long to be shown whole, so nobody can be asked about it</source>
        <comment>why something was refused</comment>
        <translation>es ist zu lang, um ganz gezeigt zu werden; deshalb kann niemand danach gefragt werden</translation>
    </message>
    <message>
        <source>the program did not take the run&apos;s certificate (it brings its own, or holds to one)</source>
        <comment>why something was refused</comment>
        <translation>das Programm nahm das Zertifikat des Laufs nicht an (es bringt eigene mit oder hält sich an eines)</translation>
    </message>
    <message>
        <source>nobody whom this machine trusts vouches for the server</source>
        <comment>why something was refused</comment>
        <translation>niemand, dem dieser Rechner vertraut, bürgt für den Server</translation>
    </message>
    <message>
        <source>the server&apos;s certificate has expired</source>
        <comment>why something was refused</comment>
        <translation>das Zertifikat des Servers ist abgelaufen</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for another name</source>
        <comment>why something was refused</comment>
        <translation>das Zertifikat des Servers gilt für einen anderen Namen</translation>
    </message>
    <message>
        <source>the server&apos;s certificate was revoked</source>
        <comment>why something was refused</comment>
        <translation>das Zertifikat des Servers wurde widerrufen</translation>
    </message>
    <message>
        <source>the server speaks no TLS that can be trusted</source>
        <comment>why something was refused</comment>
        <translation>der Server spricht kein vertrauenswürdiges TLS</translation>
    </message>
    <message>
        <source>a credential&apos;s placeholder is where its policy does not let it go</source>
        <comment>why something was refused</comment>
        <translation>der Platzhalter von Zugangsdaten steht dort, wo die Richtlinie ihn nicht hinlässt</translation>
    </message>
    <message>
        <source>a credential goes over TLS only</source>
        <comment>why something was refused</comment>
        <translation>Zugangsdaten gehen nur über TLS</translation>
    </message>
    <message>
        <source>another credential stands where the policy puts its own</source>
        <comment>why something was refused</comment>
        <translation>wo die Richtlinie ihre Zugangsdaten einsetzt, stehen andere</translation>
    </message>
    <message>
        <source>the credential&apos;s value could not be had</source>
        <comment>why something was refused</comment>
        <translation>der Wert der Zugangsdaten war nicht zu bekommen</translation>
    </message>
    <message>
        <source>the credential was used as often as its policy says</source>
        <comment>why something was refused</comment>
        <translation>die Zugangsdaten wurden so oft benutzt, wie die Richtlinie es zulässt</translation>
    </message>
    <message>
        <source>its body is larger than the policy lets out in one request</source>
        <comment>why something was refused</comment>
        <translation>ihr Inhalt ist größer, als die Richtlinie in einer Anfrage hinauslässt</translation>
    </message>
    <message>
        <source>what it sends has something in it that must not leave</source>
        <comment>why something was refused</comment>
        <translation>im Gesendeten ist etwas, das nicht hinaus darf</translation>
    </message>
    <message>
        <source>it holds a canary of this run, which only somebody who collects credentials has</source>
        <comment>why something was refused</comment>
        <translation>darin ist ein Köder dieses Laufs, den nur hat, wer Zugangsdaten sammelt</translation>
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
        <extracomment>%1: the project&apos;s folder</extracomment>
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
        <extracomment>%1: the project&apos;s folder</extracomment>
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
    <message numerus="yes">
        <source>%n of them in part; the rest waits here.</source>
        <translation>
            <numerusform>%n davon zum Teil; der Rest wartet hier.</numerusform>
            <numerusform>%n davon zum Teil; der Rest wartet hier.</numerusform>
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
        <extracomment>%1: when a file is run, as &quot;when you run the tests&quot;</extracomment>
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
A file in git&apos;s index. %1: what was done to it; %2: its path</extracomment>
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
        <extracomment>Between the parts of &quot;3 changed, 1 deleted&quot;</extracomment>
        <translation>, </translation>
    </message>
    <message numerus="yes">
        <source>%n of git&apos;s own</source>
        <comment>files that git keeps</comment>
        <translation>
            <numerusform>%n von git selbst</numerusform>
            <numerusform>%n von git selbst</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s): %1</source>
        <extracomment>%1: &quot;3 changed, 1 deleted&quot;</extracomment>
        <translation>
            <numerusform>%n Änderung: %1</numerusform>
            <numerusform>%n Änderungen: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>; among them %1</source>
        <extracomment>Follows &quot;5 changes: 3 changed, 2 deleted&quot;. %1: &quot;2 risky, 1 in conflict&quot;</extracomment>
        <translation>; darunter %1</translation>
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
        <extracomment>A run. %1: its program; %2: the project&apos;s folder</extracomment>
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
    <name>RunNow</name>
    <message>
        <source>%1 s</source>
        <extracomment>%1: a number of seconds</extracomment>
        <translation>%1 s</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <extracomment>%1: minutes; %2: seconds, two digits</extracomment>
        <translation>%1 min %2 s</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <extracomment>%1: hours; %2: minutes, two digits</extracomment>
        <translation>%1 h %2 min</translation>
    </message>
    <message>
        <source>Memory</source>
        <comment>a limit</comment>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>Tasks</source>
        <comment>a limit: processes and threads</comment>
        <translation>Tasks</translation>
    </message>
    <message>
        <source>Processors</source>
        <comment>a limit</comment>
        <translation>Prozessoren</translation>
    </message>
    <message>
        <source>Written files</source>
        <comment>a limit: bytes on the disk</comment>
        <translation>Geschriebene Dateien</translation>
    </message>
    <message>
        <source>One file</source>
        <comment>a limit: its size</comment>
        <translation>Eine Datei</translation>
    </message>
    <message>
        <source>Open files</source>
        <comment>a limit, of one process</comment>
        <translation>Offene Dateien</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <comment>a limit: /tmp, in memory</comment>
        <translation>Temporäre Dateien</translation>
    </message>
    <message>
        <source>Processor time</source>
        <comment>a limit</comment>
        <translation>Prozessorzeit</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>a limit: how long a run may last</comment>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>Memory of all runs</source>
        <comment>a limit</comment>
        <translation>Arbeitsspeicher aller Läufe</translation>
    </message>
    <message>
        <source>Tasks of all runs</source>
        <comment>a limit</comment>
        <translation>Tasks aller Läufe</translation>
    </message>
    <message>
        <source>Runs at a time</source>
        <comment>a limit</comment>
        <translation>Läufe zugleich</translation>
    </message>
    <message>
        <source>%1 (no limit)</source>
        <extracomment>How much of something is used, where there is no limit. %1: how much</extracomment>
        <translation>%1 (keine Grenze)</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>keine Grenze</translation>
    </message>
    <message>
        <source>limit %1</source>
        <extracomment>A limit, where nobody counts how much of it is used. %1: the limit</extracomment>
        <translation>Grenze %1</translation>
    </message>
    <message>
        <source>at most %1 of %2</source>
        <extracomment>How much of a limit is used. %1: how much, which may be less; %2: the limit</extracomment>
        <translation>höchstens %1 von %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>How much of a limit is used. %1: how much; %2: the limit</extracomment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>running</source>
        <comment>state of a process</comment>
        <translation>läuft</translation>
    </message>
    <message>
        <source>sleeping</source>
        <comment>state of a process</comment>
        <translation>schläft</translation>
    </message>
    <message>
        <source>waiting for a device</source>
        <comment>state of a process</comment>
        <translation>wartet auf ein Gerät</translation>
    </message>
    <message>
        <source>stopped</source>
        <comment>state of a process</comment>
        <translation>angehalten</translation>
    </message>
    <message>
        <source>ended</source>
        <comment>state of a process</comment>
        <translation>beendet</translation>
    </message>
    <message>
        <source>new</source>
        <comment>of a file that a run changed</comment>
        <translation>neu</translation>
    </message>
    <message>
        <source>deleted</source>
        <comment>of a file that a run changed</comment>
        <translation>gelöscht</translation>
    </message>
    <message>
        <source>changed</source>
        <comment>of a file that a run changed</comment>
        <translation>geändert</translation>
    </message>
</context>
<context>
    <name>SavedSearches</name>
    <message>
        <source>The saved searches cannot be read: %1: %2. Mend the file or move it away; until then none can be saved.</source>
        <extracomment>%1: path of a file; %2: what is wrong in it</extracomment>
        <translation>Die gespeicherten Suchen können nicht gelesen werden: %1: %2. Die Datei in Ordnung bringen oder weglegen; bis dahin kann keine gespeichert werden.</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <extracomment>A place in a file. %1, %2: numbers</extracomment>
        <translation>Zeile %1, Spalte %2</translation>
    </message>
    <message>
        <source>entry %1</source>
        <extracomment>%1: number of an entry</extracomment>
        <translation>Eintrag %1</translation>
    </message>
    <message>
        <source>%1: “name” must be a text of 1 to 80 characters</source>
        <extracomment>%1: &quot;entry 3&quot;; keep the word in quotes</extracomment>
        <translation>%1: „name“ muss ein Text von 1 bis 80 Zeichen sein</translation>
    </message>
    <message>
        <source>%1: “search” must be a text of 1 to 2000 characters</source>
        <extracomment>%1: &quot;entry 3&quot;; keep the word in quotes</extracomment>
        <translation>%1: „search“ muss ein Text von 1 bis 2000 Zeichen sein</translation>
    </message>
    <message>
        <source>%1: there are two of the name “%2”</source>
        <extracomment>%1: &quot;entry 3&quot;; %2: a name</extracomment>
        <translation>%1: zwei haben den Namen „%2“</translation>
    </message>
    <message>
        <source>The search is not saved: %1: %2</source>
        <extracomment>%1: path of a file; %2: the reason</extracomment>
        <translation>Die Suche ist nicht gespeichert: %1: %2</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>das ist keine Datei</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB</source>
        <translation>sie ist größer als 1 MiB</translation>
    </message>
    <message>
        <source>“schema” is not 1: it is of another version of Leadglass, or no file of saved searches</source>
        <extracomment>Keep the word in quotes.</extracomment>
        <translation>„schema“ ist nicht 1: Die Datei ist von einer anderen Version von Leadglass, oder keine mit gespeicherten Suchen</translation>
    </message>
    <message>
        <source>“searches” must be a list of at most 100 entries</source>
        <extracomment>Keep the word in quotes.</extracomment>
        <translation>„searches“ muss eine Liste von höchstens 100 Einträgen sein</translation>
    </message>
    <message>
        <source>There are 100 saved searches, and no more fit: remove one first.</source>
        <translation>Es gibt 100 gespeicherte Suchen, und mehr passen nicht hinein: erst eine entfernen.</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>Nothing follows %1: – write what to look for right behind it.</source>
        <extracomment>%1: a word of the search line that needs another one behind it, for example &quot;host&quot;</extracomment>
        <translation>Nach %1: steht nichts – schreiben Sie das Gesuchte direkt dahinter.</translation>
    </message>
    <message>
        <source>There is no verdict “%1”: it is allow, deny or ask.</source>
        <extracomment>%1: what the person wrote. Keep &quot;allow&quot;, &quot;deny&quot;, &quot;ask&quot;: they are what one writes.</extracomment>
        <translation>Ein Urteil „%1“ gibt es nicht: es ist allow, deny oder ask.</translation>
    </message>
    <message>
        <source>There is no kind “%1”: it is one of %2.</source>
        <extracomment>%1: what the person wrote; %2: the list of what it may be</extracomment>
        <translation>Eine Art „%1“ gibt es nicht: es ist eine von %2.</translation>
    </message>
    <message>
        <source>%1: “%2” is no time: write 2026-03-01, 2026-03-01T12:30, today, yesterday, or 30m, 12h, 7d for so long ago.</source>
        <extracomment>%1: &quot;after&quot; or &quot;before&quot;; %2: what the person wrote. Keep the examples: they are what one writes.</extracomment>
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
        <extracomment>%1: a word of the search line, for example &quot;host&quot;</extracomment>
        <translation>%1: steht zweimal da: eine Zeile hat nur eines.</translation>
    </message>
    <message>
        <source>Nothing is after the one and before the other time.</source>
        <translation>Nichts liegt nach der einen und vor der anderen Zeit.</translation>
    </message>
</context>
<context>
    <name>Secret</name>
    <message>
        <source>%1, header %2</source>
        <extracomment>Where a credential goes. %1: a host; %2: name of an HTTP header</extracomment>
        <translation>%1, Kopfzeile %2</translation>
    </message>
    <message>
        <source>the keyring</source>
        <comment>where a credential lies</comment>
        <translation>der Schlüsselbund</translation>
    </message>
    <message>
        <source>a file</source>
        <comment>where a credential lies</comment>
        <translation>eine Datei</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>places</comment>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1: where a credential goes; %2: names of policies</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>active</source>
        <comment>state of a credential</comment>
        <translation>aktiv</translation>
    </message>
    <message>
        <source>no policy names it: no run uses it</source>
        <comment>state of a credential</comment>
        <translation>keine Richtlinie nennt ihn: kein Lauf verwendet ihn</translation>
    </message>
    <message>
        <source>locked: the keyring asks for its password when it is needed</source>
        <comment>state of a credential</comment>
        <translation>gesperrt: Der Schlüsselbund fragt nach seinem Passwort, wenn er gebraucht wird</translation>
    </message>
    <message>
        <source>cannot be used: %1</source>
        <extracomment>State of a credential. %1: why</extracomment>
        <translation>nicht verwendbar: %1</translation>
    </message>
    <message>
        <source>never, as far as the history goes</source>
        <comment>last use of a credential</comment>
        <translation>nie, soweit der Verlauf reicht</translation>
    </message>
    <message numerus="yes">
        <source>%1 can be read from %2: %n byte(s), %3.</source>
        <extracomment>%1: name of a credential; %2: &quot;the keyring&quot;; the number of bytes; %3: what is public of its kind, &quot;begins with sk-ant-&quot;</extracomment>
        <translation>
            <numerusform>%1 lässt sich lesen (%2): %n Byte, %3.</numerusform>
            <numerusform>%1 lässt sich lesen (%2): %n Bytes, %3.</numerusform>
        </translation>
    </message>
    <message>
        <source>It runs out on %1.</source>
        <extracomment>%1: a date and time</extracomment>
        <translation>Läuft ab: %1.</translation>
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
        <extracomment>%1: path of the history&apos;s file</extracomment>
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
    <name>Why</name>
    <message>
        <source>git&apos;s own directory</source>
        <extracomment>Why a change is risky, in conflict, cannot be applied or was left, and what runs it. Each is told alone or after a colon, as &quot;risky: build script&quot;. %1: a path, a name or an id; the last %: another of these, or what an error says</extracomment>
        <translation>das eigene Verzeichnis von Git</translation>
    </message>
    <message>
        <source>version control that can run hooks</source>
        <translation>Versionsverwaltung, die Hooks ausführen kann</translation>
    </message>
    <message>
        <source>git hooks</source>
        <translation>Git-Hooks</translation>
    </message>
    <message>
        <source>can make its directory a git repository</source>
        <translation>kann sein Verzeichnis zu einem Git-Repository machen</translation>
    </message>
    <message>
        <source>git attributes can run filters</source>
        <translation>Git-Attribute können Filter ausführen</translation>
    </message>
    <message>
        <source>git submodules</source>
        <translation>Submodule von Git</translation>
    </message>
    <message>
        <source>git configuration</source>
        <translation>Konfiguration von Git</translation>
    </message>
    <message>
        <source>version control configuration</source>
        <translation>Konfiguration einer Versionsverwaltung</translation>
    </message>
    <message>
        <source>named like a git hook</source>
        <translation>heißt wie ein Git-Hook</translation>
    </message>
    <message>
        <source>editor configuration</source>
        <translation>Konfiguration eines Editors</translation>
    </message>
    <message>
        <source>debugger configuration</source>
        <translation>Konfiguration eines Debuggers</translation>
    </message>
    <message>
        <source>agent configuration</source>
        <translation>Konfiguration eines Agenten</translation>
    </message>
    <message>
        <source>agent instructions</source>
        <translation>Anweisungen für Agenten</translation>
    </message>
    <message>
        <source>restricts what later runs may do</source>
        <translation>beschränkt, was spätere Läufe dürfen</translation>
    </message>
    <message>
        <source>runs when you enter the directory</source>
        <translation>läuft, wenn Sie in das Verzeichnis wechseln</translation>
    </message>
    <message>
        <source>chooses programs</source>
        <translation>bestimmt, welche Programme laufen</translation>
    </message>
    <message>
        <source>shell start file</source>
        <translation>Startdatei der Shell</translation>
    </message>
    <message>
        <source>environment file</source>
        <translation>Datei mit Umgebungsvariablen</translation>
    </message>
    <message>
        <source>an interpreter runs it when started here</source>
        <translation>ein Interpreter führt sie aus, wenn er hier startet</translation>
    </message>
    <message>
        <source>runs with every Python</source>
        <translation>läuft mit jedem Python</translation>
    </message>
    <message>
        <source>start file</source>
        <translation>Startdatei</translation>
    </message>
    <message>
        <source>editors load it as code to check or format</source>
        <translation>Editoren laden es als Code, um zu prüfen oder zu formatieren</translation>
    </message>
    <message>
        <source>continuous integration</source>
        <translation>kontinuierliche Integration (CI)</translation>
    </message>
    <message>
        <source>package manager configuration</source>
        <translation>Konfiguration einer Paketverwaltung</translation>
    </message>
    <message>
        <source>build configuration</source>
        <translation>Konfiguration eines Builds</translation>
    </message>
    <message>
        <source>build script</source>
        <translation>Build-Skript</translation>
    </message>
    <message>
        <source>build or start file</source>
        <translation>Build- oder Startdatei</translation>
    </message>
    <message>
        <source>starts containers</source>
        <translation>startet Container</translation>
    </message>
    <message>
        <source>Python runs it in place of the source</source>
        <translation>Python führt es anstelle des Quelltexts aus</translation>
    </message>
    <message>
        <source>loaded as code, and no diff shows what is in it</source>
        <translation>wird als Code geladen, und kein Vergleich zeigt, was darin steht</translation>
    </message>
    <message>
        <source>Emacs runs it in place of the source</source>
        <translation>Emacs führt es anstelle des Quelltexts aus</translation>
    </message>
    <message>
        <source>zsh runs it in place of the source</source>
        <translation>zsh führt es anstelle des Quelltexts aus</translation>
    </message>
    <message>
        <source>Erlang runs it in place of the source</source>
        <translation>Erlang führt es anstelle des Quelltexts aus</translation>
    </message>
    <message>
        <source>a build takes it in place of the source</source>
        <translation>ein Build nimmt es anstelle des Quelltexts</translation>
    </message>
    <message>
        <source>chooses the Python that runs here</source>
        <translation>bestimmt, welches Python hier läuft</translation>
    </message>
    <message>
        <source>you source it to work in its environment</source>
        <translation>Sie lesen es in die Shell ein, um in seiner Umgebung zu arbeiten</translation>
    </message>
    <message>
        <source>when you run what uses it</source>
        <translation>wenn Sie ausführen, was es benutzt</translation>
    </message>
    <message>
        <source>when you run it</source>
        <translation>wenn Sie es ausführen</translation>
    </message>
    <message>
        <source>when you start it on Windows</source>
        <translation>wenn Sie es unter Windows starten</translation>
    </message>
    <message>
        <source>when you run the tests</source>
        <translation>wenn Sie die Tests ausführen</translation>
    </message>
    <message>
        <source>when you build its image</source>
        <translation>wenn Sie sein Image bauen</translation>
    </message>
    <message>
        <source>when you plan or apply it</source>
        <translation>wenn Sie es planen oder anwenden</translation>
    </message>
    <message>
        <source>lies at a path that was hidden from the run</source>
        <translation>liegt an einem Pfad, der vor dem Lauf verborgen war</translation>
    </message>
    <message>
        <source>part of a directory that git takes for a repository, whose configuration can run programs</source>
        <translation>Teil eines Verzeichnisses, das Git für ein Repository hält und dessen Konfiguration Programme ausführen kann</translation>
    </message>
    <message>
        <source>protected or hidden by the policy</source>
        <translation>durch die Richtlinie geschützt oder verborgen</translation>
    </message>
    <message>
        <source>the project&apos;s link %1, a protected name, leads here</source>
        <translation>der Link %1 im Projekt, ein geschützter Name, führt hierher</translation>
    </message>
    <message>
        <source>a link that leaves the project</source>
        <translation>ein Link, der aus dem Projekt hinausführt</translation>
    </message>
    <message>
        <source>a program that can be started</source>
        <translation>ein Programm, das gestartet werden kann</translation>
    </message>
    <message>
        <source>a setuid or setgid bit, which is dropped</source>
        <translation>ein setuid- oder setgid-Bit; es fällt weg</translation>
    </message>
    <message>
        <source>more package files and lock files than are looked through: whether it runs something is not known</source>
        <translation>mehr Paket- und Lock-Dateien, als durchgesehen werden: ob etwas davon läuft, ist nicht bekannt</translation>
    </message>
    <message>
        <source>package scripts or build settings</source>
        <translation>Paketskripte oder Build-Einstellungen</translation>
    </message>
    <message>
        <source>the lock file names a new host: %1</source>
        <translation>die Lock-Datei nennt einen neuen Host: %1</translation>
    </message>
    <message>
        <source>looks like it holds a secret: %1</source>
        <translation>sieht aus, als enthalte es ein Geheimnis: %1</translation>
    </message>
    <message>
        <source>private key</source>
        <translation>privater Schlüssel</translation>
    </message>
    <message>
        <source>AWS key</source>
        <translation>AWS-Schlüssel</translation>
    </message>
    <message>
        <source>GitHub token</source>
        <translation>GitHub-Token</translation>
    </message>
    <message>
        <source>GitLab token</source>
        <translation>GitLab-Token</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API-Schlüssel</translation>
    </message>
    <message>
        <source>payment key</source>
        <translation>Schlüssel eines Zahlungsdienstes</translation>
    </message>
    <message>
        <source>Slack token</source>
        <translation>Slack-Token</translation>
    </message>
    <message>
        <source>Google API key</source>
        <translation>Google-API-Schlüssel</translation>
    </message>
    <message>
        <source>npm token</source>
        <translation>npm-Token</translation>
    </message>
    <message>
        <source>PyPI token</source>
        <translation>PyPI-Token</translation>
    </message>
    <message>
        <source>a new git repository can configure programs to run</source>
        <translation>ein neues Git-Repository kann Programme festlegen, die laufen</translation>
    </message>
    <message>
        <source>belongs to another worktree of the repository, or leads to this one</source>
        <translation>gehört zu einem anderen Worktree des Repositorys, oder führt zu diesem</translation>
    </message>
    <message>
        <source>git configuration or hooks can run programs</source>
        <translation>Konfiguration oder Hooks von Git können Programme ausführen</translation>
    </message>
    <message>
        <source>a link or another type where git keeps plain files</source>
        <translation>ein Link oder anderes, wo Git gewöhnliche Dateien hat</translation>
    </message>
    <message>
        <source>a directory where git keeps a file</source>
        <translation>ein Verzeichnis, wo Git eine Datei hat</translation>
    </message>
    <message>
        <source>git would show another object wherever it reads the one that this replaces (git-replace(1))</source>
        <translation>Git würde überall ein anderes Objekt zeigen, wo es das liest, das dieses ersetzt (git-replace(1))</translation>
    </message>
    <message>
        <source>not the name or content of a git ref</source>
        <translation>nicht Name oder Inhalt eines Zweigs oder Tags von Git</translation>
    </message>
    <message>
        <source>names a commit that is not there or cannot be read</source>
        <translation>nennt einen Commit, der fehlt oder nicht gelesen werden kann</translation>
    </message>
    <message>
        <source>says of %1 that it leads elsewhere than its tag does</source>
        <translation>sagt von %1, dass es woandershin führt als sein Tag</translation>
    </message>
    <message>
        <source>not a git object or pack of the content that its name says, or of a form that is not looked into: what is committed later under that name would be this</source>
        <translation>kein Git-Objekt oder Pack mit dem Inhalt, den sein Name nennt, oder von einer Form, in die nicht hineingesehen wird: was später unter diesem Namen committet wird, wäre dies</translation>
    </message>
    <message>
        <source>more git objects than are looked through: whether they are what their names say is not known</source>
        <translation>mehr Git-Objekte, als durchgesehen werden: ob sie sind, was ihre Namen sagen, ist nicht bekannt</translation>
    </message>
    <message>
        <source>may need git objects that are held back</source>
        <translation>braucht vielleicht Git-Objekte, die zurückgehalten werden</translation>
    </message>
    <message>
        <source>of a branch that another worktree has checked out</source>
        <translation>gehört zu einem Zweig, den ein anderer Worktree ausgecheckt hat</translation>
    </message>
    <message>
        <source>packed-refs, which is held back, says what becomes of it</source>
        <translation>packed-refs, das zurückgehalten wird, bestimmt, was daraus wird</translation>
    </message>
    <message>
        <source>without its index git takes every file for deleted</source>
        <translation>ohne seinen Index hält Git jede Datei für gelöscht</translation>
    </message>
    <message numerus="yes">
        <source>git would no longer look at %n file(s) (assume-unchanged, skip-worktree)</source>
        <translation>
            <numerusform>Git würde %n Datei nicht mehr ansehen (assume-unchanged, skip-worktree)</numerusform>
            <numerusform>Git würde %n Dateien nicht mehr ansehen (assume-unchanged, skip-worktree)</numerusform>
        </translation>
    </message>
    <message>
        <source>an index with caches that git believes unseen (git reset makes it again)</source>
        <translation>ein Index mit Zwischenspeichern, die Git ungesehen glaubt (git reset macht ihn neu)</translation>
    </message>
    <message>
        <source>the run removed the repository, or what it cannot be without</source>
        <translation>der Lauf hat das Repository entfernt, oder etwas, ohne das es keines ist</translation>
    </message>
    <message>
        <source>whether this commit of the submodule is in its repository cannot be told</source>
        <translation>ob dieser Commit des Submoduls in dessen Repository ist, lässt sich nicht sagen</translation>
    </message>
    <message>
        <source>the submodule&apos;s commit %1 is not in its repository here, %2 (what the run did there is held, too)</source>
        <translation>der Commit %1 des Submoduls ist nicht in dessen Repository hier, %2 (was der Lauf dort tat, wird auch zurückgehalten)</translation>
    </message>
    <message>
        <source>deletes a file that was hidden from the run</source>
        <translation>löscht eine Datei, die vor dem Lauf verborgen war</translation>
    </message>
    <message>
        <source>its commits hold %1: %2</source>
        <translation>seine Commits enthalten %1: %2</translation>
    </message>
    <message numerus="yes">
        <source>its commits hold %1: %2 (and %n more risky)</source>
        <translation>
            <numerusform>seine Commits enthalten %1: %2 (und %n weitere riskante Datei)</numerusform>
            <numerusform>seine Commits enthalten %1: %2 (und %n weitere riskante Dateien)</numerusform>
        </translation>
    </message>
    <message>
        <source>its commits delete files that were hidden from the run: %1</source>
        <translation>seine Commits löschen Dateien, die vor dem Lauf verborgen waren: %1</translation>
    </message>
    <message numerus="yes">
        <source>its commits delete file(s) that were hidden from the run: %1 (and %n more of them)</source>
        <translation>
            <numerusform>seine Commits löschen Dateien, die vor dem Lauf verborgen waren: %1 (und %n weitere)</numerusform>
            <numerusform>seine Commits löschen Dateien, die vor dem Lauf verborgen waren: %1 (und %n weitere)</numerusform>
        </translation>
    </message>
    <message>
        <source>not all that its commits hold can be looked at (objects that are not here, damaged or of a form that git does not write, or more than are looked through): whether one of the files is risky is not known</source>
        <translation>nicht alles, was seine Commits enthalten, kann angesehen werden (Objekte fehlen, sind beschädigt oder von einer Form, die Git nicht schreibt, oder es sind mehr, als durchgesehen werden): ob eine der Dateien riskant ist, ist nicht bekannt</translation>
    </message>
    <message>
        <source>holds lines that git does not write, or more than are looked through</source>
        <translation>enthält Zeilen, die Git nicht schreibt, oder mehr, als durchgesehen werden</translation>
    </message>
    <message>
        <source>names %1: %2</source>
        <translation>nennt %1: %2</translation>
    </message>
    <message>
        <source>has another %1 than its file: %2</source>
        <translation>hat ein anderes %1 als dessen Datei: %2</translation>
    </message>
    <message>
        <source>goes together with %1, which is risky</source>
        <translation>gehört zu %1, das riskant ist</translation>
    </message>
    <message numerus="yes">
        <source>the index holds content of %n file(s) that is not shown here: %1 (the next &apos;git commit&apos; would take it)</source>
        <translation>
            <numerusform>der Index enthält Inhalt von %n Datei, der hier nicht gezeigt wird: %1 (das nächste „git commit“ nähme ihn mit)</numerusform>
            <numerusform>der Index enthält Inhalt von %n Dateien, der hier nicht gezeigt wird: %1 (das nächste „git commit“ nähme ihn mit)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the index stages %n file(s) that are risky or cannot be applied: %1</source>
        <translation>
            <numerusform>im Index ist %n Datei vorgemerkt, die riskant ist oder nicht übernommen werden kann: %1</numerusform>
            <numerusform>im Index sind %n Dateien vorgemerkt, die riskant sind oder nicht übernommen werden können: %1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the index takes %n file(s) that were hidden from the run for deleted: %1</source>
        <translation>
            <numerusform>der Index hält %n Datei, die vor dem Lauf verborgen war, für gelöscht: %1</numerusform>
            <numerusform>der Index hält %n Dateien, die vor dem Lauf verborgen waren, für gelöscht: %1</numerusform>
        </translation>
    </message>
    <message>
        <source>the run staged %1, which is in conflict</source>
        <translation>der Lauf hat %1 vorgemerkt, das im Konflikt ist</translation>
    </message>
    <message>
        <source>goes together with %1, which cannot be applied: else &apos;git status&apos; would show commits as undone</source>
        <translation>gehört zu %1, das nicht übernommen werden kann: sonst zeigte „git status“ Commits als rückgängig gemacht</translation>
    </message>
    <message>
        <source>goes together with %1, which is in conflict: else &apos;git status&apos; would show commits as undone</source>
        <translation>gehört zu %1, das im Konflikt ist: sonst zeigte „git status“ Commits als rückgängig gemacht</translation>
    </message>
    <message>
        <source>goes together with %1, which is risky: else &apos;git status&apos; would show commits as undone</source>
        <translation>gehört zu %1, das riskant ist: sonst zeigte „git status“ Commits als rückgängig gemacht</translation>
    </message>
    <message>
        <source>the run changed it while it was judged</source>
        <translation>der Lauf hat es geändert, während es beurteilt wurde</translation>
    </message>
    <message>
        <source>the run changed it while it was judged: look again</source>
        <translation>der Lauf hat es geändert, während es beurteilt wurde: sehen Sie es noch einmal an</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>kann nicht gelesen werden: %1</translation>
    </message>
    <message>
        <source>cannot be compared: %1</source>
        <translation>kann nicht verglichen werden: %1</translation>
    </message>
    <message>
        <source>its path is too long</source>
        <translation>der Pfad ist zu lang</translation>
    </message>
    <message>
        <source>a folder with a mark of its overlay that is not understood</source>
        <translation>ein Ordner mit einer Overlay-Markierung, die nicht verstanden wird</translation>
    </message>
    <message>
        <source>special files (devices, pipes, sockets) are never applied</source>
        <translation>besondere Dateien (Geräte, Pipes, Sockets) werden nie übernommen</translation>
    </message>
    <message>
        <source>a file of more than 16 GiB is not read, and so never applied</source>
        <translation>eine Datei von mehr als 16 GiB wird nicht gelesen und darum nie übernommen</translation>
    </message>
    <message>
        <source>another file system is mounted here in the project</source>
        <translation>im Projekt ist hier ein anderes Dateisystem eingehängt</translation>
    </message>
    <message>
        <source>the project has a special file here</source>
        <translation>im Projekt ist hier eine besondere Datei</translation>
    </message>
    <message>
        <source>setuid and setgid bits are never applied</source>
        <translation>setuid- und setgid-Bits werden nie übernommen</translation>
    </message>
    <message>
        <source>a hidden file is never replaced</source>
        <translation>eine verborgene Datei wird nie ersetzt</translation>
    </message>
    <message>
        <source>a folder that holds hidden files is never replaced</source>
        <translation>ein Ordner mit verborgenen Dateien wird nie ersetzt</translation>
    </message>
    <message>
        <source>it leads to git&apos;s own directory elsewhere, and stays as it is</source>
        <translation>es führt zum eigenen Verzeichnis von Git an einem anderen Ort und bleibt, wie es ist</translation>
    </message>
    <message>
        <source>%1 (git reset makes it again)</source>
        <translation>%1 (git reset macht ihn neu)</translation>
    </message>
    <message>
        <source>this path was hidden from the run: what the project has there stays</source>
        <translation>dieser Pfad war vor dem Lauf verborgen: was das Projekt dort hat, bleibt</translation>
    </message>
    <message>
        <source>the folder holds files that were hidden from the run; they stay</source>
        <translation>der Ordner enthält Dateien, die vor dem Lauf verborgen waren; sie bleiben</translation>
    </message>
    <message>
        <source>a folder above was moved or changed in the project since the run began</source>
        <translation>ein Ordner darüber wurde seit Beginn des Laufs im Projekt verschoben oder geändert</translation>
    </message>
    <message>
        <source>it cannot be proved that the project&apos;s version is as when the run began</source>
        <translation>es lässt sich nicht beweisen, dass die Fassung im Projekt noch die vom Beginn des Laufs ist</translation>
    </message>
    <message>
        <source>changed in the project since the run began</source>
        <translation>seit Beginn des Laufs im Projekt geändert</translation>
    </message>
    <message>
        <source>this branch or tag was packed in the project since the run began, at a commit that the run&apos;s does not follow</source>
        <translation>dieser Zweig oder Tag wurde im Projekt seit Beginn des Laufs gepackt, bei einem Commit, auf den der des Laufs nicht folgt</translation>
    </message>
    <message>
        <source>it is part of git&apos;s own files</source>
        <translation>es ist Teil der eigenen Dateien von Git</translation>
    </message>
    <message>
        <source>it is new</source>
        <translation>es ist neu</translation>
    </message>
    <message>
        <source>it is deleted</source>
        <translation>es ist gelöscht</translation>
    </message>
    <message>
        <source>it has another name, and is otherwise the same</source>
        <translation>es heißt anders und ist sonst gleich</translation>
    </message>
    <message>
        <source>it becomes something of another kind</source>
        <translation>es wird etwas anderer Art</translation>
    </message>
    <message>
        <source>only its permissions change</source>
        <translation>nur die Rechte ändern sich</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>es ist keine Datei</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB</source>
        <translation>es ist größer als 1 MiB</translation>
    </message>
    <message>
        <source>risky: %1</source>
        <translation>riskant: %1</translation>
    </message>
    <message>
        <source>in conflict: %1</source>
        <translation>im Konflikt: %1</translation>
    </message>
    <message>
        <source>the run does not change it any more</source>
        <translation>der Lauf ändert es nicht mehr</translation>
    </message>
    <message>
        <source>goes together with %1, which is held back</source>
        <translation>gehört zu %1, das zurückgehalten wird</translation>
    </message>
    <message>
        <source>its new name, %1, is held back</source>
        <translation>sein neuer Name, %1, wird zurückgehalten</translation>
    </message>
    <message>
        <source>its new name, %1, is taken only in part</source>
        <translation>sein neuer Name, %1, wird nur zum Teil genommen</translation>
    </message>
    <message>
        <source>what it held is now at %1, which is held back</source>
        <translation>was es enthielt, ist jetzt in %1, das zurückgehalten wird</translation>
    </message>
    <message>
        <source>what it held is now at %1, which is taken only in part</source>
        <translation>was es enthielt, ist jetzt in %1, das nur zum Teil genommen wird</translation>
    </message>
    <message>
        <source>%1 in it is held back</source>
        <translation>%1 darin wird zurückgehalten</translation>
    </message>
    <message>
        <source>its folder, %1, is held back</source>
        <translation>sein Ordner, %1, wird zurückgehalten</translation>
    </message>
    <message>
        <source>it was not reviewed: look again</source>
        <translation>es wurde nicht angesehen: sehen Sie noch einmal nach</translation>
    </message>
    <message>
        <source>the run changed it after it was reviewed: look again</source>
        <translation>der Lauf hat es nach der Durchsicht geändert: sehen Sie es noch einmal an</translation>
    </message>
    <message>
        <source>goes together with HEAD, its branch and the index, and the run changed one of them after it was reviewed</source>
        <translation>gehört zu HEAD, seinem Zweig und dem Index, und der Lauf hat eines davon nach der Durchsicht geändert</translation>
    </message>
    <message>
        <source>the run changed it after you looked: look again</source>
        <translation>der Lauf hat es geändert, nachdem Sie es ansahen: sehen Sie es noch einmal an</translation>
    </message>
    <message>
        <source>it is not what you looked at any more: look again</source>
        <translation>es ist nicht mehr, was Sie angesehen haben: sehen Sie es noch einmal an</translation>
    </message>
    <message>
        <source>it has no places to choose from: %1</source>
        <translation>es hat keine Stellen zur Auswahl: %1</translation>
    </message>
    <message>
        <source>no place in it was chosen</source>
        <translation>keine Stelle darin wurde ausgewählt</translation>
    </message>
    <message>
        <source>it was changed in the project meanwhile</source>
        <translation>es wurde inzwischen im Projekt geändert</translation>
    </message>
    <message>
        <source>what it holds could not be written under its new name, so it stays</source>
        <translation>was es enthält, konnte nicht unter dem neuen Namen geschrieben werden; darum bleibt es</translation>
    </message>
    <message>
        <source>changed since it was applied</source>
        <translation>geändert, seit es übernommen wurde</translation>
    </message>
    <message>
        <source>the folder is not empty any more</source>
        <translation>der Ordner ist nicht mehr leer</translation>
    </message>
    <message>
        <source>what it held when the run began is not known: of this file neither git nor Leadglass noted it</source>
        <translation>was es beim Beginn des Laufs enthielt, ist nicht bekannt: diese Datei haben weder Git noch Leadglass festgehalten</translation>
    </message>
    <message numerus="yes">
        <source>what it held when the run began is not kept: only its size, %n byte(s), and its digest were noted</source>
        <translation>
            <numerusform>was es beim Beginn des Laufs enthielt, ist nicht aufbewahrt: nur die Größe, %n Byte, und eine Prüfsumme sind festgehalten</numerusform>
            <numerusform>was es beim Beginn des Laufs enthielt, ist nicht aufbewahrt: nur die Größe, %n Byte, und eine Prüfsumme sind festgehalten</numerusform>
        </translation>
    </message>
    <message>
        <source>what it held when the run began is known, but one of the three is no text, or larger than 1 MiB</source>
        <translation>was es beim Beginn des Laufs enthielt, ist bekannt, aber eine der drei Fassungen ist kein Text oder größer als 1 MiB</translation>
    </message>
    <message>
        <source>this machine was started again since the run began: times do not prove any more that the project&apos;s files are as they were</source>
        <translation>dieser Rechner wurde seit Beginn des Laufs neu gestartet: Zeiten beweisen nicht mehr, dass die Dateien des Projekts noch sind, wie sie waren</translation>
    </message>
    <message>
        <source>the clock was set back since the run began</source>
        <translation>die Uhr wurde seit Beginn des Laufs zurückgestellt</translation>
    </message>
    <message numerus="yes">
        <source>not every new commit is shown: at most %n are, and none that cannot be read (missing, damaged, larger than 1 MiB, or after too much to read)</source>
        <translation>
            <numerusform>nicht jeder neue Commit wird gezeigt: höchstens %n, und keiner, der nicht gelesen werden kann (fehlt, ist beschädigt, größer als 1 MiB, oder kommt nach zu viel, das zu lesen wäre)</numerusform>
            <numerusform>nicht jeder neue Commit wird gezeigt: höchstens %n, und keiner, der nicht gelesen werden kann (fehlt, ist beschädigt, größer als 1 MiB, oder kommt nach zu viel, das zu lesen wäre)</numerusform>
        </translation>
    </message>
    <message>
        <source>looks like it holds a secret: %1, encoded</source>
        <translation>sieht nach einem Geheimnis aus: %1, kodiert</translation>
    </message>
    <message>
        <source>could not be looked through for secrets: %1</source>
        <translation>konnte nicht nach Geheimnissen durchsucht werden: %1</translation>
    </message>
    <message>
        <source>holds a canary of this run</source>
        <translation>enthält einen Köder dieses Laufs</translation>
    </message>
    <message>
        <source>holds a canary of this run, encoded</source>
        <translation>enthält einen Köder dieses Laufs, kodiert</translation>
    </message>
    <message>
        <source>larger, or unpacks to more, than is looked through for secrets</source>
        <translation>größer, oder entpackt größer, als auf Geheimnisse durchgesehen wird</translation>
    </message>
</context>
<context>
    <name>WhyWords</name>
    <message>
        <source>The two are binary files, and differ.</source>
        <translation>Beide sind Binärdateien und unterscheiden sich.</translation>
    </message>
    <message>
        <source>The two differ, and are too large to show.</source>
        <translation>Die beiden unterscheiden sich und sind zu groß, um gezeigt zu werden.</translation>
    </message>
    <message>
        <source>It cannot be shown: %1.</source>
        <extracomment>%1: why</extracomment>
        <translation>Es kann nicht gezeigt werden: %1.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ActivityPage</name>
    <message>
        <source>Verify</source>
        <translation>Prüfen</translation>
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
        <extracomment>%1: &quot;12+ found&quot;; %L2: number of a row</extracomment>
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
        <source>A page with the chain&apos;s head, to read (*.html)</source>
        <translation>Eine Seite mit dem Kopf der Kette, zum Lesen (*.html)</translation>
    </message>
    <message>
        <source>All times</source>
        <translation>Alle Zeiten</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>Ausgeben …</translation>
    </message>
</context>
<context>
    <name>leadglass::app::AlertBar</name>
    <message>
        <source>Show the rows</source>
        <translation>Zeilen zeigen</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>Alarm</translation>
    </message>
    <message>
        <source>Puts this away. It stays in the history.</source>
        <translation>Räumt dies weg. Im Verlauf bleibt es.</translation>
    </message>
    <message>
        <source>Something that must not leave was seen, and not all of it was stopped</source>
        <translation>Etwas, das nicht hinaus darf, wurde gesehen und nicht ganz aufgehalten</translation>
    </message>
    <message>
        <source>Something that must not leave was seen, and was stopped</source>
        <translation>Etwas, das nicht hinaus darf, wurde gesehen und aufgehalten</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::AlertFeed</name>
    <message>
        <source>&apos;%1&apos; cannot be written: %2. What you have seen is shown again at the next start.</source>
        <extracomment>%1: a file; %2: why</extracomment>
        <translation>„%1“ kann nicht geschrieben werden: %2. Was schon gesehen ist, erscheint beim nächsten Start noch einmal.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::AlertNotifier</name>
    <message>
        <source>Something that must not leave was stopped</source>
        <translation>Etwas, das nicht hinaus darf, wurde aufgehalten</translation>
    </message>
    <message>
        <source>Something that must not leave was seen</source>
        <translation>Etwas, das nicht hinaus darf, wurde gesehen</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>und %n weiterer</numerusform>
            <numerusform>und %n weitere</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>Zeigen</translation>
    </message>
</context>
<context>
    <name>leadglass::app::AnswersGroup</name>
    <message>
        <source>Answers by keyboard</source>
        <translation>Antworten per Tastatur</translation>
    </message>
    <message>
        <source>&amp;Deny once:</source>
        <translation>Einmal &amp;ablehnen:</translation>
    </message>
    <message>
        <source>A&amp;llow once:</source>
        <translation>Einmal er&amp;lauben:</translation>
    </message>
    <message>
        <source>Allow waits for its &amp;chord, not for a time</source>
        <translation>Erlauben wartet auf seine &amp;Tastenkombination statt auf eine Zeit</translation>
    </message>
    <message>
        <source>The first press makes Allow available, the second one answers.</source>
        <translation>Der erste Druck gibt Erlauben frei, der zweite antwortet.</translation>
    </message>
    <message>
        <source>Take a letter or F1 to F12 together with two of Ctrl, Shift, Alt and Meta: nothing that is typed into text may answer.</source>
        <translation>Einen Buchstaben oder F1 bis F12 zusammen mit zweien von Strg, Umschalt, Alt und Meta nehmen: nichts, was in Text getippt wird, darf antworten.</translation>
    </message>
    <message>
        <source>That is the chord of the other answer.</source>
        <translation>Das ist die Tastenkombination der anderen Antwort.</translation>
    </message>
    <message>
        <source>That chord does something else in Leadglass.</source>
        <translation>Diese Tastenkombination tut in Leadglass etwas anderes.</translation>
    </message>
    <message>
        <source>For those who read slowly, or have the screen read to them: Allow stays off until you press its keys. The first 0.8 seconds (2 where it looks dangerous) answer nothing in either case.</source>
        <translation>Für alle, die langsam lesen oder sich den Bildschirm vorlesen lassen: Erlauben bleibt aus, bis Sie seine Tasten drücken. In den ersten 0,8 Sekunden (2, wo es gefährlich aussieht) wird in keinem Fall geantwortet.</translation>
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
        <extracomment>The second press of a button whose answer is wide. %1: &quot;Always allow in this project&quot;</extracomment>
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
    <message>
        <source>press %1 first</source>
        <extracomment>Of the button Allow. %1: a chord, as Ctrl+Shift+Y</extracomment>
        <translation>erst %1 drücken</translation>
    </message>
    <message>
        <source>kept in the history with your answer</source>
        <translation>steht mit Ihrer Antwort im Verlauf</translation>
    </message>
    <message>
        <source>Note:</source>
        <extracomment>The person&apos;s own words, why it was answered so.</extracomment>
        <translation>Notiz:</translation>
    </message>
    <message>
        <source>Your last answers were nearly all Allow, given at once. If that is what you want, a rule asks less: answer for longer or for more hosts, or write it into your policy.</source>
        <translation>Ihre letzten Antworten waren fast alle „Erlauben“, und sofort gegeben. Wenn das so sein soll, fragt eine Regel weniger: antworten Sie für länger oder für mehr Hosts, oder schreiben Sie es in Ihre Richtlinie.</translation>
    </message>
    <message>
        <source>The host, to allow it</source>
        <translation>Der Host, um ihn zu erlauben</translation>
    </message>
    <message>
        <source>to allow this, type the host as it is shown above</source>
        <translation>zum Erlauben den Host eintippen, wie er oben steht</translation>
    </message>
    <message>
        <source>Request</source>
        <extracomment>Of the sentence that says who wants what, for a screen reader.</extracomment>
        <translation>Anfrage</translation>
    </message>
    <message>
        <source>on this machine: %1</source>
        <extracomment>Which hosts a rule for a package registry means. %1: &quot;npm.example.org, pkg.example.org:8443/tls&quot;</extracomment>
        <translation>auf diesem Rechner: %1</translation>
    </message>
    <message>
        <source>everything of the registry %1: %2</source>
        <extracomment>The widest answer: all hosts of a package registry. %1: its name, &quot;npm&quot;; %2: its hosts</extracomment>
        <translation>alles aus der Paketquelle %1: %2</translation>
    </message>
    <message>
        <source>Request:</source>
        <extracomment>What is asked about on a connection that is looked into: &quot;GET https://host/path&quot;.</extracomment>
        <translation>Anfrage:</translation>
    </message>
    <message>
        <source>this signature</source>
        <extracomment>What an answer covers: all that goes to the host, or one method and path of it. The query is what follows &quot;?&quot; in an address.</extracomment>
        <translation>diese Unterschrift</translation>
    </message>
    <message>
        <source>and for others: %1</source>
        <extracomment>Programs that ask for the same host as the first one. %1: their names, with commas between</extracomment>
        <translation>und für andere: %1</translation>
    </message>
    <message>
        <source>this request (beyond once: its method and path, with any query)</source>
        <translation>diese Anfrage (über einmal hinaus: ihre Methode und ihr Pfad, mit jeder Abfrage)</translation>
    </message>
    <message>
        <source>this page, this time</source>
        <translation>diese Seite, dieses Mal</translation>
    </message>
    <message>
        <source>this host key</source>
        <translation>diesen Hostschlüssel</translation>
    </message>
    <message>
        <source>Why it asks:</source>
        <extracomment>Why a person is asked: &quot;no rule allows it (base.toml:44)&quot;.</extracomment>
        <translation>Warum gefragt wird:</translation>
    </message>
    <message>
        <source>Profile:</source>
        <extracomment>The set of rules that the run goes by: &quot;claude&quot;.</extracomment>
        <translation>Profil:</translation>
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
    <message>
        <source>Back to the table</source>
        <translation>Zurück zur Tabelle</translation>
    </message>
    <message>
        <source>No notices</source>
        <extracomment>A menu of the card: for how long there are no notices about this host.</extracomment>
        <translation>Keine Mitteilungen</translation>
    </message>
    <message>
        <source>Hold back notices about this host. It is asked and decided all the same, on the page Approvals.</source>
        <translation>Mitteilungen über diesen Host zurückhalten. Gefragt und entschieden wird trotzdem, auf der Seite Freigaben.</translation>
    </message>
    <message>
        <source>for an hour</source>
        <translation>für eine Stunde</translation>
    </message>
    <message>
        <source>in this run</source>
        <translation>in diesem Lauf</translation>
    </message>
    <message>
        <source>for a day</source>
        <translation>für einen Tag</translation>
    </message>
    <message>
        <source>The screen is locked.</source>
        <translation>Der Bildschirm ist gesperrt.</translation>
    </message>
    <message>
        <source>Nothing is shown or answered here until it is unlocked.</source>
        <translation>Bis er entsperrt ist, wird hier nichts gezeigt und nichts beantwortet.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ApprovalWindow</name>
    <message>
        <source>%1 (%2 of %3)</source>
        <extracomment>Title of the approval window. %1: &quot;A run asks&quot;; %2 of %3: place in the queue</extracomment>
        <translation>%1 (%2 von %3)</translation>
    </message>
    <message>
        <source>A run asks</source>
        <translation>Ein Lauf fragt</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ChangeDetail</name>
    <message>
        <source>Decide later</source>
        <translation>Später entscheiden</translation>
    </message>
    <message>
        <source>Take the run&apos;s version; yours is kept for undo</source>
        <translation>Die Fassung des Laufs nehmen; Ihre bleibt zum Rückgängigmachen</translation>
    </message>
    <message>
        <source>Keep yours; the run&apos;s version is settled</source>
        <translation>Ihre behalten; die Fassung des Laufs ist erledigt</translation>
    </message>
    <message>
        <source>It cannot be applied: %1.</source>
        <extracomment>%1: why a change can never be written to the project</extracomment>
        <translation>Es kann nicht übernommen werden: %1.</translation>
    </message>
    <message>
        <source>You decided that your version stays.</source>
        <translation>Sie haben entschieden, dass Ihre Fassung bleibt.</translation>
    </message>
    <message>
        <source>In conflict: %1.</source>
        <extracomment>%1: why the file in the project is not the one that the run began with</extracomment>
        <translation>Im Konflikt: %1.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ChangeModel</name>
    <message>
        <source>Apply</source>
        <extracomment>Heads of the columns of changed files, short: a tick means &quot;write this to the project&quot;, and &quot;I have looked at this&quot;.</extracomment>
        <translation>Übernehmen</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message numerus="yes">
        <source>Deleted (%n)</source>
        <translation>
            <numerusform>Gelöscht (%n)</numerusform>
            <numerusform>Gelöscht (%n)</numerusform>
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
        <source>In the project&apos;s folder (%n)</source>
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
        <source>%1: the run&apos;s version</source>
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
        <extracomment>%1: path of a file; %2: &quot;new&quot;, &quot;deleted&quot;, &quot;renamed&quot; or the like</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>Angesehen</translation>
    </message>
    <message>
        <source>%1: the run&apos;s version in part</source>
        <extracomment>What will become of a file in conflict. %1: its path</extracomment>
        <translation>%1: die Fassung des Laufs, zum Teil</translation>
    </message>
    <message>
        <source>%1 (in part)</source>
        <extracomment>%1: path of a file, of which only some places will be written to the project</extracomment>
        <translation>%1 (zum Teil)</translation>
    </message>
    <message numerus="yes">
        <source>Risky: tick one by one (%n)</source>
        <translation>
            <numerusform>Riskant: einzeln ankreuzen (%n)</numerusform>
            <numerusform>Riskant: einzeln ankreuzen (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You changed these, too: choose (%n)</source>
        <translation>
            <numerusform>Auch von Ihnen geändert: wählen (%n)</numerusform>
            <numerusform>Auch von Ihnen geändert: wählen (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Python&apos;s byte code (%n)</source>
        <translation>
            <numerusform>Bytecode von Python (%n)</numerusform>
            <numerusform>Bytecode von Python (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Git&apos;s own files (%n)</source>
        <translation>
            <numerusform>Gits eigene Dateien (%n)</numerusform>
            <numerusform>Gits eigene Dateien (%n)</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In the project already (%n)</source>
        <translation>
            <numerusform>Schon im Projekt (%n)</numerusform>
            <numerusform>Schon im Projekt (%n)</numerusform>
        </translation>
    </message>
    <message>
        <source>Each of these could run something on your machine. They are ticked one by one, and by nothing else.</source>
        <translation>Jede davon könnte etwas auf Ihrem Rechner ausführen. Sie werden einzeln angekreuzt und durch nichts anderes.</translation>
    </message>
    <message>
        <source>You changed these since the run began. Choose a side for each: the run&apos;s version, or yours.</source>
        <translation>Diese haben Sie geändert, seit der Lauf begann. Für jede ist zu wählen: die Fassung des Laufs oder Ihre.</translation>
    </message>
    <message>
        <source>What Python leaves beside what it runs. It is not needed: Python makes it again.</source>
        <translation>Was Python neben dem ablegt, was es ausführt. Es wird nicht gebraucht: Python macht es neu.</translation>
    </message>
    <message>
        <source>What git keeps: commits, branches, the index. Without them the run&apos;s commits are not in the project.</source>
        <translation>Was git aufbewahrt: Commits, Branches, den Index. Ohne sie sind die Commits des Laufs nicht im Projekt.</translation>
    </message>
    <message>
        <source>These cannot be written as they are; each says why.</source>
        <translation>Diese können so nicht geschrieben werden; jede sagt, warum.</translation>
    </message>
    <message>
        <source>The run worked in the project itself. Undo takes this back.</source>
        <translation>Der Lauf arbeitete im Projekt selbst. Rückgängig nimmt das zurück.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::DenyMenu</name>
    <message>
        <source>Other ways to deny</source>
        <translation>Anders ablehnen</translation>
    </message>
    <message>
        <source>Deny once and stop the run</source>
        <translation>Einmal ablehnen und den Lauf anhalten</translation>
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
        <source>The run&apos;s version</source>
        <translation>Die Fassung des Laufs</translation>
    </message>
    <message>
        <source>%1
In the project now: %2
The run&apos;s version: %3</source>
        <extracomment>Of a file that is no text. %1: why there is no diff; %2 and %3: &quot;PNG, 640 x 480, 12 kB&quot; or a size</extracomment>
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
        <source>(only the beginning is shown)</source>
        <translation>(nur der Anfang ist gezeigt)</translation>
    </message>
    <message>
        <source>Only your version and the run&apos;s can be compared: %1.</source>
        <extracomment>%1: why what a file held when the run began cannot be shown</extracomment>
        <translation>Nur Ihre Fassung und die des Laufs lassen sich vergleichen: %1.</translation>
    </message>
    <message>
        <source>It is as it was when the run began.</source>
        <translation>Sie ist, wie sie beim Beginn des Laufs war.</translation>
    </message>
    <message>
        <source>When the run began</source>
        <translation>Beim Beginn des Laufs</translation>
    </message>
    <message>
        <source>Take this place</source>
        <extracomment>A box: whether the place of the file at which the cursor is will be written to the project</extracomment>
        <translation>Diese Stelle übernehmen</translation>
    </message>
    <message>
        <source>Write this place of the file to the project (Space in the text)</source>
        <translation>Diese Stelle der Datei ins Projekt schreiben (Leertaste im Text)</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>Was verglichen wird</translation>
    </message>
    <message>
        <source>Yours, and the run&apos;s</source>
        <extracomment>What is compared with what, of a file that a person and a run changed both; short</extracomment>
        <translation>Ihre und die des Laufs</translation>
    </message>
    <message>
        <source>What you changed</source>
        <translation>Was Sie geändert haben</translation>
    </message>
    <message>
        <source>What the run changed</source>
        <translation>Was der Lauf geändert hat</translation>
    </message>
    <message numerus="yes">
        <source>A long change: %Ln line(s), %1. Long changes can hide something: read it all, or do not apply it.</source>
        <extracomment>%1: size of the text</extracomment>
        <translation>
            <numerusform>Eine lange Änderung: %Ln Zeile, %1. Lange Änderungen können etwas verbergen: lesen Sie alles, oder übernehmen Sie sie nicht.</numerusform>
            <numerusform>Eine lange Änderung: %Ln Zeilen, %1. Lange Änderungen können etwas verbergen: lesen Sie alles, oder übernehmen Sie sie nicht.</numerusform>
        </translation>
    </message>
    <message>
        <source>Lines: +%1  −%2</source>
        <extracomment>Lines of a diff. %1: how many were added; %2: how many were taken out</extracomment>
        <translation>Zeilen: +%1  −%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln place(s) taken</source>
        <extracomment>%1: how many places of a file will be written to the project; %n: how many there are</extracomment>
        <translation>
            <numerusform>%1 von %Ln Stelle übernommen</numerusform>
            <numerusform>%1 von %Ln Stellen übernommen</numerusform>
        </translation>
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
    <message>
        <source>First steps…</source>
        <translation>Erste Schritte …</translation>
    </message>
</context>
<context>
    <name>leadglass::app::EditDialog</name>
    <message>
        <source>The addresses may be &amp;private ones</source>
        <translation>Die Adressen dürfen &amp;private sein</translation>
    </message>
    <message>
        <source>Add to a policy</source>
        <translation>Einer Richtlinie hinzufügen</translation>
    </message>
    <message>
        <source>Change a line of a policy</source>
        <translation>Eine Zeile einer Richtlinie ändern</translation>
    </message>
    <message>
        <source>Remove a line of a policy</source>
        <translation>Eine Zeile einer Richtlinie entfernen</translation>
    </message>
    <message>
        <source>File:</source>
        <translation>Datei:</translation>
    </message>
    <message>
        <source>&amp;What:</source>
        <translation>&amp;Was:</translation>
    </message>
    <message>
        <source>&amp;About:</source>
        <translation>&amp;Betrifft:</translation>
    </message>
    <message>
        <source>&amp;Value:</source>
        <translation>W&amp;ert:</translation>
    </message>
    <message>
        <source>P&amp;orts:</source>
        <translation>P&amp;orts:</translation>
    </message>
    <message>
        <source>P&amp;rotocol:</source>
        <translation>P&amp;rotokoll:</translation>
    </message>
    <message>
        <source>Wh&amp;y:</source>
        <translation>Waru&amp;m:</translation>
    </message>
    <message>
        <source>443</source>
        <translation>443</translation>
    </message>
    <message>
        <source>a comment behind the line; may be empty</source>
        <translation>ein Kommentar hinter der Zeile; kann leer sein</translation>
    </message>
    <message>
        <source>The lines that change</source>
        <translation>Die Zeilen, die sich ändern</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Write it</source>
        <translation>Schreiben</translation>
    </message>
    <message>
        <source>a host name</source>
        <translation>ein Rechnername</translation>
    </message>
    <message>
        <source>a range of addresses</source>
        <translation>ein Bereich von Adressen</translation>
    </message>
    <message>
        <source>a registry of packages</source>
        <translation>eine Paketquelle</translation>
    </message>
    <message>
        <source>a port of this machine</source>
        <translation>ein Port dieses Rechners</translation>
    </message>
    <message>
        <source>as the port says</source>
        <translation>wie der Port sagt</translation>
    </message>
    <message>
        <source>Fill in a value: what would change is shown here.</source>
        <translation>Einen Wert eintragen: hier steht dann, was sich ändern würde.</translation>
    </message>
    <message>
        <source>Nothing would change, or a port is no number.</source>
        <translation>Nichts würde sich ändern, oder ein Port ist keine Zahl.</translation>
    </message>
    <message>
        <source>What holds stays the same.</source>
        <translation>Was gilt, bleibt gleich.</translation>
    </message>
    <message>
        <source>&amp;Methods:</source>
        <extracomment>Of an HTTP request: GET, POST</extracomment>
        <translation>Me&amp;thoden:</translation>
    </message>
    <message>
        <source>Pat&amp;hs:</source>
        <extracomment>Of an HTTP request: /v1/**</extracomment>
        <translation>Pfa&amp;de:</translation>
    </message>
    <message>
        <source>all; or GET, HEAD</source>
        <translation>alle; oder GET, HEAD</translation>
    </message>
    <message>
        <source>all; or /v1/**</source>
        <translation>alle; oder /v1/**</translation>
    </message>
    <message>
        <source>With methods or paths the host&apos;s connections are opened by the guard, with a certificate of the run&apos;s own, and each request is judged by itself.</source>
        <translation>Mit Methoden oder Pfaden öffnet der Wächter die Verbindungen zum Host mit einem Zertifikat des Laufs, und jede Anfrage wird einzeln beurteilt.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::EditTab</name>
    <message>
        <source>Add…</source>
        <translation>Hinzufügen …</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>Ändern …</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>Entfernen …</translation>
    </message>
    <message>
        <source>Make it your own</source>
        <translation>Zur eigenen machen</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Die Datei öffnen</translation>
    </message>
    <message>
        <source>File:</source>
        <translation>Datei:</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>Zeile</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>Kommentar</translation>
    </message>
    <message>
        <source>Lines of the file</source>
        <translation>Zeilen der Datei</translation>
    </message>
    <message>
        <source>No file yet.</source>
        <translation>Noch keine Datei.</translation>
    </message>
    <message>
        <source>This one is built in and stays as it is. Make it your own: a profile of the same name that says what this one says, and what you add.</source>
        <translation>Diese ist eingebaut und bleibt, wie sie ist. Zur eigenen machen: ein Profil desselben Namens, das sagt, was diese sagt, und was Sie hinzufügen.</translation>
    </message>
    <message>
        <source>The project&apos;s own file. It can only tighten what your profile says. Runs that are live go by what they began with.</source>
        <translation>Die eigene Datei des Projekts. Sie kann nur enger machen, was Ihr Profil sagt. Laufende Läufe richten sich nach dem, womit sie begannen.</translation>
    </message>
    <message>
        <source>Comments, order and everything else of the file stay as they are. Runs that are live go by what they began with.</source>
        <translation>Kommentare, Reihenfolge und alles andere der Datei bleiben, wie sie sind. Laufende Läufe richten sich nach dem, womit sie begannen.</translation>
    </message>
    <message>
        <source>Tighten this project</source>
        <translation>Dieses Projekt enger machen</translation>
    </message>
    <message>
        <source>Makes a file of the project&apos;s own, .leadglass.toml, which can only tighten what profiles say.</source>
        <translation>Legt eine eigene Datei des Projekts an, .leadglass.toml, die nur enger machen kann, was Profile sagen.</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1: a comment of the file; %2: what is said of the line</extracomment>
        <translation>%1 (%2)</translation>
    </message>
    <message>
        <source>with conditions on single requests</source>
        <translation>mit Bedingungen an einzelne Anfragen</translation>
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
        <extracomment>Name of a field and what follows it: &quot;Subject: example.org&quot;. %1: the name</extracomment>
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
    <name>leadglass::app::FinishNotifier</name>
    <message>
        <source>%1 has ended</source>
        <extracomment>Summary of a notice. %1: profile of the agent</extracomment>
        <translation>%1 ist fertig</translation>
    </message>
    <message>
        <source>What it changed waits for your review.</source>
        <translation>Was geändert wurde, wartet auf Ihre Durchsicht.</translation>
    </message>
    <message>
        <source>It left nothing to review.</source>
        <translation>Es gibt nichts durchzusehen.</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>Ansehen</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Öffnen</translation>
    </message>
</context>
<context>
    <name>leadglass::app::GrantsTab</name>
    <message>
        <source>its project is gone</source>
        <translation>das Projekt ist fort</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>unbenutzt</translation>
    </message>
    <message numerus="yes">
        <source>unused in %n day(s)</source>
        <translation>
            <numerusform>in %n Tag unbenutzt</numerusform>
            <numerusform>in %n Tagen unbenutzt</numerusform>
        </translation>
    </message>
    <message>
        <source>in use</source>
        <translation>in Gebrauch</translation>
    </message>
    <message>
        <source>Only those that are unused</source>
        <translation>Nur unbenutzte</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>Zurücknehmen</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>Antwort</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt benutzt</translation>
    </message>
    <message>
        <source>For</source>
        <translation>Für</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>Wo</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>Gegeben</translation>
    </message>
    <message>
        <source>Kept answers</source>
        <translation>Behaltene Antworten</translation>
    </message>
    <message>
        <source>allow</source>
        <comment>a kept answer</comment>
        <translation>erlauben</translation>
    </message>
    <message>
        <source>deny</source>
        <comment>a kept answer</comment>
        <translation>ablehnen</translation>
    </message>
    <message>
        <source>every project</source>
        <translation>jedes Projekt</translation>
    </message>
    <message>
        <source>Made by: %1</source>
        <extracomment>%1: &quot;answer in run 7f3a&quot;</extracomment>
        <translation>Gegeben durch: %1</translation>
    </message>
    <message>
        <source>No answer is kept. Those that you give for a project or for good appear here.</source>
        <translation>Keine Antwort wird behalten. Die Sie für ein Projekt oder für immer geben, erscheinen hier.</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) kept.</source>
        <translation>
            <numerusform>%n Antwort behalten.</numerusform>
            <numerusform>%n Antworten behalten.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them may go: unused for 30 days, or of a project that is gone.</source>
        <translation>
            <numerusform>%n davon kann weg: 30 Tage unbenutzt, oder von einem Projekt, das fort ist.</numerusform>
            <numerusform>%n davon können weg: 30 Tage unbenutzt, oder von einem Projekt, das fort ist.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will soon count as unused.</source>
        <translation>
            <numerusform>%n gilt bald als unbenutzt.</numerusform>
            <numerusform>%n gelten bald als unbenutzt.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::GroupCard</name>
    <message>
        <source>Hosts that are asked for</source>
        <translation>Hosts, nach denen gefragt wird</translation>
    </message>
    <message>
        <source>Rule of this row:</source>
        <extracomment>The line of a policy that Allow would stand for, of the row of the table that is selected.</extracomment>
        <translation>Regel dieser Zeile:</translation>
    </message>
    <message>
        <source>Show this row alone</source>
        <translation>Diese Zeile einzeln zeigen</translation>
    </message>
    <message>
        <source>With every answer that can be given to it, longer and wider ones, too.</source>
        <translation>Mit jeder Antwort, die möglich ist, auch mit längeren und weiteren.</translation>
    </message>
    <message numerus="yes">
        <source>One answer for %1 would decide %n of these: show a row of it alone to give it.</source>
        <extracomment>%1: a pattern of host names and a port, &quot;*.example.org:443&quot;, or &quot;registry:npm&quot;</extracomment>
        <translation>
            <numerusform>Eine Antwort für %1 würde %n davon entscheiden: dazu eine ihrer Zeilen einzeln zeigen.</numerusform>
            <numerusform>Eine Antwort für %1 würde %n davon entscheiden: dazu eine ihrer Zeilen einzeln zeigen.</numerusform>
        </translation>
    </message>
    <message>
        <source>This run has asked often, and no longer interrupts you. What it asks since then waits here.</source>
        <translation>Dieser Lauf hat oft gefragt und unterbricht nicht mehr. Was er seitdem fragt, wartet hier.</translation>
    </message>
    <message>
        <source>Many hosts at once: tick what you know.</source>
        <translation>Viele Hosts auf einmal: haken Sie an, was Sie kennen.</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 wants to connect to %n host(s):</source>
        <extracomment>%1: the program that asks, for example &quot;npm&quot;; %2: the project&apos;s folder</extracomment>
        <translation>
            <numerusform>%1 in %2 will sich mit %n Host verbinden:</numerusform>
            <numerusform>%1 in %2 will sich mit %n Hosts verbinden:</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n once</source>
        <translation>
            <numerusform>Den %n einmal ablehnen</numerusform>
            <numerusform>Alle %n einmal ablehnen</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny the other %n once</source>
        <translation>
            <numerusform>Den anderen einmal ablehnen</numerusform>
            <numerusform>Die anderen %n einmal ablehnen</numerusform>
        </translation>
    </message>
    <message>
        <source>Allow what is ticked for this run</source>
        <translation>Angehakte für diesen Lauf erlauben</translation>
    </message>
    <message numerus="yes">
        <source>Allow the %n ticked for this run</source>
        <translation>
            <numerusform>Den angehakten für diesen Lauf erlauben</numerusform>
            <numerusform>Die %n angehakten für diesen Lauf erlauben</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing is ticked</source>
        <translation>nichts ist angehakt</translation>
    </message>
    <message>
        <source>can be given</source>
        <translation>kann gegeben werden</translation>
    </message>
    <message>
        <source>can be given in a moment</source>
        <translation>kann gleich gegeben werden</translation>
    </message>
    <message>
        <source>Leadglass asks. %1 %2</source>
        <extracomment>Said by a screen reader. %1: &quot;Many hosts at once: tick what you know.&quot;; %2: &quot;claude in ~/src/shop wants to connect to 5 hosts:&quot;</extracomment>
        <translation>Leadglass fragt. %1 %2</translation>
    </message>
    <message>
        <source>Why it asks:</source>
        <extracomment>Why a person is asked: &quot;no rule allows it (base.toml:44)&quot;.</extracomment>
        <translation>Warum gefragt wird:</translation>
    </message>
    <message>
        <source>More than one program</source>
        <translation>Mehr als ein Programm</translation>
    </message>
</context>
<context>
    <name>leadglass::app::GroupModel</name>
    <message>
        <source>not known yet</source>
        <translation>noch nicht bekannt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Why a row of a burst is there. %1: the program that asks; %2: what is unusual about it</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>nothing is known about it yet</source>
        <translation>darüber ist noch nichts bekannt</translation>
    </message>
    <message>
        <source>Host and port</source>
        <translation>Host und Port</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>Risiko</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>Warum</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>%1 and others</source>
        <extracomment>Programs that ask for one host. %1: the first of them</extracomment>
        <translation>%1 und andere</translation>
    </message>
</context>
<context>
    <name>leadglass::app::HistoryGroup</name>
    <message numerus="yes">
        <source>%n row(s) of the history</source>
        <translation>
            <numerusform>%n Zeile des Verlaufs</numerusform>
            <numerusform>%n Zeilen des Verlaufs</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and what is left of %n finished run(s)</source>
        <extracomment>%1: &quot;3 rows of the history&quot;; %n: folders</extracomment>
        <translation>
            <numerusform>%1 und was von %n fertigen Lauf übrig ist</numerusform>
            <numerusform>%1 und was von %n fertigen Läufen übrig ist</numerusform>
        </translation>
    </message>
    <message>
        <source>History</source>
        <translation>Verlauf</translation>
    </message>
    <message>
        <source>Older than</source>
        <translation>Älter als</translation>
    </message>
    <message numerus="yes">
        <source>older than %n day(s)</source>
        <translation>
            <numerusform>älter als %n Tag</numerusform>
            <numerusform>älter als %n Tage</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Remove rows…</source>
        <translation>Zeilen entfer&amp;nen …</translation>
    </message>
    <message>
        <source>Nothing is ever removed by itself. The chain stays provable: a row says what went, and when.</source>
        <translation>Von selbst wird nie etwas entfernt. Die Kette bleibt beweisbar: eine Zeile sagt, was ging und wann.</translation>
    </message>
    <message>
        <source>It will be kept in %1.</source>
        <extracomment>%1: a file; %2: &quot;12 MiB&quot;</extracomment>
        <translation>Er wird in %1 liegen.</translation>
    </message>
    <message>
        <source>Kept in %1 (%2).</source>
        <translation>Er liegt in %1 (%2).</translation>
    </message>
    <message>
        <source>There is nothing that old.</source>
        <translation>So alt ist nichts.</translation>
    </message>
    <message>
        <source>Remove from the history</source>
        <translation>Aus dem Verlauf entfernen</translation>
    </message>
    <message>
        <source>%1 would be removed for good.</source>
        <extracomment>%1: &quot;3 rows of the history&quot;</extracomment>
        <translation>Endgültig entfernt würde: %1.</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>%1 were removed.</source>
        <extracomment>%1: &quot;3 rows of the history&quot;</extracomment>
        <translation>Entfernt wurde: %1.</translation>
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
    <message numerus="yes">
        <source>%1 is written: the newest %n event(s) of those that fit; a page holds no more. JSON lines and CSV hold all.</source>
        <extracomment>%1: path of a file</extracomment>
        <translation>
            <numerusform>%1 ist geschrieben: das neueste der passenden Ereignisse; mehr fasst eine Seite nicht. JSON-Zeilen und CSV fassen alle.</numerusform>
            <numerusform>%1 ist geschrieben: die neuesten %n der passenden Ereignisse; mehr fasst eine Seite nicht. JSON-Zeilen und CSV fassen alle.</numerusform>
        </translation>
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
    <message>
        <source>First steps…</source>
        <translation>Erste Schritte …</translation>
    </message>
    <message>
        <source>None is live, and none waits for you. What an agent does in a run is seen, decided and kept here; your files change when you say so.</source>
        <translation>Keiner läuft, und keiner wartet auf Sie. Was ein Agent in einem Lauf tut, wird hier gesehen, entschieden und aufbewahrt; Ihre Dateien ändern sich, wenn Sie es sagen.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::KeepRule</name>
    <message>
        <source>An address, or a host of this machine, cannot be allowed for good.</source>
        <translation>Eine Adresse oder ein Host dieses Rechners kann nicht auf Dauer erlaubt werden.</translation>
    </message>
    <message>
        <source>Allows %1 in %2 for %3, in every run from now on.</source>
        <extracomment>%1: a rule as a policy has it; %2: the project&apos;s folder; %3: profile of the agent</extracomment>
        <translation>Erlaubt %1 in %2 für %3, von jetzt an in jedem Lauf.</translation>
    </message>
    <message>
        <source>Press again: keep this rule</source>
        <extracomment>The second press of a button that keeps a rule.</extracomment>
        <translation>Noch einmal drücken: Regel behalten</translation>
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
        <source>that of the desktop; %1</source>
        <extracomment>Which environment variables a run is started with. %1: why not those of the shell</extracomment>
        <translation>die des Desktops; %1</translation>
    </message>
    <message>
        <source>your login shell is being asked</source>
        <translation>Ihre Login-Shell wird gefragt</translation>
    </message>
    <message>
        <source>%1 could not be started.</source>
        <extracomment>%1: a terminal program</extracomment>
        <translation>%1 konnte nicht gestartet werden.</translation>
    </message>
    <message>
        <source>in this window</source>
        <translation>in diesem Fenster</translation>
    </message>
    <message>
        <source>the project</source>
        <translation>das Projekt</translation>
    </message>
    <message>
        <source>Which folder? The agent works on that project.</source>
        <translation>Welcher Ordner? Der Agent arbeitet an diesem Projekt.</translation>
    </message>
    <message>
        <source>Your home directory, or what it lies in, cannot be the project: choose a folder of yours.</source>
        <translation>Ihr Heimatverzeichnis, oder worin es liegt, kann nicht das Projekt sein: wählen Sie einen Ordner von Ihnen.</translation>
    </message>
    <message>
        <source>that of the desktop; from your login shell %1</source>
        <extracomment>Which environment variables a run is started with. %1: their names</extracomment>
        <translation>die des Desktops; von Ihrer Login-Shell %1</translation>
    </message>
</context>
<context>
    <name>leadglass::app::LifetimeBox</name>
    <message>
        <source>How long the answer holds</source>
        <translation>Wie lange die Antwort gilt</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>Minuten</translation>
    </message>
    <message>
        <source> min</source>
        <extracomment>Behind a number that is typed.</extracomment>
        <translation> min</translation>
    </message>
    <message>
        <source>for so many minutes:</source>
        <comment>how long an answer holds; a number follows</comment>
        <translation>für so viele Minuten:</translation>
    </message>
    <message>
        <source>Until about %1, or the run&apos;s end before that. What is open by then stays open.</source>
        <extracomment>%1: a time of day, or a date and a time</extracomment>
        <translation>Bis etwa %1, oder bis der Lauf vorher endet. Was dann offen ist, bleibt offen.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::LimitGauges</name>
    <message>
        <source>nearly used up</source>
        <translation>fast aufgebraucht</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: what a limit would be of; %2: &quot;3 (no limit)&quot;</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>Without a limit: %1</source>
        <extracomment>What a run has no limit of. %1: a list</extracomment>
        <translation>Ohne Grenze: %1</translation>
    </message>
</context>
<context>
    <name>leadglass::app::LinesTab</name>
    <message>
        <source>Open the file</source>
        <translation>Die Datei öffnen</translation>
    </message>
    <message>
        <source>Filter: a host, a path, a file, a word</source>
        <translation>Filter: ein Rechner, ein Pfad, eine Datei, ein Wort</translation>
    </message>
    <message>
        <source>Filter the lines</source>
        <translation>Die Zeilen filtern</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>Wert</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>Gesagt von</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>Stelle</translation>
    </message>
    <message>
        <source>Lines that hold</source>
        <translation>Zeilen, die gelten</translation>
    </message>
    <message>
        <source>Nothing that is added elsewhere loosens it: locked by %1.</source>
        <extracomment>%1: who says a line of the policy</extracomment>
        <translation>Nichts, was anderswo hinzukommt, lockert es: gesperrt durch %1.</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <extracomment>%1: a file; %2: a number</extracomment>
        <translation>%1, Zeile %2</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) hold</source>
        <translation>
            <numerusform>%n Zeile gilt</numerusform>
            <numerusform>%n Zeilen gelten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them locked.</source>
        <translation>
            <numerusform>%n davon gesperrt.</numerusform>
            <numerusform>%n davon gesperrt.</numerusform>
        </translation>
    </message>
    <message>
        <source>No run starts with this policy: %1</source>
        <translation>Kein Lauf beginnt mit dieser Richtlinie: %1</translation>
    </message>
    <message>
        <source>Select a line to see where it stands.</source>
        <translation>Eine Zeile wählen, um zu sehen, wo sie steht.</translation>
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
    <message>
        <source>Terminals</source>
        <translation>Terminals</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>Richtlinie</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>Einstellungen</translation>
    </message>
    <message>
        <source>Terminals (%1)</source>
        <translation>Terminals (%1)</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <extracomment>Title of a terminal. %1: a program; %2: a folder</extracomment>
        <translation>%1 in %2</translation>
    </message>
    <message>
        <source>Quit Leadglass</source>
        <translation>Leadglass beenden</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are at work. Quit?</source>
        <translation>
            <numerusform>%n Lauf ist bei der Arbeit. Beenden?</numerusform>
            <numerusform>%n Läufe sind bei der Arbeit. Beenden?</numerusform>
        </translation>
    </message>
    <message>
        <source>They go on, guarded as before. What they ask comes up in their terminals then, or is refused when nobody answers.</source>
        <translation>Sie gehen weiter, bewacht wie bisher. Was sie fragen, erscheint dann in ihren Terminals oder wird abgelehnt, wenn niemand antwortet.</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait for an answer.</source>
        <translation>
            <numerusform>%n Anfrage wartet auf eine Antwort.</numerusform>
            <numerusform>%n Anfragen warten auf eine Antwort.</numerusform>
        </translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>Bleiben</translation>
    </message>
    <message>
        <source>Secrets</source>
        <extracomment>A page of the navigation: credentials that agents use without having them.</extracomment>
        <translation>Geheimnisse</translation>
    </message>
</context>
<context>
    <name>leadglass::app::MissedPanel</name>
    <message>
        <source>Allow in this project…</source>
        <translation>In diesem Projekt erlauben …</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>Noch einmal …</translation>
    </message>
    <message>
        <source>Show the rule…</source>
        <translation>Regel zeigen …</translation>
    </message>
    <message>
        <source>Host and port</source>
        <translation>Host und Port</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>Versuche</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>Zuletzt</translation>
    </message>
    <message>
        <source>Why it was refused</source>
        <translation>Warum abgewiesen</translation>
    </message>
    <message>
        <source>Requests that nobody answered</source>
        <translation>Anfragen, die niemand beantwortet hat</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>Gesehen</translation>
    </message>
    <message>
        <source>Puts this away. It stays in the history.</source>
        <translation>Räumt dies weg. Im Verlauf bleibt es.</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>Nicht jetzt</translation>
    </message>
    <message numerus="yes">
        <source>One rule would have avoided %n of them.</source>
        <translation>
            <numerusform>Eine Regel hätte %n davon erspart.</numerusform>
            <numerusform>Eine Regel hätte %n davon erspart.</numerusform>
        </translation>
    </message>
    <message>
        <source>allowed from now on</source>
        <translation>von jetzt an erlaubt</translation>
    </message>
    <message>
        <source>not answered in time</source>
        <translation>nicht rechtzeitig beantwortet</translation>
    </message>
    <message>
        <source>nobody was there to answer</source>
        <translation>niemand war da, um zu antworten</translation>
    </message>
    <message numerus="yes">
        <source>Nobody answered %n request(s), so they were refused. The agent was told that a later try may pass.</source>
        <translation>
            <numerusform>%n Anfrage hat niemand beantwortet, sie wurde abgewiesen. Dem Agenten wurde gesagt, dass ein späterer Versuch gelingen kann.</numerusform>
            <numerusform>%n Anfragen hat niemand beantwortet, sie wurden abgewiesen. Dem Agenten wurde gesagt, dass ein späterer Versuch gelingen kann.</numerusform>
        </translation>
    </message>
    <message>
        <source>a run in %1, profile %2</source>
        <extracomment>A run. %1: the project&apos;s folder; %2: profile of the agent</extracomment>
        <translation>ein Lauf in %1, Profil %2</translation>
    </message>
    <message numerus="yes">
        <source>The last run, %1, asked %n question(s).</source>
        <extracomment>After a run. %1: &quot;claude in ~/src/shop&quot;</extracomment>
        <translation>
            <numerusform>Der letzte Lauf, %1, hat eine Frage gestellt.</numerusform>
            <numerusform>Der letzte Lauf, %1, hat %n Fragen gestellt.</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One rule would have avoided all %n.</source>
        <translation>
            <numerusform>Eine Regel hätte sie erspart.</numerusform>
            <numerusform>Eine Regel hätte alle %n erspart.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::NoticesGroup</name>
    <message>
        <source>Notices</source>
        <translation>Mitteilungen</translation>
    </message>
    <message>
        <source>When a run &amp;needs you</source>
        <translation>Wenn ein Lauf Sie &amp;braucht</translation>
    </message>
    <message>
        <source>once more after</source>
        <translation>noch einmal nach</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n Minute</numerusform>
            <numerusform>%n Minuten</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remind after %n minute(s)</source>
        <extracomment>For a screen reader.</extracomment>
        <translation>
            <numerusform>Nach %n Minute erinnern</numerusform>
            <numerusform>Nach %n Minuten erinnern</numerusform>
        </translation>
    </message>
    <message>
        <source>When a run has &amp;ended</source>
        <translation>Wenn ein Lauf &amp;fertig ist</translation>
    </message>
    <message>
        <source>Name the &amp;host in notices</source>
        <translation>Den &amp;Host in Mitteilungen nennen</translation>
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
    <message>
        <source>A request waits for your answer.</source>
        <translation>Eine Anfrage wartet auf Ihre Antwort.</translation>
    </message>
    <message>
        <source>Silent for 1 h</source>
        <extracomment>Action of a notice: no more of them about this host for an hour.</extracomment>
        <translation>1 h keine mehr</translation>
    </message>
    <message>
        <source>%1 asks often</source>
        <extracomment>Summary of a notice. %1: profile of the agent</extracomment>
        <translation>%1 fragt oft</translation>
    </message>
    <message>
        <source>It no longer interrupts you. What it asks waits on the page, and is refused when nobody answers.</source>
        <translation>Es unterbricht nicht mehr. Was es fragt, wartet auf der Seite und wird abgewiesen, wenn niemand antwortet.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::PasteDialog</name>
    <message>
        <source>Do &amp;not ask about several lines again in this terminal</source>
        <translation>Bei mehreren Zeilen in diesem Terminal &amp;nicht mehr fragen</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>Einfügen</translation>
    </message>
    <message>
        <source>Each line may be done at once, without Return.</source>
        <translation>Jede Zeile kann sofort ausgeführt werden, auch ohne Eingabetaste.</translation>
    </message>
    <message numerus="yes">
        <source>%n character(s) that cannot be seen were taken out.</source>
        <translation>
            <numerusform>Ein unsichtbares Zeichen wurde entfernt.</numerusform>
            <numerusform>%n unsichtbare Zeichen wurden entfernt.</numerusform>
        </translation>
    </message>
    <message>
        <source>What is pasted</source>
        <translation>Was eingefügt wird</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Paste this into the terminal?</source>
        <translation>Das ins Terminal einfügen?</translation>
    </message>
</context>
<context>
    <name>leadglass::app::PolicyPage</name>
    <message>
        <source>no project</source>
        <translation>kein Projekt</translation>
    </message>
    <message>
        <source>&amp;Profile:</source>
        <translation>&amp;Profil:</translation>
    </message>
    <message>
        <source>Pro&amp;ject:</source>
        <translation>Pro&amp;jekt:</translation>
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
        <source>What holds</source>
        <translation>Was gilt</translation>
    </message>
    <message>
        <source>Edit</source>
        <comment>a page: the files of a policy, to change</comment>
        <translation>Ändern</translation>
    </message>
    <message>
        <source>What would happen</source>
        <translation>Was geschähe</translation>
    </message>
    <message>
        <source>Kept answers</source>
        <translation>Behaltene Antworten</translation>
    </message>
    <message>
        <source>Reach</source>
        <comment>a page: how far a run reaches</comment>
        <translation>Reichweite</translation>
    </message>
    <message>
        <source>Give the whole path of the project&apos;s folder.</source>
        <translation>Den ganzen Pfad des Projektordners angeben.</translation>
    </message>
    <message>
        <source>The desktop has no program for %1.</source>
        <extracomment>%1: a file</extracomment>
        <translation>Der Desktop hat kein Programm für %1.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ProcessModel</name>
    <message>
        <source>(%1)</source>
        <extracomment>A process that has no command any more. %1: its name</extracomment>
        <translation>(%1)</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>Prozess</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>CPU time</source>
        <extracomment>Processor time. Short.</extracomment>
        <translation>CPU-Zeit</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>Arbeitsspeicher</translation>
    </message>
    <message>
        <source>PID</source>
        <extracomment>Number of a process.</extracomment>
        <translation>PID</translation>
    </message>
</context>
<context>
    <name>leadglass::app::QuestionModel</name>
    <message>
        <source>%1 (refused for now)
%2</source>
        <extracomment>An entry of the queue. %1: host and port; %2: the program that asks</extracomment>
        <translation>%1 (vorerst abgelehnt)
%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <extracomment>An entry of the queue that stands for a burst of requests. %1: the first host and port</extracomment>
        <translation>
            <numerusform>%1 und %n weiterer</numerusform>
            <numerusform>%1 und %n weitere</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::QuietGroup</name>
    <message>
        <source>Times without questions</source>
        <translation>Zeiten ohne Fragen</translation>
    </message>
    <message>
        <source>Ask aga&amp;in</source>
        <translation>W&amp;ieder fragen</translation>
    </message>
    <message numerus="yes">
        <source>Refuse unasked for %n minute(s)</source>
        <translation>
            <numerusform>%n Minute ungefragt ablehnen</numerusform>
            <numerusform>%n Minuten ungefragt ablehnen</numerusform>
        </translation>
    </message>
    <message>
        <source>What is asked is refused unasked until %1.</source>
        <extracomment>%1: a time of day</extracomment>
        <translation>Was gefragt würde, wird bis %1 ungefragt abgelehnt.</translation>
    </message>
    <message>
        <source>What is asked meanwhile is refused at once, and stands in the history. The menu of the tray icon has this, too.</source>
        <translation>Was in dieser Zeit gefragt würde, wird sofort abgelehnt und steht im Verlauf. Das geht auch im Menü des Symbols in der Leiste.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ReachTab</name>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>Gesagt von</translation>
    </message>
    <message>
        <source>What a run could do</source>
        <translation>Was ein Lauf könnte</translation>
    </message>
    <message>
        <source>%1 (not on this machine)</source>
        <extracomment>%1: a path or device that a policy names and this machine does not have</extracomment>
        <translation>%1 (nicht auf diesem Rechner)</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: &quot;Hosts&quot;; %2: how many</extracomment>
        <translation>%1: %2</translation>
    </message>
    <message>
        <source>It writes in your project at once.</source>
        <translation>Er schreibt sofort in Ihr Projekt.</translation>
    </message>
    <message>
        <source>It writes nothing of yours.</source>
        <translation>Er schreibt nichts von Ihnen.</translation>
    </message>
    <message>
        <source>It sees nothing of your project.</source>
        <translation>Er sieht nichts von Ihrem Projekt.</translation>
    </message>
    <message>
        <source>It writes nothing of yours until you apply it.</source>
        <translation>Er schreibt nichts von Ihnen, bis Sie es übernehmen.</translation>
    </message>
    <message>
        <source>It has no key of your environment.</source>
        <translation>Er hat keinen Schlüssel Ihrer Umgebung.</translation>
    </message>
    <message numerus="yes">
        <source>It has %n key(s) of your environment.</source>
        <translation>
            <numerusform>Er hat %n Schlüssel Ihrer Umgebung.</numerusform>
            <numerusform>Er hat %n Schlüssel Ihrer Umgebung.</numerusform>
        </translation>
    </message>
    <message>
        <source>It connects to nothing by itself.</source>
        <translation>Von sich aus verbindet er sich mit nichts.</translation>
    </message>
    <message numerus="yes">
        <source>It connects to %n place(s) without asking.</source>
        <translation>
            <numerusform>Er verbindet sich ungefragt mit %n Stelle.</numerusform>
            <numerusform>Er verbindet sich ungefragt mit %n Stellen.</numerusform>
        </translation>
    </message>
    <message>
        <source>It writes at most %1.</source>
        <extracomment>%1: &quot;10 GiB&quot;</extracomment>
        <translation>Er schreibt höchstens %1.</translation>
    </message>
    <message>
        <source>What it could write</source>
        <translation>Was er schreiben könnte</translation>
    </message>
    <message>
        <source>What it could read</source>
        <translation>Was er lesen könnte</translation>
    </message>
    <message>
        <source>Where it could connect</source>
        <translation>Wohin er sich verbinden könnte</translation>
    </message>
    <message numerus="yes">
        <source>It can use %n credential(s) that it never has.</source>
        <translation>
            <numerusform>Er kann %n Zugangsdatum benutzen, das er nie hat.</numerusform>
            <numerusform>Er kann %n Zugangsdaten benutzen, die er nie hat.</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::Rehearsal</name>
    <message>
        <source>The run asked nothing.</source>
        <translation>Der Lauf hat nichts gefragt.</translation>
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
        <source>Choose a file on the left: J and K go through all of them, Space ticks; in the text N and P go from place to place, and Space takes or leaves one.</source>
        <translation>Wählen Sie links eine Datei: J und K gehen durch alle, die Leertaste kreuzt an; im Text gehen N und P von Stelle zu Stelle, und die Leertaste übernimmt oder lässt eine.</translation>
    </message>
    <message>
        <source>Nothing that this run changed was applied, or all of it was taken back.</source>
        <translation>Nichts, was dieser Lauf geändert hat, ist übernommen, oder alles wurde zurückgenommen.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::RunActs</name>
    <message>
        <source>It cannot be brought back. The history keeps what it did.</source>
        <translation>Es lässt sich nicht zurückholen. Die Aufzeichnung behält, was er tat.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
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
        <source>It is being thrown away.</source>
        <translation>Es wird weggeworfen.</translation>
    </message>
    <message>
        <source>Stop and discard</source>
        <translation>Anhalten und verwerfen</translation>
    </message>
    <message>
        <source>End this run, and throw away what it changed and was not applied?</source>
        <translation>Diesen Lauf beenden und wegwerfen, was er geändert hat und nicht übernommen wurde?</translation>
    </message>
    <message>
        <source>It is being ended and thrown away.</source>
        <translation>Er wird beendet und weggeworfen.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::RunPage</name>
    <message>
        <source>All runs</source>
        <extracomment>Leaves the page of one run.</extracomment>
        <translation>Alle Läufe</translation>
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
        <source>Stop</source>
        <translation>Anhalten</translation>
    </message>
    <message>
        <source>Stop and discard…</source>
        <translation>Anhalten und verwerfen …</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>Prozesse</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>Grenzen</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Urteil</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
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
        <source>Host</source>
        <extracomment>Of connections to a host: how many were let through, blocked, asked about, are open; bytes sent and received.</extracomment>
        <translation>Host</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>Blockiert</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>Gefragt</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>Offen</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>Gesendet</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>Empfangen</translation>
    </message>
    <message>
        <source>File</source>
        <translation>Datei</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>Änderung</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>Größe</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>Entscheidungen</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>Hosts</translation>
    </message>
    <message>
        <source>Files changed so far</source>
        <translation>Bisher geänderte Dateien</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>Verwerfen …</translation>
    </message>
    <message>
        <source>It has ended and changed nothing; what it did is in the history.</source>
        <translation>Er ist beendet und hat nichts geändert; was er getan hat, steht im Verlauf.</translation>
    </message>
    <message>
        <source>%1 · %2 so far · profile %3, workspace %4 · run %5</source>
        <extracomment>State of a live run. %1: &quot;at work&quot;; %2: for how long (&quot;3 min 05 s&quot;); %3: profile; %4: mode of the workspace; %5: id of the run</extracomment>
        <translation>%1 · bisher %2 · Profil %3, Arbeitsbereich %4 · Lauf %5</translation>
    </message>
    <message>
        <source>Ended %1, %2</source>
        <translation>Beendet %1, %2</translation>
    </message>
    <message>
        <source>%1 · %2 · profile %3, workspace %4 · run %5</source>
        <extracomment>State of a run that has ended. %1: &quot;applied&quot;; %2: &quot;Ended today, 14:03, with status 1&quot;, or nothing; %3: profile; %4: mode of the workspace; %5: id of the run</extracomment>
        <translation>%1 · %2 · Profil %3, Arbeitsbereich %4 · Lauf %5</translation>
    </message>
    <message>
        <source>no end was noted</source>
        <translation>kein Ende ist vermerkt</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es)</source>
        <translation>
            <numerusform>%n Prozess</numerusform>
            <numerusform>%n Prozesse</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 of processor time</source>
        <extracomment>%1: &quot;3 processes&quot;; %2: processor time of all of them</extracomment>
        <translation>%1, %2 Prozessorzeit</translation>
    </message>
    <message numerus="yes">
        <source>%1; the newest %n are not shown</source>
        <extracomment>%1: what was said before; %n: how many</extracomment>
        <translation>
            <numerusform>%1; der neueste (%n) ist nicht gezeigt</numerusform>
            <numerusform>%1; die neuesten %n sind nicht gezeigt</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n not reached)</source>
        <extracomment>A host in a list. %1: its name; %n: how many connections were allowed and could not be made</extracomment>
        <translation>
            <numerusform>%1 (%n nicht erreicht)</numerusform>
            <numerusform>%1 (%n nicht erreicht)</numerusform>
        </translation>
    </message>
    <message>
        <source>Decisions: %L1 allowed, %L2 blocked, %L3 asked</source>
        <extracomment>A tab. %L1, %L2, %L3: how often</extracomment>
        <translation>Entscheidungen: %L1 erlaubt, %L2 blockiert, %L3 gefragt</translation>
    </message>
    <message>
        <source>Hosts: more than %L1</source>
        <extracomment>A tab. %L1: how many</extracomment>
        <translation>Hosts: mehr als %L1</translation>
    </message>
    <message>
        <source>Hosts: %L1</source>
        <translation>Hosts: %L1</translation>
    </message>
    <message>
        <source>The run has ended: Review lists all that it changed.</source>
        <translation>Der Lauf ist beendet: „Ansehen“ zeigt alles, was er geändert hat.</translation>
    </message>
    <message>
        <source>Nothing that this run writes stays.</source>
        <translation>Nichts, was dieser Lauf schreibt, bleibt.</translation>
    </message>
    <message>
        <source>No file was changed yet.</source>
        <translation>Noch ist keine Datei geändert.</translation>
    </message>
    <message>
        <source>There is too much to look through while it is at work: Review lists it.</source>
        <translation>Es ist zu viel, um es während der Arbeit durchzusehen: „Ansehen“ zeigt es.</translation>
    </message>
    <message>
        <source>There is too much to look through while it is at work: these are some of those changed last.</source>
        <translation>Es ist zu viel, um es während der Arbeit durchzusehen: Dies sind einige der zuletzt geänderten.</translation>
    </message>
    <message numerus="yes">
        <source>The last %n changed, of all.</source>
        <translation>
            <numerusform>Die zuletzt geänderte (%n), von allen.</numerusform>
            <numerusform>Die zuletzt geänderten %n, von allen.</numerusform>
        </translation>
    </message>
    <message>
        <source>Files</source>
        <extracomment>A tab. %L1: how many</extracomment>
        <translation>Dateien</translation>
    </message>
    <message>
        <source>Files changed so far: %L1</source>
        <translation>Bisher geänderte Dateien: %L1</translation>
    </message>
    <message>
        <source>Files changed so far: more than %L1</source>
        <translation>Bisher geänderte Dateien: mehr als %L1</translation>
    </message>
    <message>
        <source>The run works in the project itself: what it writes is there at once, and what you change meanwhile is listed with it.</source>
        <translation>Der Lauf arbeitet im Projekt selbst: Was er schreibt, ist sofort da, und was inzwischen von Hand geändert wird, steht hier mit in der Liste.</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Two sentences, one after the other</extracomment>
        <translation>%1 %2</translation>
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
        <extracomment>%1: a folder; %2: mode of the workspace (&quot;copy&quot;); %3: profile</extracomment>
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
        <source>Look into it</source>
        <extracomment>Shows one run in full.</extracomment>
        <translation>Hineinsehen</translation>
    </message>
    <message>
        <source>Stop and discard…</source>
        <translation>Anhalten und verwerfen …</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SavedMenu</name>
    <message>
        <source>Saved searches</source>
        <extracomment>A button with the searches that the person saved.</extracomment>
        <translation>Gespeicherte Suchen</translation>
    </message>
    <message>
        <source>Save this search…</source>
        <translation>Diese Suche speichern …</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>Entfernen</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>Diese Suche speichern</translation>
    </message>
    <message>
        <source>Its name (one that is there already is replaced):</source>
        <translation>Ihr Name (eine, die schon da ist, wird ersetzt):</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SecretEdit</name>
    <message>
        <source>type or paste it: it is not shown</source>
        <translation>eintippen oder einfügen: Es wird nicht gezeigt</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>&amp;Leeren</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SecretsPage</name>
    <message>
        <source>Agents use these without having them: a run gets a placeholder, and the value is put in on its way to the hosts that a policy names.</source>
        <translation>Agenten verwenden sie, ohne sie zu haben: Ein Lauf bekommt einen Platzhalter, und der Wert wird auf dem Weg zu den Hosts eingesetzt, die eine Richtlinie nennt.</translation>
    </message>
    <message>
        <source>No credential is kept</source>
        <translation>Es wird kein Zugang aufbewahrt</translation>
    </message>
    <message>
        <source>Keep the key of your agent&apos;s provider here, and take it out of your environment: runs work as before, and the agent cannot give away what it never had.</source>
        <translation>Den Schlüssel für den Anbieter des Agenten hier aufbewahren und aus der Umgebung nehmen: Läufe gehen wie zuvor, und der Agent kann nicht weitergeben, was er nie hatte.</translation>
    </message>
    <message>
        <source>Keep one…</source>
        <translation>Einen aufbewahren …</translation>
    </message>
    <message>
        <source>&amp;Keep one…</source>
        <translation>Einen &amp;aufbewahren …</translation>
    </message>
    <message>
        <source>New &amp;value…</source>
        <translation>Neuer &amp;Wert …</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>&amp;Testen</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>&amp;Entfernen …</translation>
    </message>
    <message>
        <source>Name</source>
        <extracomment>Columns: name of a credential, where it lies, where policies let it go, when it was last used, whether it can be used.</extracomment>
        <translation>Name</translation>
    </message>
    <message>
        <source>Kept in</source>
        <translation>Aufbewahrt in</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>Geht an</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>Zuletzt verwendet</translation>
    </message>
    <message>
        <source>State</source>
        <translation>Zustand</translation>
    </message>
    <message>
        <source>Credentials</source>
        <translation>Zugänge</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>nirgendwohin</translation>
    </message>
    <message>
        <source>Kept: %1. Runs that start from now on use it where their policy names it.</source>
        <translation>Aufbewahrt: %1. Läufe, die ab jetzt beginnen, verwenden ihn, wo ihre Richtlinie ihn nennt.</translation>
    </message>
    <message>
        <source>Reading %1… A keyring that is locked asks you for its password.</source>
        <translation>%1 wird gelesen … Ein gesperrter Schlüsselbund fragt nach seinem Passwort.</translation>
    </message>
    <message>
        <source>Remove a credential</source>
        <translation>Einen Zugang entfernen</translation>
    </message>
    <message>
        <source>Remove %1 from %2?</source>
        <translation>%1 entfernen? Aufbewahrt in: %2</translation>
    </message>
    <message>
        <source>No policy names it.</source>
        <translation>Keine Richtlinie nennt ihn.</translation>
    </message>
    <message>
        <source>Runs then have nothing to put in for:
%1</source>
        <translation>Läufe haben dann nichts einzusetzen für:
%1</translation>
    </message>
    <message>
        <source>The value cannot be brought back. Runs that are live keep it until they end.</source>
        <translation>Der Wert lässt sich nicht zurückholen. Laufende Läufe behalten ihn bis zu ihrem Ende.</translation>
    </message>
    <message>
        <source>R&amp;emove</source>
        <translation>&amp;Entfernen</translation>
    </message>
    <message>
        <source>&amp;Stay</source>
        <translation>&amp;Bleiben</translation>
    </message>
    <message>
        <source>Removed: %1.</source>
        <translation>Entfernt: %1.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SetSecretDialog</name>
    <message>
        <source>Keep a credential</source>
        <translation>Einen Zugang aufbewahren</translation>
    </message>
    <message>
        <source>A new value for a credential</source>
        <translation>Ein neuer Wert für einen Zugang</translation>
    </message>
    <message>
        <source>That is longer than 16 KiB, or no memory is left that is never written to a disk. It was not taken.</source>
        <translation>Das ist länger als 16 KiB, oder es ist kein Speicher mehr frei, der nie auf eine Platte geschrieben wird. Es wurde nicht übernommen.</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>&amp;Name:</translation>
    </message>
    <message>
        <source>&amp;Kept in:</source>
        <extracomment>Where a credential lies.</extracomment>
        <translation>&amp;Aufbewahrt in:</translation>
    </message>
    <message>
        <source>&amp;Value:</source>
        <translation>&amp;Wert:</translation>
    </message>
    <message>
        <source>as policies call it, for example anthropic</source>
        <translation>wie Richtlinien ihn nennen, zum Beispiel anthropic</translation>
    </message>
    <message>
        <source>K&amp;eep it</source>
        <translation>Auf&amp;bewahren</translation>
    </message>
    <message>
        <source>The agent never gets this value. A run has a placeholder in its place, which is worth nothing elsewhere; on its way to the hosts that a policy names, and to no other, the value is put in.</source>
        <translation>Der Agent bekommt diesen Wert nie. Ein Lauf hat an seiner Stelle einen Platzhalter, der anderswo nichts wert ist; auf dem Weg zu den Hosts, die eine Richtlinie nennt, und zu keinem anderen, wird der Wert eingesetzt.</translation>
    </message>
    <message>
        <source>In the keyring it is as safe as your password. A file lies in your configuration, not encrypted, readable by you alone: for machines without a keyring. No run sees either.</source>
        <translation>Im Schlüsselbund ist er so sicher wie das Passwort dafür. Eine Datei liegt in der eigenen Konfiguration, unverschlüsselt, nur für einen selbst lesbar: für Rechner ohne Schlüsselbund. Kein Lauf sieht das eine oder das andere.</translation>
    </message>
    <message>
        <source>Keeping it… A keyring that is locked asks you for its password.</source>
        <translation>Wird aufbewahrt … Ein gesperrter Schlüsselbund fragt nach seinem Passwort.</translation>
    </message>
    <message>
        <source>%1
Nothing was kept. Type the value once more to try again.</source>
        <extracomment>%1: what went wrong</extracomment>
        <translation>%1
Es wurde nichts aufbewahrt. Für einen neuen Versuch den Wert noch einmal eintippen.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::Settings</name>
    <message>
        <source>“%1” cannot be moved aside, so nothing is written.</source>
        <translation>„%1“ lässt sich nicht beiseitelegen, darum wird nichts geschrieben.</translation>
    </message>
    <message>
        <source>“%1” cannot be written: %2</source>
        <translation>„%1“ kann nicht geschrieben werden: %2</translation>
    </message>
    <message>
        <source>The app&apos;s settings in “%1” cannot be read: %2. The usual ones hold; the file is kept under another name as soon as something is set.</source>
        <extracomment>%1: a file; %2: why</extracomment>
        <translation>Die Einstellungen der App in „%1“ sind nicht lesbar: %2. Es gelten die üblichen; die Datei wird unter anderem Namen aufgehoben, sobald etwas eingestellt wird.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SettingsPage</name>
    <message>
        <source>Leadglass %1</source>
        <extracomment>%1: a version, as 1.2.0</extracomment>
        <translation>Leadglass %1</translation>
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
    <name>leadglass::app::SilencesGroup</name>
    <message>
        <source>in run %1</source>
        <extracomment>How long notices are held back. %1: id of a run</extracomment>
        <translation>in Lauf %1</translation>
    </message>
    <message>
        <source>until %1</source>
        <extracomment>How long notices are held back. %1: date and time</extracomment>
        <translation>bis %1</translation>
    </message>
    <message>
        <source>Hosts without notices</source>
        <translation>Hosts ohne Mitteilungen</translation>
    </message>
    <message>
        <source>None. “No notices” on a request adds one; it holds back the notice, never the decision.</source>
        <translation>Keine. „Keine Mitteilungen“ an einer Anfrage fügt einen hinzu; zurückgehalten wird die Mitteilung, nie die Entscheidung.</translation>
    </message>
    <message>
        <source>Notify a&amp;gain</source>
        <translation>&amp;Wieder mitteilen</translation>
    </message>
    <message>
        <source>Notify again about &amp;all</source>
        <translation>&amp;Über alle wieder mitteilen</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>An entry of the list of hosts without notices. %1: host and port; %2: &quot;until 14:03&quot; or &quot;in run 01k1...&quot;</extracomment>
        <translation>%1, %2</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SimulateTab</name>
    <message>
        <source>Ask the policy</source>
        <translation>Die Richtlinie fragen</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>Die Datei öffnen</translation>
    </message>
    <message>
        <source>a connection to</source>
        <translation>einer Verbindung mit</translation>
    </message>
    <message>
        <source>a connection to this machine&apos;s port</source>
        <translation>einer Verbindung mit diesem Rechner, Port</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>dem Lesen von</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>dem Schreiben von</translation>
    </message>
    <message>
        <source>the limit</source>
        <translation>der Grenze</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>dem Gerät</translation>
    </message>
    <message>
        <source>What would happen to</source>
        <translation>Was geschähe mit</translation>
    </message>
    <message>
        <source>Host, port, path, limit or device</source>
        <translation>Rechner, Port, Pfad, Grenze oder Gerät</translation>
    </message>
    <message>
        <source>What would happen to …? Nothing is tried: the policy chosen above is asked.</source>
        <translation>Was geschähe mit …? Nichts wird versucht: die oben gewählte Richtlinie wird gefragt.</translation>
    </message>
    <message>
        <source>A limit</source>
        <comment>what the policy says of it</comment>
        <translation>Eine Grenze</translation>
    </message>
    <message>
        <source>Allowed</source>
        <comment>what the policy says of it</comment>
        <translation>Erlaubt</translation>
    </message>
    <message>
        <source>Not as yours</source>
        <comment>a file: what the policy says of it</comment>
        <translation>Nicht als Ihres</translation>
    </message>
    <message>
        <source>You are asked</source>
        <comment>what the policy says of it</comment>
        <translation>Sie werden gefragt</translation>
    </message>
    <message>
        <source>Refused</source>
        <comment>what the policy says of it</comment>
        <translation>Abgelehnt</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: &quot;Allowed&quot;, &quot;Refused&quot;; %2: what was asked about</extracomment>
        <translation>%1: %2</translation>
    </message>
</context>
<context>
    <name>leadglass::app::StartGroup</name>
    <message>
        <source>Start</source>
        <translation>Start</translation>
    </message>
    <message>
        <source>Start at login, without a &amp;window</source>
        <translation>Beim Anmelden starten, &amp;ohne Fenster</translation>
    </message>
    <message>
        <source>Lang&amp;uage:</source>
        <translation>&amp;Sprache:</translation>
    </message>
    <message>
        <source>that of the desktop</source>
        <translation>wie der Desktop</translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation>Ab dem nächsten Start.</translation>
    </message>
    <message>
        <source>&amp;Terminal program:</source>
        <translation>Terminal&amp;programm:</translation>
    </message>
    <message>
        <source>in this window</source>
        <translation>in diesem Fenster</translation>
    </message>
    <message>
        <source>Show the &amp;first steps…</source>
        <translation>E&amp;rste Schritte zeigen …</translation>
    </message>
    <message>
        <source>%1 (not found)</source>
        <extracomment>%1: a terminal program</extracomment>
        <translation>%1 (nicht gefunden)</translation>
    </message>
    <message>
        <source>“%1” was not written by Leadglass and is left as it is.</source>
        <extracomment>%1: a file</extracomment>
        <translation>„%1“ hat nicht Leadglass geschrieben und bleibt, wie es ist.</translation>
    </message>
</context>
<context>
    <name>leadglass::app::TerminalTab</name>
    <message>
        <source>Run &amp;again</source>
        <translation>&amp;Noch einmal ausführen</translation>
    </message>
    <message>
        <source>Terminal: %1</source>
        <translation>Terminal: %1</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>Zustand des Laufs</translation>
    </message>
    <message>
        <source>It does not read what is typed: 8 MiB wait for it, and no more is taken.</source>
        <translation>Was getippt wird, liest das Programm nicht: 8 MiB warten, mehr wird nicht angenommen.</translation>
    </message>
    <message>
        <source>%1. Closing this terminal ends it.</source>
        <extracomment>%1: &quot;claude in ~/src/shop&quot;</extracomment>
        <translation>%1. Wird dieses Terminal geschlossen, endet der Lauf.</translation>
    </message>
    <message>
        <source>It could not be started: %1.</source>
        <extracomment>%1: why, in the words of the system</extracomment>
        <translation>Es konnte nicht gestartet werden: %1.</translation>
    </message>
    <message>
        <source>It was ended by signal %1 (%2).</source>
        <extracomment>%1: a number; %2: its name in the words of the system</extracomment>
        <translation>Beendet durch Signal %1 (%2).</translation>
    </message>
    <message>
        <source>It has ended.</source>
        <translation>Beendet.</translation>
    </message>
    <message>
        <source>A limit ended it.</source>
        <translation>Eine Grenze hat es beendet.</translation>
    </message>
    <message>
        <source>Leadglass could not do what was asked; the last lines above say why.</source>
        <translation>Leadglass konnte nicht tun, was verlangt war; die letzten Zeilen oben sagen, warum.</translation>
    </message>
    <message>
        <source>The command cannot be executed.</source>
        <translation>Der Befehl kann nicht ausgeführt werden.</translation>
    </message>
    <message>
        <source>There is no such command.</source>
        <translation>Diesen Befehl gibt es nicht.</translation>
    </message>
    <message>
        <source>It has ended with status %1.</source>
        <translation>Beendet mit Status %1.</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>Re&amp;view its changes</source>
        <translation>Seine Änderungen &amp;ansehen</translation>
    </message>
</context>
<context>
    <name>leadglass::app::TerminalView</name>
    <message>
        <source>That is too much to paste: at most 4 million characters.</source>
        <translation>Das ist zu viel zum Einfügen: höchstens 4 Millionen Zeichen.</translation>
    </message>
    <message>
        <source>What a run shows, and what you type goes to it. Ctrl+F6 leaves the terminal.</source>
        <translation>Was ein Lauf zeigt; was Sie tippen, geht an ihn. Strg+F6 verlässt das Terminal.</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>&amp;Kopieren</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>&amp;Einfügen</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>&amp;Alles auswählen</translation>
    </message>
    <message>
        <source>&amp;Forget what scrolled away</source>
        <translation>&amp;Vergessen, was hinausgerollt ist</translation>
    </message>
</context>
<context>
    <name>leadglass::app::TerminalsPage</name>
    <message>
        <source>Terminals</source>
        <translation>Terminals</translation>
    </message>
    <message>
        <source>What runs there gets SIGHUP, as when a terminal is closed: most commands end then. What it changed stays, and waits for review. Runs in other terminals are not touched.</source>
        <translation>Was dort läuft, bekommt SIGHUP, wie beim Schließen eines Terminals: die meisten Befehle enden dann. Was geändert wurde, bleibt und wartet auf Ihre Durchsicht. Läufe in anderen Terminals sind nicht betroffen.</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>Behalten</translation>
    </message>
    <message>
        <source>Close the terminal</source>
        <translation>Terminal schließen</translation>
    </message>
    <message>
        <source>A run is live in this terminal. Close it?</source>
        <translation>In diesem Terminal ist ein Lauf im Gang. Schließen?</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>Schließen</translation>
    </message>
    <message>
        <source>Quit Leadglass</source>
        <translation>Leadglass beenden</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are live in terminals of this window. Quit?</source>
        <translation>
            <numerusform>Ein Lauf ist in einem Terminal dieses Fensters im Gang. Beenden?</numerusform>
            <numerusform>%n Läufe sind in Terminals dieses Fensters im Gang. Beenden?</numerusform>
        </translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>Beenden</translation>
    </message>
    <message>
        <source>%1 · %2</source>
        <extracomment>Title of a tab. %1: &quot;claude in ~/src/shop&quot;; %2: the time of day when it was opened, by which two of them differ</extracomment>
        <translation>%1 · %2</translation>
    </message>
</context>
<context>
    <name>leadglass::app::TimelineBar</name>
    <message>
        <source>Time line</source>
        <translation>Zeitleiste</translation>
    </message>
    <message>
        <source>%1 to %2: %L3 allowed, %L4 blocked, %L5 asked, %L6 others</source>
        <extracomment>A span of the time line. %1: date and time; %2: time; %L3 to %L6: how many events</extracomment>
        <translation>%1 bis %2: %L3 erlaubt, %L4 blockiert, %L5 gefragt, %L6 andere</translation>
    </message>
    <message>
        <source>below the line: blocked</source>
        <extracomment>Below the time line, between its two ends. Short.</extracomment>
        <translation>unter der Linie: blockiert</translation>
    </message>
    <message>
        <source>counting …</source>
        <translation>zählt …</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s), of them %L1 allowed, %L2 blocked, %L3 asked</source>
        <translation>
            <numerusform>%Ln Ereignis: %L1 erlaubt, %L2 blockiert, %L3 gefragt</numerusform>
            <numerusform>%Ln Ereignisse, davon %L1 erlaubt, %L2 blockiert, %L3 gefragt</numerusform>
        </translation>
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
    <message numerus="yes">
        <source>%n alert(s): something that must not leave was seen</source>
        <translation>
            <numerusform>%n Alarm: Etwas, das nicht hinaus darf, wurde gesehen</numerusform>
            <numerusform>%n Alarme: Etwas, das nicht hinaus darf, wurde gesehen</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::WelcomeDialog</name>
    <message>
        <source>First steps with Leadglass</source>
        <translation>Erste Schritte mit Leadglass</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>&amp;Schließen</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>&amp;Zurück</translation>
    </message>
    <message>
        <source>What this machine gives</source>
        <translation>Was dieser Rechner hergibt</translation>
    </message>
    <message>
        <source>Leadglass starts a coding agent in a sandbox. It sees only its project, reaches only what you allow, and changes nothing of yours until you have looked at it.</source>
        <translation>Leadglass startet einen Coding-Agenten in einer Sandbox. Er sieht nur sein Projekt, erreicht nur, was Sie erlauben, und ändert nichts von Ihnen, bevor Sie es angesehen haben.</translation>
    </message>
    <message>
        <source>Looking at this machine…</source>
        <translation>Der Rechner wird geprüft …</translation>
    </message>
    <message>
        <source>See &amp;all checks</source>
        <translation>&amp;Alle Prüfungen ansehen</translation>
    </message>
    <message>
        <source>A rehearsal</source>
        <translation>Eine Probe</translation>
    </message>
    <message>
        <source>A toy agent runs for about 20 seconds in a real sandbox. It tries a file beside its project, and the host %1, which nobody has. A request comes up: answer it as you like. Nothing leaves this machine, and only the rows of the history stay.</source>
        <translation>Ein Spielzeug-Agent läuft etwa 20 Sekunden in einer echten Sandbox. Er versucht es mit einer Datei neben seinem Projekt und mit dem Host %1, den niemand hat. Eine Anfrage erscheint: antworten Sie, wie Sie mögen. Nichts verlässt diesen Rechner, und nur die Zeilen des Verlaufs bleiben.</translation>
    </message>
    <message>
        <source>&amp;Start the rehearsal</source>
        <translation>&amp;Probe beginnen</translation>
    </message>
    <message>
        <source>Show the &amp;request</source>
        <translation>An&amp;frage zeigen</translation>
    </message>
    <message>
        <source>Show in &amp;Activity</source>
        <translation>Im &amp;Verlauf zeigen</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>Zeit</translation>
    </message>
    <message>
        <source>What</source>
        <translation>Was</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>Entscheidung</translation>
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
        <source>What the history says of the rehearsal</source>
        <translation>Was der Verlauf von der Probe sagt</translation>
    </message>
    <message>
        <source>Your agents</source>
        <translation>Ihre Agenten</translation>
    </message>
    <message>
        <source>Start one in Leadglass: it works as it did without.</source>
        <translation>Einen in Leadglass starten: er arbeitet wie ohne.</translation>
    </message>
    <message>
        <source>Looking for agents…</source>
        <translation>Agenten werden gesucht …</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Which of the first steps is shown. %1 of %2: numbers</extracomment>
        <translation>%1 von %2</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>&amp;Weiter</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>&amp;Fertig</translation>
    </message>
    <message>
        <source>Runs can start on this machine.</source>
        <translation>Auf diesem Rechner können Läufe beginnen.</translation>
    </message>
    <message>
        <source>No run can start on this machine yet:</source>
        <translation>Auf diesem Rechner kann noch kein Lauf beginnen:</translation>
    </message>
    <message>
        <source>Weaker than it could be:</source>
        <translation>Schwächer, als es sein könnte:</translation>
    </message>
    <message>
        <source>None of those that Leadglass has a profile for is on your PATH. Any other command can be started, too: Home, “New run…”.</source>
        <translation>Keiner, für den Leadglass ein Profil hat, liegt in Ihrem PATH. Auch jeder andere Befehl kann gestartet werden: Start, „Neuer Lauf …“.</translation>
    </message>
    <message>
        <source>Start in Leadglass…</source>
        <translation>In Leadglass starten …</translation>
    </message>
    <message>
        <source>Start %1 in Leadglass</source>
        <extracomment>For a screen reader. %1: an agent</extracomment>
        <translation>%1 in Leadglass starten</translation>
    </message>
    <message>
        <source>The file beside the project: for the agent it is not there. What it is not shown, it cannot ask for.</source>
        <translation>Die Datei neben dem Projekt: für den Agenten ist sie nicht da. Was ihm nicht gezeigt wird, danach kann er nicht fragen.</translation>
    </message>
    <message>
        <source>The file beside the project could be read. That should not be: see Doctor.</source>
        <translation>Die Datei neben dem Projekt war lesbar. Das darf nicht sein: siehe Prüfung.</translation>
    </message>
    <message>
        <source>The run is being built…</source>
        <translation>Der Lauf wird aufgebaut …</translation>
    </message>
    <message>
        <source>It asks for %1 and waits: the request is in front, or behind this window.</source>
        <translation>Er fragt nach %1 und wartet: die Anfrage ist vorn oder hinter diesem Fenster.</translation>
    </message>
    <message>
        <source>Reading the history…</source>
        <translation>Der Verlauf wird gelesen …</translation>
    </message>
    <message>
        <source>Asked and answered: these two rows of the history say so, and will in a year.</source>
        <translation>Gefragt und beantwortet: das sagen diese zwei Zeilen des Verlaufs, und in einem Jahr noch.</translation>
    </message>
    <message>
        <source>The rehearsal did not go through: %1</source>
        <translation>Die Probe ging nicht durch: %1</translation>
    </message>
    <message>
        <source>&amp;Start it again</source>
        <translation>&amp;Probe wiederholen</translation>
    </message>
    <message>
        <source>Asked, and not answered in time: so it was refused, as always when nobody answers. The history says so.</source>
        <translation>Gefragt und nicht rechtzeitig beantwortet: also abgelehnt, wie immer, wenn niemand antwortet. So steht es im Verlauf.</translation>
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
