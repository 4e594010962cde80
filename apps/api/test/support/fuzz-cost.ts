import type { TestApi } from './api.js';
import { invoiceBody, line } from './bodies.js';
import { describeApi, type FuzzedApi, type Schema } from './fuzz-document.js';
import { Pool, type Side } from './fuzz-pool.js';
import { send, type Wire } from './fuzz-wire.js';

/** The maximum cost of a rejected body, as a multiple of an accepted one of the same size. */
const MOST_RATIO = 3;

/** Smaller figures are measurement noise. */
const FLOOR_MS = 60;

const BODY_BYTES = 400_000;
const REPEATS = 3;

export interface CostlyError {
  readonly operation: string;
  readonly kind: string;
  readonly status: number;
  readonly cpuMs: number;
  readonly acceptedMs: number;
}

export interface CostReport {
  readonly bodies: number;
  readonly acceptedMs: number;
  readonly dearestMs: number;
  readonly faults: readonly CostlyError[];
}

/** Sends every operation the bodies that are most expensive to reject, and compares their CPU time with an accepted body of the same size. */
export async function measureErrorCosts(api: TestApi): Promise<CostReport> {
  const described = await describeApi(api);
  const { own } = await Pool.make(api);
  const acceptedMs = await median(() => cpuOf(api, accepted(own)));
  const most = Math.max(FLOOR_MS, MOST_RATIO * acceptedMs);
  const faults: CostlyError[] = [];
  let [bodies, dearestMs] = [0, 0];
  for (const { method, path, surface, body } of described.operations) {
    if (!body) continue;
    for (const [kind, text] of Object.entries(dearBodies(body, described))) {
      bodies += 1;
      const wire = wireOf(method, path.replaceAll(/\{[^}]+\}/g, '1'), text, own, surface);
      const first = await cpuOf(api, wire);
      const measured = first.cpuMs > most ? await median(() => cpuOf(api, wire)) : first.cpuMs;
      dearestMs = Math.max(dearestMs, measured);
      if (measured > most)
        faults.push({ operation: `${method} ${path}`, kind, status: first.status, cpuMs: measured, acceptedMs });
    }
  }
  return { bodies, acceptedMs, dearestMs, faults };
}

/** The CPU time of the process, which includes the client: its share is the same for both bodies. */
async function cpuOf(api: TestApi, wire: Wire): Promise<{ readonly cpuMs: number; readonly status: number }> {
  const before = process.cpuUsage();
  const reply = await send(api.url, wire);
  const { user, system } = process.cpuUsage(before);
  return { cpuMs: (user + system) / 1_000, status: 'failed' in reply ? 0 : reply.status };
}

async function median(measure: () => Promise<{ readonly cpuMs: number }>): Promise<number> {
  const figures: number[] = [];
  for (let n = 0; n < REPEATS; n++) figures.push((await measure()).cpuMs);
  return figures.toSorted((a, b) => a - b)[Math.floor(REPEATS / 2)] ?? 0;
}

function wireOf(method: string, target: string, text: string, own: Side, surface: string): Wire {
  const credential = {
    api: ['authorization', `Bearer ${own.key.secret}`],
    settings: ['cookie', own.cookie],
    portal: ['cookie', own.portalCookie],
    document: ['authorization', `Bearer ${own.documentTokens.quote}`],
  }[surface];
  const headers = [...(credential ?? []), 'content-type', 'application/json', 'prefer', 'dry-run'];
  return { method, target, headers, body: Buffer.from(text) };
}

/** A preview of an invoice with the maximum number of lines. */
function accepted(own: Side): Wire {
  const lines = Array.from({ length: 1_000 }, () => ({ ...line, description: 'x'.repeat(300) }));
  const text = JSON.stringify({ ...invoiceBody(own.clientId), lines });
  return wireOf('POST', '/v1/invoices/preview', text, own, 'api');
}

/** Bodies of one size, each full of one kind of error. */
function dearBodies(schema: Schema, { schemas }: FuzzedApi): Record<string, string> {
  const filled = (item: string, separator = ','): string =>
    Array.from({ length: Math.floor(BODY_BYTES / (item.length + 1)) }, () => item).join(separator);
  const members = (count: number, value = '1'): string =>
    Array.from({ length: count }, (_, n) => `"nmae${n}":${value}`).join(',');
  const bodies: Record<string, string> = {
    'unknown members': `{${members(BODY_BYTES / 12)}}`,
    'an array instead of an object': `[${filled('1')}]`,
  };
  const { properties = {} } = resolved(schema, schemas);
  for (const [name, member] of Object.entries(properties)) {
    const { items, type, maxItems = 1_000, additionalProperties } = resolved(member, schemas);
    if (items) {
      const each = `{${members(Math.min(500, Math.ceil(BODY_BYTES / maxItems / 12)))}}`;
      bodies[`${name}: items of unknown members`] =
        `{"${name}":[${Array.from({ length: maxItems }, () => each).join(',')}]}`;
      bodies[`${name}: as many wrong items as are taken`] =
        `{"${name}":[${Array.from({ length: maxItems }, () => '[]').join(',')}]}`;
      bodies[`${name}: too many items`] = `{"${name}":[${filled('1')}]}`;
    } else if (additionalProperties)
      bodies[`${name}: wrong members`] = `{"${name}":{${members(BODY_BYTES / 12, '[]')}}}`;
    else if (type === 'string' || type === undefined)
      bodies[`${name}: a long text`] = `{"${name}":"${'a '.repeat(BODY_BYTES / 2)}"}`;
  }
  return bodies;
}

function resolved(schema: Schema, schemas: FuzzedApi['schemas']): Schema {
  const { $ref, anyOf, oneOf, allOf } = schema;
  if ($ref !== undefined) return resolved(schemas[$ref.split('/').at(-1) ?? ''] ?? {}, schemas);
  // Beside named members they are conditions, not alternatives.
  if (schema.properties !== undefined) return schema;
  const forms = [...(anyOf ?? oneOf ?? []), ...(allOf ?? [])].map((form) => resolved(form, schemas));
  return forms.find(({ type }) => type !== 'null') ?? schema;
}

/** The report as lines for a terminal. */
export function renderCosts({ bodies, acceptedMs, dearestMs, faults }: CostReport): string {
  const ms = (figure: number): string => `${figure.toFixed(0)} ms`;
  return [
    `${bodies} bodies of ${BODY_BYTES / 1_000} kB that are refused: at most ${ms(dearestMs)} of CPU; an accepted one costs ${ms(acceptedMs)}`,
    ...faults.map(
      ({ operation, kind, status, cpuMs }) =>
        `FAULT  a rejection costs at most ${MOST_RATIO} times an acceptance\n  ${operation}, ${kind}: ${status} after ${ms(cpuMs)}`,
    ),
    '',
  ].join('\n');
}
