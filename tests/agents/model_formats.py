"""The wire formats of four model APIs: a request is read into a Conversation, a reply written back.

Anthropic Messages, OpenAI Chat Completions, OpenAI Responses, Gemini; streaming and not.
"""

import base64
import json
import re
import secrets
import time

from model_script import Tool

# --------------------------------------------------------------------------
# Wire formats
# --------------------------------------------------------------------------


def flatten(content):
    """The text of a content value in any of the formats."""
    if content is None:
        return ""
    if isinstance(content, str):
        return content
    if isinstance(content, list):
        return "\n".join(t for t in map(flatten, content) if t)
    if isinstance(content, dict):
        for key in ("text", "output", "content", "response"):
            if key in content:
                return flatten(content[key])
        return json.dumps(content, ensure_ascii=False)
    return str(content)


class Conversation:
    """What a request says, in one shape for all formats."""

    def __init__(self):
        self.model = ""
        self.stream = True
        self.tools = []
        self.ids = ""
        self.assistant_text = ""
        self.last_user = ""
        self.system = ""
        self.result_count = 0
        self.new_results = []
        self.schema = None

    def user(self, text):
        if text.strip():
            self.last_user = text

    def assistant(self, text, ids=()):
        self.assistant_text += text + "\n"
        self.ids += " ".join(ids) + " "
        self.new_results = []

    def result(self, call_id, text, error=False, name=None):
        self.result_count += 1
        self.ids += f"{call_id} "
        entry = {"id": call_id, "text": text}
        if name:
            entry["name"] = name
        if error:
            entry["is_error"] = True
        self.new_results.append(entry)


class Anthropic:
    name = "anthropic-messages"

    @staticmethod
    def read(body, path):
        talk = Conversation()
        talk.model = body.get("model", "")
        talk.stream = bool(body.get("stream"))
        talk.system = flatten(body.get("system"))
        for tool in body.get("tools") or []:
            if "name" in tool and not tool.get("defer_loading"):
                talk.tools.append(Tool(tool["name"], tool.get("input_schema")))
        for message in body.get("messages") or []:
            content = message.get("content")
            if isinstance(content, str):
                content = [{"type": "text", "text": content}]
            if message.get("role") == "assistant":
                talk.assistant(
                    flatten([b for b in content if b.get("type") == "text"]),
                    [b.get("id", "") for b in content
                     if b.get("type") == "tool_use"])
                continue
            for block in content or []:
                if block.get("type") == "tool_result":
                    talk.result(block.get("tool_use_id"),
                                flatten(block.get("content")),
                                block.get("is_error", False))
                elif block.get("type") == "text":
                    talk.user(block.get("text", ""))
        form = body.get("output_format") or (
            body.get("output_config") or {}).get("format") or {}
        talk.schema = form.get("schema")
        return talk

    @staticmethod
    def reply(talk, text, calls):
        message = {
            "id": "msg_" + secrets.token_hex(12), "type": "message",
            "role": "assistant", "model": talk.model or "scripted",
            "content": [], "stop_reason": None, "stop_sequence": None,
            "usage": {"input_tokens": 10, "output_tokens": 1,
                      "cache_creation_input_tokens": 0,
                      "cache_read_input_tokens": 0},
        }
        blocks = []
        if text or not calls:
            blocks.append({"type": "text", "text": text})
        for call in calls:
            blocks.append({"type": "tool_use", "id": call.id,
                           "name": call.tool.name, "input": call.arguments})
        reason = "tool_use" if calls else "end_turn"
        if not talk.stream:
            message.update(content=blocks, stop_reason=reason)
            return message
        events = [("message_start", {"message": message})]
        for index, block in enumerate(blocks):
            if block["type"] == "text":
                start = {"type": "text", "text": ""}
                deltas = [{"type": "text_delta", "text": block["text"]}]
            else:
                start = {**block, "input": {}}
                whole = json.dumps(block["input"])
                half = len(whole) // 2
                deltas = [{"type": "input_json_delta", "partial_json": piece}
                          for piece in ("", whole[:half], whole[half:])]
            events.append(("content_block_start",
                           {"index": index, "content_block": start}))
            for delta in deltas:
                events.append(("content_block_delta",
                               {"index": index, "delta": delta}))
            events.append(("content_block_stop", {"index": index}))
        events.append(("message_delta", {
            "delta": {"stop_reason": reason, "stop_sequence": None},
            "usage": {"output_tokens": 20}}))
        events.append(("message_stop", {}))
        return [(name, {"type": name, **data}) for name, data in events]

    @staticmethod
    def error(status, message):
        kind = {401: "authentication_error", 429: "rate_limit_error",
                529: "overloaded_error"}.get(status, "api_error")
        return {"type": "error", "error": {"type": kind, "message": message}}


class Chat:
    name = "openai-chat"

    @staticmethod
    def read(body, path):
        talk = Conversation()
        talk.model = body.get("model", "")
        talk.stream = bool(body.get("stream"))
        for tool in body.get("tools") or []:
            function = tool.get("function") or {}
            if "name" in function:
                talk.tools.append(
                    Tool(function["name"], function.get("parameters")))
        for message in body.get("messages") or []:
            role, text = message.get("role"), flatten(message.get("content"))
            if role == "assistant":
                talk.assistant(text, [c.get("id", "") for c in
                                      message.get("tool_calls") or []])
            elif role == "tool":
                talk.result(message.get("tool_call_id"), text)
            elif role in ("system", "developer"):
                talk.system += text
            else:
                talk.user(text)
        form = body.get("response_format") or {}
        talk.schema = (form.get("json_schema") or {}).get("schema")
        return talk

    @staticmethod
    def reply(talk, text, calls):
        head = {"id": "chatcmpl-" + secrets.token_hex(12),
                "created": int(time.time()), "model": talk.model or "scripted"}
        tool_calls = [
            {"id": c.id, "type": "function",
             "function": {"name": c.tool.name,
                          "arguments": json.dumps(c.arguments)}}
            for c in calls]
        reason = "tool_calls" if calls else "stop"
        usage = {"prompt_tokens": 10, "completion_tokens": 20,
                 "total_tokens": 30}
        if not talk.stream:
            message = {"role": "assistant", "content": text or None}
            if tool_calls:
                message["tool_calls"] = tool_calls
            return {**head, "object": "chat.completion", "usage": usage,
                    "choices": [{"index": 0, "message": message,
                                 "finish_reason": reason}]}

        def chunk(delta, finish=None):
            return {**head, "object": "chat.completion.chunk",
                    "choices": [{"index": 0, "delta": delta,
                                 "finish_reason": finish}]}

        chunks = [chunk({"role": "assistant", "content": text})]
        for index, call in enumerate(tool_calls):
            arguments = call["function"]["arguments"]
            half = len(arguments) // 2
            first = {**call, "index": index,
                     "function": {"name": call["function"]["name"],
                                  "arguments": arguments[:half]}}
            rest = {"index": index,
                    "function": {"arguments": arguments[half:]}}
            chunks.append(chunk({"tool_calls": [first]}))
            chunks.append(chunk({"tool_calls": [rest]}))
        chunks.append(chunk({}, reason))
        chunks.append({**head, "object": "chat.completion.chunk",
                       "choices": [], "usage": usage})
        return [(None, c) for c in chunks] + [(None, "[DONE]")]

    @staticmethod
    def error(status, message):
        return {"error": {"message": message, "type": "scripted_error",
                          "code": status}}


class Responses:
    name = "openai-responses"

    @staticmethod
    def tool(entry, namespace=None):
        kind = entry.get("type")
        if kind == "function":
            return [Tool(entry["name"], entry.get("parameters"),
                         namespace=namespace)]
        if kind == "custom":
            return [Tool(entry["name"], kind="custom", namespace=namespace)]
        if kind == "local_shell":
            return [Tool("local_shell", kind="local_shell")]
        if kind == "namespace":
            inner = []
            for child in entry.get("tools") or []:
                inner += Responses.tool(child, entry.get("name"))
            return inner
        return []

    @staticmethod
    def read(body, path):
        talk = Conversation()
        talk.model = body.get("model", "")
        talk.stream = bool(body.get("stream"))
        talk.system = body.get("instructions") or ""
        for entry in body.get("tools") or []:
            talk.tools += Responses.tool(entry)
        items = body.get("input") or []
        if isinstance(items, str):
            items = [{"role": "user", "content": items}]
        for item in items:
            kind = item.get("type", "message")
            if kind == "message":
                text = flatten(item.get("content"))
                if item.get("role") == "assistant":
                    talk.assistant(text)
                elif item.get("role") == "user":
                    talk.user(text)
            elif kind.endswith("_call"):
                talk.assistant("", [item.get("call_id") or ""])
            elif kind.endswith("_call_output"):
                talk.result(item.get("call_id"), flatten(item.get("output")))
            elif kind == "additional_tools":
                for entry in item.get("tools") or []:
                    talk.tools += Responses.tool(entry)
        form = (body.get("text") or {}).get("format") or {}
        talk.schema = form.get("schema")
        return talk

    @staticmethod
    def item(call):
        base = {"id": "item_" + secrets.token_hex(8), "call_id": call.id,
                "status": "completed"}
        if call.tool.kind == "local_shell":
            return {**base, "type": "local_shell_call",
                    "action": {"type": "exec", "env": {}, **call.arguments}}
        if call.tool.namespace:
            base["namespace"] = call.tool.namespace
        if call.tool.kind == "custom":
            return {**base, "type": "custom_tool_call",
                    "name": call.tool.name, "input": call.text}
        return {**base, "type": "function_call", "name": call.tool.name,
                "arguments": json.dumps(call.arguments)}

    @staticmethod
    def reply(talk, text, calls):
        output = []
        if text or not calls:
            output.append({
                "id": "msg_" + secrets.token_hex(8), "type": "message",
                "role": "assistant", "status": "completed",
                "content": [{"type": "output_text", "text": text,
                             "annotations": []}]})
        output += [Responses.item(call) for call in calls]
        response = {
            "id": "resp_" + secrets.token_hex(12), "object": "response",
            "created_at": int(time.time()), "model": talk.model or "scripted",
            "status": "completed", "output": output, "error": None,
            "parallel_tool_calls": True, "tool_choice": "auto", "tools": [],
            "usage": {"input_tokens": 10, "output_tokens": 20,
                      "total_tokens": 30,
                      "input_tokens_details": {"cached_tokens": 0},
                      "output_tokens_details": {"reasoning_tokens": 0}},
        }
        if not talk.stream:
            return response
        opening = {**response, "status": "in_progress", "output": [],
                   "usage": None}
        events = [("response.created", {"response": opening}),
                  ("response.in_progress", {"response": opening})]
        for index, item in enumerate(output):
            at = {"output_index": index, "item_id": item["id"]}
            draft = {**item, "status": "in_progress"}
            if item["type"] == "message":
                part, inside = item["content"][0], {**at, "content_index": 0}
                events += [
                    ("response.output_item.added",
                     {"output_index": index, "item": {**draft, "content": []}}),
                    ("response.content_part.added",
                     {**inside, "part": {**part, "text": ""}}),
                    ("response.output_text.delta", {**inside, "delta": text}),
                    ("response.output_text.done", {**inside, "text": text}),
                    ("response.content_part.done", {**inside, "part": part})]
            elif item["type"] == "function_call":
                events += [
                    ("response.output_item.added",
                     {"output_index": index, "item": {**draft, "arguments": ""}}),
                    ("response.function_call_arguments.delta",
                     {**at, "delta": item["arguments"]}),
                    ("response.function_call_arguments.done",
                     {**at, "arguments": item["arguments"]})]
            elif item["type"] == "custom_tool_call":
                events += [
                    ("response.output_item.added",
                     {"output_index": index, "item": {**draft, "input": ""}}),
                    ("response.custom_tool_call_input.delta",
                     {**at, "delta": item["input"]}),
                    ("response.custom_tool_call_input.done",
                     {**at, "input": item["input"]})]
            else:
                events.append(("response.output_item.added",
                               {"output_index": index, "item": draft}))
            events.append(("response.output_item.done",
                           {"output_index": index, "item": item}))
        events.append(("response.completed", {"response": response}))
        return [(name, {"type": name, "sequence_number": number, **data})
                for number, (name, data) in enumerate(events)]

    error = staticmethod(Chat.error)


class Gemini:
    name = "gemini"

    @staticmethod
    def read(body, path):
        body = body.get("request", body)  # the Code Assist envelope
        talk = Conversation()
        found = re.search(r"/models/([^/:]+):", path)
        talk.model = found.group(1) if found else ""
        talk.stream = ":streamGenerateContent" in path
        talk.system = flatten((body.get("systemInstruction") or {}).get("parts"))
        for group in body.get("tools") or []:
            for entry in group.get("functionDeclarations") or []:
                schema = entry.get("parametersJsonSchema") or entry.get("parameters")
                talk.tools.append(Tool(entry["name"], schema))
        for content in body.get("contents") or []:
            parts = content.get("parts") or []
            if content.get("role") == "model":
                talk.assistant(
                    flatten([p for p in parts if "text" in p]),
                    [p["functionCall"].get("id") or "" for p in parts
                     if "functionCall" in p])
                continue
            for part in parts:
                if "functionResponse" in part:
                    answer = part["functionResponse"]
                    value = answer.get("response") or {}
                    text = flatten(value.get("output", value.get("error", value)))
                    talk.result(answer.get("id"), text, "error" in value,
                                answer.get("name"))
                elif "text" in part:
                    talk.user(part["text"])
        config = body.get("generationConfig") or {}
        talk.schema = (config.get("responseJsonSchema")
                       or config.get("responseSchema"))
        return talk

    @staticmethod
    def reply(talk, text, calls):
        parts = [{"text": text}] if text or not calls else []
        for call in calls:
            parts.append({
                "functionCall": {"id": call.id, "name": call.tool.name,
                                 "args": call.arguments},
                "thoughtSignature": base64.b64encode(b"scripted").decode()})
        answer = {
            "candidates": [{"content": {"role": "model", "parts": parts},
                            "finishReason": "STOP", "index": 0}],
            "usageMetadata": {"promptTokenCount": 10,
                              "candidatesTokenCount": 20,
                              "totalTokenCount": 30},
            "modelVersion": talk.model or "scripted",
            "responseId": secrets.token_hex(8),
        }
        return [(None, answer)] if talk.stream else answer

    @staticmethod
    def error(status, message):
        return {"error": {"code": status, "message": message,
                          "status": "UNAVAILABLE"}}


def format_for(path):
    """The wire format of a POST path, whatever prefix the base URL had."""
    if path.endswith("/messages"):
        return Anthropic
    if path.endswith("/chat/completions"):
        return Chat
    if path.endswith("/responses"):
        return Responses
    if re.search(r":(streamGenerateContent|generateContent)$", path):
        return Gemini
    return None

