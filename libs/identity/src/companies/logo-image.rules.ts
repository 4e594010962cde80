import { setImmediate as nextTurn } from 'node:timers/promises';
import { promisify } from 'node:util';
import { crc32, deflate, inflate } from 'node:zlib';
import { MAX_LOGO_BYTES, MAX_LOGO_PIXELS, type LogoType } from '@billhook/domain/identity/logo';

/** An image that can be a logo: without metadata, and known to be complete. */
export interface LogoImage {
  readonly type: LogoType;
  readonly width: number;
  readonly height: number;
  readonly bytes: Buffer;
}

/** Why a file cannot be a logo, in words for the person who chose it. */
export class LogoError extends Error {}

/** In threads of Node: 4 megapixels take up to half a second. */
const [inflated, deflated] = [promisify(inflate), promisify(deflate)];

/** Bytes that are changed between two turns of the event loop. */
const TURN_BYTES = 1_000_000;

/**
 * Reads a PNG or JPEG, and returns it without what is not its image: texts, places, profiles and thumbnails. Nothing is decoded before
 * the size in its header is within the limits.
 * @throws LogoError
 */
export async function readLogo(file: Buffer): Promise<LogoImage> {
  if (file.length > MAX_LOGO_BYTES) throw new LogoError(`must have at most ${MAX_LOGO_BYTES / 1_024} KiB`);
  if (file.subarray(0, 8).equals(PNG_SIGNATURE)) return readPng(file);
  if (file[0] === 0xff && file[1] === 0xd8) return readJpeg(file);
  throw new LogoError(otherFormat(file));
}

function otherFormat(file: Buffer): string {
  const isSvg = /<svg[\s>]|^\s*<(\?xml|!doctype svg)/i.test(file.subarray(0, 4_096).toString('latin1'));
  return isSvg
    ? 'must be a PNG or JPEG. An SVG can contain scripts, and PDFs and email programs do not show it'
    : 'must be a PNG or JPEG';
}

function checkSize(width: number, height: number): void {
  if (width === 0 || height === 0) throw new LogoError('has no pixels');
  if (width * height > MAX_LOGO_PIXELS)
    throw new LogoError(
      `has ${width} × ${height} pixels; at most ${MAX_LOGO_PIXELS.toLocaleString('en')} are possible`,
    );
}

const PNG_SIGNATURE = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
/** The samples of a pixel and the possible bits of a sample, by colour type. 16 bits and interlacing are excluded: PDFs gain nothing. */
const PNG_COLORS: Readonly<Record<number, { readonly samples: number; readonly bits: readonly number[] }>> = {
  0: { samples: 1, bits: [1, 2, 4, 8] },
  2: { samples: 3, bits: [8] },
  3: { samples: 1, bits: [1, 2, 4, 8] },
  4: { samples: 2, bits: [8] },
  6: { samples: 4, bits: [8] },
};

async function readPng(file: Buffer): Promise<LogoImage> {
  const [head, ...rest] = pngChunks(file);
  if (head?.name !== 'IHDR' || head.data.length !== 13 || rest.at(-1)?.name !== 'IEND') throw damaged();
  // pdfkit allocates the size of the last header.
  if (rest.some(({ name }) => name === 'IHDR')) throw damaged();
  const [width, height] = [head.data.readUInt32BE(0), head.data.readUInt32BE(4)];
  checkSize(width, height);
  const [bits = 0, colorType = 0, compression, filter, interlace] = head.data.subarray(8);
  const color = PNG_COLORS[colorType];
  if (!color || compression !== 0 || filter !== 0) throw damaged();
  if (interlace !== 0) throw new LogoError('must not be interlaced. Save it without interlacing');
  if (!color.bits.includes(bits)) throw new LogoError('must have at most 8 bits for each colour');
  const palette = paletteOf(rest, colorType, bits);
  const compressed = Buffer.concat(rest.filter(({ name }) => name === 'IDAT').map(({ data }) => data));
  const pixels = await rowsOf(compressed, Math.ceil((width * color.samples * bits) / 8) + 1, height);
  // All other chunks are metadata, animations or colour profiles.
  const bytes =
    bits < 8 && palette.transparency
      ? pngOf(eightBits(head.data), palette, await unpacked(pixels, { width, height, bits }))
      : pngOf(head.data, palette, compressed);
  return { type: 'image/png', width, height, bytes };
}

interface PngChunk {
  readonly name: string;
  readonly data: Buffer;
}

interface PngPalette {
  readonly colors?: Buffer;
  /** The opacity of each colour. */
  readonly transparency?: Buffer;
}

function pngChunks(file: Buffer): PngChunk[] {
  const chunks: PngChunk[] = [];
  for (let at = 8; at < file.length && chunks.at(-1)?.name !== 'IEND';) {
    if (at + 12 > file.length) throw damaged();
    const end = at + 12 + file.readUInt32BE(at);
    if (end > file.length || crc32(file.subarray(at + 4, end - 4)) !== file.readUInt32BE(end - 4)) throw damaged();
    chunks.push({ name: file.toString('latin1', at + 4, at + 8), data: file.subarray(at + 8, end - 4) });
    at = end;
  }
  return chunks;
}

/** An image with a palette needs one. In others, it is a suggestion for old screens, which pdfkit takes for the colours. */
function paletteOf(chunks: readonly PngChunk[], colorType: number, bits: number): PngPalette {
  const palettes = chunks.filter(({ name }) => name === 'PLTE');
  const transparent = chunks.filter(({ name }) => name === 'tRNS');
  if (transparent.length > 1 || palettes.length > 1) throw damaged();
  if (colorType !== 3) {
    // A single transparent colour is rare, and programs differ in it.
    if (transparent.length > 0) throw new LogoError('must have an alpha channel instead of one transparent colour');
    return {};
  }
  const colors = palettes[0]?.data ?? Buffer.alloc(0);
  const count = colors.length / 3;
  if (!Number.isInteger(count) || count < 1 || count > 2 ** bits) throw damaged();
  const opacities = transparent[0]?.data;
  if (!opacities) return { colors };
  if (opacities.length > count) throw damaged();
  // Those that are left out are opaque. pdfkit takes the last of 256 for transparent then.
  return { colors, transparency: Buffer.concat([opacities, Buffer.alloc(count - opacities.length, 255)]) };
}

/** The rows in the compressed data. @throws LogoError unless it has exactly these rows, each with a known filter */
async function rowsOf(compressed: Buffer, rowBytes: number, rows: number): Promise<Buffer> {
  const pixels = await inflated(compressed, { maxOutputLength: rowBytes * rows }).catch(() => undefined);
  if (pixels?.length !== rowBytes * rows) throw damaged();
  for (let row = 0; row < rows; row += 1) if ((pixels[row * rowBytes] ?? 5) > 4) throw damaged();
  return pixels;
}

function pngOf(header: Buffer, { colors, transparency }: PngPalette, compressed: Buffer): Buffer {
  return Buffer.concat([
    ...[PNG_SIGNATURE, pngChunk('IHDR', header)],
    ...(colors ? [pngChunk('PLTE', colors)] : []),
    ...(transparency ? [pngChunk('tRNS', transparency)] : []),
    ...[pngChunk('IDAT', compressed), pngChunk('IEND', Buffer.alloc(0))],
  ]);
}

const eightBits = (header: Buffer): Buffer => Buffer.from([...header.subarray(0, 8), 8, ...header.subarray(9)]);

/** With one byte for each index of the palette: pdfkit reads the transparency of several indexes in a byte wrongly. */
async function unpacked(
  rows: Buffer,
  { width, height, bits }: { readonly width: number; readonly height: number; readonly bits: number },
): Promise<Buffer> {
  const rowBytes = rows.length / height;
  const wide = Buffer.alloc((width + 1) * height);
  const mask = 2 ** bits - 1;
  for (let row = 0, changed = 0; row < height; row += 1) {
    unfilter(rows, row * rowBytes, rowBytes);
    const [from, to] = [row * rowBytes + 1, row * (width + 1) + 1];
    for (let x = 0, bit = 0; x < width; x += 1, bit += bits)
      wide[to + x] = ((rows[from + (bit >> 3)] ?? 0) >> (8 - bits - (bit & 7))) & mask;
    changed += rowBytes + width;
    if (changed < TURN_BYTES) continue;
    changed = 0;
    await nextTurn();
  }
  return deflated(wide, { level: 9 });
}

/** Undoes the filter of a row in place, for pixels of at most one byte (PNG, 9.2). The row above is unfiltered. */
function unfilter(rows: Buffer, start: number, length: number): void {
  const filter = rows[start] ?? 0;
  if (filter === 0) return;
  let left = 0;
  let corner = 0;
  for (let index = start + 1; index < start + length; index += 1) {
    const up = index < length ? 0 : (rows[index - length] ?? 0);
    left = ((rows[index] ?? 0) + predicted(filter, left, up, corner)) & 0xff;
    rows[index] = left;
    corner = up;
  }
}

function predicted(filter: number, left: number, up: number, corner: number): number {
  if (filter === 1) return left;
  if (filter === 2) return up;
  return filter === 3 ? (left + up) >> 1 : paeth(left, up, corner);
}

function paeth(left: number, up: number, corner: number): number {
  const toLeft = Math.abs(up - corner);
  const toUp = Math.abs(left - corner);
  const toCorner = Math.abs(left + up - 2 * corner);
  if (toLeft <= toUp && toLeft <= toCorner) return left;
  return toUp <= toCorner ? up : corner;
}

function pngChunk(name: string, data: Buffer): Buffer {
  const chunk = Buffer.alloc(data.length + 12);
  chunk.writeUInt32BE(data.length);
  chunk.write(name, 4, 'latin1');
  data.copy(chunk, 8);
  chunk.writeUInt32BE(crc32(chunk.subarray(4, -4)), chunk.length - 4);
  return chunk;
}

/** The segments of a JPEG that its image needs: tables, frame and scans. */
const JPEG_PARTS: readonly number[] = [0xc0, 0xc1, 0xc2, 0xc4, 0xda, 0xdb, 0xdd];

/** Those of programs that say how to read its colours, by name and length: JFIF without a thumbnail, and the transform of Adobe. */
const JPEG_COLORS: Readonly<Record<number, readonly [name: string, length: number]>> = {
  0xe0: ['JFIF\0', 14],
  0xee: ['Adobe', 12],
};

function isKeptSegment(marker: number, data: Buffer): boolean {
  const [name = '', length] = JPEG_COLORS[marker] ?? [];
  return JPEG_PARTS.includes(marker) || (data.length === length && data.toString('latin1', 0, name.length) === name);
}

const isFrame = (marker: number): boolean => marker >= 0xc0 && marker <= 0xcf && ![0xc4, 0xc8, 0xcc].includes(marker);

function readJpeg(file: Buffer): LogoImage {
  const kept: Buffer[] = [file.subarray(0, 2)];
  let size: { readonly width: number; readonly height: number } | undefined;
  let scans = 0;
  for (let at = 2; ;) {
    if (file[at] !== 0xff) throw damaged();
    while (file[at + 1] === 0xff) at += 1;
    const marker = file[at + 1] ?? 0;
    if (marker === 0xd9) break;
    if (at + 4 > file.length) throw damaged();
    const end = at + 2 + file.readUInt16BE(at + 2);
    if (end < at + 4 || end > file.length) throw damaged();
    if (isFrame(marker)) {
      if (size) throw damaged();
      size = frameSize(marker, file.subarray(at + 4, end));
      checkSize(size.width, size.height);
    }
    const isScan = marker === 0xda;
    const next = isScan ? endOfScan(file, end) : end;
    if (isScan) scans += 1;
    if (isKeptSegment(marker, file.subarray(at + 4, end))) kept.push(file.subarray(at, next));
    at = next;
  }
  if (!size || scans === 0) throw damaged();
  return { type: 'image/jpeg', ...size, bytes: Buffer.concat([...kept, Buffer.from([0xff, 0xd9])]) };
}

function frameSize(marker: number, frame: Buffer): { width: number; height: number } {
  if (marker > 0xc2) throw new LogoError('must be a baseline or progressive JPEG');
  const [bits, , , , , components] = frame;
  if (frame.length < 6 || frame.length !== 6 + 3 * (components ?? 0)) throw damaged();
  if (bits !== 8) throw new LogoError('must have at most 8 bits for each colour');
  if (components !== 1 && components !== 3)
    throw new LogoError('must be in RGB or grey. A JPEG in CMYK is for printing plates');
  return { width: frame.readUInt16BE(3), height: frame.readUInt16BE(1) };
}

/** The position of the first marker after the data of a scan: a stuffed zero and restart markers belong to the data. */
function endOfScan(file: Buffer, start: number): number {
  for (let at = file.indexOf(0xff, start); at !== -1 && at + 1 < file.length; at = file.indexOf(0xff, at + 1)) {
    const next = file[at + 1] ?? 0;
    if (next !== 0 && next !== 0xff && !(next >= 0xd0 && next <= 0xd7)) return at;
  }
  throw damaged();
}

const damaged = (): LogoError => new LogoError('is damaged or incomplete. Save it again as PNG or JPEG');
