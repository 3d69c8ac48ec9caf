<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="en" sourcelanguage="en">
<context>
    <name>Launch</name>
    <message numerus="yes">
        <source> and %n more</source>
        <translation>
            <numerusform> and %n more</numerusform>
            <numerusform> and %n more</numerusform>
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
    </context>
</TS>
