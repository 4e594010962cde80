import fc from 'fast-check';
import {
  isContainer,
  Entries,
  Many,
  placesOf,
  Raw,
  removeAt,
  replaceAt,
  write,
  type Path,
  type Resolve,
} from './fuzz-json.js';
import { oddName, rubbish } from './fuzz-values.js';

/** One change of a tree, at a position modulo its size, so that a smaller tree is changed as well. */
interface Mutation {
  readonly kind: 'replace' | 'drop' | 'add' | 'twice' | 'many' | 'nest';
  readonly at: number;
  readonly name: string;
  readonly value: unknown;
}

/** How the text of a body becomes the bytes that are sent. */
export interface Packing {
  readonly name: string;
  readonly contentType: string | null;
  readonly pack: (text: string, at: number) => Buffer;
}

export interface BodyPlan {
  readonly tree: unknown;
  readonly packing: Packing;
  readonly at: number;
}

const mutation: fc.Arbitrary<Mutation> = fc.record({
  kind: fc.constantFrom<Mutation['kind']>(
    'replace',
    'replace',
    'replace',
    'drop',
    'add',
    'add',
    'twice',
    'many',
    'nest',
  ),
  at: fc.nat(200),
  name: oddName,
  value: rubbish,
});

function mutate(tree: unknown, { kind, at, name, value }: Mutation): unknown {
  const places = placesOf(tree);
  const path: Path = places[at % places.length] ?? [];
  if (kind === 'drop') return removeAt(tree, path);
  return replaceAt(tree, path, (before) => {
    if (kind === 'replace') return value;
    if (kind === 'nest') return at % 2 === 0 ? [before] : { [name === '__proto__' ? 'proto' : name]: before };
    if (kind === 'many') return new Many(before, at % 2 === 0 ? 51 : 1_001);
    if (!isContainer(before) || Array.isArray(before)) return Array.isArray(before) ? [...before, value] : value;
    const entries = Object.entries(before);
    const [first] = entries;
    return new Entries([...entries, kind === 'twice' && first ? [first[0], value] : [name, value]]);
  });
}

const JSON_TYPE = 'application/json';
const utf8 = (text: string): Buffer => Buffer.from(text, 'utf8');
const packing = (name: string, pack: Packing['pack'], contentType: string | null = JSON_TYPE): Packing => ({
  name,
  contentType,
  pack,
});

const PLAIN = packing('plain', utf8);

/** Changes that make an invalid body of a valid text. */
const PACKINGS: readonly Packing[] = [
  packing('nothing', () => Buffer.alloc(0)),
  packing('blanks', () => utf8(' \r\n\t ')),
  packing('cut off', (text, at) => utf8(text.slice(0, at % Math.max(1, text.length)))),
  packing('a byte too many', (text, at) => {
    const bytes = utf8(text);
    const cut = at % Math.max(1, bytes.length);
    return Buffer.concat([
      bytes.subarray(0, cut),
      Buffer.from([[0, 0xff, 0x22, 0x5c][at % 4] ?? 0]),
      bytes.subarray(cut),
    ]);
  }),
  packing('byte order mark', (text) => utf8(`\uFEFF${text}`)),
  packing('UTF-16', (text) => Buffer.from(`\uFEFF${text}`, 'utf16le'), `${JSON_TYPE}; charset=utf-16`),
  packing(
    'Latin 1',
    (text) => Buffer.from(`${text.slice(0, -1)},"é":"é"}`, 'latin1'),
    `${JSON_TYPE}; charset=iso-8859-1`,
  ),
  packing('broken UTF-8', (text) =>
    Buffer.concat([utf8(text.slice(0, -1)), Buffer.from([0xc3, 0x28, 0xed, 0xa0, 0x80, 0x7d])]),
  ),
  packing('two documents', (text) => utf8(text + text)),
  packing('trailing comma', (text) => utf8(text.replace(/\}$/, ',}'))),
  packing('single quotes', (text) => utf8(text.replaceAll('"', "'"))),
  packing('comment', (text) => utf8(`/* note */${text}`)),
  packing(
    'form',
    (text) => utf8(`body=${encodeURIComponent(text.slice(0, 2_000).replace(/\p{Surrogate}/gu, ''))}`),
    'application/x-www-form-urlencoded',
  ),
  packing(
    'multipart',
    (text) => utf8(`--x\r\ncontent-disposition: form-data; name="a"\r\n\r\n${text}\r\n--x--`),
    'multipart/form-data; boundary=x',
  ),
  packing('text', utf8, 'text/plain'),
  packing('no type', utf8, null),
  packing('an odd type', utf8, 'application/json; charset="; x=\xff'),
  packing('a type like it', utf8, 'application/vnd.api+json'),
  packing('capital letters', utf8, 'APPLICATION/JSON;CHARSET=UTF-8'),
  packing('more than a MiB', (text) => Buffer.concat([utf8(text), Buffer.alloc(1_100_000, 0x20)])),
];

/** A body that the schema accepts, almost accepts, or rejects. */
export function bodies(good: fc.Arbitrary<unknown>): fc.Arbitrary<BodyPlan> {
  const tree = fc
    .tuple(
      fc.oneof(
        { weight: 30, arbitrary: good },
        { weight: 1, arbitrary: rubbish },
        { weight: 1, arbitrary: fc.constant(new Raw('')) },
      ),
      fc.oneof(
        { weight: 18, arbitrary: fc.constant<Mutation[]>([]) },
        { weight: 5, arbitrary: fc.array(mutation, { minLength: 1, maxLength: 1 }) },
        { weight: 1, arbitrary: fc.array(mutation, { maxLength: 4 }) },
      ),
    )
    .map(([base, mutations]) => mutations.reduce(mutate, base));
  return fc.record({
    tree,
    packing: fc.oneof(
      { weight: 24, arbitrary: fc.constant(PLAIN) },
      { weight: 1, arbitrary: fc.constantFrom(...PACKINGS) },
    ),
    at: fc.nat(500),
  });
}

/** The bytes of a body. */
export function packed({ tree, packing: how, at }: BodyPlan, resolve: Resolve): Buffer {
  return how.pack(write(tree, resolve), at);
}
