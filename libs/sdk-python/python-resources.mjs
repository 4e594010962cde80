import { argument, docText, quoted, snake, title } from './python-types.mjs';

/* The resources of the client: a class with a method per operation, for the synchronous and for the asynchronous client. */

/**
 * @param models the types of results
 * @param params the types of bodies
 */
export function resourceModule(operations, models, params, isAsync) {
  const prefix = isAsync ? 'Async' : '';
  const names = [...new Set(operations.map(({ resource }) => resource))].toSorted();
  const classes = names.map((name) => {
    const methods = operations
      .filter(({ resource }) => resource === name)
      .map((each) => method(each, models, params, isAsync));
    const base = name === 'events' ? `${prefix}EventFeed` : `${prefix}Resource`;
    return `class ${prefix}${title(name)}(${base}):\n${methods.join('\n')}`;
  });
  const members = names.map((name) => `        self.${snake(name)} = ${prefix}${title(name)}(self)`);
  return `
from __future__ import annotations

from datetime import date as Date, datetime
from decimal import Decimal
from typing import Any, Literal, Sequence, Union, overload

from typing_extensions import Unpack

from . import models, params
from .${isAsync ? '_async_client' : '_client'} import ${prefix}Client
from .${isAsync ? '_async_event_feed' : '_event_feed'} import ${prefix}EventFeed
from .${isAsync ? '_async_pages' : '_pages'} import ${prefix}Pages
from .${isAsync ? '_async_client' : '_client'} import ${prefix}Resource
from ._options import READ, WRITE, ReadOptions, WriteOptions, check
from ._request import File, path


${classes.join('\n\n')}

class ${prefix}Resources(${prefix}Client):
    """The resources of the API, each with a method per operation."""

    def _bind(self) -> None:
${members.join('\n')}
`;
}

function method(operation, models, params, isAsync) {
  const { isPaged, isFile, method: verb, body, query, pathParameters } = operation;
  const result = resultOf(operation, models, isAsync);
  const parametersWith = (keywords) => [
    'self',
    ...pathParameters.map(({ name, schema }) => `${argument(name)}: ${schema.type === 'integer' ? 'int' : 'str'}`),
    ...(body ? [`body: params.${body.type}${body.required ? '' : ' | None = None'}`] : []),
    ...(keywords.length > 0 ? ['*', ...keywords] : []),
    `**options: Unpack[${verb === 'GET' ? 'ReadOptions' : 'WriteOptions'}]`,
  ];
  const keywords = query.map((each) => keyword(each, params));
  const given = [
    isFile ? 'File' : isPaged || operation.result !== 'void' ? `models.${operation.result}` : 'None',
    quoted(verb),
    route(operation),
    ...(body ? ['body=body'] : []),
    ...(query.length > 0
      ? [
          `query={${query.map(({ name }) => `\n                ${quoted(name)}: ${argument(name)},`).join('')}\n            }`,
        ]
      : []),
    'options=options',
  ];
  const isAwaited = isAsync && !isPaged;
  const list = `\n            ${given.join(',\n            ')},\n        `;
  const call = isPaged
    ? `${isAsync ? 'Async' : ''}Pages(${list.replace('\n', '\n            self._client,\n')})`
    : `self._client.call(${query.length > 0 ? list : given.join(', ')})`;
  const head = (parameters, returned) =>
    `    ${isAwaited ? 'async ' : ''}def ${argument(operation.name)}(${wrapped(parametersWith(parameters))}) -> ${returned}:`;
  const overloads = overloadsOf(operation, keywords, result).map((each) => `    @overload\n${head(...each)} ...\n\n`);
  const returned = overloads.length > 0 ? result.replace(/\[.*\]/, '[Any]') : result;
  return `${overloads.join('')}${head(keywords, returned)}
        """${doc(operation)}"""
        check(self.${argument(operation.name)}, options, ${verb === 'GET' ? 'READ' : 'WRITE'})
        return ${isAwaited ? 'await ' : ''}${call}
`;
}

/** Only a list of changes has tombstones: the signatures without and with a time since which records have changed. */
function overloadsOf({ hasTombstones }, keywords, result) {
  if (!hasTombstones) return [];
  const since = (text) => keywords.map((each) => (each.startsWith('updated_since:') ? text(each) : each));
  return [
    [since(() => 'updated_since: None = None'), result.replace(/Union\[(.*), models\.Tombstone\]/, '$1')],
    [since((each) => each.replace(' | None = None', '')), result],
  ];
}

const wrapped = (parameters) => `\n        ${parameters.join(',\n        ')},\n    `;

function resultOf({ isFile, isPaged, result }, models, isAsync) {
  if (isFile) return 'File';
  if (result === 'void') return 'None';
  if (!isPaged) return `models.${result}`;
  const item = models.of(models.schemas[result].properties.data.items, result);
  return `${isAsync ? 'Async' : ''}Pages[${union(item.split(' | ').map((name) => `models.${name}`))}]`;
}

const union = (names) => (names.length > 1 ? `Union[${names.join(', ')}]` : names[0]);

function route({ path, pathParameters }) {
  if (pathParameters.length === 0) return quoted(path);
  return `path(${[quoted(path), ...pathParameters.map(({ name }) => `${argument(name)}=${argument(name)}`)].join(', ')})`;
}

/** A parameter of the query as a keyword argument. */
function keyword({ name, schema, required }, params) {
  const named = (each) => `${each.$ref ? 'params.' : ''}${params.of(each, name)}`;
  const type = schema.type === 'array' ? `Sequence[${named(schema.items)}]` : named(schema);
  return `${argument(name)}: ${type}${required ? '' : ' | None = None'}`;
}

function doc({ summary, needs, method: verb, path }) {
  return docText(`${summary}. \`${verb} ${path}\`${needs ? `, needs \`${needs}\`` : ''}.`);
}
