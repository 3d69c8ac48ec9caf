<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="zh_CN" sourcelanguage="en">
<context>
    <name>DiffText</name>
    <message>
        <source>(no new line at the end of the file)</source>
        <translation>（文件末尾没有换行符）</translation>
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
    <message>
        <source>At most %1 of memory and %2 processes.</source>
        <extracomment>%1: "4 GiB"; %2: a number</extracomment>
        <translation>最多使用 %1 内存和 %2 个进程。</translation>
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
    <name>ReviewOutcome</name>
    <message numerus="yes">
        <source>%n left as they are in the project:</source>
        <translation>
            <numerusform>%n 项保持项目中的原样：</numerusform>
            </translation>
    </message>
    <message>
        <source>Nothing was written to %1.</source>
        <extracomment>%1: the project's folder</extracomment>
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
        <extracomment>%1: the project's folder</extracomment>
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
        <extracomment>%1: when a file is run, as "when you run the tests"; English</extracomment>
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
A file in git's index. %1: what was done to it; %2: its path</extracomment>
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
        <extracomment>Between the parts of "3 changed, 1 deleted"</extracomment>
        <translation>、</translation>
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
    <name>Search</name>
    <message>
        <source>Nothing follows %1: – write what to look for right behind it.</source>
        <extracomment>%1: a word of the search line that needs another one behind it, for example "host"</extracomment>
        <translation>%1: 后面没有内容——请紧接着写要查找的内容。</translation>
    </message>
    <message>
        <source>There is no verdict “%1”: it is allow, deny or ask.</source>
        <extracomment>%1: what the person wrote. Keep "allow", "deny", "ask": they are what one writes.</extracomment>
        <translation>没有裁决“%1”：应为 allow、deny 或 ask。</translation>
    </message>
    <message>
        <source>There is no kind “%1”: it is one of %2.</source>
        <extracomment>%1: what the person wrote; %2: the list of what it may be</extracomment>
        <translation>没有类型“%1”：应为 %2 之一。</translation>
    </message>
    <message>
        <source>%1: “%2” is no time: write 2026-03-01, 2026-03-01T12:30, today, yesterday, or 30m, 12h, 7d for so long ago.</source>
        <extracomment>%1: "after" or "before"; %2: what the person wrote. Keep the examples: they are what one writes.</extracomment>
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
        <extracomment>%1: a word of the search line, for example "host"</extracomment>
        <translation>%1: 出现了两次：一行只有一个。</translation>
    </message>
    <message>
        <source>Nothing is after the one and before the other time.</source>
        <translation>没有时间既晚于前者又早于后者。</translation>
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
        <extracomment>%1: path of the history's file</extracomment>
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
    <name>leadglass::app::ActivityPage</name>
    <message>
        <source>Verify</source>
        <translation>验证</translation>
    </message>
    <message>
        <source>Export …</source>
        <translation>导出…</translation>
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
        <extracomment>%1: "12+ found"; %L2: number of a row</extracomment>
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
        <source>A page with the chain's head, to read (*.html)</source>
        <translation>含链头的可读页面 (*.html)</translation>
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
    <name>leadglass::app::ChangeDetail</name>
    <message>
        <source>Decide later</source>
        <translation>以后再决定</translation>
    </message>
    <message>
        <source>Take the run's version; yours is kept for undo</source>
        <translation>采用运行的版本；您的版本保留以便撤销</translation>
    </message>
    <message>
        <source>Keep yours; the run's version is settled</source>
        <translation>保留您的版本；运行的版本不再处理</translation>
    </message>
    <message>
        <source>It cannot be applied: %1.</source>
        <extracomment>%1: why a change can never be written to the project; English</extracomment>
        <translation>无法应用：%1。</translation>
    </message>
    <message>
        <source>You decided that your version stays.</source>
        <translation>您已决定保留自己的版本。</translation>
    </message>
    <message>
        <source>In conflict: %1.</source>
        <extracomment>%1: why the file in the project is not the one that the run began with; English</extracomment>
        <translation>冲突：%1。</translation>
    </message>
</context>
<context>
    <name>leadglass::app::ChangeModel</name>
    <message>
        <source>Apply</source>
        <extracomment>Heads of the columns of changed files, short: a tick means "write this to the project", and "I have looked at this".</extracomment>
        <translation>应用</translation>
    </message>
    <message>
        <source>Seen</source>
        <translation>已看</translation>
    </message>
    <message numerus="yes">
        <source>Could run something on your machine: tick one by one (%n)</source>
        <translation>
            <numerusform>可能在您的机器上运行程序：请逐个勾选（%n）</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>You changed these, too: choose a side for each (%n)</source>
        <translation>
            <numerusform>您也更改了这些：请逐个选择一方（%n）</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Deleted (%n)</source>
        <translation>
            <numerusform>已删除（%n）</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Python's byte code, which Python makes again (%n)</source>
        <translation>
            <numerusform>Python 字节码，Python 会重新生成（%n）</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Cannot be applied (%n)</source>
        <translation>
            <numerusform>无法应用（%n）</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>Git's own files: commits, branches, index (%n)</source>
        <translation>
            <numerusform>Git 自身文件：提交、分支、索引（%n）</numerusform>
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
        <source>In the project already; undo takes it back (%n)</source>
        <translation>
            <numerusform>已在项目中；可撤销（%n）</numerusform>
            </translation>
    </message>
    <message numerus="yes">
        <source>In the project's folder (%n)</source>
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
        <source>%1: the run's version</source>
        <extracomment>What will become of a file in conflict. %1: its path</extracomment>
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
        <extracomment>%1: path of a file; %2: "new", "deleted", "renamed" or the like</extracomment>
        <translation>%1（%2）</translation>
    </message>
    <message>
        <source>Reviewed</source>
        <translation>已审阅</translation>
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
        <source>The run's version</source>
        <translation>运行的版本</translation>
    </message>
    <message>
        <source>%1
In the project now: %2
The run's version: %3</source>
        <extracomment>Of a file that is no text. %1: why there is no diff; %2 and %3: "PNG, 640 x 480, 12 kB" or a size</extracomment>
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
        <source>+%1  −%2 lines</source>
        <extracomment>Lines of a diff. %1: how many were added; %2: how many were taken out</extracomment>
        <translation>+%1  −%2 行</translation>
    </message>
    <message>
        <source>(only the beginning is shown)</source>
        <translation>（仅显示开头）</translation>
    </message>
    <message>
        <source>A long change: %1 lines, %2. Long changes can hide something: read it all, or do not apply it.</source>
        <extracomment>%1: number of lines; %2: size of the text</extracomment>
        <translation>较长的更改：%1 行，%2。较长的更改可能隐藏内容：请全部阅读，否则不要应用。</translation>
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
        <extracomment>Name of a field and what follows it: "Subject: example.org". %1: the name</extracomment>
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
    <message>
        <source>%1 is written: the newest %2 events of those that fit; a page holds no more. JSON lines and CSV hold all.</source>
        <extracomment>%1: path of a file; %2: a number of events</extracomment>
        <translation>%1 已写入：符合条件的最新 %2 个事件；页面最多容纳这些。JSON 行和 CSV 可容纳全部。</translation>
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
    <message>
        <source>Review</source>
        <translation>查看</translation>
    </message>
    <message>
        <source>Activity</source>
        <translation>活动</translation>
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
        <source>Choose a file on the left: J and K go through all of them, Space ticks.</source>
        <translation>在左侧选择文件：J 和 K 逐个浏览，空格键勾选。</translation>
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
