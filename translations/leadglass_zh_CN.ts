<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>Alerts</name>
    <message>
        <source>a canary of this run</source>
        <extracomment>A made-up secret that Leadglass put where only a thief would look.</extracomment>
        <translation>此次运行的诱饵</translation>
    </message>
    <message>
        <source>the placeholder of a credential</source>
        <extracomment>%1: id of the kind, as &quot;github-token&quot;</extracomment>
        <translation>某个凭据的占位符</translation>
    </message>
    <message>
        <source>a credential (%1)</source>
        <translation>一个凭据（%1）</translation>
    </message>
    <message>
        <source>in the address of a request</source>
        <translation>在请求的地址中</translation>
    </message>
    <message>
        <source>in a header</source>
        <translation>在标头中</translation>
    </message>
    <message>
        <source>in what was sent</source>
        <translation>在发送的内容中</translation>
    </message>
    <message>
        <source>in a response</source>
        <translation>在响应中</translation>
    </message>
    <message>
        <source>on a connection</source>
        <translation>在连接上</translation>
    </message>
    <message>
        <source>stopped</source>
        <comment>what became of something that must not leave</comment>
        <translation>已拦下</translation>
    </message>
    <message>
        <source>came in</source>
        <comment>what became of something that must not leave</comment>
        <translation>已传入</translation>
    </message>
    <message>
        <source>went out</source>
        <comment>what became of something that must not leave</comment>
        <translation>已传出</translation>
    </message>
    <message>
        <source>a program</source>
        <translation>某个程序</translation>
    </message>
    <message>
        <source>a host</source>
        <translation>某台主机</translation>
    </message>
    <message>
        <source>%1 was sent %2 by %4, %3</source>
        <extracomment>%1: a program; %2: &quot;a credential (github-token)&quot;; %3: &quot;in a header&quot;; %4: a host</extracomment>
        <translation>%1 从 %4 收到了%2，%3</translation>
    </message>
    <message>
        <source>%1 sent %2 to %4, %3</source>
        <translation>%1 向 %4 发送了%2，%3</translation>
    </message>
    <message>
        <source>%1: %2.</source>
        <extracomment>%1: a sentence without its full stop; %2: &quot;stopped&quot;, &quot;went out&quot;</extracomment>
        <translation>%1：%2。</translation>
    </message>
    <message>
        <source>A canary is worth nothing, but who sends it reads what it should not: look at what the run did before.</source>
        <translation>诱饵本身毫无价值，但发送它的程序读取了不该读的内容：请查看此次运行之前做了什么。</translation>
    </message>
    <message>
        <source>The placeholder is worth nothing. The agent tried to use the credential where no policy lets it go.</source>
        <translation>占位符毫无价值。代理试图在没有策略允许的地方使用该凭据。</translation>
    </message>
    <message>
        <source>Look at what the run read: it had a credential that it should not have.</source>
        <translation>请查看此次运行读取了什么：它持有不该有的凭据。</translation>
    </message>
    <message>
        <source>Take it for known: revoke that credential where it was made, and make a new one.</source>
        <translation>请视其为已泄露：在签发处撤销该凭据，并重新签发。</translation>
    </message>
    <message>
        <source>in the name of a host</source>
        <translation>在主机名中</translation>
    </message>
    <message>
        <source>in the name of a branch</source>
        <translation>在分支名中</translation>
    </message>
    <message>
        <source>in a changed file</source>
        <translation>在已更改的文件中</translation>
    </message>
    <message>
        <source>held back</source>
        <comment>what became of something that must not leave</comment>
        <translation>已扣留</translation>
    </message>
    <message>
        <source>a changed file</source>
        <translation>一个已更改的文件</translation>
    </message>
    <message>
        <source>%1 holds %2: held back.</source>
        <extracomment>%1: a file; %2: &quot;a canary of this run&quot;</extracomment>
        <translation>%1 含有%2：已扣留。</translation>
    </message>
</context>
<context>
    <name>Answer</name>
    <message numerus="yes">
        <source>The session is ending. Without an answer it goes on in %n second(s).</source>
        <translation>
            <numerusform>会话正在结束。如无回答，将在 %n 秒后继续。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>DiffText</name>
    <message>
        <source>(no new line at the end of the file)</source>
        <translation>（文件末尾没有换行符）</translation>
    </message>
</context>
<context>
    <name>Enforced</name>
    <message>
        <source>cgroup, for the whole run</source>
        <comment>what enforces a limit</comment>
        <translation>cgroup，针对整个运行</translation>
    </message>
    <message>
        <source>a watch over the run with its files in memory</source>
        <comment>what enforces a limit</comment>
        <translation>监视运行及其在内存中的文件</translation>
    </message>
    <message>
        <source>RLIMIT_DATA for each process</source>
        <comment>what enforces a limit</comment>
        <translation>每个进程的 RLIMIT_DATA</translation>
    </message>
    <message>
        <source>a watch that ends the run: the kernel does not count processes of real root</source>
        <comment>what enforces a limit</comment>
        <translation>会结束运行的监视：内核不统计真正 root 的进程</translation>
    </message>
    <message>
        <source>RLIMIT_NPROC in the run&apos;s own user namespace</source>
        <comment>what enforces a limit</comment>
        <translation>运行自己的用户命名空间中的 RLIMIT_NPROC</translation>
    </message>
    <message>
        <source>lower than the policy says: this machine allows no more</source>
        <comment>what enforces a limit</comment>
        <translation>低于策略所写：本机不允许更多</translation>
    </message>
    <message>
        <source>the size of the file system</source>
        <comment>what enforces a limit</comment>
        <translation>文件系统的大小</translation>
    </message>
    <message>
        <source>a watch over the copy with its changes: bytes, and files</source>
        <comment>what enforces a limit</comment>
        <translation>监视副本及其更改：字节数和文件数</translation>
    </message>
    <message>
        <source>a watch over what the project grows by: bytes, and files</source>
        <comment>what enforces a limit</comment>
        <translation>监视项目的增长：字节数和文件数</translation>
    </message>
    <message>
        <source>a watch over the changes: bytes, and files</source>
        <comment>what enforces a limit</comment>
        <translation>监视更改：字节数和文件数</translation>
    </message>
    <message>
        <source>RLIMIT_FSIZE for each process</source>
        <comment>what enforces a limit</comment>
        <translation>每个进程的 RLIMIT_FSIZE</translation>
    </message>
    <message>
        <source>RLIMIT_NOFILE for each process</source>
        <comment>what enforces a limit</comment>
        <translation>每个进程的 RLIMIT_NOFILE</translation>
    </message>
    <message>
        <source>a watch over the run</source>
        <comment>what enforces a limit</comment>
        <translation>监视运行</translation>
    </message>
    <message>
        <source>RLIMIT_CPU for each process</source>
        <comment>what enforces a limit</comment>
        <translation>每个进程的 RLIMIT_CPU</translation>
    </message>
    <message>
        <source>a watch over all of your live runs: the largest ends</source>
        <comment>what enforces a limit</comment>
        <translation>监视您所有进行中的运行：最大的会结束</translation>
    </message>
    <message>
        <source>no further one starts</source>
        <comment>what enforces a limit</comment>
        <translation>不再启动新的运行</translation>
    </message>
    <message>
        <source>a watch over the time awake</source>
        <comment>what enforces a limit</comment>
        <translation>监视清醒时间</translation>
    </message>
    <message>
        <source>; </source>
        <comment>between what enforces a limit</comment>
        <translation>；</translation>
    </message>
</context>
<context>
    <name>Event</name>
    <message>
        <source>allowed</source>
        <comment>a verdict</comment>
        <translation>已允许</translation>
    </message>
    <message>
        <source>blocked</source>
        <comment>a verdict</comment>
        <translation>已阻止</translation>
    </message>
    <message>
        <source>asked</source>
        <comment>a verdict</comment>
        <translation>已询问</translation>
    </message>
    <message>
        <source>you allowed it</source>
        <translation>您已允许</translation>
    </message>
    <message>
        <source>you denied it</source>
        <translation>您已拒绝</translation>
    </message>
    <message>
        <source>a rule allows it</source>
        <translation>有规则允许</translation>
    </message>
    <message>
        <source>not answered in time</source>
        <translation>未及时回答</translation>
    </message>
    <message>
        <source>nobody was there to answer</source>
        <translation>无人回答</translation>
    </message>
    <message>
        <source>decided by a rule</source>
        <translation>由规则决定</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>Why something was decided so. %1: the reason; %2: id of the rule</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Run started</source>
        <comment>kind of an event</comment>
        <translation>运行开始</translation>
    </message>
    <message>
        <source>Run ended</source>
        <comment>kind of an event</comment>
        <translation>运行结束</translation>
    </message>
    <message>
        <source>Plan</source>
        <comment>kind of an event: what a run is given</comment>
        <translation>计划</translation>
    </message>
    <message>
        <source>Connection</source>
        <comment>kind of an event</comment>
        <translation>连接</translation>
    </message>
    <message>
        <source>Connection ended</source>
        <comment>kind of an event</comment>
        <translation>连接结束</translation>
    </message>
    <message>
        <source>Name lookup</source>
        <comment>kind of an event: DNS</comment>
        <translation>域名解析</translation>
    </message>
    <message>
        <source>Question</source>
        <comment>kind of an event</comment>
        <translation>询问</translation>
    </message>
    <message>
        <source>Answer</source>
        <comment>kind of an event</comment>
        <translation>回答</translation>
    </message>
    <message>
        <source>Files changed</source>
        <comment>kind of an event</comment>
        <translation>文件更改</translation>
    </message>
    <message>
        <source>Applied</source>
        <comment>kind of an event: changes of a run, to the project</comment>
        <translation>已应用</translation>
    </message>
    <message>
        <source>Undone</source>
        <comment>kind of an event</comment>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>Discarded</source>
        <comment>kind of an event</comment>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>Limit</source>
        <comment>kind of an event</comment>
        <translation>限制</translation>
    </message>
    <message>
        <source>Policy</source>
        <comment>kind of an event</comment>
        <translation>策略</translation>
    </message>
    <message>
        <source>Credential</source>
        <comment>kind of an event</comment>
        <translation>凭据</translation>
    </message>
    <message>
        <source>Command</source>
        <comment>kind of an event: run beside the agent</comment>
        <translation>命令</translation>
    </message>
    <message>
        <source>Command ended</source>
        <comment>kind of an event</comment>
        <translation>命令结束</translation>
    </message>
    <message>
        <source>Paste</source>
        <comment>kind of an event</comment>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Fault</source>
        <comment>kind of an event</comment>
        <translation>故障</translation>
    </message>
    <message>
        <source>Row</source>
        <translation>行</translation>
    </message>
    <message>
        <source>Time</source>
        <extracomment>%1: local time; %2: the same in UTC</extracomment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>What</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>裁决</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Rule</source>
        <translation>规则</translation>
    </message>
    <message>
        <source>Written in</source>
        <translation>出处</translation>
    </message>
    <message>
        <source>To allow it</source>
        <translation>如要允许</translation>
    </message>
    <message>
        <source>Outcome</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Reason</source>
        <translation>理由</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Inputs</source>
        <translation>输入</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Detail</source>
        <translation>详情</translation>
    </message>
    <message>
        <source>Hash</source>
        <translation>哈希</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <extracomment>Behind names of hunks. %n: how many are not named</extracomment>
        <translation>
            <numerusform>以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Hunks taken</source>
        <extracomment>A hunk is one place in which a file differs</extracomment>
        <translation>已采用的更改块</translation>
    </message>
    <message>
        <source>Hunks left</source>
        <extracomment>Hunks that an apply did not take</extracomment>
        <translation>未采用的更改块</translation>
    </message>
    <message>
        <source>Request</source>
        <comment>kind of an event: of HTTP, on a connection that is looked into</comment>
        <translation>请求</translation>
    </message>
    <message>
        <source>Request ended</source>
        <comment>kind of an event</comment>
        <translation>请求结束</translation>
    </message>
    <message>
        <source>Sighting</source>
        <comment>kind of an event</comment>
        <extracomment>Something that must not leave was seen in what leaves: a canary, a credential, a placeholder in the wrong place.</extracomment>
        <translation>发现</translation>
    </message>
    <message>
        <source>alert: %1</source>
        <extracomment>Of something that must not leave. %1: &quot;stopped&quot;, &quot;went out&quot;</extracomment>
        <translation>警报：%1</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <comment>what was seen, and where</comment>
        <extracomment>%1: &quot;a credential (github-token)&quot;; %2: &quot;in a header&quot;</extracomment>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>What to do</source>
        <translation>该怎么做</translation>
    </message>
    <message>
        <source>Page</source>
        <comment>kind of an event: a page that was opened in the person&apos;s browser, or was to be</comment>
        <translation>页面</translation>
    </message>
</context>
<context>
    <name>Launch</name>
    <message>
        <source>port %1 of this machine</source>
        <extracomment>%1: a port</extracomment>
        <translation>本机端口 %1</translation>
    </message>
    <message>
        <source>a range of addresses</source>
        <translation>一段地址范围</translation>
    </message>
    <message>
        <source>For everything else you are asked.</source>
        <translation>其他目标会先询问您。</translation>
    </message>
    <message>
        <source>Everything else is refused.</source>
        <translation>其他一律拒绝。</translation>
    </message>
    <message>
        <source>It reaches no host by itself.</source>
        <translation>它自身不能访问任何主机。</translation>
    </message>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform>，以及另外 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>It reaches %1. %2</source>
        <extracomment>%1: hosts; %2: what becomes of all others</extracomment>
        <translation>它可以访问 %1。%2</translation>
    </message>
    <message>
        <source>It works on a layer above the folder: nothing changes until you apply it.</source>
        <translation>它在文件夹之上的一层中工作：在您应用之前不会有任何更改。</translation>
    </message>
    <message>
        <source>It works on a copy of the folder: nothing changes until you apply it.</source>
        <translation>它在文件夹的副本中工作：在您应用之前不会有任何更改。</translation>
    </message>
    <message>
        <source>It works in the folder itself; what it changed can be undone afterwards.</source>
        <translation>它直接在文件夹中工作；之后可以撤销它的更改。</translation>
    </message>
    <message>
        <source>It can read the folder and change nothing.</source>
        <translation>它只能读取文件夹，不能更改。</translation>
    </message>
    <message>
        <source>It has an empty folder of its own, and sees nothing of yours.</source>
        <translation>它有自己的空文件夹，看不到您的任何内容。</translation>
    </message>
    <message>
        <source>Of your environment it sees %1, where set.</source>
        <extracomment>%1: names of environment variables</extracomment>
        <translation>在您的环境变量中，它能看到 %1（如已设置）。</translation>
    </message>
    <message numerus="yes">
        <source>At most %1 of memory and %n process(es).</source>
        <extracomment>%1: &quot;4 GiB&quot;</extracomment>
        <translation>
            <numerusform>最多使用 %1 内存和 %n 个进程。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Picture</name>
    <message>
        <source>not there</source>
        <translation>不存在</translation>
    </message>
    <message>
        <source>no file</source>
        <translation>不是文件</translation>
    </message>
    <message>
        <source>%1 that is not shown, %2</source>
        <extracomment>%1: PNG or the like; %2: size of the file</extracomment>
        <translation>%1，不显示，%2</translation>
    </message>
    <message>
        <source>%1 that cannot be read, %2 x %3, %4</source>
        <extracomment>%1: PNG or the like; %2 and %3: width and height in pixels; %4: size of the file</extracomment>
        <translation>%1，无法读取，%2 x %3，%4</translation>
    </message>
    <message>
        <source>%1, %2 x %3, %4</source>
        <translation>%1，%2 x %3，%4</translation>
    </message>
</context>
<context>
    <name>Policy</name>
    <message>
        <source>Works on</source>
        <comment>title of a line: how the project is written</comment>
        <translation>工作方式</translation>
    </message>
    <message>
        <source>Connects to</source>
        <comment>title of a line: a host that is allowed</comment>
        <translation>可连接</translation>
    </message>
    <message>
        <source>Asks about</source>
        <comment>title of a line: a host that a person is asked about</comment>
        <translation>需询问</translation>
    </message>
    <message>
        <source>Refuses</source>
        <comment>title of a line: a host that is refused</comment>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>Any other host</source>
        <comment>title of a line</comment>
        <translation>其他主机</translation>
    </message>
    <message>
        <source>Only as far as: allowed</source>
        <comment>title of a line of the project&apos;s own file, which restricts</comment>
        <translation>仅限：允许</translation>
    </message>
    <message>
        <source>Only as far as: asked</source>
        <comment>title of a line of the project&apos;s own file, which restricts</comment>
        <translation>仅限：询问</translation>
    </message>
    <message>
        <source>Only as far as: refused</source>
        <comment>title of a line of the project&apos;s own file, which restricts</comment>
        <translation>仅限：拒绝</translation>
    </message>
    <message>
        <source>Only as far as: any other</source>
        <comment>title of a line of the project&apos;s own file, which restricts</comment>
        <translation>仅限：其他</translation>
    </message>
    <message>
        <source>Can read</source>
        <comment>title of a line</comment>
        <translation>可读取</translation>
    </message>
    <message>
        <source>Keeps for itself</source>
        <comment>title of a line: the agent&apos;s own files</comment>
        <translation>自行保留</translation>
    </message>
    <message>
        <source>Copied once</source>
        <comment>title of a line: files of the person&apos;s</comment>
        <translation>复制一次</translation>
    </message>
    <message>
        <source>Copied at each start</source>
        <comment>title of a line: files of the person&apos;s</comment>
        <translation>每次启动时复制</translation>
    </message>
    <message>
        <source>Empty in each run</source>
        <comment>title of a line</comment>
        <translation>每次运行时为空</translation>
    </message>
    <message>
        <source>Does not outlive a run</source>
        <comment>title of a line: keys of a file</comment>
        <translation>运行结束即失效</translation>
    </message>
    <message>
        <source>Hidden</source>
        <comment>title of a line: files of the project</comment>
        <translation>已隐藏</translation>
    </message>
    <message>
        <source>Shown empty</source>
        <comment>title of a line: files</comment>
        <translation>显示为空</translation>
    </message>
    <message>
        <source>Never shown</source>
        <comment>title of a line: files</comment>
        <translation>从不显示</translation>
    </message>
    <message>
        <source>Protected</source>
        <comment>title of a line: files of the project</comment>
        <translation>受保护</translation>
    </message>
    <message>
        <source>Variable</source>
        <comment>title of a line: of the environment</comment>
        <translation>变量</translation>
    </message>
    <message>
        <source>Variable, set</source>
        <comment>title of a line: of the environment</comment>
        <translation>变量（已设定）</translation>
    </message>
    <message>
        <source>Variable with a key</source>
        <comment>title of a line: of the environment</comment>
        <translation>含密钥的变量</translation>
    </message>
    <message>
        <source>Device</source>
        <comment>title of a line</comment>
        <translation>设备</translation>
    </message>
    <message>
        <source>Not enforced</source>
        <comment>title of a line: no run starts</comment>
        <translation>未实施</translation>
    </message>
    <message>
        <source>Without effect</source>
        <comment>title of a line</comment>
        <translation>无效</translation>
    </message>
    <message>
        <source>Note</source>
        <comment>title of a line</comment>
        <translation>提示</translation>
    </message>
    <message>
        <source>Limit: %1</source>
        <extracomment>%1: memory, cpu, disk: a word of the policy file</extracomment>
        <translation>限制：%1</translation>
    </message>
    <message>
        <source>built-in base</source>
        <comment>a layer of the policy</comment>
        <translation>内置基础</translation>
    </message>
    <message>
        <source>profile</source>
        <comment>a layer of the policy</comment>
        <translation>配置</translation>
    </message>
    <message>
        <source>your kept answers</source>
        <comment>a layer of the policy</comment>
        <translation>您保留的回答</translation>
    </message>
    <message>
        <source>the project&apos;s own file</source>
        <comment>a layer of the policy</comment>
        <translation>项目自己的文件</translation>
    </message>
    <message>
        <source>this run</source>
        <comment>a layer of the policy</comment>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>team bundle</source>
        <comment>a layer of the policy</comment>
        <translation>团队策略包</translation>
    </message>
    <message>
        <source>Leadglass itself</source>
        <comment>who keeps a line from being loosened</comment>
        <translation>Leadglass 本身</translation>
    </message>
    <message>
        <source>the built-in base</source>
        <comment>who keeps a line from being loosened</comment>
        <translation>内置基础</translation>
    </message>
    <message>
        <source>the project&apos;s own file</source>
        <comment>who keeps a line from being loosened</comment>
        <translation>项目自己的文件</translation>
    </message>
    <message>
        <source>a team bundle</source>
        <comment>who keeps a line from being loosened</comment>
        <translation>团队策略包</translation>
    </message>
    <message>
        <source>Hosts: allowed</source>
        <comment>a list in a policy file</comment>
        <translation>主机：允许</translation>
    </message>
    <message>
        <source>Hosts: asked about</source>
        <comment>a list in a policy file</comment>
        <translation>主机：询问</translation>
    </message>
    <message>
        <source>Hosts: refused</source>
        <comment>a list in a policy file</comment>
        <translation>主机：拒绝</translation>
    </message>
    <message>
        <source>Any other host</source>
        <comment>a value in a policy file</comment>
        <translation>其他主机</translation>
    </message>
    <message>
        <source>Hidden in the project</source>
        <comment>a list in a policy file</comment>
        <translation>项目中隐藏</translation>
    </message>
    <message>
        <source>Shown read-only</source>
        <comment>a list in a policy file</comment>
        <translation>只读显示</translation>
    </message>
    <message>
        <source>Protected in the project</source>
        <comment>a list in a policy file</comment>
        <translation>项目中受保护</translation>
    </message>
    <message>
        <source>How the project is written</source>
        <comment>a value in a policy file</comment>
        <translation>项目的写入方式</translation>
    </message>
    <message>
        <source>Variables that pass</source>
        <comment>a list in a policy file</comment>
        <translation>传入的变量</translation>
    </message>
    <message>
        <source>Devices</source>
        <comment>a list in a policy file</comment>
        <translation>设备</translation>
    </message>
    <message>
        <source>How long a question holds</source>
        <comment>a value in a policy file</comment>
        <translation>询问等待多久</translation>
    </message>
    <message>
        <source>registry %1</source>
        <comment>of packages; %1: npm</comment>
        <translation>软件包源 %1</translation>
    </message>
    <message>
        <source>port %1 of this machine</source>
        <translation>本机端口 %1</translation>
    </message>
    <message>
        <source>The project, on a layer above it: yours changes when you apply</source>
        <translation>项目之上的一层：应用后您的文件才会改变</translation>
    </message>
    <message>
        <source>A copy of the project: yours changes when you apply</source>
        <translation>项目的副本：应用后您的文件才会改变</translation>
    </message>
    <message>
        <source>The project itself, at once</source>
        <translation>项目本身，立即生效</translation>
    </message>
    <message>
        <source>An empty folder in the project&apos;s place</source>
        <translation>以空文件夹代替项目</translation>
    </message>
    <message>
        <source>The agent&apos;s own files: a private copy that is kept</source>
        <translation>智能体自己的文件：保留的私有副本</translation>
    </message>
    <message>
        <source>A private home and temporary files, gone at the end</source>
        <translation>私有主目录和临时文件，结束后消失</translation>
    </message>
    <message>
        <source>Protected: waits in the review, or cannot be changed</source>
        <translation>受保护：在审阅中等待，或无法更改</translation>
    </message>
    <message>
        <source>The project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>The system</source>
        <translation>系统</translation>
    </message>
    <message>
        <source>Your tools</source>
        <translation>您的工具</translation>
    </message>
    <message>
        <source>What a line shows</source>
        <translation>某行所显示的内容</translation>
    </message>
    <message>
        <source>Copies of files of yours</source>
        <translation>您文件的副本</translation>
    </message>
    <message>
        <source>Not of the project: hidden</source>
        <translation>项目中不含：已隐藏</translation>
    </message>
    <message>
        <source>Variables of your environment</source>
        <translation>您环境中的变量</translation>
    </message>
    <message>
        <source>Keys in your environment</source>
        <translation>您环境中的密钥</translation>
    </message>
    <message>
        <source>Devices, with the bugs of their drivers</source>
        <translation>设备（含其驱动的缺陷）</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Every host below a name</source>
        <translation>某名称下的所有主机</translation>
    </message>
    <message>
        <source>Addresses</source>
        <translation>地址</translation>
    </message>
    <message>
        <source>Ports of this machine</source>
        <translation>本机端口</translation>
    </message>
    <message>
        <source>After you were asked</source>
        <translation>询问您之后</translation>
    </message>
    <message>
        <source>Everything else: you are asked</source>
        <translation>其他一律询问您</translation>
    </message>
    <message>
        <source>Everything else is refused</source>
        <translation>其他一律拒绝</translation>
    </message>
    <message>
        <source>The history has no connections yet that it could have fitted.</source>
        <translation>历史中尚无可供比对的连接。</translation>
    </message>
    <message>
        <source>never</source>
        <comment>when a kept answer was used</comment>
        <translation>从未</translation>
    </message>
    <message>
        <source>today</source>
        <translation>今天</translation>
    </message>
    <message numerus="yes">
        <source>%n day(s) ago</source>
        <translation>
            <numerusform>%n 天前</numerusform>
        </translation>
    </message>
    <message>
        <source>never; made %1</source>
        <extracomment>When a kept answer was used. %1: &quot;3 days ago&quot;: when it was made</extracomment>
        <translation>从未；创建于%1</translation>
    </message>
    <message>
        <source>From then on: %1 %2</source>
        <extracomment>What holds after a change of a policy. %1: &quot;Connects to&quot;; %2: &quot;example.org:443&quot;</extracomment>
        <translation>此后：%1 %2</translation>
    </message>
    <message>
        <source>No more: %1 %2</source>
        <extracomment>What does not hold any more after a change of a policy. %1: &quot;Connects to&quot;; %2: &quot;example.org:443&quot;</extracomment>
        <translation>不再：%1 %2</translation>
    </message>
    <message>
        <source>Kept for the agent</source>
        <comment>a list in a policy file: files of its own</comment>
        <translation>为代理保留</translation>
    </message>
    <message>
        <source>Variables that are set</source>
        <comment>a list in a policy file</comment>
        <translation>设定的变量</translation>
    </message>
    <message>
        <source>Examples, checked at every load</source>
        <comment>a list in a policy file</comment>
        <translation>示例，每次加载时检查</translation>
    </message>
    <message numerus="yes">
        <source>Would have fitted %1 of the last %n connection(s), %2 of them refused.</source>
        <extracomment>%1, %n: how many of the last connections; %2: how many of those were refused</extracomment>
        <translation>
            <numerusform>最近的 %n 个连接中有 %1 个符合，其中 %2 个被拒绝。</numerusform>
        </translation>
    </message>
    <message>
        <source>Credentials it uses and never has: a placeholder stands for each</source>
        <translation>它使用但从不持有的凭据：各由一个占位符代替</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>%1 in %2 wants to connect to</source>
        <extracomment>%1: the program that asks, for example &quot;curl&quot;; %2: the project&apos;s folder. The host follows below.</extracomment>
        <translation>%2 中的 %1 想要连接到</translation>
    </message>
    <message>
        <source>Routine</source>
        <comment>how dangerous a request looks</comment>
        <translation>常规</translation>
    </message>
    <message>
        <source>Unusual</source>
        <comment>how dangerous a request looks</comment>
        <translation>异常</translation>
    </message>
    <message>
        <source>Dangerous</source>
        <comment>how dangerous a request looks</comment>
        <translation>危险</translation>
    </message>
    <message>
        <source>no run was let through to it before</source>
        <translation>以前没有任何运行被放行到该目标</translation>
    </message>
    <message>
        <source>an address without a name: nobody says whose it is</source>
        <translation>没有名称的地址：无法得知它属于谁</translation>
    </message>
    <message>
        <source>the name has letters that can look like others</source>
        <translation>名称中含有容易与其他字母混淆的字母</translation>
    </message>
    <message>
        <source>an unusual port</source>
        <translation>不常用的端口</translation>
    </message>
    <message>
        <source>what is sent can be read on the way</source>
        <translation>发送的内容可能在途中被读取</translation>
    </message>
    <message>
        <source>it was refused before</source>
        <translation>以前曾被拒绝</translation>
    </message>
    <message>
        <source>runs were let through to it before</source>
        <extracomment>Between the reasons why a request looks unusual.</extracomment>
        <translation>以前有运行被放行到该目标</translation>
    </message>
    <message>
        <source>; </source>
        <translation>；</translation>
    </message>
    <message>
        <source>once</source>
        <comment>how long an answer holds</comment>
        <translation>一次</translation>
    </message>
    <message>
        <source>for this run</source>
        <comment>how long an answer holds</comment>
        <translation>本次运行</translation>
    </message>
    <message>
        <source>always in this project</source>
        <comment>how long an answer holds</comment>
        <translation>在此项目中始终有效</translation>
    </message>
    <message>
        <source>always, in every project</source>
        <comment>how long an answer holds</comment>
        <translation>在所有项目中始终有效</translation>
    </message>
    <message>
        <source>Allow once</source>
        <translation>允许一次</translation>
    </message>
    <message>
        <source>Allow for this run</source>
        <translation>本次运行中允许</translation>
    </message>
    <message>
        <source>Always allow in this project</source>
        <translation>在此项目中始终允许</translation>
    </message>
    <message>
        <source>Always allow everywhere</source>
        <translation>在所有项目中始终允许</translation>
    </message>
    <message>
        <source>Deny once</source>
        <translation>拒绝一次</translation>
    </message>
    <message>
        <source>Deny for this run</source>
        <translation>本次运行中拒绝</translation>
    </message>
    <message>
        <source>Refused for now. Your answer counts for the next try.</source>
        <translation>暂时已拒绝。您的回答将用于下一次尝试。</translation>
    </message>
    <message numerus="yes">
        <source>%n connection(s) wait(s).</source>
        <comment>held until the person answers</comment>
        <translation>
            <numerusform>%n 个连接正在等待。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Refused in %n second(s); the agent may try again.</source>
        <translation>
            <numerusform>%n 秒后拒绝；智能体可以重试。</numerusform>
        </translation>
    </message>
    <message>
        <source>allowed</source>
        <translation>已允许</translation>
    </message>
    <message>
        <source>denied</source>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>not answered in time: refused</source>
        <translation>未及时回答：已拒绝</translation>
    </message>
    <message>
        <source>nobody was there to answer: refused</source>
        <translation>无人回答：已拒绝</translation>
    </message>
    <message>
        <source>decided by a rule</source>
        <translation>由规则决定</translation>
    </message>
    <message>
        <source>the run has ended</source>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>There are no earlier connections to compare with.</source>
        <translation>没有可供比较的以往连接。</translation>
    </message>
    <message numerus="yes">
        <source>for %n minute(s)</source>
        <comment>how long an answer holds</comment>
        <translation>
            <numerusform>%n 分钟内</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Allow for %n minute(s)</source>
        <translation>
            <numerusform>允许 %n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>Always deny in this project</source>
        <translation>在此项目中始终拒绝</translation>
    </message>
    <message>
        <source>Always deny everywhere</source>
        <translation>在所有地方始终拒绝</translation>
    </message>
    <message>
        <source>Allow becomes available with %1.</source>
        <extracomment>%1: a chord, as Ctrl+Shift+Y</extracomment>
        <translation>按 %1 后“允许”可用。</translation>
    </message>
    <message>
        <source>Leadglass asks. %1. %2 %3</source>
        <extracomment>Said by a screen reader. %1: how dangerous, one word; %2: &quot;claude in ~/src/shop wants to connect to&quot;; %3: a host and port</extracomment>
        <translation>Leadglass 询问。%1。%2 %3</translation>
    </message>
    <message>
        <source>%1 in %2 wants to send a request to</source>
        <extracomment>%1: the program that asks, for example &quot;curl&quot;; %2: the project&apos;s folder. The host follows below, then the request.</extracomment>
        <translation>%2 中的 %1 想向以下主机发送请求</translation>
    </message>
    <message>
        <source>%1 in %2 wants a signature with your ssh key for</source>
        <extracomment>%1: the program that asks; %2: the project&apos;s folder. Below follow a host and port, or &quot;git&quot; for commits; then for what and which key.</extracomment>
        <translation>%2 中的 %1 想要用你的 SSH 密钥签名，用于</translation>
    </message>
    <message>
        <source>no rule allows it</source>
        <comment>why a person is asked</comment>
        <translation>没有规则允许它</translation>
    </message>
    <message>
        <source>a rule asks</source>
        <comment>why a person is asked</comment>
        <translation>有规则要求询问</translation>
    </message>
    <message>
        <source>the project&apos;s own policy file restricts it</source>
        <comment>why a person is asked</comment>
        <translation>项目自己的策略文件限制了它</translation>
    </message>
    <message>
        <source>%1 (%2, %3)</source>
        <extracomment>%1: why a person is asked; %2: the file and line that says so; %3: the layer of the policy that it is of</extracomment>
        <translation>%1（%2，%3）</translation>
    </message>
    <message>
        <source>%1 (%2, %3, rule %4)</source>
        <extracomment>%4: the name of a rule</extracomment>
        <translation>%1（%2，%3，规则 %4）</translation>
    </message>
    <message>
        <source>%1 in %2 wants to open a page in your browser, of</source>
        <extracomment>%1: the program that asks; %2: the project&apos;s folder. Below follow the page&apos;s host, then its whole address.</extracomment>
        <translation>%2 中的 %1 想在您的浏览器中打开一个页面，来自</translation>
    </message>
    <message>
        <source>it opens outside of the run, where you are signed in</source>
        <extracomment>Of a page that an agent wants opened: not in its sandbox, but in the person&apos;s own browser.</extracomment>
        <translation>它在运行之外打开，在您已登录的地方</translation>
    </message>
    <message>
        <source>A program</source>
        <extracomment>In place of the name of a program, where it is not known.</extracomment>
        <translation>某个程序</translation>
    </message>
    <message>
        <source>%1 in %2 wants to accept the ssh host key of</source>
        <extracomment>%1: the program that asks; %2: the project&apos;s folder. Below follow a host and port, then the key&apos;s kind and fingerprint.</extracomment>
        <translation>%2 中的 %1 想要接受以下主机的 SSH 主机密钥：</translation>
    </message>
    <message>
        <source>compare the fingerprint with what the server&apos;s owner publishes</source>
        <translation>请将指纹与服务器所有者公布的指纹进行比较</translation>
    </message>
    <message>
        <source>nobody answered when it was asked before</source>
        <translation>之前询问时无人回答</translation>
    </message>
    <message>
        <source>always, on this machine</source>
        <comment>how long an answer holds</comment>
        <translation>在本机上始终有效</translation>
    </message>
    <message>
        <source>Always accept on this machine</source>
        <translation>在本机上始终接受</translation>
    </message>
    <message>
        <source>Accept for this run</source>
        <translation>本次运行中接受</translation>
    </message>
    <message>
        <source>That press brought the window to the front. Press once more to answer.</source>
        <translation>这次点击只是把窗口移到前面。要回答请再按一次。</translation>
    </message>
    <message>
        <source>That was before Allow could be given. Read it, then press once more.</source>
        <translation>此时还不能允许。请先阅读，然后再按一次。</translation>
    </message>
    <message>
        <source>That came right after the last answer and does not count here. Press once more to answer.</source>
        <translation>这紧接在上一个回答之后，在这里不算数。要回答请再按一次。</translation>
    </message>
    <message>
        <source>That key was held down from before. Let it go, then press once more.</source>
        <translation>该键在此之前就一直按着。请松开，然后再按一次。</translation>
    </message>
    <message>
        <source>This changed under that press. Look again, then press once more.</source>
        <translation>按下时内容发生了变化。请再看一遍，然后再按一次。</translation>
    </message>
    <message>
        <source>The first press brings this window to the front; the next one answers.</source>
        <translation>第一次点击把此窗口移到前面；下一次才会回答。</translation>
    </message>
    <message numerus="yes">
        <source>None of the last %n connection(s) would have matched.</source>
        <translation>
            <numerusform>最近的 %n 个连接都不会匹配。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: let through.</source>
        <extracomment>%n: how many would have matched; %1: of how many.</extracomment>
        <translation>
            <numerusform>最近 %1 个连接中有 %n 个会匹配；它们都被放行了。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: refused.</source>
        <translation>
            <numerusform>最近 %1 个连接中有 %n 个会匹配；它们都被拒绝了。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of the last %1 connections would have matched: %2 of these refused, the others let through.</source>
        <extracomment>%n: how many would have matched; %1: of how many; %2: how many of the matching ones were refused.</extracomment>
        <translation>
            <numerusform>最近 %1 个连接中有 %n 个会匹配：其中 %2 个被拒绝，其余被放行。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>Reason</name>
    <message>
        <source>no rule allows it</source>
        <comment>why something was refused</comment>
        <translation>没有规则允许它</translation>
    </message>
    <message>
        <source>a rule denies it</source>
        <comment>why something was refused</comment>
        <translation>有规则拒绝它</translation>
    </message>
    <message>
        <source>the project&apos;s own policy file restricts it</source>
        <comment>why something was refused</comment>
        <translation>项目自己的策略文件限制了它</translation>
    </message>
    <message>
        <source>a private address needs a rule that names it</source>
        <comment>why something was refused</comment>
        <translation>私有地址需要一条写明它的规则</translation>
    </message>
    <message>
        <source>a bare address needs a rule that names it</source>
        <comment>why something was refused</comment>
        <translation>裸地址需要一条写明它的规则</translation>
    </message>
    <message>
        <source>what it speaks is not known</source>
        <comment>why something was refused</comment>
        <translation>不知道它使用什么协议</translation>
    </message>
    <message>
        <source>it resolves to an address that a rule denies</source>
        <comment>why something was refused</comment>
        <translation>它解析到一个被规则拒绝的地址</translation>
    </message>
    <message>
        <source>no valid name</source>
        <comment>why something was refused</comment>
        <translation>不是有效的名称</translation>
    </message>
    <message>
        <source>no valid port</source>
        <comment>why something was refused</comment>
        <translation>不是有效的端口</translation>
    </message>
    <message>
        <source>instance metadata, never allowed</source>
        <comment>why something was refused</comment>
        <translation>实例元数据，从不允许</translation>
    </message>
    <message>
        <source>a link-local address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>链路本地地址，从不允许</translation>
    </message>
    <message>
        <source>a multicast address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>组播地址，从不允许</translation>
    </message>
    <message>
        <source>the unspecified address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>未指定地址，从不允许</translation>
    </message>
    <message>
        <source>a reserved address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>保留地址，从不允许</translation>
    </message>
    <message>
        <source>an address that stands for names of a run, never allowed by itself</source>
        <comment>why something was refused</comment>
        <translation>代表某次运行中名称的地址，单独从不允许</translation>
    </message>
    <message>
        <source>this machine itself, never allowed without a loopback rule</source>
        <comment>why something was refused</comment>
        <translation>本机自身，没有 loopback 规则从不允许</translation>
    </message>
    <message>
        <source>this machine&apos;s own address, never allowed</source>
        <comment>why something was refused</comment>
        <translation>本机自己的地址，从不允许</translation>
    </message>
    <message>
        <source>you denied it</source>
        <comment>why something was refused</comment>
        <translation>您拒绝了它</translation>
    </message>
    <message>
        <source>nobody answered in time</source>
        <comment>why something was refused</comment>
        <translation>没有人及时回答</translation>
    </message>
    <message>
        <source>it needs an answer, and nobody is there to ask</source>
        <comment>why something was refused</comment>
        <translation>它需要回答，但没有人可以询问</translation>
    </message>
    <message>
        <source>it needs an answer, and nobody is asked in this run</source>
        <comment>why something was refused</comment>
        <translation>它需要回答，而本次运行不询问任何人</translation>
    </message>
    <message>
        <source>too many questions at once</source>
        <comment>why something was refused</comment>
        <translation>同时的问题太多</translation>
    </message>
    <message>
        <source>the name inside the connection is another one</source>
        <comment>why something was refused</comment>
        <translation>连接里的名称是另一个</translation>
    </message>
    <message>
        <source>what is spoken is not what the rule says</source>
        <comment>why something was refused</comment>
        <translation>所用协议与规则所写不符</translation>
    </message>
    <message>
        <source>too many at once</source>
        <comment>why something was refused</comment>
        <translation>同时太多</translation>
    </message>
    <message>
        <source>the history could not be written</source>
        <comment>why something was refused</comment>
        <translation>无法写入历史记录</translation>
    </message>
    <message>
        <source>this machine&apos;s own addresses could not be read</source>
        <comment>why something was refused</comment>
        <translation>无法读取本机自己的地址</translation>
    </message>
    <message>
        <source>the run ended</source>
        <comment>why something was refused</comment>
        <translation>运行已结束</translation>
    </message>
    <message>
        <source>an apply began</source>
        <comment>what happened to changes of a run</comment>
        <translation>开始应用</translation>
    </message>
    <message>
        <source>written to the project</source>
        <comment>what happened to changes of a run</comment>
        <translation>已写入项目</translation>
    </message>
    <message>
        <source>the apply ended</source>
        <comment>what happened to changes of a run</comment>
        <translation>应用已结束</translation>
    </message>
    <message>
        <source>an interrupted apply was finished</source>
        <comment>what happened to changes of a run</comment>
        <translation>已完成被中断的应用</translation>
    </message>
    <message>
        <source>an undo began</source>
        <comment>what happened to changes of a run</comment>
        <translation>开始撤销</translation>
    </message>
    <message>
        <source>put back as it was</source>
        <comment>what happened to changes of a run</comment>
        <translation>已恢复原样</translation>
    </message>
    <message>
        <source>the undo ended</source>
        <comment>what happened to changes of a run</comment>
        <translation>撤销已结束</translation>
    </message>
    <message>
        <source>thrown away</source>
        <comment>what happened to changes of a run</comment>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>its path can be read in two ways, and a rule depends on it</source>
        <comment>why something was refused</comment>
        <translation>其路径有两种读法，而规则取决于它</translation>
    </message>
    <message>
        <source>its query can be read in two ways, and a rule depends on it</source>
        <comment>why something was refused</comment>
        <translation>其查询有两种读法，而规则取决于它</translation>
    </message>
    <message>
        <source>it names another method besides its own, and a rule depends on the method</source>
        <comment>why something was refused</comment>
        <translation>它在自身方法之外还指定了另一种方法，而规则取决于方法</translation>
    </message>
    <message>
        <source>a rule asks for what only inspection shows, and this protocol has no requests that can be seen</source>
        <comment>why something was refused</comment>
        <translation>规则要求只有检查才能看到的内容，而此协议没有可见的请求</translation>
    </message>
    <message>
        <source>it is no git push as git makes it</source>
        <comment>why something was refused</comment>
        <translation>它不是 git 所做的推送</translation>
    </message>
    <message>
        <source>the push changes more refs than are looked at (256)</source>
        <comment>why something was refused</comment>
        <translation>推送更改的引用多于所检查的数量（256）</translation>
    </message>
    <message>
        <source>a signed push names its refs in a way that is not read</source>
        <comment>why something was refused</comment>
        <translation>签名推送以无法读取的方式列出其引用</translation>
    </message>
    <message>
        <source>it is too long to be shown whole, so nobody can be asked about it</source>
        <comment>why something was refused</comment>
        <translation>它太长，无法完整显示，因此无法就此询问任何人</translation>
    </message>
    <message>
        <source>the program did not take the run&apos;s certificate (it brings its own, or holds to one)</source>
        <comment>why something was refused</comment>
        <translation>程序不接受本次运行的证书（它自带证书或固定了证书）</translation>
    </message>
    <message>
        <source>nobody whom this machine trusts vouches for the server</source>
        <comment>why something was refused</comment>
        <translation>此计算机信任的任何机构都不为该服务器担保</translation>
    </message>
    <message>
        <source>the server&apos;s certificate has expired</source>
        <comment>why something was refused</comment>
        <translation>服务器的证书已过期</translation>
    </message>
    <message>
        <source>the server&apos;s certificate is for another name</source>
        <comment>why something was refused</comment>
        <translation>服务器的证书属于另一个名称</translation>
    </message>
    <message>
        <source>the server&apos;s certificate was revoked</source>
        <comment>why something was refused</comment>
        <translation>服务器的证书已被吊销</translation>
    </message>
    <message>
        <source>the server speaks no TLS that can be trusted</source>
        <comment>why something was refused</comment>
        <translation>服务器不使用可信的 TLS</translation>
    </message>
    <message>
        <source>a credential&apos;s placeholder is where its policy does not let it go</source>
        <comment>why something was refused</comment>
        <translation>凭据的占位符出现在策略不允许的位置</translation>
    </message>
    <message>
        <source>a credential goes over TLS only</source>
        <comment>why something was refused</comment>
        <translation>凭据只能通过 TLS 发送</translation>
    </message>
    <message>
        <source>another credential stands where the policy puts its own</source>
        <comment>why something was refused</comment>
        <translation>策略放置自身凭据的位置上有另一个凭据</translation>
    </message>
    <message>
        <source>the credential&apos;s value could not be had</source>
        <comment>why something was refused</comment>
        <translation>无法取得凭据的值</translation>
    </message>
    <message>
        <source>the credential was used as often as its policy says</source>
        <comment>why something was refused</comment>
        <translation>凭据的使用次数已达到策略的上限</translation>
    </message>
    <message>
        <source>its body is larger than the policy lets out in one request</source>
        <comment>why something was refused</comment>
        <translation>请求正文超出策略允许单次发出的大小</translation>
    </message>
    <message>
        <source>what it sends has something in it that must not leave</source>
        <comment>why something was refused</comment>
        <translation>发送的内容中含有不得外传的东西</translation>
    </message>
    <message>
        <source>it holds a canary of this run, which only somebody who collects credentials has</source>
        <comment>why something was refused</comment>
        <translation>其中含有此次运行的诱饵，只有收集凭据的程序才会有它</translation>
    </message>
</context>
<context>
    <name>ReviewOutcome</name>
    <message numerus="yes">
        <source>%n left as they are in the project:</source>
        <translation>
            <numerusform>%n 项保持项目中的原样：</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was written to %1.</source>
        <extracomment>%1: the project&apos;s folder</extracomment>
        <translation>没有向 %1 写入任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n written to %1.</source>
        <translation>
            <numerusform>已向 %1 写入 %n 项。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Before that, an apply that had been interrupted was finished: %n.</source>
        <translation>
            <numerusform>在此之前完成了一次中断的应用：%n 项。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n settled: your version stays.</source>
        <translation>
            <numerusform>%n 项已决定：保留您的版本。</numerusform>
        </translation>
    </message>
    <message>
        <source>The run goes on: it sees what you have now only in files that it did not change itself.</source>
        <translation>运行仍在继续：只有它未更改过的文件才能看到您现在的内容。</translation>
    </message>
    <message>
        <source>Nothing was taken back in %1.</source>
        <extracomment>%1: the project&apos;s folder</extracomment>
        <translation>%1 中没有撤回任何内容。</translation>
    </message>
    <message numerus="yes">
        <source>%n taken back in %1; they wait here again.</source>
        <translation>
            <numerusform>已在 %1 中撤回 %n 项；它们重新在此等待。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n conflict(s) are open again.</source>
        <translation>
            <numerusform>%n 个冲突重新待定。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them in part; the rest waits here.</source>
        <translation>
            <numerusform>其中 %n 个只写入了一部分；其余在此等待。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>ReviewWords</name>
    <message>
        <source>%1 (%2)</source>
        <extracomment>A run in the list. %1: its id; %2: its state</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>%1, %2 (%3): %4</source>
        <extracomment>A run in the list. %1: folder of the project; %2: date and time; %3: its state; %4: the command that ran</extracomment>
        <translation>%1，%2（%3）：%4</translation>
    </message>
    <message>
        <source>new</source>
        <translation>新增</translation>
    </message>
    <message>
        <source>deleted</source>
        <translation>已删除</translation>
    </message>
    <message>
        <source>renamed</source>
        <translation>已重命名</translation>
    </message>
    <message>
        <source>replaced by another kind</source>
        <translation>被另一类型取代</translation>
    </message>
    <message>
        <source>permissions</source>
        <translation>权限</translation>
    </message>
    <message>
        <source>not merged</source>
        <translation>未合并</translation>
    </message>
    <message>
        <source>changed</source>
        <translation>已更改</translation>
    </message>
    <message>
        <source>This folder and all that is in it would be deleted from the project.</source>
        <translation>此文件夹及其全部内容将从项目中删除。</translation>
    </message>
    <message>
        <source>This file would be deleted from the project.</source>
        <translation>此文件将从项目中删除。</translation>
    </message>
    <message>
        <source>It was %1; its content is the same.</source>
        <extracomment>%1: the name that a file had before</extracomment>
        <translation>原为 %1；内容相同。</translation>
    </message>
    <message>
        <source>What was a %1 would be a %2.</source>
        <extracomment>%1 and %2: file, directory, symlink or the like</extracomment>
        <translation>原来的%1将变为%2。</translation>
    </message>
    <message>
        <source>A new folder.</source>
        <translation>新文件夹。</translation>
    </message>
    <message>
        <source>A new file (%1).</source>
        <translation>新文件（%1）。</translation>
    </message>
    <message>
        <source>A link that leads to %1.</source>
        <extracomment>%1: where a symbolic link leads</extracomment>
        <translation>指向 %1 的链接。</translation>
    </message>
    <message>
        <source>It becomes a program that can be started: permissions %1, then %2.</source>
        <extracomment>%1 and %2: permissions as numbers, before and after</extracomment>
        <translation>它将成为可执行程序：权限由 %1 变为 %2。</translation>
    </message>
    <message>
        <source>Permissions %1, then %2.</source>
        <translation>权限由 %1 变为 %2。</translation>
    </message>
    <message>
        <source>It is a program that can be started: permissions %1.</source>
        <translation>它是可执行程序：权限 %1。</translation>
    </message>
    <message>
        <source>It runs: %1.</source>
        <extracomment>%1: when a file is run, as &quot;when you run the tests&quot;</extracomment>
        <translation>它会运行：%1。</translation>
    </message>
    <message>
        <source>%1  %2 (%3)</source>
        <extracomment>A commit. %1: its short id; %2: its subject; %3: its author</extracomment>
        <translation>%1  %2（%3）</translation>
    </message>
    <message>
        <source>Commit %1</source>
        <extracomment>%1: id of a commit</extracomment>
        <translation>提交 %1</translation>
    </message>
    <message>
        <source>by %1, %2</source>
        <extracomment>%1: author of a commit; %2: date and time</extracomment>
        <translation>作者 %1，%2</translation>
    </message>
    <message>
        <source>on %1</source>
        <extracomment>%1: name of a branch or tag</extracomment>
        <translation>位于 %1</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>A file of a commit. %1: what was done to it; %2: its path
----------
A file in git&apos;s index. %1: what was done to it; %2: its path</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>risky: %1</source>
        <translation>有风险：%1</translation>
    </message>
    <message numerus="yes">
        <source>and %n more file(s)</source>
        <translation>
            <numerusform>以及另外 %n 个文件</numerusform>
        </translation>
    </message>
    <message>
        <source>Not all of it can be read: there may be more files.</source>
        <translation>无法全部读取：可能还有更多文件。</translation>
    </message>
    <message>
        <source>%1: %2, then %3</source>
        <extracomment>A branch or tag that moved. %1: its name; %2: the commit before; %3: the commit after</extracomment>
        <translation>%1：%2，然后 %3</translation>
    </message>
    <message numerus="yes">
        <source>drops %n commit(s)</source>
        <translation>
            <numerusform>丢弃 %n 个提交</numerusform>
        </translation>
    </message>
    <message>
        <source>It would not lead to these commits any more:</source>
        <translation>它将不再指向这些提交：</translation>
    </message>
    <message numerus="yes">
        <source>and %n more commit(s)</source>
        <translation>
            <numerusform>以及另外 %n 个提交</numerusform>
        </translation>
    </message>
    <message>
        <source>(content that is not shown)</source>
        <translation>（内容未显示）</translation>
    </message>
    <message numerus="yes">
        <source>%n changed</source>
        <translation>
            <numerusform>%n 项更改</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n deleted</source>
        <translation>
            <numerusform>%n 项删除</numerusform>
        </translation>
    </message>
    <message>
        <source>none deleted</source>
        <translation>无删除</translation>
    </message>
    <message numerus="yes">
        <source>%n risky</source>
        <translation>
            <numerusform>%n 项有风险</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n in conflict</source>
        <translation>
            <numerusform>%n 项冲突</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n commit(s)</source>
        <translation>
            <numerusform>%n 个提交</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n branch(es) or tag(s) moved</source>
        <translation>
            <numerusform>%n 个分支或标签移动</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n file(s) staged</source>
        <translation>
            <numerusform>%n 个文件已暂存</numerusform>
        </translation>
    </message>
    <message>
        <source>, </source>
        <extracomment>Between the parts of &quot;3 changed, 1 deleted&quot;</extracomment>
        <translation>、</translation>
    </message>
    <message numerus="yes">
        <source>%n of git&apos;s own</source>
        <comment>files that git keeps</comment>
        <translation>
            <numerusform>%n 个属于 git 自身</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n change(s): %1</source>
        <extracomment>%1: &quot;3 changed, 1 deleted&quot;</extracomment>
        <translation>
            <numerusform>%n 处更改：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>; among them %1</source>
        <extracomment>Follows &quot;5 changes: 3 changed, 2 deleted&quot;. %1: &quot;2 risky, 1 in conflict&quot;</extracomment>
        <translation>；其中 %1</translation>
    </message>
</context>
<context>
    <name>Run</name>
    <message>
        <source>needs you</source>
        <comment>state of a run</comment>
        <translation>需要您</translation>
    </message>
    <message>
        <source>at work</source>
        <comment>state of a run</comment>
        <translation>运行中</translation>
    </message>
    <message>
        <source>finished, with changes to review</source>
        <comment>state of a run</comment>
        <translation>已结束，有更改待审阅</translation>
    </message>
    <message>
        <source>the machine stopped before it ended</source>
        <comment>state of a run</comment>
        <translation>结束之前机器已停止</translation>
    </message>
    <message>
        <source>applied</source>
        <comment>state of a run</comment>
        <translation>已应用</translation>
    </message>
    <message>
        <source>partly applied, the rest to review</source>
        <comment>state of a run</comment>
        <translation>部分已应用，其余待审阅</translation>
    </message>
    <message>
        <source>decided for your version</source>
        <comment>state of a run</comment>
        <translation>已决定保留您的版本</translation>
    </message>
    <message>
        <source>undone</source>
        <comment>state of a run</comment>
        <translation>已撤销</translation>
    </message>
    <message>
        <source>cannot be read</source>
        <comment>state of a run</comment>
        <translation>无法读取</translation>
    </message>
    <message>
        <source>discarded</source>
        <comment>state of a run</comment>
        <translation>已丢弃</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <extracomment>A run. %1: its program; %2: the project&apos;s folder</extracomment>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>today, %1</source>
        <extracomment>%1: a time of day</extracomment>
        <translation>今天 %1</translation>
    </message>
    <message>
        <source>by itself, successfully</source>
        <translation>自行结束，成功</translation>
    </message>
    <message>
        <source>a limit ended it, or it ended with status 124</source>
        <translation>因限制而结束，或以状态 124 结束</translation>
    </message>
    <message>
        <source>Leadglass could not do what was asked, or it ended with status 125</source>
        <translation>Leadglass 无法完成所要求的操作，或以状态 125 结束</translation>
    </message>
    <message>
        <source>by signal %1</source>
        <extracomment>%1: number of a signal</extracomment>
        <translation>因信号 %1 结束</translation>
    </message>
    <message>
        <source>with status %1</source>
        <translation>以状态 %1 结束</translation>
    </message>
</context>
<context>
    <name>RunNow</name>
    <message>
        <source>%1 s</source>
        <extracomment>%1: a number of seconds</extracomment>
        <translation>%1 秒</translation>
    </message>
    <message>
        <source>%1 min %2 s</source>
        <extracomment>%1: minutes; %2: seconds, two digits</extracomment>
        <translation>%1 分 %2 秒</translation>
    </message>
    <message>
        <source>%1 h %2 min</source>
        <extracomment>%1: hours; %2: minutes, two digits</extracomment>
        <translation>%1 小时 %2 分</translation>
    </message>
    <message>
        <source>Memory</source>
        <comment>a limit</comment>
        <translation>内存</translation>
    </message>
    <message>
        <source>Tasks</source>
        <comment>a limit: processes and threads</comment>
        <translation>任务</translation>
    </message>
    <message>
        <source>Processors</source>
        <comment>a limit</comment>
        <translation>处理器</translation>
    </message>
    <message>
        <source>Written files</source>
        <comment>a limit: bytes on the disk</comment>
        <translation>写入的文件</translation>
    </message>
    <message>
        <source>One file</source>
        <comment>a limit: its size</comment>
        <translation>单个文件</translation>
    </message>
    <message>
        <source>Open files</source>
        <comment>a limit, of one process</comment>
        <translation>打开的文件</translation>
    </message>
    <message>
        <source>Temporary files</source>
        <comment>a limit: /tmp, in memory</comment>
        <translation>临时文件</translation>
    </message>
    <message>
        <source>Processor time</source>
        <comment>a limit</comment>
        <translation>处理器时间</translation>
    </message>
    <message>
        <source>Time</source>
        <comment>a limit: how long a run may last</comment>
        <translation>时间</translation>
    </message>
    <message>
        <source>Memory of all runs</source>
        <comment>a limit</comment>
        <translation>所有运行的内存</translation>
    </message>
    <message>
        <source>Tasks of all runs</source>
        <comment>a limit</comment>
        <translation>所有运行的任务</translation>
    </message>
    <message>
        <source>Runs at a time</source>
        <comment>a limit</comment>
        <translation>同时的运行</translation>
    </message>
    <message>
        <source>%1 (no limit)</source>
        <extracomment>How much of something is used, where there is no limit. %1: how much</extracomment>
        <translation>%1（无限制）</translation>
    </message>
    <message>
        <source>no limit</source>
        <translation>无限制</translation>
    </message>
    <message>
        <source>limit %1</source>
        <extracomment>A limit, where nobody counts how much of it is used. %1: the limit</extracomment>
        <translation>限制 %1</translation>
    </message>
    <message>
        <source>at most %1 of %2</source>
        <extracomment>How much of a limit is used. %1: how much, which may be less; %2: the limit</extracomment>
        <translation>至多 %1，共 %2</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>How much of a limit is used. %1: how much; %2: the limit</extracomment>
        <translation>%1，共 %2</translation>
    </message>
    <message>
        <source>running</source>
        <comment>state of a process</comment>
        <translation>运行中</translation>
    </message>
    <message>
        <source>sleeping</source>
        <comment>state of a process</comment>
        <translation>休眠</translation>
    </message>
    <message>
        <source>waiting for a device</source>
        <comment>state of a process</comment>
        <translation>等待设备</translation>
    </message>
    <message>
        <source>stopped</source>
        <comment>state of a process</comment>
        <translation>已暂停</translation>
    </message>
    <message>
        <source>ended</source>
        <comment>state of a process</comment>
        <translation>已结束</translation>
    </message>
    <message>
        <source>new</source>
        <comment>of a file that a run changed</comment>
        <translation>新建</translation>
    </message>
    <message>
        <source>deleted</source>
        <comment>of a file that a run changed</comment>
        <translation>已删除</translation>
    </message>
    <message>
        <source>changed</source>
        <comment>of a file that a run changed</comment>
        <translation>已更改</translation>
    </message>
</context>
<context>
    <name>SavedSearches</name>
    <message>
        <source>The saved searches cannot be read: %1: %2. Mend the file or move it away; until then none can be saved.</source>
        <extracomment>%1: path of a file; %2: what is wrong in it</extracomment>
        <translation>无法读取已保存的搜索：%1：%2。请修复或移走该文件；在此之前无法保存搜索。</translation>
    </message>
    <message>
        <source>line %1, column %2</source>
        <extracomment>A place in a file. %1, %2: numbers</extracomment>
        <translation>第 %1 行，第 %2 列</translation>
    </message>
    <message>
        <source>entry %1</source>
        <extracomment>%1: number of an entry</extracomment>
        <translation>第 %1 项</translation>
    </message>
    <message>
        <source>%1: “name” must be a text of 1 to 80 characters</source>
        <extracomment>%1: &quot;entry 3&quot;; keep the word in quotes</extracomment>
        <translation>%1：“name”必须是 1 到 80 个字符的文本</translation>
    </message>
    <message>
        <source>%1: “search” must be a text of 1 to 2000 characters</source>
        <extracomment>%1: &quot;entry 3&quot;; keep the word in quotes</extracomment>
        <translation>%1：“search”必须是 1 到 2000 个字符的文本</translation>
    </message>
    <message>
        <source>%1: there are two of the name “%2”</source>
        <extracomment>%1: &quot;entry 3&quot;; %2: a name</extracomment>
        <translation>%1：有两个名为“%2”的条目</translation>
    </message>
    <message>
        <source>The search is not saved: %1: %2</source>
        <extracomment>%1: path of a file; %2: the reason</extracomment>
        <translation>搜索未保存：%1：%2</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB</source>
        <translation>它大于 1 MiB</translation>
    </message>
    <message>
        <source>“schema” is not 1: it is of another version of Leadglass, or no file of saved searches</source>
        <extracomment>Keep the word in quotes.</extracomment>
        <translation>“schema”不是 1：它来自另一版本的 Leadglass，或不是已保存搜索的文件</translation>
    </message>
    <message>
        <source>“searches” must be a list of at most 100 entries</source>
        <extracomment>Keep the word in quotes.</extracomment>
        <translation>“searches”必须是至多 100 项的列表</translation>
    </message>
    <message>
        <source>There are 100 saved searches, and no more fit: remove one first.</source>
        <translation>已有 100 个保存的搜索，无法再添加：请先移除一个。</translation>
    </message>
</context>
<context>
    <name>Search</name>
    <message>
        <source>Nothing follows %1: – write what to look for right behind it.</source>
        <extracomment>%1: a word of the search line that needs another one behind it, for example &quot;host&quot;</extracomment>
        <translation>%1: 后面没有内容——请紧接着写要查找的内容。</translation>
    </message>
    <message>
        <source>There is no verdict “%1”: it is allow, deny or ask.</source>
        <extracomment>%1: what the person wrote. Keep &quot;allow&quot;, &quot;deny&quot;, &quot;ask&quot;: they are what one writes.</extracomment>
        <translation>没有裁决“%1”：应为 allow、deny 或 ask。</translation>
    </message>
    <message>
        <source>There is no kind “%1”: it is one of %2.</source>
        <extracomment>%1: what the person wrote; %2: the list of what it may be</extracomment>
        <translation>没有类型“%1”：应为 %2 之一。</translation>
    </message>
    <message>
        <source>%1: “%2” is no time: write 2026-03-01, 2026-03-01T12:30, today, yesterday, or 30m, 12h, 7d for so long ago.</source>
        <extracomment>%1: &quot;after&quot; or &quot;before&quot;; %2: what the person wrote. Keep the examples: they are what one writes.</extracomment>
        <translation>%1:“%2”不是时间：请写 2026-03-01、2026-03-01T12:30、today、yesterday，或 30m、12h、7d 表示多久以前。</translation>
    </message>
    <message>
        <source>A quotation mark is not closed.</source>
        <translation>引号没有闭合。</translation>
    </message>
    <message>
        <source>That is too much to look for at once.</source>
        <translation>一次查找的内容过多。</translation>
    </message>
    <message>
        <source>%1: is there twice: a row has only one.</source>
        <extracomment>%1: a word of the search line, for example &quot;host&quot;</extracomment>
        <translation>%1: 出现了两次：一行只有一个。</translation>
    </message>
    <message>
        <source>Nothing is after the one and before the other time.</source>
        <translation>没有时间既晚于前者又早于后者。</translation>
    </message>
</context>
<context>
    <name>Secret</name>
    <message>
        <source>%1, header %2</source>
        <extracomment>Where a credential goes. %1: a host; %2: name of an HTTP header</extracomment>
        <translation>%1，标头 %2</translation>
    </message>
    <message>
        <source>the keyring</source>
        <comment>where a credential lies</comment>
        <translation>密钥环</translation>
    </message>
    <message>
        <source>a file</source>
        <comment>where a credential lies</comment>
        <translation>文件</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>places</comment>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1: where a credential goes; %2: names of policies</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>active</source>
        <comment>state of a credential</comment>
        <translation>可用</translation>
    </message>
    <message>
        <source>no policy names it: no run uses it</source>
        <comment>state of a credential</comment>
        <translation>没有策略提及：没有运行会使用它</translation>
    </message>
    <message>
        <source>locked: the keyring asks for its password when it is needed</source>
        <comment>state of a credential</comment>
        <translation>已锁定：需要时密钥环会要求输入密码</translation>
    </message>
    <message>
        <source>cannot be used: %1</source>
        <extracomment>State of a credential. %1: why</extracomment>
        <translation>无法使用：%1</translation>
    </message>
    <message>
        <source>never, as far as the history goes</source>
        <comment>last use of a credential</comment>
        <translation>历史记录中从未使用</translation>
    </message>
    <message numerus="yes">
        <source>%1 can be read from %2: %n byte(s), %3.</source>
        <extracomment>%1: name of a credential; %2: &quot;the keyring&quot;; the number of bytes; %3: what is public of its kind, &quot;begins with sk-ant-&quot;</extracomment>
        <translation>
            <numerusform>可从%2读取 %1：%n 字节，%3。</numerusform>
        </translation>
    </message>
    <message>
        <source>It runs out on %1.</source>
        <extracomment>%1: a date and time</extracomment>
        <translation>到期时间：%1。</translation>
    </message>
</context>
<context>
    <name>Verify</name>
    <message numerus="yes">
        <source>%n anchor(s) could not be compared.</source>
        <comment>what the end of each run noted of the history</comment>
        <translation>
            <numerusform>%n 个锚点无法比较。</numerusform>
        </translation>
    </message>
    <message>
        <source>No anchors to compare with: the end of each run notes one.</source>
        <translation>没有可比较的锚点：每次运行结束时会记录一个。</translation>
    </message>
    <message numerus="yes">
        <source>%n anchor(s) compared: all fit.</source>
        <comment>what the end of each run noted of the history</comment>
        <translation>
            <numerusform>已比较 %n 个锚点：全部相符。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n anchor(s) compared: %1 of them do not fit.</source>
        <comment>what the end of each run noted of the history</comment>
        <extracomment>%1: how many of them</extracomment>
        <translation>
            <numerusform>已比较 %n 个锚点：其中 %1 个不符。</numerusform>
        </translation>
    </message>
    <message>
        <source>Nothing was recorded yet, and no anchor says otherwise.</source>
        <translation>尚无记录，也没有锚点与此矛盾。</translation>
    </message>
    <message>
        <source>Intact: every row follows the one before it, nothing was changed or taken out but by pruning.</source>
        <translation>完整：每一行都接续前一行，除清理外没有任何更改或删除。</translation>
    </message>
    <message>
        <source>Intact: every row follows the one before it, nothing was changed or taken out.</source>
        <translation>完整：每一行都接续前一行，没有任何更改或删除。</translation>
    </message>
    <message>
        <source>A history is missing: it was removed or replaced. If that was you, take its lines out of the anchor file and discard its runs.</source>
        <translation>缺少一份历史记录：它被删除或替换。如果是您所为，请从锚点文件中删除相应的行并丢弃其运行。</translation>
    </message>
    <message numerus="yes">
        <source>Damaged: %n finding(s), the first at row %1.</source>
        <extracomment>%1: number of a row</extracomment>
        <translation>
            <numerusform>已损坏：%n 处问题，第一处在第 %1 行。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Damaged: %n finding(s), about the file as a whole.</source>
        <translation>
            <numerusform>已损坏：%n 处问题，涉及整个文件。</numerusform>
        </translation>
    </message>
    <message>
        <source>File: %1</source>
        <extracomment>%1: path of the history&apos;s file</extracomment>
        <translation>文件：%1</translation>
    </message>
    <message>
        <source>Rows: %1, from %2 to %3</source>
        <extracomment>%1: number of rows; %2, %3: times</extracomment>
        <translation>行数：%1，从 %2 到 %3</translation>
    </message>
    <message>
        <source>Head: %1</source>
        <extracomment>%1: a hash</extracomment>
        <translation>链头：%1</translation>
    </message>
    <message>
        <source>Rows 1 to %1 were pruned on %2 by %3: the chain goes on from the hash that was recorded then.</source>
        <extracomment>%1: number of a row; %2: a time; %3: name of a person</extracomment>
        <translation>第 1 到 %1 行于 %2 由 %3 清理：链从当时记录的哈希继续。</translation>
    </message>
    <message numerus="yes">
        <source>and %n more finding(s)</source>
        <translation>
            <numerusform>以及另外 %n 处问题</numerusform>
        </translation>
    </message>
    <message>
        <source>Not here any more: history %1, which was kept in this file.</source>
        <extracomment>%1: name of a history</extracomment>
        <translation>已不存在：原保存在此文件中的历史记录 %1。</translation>
    </message>
</context>
<context>
    <name>Why</name>
    <message>
        <source>git&apos;s own directory</source>
        <extracomment>Why a change is risky, in conflict, cannot be applied or was left, and what runs it. Each is told alone or after a colon, as &quot;risky: build script&quot;. %1: a path, a name or an id; the last %: another of these, or what an error says</extracomment>
        <translation>Git 自己的目录</translation>
    </message>
    <message>
        <source>version control that can run hooks</source>
        <translation>可运行钩子的版本控制</translation>
    </message>
    <message>
        <source>git hooks</source>
        <translation>Git 钩子</translation>
    </message>
    <message>
        <source>can make its directory a git repository</source>
        <translation>可使其所在目录成为 Git 仓库</translation>
    </message>
    <message>
        <source>git attributes can run filters</source>
        <translation>Git 属性可运行过滤程序</translation>
    </message>
    <message>
        <source>git submodules</source>
        <translation>Git 子模块</translation>
    </message>
    <message>
        <source>git configuration</source>
        <translation>Git 配置</translation>
    </message>
    <message>
        <source>version control configuration</source>
        <translation>版本控制配置</translation>
    </message>
    <message>
        <source>named like a git hook</source>
        <translation>名称与 Git 钩子相同</translation>
    </message>
    <message>
        <source>editor configuration</source>
        <translation>编辑器配置</translation>
    </message>
    <message>
        <source>debugger configuration</source>
        <translation>调试器配置</translation>
    </message>
    <message>
        <source>agent configuration</source>
        <translation>代理配置</translation>
    </message>
    <message>
        <source>agent instructions</source>
        <translation>给代理的指示</translation>
    </message>
    <message>
        <source>restricts what later runs may do</source>
        <translation>限制以后的运行可以做什么</translation>
    </message>
    <message>
        <source>runs when you enter the directory</source>
        <translation>进入该目录时就会运行</translation>
    </message>
    <message>
        <source>chooses programs</source>
        <translation>决定使用哪些程序</translation>
    </message>
    <message>
        <source>shell start file</source>
        <translation>Shell 启动文件</translation>
    </message>
    <message>
        <source>environment file</source>
        <translation>环境变量文件</translation>
    </message>
    <message>
        <source>an interpreter runs it when started here</source>
        <translation>解释器在此启动时会运行它</translation>
    </message>
    <message>
        <source>runs with every Python</source>
        <translation>随每个 Python 一起运行</translation>
    </message>
    <message>
        <source>start file</source>
        <translation>启动文件</translation>
    </message>
    <message>
        <source>editors load it as code to check or format</source>
        <translation>编辑器在检查或格式化时会将其作为代码加载</translation>
    </message>
    <message>
        <source>continuous integration</source>
        <translation>持续集成</translation>
    </message>
    <message>
        <source>package manager configuration</source>
        <translation>包管理器配置</translation>
    </message>
    <message>
        <source>build configuration</source>
        <translation>构建配置</translation>
    </message>
    <message>
        <source>build script</source>
        <translation>构建脚本</translation>
    </message>
    <message>
        <source>build or start file</source>
        <translation>构建或启动文件</translation>
    </message>
    <message>
        <source>starts containers</source>
        <translation>会启动容器</translation>
    </message>
    <message>
        <source>Python runs it in place of the source</source>
        <translation>Python 会运行它而不是源代码</translation>
    </message>
    <message>
        <source>loaded as code, and no diff shows what is in it</source>
        <translation>会作为代码加载，而差异比较无法显示其中的内容</translation>
    </message>
    <message>
        <source>Emacs runs it in place of the source</source>
        <translation>Emacs 会运行它而不是源代码</translation>
    </message>
    <message>
        <source>zsh runs it in place of the source</source>
        <translation>zsh 会运行它而不是源代码</translation>
    </message>
    <message>
        <source>Erlang runs it in place of the source</source>
        <translation>Erlang 会运行它而不是源代码</translation>
    </message>
    <message>
        <source>a build takes it in place of the source</source>
        <translation>构建时会用它代替源代码</translation>
    </message>
    <message>
        <source>chooses the Python that runs here</source>
        <translation>决定此处运行哪个 Python</translation>
    </message>
    <message>
        <source>you source it to work in its environment</source>
        <translation>您会在 Shell 中载入它，以便在其环境中工作</translation>
    </message>
    <message>
        <source>when you run what uses it</source>
        <translation>当您运行使用它的程序时</translation>
    </message>
    <message>
        <source>when you run it</source>
        <translation>当您运行它时</translation>
    </message>
    <message>
        <source>when you start it on Windows</source>
        <translation>当您在 Windows 上启动它时</translation>
    </message>
    <message>
        <source>when you run the tests</source>
        <translation>当您运行测试时</translation>
    </message>
    <message>
        <source>when you build its image</source>
        <translation>当您构建其镜像时</translation>
    </message>
    <message>
        <source>when you plan or apply it</source>
        <translation>当您对其执行计划或应用时</translation>
    </message>
    <message>
        <source>lies at a path that was hidden from the run</source>
        <translation>位于对运行隐藏的路径</translation>
    </message>
    <message>
        <source>part of a directory that git takes for a repository, whose configuration can run programs</source>
        <translation>属于 Git 视为仓库的目录，其配置可运行程序</translation>
    </message>
    <message>
        <source>protected or hidden by the policy</source>
        <translation>被策略保护或隐藏</translation>
    </message>
    <message>
        <source>the project&apos;s link %1, a protected name, leads here</source>
        <translation>项目中的链接 %1 是受保护的名称，指向这里</translation>
    </message>
    <message>
        <source>a link that leaves the project</source>
        <translation>指向项目之外的链接</translation>
    </message>
    <message>
        <source>a program that can be started</source>
        <translation>可执行程序</translation>
    </message>
    <message>
        <source>a setuid or setgid bit, which is dropped</source>
        <translation>带有 setuid 或 setgid 位，该位会被去掉</translation>
    </message>
    <message>
        <source>more package files and lock files than are looked through: whether it runs something is not known</source>
        <translation>包文件和锁文件过多，未能全部检查：不清楚它是否会运行什么</translation>
    </message>
    <message>
        <source>package scripts or build settings</source>
        <translation>包脚本或构建设置</translation>
    </message>
    <message>
        <source>the lock file names a new host: %1</source>
        <translation>锁文件中出现新主机：%1</translation>
    </message>
    <message>
        <source>looks like it holds a secret: %1</source>
        <translation>看起来含有机密：%1</translation>
    </message>
    <message>
        <source>private key</source>
        <translation>私钥</translation>
    </message>
    <message>
        <source>AWS key</source>
        <translation>AWS 密钥</translation>
    </message>
    <message>
        <source>GitHub token</source>
        <translation>GitHub 令牌</translation>
    </message>
    <message>
        <source>GitLab token</source>
        <translation>GitLab 令牌</translation>
    </message>
    <message>
        <source>API key</source>
        <translation>API 密钥</translation>
    </message>
    <message>
        <source>payment key</source>
        <translation>支付密钥</translation>
    </message>
    <message>
        <source>Slack token</source>
        <translation>Slack 令牌</translation>
    </message>
    <message>
        <source>Google API key</source>
        <translation>Google API 密钥</translation>
    </message>
    <message>
        <source>npm token</source>
        <translation>npm 令牌</translation>
    </message>
    <message>
        <source>PyPI token</source>
        <translation>PyPI 令牌</translation>
    </message>
    <message>
        <source>a new git repository can configure programs to run</source>
        <translation>新的 Git 仓库可以配置要运行的程序</translation>
    </message>
    <message>
        <source>belongs to another worktree of the repository, or leads to this one</source>
        <translation>属于仓库的另一个工作树，或指向此工作树</translation>
    </message>
    <message>
        <source>git configuration or hooks can run programs</source>
        <translation>Git 的配置或钩子可运行程序</translation>
    </message>
    <message>
        <source>a link or another type where git keeps plain files</source>
        <translation>在 Git 存放普通文件的位置出现了链接或其他类型</translation>
    </message>
    <message>
        <source>a directory where git keeps a file</source>
        <translation>在 Git 存放文件的位置出现了目录</translation>
    </message>
    <message>
        <source>git would show another object wherever it reads the one that this replaces (git-replace(1))</source>
        <translation>凡是读取被它替换的对象之处，Git 都会显示另一个对象（git-replace(1)）</translation>
    </message>
    <message>
        <source>not the name or content of a git ref</source>
        <translation>不是 Git 引用的名称或内容</translation>
    </message>
    <message>
        <source>names a commit that is not there or cannot be read</source>
        <translation>指向不存在或无法读取的提交</translation>
    </message>
    <message>
        <source>says of %1 that it leads elsewhere than its tag does</source>
        <translation>称 %1 指向与其标签不同的位置</translation>
    </message>
    <message>
        <source>not a git object or pack of the content that its name says, or of a form that is not looked into: what is committed later under that name would be this</source>
        <translation>不是内容与名称相符的 Git 对象或包，或其格式无法查看：以后以该名称提交的内容将会是它</translation>
    </message>
    <message>
        <source>more git objects than are looked through: whether they are what their names say is not known</source>
        <translation>Git 对象过多，未能全部检查：不清楚它们是否与名称相符</translation>
    </message>
    <message>
        <source>may need git objects that are held back</source>
        <translation>可能需要被保留未应用的 Git 对象</translation>
    </message>
    <message>
        <source>of a branch that another worktree has checked out</source>
        <translation>属于另一个工作树已检出的分支</translation>
    </message>
    <message>
        <source>packed-refs, which is held back, says what becomes of it</source>
        <translation>它的去向由被保留未应用的 packed-refs 决定</translation>
    </message>
    <message>
        <source>without its index git takes every file for deleted</source>
        <translation>没有索引，Git 会把所有文件当作已删除</translation>
    </message>
    <message numerus="yes">
        <source>git would no longer look at %n file(s) (assume-unchanged, skip-worktree)</source>
        <translation>
            <numerusform>Git 将不再查看 %n 个文件（assume-unchanged、skip-worktree）</numerusform>
        </translation>
    </message>
    <message>
        <source>an index with caches that git believes unseen (git reset makes it again)</source>
        <translation>带有缓存的索引，Git 会不加检查地相信这些缓存（git reset 可重新生成）</translation>
    </message>
    <message>
        <source>the run removed the repository, or what it cannot be without</source>
        <translation>运行删除了仓库，或其不可缺少的部分</translation>
    </message>
    <message>
        <source>whether this commit of the submodule is in its repository cannot be told</source>
        <translation>无法判断子模块的此提交是否在其仓库中</translation>
    </message>
    <message>
        <source>the submodule&apos;s commit %1 is not in its repository here, %2 (what the run did there is held, too)</source>
        <translation>子模块的提交 %1 不在这里的仓库 %2 中（运行在那里所做的也被保留未应用）</translation>
    </message>
    <message>
        <source>deletes a file that was hidden from the run</source>
        <translation>删除了对运行隐藏的文件</translation>
    </message>
    <message>
        <source>its commits hold %1: %2</source>
        <translation>其提交含有 %1：%2</translation>
    </message>
    <message numerus="yes">
        <source>its commits hold %1: %2 (and %n more risky)</source>
        <translation>
            <numerusform>其提交含有 %1：%2（以及另外 %n 个有风险的文件）</numerusform>
        </translation>
    </message>
    <message>
        <source>its commits delete files that were hidden from the run: %1</source>
        <translation>其提交删除了对运行隐藏的文件：%1</translation>
    </message>
    <message numerus="yes">
        <source>its commits delete file(s) that were hidden from the run: %1 (and %n more of them)</source>
        <translation>
            <numerusform>其提交删除了对运行隐藏的文件：%1（以及另外 %n 个）</numerusform>
        </translation>
    </message>
    <message>
        <source>not all that its commits hold can be looked at (objects that are not here, damaged or of a form that git does not write, or more than are looked through): whether one of the files is risky is not known</source>
        <translation>其提交的内容无法全部查看（对象缺失、损坏、不是 Git 写入的格式，或数量过多）：不清楚其中是否有文件有风险</translation>
    </message>
    <message>
        <source>holds lines that git does not write, or more than are looked through</source>
        <translation>含有 Git 不会写入的行，或行数过多未能全部检查</translation>
    </message>
    <message>
        <source>names %1: %2</source>
        <translation>提到 %1：%2</translation>
    </message>
    <message>
        <source>has another %1 than its file: %2</source>
        <translation>其中的 %1 与其文件不同：%2</translation>
    </message>
    <message>
        <source>goes together with %1, which is risky</source>
        <translation>与有风险的 %1 属于一体</translation>
    </message>
    <message numerus="yes">
        <source>the index holds content of %n file(s) that is not shown here: %1 (the next &apos;git commit&apos; would take it)</source>
        <translation>
            <numerusform>索引含有 %n 个文件的内容，此处未显示：%1（下一次 git commit 会提交它）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the index stages %n file(s) that are risky or cannot be applied: %1</source>
        <translation>
            <numerusform>索引暂存了 %n 个有风险或无法应用的文件：%1</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>the index takes %n file(s) that were hidden from the run for deleted: %1</source>
        <translation>
            <numerusform>索引把 %n 个对运行隐藏的文件当作已删除：%1</numerusform>
        </translation>
    </message>
    <message>
        <source>the run staged %1, which is in conflict</source>
        <translation>运行暂存了处于冲突中的 %1</translation>
    </message>
    <message>
        <source>goes together with %1, which cannot be applied: else &apos;git status&apos; would show commits as undone</source>
        <translation>与无法应用的 %1 属于一体：否则 git status 会把提交显示为已撤销</translation>
    </message>
    <message>
        <source>goes together with %1, which is in conflict: else &apos;git status&apos; would show commits as undone</source>
        <translation>与处于冲突中的 %1 属于一体：否则 git status 会把提交显示为已撤销</translation>
    </message>
    <message>
        <source>goes together with %1, which is risky: else &apos;git status&apos; would show commits as undone</source>
        <translation>与有风险的 %1 属于一体：否则 git status 会把提交显示为已撤销</translation>
    </message>
    <message>
        <source>the run changed it while it was judged</source>
        <translation>在判断期间运行更改了它</translation>
    </message>
    <message>
        <source>the run changed it while it was judged: look again</source>
        <translation>在判断期间运行更改了它：请重新查看</translation>
    </message>
    <message>
        <source>cannot be read: %1</source>
        <translation>无法读取：%1</translation>
    </message>
    <message>
        <source>cannot be compared: %1</source>
        <translation>无法比较：%1</translation>
    </message>
    <message>
        <source>its path is too long</source>
        <translation>路径过长</translation>
    </message>
    <message>
        <source>a folder with a mark of its overlay that is not understood</source>
        <translation>文件夹带有无法理解的 overlay 标记</translation>
    </message>
    <message>
        <source>special files (devices, pipes, sockets) are never applied</source>
        <translation>特殊文件（设备、管道、套接字）从不应用</translation>
    </message>
    <message>
        <source>a file of more than 16 GiB is not read, and so never applied</source>
        <translation>超过 16 GiB 的文件不会读取，因此从不应用</translation>
    </message>
    <message>
        <source>another file system is mounted here in the project</source>
        <translation>项目中此处挂载了另一个文件系统</translation>
    </message>
    <message>
        <source>the project has a special file here</source>
        <translation>项目中此处是特殊文件</translation>
    </message>
    <message>
        <source>setuid and setgid bits are never applied</source>
        <translation>setuid 和 setgid 位从不应用</translation>
    </message>
    <message>
        <source>a hidden file is never replaced</source>
        <translation>隐藏的文件从不替换</translation>
    </message>
    <message>
        <source>a folder that holds hidden files is never replaced</source>
        <translation>含有隐藏文件的文件夹从不替换</translation>
    </message>
    <message>
        <source>it leads to git&apos;s own directory elsewhere, and stays as it is</source>
        <translation>它指向位于别处的 Git 自身目录，保持不变</translation>
    </message>
    <message>
        <source>%1 (git reset makes it again)</source>
        <translation>%1（git reset 可重新生成）</translation>
    </message>
    <message>
        <source>this path was hidden from the run: what the project has there stays</source>
        <translation>此路径对运行隐藏：项目中已有的内容保持不变</translation>
    </message>
    <message>
        <source>the folder holds files that were hidden from the run; they stay</source>
        <translation>该文件夹含有对运行隐藏的文件；它们保持不变</translation>
    </message>
    <message>
        <source>a folder above was moved or changed in the project since the run began</source>
        <translation>自运行开始以来，项目中的上级文件夹被移动或更改</translation>
    </message>
    <message>
        <source>it cannot be proved that the project&apos;s version is as when the run began</source>
        <translation>无法证明项目中的版本与运行开始时相同</translation>
    </message>
    <message>
        <source>changed in the project since the run began</source>
        <translation>自运行开始以来在项目中已更改</translation>
    </message>
    <message>
        <source>this branch or tag was packed in the project since the run began, at a commit that the run&apos;s does not follow</source>
        <translation>自运行开始以来，项目中的此引用已被打包，而运行的提交并非基于其所在的提交</translation>
    </message>
    <message>
        <source>it is part of git&apos;s own files</source>
        <translation>它属于 Git 自身文件</translation>
    </message>
    <message>
        <source>it is new</source>
        <translation>它是新的</translation>
    </message>
    <message>
        <source>it is deleted</source>
        <translation>它已删除</translation>
    </message>
    <message>
        <source>it has another name, and is otherwise the same</source>
        <translation>它只是改了名称，其余相同</translation>
    </message>
    <message>
        <source>it becomes something of another kind</source>
        <translation>它变成另一种类型</translation>
    </message>
    <message>
        <source>only its permissions change</source>
        <translation>只有权限改变</translation>
    </message>
    <message>
        <source>it is no file</source>
        <translation>它不是文件</translation>
    </message>
    <message>
        <source>it is larger than 1 MiB</source>
        <translation>它大于 1 MiB</translation>
    </message>
    <message>
        <source>risky: %1</source>
        <translation>有风险：%1</translation>
    </message>
    <message>
        <source>in conflict: %1</source>
        <translation>冲突：%1</translation>
    </message>
    <message>
        <source>the run does not change it any more</source>
        <translation>运行不再更改它</translation>
    </message>
    <message>
        <source>goes together with %1, which is held back</source>
        <translation>与被保留未应用的 %1 属于一体</translation>
    </message>
    <message>
        <source>its new name, %1, is held back</source>
        <translation>它的新名称 %1 被保留未应用</translation>
    </message>
    <message>
        <source>its new name, %1, is taken only in part</source>
        <translation>它的新名称 %1 只采用了一部分</translation>
    </message>
    <message>
        <source>what it held is now at %1, which is held back</source>
        <translation>它原来的内容现在位于被保留未应用的 %1</translation>
    </message>
    <message>
        <source>what it held is now at %1, which is taken only in part</source>
        <translation>它原来的内容现在位于只采用了一部分的 %1</translation>
    </message>
    <message>
        <source>%1 in it is held back</source>
        <translation>其中的 %1 被保留未应用</translation>
    </message>
    <message>
        <source>its folder, %1, is held back</source>
        <translation>它所在的文件夹 %1 被保留未应用</translation>
    </message>
    <message>
        <source>it was not reviewed: look again</source>
        <translation>尚未审阅：请重新查看</translation>
    </message>
    <message>
        <source>the run changed it after it was reviewed: look again</source>
        <translation>审阅之后运行又更改了它：请重新查看</translation>
    </message>
    <message>
        <source>goes together with HEAD, its branch and the index, and the run changed one of them after it was reviewed</source>
        <translation>与 HEAD、其分支及索引属于一体，而运行在审阅之后更改了其中之一</translation>
    </message>
    <message>
        <source>the run changed it after you looked: look again</source>
        <translation>您查看之后运行又更改了它：请重新查看</translation>
    </message>
    <message>
        <source>it is not what you looked at any more: look again</source>
        <translation>它已不是您查看过的内容：请重新查看</translation>
    </message>
    <message>
        <source>it has no places to choose from: %1</source>
        <translation>没有可供选择的更改块：%1</translation>
    </message>
    <message>
        <source>no place in it was chosen</source>
        <translation>未选择其中任何更改块</translation>
    </message>
    <message>
        <source>it was changed in the project meanwhile</source>
        <translation>其间它在项目中已更改</translation>
    </message>
    <message>
        <source>what it holds could not be written under its new name, so it stays</source>
        <translation>它的内容无法以新名称写入，因此保持不变</translation>
    </message>
    <message>
        <source>changed since it was applied</source>
        <translation>应用之后又有更改</translation>
    </message>
    <message>
        <source>the folder is not empty any more</source>
        <translation>文件夹已不再为空</translation>
    </message>
    <message>
        <source>what it held when the run began is not known: of this file neither git nor Leadglass noted it</source>
        <translation>运行开始时它的内容未知：Git 和 Leadglass 都没有记录此文件</translation>
    </message>
    <message numerus="yes">
        <source>what it held when the run began is not kept: only its size, %n byte(s), and its digest were noted</source>
        <translation>
            <numerusform>运行开始时它的内容未保留：只记录了大小（%n 字节）和摘要</numerusform>
        </translation>
    </message>
    <message>
        <source>what it held when the run began is known, but one of the three is no text, or larger than 1 MiB</source>
        <translation>运行开始时它的内容已知，但三个版本之一不是文本或大于 1 MiB</translation>
    </message>
    <message>
        <source>this machine was started again since the run began: times do not prove any more that the project&apos;s files are as they were</source>
        <translation>自运行开始以来本机重新启动过：无法再凭时间证明项目文件保持原样</translation>
    </message>
    <message>
        <source>the clock was set back since the run began</source>
        <translation>自运行开始以来时钟被调回过</translation>
    </message>
    <message numerus="yes">
        <source>not every new commit is shown: at most %n are, and none that cannot be read (missing, damaged, larger than 1 MiB, or after too much to read)</source>
        <translation>
            <numerusform>并未显示所有新提交：最多显示 %n 个，且不含无法读取的提交（缺失、损坏、大于 1 MiB，或排在过多内容之后）</numerusform>
        </translation>
    </message>
    <message>
        <source>looks like it holds a secret: %1, encoded</source>
        <translation>看起来含有机密：%1（已编码）</translation>
    </message>
    <message>
        <source>could not be looked through for secrets: %1</source>
        <translation>无法检查其中是否有机密：%1</translation>
    </message>
    <message>
        <source>holds a canary of this run</source>
        <translation>含有本次运行的诱饵</translation>
    </message>
    <message>
        <source>holds a canary of this run, encoded</source>
        <translation>含有本次运行的诱饵（已编码）</translation>
    </message>
    <message>
        <source>larger, or unpacks to more, than is looked through for secrets</source>
        <translation>文件本身或解包后超出密钥检查的大小范围</translation>
    </message>
</context>
<context>
    <name>WhyWords</name>
    <message>
        <source>The two are binary files, and differ.</source>
        <translation>两者是二进制文件，内容不同。</translation>
    </message>
    <message>
        <source>The two differ, and are too large to show.</source>
        <translation>两者不同，但太大，无法显示。</translation>
    </message>
    <message>
        <source>It cannot be shown: %1.</source>
        <extracomment>%1: why</extracomment>
        <translation>无法显示：%1。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ActivityPage</name>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message numerus="yes">
        <source>%n new event(s)</source>
        <comment>a button: shows them</comment>
        <translation>
            <numerusform>%n 个新事件</numerusform>
        </translation>
    </message>
    <message>
        <source>Search: words, host:example.org, verdict:deny, run:, agent:, kind:, after:today, before:</source>
        <extracomment>In the empty search line. Keep the words before the colons: they are what one writes.</extracomment>
        <translation>搜索：词语、host:example.org、verdict:deny、run:、agent:、kind:、after:today、before:</translation>
    </message>
    <message>
        <source>Search the history</source>
        <translation>搜索历史记录</translation>
    </message>
    <message>
        <source>All</source>
        <comment>a filter: all events</comment>
        <translation>全部</translation>
    </message>
    <message>
        <source>Blocked</source>
        <comment>a filter</comment>
        <translation>已阻止</translation>
    </message>
    <message>
        <source>Answers</source>
        <comment>a filter</comment>
        <translation>回答</translation>
    </message>
    <message>
        <source>Files</source>
        <comment>a filter: files that a run changed</comment>
        <translation>文件</translation>
    </message>
    <message>
        <source>This run</source>
        <comment>a filter: the run of the selected event, or the last one</comment>
        <translation>此运行</translation>
    </message>
    <message>
        <source>Events</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Reading the history …</source>
        <translation>正在读取历史记录…</translation>
    </message>
    <message>
        <source>The history cannot be read.</source>
        <translation>无法读取历史记录。</translation>
    </message>
    <message>
        <source>Nothing was recorded yet.
Start an agent, for example with: leadglass run -- claude
What it does, and what is blocked, is listed here.</source>
        <translation>尚无记录。
请启动一个智能体，例如：leadglass run -- claude
它的行为以及被阻止的操作会列在这里。</translation>
    </message>
    <message>
        <source>Searching …</source>
        <translation>正在搜索…</translation>
    </message>
    <message>
        <source>No event fits.
Take a word away, or press Esc in the search line to see all of them.</source>
        <translation>没有符合的事件。
请减少词语，或在搜索栏按 Esc 查看全部。</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s)</source>
        <translation>
            <numerusform>%Ln 个事件</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%Ln+ found</source>
        <comment>so many events were found until now</comment>
        <translation>
            <numerusform>已找到 %Ln+ 个</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, searched back to row %L2</source>
        <extracomment>%1: &quot;12+ found&quot;; %L2: number of a row</extracomment>
        <translation>%1，已搜索到第 %L2 行</translation>
    </message>
    <message numerus="yes">
        <source>%Ln found</source>
        <comment>so many events, and that is all</comment>
        <translation>
            <numerusform>找到 %Ln 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Export what is shown</source>
        <translation>导出所显示的内容</translation>
    </message>
    <message>
        <source>JSON lines, for programs (*.jsonl)</source>
        <translation>JSON 行，供程序使用 (*.jsonl)</translation>
    </message>
    <message>
        <source>CSV, for spreadsheets (*.csv)</source>
        <translation>CSV，供电子表格使用 (*.csv)</translation>
    </message>
    <message>
        <source>A page with the chain&apos;s head, to read (*.html)</source>
        <translation>含链头的可读页面 (*.html)</translation>
    </message>
    <message>
        <source>All times</source>
        <translation>所有时间</translation>
    </message>
    <message>
        <source>Export…</source>
        <translation>导出…</translation>
    </message>
</context>
<context>
    <name>leadglass::app::AlertBar</name>
    <message>
        <source>Show the rows</source>
        <translation>显示记录</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>已看过</translation>
    </message>
    <message>
        <source>Alert</source>
        <translation>警报</translation>
    </message>
    <message>
        <source>Puts this away. It stays in the history.</source>
        <translation>收起此项。历史中仍会保留。</translation>
    </message>
    <message>
        <source>Something that must not leave was seen, and not all of it was stopped</source>
        <translation>发现了不得外传的内容，且未全部拦下</translation>
    </message>
    <message>
        <source>Something that must not leave was seen, and was stopped</source>
        <translation>发现了不得外传的内容，并已拦下</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::AlertFeed</name>
    <message>
        <source>&apos;%1&apos; cannot be written: %2. What you have seen is shown again at the next start.</source>
        <extracomment>%1: a file; %2: why</extracomment>
        <translation>无法写入“%1”：%2。下次启动时会再次显示您看过的内容。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::AlertNotifier</name>
    <message>
        <source>Something that must not leave was stopped</source>
        <translation>已拦下不得外传的内容</translation>
    </message>
    <message>
        <source>Something that must not leave was seen</source>
        <translation>发现了不得外传的内容</translation>
    </message>
    <message numerus="yes">
        <source>and %n more</source>
        <comment>alerts</comment>
        <translation>
            <numerusform>另有 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>Show</source>
        <translation>显示</translation>
    </message>
</context>
<context>
    <name>leadglass::app::AnswersGroup</name>
    <message>
        <source>Answers by keyboard</source>
        <translation>用键盘回答</translation>
    </message>
    <message>
        <source>&amp;Deny once:</source>
        <translation>拒绝一次(&amp;D)：</translation>
    </message>
    <message>
        <source>A&amp;llow once:</source>
        <translation>允许一次(&amp;L)：</translation>
    </message>
    <message>
        <source>Allow waits for its &amp;chord, not for a time</source>
        <translation>“允许”等待其组合键，而不是等待时间(&amp;C)</translation>
    </message>
    <message>
        <source>The first press makes Allow available, the second one answers.</source>
        <translation>第一次按下使“允许”可用，第二次才作答。</translation>
    </message>
    <message>
        <source>Take a letter or F1 to F12 together with two of Ctrl, Shift, Alt and Meta: nothing that is typed into text may answer.</source>
        <translation>请用一个字母或 F1 至 F12，并加上 Ctrl、Shift、Alt、Meta 中的两个：输入文字时按到的键不得作答。</translation>
    </message>
    <message>
        <source>That is the chord of the other answer.</source>
        <translation>这是另一个回答的组合键。</translation>
    </message>
    <message>
        <source>That chord does something else in Leadglass.</source>
        <translation>此组合键在 Leadglass 中另有用途。</translation>
    </message>
    <message>
        <source>For those who read slowly, or have the screen read to them: Allow stays off until you press its keys. The first 0.8 seconds (2 where it looks dangerous) answer nothing in either case.</source>
        <translation>适合阅读较慢或使用屏幕阅读器的人：在您按下其组合键之前，“允许”一直不可用。无论哪种方式，最初的 0.8 秒（看起来危险时为 2 秒）都不会作答。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ApprovalCard</name>
    <message>
        <source>Program:</source>
        <extracomment>Which program asks, and who started it.</extracomment>
        <translation>程序：</translation>
    </message>
    <message>
        <source>Attempts:</source>
        <translation>尝试次数：</translation>
    </message>
    <message>
        <source>Answer for:</source>
        <extracomment>What an answer is about: only this host, or those like it.</extracomment>
        <translation>回答适用于：</translation>
    </message>
    <message>
        <source>Holds:</source>
        <extracomment>How long an answer holds.</extracomment>
        <translation>有效期：</translation>
    </message>
    <message>
        <source>Rule:</source>
        <extracomment>The line of a policy that the answer stands for.</extracomment>
        <translation>规则：</translation>
    </message>
    <message>
        <source>none is kept</source>
        <translation>不保留规则</translation>
    </message>
    <message>
        <source>this host and port</source>
        <translation>此主机和端口</translation>
    </message>
    <message>
        <source>nothing is known about it yet</source>
        <translation>目前尚无相关信息</translation>
    </message>
    <message>
        <source>Press again: %1</source>
        <extracomment>The second press of a button whose answer is wide. %1: &quot;Always allow in this project&quot;</extracomment>
        <translation>再按一次：%1</translation>
    </message>
    <message>
        <source>can be given</source>
        <translation>可以回答</translation>
    </message>
    <message>
        <source>can be given in a moment</source>
        <translation>稍后即可回答</translation>
    </message>
    <message>
        <source>press %1 first</source>
        <extracomment>Of the button Allow. %1: a chord, as Ctrl+Shift+Y</extracomment>
        <translation>请先按 %1</translation>
    </message>
    <message>
        <source>kept in the history with your answer</source>
        <translation>与您的答复一起保存在历史中</translation>
    </message>
    <message>
        <source>Note:</source>
        <extracomment>The person&apos;s own words, why it was answered so.</extracomment>
        <translation>备注：</translation>
    </message>
    <message>
        <source>Your last answers were nearly all Allow, given at once. If that is what you want, a rule asks less: answer for longer or for more hosts, or write it into your policy.</source>
        <translation>您最近的答复几乎都是立即允许。如果这正是您想要的，规则可以减少询问：为更长时间或更多主机作答，或写入您的策略。</translation>
    </message>
    <message>
        <source>The host, to allow it</source>
        <translation>要允许的主机</translation>
    </message>
    <message>
        <source>to allow this, type the host as it is shown above</source>
        <translation>要允许，请按上方所示输入主机</translation>
    </message>
    <message>
        <source>Request</source>
        <extracomment>Of the sentence that says who wants what, for a screen reader.</extracomment>
        <translation>请求</translation>
    </message>
    <message>
        <source>on this machine: %1</source>
        <extracomment>Which hosts a rule for a package registry means. %1: &quot;npm.example.org, pkg.example.org:8443/tls&quot;</extracomment>
        <translation>在本机上：%1</translation>
    </message>
    <message>
        <source>everything of the registry %1: %2</source>
        <extracomment>The widest answer: all hosts of a package registry. %1: its name, &quot;npm&quot;; %2: its hosts</extracomment>
        <translation>软件包源 %1 的全部主机：%2</translation>
    </message>
    <message>
        <source>Request:</source>
        <extracomment>What is asked about on a connection that is looked into: &quot;GET https://host/path&quot;.</extracomment>
        <translation>请求：</translation>
    </message>
    <message>
        <source>this signature</source>
        <extracomment>What an answer covers: all that goes to the host, or one method and path of it. The query is what follows &quot;?&quot; in an address.</extracomment>
        <translation>此签名</translation>
    </message>
    <message>
        <source>and for others: %1</source>
        <extracomment>Programs that ask for the same host as the first one. %1: their names, with commas between</extracomment>
        <translation>以及其他程序：%1</translation>
    </message>
    <message>
        <source>this request (beyond once: its method and path, with any query)</source>
        <translation>此请求（若不止一次：其方法和路径，查询参数不限）</translation>
    </message>
    <message>
        <source>this page, this time</source>
        <translation>此页面，仅这一次</translation>
    </message>
    <message>
        <source>this host key</source>
        <translation>此主机密钥</translation>
    </message>
    <message>
        <source>Why it asks:</source>
        <extracomment>Why a person is asked: &quot;no rule allows it (base.toml:44)&quot;.</extracomment>
        <translation>询问原因：</translation>
    </message>
    <message>
        <source>Profile:</source>
        <extracomment>The set of rules that the run goes by: &quot;claude&quot;.</extracomment>
        <translation>配置文件：</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ApprovalView</name>
    <message>
        <source>Questions that wait</source>
        <translation>等待中的问题</translation>
    </message>
    <message>
        <source>Previous question</source>
        <translation>上一个问题</translation>
    </message>
    <message>
        <source>Next question</source>
        <translation>下一个问题</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Place of a question in the queue: 1 of 5</extracomment>
        <translation>第 %1 个，共 %2 个</translation>
    </message>
    <message>
        <source>No question waits for an answer.</source>
        <translation>没有等待回答的问题。</translation>
    </message>
    <message>
        <source>When an agent wants to reach something that its policy does not name, it is asked here.</source>
        <translation>当智能体要访问策略中未列出的目标时，会在这里询问。</translation>
    </message>
    <message>
        <source>Back to the table</source>
        <translation>返回表格</translation>
    </message>
    <message>
        <source>No notices</source>
        <extracomment>A menu of the card: for how long there are no notices about this host.</extracomment>
        <translation>不再通知</translation>
    </message>
    <message>
        <source>Hold back notices about this host. It is asked and decided all the same, on the page Approvals.</source>
        <translation>不再显示有关此主机的通知。仍会在“审批”页面询问并决定。</translation>
    </message>
    <message>
        <source>for an hour</source>
        <translation>一小时内</translation>
    </message>
    <message>
        <source>in this run</source>
        <translation>在此次运行中</translation>
    </message>
    <message>
        <source>for a day</source>
        <translation>一天内</translation>
    </message>
    <message>
        <source>The screen is locked.</source>
        <translation>屏幕已锁定。</translation>
    </message>
    <message>
        <source>Nothing is shown or answered here until it is unlocked.</source>
        <translation>解锁之前，这里不显示也不回答任何请求。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ApprovalWindow</name>
    <message>
        <source>%1 (%2 of %3)</source>
        <extracomment>Title of the approval window. %1: &quot;A run asks&quot;; %2 of %3: place in the queue</extracomment>
        <translation>%1（第 %2 个，共 %3 个）</translation>
    </message>
    <message>
        <source>A run asks</source>
        <translation>有运行在询问</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ChangeDetail</name>
    <message>
        <source>Decide later</source>
        <translation>以后再决定</translation>
    </message>
    <message>
        <source>Take the run&apos;s version; yours is kept for undo</source>
        <translation>采用运行的版本；您的版本保留以便撤销</translation>
    </message>
    <message>
        <source>Keep yours; the run&apos;s version is settled</source>
        <translation>保留您的版本；运行的版本不再处理</translation>
    </message>
    <message>
        <source>It cannot be applied: %1.</source>
        <extracomment>%1: why a change can never be written to the project</extracomment>
        <translation>无法应用：%1。</translation>
    </message>
    <message>
        <source>You decided that your version stays.</source>
        <translation>您已决定保留自己的版本。</translation>
    </message>
    <message>
        <source>In conflict: %1.</source>
        <extracomment>%1: why the file in the project is not the one that the run began with</extracomment>
        <translation>冲突：%1。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ChangeModel</name>
    <message>
        <source>Apply</source>
        <extracomment>Heads of the columns of changed files, short: a tick means &quot;write this to the project&quot;, and &quot;I have looked at this&quot;.</extracomment>
        <translation>应用</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>已看</translation>
    </message>
    <message numerus="yes">
        <source>Deleted (%n)</source>
        <translation>
            <numerusform>已删除（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Cannot be applied (%n)</source>
        <translation>
            <numerusform>无法应用（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Commits (%n)</source>
        <translation>
            <numerusform>提交（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Branches and tags that move (%n)</source>
        <translation>
            <numerusform>移动的分支和标签（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Staged for a commit (%n)</source>
        <translation>
            <numerusform>已暂存待提交（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Settled: your version stays (%n)</source>
        <translation>
            <numerusform>已决定：保留您的版本（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In the project&apos;s folder (%n)</source>
        <translation>
            <numerusform>在项目文件夹中（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>(%n)</source>
        <extracomment>A folder, and how many changes are in it.</extracomment>
        <translation>
            <numerusform>（%n）</numerusform>
        </translation>
    </message>
    <message>
        <source>%1: the run&apos;s version</source>
        <translation>%1：运行的版本</translation>
    </message>
    <message>
        <source>%1: yours stays</source>
        <translation>%1：保留您的</translation>
    </message>
    <message>
        <source>%1: not decided</source>
        <translation>%1：未决定</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: path of a file; %2: why it is risky, or cannot be applied</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1: path of a file; %2: &quot;new&quot;, &quot;deleted&quot;, &quot;renamed&quot; or the like</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>已审阅</translation>
    </message>
    <message>
        <source>%1: the run&apos;s version in part</source>
        <extracomment>What will become of a file in conflict. %1: its path</extracomment>
        <translation>%1：部分采用运行的版本</translation>
    </message>
    <message>
        <source>%1 (in part)</source>
        <extracomment>%1: path of a file, of which only some places will be written to the project</extracomment>
        <translation>%1（部分）</translation>
    </message>
    <message numerus="yes">
        <source>Risky: tick one by one (%n)</source>
        <translation>
            <numerusform>有风险：逐个勾选（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>You changed these, too: choose (%n)</source>
        <translation>
            <numerusform>您也改过：请选择（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Python&apos;s byte code (%n)</source>
        <translation>
            <numerusform>Python 字节码（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Git&apos;s own files (%n)</source>
        <translation>
            <numerusform>Git 自己的文件（%n）</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>In the project already (%n)</source>
        <translation>
            <numerusform>已在项目中（%n）</numerusform>
        </translation>
    </message>
    <message>
        <source>Each of these could run something on your machine. They are ticked one by one, and by nothing else.</source>
        <translation>其中每一个都可能在您的机器上运行某些东西。只能逐个勾选。</translation>
    </message>
    <message>
        <source>You changed these since the run began. Choose a side for each: the run&apos;s version, or yours.</source>
        <translation>自运行开始以来您改过这些。请为每一个选择：运行的版本，或您的版本。</translation>
    </message>
    <message>
        <source>What Python leaves beside what it runs. It is not needed: Python makes it again.</source>
        <translation>Python 在其所运行内容旁留下的文件。不需要：Python 会重新生成。</translation>
    </message>
    <message>
        <source>What git keeps: commits, branches, the index. Without them the run&apos;s commits are not in the project.</source>
        <translation>git 保存的内容：提交、分支、索引。没有它们，运行的提交就不在项目中。</translation>
    </message>
    <message>
        <source>These cannot be written as they are; each says why.</source>
        <translation>这些无法照原样写入；每一个都说明了原因。</translation>
    </message>
    <message>
        <source>The run worked in the project itself. Undo takes this back.</source>
        <translation>该运行直接在项目中工作。撤销可以收回。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::DenyMenu</name>
    <message>
        <source>Other ways to deny</source>
        <translation>其他拒绝方式</translation>
    </message>
    <message>
        <source>Deny once and stop the run</source>
        <translation>拒绝一次并停止运行</translation>
    </message>
</context>
<context>
    <name>leadglass::app::Desk</name>
    <message>
        <source>Leadglass goes on in the background</source>
        <translation>Leadglass 在后台继续运行</translation>
    </message>
    <message>
        <source>It comes up when a run asks something.</source>
        <translation>当某次运行需要询问时，它会出现。</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
</context>
<context>
    <name>leadglass::app::DiffView</name>
    <message>
        <source>Differences</source>
        <translation>差异</translation>
    </message>
    <message>
        <source>Previous place (P)</source>
        <translation>上一处 (P)</translation>
    </message>
    <message>
        <source>Next place (N)</source>
        <translation>下一处 (N)</translation>
    </message>
    <message>
        <source>Side by side</source>
        <translation>并排显示</translation>
    </message>
    <message>
        <source>Show all the same</source>
        <translation>仍然显示</translation>
    </message>
    <message>
        <source>In the project now</source>
        <translation>项目中的现状</translation>
    </message>
    <message>
        <source>The run&apos;s version</source>
        <translation>运行的版本</translation>
    </message>
    <message>
        <source>%1
In the project now: %2
The run&apos;s version: %3</source>
        <extracomment>Of a file that is no text. %1: why there is no diff; %2 and %3: &quot;PNG, 640 x 480, 12 kB&quot; or a size</extracomment>
        <translation>%1
项目中的现状：%2
运行的版本：%3</translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>The content is the same; only permissions change.</source>
        <translation>内容相同；只有权限改变。</translation>
    </message>
    <message>
        <source>A folder has no text to show.</source>
        <translation>文件夹没有可显示的文本。</translation>
    </message>
    <message>
        <source>There is no difference in the text: both are empty, or the same.</source>
        <translation>文本没有差异：两者均为空或相同。</translation>
    </message>
    <message>
        <source>(only the beginning is shown)</source>
        <translation>（仅显示开头）</translation>
    </message>
    <message>
        <source>Only your version and the run&apos;s can be compared: %1.</source>
        <extracomment>%1: why what a file held when the run began cannot be shown</extracomment>
        <translation>只能比较您的版本与运行的版本：%1。</translation>
    </message>
    <message>
        <source>It is as it was when the run began.</source>
        <translation>与运行开始时相同。</translation>
    </message>
    <message>
        <source>When the run began</source>
        <translation>运行开始时</translation>
    </message>
    <message>
        <source>Take this place</source>
        <extracomment>A box: whether the place of the file at which the cursor is will be written to the project</extracomment>
        <translation>采用此处</translation>
    </message>
    <message>
        <source>Write this place of the file to the project (Space in the text)</source>
        <translation>将文件的此处写入项目（在文本中按空格键）</translation>
    </message>
    <message>
        <source>What is compared</source>
        <translation>比较的内容</translation>
    </message>
    <message>
        <source>Yours, and the run&apos;s</source>
        <extracomment>What is compared with what, of a file that a person and a run changed both; short</extracomment>
        <translation>您的与运行的版本</translation>
    </message>
    <message>
        <source>What you changed</source>
        <translation>您的更改</translation>
    </message>
    <message>
        <source>What the run changed</source>
        <translation>运行的更改</translation>
    </message>
    <message numerus="yes">
        <source>A long change: %Ln line(s), %1. Long changes can hide something: read it all, or do not apply it.</source>
        <extracomment>%1: size of the text</extracomment>
        <translation>
            <numerusform>较长的更改：%Ln 行，%1。较长的更改可能隐藏内容：请全部阅读，否则不要应用。</numerusform>
        </translation>
    </message>
    <message>
        <source>Lines: +%1  −%2</source>
        <extracomment>Lines of a diff. %1: how many were added; %2: how many were taken out</extracomment>
        <translation>行：+%1  −%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 of %Ln place(s) taken</source>
        <extracomment>%1: how many places of a file will be written to the project; %n: how many there are</extracomment>
        <translation>
            <numerusform>已采用 %1 处，共 %Ln 处</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::DoctorPage</name>
    <message>
        <source>ok</source>
        <comment>result of a check</comment>
        <translation>正常</translation>
    </message>
    <message>
        <source>weaker</source>
        <comment>result of a check</comment>
        <translation>较弱</translation>
    </message>
    <message>
        <source>missing</source>
        <comment>result of a check</comment>
        <translation>缺失</translation>
    </message>
    <message>
        <source>Not looked yet.</source>
        <translation>尚未检查。</translation>
    </message>
    <message>
        <source>Result</source>
        <translation>结果</translation>
    </message>
    <message>
        <source>Check</source>
        <translation>检查项</translation>
    </message>
    <message>
        <source>What was found, and what to do</source>
        <translation>检查结果与处理办法</translation>
    </message>
    <message>
        <source>Checks of this machine</source>
        <translation>本机检查</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>Copy the report</source>
        <translation>复制报告</translation>
    </message>
    <message>
        <source>Looking…</source>
        <translation>正在检查…</translation>
    </message>
    <message>
        <source>Everything that a run needs is here.</source>
        <translation>运行所需的一切均已具备。</translation>
    </message>
    <message>
        <source>Runs can start; something is weaker than it could be.</source>
        <translation>可以启动运行；但有些防护本可更强。</translation>
    </message>
    <message>
        <source>No run can start on this machine yet: see what is missing.</source>
        <translation>本机尚不能启动运行：请查看缺少什么。</translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>入门…</translation>
    </message>
</context>
<context>
    <name>leadglass::app::EditDialog</name>
    <message>
        <source>The addresses may be &amp;private ones</source>
        <translation>地址可以是私有地址(&amp;P)</translation>
    </message>
    <message>
        <source>Add to a policy</source>
        <translation>添加到策略</translation>
    </message>
    <message>
        <source>Change a line of a policy</source>
        <translation>更改策略中的一行</translation>
    </message>
    <message>
        <source>Remove a line of a policy</source>
        <translation>移除策略中的一行</translation>
    </message>
    <message>
        <source>File:</source>
        <translation>文件：</translation>
    </message>
    <message>
        <source>&amp;What:</source>
        <translation>内容(&amp;W)：</translation>
    </message>
    <message>
        <source>&amp;About:</source>
        <translation>对象(&amp;A)：</translation>
    </message>
    <message>
        <source>&amp;Value:</source>
        <translation>值(&amp;V)：</translation>
    </message>
    <message>
        <source>P&amp;orts:</source>
        <translation>端口(&amp;O)：</translation>
    </message>
    <message>
        <source>P&amp;rotocol:</source>
        <translation>协议(&amp;R)：</translation>
    </message>
    <message>
        <source>Wh&amp;y:</source>
        <translation>原因(&amp;Y)：</translation>
    </message>
    <message>
        <source>443</source>
        <translation>443</translation>
    </message>
    <message>
        <source>a comment behind the line; may be empty</source>
        <translation>行后的注释；可以为空</translation>
    </message>
    <message>
        <source>The lines that change</source>
        <translation>将更改的行</translation>
    </message>
    <message>
        <source>Remove it</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Write it</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>a host name</source>
        <translation>主机名</translation>
    </message>
    <message>
        <source>a range of addresses</source>
        <translation>地址范围</translation>
    </message>
    <message>
        <source>a registry of packages</source>
        <translation>软件包源</translation>
    </message>
    <message>
        <source>a port of this machine</source>
        <translation>本机端口</translation>
    </message>
    <message>
        <source>as the port says</source>
        <translation>由端口决定</translation>
    </message>
    <message>
        <source>Fill in a value: what would change is shown here.</source>
        <translation>请填写值：此处将显示会改变的内容。</translation>
    </message>
    <message>
        <source>Nothing would change, or a port is no number.</source>
        <translation>不会有任何改变，或端口不是数字。</translation>
    </message>
    <message>
        <source>What holds stays the same.</source>
        <translation>生效内容保持不变。</translation>
    </message>
    <message>
        <source>&amp;Methods:</source>
        <extracomment>Of an HTTP request: GET, POST</extracomment>
        <translation>方法(&amp;M)：</translation>
    </message>
    <message>
        <source>Pat&amp;hs:</source>
        <extracomment>Of an HTTP request: /v1/**</extracomment>
        <translation>路径(&amp;H)：</translation>
    </message>
    <message>
        <source>all; or GET, HEAD</source>
        <translation>全部；或 GET, HEAD</translation>
    </message>
    <message>
        <source>all; or /v1/**</source>
        <translation>全部；或 /v1/**</translation>
    </message>
    <message>
        <source>With methods or paths the host&apos;s connections are opened by the guard, with a certificate of the run&apos;s own, and each request is judged by itself.</source>
        <translation>设置了方法或路径后，到该主机的连接由守卫用本次运行自己的证书打开，每个请求单独判断。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::EditTab</name>
    <message>
        <source>Add…</source>
        <translation>添加…</translation>
    </message>
    <message>
        <source>Change…</source>
        <translation>更改…</translation>
    </message>
    <message>
        <source>Remove…</source>
        <translation>移除…</translation>
    </message>
    <message>
        <source>Make it your own</source>
        <translation>另存为自己的</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>File:</source>
        <translation>文件：</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Line</source>
        <translation>行</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Comment</source>
        <translation>注释</translation>
    </message>
    <message>
        <source>Lines of the file</source>
        <translation>文件中的行</translation>
    </message>
    <message>
        <source>No file yet.</source>
        <translation>尚无文件。</translation>
    </message>
    <message>
        <source>This one is built in and stays as it is. Make it your own: a profile of the same name that says what this one says, and what you add.</source>
        <translation>此文件为内置，保持不变。另存为自己的：同名配置，包含此文件的内容以及您添加的内容。</translation>
    </message>
    <message>
        <source>The project&apos;s own file. It can only tighten what your profile says. Runs that are live go by what they began with.</source>
        <translation>项目自己的文件。它只能收紧您的配置。正在进行的运行仍按其开始时的策略。</translation>
    </message>
    <message>
        <source>Comments, order and everything else of the file stay as they are. Runs that are live go by what they began with.</source>
        <translation>文件中的注释、顺序及其他内容保持原样。正在进行的运行仍按其开始时的策略。</translation>
    </message>
    <message>
        <source>Tighten this project</source>
        <translation>收紧此项目</translation>
    </message>
    <message>
        <source>Makes a file of the project&apos;s own, .leadglass.toml, which can only tighten what profiles say.</source>
        <translation>为项目创建自己的文件 .leadglass.toml，它只能收紧配置。</translation>
    </message>
    <message>
        <source>%1 (%2)</source>
        <extracomment>%1: a comment of the file; %2: what is said of the line</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>with conditions on single requests</source>
        <translation>带有针对单个请求的条件</translation>
    </message>
</context>
<context>
    <name>leadglass::app::EventDetails</name>
    <message>
        <source>Explain</source>
        <translation>解释</translation>
    </message>
    <message>
        <source>All of this run</source>
        <translation>此运行的全部</translation>
    </message>
    <message>
        <source>The selected event</source>
        <translation>所选事件</translation>
    </message>
    <message>
        <source>Select an event to read all of it.</source>
        <translation>选择一个事件以阅读全部内容。</translation>
    </message>
    <message>
        <source>What the policy says of it now, and the line that says so</source>
        <translation>策略现在对此的规定及其所在行</translation>
    </message>
    <message>
        <source>%1: </source>
        <extracomment>Name of a field and what follows it: &quot;Subject: example.org&quot;. %1: the name</extracomment>
        <translation>%1：</translation>
    </message>
    <message>
        <source>As the policy %1 in %2 is now</source>
        <extracomment>%1: name of a profile; %2: folder of a project. What the policy says follows.</extracomment>
        <translation>按 %2 中策略 %1 的现状</translation>
    </message>
    <message>
        <source>It cannot be explained</source>
        <translation>无法解释</translation>
    </message>
</context>
<context>
    <name>leadglass::app::EventModel</name>
    <message>
        <source>Row %1 is damaged or missing: verify the history</source>
        <extracomment>In place of a row. %1: its number</extracomment>
        <translation>第 %1 行已损坏或缺失：请验证历史记录</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>What</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>裁决</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
</context>
<context>
    <name>leadglass::app::FinishNotifier</name>
    <message>
        <source>%1 has ended</source>
        <extracomment>Summary of a notice. %1: profile of the agent</extracomment>
        <translation>%1 已结束</translation>
    </message>
    <message>
        <source>What it changed waits for your review.</source>
        <translation>它所做的更改正等待您审阅。</translation>
    </message>
    <message>
        <source>It left nothing to review.</source>
        <translation>没有需要审阅的内容。</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
</context>
<context>
    <name>leadglass::app::GrantsTab</name>
    <message>
        <source>its project is gone</source>
        <translation>其项目已不存在</translation>
    </message>
    <message>
        <source>unused</source>
        <translation>未使用</translation>
    </message>
    <message numerus="yes">
        <source>unused in %n day(s)</source>
        <translation>
            <numerusform>%n 天后视为未使用</numerusform>
        </translation>
    </message>
    <message>
        <source>in use</source>
        <translation>使用中</translation>
    </message>
    <message>
        <source>Only those that are unused</source>
        <translation>仅显示未使用的</translation>
    </message>
    <message>
        <source>Take back</source>
        <translation>撤回</translation>
    </message>
    <message>
        <source>Answer</source>
        <translation>回答</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>For</source>
        <translation>适用于</translation>
    </message>
    <message>
        <source>Where</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Made</source>
        <translation>创建</translation>
    </message>
    <message>
        <source>Kept answers</source>
        <translation>保留的回答</translation>
    </message>
    <message>
        <source>allow</source>
        <comment>a kept answer</comment>
        <translation>允许</translation>
    </message>
    <message>
        <source>deny</source>
        <comment>a kept answer</comment>
        <translation>拒绝</translation>
    </message>
    <message>
        <source>every project</source>
        <translation>所有项目</translation>
    </message>
    <message>
        <source>Made by: %1</source>
        <extracomment>%1: &quot;answer in run 7f3a&quot;</extracomment>
        <translation>来源：%1</translation>
    </message>
    <message>
        <source>No answer is kept. Those that you give for a project or for good appear here.</source>
        <translation>没有保留的回答。您为某个项目或永久给出的回答会显示在这里。</translation>
    </message>
    <message numerus="yes">
        <source>%n answer(s) kept.</source>
        <translation>
            <numerusform>保留了 %n 个回答。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them may go: unused for 30 days, or of a project that is gone.</source>
        <translation>
            <numerusform>其中 %n 个可以移除：30 天未使用，或其项目已不存在。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n will soon count as unused.</source>
        <translation>
            <numerusform>%n 个即将视为未使用。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::GroupCard</name>
    <message>
        <source>Hosts that are asked for</source>
        <translation>被请求的主机</translation>
    </message>
    <message>
        <source>Rule of this row:</source>
        <extracomment>The line of a policy that Allow would stand for, of the row of the table that is selected.</extracomment>
        <translation>此行的规则：</translation>
    </message>
    <message>
        <source>Show this row alone</source>
        <translation>单独显示此行</translation>
    </message>
    <message>
        <source>With every answer that can be given to it, longer and wider ones, too.</source>
        <translation>包括所有可能的答复，也包括更久和更广的答复。</translation>
    </message>
    <message numerus="yes">
        <source>One answer for %1 would decide %n of these: show a row of it alone to give it.</source>
        <extracomment>%1: a pattern of host names and a port, &quot;*.example.org:443&quot;, or &quot;registry:npm&quot;</extracomment>
        <translation>
            <numerusform>对 %1 的一次答复可决定其中 %n 个：单独显示其中一行即可作答。</numerusform>
        </translation>
    </message>
    <message>
        <source>This run has asked often, and no longer interrupts you. What it asks since then waits here.</source>
        <translation>此运行询问频繁，不再打断您。此后的询问在此等待。</translation>
    </message>
    <message>
        <source>Many hosts at once: tick what you know.</source>
        <translation>一次请求多个主机：勾选您认识的。</translation>
    </message>
    <message numerus="yes">
        <source>%1 in %2 wants to connect to %n host(s):</source>
        <extracomment>%1: the program that asks, for example &quot;npm&quot;; %2: the project&apos;s folder</extracomment>
        <translation>
            <numerusform>%2 中的 %1 想连接 %n 个主机：</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny all %n once</source>
        <translation>
            <numerusform>全部 %n 个拒绝一次</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Deny the other %n once</source>
        <translation>
            <numerusform>其余 %n 个拒绝一次</numerusform>
        </translation>
    </message>
    <message>
        <source>Allow what is ticked for this run</source>
        <translation>在此运行中允许勾选的</translation>
    </message>
    <message numerus="yes">
        <source>Allow the %n ticked for this run</source>
        <translation>
            <numerusform>在此运行中允许勾选的 %n 个</numerusform>
        </translation>
    </message>
    <message>
        <source>nothing is ticked</source>
        <translation>未勾选任何项</translation>
    </message>
    <message>
        <source>can be given</source>
        <translation>可以作答</translation>
    </message>
    <message>
        <source>can be given in a moment</source>
        <translation>稍后可以作答</translation>
    </message>
    <message>
        <source>Leadglass asks. %1 %2</source>
        <extracomment>Said by a screen reader. %1: &quot;Many hosts at once: tick what you know.&quot;; %2: &quot;claude in ~/src/shop wants to connect to 5 hosts:&quot;</extracomment>
        <translation>Leadglass 询问。%1 %2</translation>
    </message>
    <message>
        <source>Why it asks:</source>
        <extracomment>Why a person is asked: &quot;no rule allows it (base.toml:44)&quot;.</extracomment>
        <translation>询问原因：</translation>
    </message>
    <message>
        <source>More than one program</source>
        <translation>多个程序</translation>
    </message>
</context>
<context>
    <name>leadglass::app::GroupModel</name>
    <message>
        <source>not known yet</source>
        <translation>尚不清楚</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>Why a row of a burst is there. %1: the program that asks; %2: what is unusual about it</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>nothing is known about it yet</source>
        <translation>对此尚不清楚</translation>
    </message>
    <message>
        <source>Host and port</source>
        <translation>主机和端口</translation>
    </message>
    <message>
        <source>Risk</source>
        <translation>风险</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Attempts</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>%1 and others</source>
        <extracomment>Programs that ask for one host. %1: the first of them</extracomment>
        <translation>%1 和其他程序</translation>
    </message>
</context>
<context>
    <name>leadglass::app::HistoryGroup</name>
    <message numerus="yes">
        <source>%n row(s) of the history</source>
        <translation>
            <numerusform>%n 行历史记录</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 and what is left of %n finished run(s)</source>
        <extracomment>%1: &quot;3 rows of the history&quot;; %n: folders</extracomment>
        <translation>
            <numerusform>%1，以及 %n 个已结束运行的残留</numerusform>
        </translation>
    </message>
    <message>
        <source>History</source>
        <translation>历史记录</translation>
    </message>
    <message>
        <source>Older than</source>
        <translation>早于</translation>
    </message>
    <message numerus="yes">
        <source>older than %n day(s)</source>
        <translation>
            <numerusform>早于 %n 天</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Remove rows…</source>
        <translation>删除记录(&amp;R)…</translation>
    </message>
    <message>
        <source>Nothing is ever removed by itself. The chain stays provable: a row says what went, and when.</source>
        <translation>不会自动删除任何内容。链条仍可验证：会有一行说明何时删除了什么。</translation>
    </message>
    <message>
        <source>It will be kept in %1.</source>
        <extracomment>%1: a file; %2: &quot;12 MiB&quot;</extracomment>
        <translation>将保存在 %1。</translation>
    </message>
    <message>
        <source>Kept in %1 (%2).</source>
        <translation>保存在 %1（%2）。</translation>
    </message>
    <message>
        <source>There is nothing that old.</source>
        <translation>没有这么旧的内容。</translation>
    </message>
    <message>
        <source>Remove from the history</source>
        <translation>从历史记录中删除</translation>
    </message>
    <message>
        <source>%1 would be removed for good.</source>
        <extracomment>%1: &quot;3 rows of the history&quot;</extracomment>
        <translation>将永久删除%1。</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>删除</translation>
    </message>
    <message>
        <source>%1 were removed.</source>
        <extracomment>%1: &quot;3 rows of the history&quot;</extracomment>
        <translation>已删除%1。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::HistoryJobs</name>
    <message>
        <source>Progress</source>
        <translation>进度</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Going through the history …</source>
        <translation>正在检查历史记录…</translation>
    </message>
    <message>
        <source>Stopped. A check that was not finished says nothing.</source>
        <translation>已停止。未完成的检查不能说明任何问题。</translation>
    </message>
    <message>
        <source>Writing %1 …</source>
        <extracomment>%1: path of a file</extracomment>
        <translation>正在写入 %1…</translation>
    </message>
    <message numerus="yes">
        <source>%1 is written: %n event(s). Head of the history: row %2, %3</source>
        <extracomment>%1: path of a file; %2: number of a row; %3: a hash</extracomment>
        <translation>
            <numerusform>%1 已写入：%n 个事件。历史记录链头：第 %2 行，%3</numerusform>
        </translation>
    </message>
    <message>
        <source>Stopped. Nothing was written.</source>
        <translation>已停止。没有写入任何内容。</translation>
    </message>
    <message>
        <source>%1 is not written: %2</source>
        <extracomment>%1: path of a file; %2: the reason</extracomment>
        <translation>%1 未写入：%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 is written: the newest %n event(s) of those that fit; a page holds no more. JSON lines and CSV hold all.</source>
        <extracomment>%1: path of a file</extracomment>
        <translation>
            <numerusform>%1 已写入：符合条件的最新 %n 个事件；页面最多容纳这些。JSON 行和 CSV 可容纳全部。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::HomePage</name>
    <message>
        <source>New run…</source>
        <translation>新建运行…</translation>
    </message>
    <message>
        <source>See what is missing</source>
        <translation>查看缺少什么</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>No run is live.</source>
        <translation>没有正在进行的运行。</translation>
    </message>
    <message>
        <source>No run can start on this machine yet.</source>
        <translation>本机尚不能启动运行。</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait(s) for you.</source>
        <translation>
            <numerusform>%n 个请求正在等待您。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) at work, and nothing waits for you.</source>
        <translation>
            <numerusform>%n 个运行正在进行，没有等待您处理的请求。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Answer %n request(s)</source>
        <translation>
            <numerusform>回答 %n 个请求</numerusform>
        </translation>
    </message>
    <message>
        <source>First steps…</source>
        <translation>入门…</translation>
    </message>
    <message>
        <source>None is live, and none waits for you. What an agent does in a run is seen, decided and kept here; your files change when you say so.</source>
        <translation>没有正在进行或等待您处理的运行。智能体在运行中的行为都会在此显示、裁决并保存；只有您同意，文件才会更改。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::KeepRule</name>
    <message>
        <source>An address, or a host of this machine, cannot be allowed for good.</source>
        <translation>地址或本机主机不能永久允许。</translation>
    </message>
    <message>
        <source>Allows %1 in %2 for %3, in every run from now on.</source>
        <extracomment>%1: a rule as a policy has it; %2: the project&apos;s folder; %3: profile of the agent</extracomment>
        <translation>从现在起，在 %2 中为 %3 的每次运行允许 %1。</translation>
    </message>
    <message>
        <source>Press again: keep this rule</source>
        <extracomment>The second press of a button that keeps a rule.</extracomment>
        <translation>再按一次：保留此规则</translation>
    </message>
</context>
<context>
    <name>leadglass::app::LaunchDialog</name>
    <message>
        <source>New run</source>
        <translation>新建运行</translation>
    </message>
    <message>
        <source>&amp;Agent or command:</source>
        <translation>智能体或命令(&amp;A)：</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>项目文件夹</translation>
    </message>
    <message>
        <source>&amp;Folder:</source>
        <translation>文件夹(&amp;F)：</translation>
    </message>
    <message>
        <source>&amp;Profile:</source>
        <translation>配置(&amp;P)：</translation>
    </message>
    <message>
        <source>as the command says</source>
        <translation>由命令决定</translation>
    </message>
    <message>
        <source>&amp;Works on:</source>
        <translation>工作于(&amp;W)：</translation>
    </message>
    <message>
        <source>as the policy says</source>
        <translation>由策略决定</translation>
    </message>
    <message>
        <source>a layer above the folder</source>
        <translation>文件夹之上的一层</translation>
    </message>
    <message>
        <source>a copy of the folder</source>
        <translation>文件夹的副本</translation>
    </message>
    <message>
        <source>the folder itself</source>
        <translation>文件夹本身</translation>
    </message>
    <message>
        <source>the folder, reading only</source>
        <translation>文件夹（只读）</translation>
    </message>
    <message>
        <source>an empty folder</source>
        <translation>空文件夹</translation>
    </message>
    <message>
        <source>&amp;Ends after:</source>
        <translation>结束于(&amp;E)：</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>&amp;Terminal:</source>
        <translation>终端(&amp;T)：</translation>
    </message>
    <message>
        <source>Environment:</source>
        <translation>环境：</translation>
    </message>
    <message>
        <source>Start</source>
        <translation>开始</translation>
    </message>
    <message>
        <source>Which agent or command?</source>
        <translation>要运行哪个智能体或命令？</translation>
    </message>
    <message>
        <source>There is no such folder.</source>
        <translation>没有这个文件夹。</translation>
    </message>
    <message>
        <source>that of the desktop; %1</source>
        <extracomment>Which environment variables a run is started with. %1: why not those of the shell</extracomment>
        <translation>桌面的环境；%1</translation>
    </message>
    <message>
        <source>your login shell is being asked</source>
        <translation>正在询问您的登录 shell</translation>
    </message>
    <message>
        <source>%1 could not be started.</source>
        <extracomment>%1: a terminal program</extracomment>
        <translation>无法启动 %1。</translation>
    </message>
    <message>
        <source>in this window</source>
        <translation>在此窗口中</translation>
    </message>
    <message>
        <source>the project</source>
        <translation>项目</translation>
    </message>
    <message>
        <source>Which folder? The agent works on that project.</source>
        <translation>哪个文件夹？智能体将在该项目上工作。</translation>
    </message>
    <message>
        <source>Your home directory, or what it lies in, cannot be the project: choose a folder of yours.</source>
        <translation>您的主目录或其上级目录不能作为项目：请选择您自己的一个文件夹。</translation>
    </message>
    <message>
        <source>that of the desktop; from your login shell %1</source>
        <extracomment>Which environment variables a run is started with. %1: their names</extracomment>
        <translation>桌面的环境；来自登录 shell 的有 %1</translation>
    </message>
</context>
<context>
    <name>leadglass::app::LifetimeBox</name>
    <message>
        <source>How long the answer holds</source>
        <translation>此答复的有效时间</translation>
    </message>
    <message>
        <source>Minutes</source>
        <translation>分钟</translation>
    </message>
    <message>
        <source> min</source>
        <extracomment>Behind a number that is typed.</extracomment>
        <translation> 分钟</translation>
    </message>
    <message>
        <source>for so many minutes:</source>
        <comment>how long an answer holds; a number follows</comment>
        <translation>以下分钟数：</translation>
    </message>
    <message>
        <source>Until about %1, or the run&apos;s end before that. What is open by then stays open.</source>
        <extracomment>%1: a time of day, or a date and a time</extracomment>
        <translation>大约到 %1，或运行在此之前结束。届时已打开的连接保持打开。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::LimitGauges</name>
    <message>
        <source>nearly used up</source>
        <translation>即将用尽</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: what a limit would be of; %2: &quot;3 (no limit)&quot;</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>Without a limit: %1</source>
        <extracomment>What a run has no limit of. %1: a list</extracomment>
        <translation>无限制：%1</translation>
    </message>
</context>
<context>
    <name>leadglass::app::LinesTab</name>
    <message>
        <source>Open the file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>Filter: a host, a path, a file, a word</source>
        <translation>筛选：主机、路径、文件或词语</translation>
    </message>
    <message>
        <source>Filter the lines</source>
        <translation>筛选各行</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Value</source>
        <translation>值</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>Place</source>
        <translation>位置</translation>
    </message>
    <message>
        <source>Lines that hold</source>
        <translation>生效的行</translation>
    </message>
    <message>
        <source>Nothing that is added elsewhere loosens it: locked by %1.</source>
        <extracomment>%1: who says a line of the policy</extracomment>
        <translation>其他地方添加的内容都无法放宽它：由%1锁定。</translation>
    </message>
    <message>
        <source>%1, line %2</source>
        <extracomment>%1: a file; %2: a number</extracomment>
        <translation>%1，第 %2 行</translation>
    </message>
    <message numerus="yes">
        <source>%n line(s) hold</source>
        <translation>
            <numerusform>%n 行生效</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%n of them locked.</source>
        <translation>
            <numerusform>其中 %n 行已锁定。</numerusform>
        </translation>
    </message>
    <message>
        <source>No run starts with this policy: %1</source>
        <translation>使用此策略无法启动运行：%1</translation>
    </message>
    <message>
        <source>Select a line to see where it stands.</source>
        <translation>选择一行以查看其所在位置。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::MainWindow</name>
    <message>
        <source>Pages</source>
        <translation>页面</translation>
    </message>
    <message>
        <source>Approvals</source>
        <extracomment>A page of the navigation, and how many questions wait there.</extracomment>
        <translation>审批</translation>
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
        <translation>审批 (%1)</translation>
    </message>
    <message>
        <source>Home</source>
        <translation>首页</translation>
    </message>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Doctor</source>
        <translation>诊断</translation>
    </message>
    <message>
        <source>No terminal program could be started: install one, for example xterm.</source>
        <translation>无法启动终端程序：请安装一个，例如 xterm。</translation>
    </message>
    <message>
        <source>Review</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
    </message>
    <message>
        <source>Terminals</source>
        <translation>终端</translation>
    </message>
    <message>
        <source>Policy</source>
        <translation>策略</translation>
    </message>
    <message>
        <source>Settings</source>
        <translation>设置</translation>
    </message>
    <message>
        <source>Terminals (%1)</source>
        <translation>终端 (%1)</translation>
    </message>
    <message>
        <source>%1 in %2</source>
        <extracomment>Title of a terminal. %1: a program; %2: a folder</extracomment>
        <translation>%2 中的 %1</translation>
    </message>
    <message>
        <source>Quit Leadglass</source>
        <translation>退出 Leadglass</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are at work. Quit?</source>
        <translation>
            <numerusform>有 %n 个运行正在工作。要退出吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>They go on, guarded as before. What they ask comes up in their terminals then, or is refused when nobody answers.</source>
        <translation>它们会继续运行，并像之前一样受到防护。之后它们的请求会出现在各自的终端里，无人回答则被拒绝。</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait for an answer.</source>
        <translation>
            <numerusform>有 %n 个请求正在等待回答。</numerusform>
        </translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
    </message>
    <message>
        <source>Stay</source>
        <translation>留下</translation>
    </message>
    <message>
        <source>Secrets</source>
        <extracomment>A page of the navigation: credentials that agents use without having them.</extracomment>
        <translation>机密</translation>
    </message>
</context>
<context>
    <name>leadglass::app::MissedPanel</name>
    <message>
        <source>Allow in this project…</source>
        <translation>在此项目中允许…</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>再次运行…</translation>
    </message>
    <message>
        <source>Show the rule…</source>
        <translation>显示规则…</translation>
    </message>
    <message>
        <source>Host and port</source>
        <translation>主机和端口</translation>
    </message>
    <message>
        <source>Tries</source>
        <translation>尝试次数</translation>
    </message>
    <message>
        <source>Last</source>
        <translation>最近</translation>
    </message>
    <message>
        <source>Why it was refused</source>
        <translation>拒绝原因</translation>
    </message>
    <message>
        <source>Requests that nobody answered</source>
        <translation>无人答复的请求</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>已看过</translation>
    </message>
    <message>
        <source>Puts this away. It stays in the history.</source>
        <translation>收起此项。历史中仍会保留。</translation>
    </message>
    <message>
        <source>Not now</source>
        <translation>暂不</translation>
    </message>
    <message numerus="yes">
        <source>One rule would have avoided %n of them.</source>
        <translation>
            <numerusform>一条规则可以免去其中 %n 次。</numerusform>
        </translation>
    </message>
    <message>
        <source>allowed from now on</source>
        <translation>从现在起允许</translation>
    </message>
    <message>
        <source>not answered in time</source>
        <translation>未及时答复</translation>
    </message>
    <message>
        <source>nobody was there to answer</source>
        <translation>无人在场答复</translation>
    </message>
    <message numerus="yes">
        <source>Nobody answered %n request(s), so they were refused. The agent was told that a later try may pass.</source>
        <translation>
            <numerusform>%n 个请求无人答复，因此被拒绝。已告知代理稍后重试可能通过。</numerusform>
        </translation>
    </message>
    <message>
        <source>a run in %1, profile %2</source>
        <extracomment>A run. %1: the project&apos;s folder; %2: profile of the agent</extracomment>
        <translation>%1 中的一次运行，配置文件 %2</translation>
    </message>
    <message numerus="yes">
        <source>The last run, %1, asked %n question(s).</source>
        <extracomment>After a run. %1: &quot;claude in ~/src/shop&quot;</extracomment>
        <translation>
            <numerusform>上一次运行（%1）提出了 %n 个问题。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>One rule would have avoided all %n.</source>
        <translation>
            <numerusform>一条规则就能避免全部 %n 个。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::NoticesGroup</name>
    <message>
        <source>Notices</source>
        <translation>通知</translation>
    </message>
    <message>
        <source>When a run &amp;needs you</source>
        <translation>当运行需要您时(&amp;N)</translation>
    </message>
    <message>
        <source>once more after</source>
        <translation>再次提醒：</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟后</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Remind after %n minute(s)</source>
        <extracomment>For a screen reader.</extracomment>
        <translation>
            <numerusform>%n 分钟后提醒</numerusform>
        </translation>
    </message>
    <message>
        <source>When a run has &amp;ended</source>
        <translation>当运行结束时(&amp;E)</translation>
    </message>
    <message>
        <source>Name the &amp;host in notices</source>
        <translation>在通知中显示主机名(&amp;H)</translation>
    </message>
</context>
<context>
    <name>leadglass::app::Notifier</name>
    <message>
        <source>%1 asks</source>
        <extracomment>Summary of a notice. %1: profile of the agent</extracomment>
        <translation>%1 询问</translation>
    </message>
    <message numerus="yes">
        <source>and %n more request(s)</source>
        <translation>
            <numerusform>以及另外 %n 个请求</numerusform>
        </translation>
    </message>
    <message>
        <source>Refused for now; your answer counts for the next try.</source>
        <translation>暂时已拒绝；您的回答将用于下一次尝试。</translation>
    </message>
    <message>
        <source>Review</source>
        <extracomment>Actions of a notice.</extracomment>
        <translation>查看</translation>
    </message>
    <message>
        <source>Deny once</source>
        <translation>拒绝一次</translation>
    </message>
    <message>
        <source>A request waits for your answer.</source>
        <translation>有一个请求正在等待您回答。</translation>
    </message>
    <message>
        <source>Silent for 1 h</source>
        <extracomment>Action of a notice: no more of them about this host for an hour.</extracomment>
        <translation>静默 1 小时</translation>
    </message>
    <message>
        <source>%1 asks often</source>
        <extracomment>Summary of a notice. %1: profile of the agent</extracomment>
        <translation>%1 频繁询问</translation>
    </message>
    <message>
        <source>It no longer interrupts you. What it asks waits on the page, and is refused when nobody answers.</source>
        <translation>不再打断您。它的询问在页面上等待，无人答复时将被拒绝。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::PasteDialog</name>
    <message>
        <source>Do &amp;not ask about several lines again in this terminal</source>
        <translation>在此终端中粘贴多行时不再询问(&amp;N)</translation>
    </message>
    <message>
        <source>Paste</source>
        <translation>粘贴</translation>
    </message>
    <message>
        <source>Each line may be done at once, without Return.</source>
        <translation>每一行都可能立即执行，无需按回车键。</translation>
    </message>
    <message numerus="yes">
        <source>%n character(s) that cannot be seen were taken out.</source>
        <translation>
            <numerusform>已去除 %n 个不可见字符。</numerusform>
        </translation>
    </message>
    <message>
        <source>What is pasted</source>
        <translation>要粘贴的内容</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Paste this into the terminal?</source>
        <translation>要将其粘贴到终端吗？</translation>
    </message>
</context>
<context>
    <name>leadglass::app::PolicyPage</name>
    <message>
        <source>no project</source>
        <translation>无项目</translation>
    </message>
    <message>
        <source>&amp;Profile:</source>
        <translation>配置(&amp;P)：</translation>
    </message>
    <message>
        <source>Pro&amp;ject:</source>
        <translation>项目(&amp;J)：</translation>
    </message>
    <message>
        <source>Choose…</source>
        <translation>选择…</translation>
    </message>
    <message>
        <source>Folder of the project</source>
        <translation>项目文件夹</translation>
    </message>
    <message>
        <source>What holds</source>
        <translation>生效内容</translation>
    </message>
    <message>
        <source>Edit</source>
        <comment>a page: the files of a policy, to change</comment>
        <translation>编辑</translation>
    </message>
    <message>
        <source>What would happen</source>
        <translation>会发生什么</translation>
    </message>
    <message>
        <source>Kept answers</source>
        <translation>保留的回答</translation>
    </message>
    <message>
        <source>Reach</source>
        <comment>a page: how far a run reaches</comment>
        <translation>可及范围</translation>
    </message>
    <message>
        <source>Give the whole path of the project&apos;s folder.</source>
        <translation>请给出项目文件夹的完整路径。</translation>
    </message>
    <message>
        <source>The desktop has no program for %1.</source>
        <extracomment>%1: a file</extracomment>
        <translation>桌面没有可打开 %1 的程序。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ProcessModel</name>
    <message>
        <source>(%1)</source>
        <extracomment>A process that has no command any more. %1: its name</extracomment>
        <translation>（%1）</translation>
    </message>
    <message>
        <source>Process</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>CPU time</source>
        <extracomment>Processor time. Short.</extracomment>
        <translation>CPU 时间</translation>
    </message>
    <message>
        <source>Memory</source>
        <translation>内存</translation>
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
        <translation>%1（暂时已拒绝）
%2</translation>
    </message>
    <message numerus="yes">
        <source>%1 and %n other(s)</source>
        <extracomment>An entry of the queue that stands for a burst of requests. %1: the first host and port</extracomment>
        <translation>
            <numerusform>%1 和另外 %n 个</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::QuietGroup</name>
    <message>
        <source>Times without questions</source>
        <translation>无询问时段</translation>
    </message>
    <message>
        <source>Ask aga&amp;in</source>
        <translation>恢复询问(&amp;I)</translation>
    </message>
    <message numerus="yes">
        <source>Refuse unasked for %n minute(s)</source>
        <translation>
            <numerusform>%n 分钟内不询问直接拒绝</numerusform>
        </translation>
    </message>
    <message>
        <source>What is asked is refused unasked until %1.</source>
        <extracomment>%1: a time of day</extracomment>
        <translation>在 %1 之前，请求会不经询问直接拒绝。</translation>
    </message>
    <message>
        <source>What is asked meanwhile is refused at once, and stands in the history. The menu of the tray icon has this, too.</source>
        <translation>这段时间内的请求会立即被拒绝，并记录在历史中。托盘图标的菜单里也有此功能。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ReachTab</name>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Said by</source>
        <translation>来源</translation>
    </message>
    <message>
        <source>What a run could do</source>
        <translation>运行可以做什么</translation>
    </message>
    <message>
        <source>%1 (not on this machine)</source>
        <extracomment>%1: a path or device that a policy names and this machine does not have</extracomment>
        <translation>%1（本机没有）</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: &quot;Hosts&quot;; %2: how many</extracomment>
        <translation>%1：%2</translation>
    </message>
    <message>
        <source>It writes in your project at once.</source>
        <translation>它会立即写入您的项目。</translation>
    </message>
    <message>
        <source>It writes nothing of yours.</source>
        <translation>它不会写入您的任何文件。</translation>
    </message>
    <message>
        <source>It sees nothing of your project.</source>
        <translation>它看不到您的项目。</translation>
    </message>
    <message>
        <source>It writes nothing of yours until you apply it.</source>
        <translation>在您应用之前，它不会写入您的任何文件。</translation>
    </message>
    <message>
        <source>It has no key of your environment.</source>
        <translation>它没有您环境中的密钥。</translation>
    </message>
    <message numerus="yes">
        <source>It has %n key(s) of your environment.</source>
        <translation>
            <numerusform>它有您环境中的 %n 个密钥。</numerusform>
        </translation>
    </message>
    <message>
        <source>It connects to nothing by itself.</source>
        <translation>它不会自行连接任何地方。</translation>
    </message>
    <message numerus="yes">
        <source>It connects to %n place(s) without asking.</source>
        <translation>
            <numerusform>它无需询问即可连接 %n 处。</numerusform>
        </translation>
    </message>
    <message>
        <source>It writes at most %1.</source>
        <extracomment>%1: &quot;10 GiB&quot;</extracomment>
        <translation>它最多写入 %1。</translation>
    </message>
    <message>
        <source>What it could write</source>
        <translation>可以写入</translation>
    </message>
    <message>
        <source>What it could read</source>
        <translation>可以读取</translation>
    </message>
    <message>
        <source>Where it could connect</source>
        <translation>可以连接</translation>
    </message>
    <message numerus="yes">
        <source>It can use %n credential(s) that it never has.</source>
        <translation>
            <numerusform>它可以使用 %n 个它从不持有的凭据。</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::Rehearsal</name>
    <message>
        <source>The run asked nothing.</source>
        <translation>该运行没有提出任何请求。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ReviewPage</name>
    <message>
        <source>Nothing waits for a review.
Start an agent with “leadglass run -- COMMAND” in a project: what it changes waits here until you apply or discard it.</source>
        <translation>没有等待审阅的内容。
请在项目中用“leadglass run -- 命令”启动智能体：它的更改会在此等待，直到您应用或丢弃。</translation>
    </message>
    <message>
        <source>Reading what the run changed…</source>
        <translation>正在读取运行的更改…</translation>
    </message>
    <message>
        <source>Nothing is left to apply. What was applied can still be taken back.</source>
        <translation>没有剩余可应用的更改。已应用的仍可撤回。</translation>
    </message>
    <message>
        <source>This run changed nothing that could be applied.</source>
        <translation>此运行没有可应用的更改。</translation>
    </message>
    <message>
        <source>This run deleted most of the project.
No deletion is ticked. If you did not ask for that, discard the run.</source>
        <translation>此运行删除了项目的大部分内容。
没有勾选任何删除。如果这不是您要求的，请丢弃此运行。</translation>
    </message>
    <message numerus="yes">
        <source>Apply %n change(s)</source>
        <translation>
            <numerusform>应用 %n 项更改</numerusform>
        </translation>
    </message>
    <message>
        <source>Reading…</source>
        <translation>正在读取…</translation>
    </message>
    <message>
        <source>Applying…</source>
        <translation>正在应用…</translation>
    </message>
    <message>
        <source>Taking back…</source>
        <translation>正在撤回…</translation>
    </message>
    <message>
        <source>What it changed cannot be read; all of it is lost.</source>
        <translation>无法读取它的更改；将全部丢失。</translation>
    </message>
    <message numerus="yes">
        <source>Lost for good: %n change(s) that you did not apply.</source>
        <translation>
            <numerusform>将永久丢失：%n 项您未应用的更改。</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>Among them %n commit(s).</source>
        <translation>
            <numerusform>其中包括 %n 个提交。</numerusform>
        </translation>
    </message>
    <message>
        <source>What was applied stays in the project, and cannot be taken back any more.</source>
        <translation>已应用的内容保留在项目中，且无法再撤回。</translation>
    </message>
    <message>
        <source>Nothing of it waits.</source>
        <translation>没有等待处理的内容。</translation>
    </message>
    <message>
        <source>Discard a run</source>
        <translation>丢弃运行</translation>
    </message>
    <message>
        <source>Discard this run?</source>
        <translation>丢弃此运行？</translation>
    </message>
    <message>
        <source>Discard it</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Discarding…</source>
        <translation>正在丢弃…</translation>
    </message>
    <message>
        <source>The run is discarded.</source>
        <translation>运行已丢弃。</translation>
    </message>
    <message>
        <source>Stopping…</source>
        <translation>正在停止…</translation>
    </message>
    <message>
        <source>The run was told to stop, and has not ended yet.</source>
        <translation>已要求运行停止，但它尚未结束。</translation>
    </message>
    <message>
        <source>The run is stopped.</source>
        <translation>运行已停止。</translation>
    </message>
    <message>
        <source>Run</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>Look again</source>
        <translation>重新检查</translation>
    </message>
    <message>
        <source>What was done</source>
        <translation>执行结果</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Changes</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Show the list all the same</source>
        <translation>仍然显示列表</translation>
    </message>
    <message>
        <source>Apply although the machine stopped before all files were safe: I looked at what is there</source>
        <translation>虽然机器在所有文件安全写入前停止，仍然应用：我已查看现有内容</translation>
    </message>
    <message>
        <source>Tick all that is not risky</source>
        <translation>勾选所有无风险的更改</translation>
    </message>
    <message>
        <source>Tick none</source>
        <translation>全部取消勾选</translation>
    </message>
    <message>
        <source>Stop the run</source>
        <translation>停止运行</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>Undo the last apply</source>
        <translation>撤销上次应用</translation>
    </message>
    <message>
        <source>Choose a file on the left: J and K go through all of them, Space ticks; in the text N and P go from place to place, and Space takes or leaves one.</source>
        <translation>在左侧选择文件：J 和 K 逐个浏览，空格键勾选；在文本中 N 和 P 逐处移动，空格键采用或不采用该处。</translation>
    </message>
    <message>
        <source>Nothing that this run changed was applied, or all of it was taken back.</source>
        <translation>此运行的更改均未应用，或已全部撤回。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::RunActs</name>
    <message>
        <source>It cannot be brought back. The history keeps what it did.</source>
        <translation>无法恢复。历史记录会保留它的行为。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>It is being ended; what does not end within 5 seconds is killed.</source>
        <translation>正在结束；5 秒内未结束的将被强制终止。</translation>
    </message>
    <message>
        <source>Discard</source>
        <translation>丢弃</translation>
    </message>
    <message>
        <source>Throw away what this run changed and was not applied?</source>
        <translation>丢弃此次运行中尚未应用的更改？</translation>
    </message>
    <message>
        <source>It is being thrown away.</source>
        <translation>正在丢弃。</translation>
    </message>
    <message>
        <source>Stop and discard</source>
        <translation>停止并丢弃</translation>
    </message>
    <message>
        <source>End this run, and throw away what it changed and was not applied?</source>
        <translation>结束此运行，并丢弃其更改中未应用的部分？</translation>
    </message>
    <message>
        <source>It is being ended and thrown away.</source>
        <translation>正在结束并丢弃。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::RunPage</name>
    <message>
        <source>All runs</source>
        <extracomment>Leaves the page of one run.</extracomment>
        <translation>所有运行</translation>
    </message>
    <message>
        <source>Answer its questions</source>
        <translation>回答它的问题</translation>
    </message>
    <message>
        <source>Review its changes</source>
        <translation>审阅它的更改</translation>
    </message>
    <message>
        <source>What it did</source>
        <translation>它做了什么</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Stop and discard…</source>
        <translation>停止并丢弃…</translation>
    </message>
    <message>
        <source>Processes</source>
        <translation>进程</translation>
    </message>
    <message>
        <source>Limits</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>裁决</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>事件</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>Host</source>
        <extracomment>Of connections to a host: how many were let through, blocked, asked about, are open; bytes sent and received.</extracomment>
        <translation>主机</translation>
    </message>
    <message>
        <source>Allowed</source>
        <translation>已允许</translation>
    </message>
    <message>
        <source>Blocked</source>
        <translation>已阻止</translation>
    </message>
    <message>
        <source>Asked</source>
        <translation>已询问</translation>
    </message>
    <message>
        <source>Open</source>
        <translation>打开</translation>
    </message>
    <message>
        <source>Sent</source>
        <translation>已发送</translation>
    </message>
    <message>
        <source>Received</source>
        <translation>已接收</translation>
    </message>
    <message>
        <source>File</source>
        <translation>文件</translation>
    </message>
    <message>
        <source>Change</source>
        <translation>更改</translation>
    </message>
    <message>
        <source>Size</source>
        <translation>大小</translation>
    </message>
    <message>
        <source>Decisions</source>
        <translation>决定</translation>
    </message>
    <message>
        <source>Hosts</source>
        <translation>主机</translation>
    </message>
    <message>
        <source>Files changed so far</source>
        <translation>目前更改的文件</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>It has ended and changed nothing; what it did is in the history.</source>
        <translation>它已结束且未更改任何内容；其行为记录在历史中。</translation>
    </message>
    <message>
        <source>%1 · %2 so far · profile %3, workspace %4 · run %5</source>
        <extracomment>State of a live run. %1: &quot;at work&quot;; %2: for how long (&quot;3 min 05 s&quot;); %3: profile; %4: mode of the workspace; %5: id of the run</extracomment>
        <translation>%1 · 已 %2 · 配置 %3，工作区 %4 · 运行 %5</translation>
    </message>
    <message>
        <source>Ended %1, %2</source>
        <translation>结束于 %1，%2</translation>
    </message>
    <message>
        <source>%1 · %2 · profile %3, workspace %4 · run %5</source>
        <extracomment>State of a run that has ended. %1: &quot;applied&quot;; %2: &quot;Ended today, 14:03, with status 1&quot;, or nothing; %3: profile; %4: mode of the workspace; %5: id of the run</extracomment>
        <translation>%1 · %2 · 配置 %3，工作区 %4 · 运行 %5</translation>
    </message>
    <message>
        <source>no end was noted</source>
        <translation>未记录结束</translation>
    </message>
    <message numerus="yes">
        <source>%n process(es)</source>
        <translation>
            <numerusform>%n 个进程</numerusform>
        </translation>
    </message>
    <message>
        <source>%1, %2 of processor time</source>
        <extracomment>%1: &quot;3 processes&quot;; %2: processor time of all of them</extracomment>
        <translation>%1，%2 处理器时间</translation>
    </message>
    <message numerus="yes">
        <source>%1; the newest %n are not shown</source>
        <extracomment>%1: what was said before; %n: how many</extracomment>
        <translation>
            <numerusform>%1；最新的 %n 个未显示</numerusform>
        </translation>
    </message>
    <message numerus="yes">
        <source>%1 (%n not reached)</source>
        <extracomment>A host in a list. %1: its name; %n: how many connections were allowed and could not be made</extracomment>
        <translation>
            <numerusform>%1（%n 次未连通）</numerusform>
        </translation>
    </message>
    <message>
        <source>Decisions: %L1 allowed, %L2 blocked, %L3 asked</source>
        <extracomment>A tab. %L1, %L2, %L3: how often</extracomment>
        <translation>决定：%L1 已允许，%L2 已阻止，%L3 已询问</translation>
    </message>
    <message>
        <source>Hosts: more than %L1</source>
        <extracomment>A tab. %L1: how many</extracomment>
        <translation>主机：超过 %L1</translation>
    </message>
    <message>
        <source>Hosts: %L1</source>
        <translation>主机：%L1</translation>
    </message>
    <message>
        <source>The run has ended: Review lists all that it changed.</source>
        <translation>运行已结束：“查看”列出其全部更改。</translation>
    </message>
    <message>
        <source>Nothing that this run writes stays.</source>
        <translation>此运行写入的内容不会保留。</translation>
    </message>
    <message>
        <source>No file was changed yet.</source>
        <translation>尚未更改任何文件。</translation>
    </message>
    <message>
        <source>There is too much to look through while it is at work: Review lists it.</source>
        <translation>内容过多，无法在其工作时查看：“查看”会列出。</translation>
    </message>
    <message>
        <source>There is too much to look through while it is at work: these are some of those changed last.</source>
        <translation>内容过多，无法在其工作时查看：这些是最近更改的一部分。</translation>
    </message>
    <message numerus="yes">
        <source>The last %n changed, of all.</source>
        <translation>
            <numerusform>全部之中最近更改的 %n 个。</numerusform>
        </translation>
    </message>
    <message>
        <source>Files</source>
        <extracomment>A tab. %L1: how many</extracomment>
        <translation>文件</translation>
    </message>
    <message>
        <source>Files changed so far: %L1</source>
        <translation>目前更改的文件：%L1</translation>
    </message>
    <message>
        <source>Files changed so far: more than %L1</source>
        <translation>目前更改的文件：超过 %L1</translation>
    </message>
    <message>
        <source>The run works in the project itself: what it writes is there at once, and what you change meanwhile is listed with it.</source>
        <translation>运行直接在项目中工作：它写入的内容立即生效，您在此期间的更改也会一并列出。</translation>
    </message>
    <message>
        <source>%1 %2</source>
        <extracomment>Two sentences, one after the other</extracomment>
        <translation>%1%2</translation>
    </message>
</context>
<context>
    <name>leadglass::app::RunsPage</name>
    <message>
        <source>Runs</source>
        <translation>运行</translation>
    </message>
    <message>
        <source>State:</source>
        <translation>状态：</translation>
    </message>
    <message>
        <source>Command:</source>
        <translation>命令：</translation>
    </message>
    <message>
        <source>Works on:</source>
        <extracomment>Of a run: its folder, and how it works on it.</extracomment>
        <translation>工作于：</translation>
    </message>
    <message>
        <source>Started:</source>
        <translation>开始：</translation>
    </message>
    <message>
        <source>Ended:</source>
        <translation>结束：</translation>
    </message>
    <message>
        <source>Answer its questions</source>
        <translation>回答它的问题</translation>
    </message>
    <message>
        <source>Review its changes</source>
        <translation>审阅它的更改</translation>
    </message>
    <message>
        <source>What it did</source>
        <translation>它做了什么</translation>
    </message>
    <message>
        <source>Run again…</source>
        <translation>再次运行…</translation>
    </message>
    <message>
        <source>Open a terminal there</source>
        <translation>在那里打开终端</translation>
    </message>
    <message>
        <source>Stop</source>
        <translation>停止</translation>
    </message>
    <message>
        <source>Discard…</source>
        <translation>丢弃…</translation>
    </message>
    <message>
        <source>New run…</source>
        <translation>新建运行…</translation>
    </message>
    <message>
        <source>No run is live, and none waits for you.</source>
        <translation>没有正在进行或等待您处理的运行。</translation>
    </message>
    <message>
        <source>Start an agent here, or in a terminal with “leadglass run”. Both appear on this page.</source>
        <translation>可以在此启动智能体，或在终端中使用“leadglass run”。两者都会显示在此页面。</translation>
    </message>
    <message>
        <source>%1 (%2, profile %3)</source>
        <extracomment>%1: a folder; %2: mode of the workspace (&quot;copy&quot;); %3: profile</extracomment>
        <translation>%1（%2，配置 %3）</translation>
    </message>
    <message>
        <source>%1, as run %2</source>
        <extracomment>%1: when; %2: id of the run</extracomment>
        <translation>%1，运行 %2</translation>
    </message>
    <message>
        <source>not yet</source>
        <extracomment>%1: when; %2: how</extracomment>
        <translation>尚未</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <translation>%1，%2</translation>
    </message>
    <message>
        <source>See its changes</source>
        <translation>查看它的更改</translation>
    </message>
    <message>
        <source>Look into it</source>
        <extracomment>Shows one run in full.</extracomment>
        <translation>查看</translation>
    </message>
    <message>
        <source>Stop and discard…</source>
        <translation>停止并丢弃…</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SavedMenu</name>
    <message>
        <source>Saved searches</source>
        <extracomment>A button with the searches that the person saved.</extracomment>
        <translation>已保存的搜索</translation>
    </message>
    <message>
        <source>Save this search…</source>
        <translation>保存此搜索…</translation>
    </message>
    <message>
        <source>Remove</source>
        <translation>移除</translation>
    </message>
    <message>
        <source>Save this search</source>
        <translation>保存此搜索</translation>
    </message>
    <message>
        <source>Its name (one that is there already is replaced):</source>
        <translation>名称（同名的将被替换）：</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SecretEdit</name>
    <message>
        <source>type or paste it: it is not shown</source>
        <translation>键入或粘贴：不会显示</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>&amp;Clear</source>
        <translation>清除(&amp;C)</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SecretsPage</name>
    <message>
        <source>Agents use these without having them: a run gets a placeholder, and the value is put in on its way to the hosts that a policy names.</source>
        <translation>代理可以使用它们，却不持有它们：运行得到占位符，真正的值只在发往策略指定的主机途中填入。</translation>
    </message>
    <message>
        <source>No credential is kept</source>
        <translation>未保存任何凭据</translation>
    </message>
    <message>
        <source>Keep the key of your agent&apos;s provider here, and take it out of your environment: runs work as before, and the agent cannot give away what it never had.</source>
        <translation>请将代理所用服务的密钥保存在此，并从环境变量中移除：运行照常，而代理无法泄露它从未持有的东西。</translation>
    </message>
    <message>
        <source>Keep one…</source>
        <translation>保存一个…</translation>
    </message>
    <message>
        <source>&amp;Keep one…</source>
        <translation>保存一个(&amp;K)…</translation>
    </message>
    <message>
        <source>New &amp;value…</source>
        <translation>新的值(&amp;V)…</translation>
    </message>
    <message>
        <source>&amp;Test</source>
        <translation>测试(&amp;T)</translation>
    </message>
    <message>
        <source>&amp;Remove…</source>
        <translation>移除(&amp;R)…</translation>
    </message>
    <message>
        <source>Name</source>
        <extracomment>Columns: name of a credential, where it lies, where policies let it go, when it was last used, whether it can be used.</extracomment>
        <translation>名称</translation>
    </message>
    <message>
        <source>Kept in</source>
        <translation>保存于</translation>
    </message>
    <message>
        <source>Goes to</source>
        <translation>去往</translation>
    </message>
    <message>
        <source>Last used</source>
        <translation>上次使用</translation>
    </message>
    <message>
        <source>State</source>
        <translation>状态</translation>
    </message>
    <message>
        <source>Credentials</source>
        <translation>凭据</translation>
    </message>
    <message>
        <source>nowhere</source>
        <translation>无</translation>
    </message>
    <message>
        <source>Kept: %1. Runs that start from now on use it where their policy names it.</source>
        <translation>已保存：%1。此后启动的运行会在策略指定之处使用它。</translation>
    </message>
    <message>
        <source>Reading %1… A keyring that is locked asks you for its password.</source>
        <translation>正在读取 %1…已锁定的密钥环会要求您输入密码。</translation>
    </message>
    <message>
        <source>Remove a credential</source>
        <translation>移除凭据</translation>
    </message>
    <message>
        <source>Remove %1 from %2?</source>
        <translation>要将 %1 从%2中移除吗？</translation>
    </message>
    <message>
        <source>No policy names it.</source>
        <translation>没有策略提及它。</translation>
    </message>
    <message>
        <source>Runs then have nothing to put in for:
%1</source>
        <translation>移除后，运行在以下位置将无值可填：
%1</translation>
    </message>
    <message>
        <source>The value cannot be brought back. Runs that are live keep it until they end.</source>
        <translation>该值无法恢复。正在进行的运行会保留它直到结束。</translation>
    </message>
    <message>
        <source>R&amp;emove</source>
        <translation>移除(&amp;E)</translation>
    </message>
    <message>
        <source>&amp;Stay</source>
        <translation>保留(&amp;S)</translation>
    </message>
    <message>
        <source>Removed: %1.</source>
        <translation>已移除：%1。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SetSecretDialog</name>
    <message>
        <source>Keep a credential</source>
        <translation>保存凭据</translation>
    </message>
    <message>
        <source>A new value for a credential</source>
        <translation>凭据的新值</translation>
    </message>
    <message>
        <source>That is longer than 16 KiB, or no memory is left that is never written to a disk. It was not taken.</source>
        <translation>内容超过 16 KiB，或已没有绝不会写入磁盘的内存。未予采用。</translation>
    </message>
    <message>
        <source>&amp;Name:</source>
        <translation>名称(&amp;N)：</translation>
    </message>
    <message>
        <source>&amp;Kept in:</source>
        <extracomment>Where a credential lies.</extracomment>
        <translation>保存于(&amp;K)：</translation>
    </message>
    <message>
        <source>&amp;Value:</source>
        <translation>值(&amp;V)：</translation>
    </message>
    <message>
        <source>as policies call it, for example anthropic</source>
        <translation>策略中的名称，例如 anthropic</translation>
    </message>
    <message>
        <source>K&amp;eep it</source>
        <translation>保存(&amp;E)</translation>
    </message>
    <message>
        <source>The agent never gets this value. A run has a placeholder in its place, which is worth nothing elsewhere; on its way to the hosts that a policy names, and to no other, the value is put in.</source>
        <translation>代理永远不会得到此值。运行中只有一个占位符，在别处毫无价值；只有在发往策略指定的主机途中，才会填入真正的值。</translation>
    </message>
    <message>
        <source>In the keyring it is as safe as your password. A file lies in your configuration, not encrypted, readable by you alone: for machines without a keyring. No run sees either.</source>
        <translation>在密钥环中，它与您的密码一样安全。文件位于您的配置目录中，未加密，仅您本人可读：适用于没有密钥环的计算机。任何运行都看不到二者。</translation>
    </message>
    <message>
        <source>Keeping it… A keyring that is locked asks you for its password.</source>
        <translation>正在保存…已锁定的密钥环会要求您输入密码。</translation>
    </message>
    <message>
        <source>%1
Nothing was kept. Type the value once more to try again.</source>
        <extracomment>%1: what went wrong</extracomment>
        <translation>%1
未保存任何内容。请重新键入该值再试。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::Settings</name>
    <message>
        <source>“%1” cannot be moved aside, so nothing is written.</source>
        <translation>无法将“%1”移开，因此不会写入任何内容。</translation>
    </message>
    <message>
        <source>“%1” cannot be written: %2</source>
        <translation>无法写入“%1”：%2</translation>
    </message>
    <message>
        <source>The app&apos;s settings in “%1” cannot be read: %2. The usual ones hold; the file is kept under another name as soon as something is set.</source>
        <extracomment>%1: a file; %2: why</extracomment>
        <translation>无法读取“%1”中的应用设置：%2。现使用默认设置；一旦更改设置，该文件将以另一个名称保留。</translation>
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
        <translation>您的 shell 未在 5 秒内响应</translation>
    </message>
    <message>
        <source>your shell prints without end when it starts</source>
        <translation>您的 shell 启动时无休止地输出</translation>
    </message>
    <message>
        <source>your shell cannot be started</source>
        <translation>无法启动您的 shell</translation>
    </message>
    <message>
        <source>your shell ended without an answer</source>
        <translation>您的 shell 未响应就结束了</translation>
    </message>
    <message>
        <source>there is no shell of yours</source>
        <translation>您没有可用的 shell</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SilencesGroup</name>
    <message>
        <source>in run %1</source>
        <extracomment>How long notices are held back. %1: id of a run</extracomment>
        <translation>在运行 %1 中</translation>
    </message>
    <message>
        <source>until %1</source>
        <extracomment>How long notices are held back. %1: date and time</extracomment>
        <translation>直到 %1</translation>
    </message>
    <message>
        <source>Hosts without notices</source>
        <translation>不通知的主机</translation>
    </message>
    <message>
        <source>None. “No notices” on a request adds one; it holds back the notice, never the decision.</source>
        <translation>无。在请求上选择“不再通知”即可添加；只是不再通知，决定不受影响。</translation>
    </message>
    <message>
        <source>Notify a&amp;gain</source>
        <translation>恢复通知(&amp;G)</translation>
    </message>
    <message>
        <source>Notify again about &amp;all</source>
        <translation>恢复全部通知(&amp;A)</translation>
    </message>
    <message>
        <source>%1, %2</source>
        <extracomment>An entry of the list of hosts without notices. %1: host and port; %2: &quot;until 14:03&quot; or &quot;in run 01k1...&quot;</extracomment>
        <translation>%1，%2</translation>
    </message>
</context>
<context>
    <name>leadglass::app::SimulateTab</name>
    <message>
        <source>Ask the policy</source>
        <translation>询问策略</translation>
    </message>
    <message>
        <source>Open the file</source>
        <translation>打开文件</translation>
    </message>
    <message>
        <source>a connection to</source>
        <translation>连接到</translation>
    </message>
    <message>
        <source>a connection to this machine&apos;s port</source>
        <translation>连接到本机端口</translation>
    </message>
    <message>
        <source>reading</source>
        <translation>读取</translation>
    </message>
    <message>
        <source>writing</source>
        <translation>写入</translation>
    </message>
    <message>
        <source>the limit</source>
        <translation>限制</translation>
    </message>
    <message>
        <source>the device</source>
        <translation>设备</translation>
    </message>
    <message>
        <source>What would happen to</source>
        <translation>会发生什么</translation>
    </message>
    <message>
        <source>Host, port, path, limit or device</source>
        <translation>主机、端口、路径、限制或设备</translation>
    </message>
    <message>
        <source>What would happen to …? Nothing is tried: the policy chosen above is asked.</source>
        <translation>会发生什么？不会实际尝试：仅询问上面选择的策略。</translation>
    </message>
    <message>
        <source>A limit</source>
        <comment>what the policy says of it</comment>
        <translation>限制</translation>
    </message>
    <message>
        <source>Allowed</source>
        <comment>what the policy says of it</comment>
        <translation>已允许</translation>
    </message>
    <message>
        <source>Not as yours</source>
        <comment>a file: what the policy says of it</comment>
        <translation>并非您的那份</translation>
    </message>
    <message>
        <source>You are asked</source>
        <comment>what the policy says of it</comment>
        <translation>会询问您</translation>
    </message>
    <message>
        <source>Refused</source>
        <comment>what the policy says of it</comment>
        <translation>已拒绝</translation>
    </message>
    <message>
        <source>%1: %2</source>
        <extracomment>%1: &quot;Allowed&quot;, &quot;Refused&quot;; %2: what was asked about</extracomment>
        <translation>%1：%2</translation>
    </message>
</context>
<context>
    <name>leadglass::app::StartGroup</name>
    <message>
        <source>Start</source>
        <translation>启动</translation>
    </message>
    <message>
        <source>Start at login, without a &amp;window</source>
        <translation>登录时启动，不显示窗口(&amp;W)</translation>
    </message>
    <message>
        <source>Lang&amp;uage:</source>
        <translation>语言(&amp;U)：</translation>
    </message>
    <message>
        <source>that of the desktop</source>
        <translation>与桌面相同</translation>
    </message>
    <message>
        <source>From the next start on.</source>
        <translation>下次启动后生效。</translation>
    </message>
    <message>
        <source>&amp;Terminal program:</source>
        <translation>终端程序(&amp;T)：</translation>
    </message>
    <message>
        <source>in this window</source>
        <translation>在此窗口中</translation>
    </message>
    <message>
        <source>Show the &amp;first steps…</source>
        <translation>显示入门步骤(&amp;F)…</translation>
    </message>
    <message>
        <source>%1 (not found)</source>
        <extracomment>%1: a terminal program</extracomment>
        <translation>%1（未找到）</translation>
    </message>
    <message>
        <source>“%1” was not written by Leadglass and is left as it is.</source>
        <extracomment>%1: a file</extracomment>
        <translation>“%1”不是由 Leadglass 写入的，保持原样。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::TerminalTab</name>
    <message>
        <source>Run &amp;again</source>
        <translation>再次运行(&amp;A)</translation>
    </message>
    <message>
        <source>Terminal: %1</source>
        <translation>终端：%1</translation>
    </message>
    <message>
        <source>State of the run</source>
        <translation>运行的状态</translation>
    </message>
    <message>
        <source>It does not read what is typed: 8 MiB wait for it, and no more is taken.</source>
        <translation>程序没有读取输入：已有 8 MiB 在等待，不再接受更多输入。</translation>
    </message>
    <message>
        <source>%1. Closing this terminal ends it.</source>
        <extracomment>%1: &quot;claude in ~/src/shop&quot;</extracomment>
        <translation>%1。关闭此终端会结束该运行。</translation>
    </message>
    <message>
        <source>It could not be started: %1.</source>
        <extracomment>%1: why, in the words of the system</extracomment>
        <translation>无法启动：%1。</translation>
    </message>
    <message>
        <source>It was ended by signal %1 (%2).</source>
        <extracomment>%1: a number; %2: its name in the words of the system</extracomment>
        <translation>被信号 %1 结束 (%2)。</translation>
    </message>
    <message>
        <source>It has ended.</source>
        <translation>已结束。</translation>
    </message>
    <message>
        <source>A limit ended it.</source>
        <translation>因达到限制而结束。</translation>
    </message>
    <message>
        <source>Leadglass could not do what was asked; the last lines above say why.</source>
        <translation>Leadglass 无法完成所要求的操作；上方最后几行说明了原因。</translation>
    </message>
    <message>
        <source>The command cannot be executed.</source>
        <translation>该命令无法执行。</translation>
    </message>
    <message>
        <source>There is no such command.</source>
        <translation>没有这个命令。</translation>
    </message>
    <message>
        <source>It has ended with status %1.</source>
        <translation>已结束，状态为 %1。</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>Re&amp;view its changes</source>
        <translation>查看其更改(&amp;V)</translation>
    </message>
</context>
<context>
    <name>leadglass::app::TerminalView</name>
    <message>
        <source>That is too much to paste: at most 4 million characters.</source>
        <translation>粘贴内容过多：最多 400 万个字符。</translation>
    </message>
    <message>
        <source>What a run shows, and what you type goes to it. Ctrl+F6 leaves the terminal.</source>
        <translation>显示运行的输出，您的输入会发送给它。按 Ctrl+F6 离开终端。</translation>
    </message>
    <message>
        <source>&amp;Copy</source>
        <translation>复制(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Paste</source>
        <translation>粘贴(&amp;P)</translation>
    </message>
    <message>
        <source>Select &amp;all</source>
        <translation>全选(&amp;A)</translation>
    </message>
    <message>
        <source>&amp;Forget what scrolled away</source>
        <translation>清除已滚出的内容(&amp;F)</translation>
    </message>
</context>
<context>
    <name>leadglass::app::TerminalsPage</name>
    <message>
        <source>Terminals</source>
        <translation>终端</translation>
    </message>
    <message>
        <source>What runs there gets SIGHUP, as when a terminal is closed: most commands end then. What it changed stays, and waits for review. Runs in other terminals are not touched.</source>
        <translation>其中的运行会收到 SIGHUP，就像关闭终端时一样：大多数命令会随之结束。已做的更改会保留并等待查看。其他终端中的运行不受影响。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>Close the terminal</source>
        <translation>关闭终端</translation>
    </message>
    <message>
        <source>A run is live in this terminal. Close it?</source>
        <translation>此终端中有正在进行的运行。要关闭吗？</translation>
    </message>
    <message>
        <source>Close</source>
        <translation>关闭</translation>
    </message>
    <message>
        <source>Quit Leadglass</source>
        <translation>退出 Leadglass</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) are live in terminals of this window. Quit?</source>
        <translation>
            <numerusform>此窗口的终端中有 %n 个正在进行的运行。要退出吗？</numerusform>
        </translation>
    </message>
    <message>
        <source>Quit</source>
        <translation>退出</translation>
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
        <translation>时间线</translation>
    </message>
    <message>
        <source>%1 to %2: %L3 allowed, %L4 blocked, %L5 asked, %L6 others</source>
        <extracomment>A span of the time line. %1: date and time; %2: time; %L3 to %L6: how many events</extracomment>
        <translation>%1 至 %2：%L3 已允许，%L4 已阻止，%L5 已询问，%L6 其他</translation>
    </message>
    <message>
        <source>below the line: blocked</source>
        <extracomment>Below the time line, between its two ends. Short.</extracomment>
        <translation>线下：已阻止</translation>
    </message>
    <message>
        <source>counting …</source>
        <translation>计数中…</translation>
    </message>
    <message numerus="yes">
        <source>%Ln event(s), of them %L1 allowed, %L2 blocked, %L3 asked</source>
        <translation>
            <numerusform>%Ln 个事件，其中 %L1 已允许，%L2 已阻止，%L3 已询问</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::Tray</name>
    <message>
        <source>Requests are refused unasked until %1</source>
        <extracomment>State in the tray. %1: a time of day</extracomment>
        <translation>在 %1 之前，请求会被直接拒绝</translation>
    </message>
    <message numerus="yes">
        <source>%n request(s) wait(s) for you</source>
        <translation>
            <numerusform>%n 个请求正在等待您</numerusform>
        </translation>
    </message>
    <message>
        <source>Refuse unasked for</source>
        <translation>直接拒绝，持续</translation>
    </message>
    <message numerus="yes">
        <source>%n minute(s)</source>
        <translation>
            <numerusform>%n 分钟</numerusform>
        </translation>
    </message>
    <message>
        <source>Ask again</source>
        <translation>恢复询问</translation>
    </message>
    <message>
        <source>Open Leadglass</source>
        <translation>打开 Leadglass</translation>
    </message>
    <message>
        <source>Quit (runs stay guarded)</source>
        <extracomment>Leaves the app; runs go on as their policy says.</extracomment>
        <translation>退出（运行仍受保护）</translation>
    </message>
    <message numerus="yes">
        <source>Review %n request(s)</source>
        <translation>
            <numerusform>查看 %n 个请求</numerusform>
        </translation>
    </message>
    <message>
        <source>Leadglass: %1</source>
        <translation>Leadglass：%1</translation>
    </message>
    <message numerus="yes">
        <source>%n run(s) at work; nothing waits for you</source>
        <translation>
            <numerusform>%n 个运行正在进行；没有等待您处理的请求</numerusform>
        </translation>
    </message>
    <message>
        <source>No run is live; nothing waits for you</source>
        <translation>没有正在进行的运行；没有等待您处理的请求</translation>
    </message>
    <message numerus="yes">
        <source>%n alert(s): something that must not leave was seen</source>
        <translation>
            <numerusform>%n 个警报：发现了不得外传的内容</numerusform>
        </translation>
    </message>
</context>
<context>
    <name>leadglass::app::WelcomeDialog</name>
    <message>
        <source>First steps with Leadglass</source>
        <translation>Leadglass 入门</translation>
    </message>
    <message>
        <source>&amp;Close</source>
        <translation>关闭(&amp;C)</translation>
    </message>
    <message>
        <source>&amp;Back</source>
        <translation>上一步(&amp;B)</translation>
    </message>
    <message>
        <source>What this machine gives</source>
        <translation>这台机器具备什么</translation>
    </message>
    <message>
        <source>Leadglass starts a coding agent in a sandbox. It sees only its project, reaches only what you allow, and changes nothing of yours until you have looked at it.</source>
        <translation>Leadglass 在沙箱中启动编程智能体。它只能看到自己的项目，只能访问您允许的内容，并且在您查看之前不会更改您的任何文件。</translation>
    </message>
    <message>
        <source>Looking at this machine…</source>
        <translation>正在检查这台机器…</translation>
    </message>
    <message>
        <source>See &amp;all checks</source>
        <translation>查看全部检查(&amp;A)</translation>
    </message>
    <message>
        <source>A rehearsal</source>
        <translation>演练</translation>
    </message>
    <message>
        <source>A toy agent runs for about 20 seconds in a real sandbox. It tries a file beside its project, and the host %1, which nobody has. A request comes up: answer it as you like. Nothing leaves this machine, and only the rows of the history stay.</source>
        <translation>一个玩具智能体会在真实的沙箱中运行约 20 秒。它会尝试读取项目旁边的一个文件，并尝试连接不属于任何人的主机 %1。随后会出现一个请求：您可以随意回答。任何内容都不会离开这台机器，只有历史记录会保留。</translation>
    </message>
    <message>
        <source>&amp;Start the rehearsal</source>
        <translation>开始演练(&amp;S)</translation>
    </message>
    <message>
        <source>Show the &amp;request</source>
        <translation>显示请求(&amp;R)</translation>
    </message>
    <message>
        <source>Show in &amp;Activity</source>
        <translation>在“活动”中显示(&amp;A)</translation>
    </message>
    <message>
        <source>Time</source>
        <translation>时间</translation>
    </message>
    <message>
        <source>What</source>
        <translation>内容</translation>
    </message>
    <message>
        <source>Verdict</source>
        <translation>判定</translation>
    </message>
    <message>
        <source>Subject</source>
        <translation>对象</translation>
    </message>
    <message>
        <source>Why</source>
        <translation>原因</translation>
    </message>
    <message>
        <source>What the history says of the rehearsal</source>
        <translation>历史记录中的演练内容</translation>
    </message>
    <message>
        <source>Your agents</source>
        <translation>您的智能体</translation>
    </message>
    <message>
        <source>Start one in Leadglass: it works as it did without.</source>
        <translation>在 Leadglass 中启动一个：它的工作方式与平时一样。</translation>
    </message>
    <message>
        <source>Looking for agents…</source>
        <translation>正在查找智能体…</translation>
    </message>
    <message>
        <source>%1 of %2</source>
        <extracomment>Which of the first steps is shown. %1 of %2: numbers</extracomment>
        <translation>第 %1 步，共 %2 步</translation>
    </message>
    <message>
        <source>&amp;Next</source>
        <translation>下一步(&amp;N)</translation>
    </message>
    <message>
        <source>&amp;Done</source>
        <translation>完成(&amp;D)</translation>
    </message>
    <message>
        <source>Runs can start on this machine.</source>
        <translation>这台机器可以启动运行。</translation>
    </message>
    <message>
        <source>No run can start on this machine yet:</source>
        <translation>这台机器还不能启动运行：</translation>
    </message>
    <message>
        <source>Weaker than it could be:</source>
        <translation>防护本可更强：</translation>
    </message>
    <message>
        <source>None of those that Leadglass has a profile for is on your PATH. Any other command can be started, too: Home, “New run…”.</source>
        <translation>您的 PATH 中没有 Leadglass 备有配置的智能体。也可以启动任何其他命令：首页，“新建运行…”。</translation>
    </message>
    <message>
        <source>Start in Leadglass…</source>
        <translation>在 Leadglass 中启动…</translation>
    </message>
    <message>
        <source>Start %1 in Leadglass</source>
        <extracomment>For a screen reader. %1: an agent</extracomment>
        <translation>在 Leadglass 中启动 %1</translation>
    </message>
    <message>
        <source>The file beside the project: for the agent it is not there. What it is not shown, it cannot ask for.</source>
        <translation>项目旁边的文件：对智能体来说它并不存在。没有展示给它的东西，它也无从请求。</translation>
    </message>
    <message>
        <source>The file beside the project could be read. That should not be: see Doctor.</source>
        <translation>项目旁边的文件可以被读取。这不应发生：请查看“诊断”。</translation>
    </message>
    <message>
        <source>The run is being built…</source>
        <translation>正在建立运行…</translation>
    </message>
    <message>
        <source>It asks for %1 and waits: the request is in front, or behind this window.</source>
        <translation>它请求访问 %1 并在等待：请求显示在最前面，或在此窗口后面。</translation>
    </message>
    <message>
        <source>Reading the history…</source>
        <translation>正在读取历史记录…</translation>
    </message>
    <message>
        <source>Asked and answered: these two rows of the history say so, and will in a year.</source>
        <translation>已询问并已回答：历史记录中的这两行可以证明，一年后依然如此。</translation>
    </message>
    <message>
        <source>The rehearsal did not go through: %1</source>
        <translation>演练未能完成：%1</translation>
    </message>
    <message>
        <source>&amp;Start it again</source>
        <translation>再次开始(&amp;S)</translation>
    </message>
    <message>
        <source>Asked, and not answered in time: so it was refused, as always when nobody answers. The history says so.</source>
        <translation>已询问，但没有及时回答：因此被拒绝，无人回答时总是如此。历史记录中有说明。</translation>
    </message>
</context>
<context>
    <name>main</name>
    <message>
        <source>Show no window until it is asked for.</source>
        <translation>在被要求之前不显示窗口。</translation>
    </message>
</context>
</TS>
