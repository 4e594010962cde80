import type { OpenAPIObject } from '@nestjs/swagger';
import type { Answers } from './conformance-answers.js';
import { at, type Case } from './conformance-cases.js';

/** A body with one error, and its place. */
export interface WrongBody {
  readonly wrong: string;
  readonly body: unknown;
  /** The expected pointer of the error (RFC 6901). */
  readonly pointers: readonly string[];
}

interface SchemaNode {
  readonly $ref?: string;
  readonly type?: string;
  readonly allOf?: readonly object[];
  readonly anyOf?: readonly object[];
  readonly oneOf?: readonly object[];
  readonly required?: readonly string[];
  readonly properties?: Readonly<Record<string, object>>;
  readonly items?: object;
  readonly additionalProperties?: unknown;
}

type Path = readonly (string | number)[];

/** A member that no schema has. */
const UNKNOWN = 'colour';

const DECIMAL = /^-?\d+(\.\d+)?$/;

const pointerOf = (path: Path): string =>
  path.map((name) => `/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`).join('');

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** Creates invalid bodies from the example body of an operation, by its schema. */
export class WrongBodies {
  constructor(
    private readonly document: OpenAPIObject,
    private readonly answers: Answers,
  ) {}

  /** At every level: required members removed, unknown ones added, JSON numbers for numeric texts. */
  of({ path, method, body }: Case): WrongBody[] {
    const wrong: WrongBody[] = [];
    const change = (what: string, place: Path, edit: (parent: unknown) => unknown): void =>
      void wrong.push({
        wrong: `${what} ${pointerOf(place)}`,
        body: replaced(body, place.slice(0, -1), edit),
        pointers: [pointerOf(place)],
      });
    const visit = (given: string, value: unknown, place: Path): void => {
      const { pointer, schema } = this.resolved(given, value);
      if (Array.isArray(value)) return value.forEach((item, n) => visit(`${pointer}/items`, item, [...place, n]));
      if (typeof value === 'string' && schema.type === 'string' && DECIMAL.test(value)) {
        change('a number for', place, (parent) => replaced(parent, place.slice(-1), () => Number(value)));
      }
      if (!isObject(value)) return;
      for (const name of (schema.required ?? []).filter((one) => one in value)) {
        change('without', [...place, name], (parent) => without(parent, name));
      }
      if (schema.additionalProperties === false) {
        change('with', [...place, UNKNOWN], (parent) => ({ ...(parent as object), [UNKNOWN]: 'red' }));
      }
      for (const [name, member] of Object.entries(value)) {
        if (schema.properties?.[name]) visit(`${pointer}/properties/${name}`, member, [...place, name]);
      }
    };
    visit(bodySchema(path, method), body, []);
    return wrong;
  }

  /** With every member of the response that the body does not accept, because the API computes it. */
  readOnly({ path, method, body, answers, success }: Case): WrongBody | undefined {
    const shown = answers[success]?.content?.['application/json']?.example;
    const { schema } = this.resolved(bodySchema(path, method), body);
    if (!isObject(shown) || !isObject(body)) return undefined;
    const names = Object.keys(shown).filter((name) => !schema.properties?.[name]);
    return {
      wrong: 'with what is read only',
      body: { ...shown, ...body },
      pointers: names.map((name) => pointerOf([name])),
    };
  }

  /** Follows references, and selects the alternative that accepts the value. */
  private resolved(pointer: string, value: unknown): { pointer: string; schema: SchemaNode } {
    const schema = (at(this.document, pointer) ?? {}) as SchemaNode;
    if (schema.$ref !== undefined) return this.resolved(schema.$ref, value);
    // Beside named members they are conditions, not alternatives.
    if (schema.properties !== undefined) return { pointer, schema };
    for (const kind of ['allOf', 'anyOf', 'oneOf'] as const) {
      const branches = (schema[kind] ?? []).map((_, n) => `${pointer}/${kind}/${n}`);
      const fitting = branches.find((branch) => this.answers.errors(branch, value).length === 0);
      if (fitting !== undefined) return this.resolved(fitting, value);
    }
    return { pointer, schema };
  }
}

const bodySchema = (path: string, method: string): string =>
  `#/paths/${path.replaceAll('/', '~1')}/${method}/requestBody/content/application~1json/schema`;

function without(parent: unknown, name: string): unknown {
  const { [name]: _, ...rest } = parent as Record<string, unknown>;
  return rest;
}

/** The value with an edit at one path; the rest is unchanged. */
function replaced(value: unknown, path: Path, edit: (old: unknown) => unknown): unknown {
  const [name, ...rest] = path;
  if (name === undefined) return edit(value);
  if (Array.isArray(value)) return value.map((item: unknown, n) => (n === name ? replaced(item, rest, edit) : item));
  return { ...(value as object), [name]: replaced((value as Record<string, unknown>)[name], rest, edit) };
}
