import { inflateSync } from 'node:zlib';
import { renderPdf } from '../src/render-pdf.js';
import { sampleSource } from './samples.js';

/** What pdf.js replaces by slower functions, for old browsers. */
const BUILT_IN: readonly (readonly [object, string])[] = [
  [Array.prototype, 'push'],
  [Function.prototype, 'toString'],
  [JSON, 'parse'],
  [JSON, 'stringify'],
];

/** Loads pdf.js and its worker, and restores what they replace: all later specs of this process would be slower. */
async function loadReader() {
  const before = BUILT_IN.map(([of, name]) => [of, name, Object.getOwnPropertyDescriptor(of, name)] as const);
  const reader = await import('pdfjs-dist/legacy/build/pdf.mjs');
  const worker = 'pdfjs-dist/legacy/build/pdf.worker.mjs';
  await import(worker);
  for (const [of, name, descriptor] of before) Object.defineProperty(of, name, descriptor ?? {});
  return reader;
}

const { getDocument, OPS } = await loadReader();

export interface ReadPdf {
  /** The text of each page in drawing order, with spaces between its pieces. */
  readonly pages: readonly string[];
  readonly text: string;
  readonly title: string;
  readonly language: string;
  readonly xmp: string;
  /** The numbers of all glyphs; 0 is the box that a font shows for a missing character. */
  readonly glyphs: readonly number[];
  readonly fonts: readonly string[];
  /** The replacement texts of glyphs (`ActualText`). */
  readonly spoken: readonly string[];
  /** The roles in the structure tree of the first page, from the outside in. */
  readonly roles: readonly string[];
  /** How many pages wide and high, in points. */
  readonly size: readonly [number, number];
}

/** Reads a file with an independent reader (Mozilla's pdf.js). */
export async function readPdf(file: Buffer): Promise<ReadPdf> {
  const document = await getDocument({ data: new Uint8Array(file), useSystemFonts: false, verbosity: 0 }).promise;
  const pages: string[] = [];
  const glyphs: number[] = [];
  for (let number = 1; number <= document.numPages; number += 1) {
    const page = await document.getPage(number);
    const { items } = await page.getTextContent({ disableNormalization: true });
    pages.push(items.flatMap((item) => ('str' in item && item.str.trim() ? [item.str] : [])).join(' '));
  }
  for (let number = 1; number <= document.numPages; number += 1) {
    const { fnArray, argsArray } = await (await document.getPage(number)).getOperatorList();
    for (const [at, operator] of fnArray.entries())
      if (operator === OPS.showText) glyphs.push(...numbersIn(argsArray[at]));
  }
  const first = await document.getPage(1);
  const viewport = first.getViewport({ scale: 1 });
  const { info, metadata } = await document.getMetadata();
  const read: ReadPdf = {
    pages,
    text: pages.join(' '),
    title: field(info, 'Title'),
    language: field(info, 'Language'),
    xmp: metadata?.getRaw() ?? '',
    glyphs,
    fonts: [...new Set(Array.from(file.toString('latin1').matchAll(/\/FontName \/(\S+)/g), ([, name]) => name ?? ''))],
    spoken: spokenIn(file),
    roles: rolesOf(await first.getStructTree()),
    size: [Math.round(viewport.width), Math.round(viewport.height)],
  };
  await document.destroy();
  return read;
}

/** The file with inflated streams, and without the lengths and positions that follow from their compression. */
export function uncompressed(file: Buffer): string {
  const [body = ''] = file.toString('latin1').split('\nxref\n');
  return body
    .replace(
      /stream\r?\n([\s\S]*?)\r?\nendstream/g,
      (_, stream: string) => inflated(Buffer.from(stream, 'latin1')) || stream,
    )
    .replace(/\/Length \d+/g, '');
}

/** Renders a sample and reads it. */
export async function readSample(...parameters: Parameters<typeof sampleSource>): Promise<ReadPdf> {
  return readPdf(await renderPdf(sampleSource(...parameters)));
}

/** Replaces no-break spaces with ordinary ones. */
export function plain(text: string): string {
  return text.replace(/[\u00a0\u202f]/g, ' ');
}

function numbersIn(operands: unknown): number[] {
  if (Array.isArray(operands)) return operands.flatMap(numbersIn);
  if (typeof operands !== 'object' || operands === null || !('originalCharCode' in operands)) return [];
  return [Number(operands.originalCharCode)];
}

function spokenIn(file: Buffer): string[] {
  const streams = file.toString('latin1').matchAll(/stream\r?\n([\s\S]*?)\r?\nendstream/g);
  const contents = Array.from(streams, ([, bytes = '']) => inflated(Buffer.from(bytes, 'latin1')));
  const texts = contents.join('\n').matchAll(/\/ActualText <feff([0-9a-f]*)>/g);
  return Array.from(texts, ([, hex = '']) => Buffer.from(hex, 'hex').swap16().toString('utf16le'));
}

function inflated(stream: Buffer): string {
  try {
    return inflateSync(stream).toString('latin1');
  } catch {
    return '';
  }
}

function field(info: object, name: string): string {
  const value: unknown = Object.entries(info).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : '';
}

function rolesOf(node: unknown): string[] {
  if (typeof node !== 'object' || node === null) return [];
  const role = 'role' in node && typeof node.role === 'string' ? [node.role] : [];
  const children: unknown[] = 'children' in node && Array.isArray(node.children) ? node.children : [];
  return [...role, ...children.flatMap(rolesOf)];
}
