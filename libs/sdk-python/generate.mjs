import { mkdirSync, writeFileSync } from 'node:fs';
import { eventDataOf, operationsOf, problemCodesOf, readDocument } from '../sdk/operations.mjs';
import { resourceModule } from './python-resources.mjs';
import { PythonTypes, quoted, title } from './python-types.mjs';

/*
 * Generates the modules of `src/billhook` that follow from the committed OpenAPI document: `npm run sdk`. A spec fails when the committed
 * files are out of date. No Python is needed.
 */

const TARGET = new URL('src/billhook/', import.meta.url);
const HEADER = '# Generated from the OpenAPI document by libs/sdk-python/generate.mjs. Do not edit.\n';

/** @returns the text of each file, by its name */
export function generate() {
  const document = readDocument();
  const operations = operationsOf(document);
  const { schemas } = document.components;
  const models = new PythonTypes(schemas, { isInput: false });
  const params = new PythonTypes(schemas, { isInput: true });
  for (const { body, result, isFile } of operations) {
    if (body) params.named(body.type);
    if (result !== 'void' && !isFile) models.named(result);
  }
  const events = eventDataOf(document);
  for (const name of ['EventType', 'ThinMessage', ...events.map(([, data]) => data)]) models.named(name);
  // First, as the parameters of queries name types as well.
  const resources = [false, true].map((isAsync) => HEADER + resourceModule(operations, models, params, isAsync));
  return {
    'models.py': modelModule(models),
    'params.py': paramModule(params, freeForm(schemas, params)),
    'events.py': eventModule(events),
    'problems.py': problemModule(document),
    '_resources.py': resources[0],
    '_async_resources.py': resources[1],
  };
}

function modelModule(models) {
  return `${HEADER}"""What the API returns."""

from __future__ import annotations

from datetime import date as Date, datetime
from typing import Any, Literal

from pydantic import Field
from typing_extensions import TypeAlias

from ._model import Model, Open


${models.render()}`;
}

function paramModule(params, free) {
  return `${HEADER}"""What the API accepts: dictionaries with the members of the reference in snake_case."""

from __future__ import annotations

from datetime import date as Date, datetime
from decimal import Decimal
from typing import Literal, Mapping, Sequence

from typing_extensions import Required, TypeAlias, TypedDict

FREE_FORM = frozenset({${free.map(quoted).join(', ')}})
"""Members whose own members have names of your choice, which are sent unchanged."""


${params.render()}`;
}

/** The members of bodies that are maps. */
function freeForm(schemas, params) {
  const found = new Set();
  const visit = (value) => {
    for (const [name, each] of Object.entries(value.properties ?? {})) {
      const variants = [each, ...(each.anyOf ?? [])];
      if (variants.some(({ additionalProperties }) => typeof additionalProperties === 'object')) found.add(name);
    }
    for (const each of Object.values(value)) if (typeof each === 'object' && each !== null) visit(each);
  };
  for (const name of params.classes.keys()) visit(schemas[name] ?? {});
  return [...found].toSorted();
}

const pascal = (text) => text.split(/[._]/).map(title).join('');

function eventModule(events) {
  const classes = events.map(
    ([type, data]) => `class ${pascal(type)}Event(Event):
    type: Literal[${quoted(type)}]
    data: models.${data}
`,
  );
  const names = events.map(([type]) => `${pascal(type)}Event`);
  return `${HEADER}"""The events of webhooks and of the feed, by their type."""

from __future__ import annotations

from typing import Literal, Union

from typing_extensions import TypeAlias

from . import models
from ._event import Event, HiddenEvent, ThinEvent, UnknownEvent

__all__ = [
    ${['Event', 'FeedEvent', 'HiddenEvent', 'ThinEvent', 'UnknownEvent', 'WebhookEvent', ...names].map(quoted).join(',\n    ')},
]


${classes.join('\n\n')}

WebhookEvent: TypeAlias = Union[
    ${names.join(',\n    ')},
]
"""A message, by its \`type\`: \`if event.type == "invoice.paid": event.data.number\`."""

FeedEvent: TypeAlias = Union[WebhookEvent, HiddenEvent]
"""An event of the feed: a \`HiddenEvent\` where the key may not read the record."""

EVENTS: dict[str, type[Event]] = {
    ${events.map(([type]) => `${quoted(type)}: ${pascal(type)}Event,`).join('\n    ')}
}
`;
}

function problemModule(document) {
  const codes = problemCodesOf(document);
  const { examples } = document.components;
  const classes = codes.map((code) => {
    const { title: text, status } = examples[code]?.value ?? {};
    const doc = text ? `    """${text}. HTTP ${status}."""\n` : '';
    return `class ${pascal(code)}(ProblemError):\n${doc || '    pass\n'}`;
  });
  return `${HEADER}"""The rejections of this version, one class per code: \`except problems.VersionMismatch\`."""

from __future__ import annotations

from typing import Literal

from typing_extensions import TypeAlias

from .errors import ProblemError

ProblemCode: TypeAlias = Literal[
    ${codes.map(quoted).join(',\n    ')},
]
"""The codes of problems of this version. Later versions may add some."""


${classes.join('\n\n')}

PROBLEMS: dict[str, type[ProblemError]] = {
    ${codes.map((code) => `${quoted(code)}: ${pascal(code)},`).join('\n    ')}
}
`;
}

if (process.argv[1] === new URL(import.meta.url).pathname) {
  mkdirSync(TARGET, { recursive: true });
  for (const [name, text] of Object.entries(generate())) writeFileSync(new URL(name, TARGET), text);
}
