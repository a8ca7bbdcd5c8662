"use strict";
// Draws the OpenAPI document of this service. Nothing is fetched from elsewhere and nothing is kept: the token lives in
// its field only.

const base = new URL(".", document.baseURI);
let contract = {};

/** An element with attributes and children. */
function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name === "on") for (const [event, run] of Object.entries(value)) made.addEventListener(event, run);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.filter((child) => child != null));
  return made;
}

/** What a reference points to. */
function resolved(thing) {
  let found = thing;
  while (found && found.$ref) {
    found = found.$ref.slice(2).split("/").reduce((tree, step) => tree?.[step.replaceAll("~1", "/").replaceAll("~0", "~")], contract);
  }
  return found ?? {};
}

const nameOf = (reference) => reference.split("/").pop();
const schemaLink = (reference) => el("a", { href: `#schema-${nameOf(reference)}` }, nameOf(reference));

/** Text with `code` in it. */
function prose(text) {
  const parts = (text ?? "").split("`");
  return el("p", {}, ...parts.map((part, place) => (place % 2 ? el("code", {}, part) : part)));
}

/** The document's own description: headings, numbered and plain lists, paragraphs, `code`. */
function told(text) {
  const drawn = [];
  for (const block of (text ?? "").split(/\n\s*\n/)) {
    const items = block.split(/\n(?=- |\d+\. )/);
    if (block.startsWith("## ")) drawn.push(el("h2", {}, block.slice(3)));
    else if (!/^(- |\d+\. )/.test(block)) drawn.push(prose(block));
    else {
      const lines = items.map((item) => el("li", {}, ...prose(item.replace(/^(- |\d+\. )/, "")).childNodes));
      drawn.push(el(block.startsWith("- ") ? "ul" : "ol", {}, ...lines));
    }
  }
  return drawn;
}

/** A schema in a few words, with links. */
function brief(schema) {
  if (!schema) return el("span");
  if (schema.$ref) return schemaLink(schema.$ref);
  const line = el("span");
  const many = schema.oneOf ?? schema.anyOf;
  if (many) {
    many.forEach((one, place) => line.append(place ? " | " : "", brief(one)));
    return line;
  }
  if ("const" in schema) return el("code", {}, JSON.stringify(schema.const));
  if (schema.enum) return el("code", {}, schema.enum.map((one) => JSON.stringify(one)).join(" | "));
  if (schema.type === "array" || schema.items) {
    line.append("list of ", brief(schema.items));
    return line;
  }
  line.append(String([schema.type ?? "any"].flat().join(" or ")));
  const bounds = [];
  if (schema.minimum != null || schema.maximum != null) bounds.push(`${schema.minimum ?? "…"} to ${schema.maximum ?? "…"}`);
  if (schema.minLength || schema.maxLength) bounds.push(`${schema.minLength ?? 0} to ${schema.maxLength ?? "…"} characters`);
  if (schema.format) bounds.push(schema.format);
  if (schema.pattern) bounds.push(schema.pattern);
  if (bounds.length) line.append(el("span", { class: "soft" }, ` (${bounds.join(", ")})`));
  return line;
}

/** The fields of a component. */
function fields(schema) {
  const rows = Object.entries(schema.properties ?? {}).map(([name, field]) =>
    el("tr", {},
      el("td", {}, el("code", {}, name), (schema.required ?? []).includes(name) ? "" : el("span", { class: "soft" }, " optional")),
      el("td", {}, brief(field)),
      el("td", {}, prose(field.description))));
  if (!rows.length) return brief(schema);
  return el("div", { class: "wide" }, el("table", {}, el("tbody", {}, ...rows)));
}

/** A value that fits a schema, for a first try. */
function sample(schema, depth = 0) {
  const found = resolved(schema);
  if (found.examples?.length) return found.examples[0];
  if ("example" in found) return found.example;
  if ("const" in found) return found.const;
  if ("default" in found) return found.default;
  if (found.enum) return found.enum[0];
  const many = found.oneOf ?? found.anyOf;
  if (many) return depth > 5 ? null : sample(many[0], depth + 1);
  switch ([found.type].flat()[0]) {
    case "object": {
      const names = Object.keys(found.properties ?? {}).filter((name) => (found.required ?? []).includes(name));
      return depth > 5 ? {} : Object.fromEntries(names.map((name) => [name, sample(found.properties[name], depth + 1)]));
    }
    case "array": return found.minItems ? [sample(found.items, depth + 1)] : [];
    case "integer": case "number": return found.minimum ?? 0;
    case "boolean": return false;
    case "string": return found.format === "date-time" ? "2026-01-01T00:00:00Z" : "text";
    default: return null;
  }
}

/** The example of a body. */
function bodyExample(operation) {
  const json = resolved(operation.requestBody)?.content?.["application/json"];
  if (!json) return null;
  if (json.example !== undefined) return json.example;
  const named = Object.values(json.examples ?? {})[0];
  return named ? resolved(named).value : sample(json.schema);
}

const parametersOf = (operation) => (operation.parameters ?? []).map(resolved).filter((one) => one.in !== "cookie");

function parameterTable(operation) {
  const all = parametersOf(operation);
  if (!all.length) return null;
  const rows = all.map((one) =>
    el("tr", {},
      el("td", {}, el("code", {}, one.name), one.required ? "" : el("span", { class: "soft" }, " optional")),
      el("td", { class: "soft" }, one.in),
      el("td", {}, brief(one.schema)),
      el("td", {}, prose(one.description))));
  return el("div", {}, el("h4", {}, "Parameters"), el("div", { class: "wide" }, el("table", {}, el("tbody", {}, ...rows))));
}

function bodySection(operation) {
  const json = resolved(operation.requestBody)?.content?.["application/json"];
  if (!json) return null;
  return el("div", {}, el("h4", {}, "Body"), el("p", {}, brief(json.schema)), el("pre", {}, JSON.stringify(bodyExample(operation), null, 2)));
}

function answers(operation) {
  const rows = Object.entries(operation.responses ?? {}).map(([status, reference]) => {
    const answer = resolved(reference);
    const kinds = Object.entries(answer.content ?? {}).map(([media, part]) =>
      el("div", {}, el("span", { class: "soft" }, `${media} `), brief(part.schema)));
    return el("tr", {},
      el("td", {}, el("b", { class: `status-${status[0]}` }, status)),
      el("td", {}, prose(answer.description)),
      el("td", {}, ...kinds));
  });
  const examples = Object.entries(operation.responses ?? {}).flatMap(([status, reference]) =>
    Object.values(resolved(reference).content ?? {}).flatMap((part) =>
      (part.example !== undefined ? [part.example] : Object.values(part.examples ?? {}).map((one) => resolved(one).value))
        .map((value) => el("details", {}, el("summary", {}, `Example (${status})`), el("pre", {}, JSON.stringify(value, null, 2))))));
  return el("div", {}, el("h4", {}, "Answers"), el("div", { class: "wide" }, el("table", {}, el("tbody", {}, ...rows))), ...examples);
}

/** The form that tries an operation. */
function tryIt(method, path, operation) {
  const inputs = parametersOf(operation).map((one) => {
    const input = el("input", { class: "value", placeholder: one.required ? "needed" : "", spellcheck: "false" });
    return { one, input, row: el("label", {}, el("span", {}, one.name, el("span", { class: "soft" }, ` ${one.in}`)), input) };
  });
  const example = bodyExample(operation);
  const body = operation.requestBody ? el("textarea", { class: "value", "aria-label": "Body", spellcheck: "false" }) : null;
  if (body) body.value = JSON.stringify(example, null, 2);
  const out = el("div", { "aria-live": "polite" });
  const form = el("form", {}, ...inputs.map((entry) => entry.row), body, el("p", {}, el("button", {}, "Send")), out);
  form.addEventListener("submit", async (event) => {
    event.preventDefault();
    out.replaceChildren("…");
    try {
      out.replaceChildren(...(await sent(method, path, inputs, body)));
    } catch (error) {
      out.replaceChildren(el("p", { class: "status-5" }, `No answer: ${error.message}`));
    }
  });
  return el("details", { class: "try" }, el("summary", {}, "Try it"), form);
}

async function sent(method, path, inputs, body) {
  const headers = {};
  const query = new URLSearchParams();
  let target = path;
  for (const { one, input } of inputs) {
    if (one.in === "path") target = target.replace(`{${one.name}}`, encodeURIComponent(input.value));
    else if (input.value && one.in === "query") query.set(one.name, input.value);
    else if (input.value && one.in === "header") headers[one.name] = input.value;
  }
  const token = document.getElementById("token").value.trim();
  if (token) headers.Authorization = `Bearer ${token}`;
  if (body) headers["Content-Type"] = "application/json";
  const url = new URL(target.slice(1) + (query.size ? `?${query}` : ""), base);
  const began = performance.now();
  const answer = await fetch(url, { method: method.toUpperCase(), headers, body: body ? body.value : undefined, cache: "no-store" });
  const text = await answer.text();
  const shown = ["etag", "location", "link", "allow", "retry-after", "idempotent-replayed"].filter((name) => answer.headers.get(name));
  let pretty = text;
  try { pretty = JSON.stringify(JSON.parse(text), null, 2); } catch { /* lines or nothing */ }
  return [
    el("p", {}, el("b", { class: `status-${String(answer.status)[0]}` }, `${answer.status} ${answer.statusText}`), el("span", { class: "soft" }, ` ${Math.round(performance.now() - began)} ms`)),
    shown.length ? el("pre", {}, shown.map((name) => `${name}: ${answer.headers.get(name)}`).join("\n")) : null,
    pretty ? el("pre", {}, pretty) : null,
  ].filter(Boolean);
}

function drawOperation(method, path, operation) {
  const locked = (operation.security ?? []).length > 0 && !operation.security.some((one) => !Object.keys(one).length);
  return el("section", { class: "operation", id: operation.operationId },
    el("h3", {},
      el("span", { class: `method ${method}` }, method.toUpperCase()),
      el("span", { class: "path" }, path),
      locked ? el("span", { class: "lock", title: "Needs a token" }) : null,
      el("span", { class: "soft" }, operation.operationId)),
    el("div", {}, prose(operation.description ?? operation.summary), parameterTable(operation), bodySection(operation), answers(operation), tryIt(method, path, operation)));
}

function operations() {
  const methods = ["get", "post", "put", "patch", "delete"];
  return Object.entries(contract.paths ?? {}).flatMap(([path, item]) =>
    methods.filter((method) => item[method]).map((method) => ({ method, path, operation: item[method] })));
}

function draw() {
  const content = document.getElementById("content");
  const index = document.getElementById("index");
  document.getElementById("about").replaceChildren(...told(contract.info?.description));
  content.replaceChildren();
  index.replaceChildren();
  const all = operations();
  for (const tag of contract.tags ?? [...new Set(all.flatMap((one) => one.operation.tags ?? []))].map((name) => ({ name }))) {
    const own = all.filter((one) => one.operation.tags?.[0] === tag.name);
    if (!own.length) continue;
    index.append(el("h2", {}, tag.name), ...own.map((one) =>
      el("a", { href: `#${one.operation.operationId}` }, el("span", { class: `method ${one.method}` }, one.method.toUpperCase()), ` ${one.path}`)));
    content.append(el("h2", {}, tag.name), prose(tag.description), ...own.map((one) => drawOperation(one.method, one.path, one.operation)));
  }
  const schemas = Object.entries(contract.components?.schemas ?? {}).sort(([one], [other]) => one.localeCompare(other));
  index.append(el("h2", {}, "Schemas"), ...schemas.map(([name]) => el("a", { href: `#schema-${name}` }, name)));
  content.append(el("h2", {}, "Schemas"), ...schemas.map(([name, schema]) =>
    el("details", { id: `schema-${name}`, class: "schema" }, el("summary", {}, el("code", {}, name)), prose(schema.description), fields(schema))));
  follow();
}

/** Opens the schema that the address names. */
function follow() {
  const wanted = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (!wanted) return;
  if (wanted.tagName === "DETAILS") wanted.open = true;
  wanted.scrollIntoView();
}

document.getElementById("find").addEventListener("input", (event) => {
  const words = event.target.value.toLowerCase().split(/\s+/).filter(Boolean);
  for (const link of document.querySelectorAll("#index a")) {
    const text = `${link.textContent} ${link.getAttribute("href")}`.toLowerCase();
    link.hidden = !words.every((word) => text.includes(word));
  }
});
document.getElementById("key").addEventListener("submit", (event) => event.preventDefault());
document.getElementById("newcomer").addEventListener("click", async () => {
  const answer = await fetch(new URL("players", base), { method: "POST", headers: { "Content-Type": "application/json" }, body: '{"name":"Reader"}' });
  const made = await answer.json();
  document.getElementById("token").value = made.token ?? "";
  document.getElementById("who").textContent = made.player ? `You are ${made.player.name}, ${made.player.id}.` : made.detail;
});
window.addEventListener("hashchange", follow);
fetch(new URL("openapi.json", base)).then((answer) => answer.json()).then((found) => { contract = found; draw(); });
