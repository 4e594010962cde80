import { createHash } from 'node:crypto';
import { Problem } from '@billhook/domain/shared/problems';
import { stringify } from 'safe-stable-stringify';
import { withDecimalTexts } from './decimal-arguments.rules.js';
import type { OperationTool } from './tool-list.rules.js';
import { PAGE_SIZE } from './tool-schema.rules.js';

/** A request to /v1. */
export interface ToolRequest {
  readonly method: 'GET' | 'PUT' | 'POST' | 'PATCH' | 'DELETE';
  /** With its query. */
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: unknown;
  readonly isDryRun: boolean;
}

export type ToolArguments = Readonly<Record<string, unknown>>;

/** An id or the name of an event type. No dot at the start: `..` would lead to another path. */
const PATH_VALUE = /^[A-Za-z0-9][\w.:-]{0,254}$/;

/** A value of the header Idempotency-Key. */
const KEY_VALUE = /^[\x20-\x7e]{1,255}$/;

/**
 * The request that a call of a tool makes. Only what decides its address and its headers is checked here: /v1 validates the rest.
 * @param day today: the same call on another day is another request
 * @throws Problem bad_request
 */
export function requestOf(tool: OperationTool, sent: ToolArguments, day: string): ToolRequest {
  const { operation, places, listed, schema } = tool;
  const given = withDecimalTexts(sent, schema) as ToolArguments;
  const rest: Record<string, unknown> = { ...given };
  const take = (name: string): unknown => {
    const value = rest[name];
    delete rest[name];
    return value;
  };

  const path = operation.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(pathValue(name, take(name))),
  );
  const headers: Record<string, string> = {};
  let isDryRun = false;
  if (places.version) {
    const version = take('version');
    if (version !== undefined) headers['if-match'] = `"${wholeNumber('version', version)}"`;
  }
  if (places.writes) {
    isDryRun = !confirmed(take('confirm'));
    const key = take('idempotencyKey');
    if (isDryRun) headers['prefer'] = 'dry-run';
    else headers['idempotency-key'] = key === undefined ? derivedKey(listed.name, given, day) : keyValue(key);
  }
  const query = new URLSearchParams();
  if (places.query.includes('limit') && rest['limit'] === undefined) query.set('limit', String(PAGE_SIZE));
  // Without a body, an unknown argument becomes an unknown parameter, which /v1 rejects by name.
  for (const name of places.body === 'none' ? Object.keys(rest) : places.query) addTo(query, name, take(name));
  const search = query.toString();
  return {
    method: operation.method.toUpperCase() as ToolRequest['method'],
    url: search === '' ? path : `${path}?${search}`,
    headers,
    body: bodyOf(places.body, rest),
    isDryRun,
  };
}

function bodyOf(place: OperationTool['places']['body'], rest: ToolArguments): unknown {
  if (place === 'none') return undefined;
  if (place === 'members') return rest;
  const { body, ...others } = rest;
  const [unknown] = Object.keys(others);
  if (unknown !== undefined) throw new Problem('bad_request', `This tool has no argument ${unknown}. Put it in body.`);
  return body;
}

/** A list becomes a repeated parameter. */
function addTo(query: URLSearchParams, name: string, value: unknown): void {
  if (value === undefined || value === null) return;
  for (const one of [value].flat()) query.append(name, typeof one === 'string' ? one : JSON.stringify(one));
}

function pathValue(name: string, value: unknown): string {
  const text = typeof value === 'number' ? String(value) : value;
  if (typeof text === 'string' && PATH_VALUE.test(text)) return text;
  throw new Problem(
    'bad_request',
    `The argument ${name} is required: the id of the record, as another tool returned it.`,
  );
}

function wholeNumber(name: string, value: unknown): number {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return value;
  throw new Problem('bad_request', `The argument ${name} must be a whole number.`);
}

/** Only true performs a write: a text that means yes may be a mistake. */
function confirmed(value: unknown): boolean {
  if (value === undefined || value === null || typeof value === 'boolean') return value === true;
  throw new Problem('bad_request', 'The argument confirm must be true or false.');
}

function keyValue(value: unknown): string {
  if (typeof value === 'string' && KEY_VALUE.test(value)) return value;
  throw new Problem(
    'bad_request',
    'The argument idempotencyKey must be a text of 1 to 255 printable ASCII characters.',
  );
}

/** A model that receives no result repeats the call with the same arguments, under another JSON-RPC id. */
function derivedKey(tool: string, given: ToolArguments, day: string): string {
  const digest = createHash('sha256').update(stringify([tool, given, day]) ?? '');
  return `mcp-${digest.digest('base64url')}`;
}
