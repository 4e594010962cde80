import { ProblemView } from '@billhook/contract/shared/problem';
import { HTTP_STATUS } from '@billhook/domain/shared/problem-kinds';
import { PROBLEMS } from '@billhook/domain/shared/problems';
import { expect } from '@jest/globals';
import type { OpenAPIObject } from '@nestjs/swagger';
import ajvFormats from 'ajv-formats';
import { Ajv2020, type ValidateFunction } from 'ajv/dist/2020.js';
import { z } from 'zod';
import type { Answer } from './api.js';
import type { Case } from './conformance-cases.js';

const DOCUMENT = 'openapi';

/** IETF draft-ietf-httpapi-ratelimit-headers-11: lists of named limits. */
const POLICIES = /^"[a-z]+";q=\d+;w=\d+(, "[a-z]+";q=\d+;w=\d+)*$/;
const LIMITS = /^"[a-z]+";r=\d+;t=\d+(, "[a-z]+";r=\d+;t=\d+)*$/;

const REQUEST_ID = /^req_[0-9A-Za-z]{22}$/;

/** The members that may follow a code, of all problems together. Others depend on the code. */
const Problem = ProblemView.extend({ code: z.enum(Object.keys(PROBLEMS)), requestId: z.string().regex(REQUEST_ID) });

/** Checks whether responses match the document. */
export class Answers {
  // Compiling takes longer than validating, and the optimizer makes it longer.
  private readonly ajv = new Ajv2020({ strict: false, allErrors: true, code: { optimize: false } });
  private readonly validators = new Map<string, ValidateFunction>();

  constructor(document: OpenAPIObject) {
    // The pattern checks email addresses: the package has no format for addresses in other scripts.
    ajvFormats.default(this.ajv).addFormat('idn-email', true);
    this.ajv.addSchema({ ...(closed(document) as OpenAPIObject), $id: DOCUMENT }, DOCUMENT, undefined, false);
  }

  /** Why a value does not match the schema at a pointer into the document; undefined if it does. */
  errors(pointer: string, value: unknown): string[] {
    const known = this.validators.get(pointer) ?? this.ajv.compile({ $ref: `${DOCUMENT}${encodeURI(pointer)}` });
    this.validators.set(pointer, known);
    return known(value) ? [] : (known.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
  }

  /** For any request to an operation: the document lists the response, with the common headers. */
  expectListed(of: Case, answer: Answer): void {
    const { status, headers } = answer;
    expectMarked(headers);
    expect([status, Object.keys(of.answers)]).toEqual([status, expect.arrayContaining([String(status)])]);
    if (status >= 400) {
      expectProblem(answer, of.at);
      const content = of.answers[status]?.content?.['application/problem+json'];
      expect([status, Object.keys(content?.examples ?? {})]).toEqual([
        status,
        expect.arrayContaining([answer.body['code']]),
      ]);
    } else if (answer.text !== '') this.expectShape(of, answer);
  }

  /** The operation succeeded, and its response matches its schema. */
  expectDone(of: Case, answer: Answer): void {
    expect([answer.status, answer.status === of.success ? '' : answer.text]).toEqual([of.success, '']);
    this.expectListed(of, answer);
    // The other headers of the document depend on the request.
    for (const name of ['ETag', 'Link']) {
      expect([name, answer.headers.has(name)]).toEqual([name, name in (of.answers[of.success]?.headers ?? {})]);
    }
  }

  private expectShape(of: Case, { status, headers, body }: Answer): void {
    const type = headers.get('content-type')?.split(';')[0] ?? '';
    const documented = of.answers[status]?.content ?? {};
    expect([status, Object.keys(documented)]).toEqual([status, [type]]);
    if (type !== 'application/json') return;
    const place = [of.path, of.method, 'responses', String(status), 'content', type, 'schema'];
    expect(this.errors(`#/paths/${place.map((name) => name.replaceAll('/', '~1')).join('/')}`, body)).toEqual([]);
  }
}

/**
 * The document allows additional members, because responses grow. Here every object with named members has no others: everything that the
 * API returns is documented.
 */
function closed(part: unknown): unknown {
  if (Array.isArray(part)) return part.map(closed);
  if (typeof part !== 'object' || part === null) return part;
  const members = Object.fromEntries(Object.entries(part).map(([name, member]) => [name, closed(member)]));
  const isOpen = members['type'] === 'object' && 'properties' in members && !('additionalProperties' in members);
  return isOpen ? { ...members, additionalProperties: false } : members;
}

/** The headers of every response of the API. */
export function expectMarked(headers: Headers): void {
  expect(headers.get('request-id')).toMatch(REQUEST_ID);
  expect(headers.get('x-content-type-options')).toBe('nosniff');
  expect(headers.get('ratelimit-policy') ?? 'no RateLimit-Policy').toMatch(POLICIES);
  expect(headers.get('ratelimit') ?? 'no RateLimit').toMatch(LIMITS);
}

/** RFC 9457: the members, the status and the header agree with each other and with the table of codes. */
export function expectProblem({ status, headers, text, body }: Answer, path: string): void {
  expect([headers.get('content-type')?.split(';')[0], text.slice(0, 200)]).toEqual([
    'application/problem+json',
    expect.stringMatching(/^\{/),
  ]);
  expect(headers.get('cache-control')).toBe('no-store');
  const { code, ...problem } = Problem.parse(body);
  expect(problem).toMatchObject({ status, instance: path, requestId: headers.get('request-id') });
  expect(problem.type.endsWith(`/docs/errors/${code}`)).toBe(true);
  const known = PROBLEMS[code as keyof typeof PROBLEMS];
  expect([problem.title, status]).toEqual([known.title, HTTP_STATUS[known.kind].code]);
}
