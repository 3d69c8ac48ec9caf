"""Scenarios, and how a scripted action maps to the tools that an agent offers.

    {"name": "…", "prompt": "what the user types", "turns": [ … ]}

Turns: {"say": TEXT} (joined to the next action; ends the run where it is last or has "end": true),
{"shell": COMMAND}, {"write": PATH, "content": TEXT}, {"edit": PATH, "old": TEXT, "new": TEXT},
{"read": PATH}, {"fetch": URL}, {"tool": REGEX, "input": {…}}, {"all": [ACTION, …]} (several calls in one
reply), {"error": 529, "message": …} (an API error once, then on). "delay": SECONDS may stand in any
action. {{NAME}} is replaced by a variable.
"""

import base64
import json
import os
import re

# --------------------------------------------------------------------------
# Scenarios
# --------------------------------------------------------------------------

ACTIONS = ("shell", "write", "edit", "read", "fetch", "tool")


class ScenarioError(ValueError):
    """The scenario file is not usable."""


def substitute(value, variables):
    """Replace {{NAME}} in every string of a JSON value."""
    if isinstance(value, str):
        return re.sub(
            r"\{\{(\w+)\}\}",
            lambda m: variables.get(m.group(1), m.group(0)),
            value,
        )
    if isinstance(value, list):
        return [substitute(v, variables) for v in value]
    if isinstance(value, dict):
        return {k: substitute(v, variables) for k, v in value.items()}
    return value


class Turn:
    """One reply of the model: some text, then zero or more tool calls."""

    def __init__(self, text="", actions=None, error=None, delay=0.0):
        self.text = text
        self.actions = actions or []
        self.error = error  # (status, message) instead of a reply
        self.delay = delay


def parse_turns(items):
    """Turn the scenario's list into Turn objects.

    A "say" followed by an action is spoken in the same reply as that action,
    since a reply without a tool call ends the agent's loop.  A "say" with
    "end": true, or the last one, is a reply of its own.
    """
    turns, pending = [], []
    for number, item in enumerate(items):
        if not isinstance(item, dict):
            raise ScenarioError(f"turn {number} is not an object")
        if "error" in item:
            message = item.get("message", "scripted error")
            turns.append(Turn(error=(int(item["error"]), message)))
            continue
        actions = item.get("all") or [item]
        actions = [a for a in actions if any(k in a for k in ACTIONS)]
        if "say" in item:
            pending.append(item["say"])
        elif not actions:
            known = ", ".join(("say", "all", "error") + ACTIONS)
            raise ScenarioError(f"turn {number} has none of: {known}")
        if actions or item.get("end"):
            delay = float(item.get("delay", 0))
            turns.append(Turn("\n".join(pending), actions, delay=delay))
            pending = []
    if pending or not turns or turns[-1].actions:
        turns.append(Turn("\n".join(pending) or "Done."))
    return turns


class Scenario:
    def __init__(self, path, variables):
        with open(path, encoding="utf-8") as handle:
            data = substitute(json.load(handle), variables)
        if isinstance(data, list):
            data = {"turns": data}
        self.name = data.get("name", os.path.basename(path))
        self.turns = parse_turns(data["turns"])

    def position(self, conversation):
        """Which turn comes next, judged from the conversation alone.

        Tool-call ids made here carry their turn's number, so retries,
        parallel sessions and compaction need no state on the server.
        Agents that drop ids (Gemini's) are followed by counting results.
        """
        marks = [int(m) for m in re.findall(r"_gbx(\d+)x", conversation.ids)]
        if marks:
            done = max(marks) + 1
        else:
            left, done = conversation.result_count, 0
            for turn in self.turns:
                if turn.error or not turn.actions or left < len(turn.actions):
                    break
                left -= len(turn.actions)
                done += 1
        while done < len(self.turns):
            turn = self.turns[done]
            spoken_end = not turn.actions and not turn.error and turn.text
            if not spoken_end or turn.text not in conversation.assistant_text:
                break
            if done == len(self.turns) - 1:
                break
            done += 1
        return min(done, len(self.turns) - 1)


# --------------------------------------------------------------------------
# The tools that an agent offers, and how a scripted action maps to them
# --------------------------------------------------------------------------


class Tool:
    def __init__(self, name, schema=None, kind="function", namespace=None):
        self.name = name
        self.schema = schema if isinstance(schema, dict) else {}
        self.kind = kind  # function, custom (free text) or local_shell
        self.namespace = namespace

    @property
    def properties(self):
        found = self.schema.get("properties")
        return found if isinstance(found, dict) else {}

    @property
    def required(self):
        return self.schema.get("required") or []


class Call:
    """A tool call to send: arguments for a function, text for a custom tool."""

    def __init__(self, tool, arguments=None, text=None):
        self.tool = tool
        self.arguments = arguments
        self.text = text
        self.id = ""

    def as_json(self):
        return {
            "id": self.id,
            "tool": self.tool.name,
            "input": self.text if self.text is not None else self.arguments,
        }


NAMES = {
    "shell": (
        "bash", "shell", "shell_command", "exec_command", "run_shell_command",
        "execute_command", "run_commands", "run_command", "run_terminal_cmd",
        "execute_bash", "execute", "local_shell", "terminal", "exec",
        "launch-process",
    ),
    "write": (
        "write", "write_file", "create_file", "write_to_file", "create",
        "save-file", "str_replace_based_edit_tool", "editor",
    ),
    "edit": (
        "edit", "replace", "edit_file", "str_replace", "replace_in_file",
        "multiedit", "str_replace_based_edit_tool", "editor",
    ),
    "read": (
        "read", "read_file", "view", "view_file", "read_files",
        "str_replace_based_edit_tool",
    ),
    "fetch": (
        "webfetch", "web_fetch", "fetch", "fetch_url", "read_web_page",
        "fetch_web_content",
    ),
}
COMMAND_KEYS = ("command", "cmd", "commands", "script")
PATH_KEYS = ("file_path", "filePath", "path", "absolute_path", "filename",
             "file_paths", "files", "filepath", "target_file")
CONTENT_KEYS = ("content", "contents", "file_text", "file_content", "text",
                "new_text")
OLD_KEYS = ("old_string", "oldString", "old_str", "oldText", "old_text")
NEW_KEYS = ("new_string", "newString", "new_str", "newText", "new_text")


def find_tool(tools, action):
    """The agent's tool for an action, or None."""
    by_name = {}
    for tool in tools:
        by_name.setdefault(tool.name.lower(), tool)
    for name in NAMES[action]:
        if name in by_name:
            return by_name[name]
    if action == "shell":
        for tool in tools:
            if {"command", "cmd"} & set(tool.properties):
                return tool
    return None


def minimal(schema):
    """The smallest plain value that fits a JSON schema."""
    if not isinstance(schema, dict):
        return ""
    if "const" in schema:
        return schema["const"]
    if schema.get("enum"):
        return schema["enum"][0]
    for key in ("anyOf", "oneOf"):
        if schema.get(key):
            return minimal(schema[key][0])
    kind = schema.get("type", "object" if "properties" in schema else "string")
    if isinstance(kind, list):
        kind = kind[0]
    kind = str(kind).lower()
    if kind == "object":
        fields = schema.get("properties") or {}
        wanted = schema.get("required") or list(fields)
        return {k: minimal(fields.get(k, {})) for k in wanted}
    if kind == "array":
        return []
    if kind in ("integer", "number"):
        return schema.get("minimum", 0)
    if kind == "boolean":
        return False
    return "scripted"


def shaped(schema, text):
    """A string in the shape that a parameter wants: itself, or in a list."""
    kind = schema.get("type") if isinstance(schema, dict) else None
    if kind is None and isinstance(schema, dict):
        for option in schema.get("anyOf") or schema.get("oneOf") or []:
            if option.get("type") == "string":
                return text
        for option in schema.get("anyOf") or schema.get("oneOf") or []:
            if option.get("type") == "array":
                return shaped(option, text)
    if isinstance(kind, list):
        kind = "string" if "string" in kind else kind[0]
    if str(kind).lower() != "array":
        return text
    item = schema.get("items") or {}
    if item.get("type") == "object" or "properties" in item:
        fields = item.get("properties") or {}
        value = {k: minimal(fields.get(k, {})) for k in item.get("required", [])}
        for key in PATH_KEYS + COMMAND_KEYS:
            if key in fields:
                value[key] = text
                break
        return [value]
    return [text]


def put(arguments, tool, keys, text):
    """Set the first of these parameters that the tool has."""
    for key in keys:
        if key in tool.properties:
            arguments[key] = shaped(tool.properties[key], text)
            return True
    return False


def complete(arguments, tool):
    """Fill the required parameters that nothing has set."""
    for key in tool.required:
        if key not in arguments:
            arguments[key] = minimal(tool.properties.get(key, {}))
    return arguments


def write_by_shell(path, content):
    encoded = base64.b64encode(content.encode()).decode()
    quoted = "'" + path.replace("'", "'\\''") + "'"
    return (f'mkdir -p "$(dirname {quoted})" && '
            f"printf %s {encoded} | base64 -d > {quoted}")


def patch_for(action):
    """The body of an apply_patch call."""
    if "write" in action:
        added = "".join("+" + line + "\n"
                        for line in action["content"].splitlines())
        body = f"*** Add File: {action['write']}\n{added}"
    else:
        old = "".join("-" + line + "\n" for line in action["old"].splitlines())
        new = "".join("+" + line + "\n" for line in action["new"].splitlines())
        body = f"*** Update File: {action['edit']}\n@@\n{old}{new}"
    return f"*** Begin Patch\n{body}*** End Patch\n"


def shell_call(tools, command):
    tool = find_tool(tools, "shell")
    if tool is None:
        return None
    if tool.kind == "local_shell":
        return Call(tool, {"command": ["bash", "-lc", command]})
    if tool.kind == "custom":
        return Call(tool, text=command)
    arguments = {}
    for key in COMMAND_KEYS:
        schema = tool.properties.get(key)
        if schema is None:
            continue
        value = shaped(schema, command)
        if value == [command] and tool.name.lower() in ("shell", "exec"):
            value = ["bash", "-lc", command]
        arguments[key] = value
        break
    else:
        arguments["command"] = command
    return Call(tool, complete(arguments, tool))


def plan(action, tools, workdir):
    """The call that carries out one scripted action, or None."""
    if "tool" in action:
        for tool in tools:
            if re.fullmatch(action["tool"], tool.name):
                return Call(tool, action.get("input", {}))
        return None
    if "shell" in action:
        return shell_call(tools, action["shell"])
    for kind in ("write", "edit", "read"):
        if kind in action and workdir:
            action = {**action, kind: os.path.join(workdir, action[kind])}
    if "fetch" in action:
        tool = find_tool(tools, "fetch")
        if tool is None:
            return shell_call(tools, "curl -sS -m 10 '%s'" % action["fetch"])
        arguments = {}
        if not put(arguments, tool, ("url", "urls"), action["fetch"]):
            put(arguments, tool, ("prompt",), "Fetch " + action["fetch"])
        return Call(tool, complete(arguments, tool))
    if "read" in action:
        tool = find_tool(tools, "read")
        if tool is None:
            return shell_call(tools, "cat '%s'" % action["read"])
        arguments = {}
        put(arguments, tool, PATH_KEYS, action["read"])
        put(arguments, tool, ("command",), "view")
        return Call(tool, complete(arguments, tool))
    kind = "write" if "write" in action else "edit"
    tool = find_tool(tools, kind)
    if tool is not None:
        arguments = {}
        put(arguments, tool, PATH_KEYS, action[kind])
        if kind == "write":
            put(arguments, tool, CONTENT_KEYS, action["content"])
            put(arguments, tool, ("command",), "create")
        else:
            pair = {}
            inner = tool.properties.get("edits")
            if inner:
                fields = (inner.get("items") or {}).get("properties") or {}
                for keys, text in ((OLD_KEYS, action["old"]),
                                   (NEW_KEYS, action["new"])):
                    for key in keys:
                        if key in fields:
                            pair[key] = text
                            break
                arguments["edits"] = [pair]
            else:
                put(arguments, tool, OLD_KEYS, action["old"])
                put(arguments, tool, NEW_KEYS, action["new"])
            put(arguments, tool, ("command",), "str_replace")
        return Call(tool, complete(arguments, tool))
    for tool in tools:
        if tool.name == "apply_patch":
            text = patch_for(action)
            if tool.kind == "custom":
                return Call(tool, text=text)
            arguments = {}
            if not put(arguments, tool, ("input", "patchText", "patch"), text):
                arguments["input"] = text
            return Call(tool, complete(arguments, tool))
    if kind == "write":
        return shell_call(tools, write_by_shell(action["write"],
                                                action["content"]))
    return None

