import { readdir } from 'node:fs/promises';
import { exampleCreditNote } from '@billhook/contract/examples/example-records';
import { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import { PROBLEMS } from '@billhook/domain/shared/problems';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { z } from 'zod';
import { buildOpenApi } from '../../src/openapi/openapi-document.js';
import { forEvery } from '../support/conformance-cases.js';
import { startConformance, type Conformance } from '../support/conformance.js';

const CONTRACT = new URL('../../../../libs/contract/src/', import.meta.url);

let walk: Conformance;

beforeAll(async () => {
  walk = await startConformance();
});
afterAll(() => walk.world.stop());

const escaped = (names: readonly string[]): string => names.map((name) => name.replaceAll('/', '~1')).join('/');

/** A document in pieces, so that the pieces that differ can be named: all of it would be a message of ten thousand lines. */
function parts(part: unknown, place: readonly string[] = []): Map<string, string> {
  if (typeof part !== 'object' || part === null || place.length === 3)
    return new Map([[`/${escaped(place)}`, JSON.stringify(part)]]);
  return new Map(Object.entries(part).flatMap(([name, member]) => [...parts(member, [...place, name])]));
}

describe('every operation of the document', () => {
  it('has a summary, a tag, its permission, and its errors', async () => {
    await forEvery(walk.cases, async ({ operation, open, permission, answers }) => {
      expect(operation.summary).toMatch(/^\S.{5,}/);
      expect(operation.tags).toHaveLength(1);
      expect(operation['x-permission']).toEqual(expect.any(String));
      expect(open || '401' in answers).toBe(true);
      expect(permission === undefined || '403' in answers).toBe(true);
    });
  });

  it('has a unique operationId', () => {
    const ids = walk.cases.map(({ operation }) => operation.operationId);
    expect(ids.filter((id, n) => id === undefined || ids.indexOf(id) !== n)).toEqual([]);
  });

  it('has a tag that states its purpose', () => {
    const described = (walk.document.tags ?? []).map(({ name }) => name);
    const used = [
      ...walk.cases.map(({ operation }) => operation),
      ...Object.values(walk.document.webhooks ?? {}).flatMap((hook) =>
        'post' in hook && hook.post ? [hook.post] : [],
      ),
    ].flatMap(({ tags = [] }) => tags);
    expect([...new Set(used)].sort()).toEqual([...described].sort());
  });
});

describe('every operation shows', () => {
  it('an example of its path parameters, its body and its response', async () => {
    await forEvery(walk.cases, async (one) => {
      expect([one.named !== undefined, one.body !== undefined]).toEqual([one.namesRecord, one.takesBody]);
      const json = one.answers[one.success]?.content?.['application/json'];
      if (json) expect(json.example).toBeDefined();
    });
  });

  it('examples that match their schemas', async () => {
    await forEvery(walk.cases, async ({ path, method, answers, body, success }) => {
      const operation = ['paths', path, method];
      const schema = (...place: string[]) =>
        `#/${escaped([...operation, ...place, 'content', 'application/json', 'schema'])}`;
      if (body !== undefined) expect(walk.answers.errors(schema('requestBody'), body)).toEqual([]);
      const json = answers[success]?.content?.['application/json'];
      if (json) expect(walk.answers.errors(schema('responses', String(success)), json.example)).toEqual([]);
    });
  });

  it('problems that match the API: each example has the status of its response', async () => {
    const examples = walk.document.components?.examples ?? {};
    await forEvery(walk.cases, async ({ answers }) => {
      for (const [status, { content }] of Object.entries(answers).filter(([each]) => each >= '400')) {
        const codes = Object.keys(content?.['application/problem+json']?.examples ?? {});
        expect(codes).not.toEqual([]);
        for (const code of codes) {
          expect(examples[code]).toMatchObject({ value: { code, status: Number(status) } });
          expect(
            walk.answers.errors('#/components/schemas/Problem', Reflect.get(examples[code] ?? {}, 'value')),
          ).toEqual([]);
        }
      }
    });
  });

  it('only existing error codes', () => {
    const codes = Object.keys(walk.document.components?.examples ?? {});
    expect(codes.filter((code) => !Object.hasOwn(PROBLEMS, code))).toEqual([]);
  });
});

describe('every webhook', () => {
  it('shows a message that matches its schema', () => {
    const hooks = Object.entries(walk.document.webhooks ?? {});
    expect(hooks.length).toBeGreaterThan(10);
    for (const [type, hook] of hooks) {
      const body = 'post' in hook ? hook.post?.requestBody : undefined;
      const example = body && 'content' in body ? (body.content['application/json']?.example as unknown) : undefined;
      const place = ['webhooks', type, 'post', 'requestBody', 'content', 'application/json', 'schema'];
      expect(example).toMatchObject({ type });
      expect([type, walk.answers.errors(`#/${escaped(place)}`, example)]).toEqual([type, []]);
    }
  });
});

describe('the document', () => {
  it('contains only valid references', () => {
    const refs = [...JSON.stringify(walk.document).matchAll(/"#\/components\/(\w+)\/([^"]+)"/g)];
    const components: Readonly<Record<string, object>> = { ...walk.document.components };
    expect(refs.length).toBeGreaterThan(100);
    expect(refs.filter(([, kind = '', name = '']) => !(name in (components[kind] ?? {}))).map(([ref]) => ref)).toEqual(
      [],
    );
  });

  it('is what the routes generate (npm run openapi writes it)', () => {
    const [made, kept] = [parts(buildOpenApi(walk.world.api.app)), parts(walk.document)];
    const names = [...new Set([...made.keys(), ...kept.keys()])];
    expect(names.filter((name) => made.get(name) !== kept.get(name))).toEqual([]);
  });
});

describe('examples of the contract', () => {
  it('are accepted by their own schemas', async () => {
    const files = await readdir(CONTRACT, { recursive: true });
    const names = files.filter(
      (file) => file.endsWith('.ts') && !file.endsWith('.spec.ts') && !file.startsWith('examples'),
    );
    const modules = await Promise.all(
      names.map((name) => import(`@billhook/contract/${name.replace('.ts', '')}`) as Promise<Record<string, unknown>>),
    );
    const schemas = modules
      .flatMap((module) => Object.values(module))
      .filter((value): value is z.ZodType => value instanceof z.ZodType);
    const withExamples = schemas.filter((schema) => schema.meta()?.['example'] !== undefined);
    expect(withExamples.length).toBeGreaterThan(10);
    for (const schema of withExamples) {
      const result = schema.safeParse(schema.meta()?.['example']);
      expect([schema.meta()?.id, result.error?.issues]).toEqual([schema.meta()?.id, undefined]);
    }
  });

  it('of records match as well', () => {
    expect(CreditNoteView.strict().parse(exampleCreditNote)).toEqual(exampleCreditNote);
  });
});
