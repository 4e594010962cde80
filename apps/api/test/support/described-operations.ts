import type { OpenAPIObject } from '@nestjs/swagger';
import { casesOf } from './conformance-cases.js';
import { send } from './send.js';

/** Secrets of keys of one company: with all permissions, and with none. */
export interface DescribedTo {
  readonly all: string;
  readonly none: string;
}

/**
 * Calls every operation of the served document on a program that runs elsewhere, and compares what its decorators decide: the route, whether
 * it is public, its permission, and the schema of its body.
 * @param url of the program
 * @returns a line for each difference
 */
export async function differencesFromDocument(url: string, by: DescribedTo): Promise<string[]> {
  const document = JSON.parse((await send(`${url}/v1/openapi.json`, 'GET', undefined, {})).text) as OpenAPIObject;
  const differences: string[] = [];
  const cases = casesOf(document).filter(({ path }) => path.startsWith('/v1/'));
  for (const { name, verb, at, open, permission, body, operation } of cases) {
    const ask = async (secret?: string, sent?: object): Promise<string> => {
      const { status, text } = await send(url + at, verb, sent && JSON.stringify(sent), {
        ...(secret && { authorization: `Bearer ${secret}` }),
        ...(sent && { 'content-type': 'application/json' }),
      });
      const { code, missing = [] } = (status < 400 ? {} : JSON.parse(text)) as { code?: string; missing?: string[] };
      return [status, code, ...missing].filter(Boolean).join(' ');
    };
    const expectAnswer = (answer: string, wanted: string | RegExp): void => {
      if (typeof wanted === 'string' ? answer !== wanted : !wanted.test(answer))
        differences.push(`${name}: ${answer}, expected ${String(wanted)}`);
    };
    expectAnswer(await ask(), open ? /^(200|422) ?/ : '401 credential_missing');
    const needed = [permission, ...secondOf(operation['x-more-permissions'])].join(' ');
    if (permission) expectAnswer(await ask(by.none), `403 insufficient_scope ${needed}`);
    if (body) expectAnswer(await ask(by.all, { colour: 'red' }), /^422 /);
  }
  return differences;
}

/** The permission that every call needs in addition, by the sentence of the document. */
const secondOf = (sentence: unknown): string[] =>
  typeof sentence === 'string' ? [...(/^It requires `(\S+)` as well\.$/.exec(sentence)?.slice(1) ?? [])] : [];
