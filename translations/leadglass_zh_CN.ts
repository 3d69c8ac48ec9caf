<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
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
    <message>
        <source>At most %1 of memory and %2 processes.</source>
        <extracomment>%1: "4 GiB"; %2: a number</extracomment>
        <translation>最多使用 %1 内存和 %2 个进程。</translation>
    </message>
</context>
<context>
    <name>Question</name>
    <message>
        <source>%1 in %2 wants to connect to</source>
        <extracomment>%1: profile of the agent, for example "claude"; %2: the project's folder. The host follows below.</extracomment>
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
    <message>
        <source>Of the last %2 connections this fits %1, of which %3 were refused.</source>
        <extracomment>%1: how many match; %2: of how many; %3: how many of the matching ones were refused.</extracomment>
        <translation>最近的 %2 个连接中有 %1 个符合，其中 %3 个被拒绝。</translation>
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
        <extracomment>A run. %1: its program; %2: the project's folder</extracomment>
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
    <name>leadglass::app::ApprovalCard</name>
    <message>
        <source>Program:</source>
        <extracomment>Which program asks, and who started it.</extracomment>
        <translation>程序：</translation>
    </message>
    <message>
        <source>Asked by:</source>
        <extracomment>Which line of a policy says that a person is asked.</extracomment>
        <translation>询问原因：</translation>
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
        <extracomment>The second press of a button whose answer is wide. %1: "Always allow in this project"</extracomment>
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
</context>
<context>
    <name>leadglass::app::ApprovalWindow</name>
    <message>
        <source>Leadglass asks</source>
        <translation>Leadglass 询问</translation>
    </message>
    <message>
        <source>%1 (%2 of %3)</source>
        <extracomment>Title of the approval window. %1: "Leadglass asks"; %2 of %3: place in the queue</extracomment>
        <translation>%1（第 %2 个，共 %3 个）</translation>
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
        <source>None yet. What an agent does in a run is seen, decided and kept here; your files change when you say so.</source>
        <translation>还没有。智能体在运行中的行为都会在此显示、裁决并保存；只有您同意，文件才会更改。</translation>
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
        <source>No terminal program was found: install one, for example xterm, or use “leadglass run” in yours.</source>
        <translation>未找到终端程序：请安装一个，例如 xterm，或在您的终端中使用“leadglass run”。</translation>
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
        <source>that of the desktop, and of your login shell %1</source>
        <extracomment>Which environment variables a run is started with. %1: their names</extracomment>
        <translation>桌面的环境，以及来自登录 shell 的 %1</translation>
    </message>
    <message>
        <source>%1 could not be started.</source>
        <extracomment>%1: a terminal program</extracomment>
        <translation>无法启动 %1。</translation>
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
</context>
<context>
    <name>leadglass::app::QuestionModel</name>
    <message>
        <source>%1 (refused for now)
%2</source>
        <extracomment>An entry of the queue. %1: host and port; %2: profile of the agent</extracomment>
        <translation>%1（暂时已拒绝）
%2</translation>
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
        <extracomment>%1: a folder; %2: mode of the workspace ("copy"); %3: profile</extracomment>
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
        <source>It cannot be brought back. The history keeps what it did.</source>
        <translation>无法恢复。历史记录会保留它的行为。</translation>
    </message>
    <message>
        <source>Keep</source>
        <translation>保留</translation>
    </message>
    <message>
        <source>It is being thrown away.</source>
        <translation>正在丢弃。</translation>
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
</context>
<context>
    <name>main</name>
    <message>
        <source>Show no window until it is asked for.</source>
        <translation>在被要求之前不显示窗口。</translation>
    </message>
</context>
</TS>
