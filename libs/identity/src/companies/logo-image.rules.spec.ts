import { setImmediate as nextTurn } from 'node:timers/promises';
import { crc32, deflateSync, inflateSync } from 'node:zlib';
import { MAX_LOGO_BYTES } from '@billhook/domain/identity/logo';
import { describe, expect, it } from '@jest/globals';
import { LogoError, readLogo } from './logo-image.rules.js';

/** 8 × 4 pixels with a colour profile, as Chromium writes it. */
const JPEG = Buffer.from(
  '/9j/4AAQSkZJRgABAQAAAQABAAD/4gHYSUNDX1BST0ZJTEUAAQEAAAHIAAAAAAQwAABtbnRyUkdCIFhZWiAH4AABAAEAAAAAAABhY3NwAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQAA9tYAAQAAAADTLQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAlkZXNjAAAA8AAAACRyWFlaAAABFAAAABRnWFlaAAABKAAAABRiWFlaAAABPAAAABR3dHB0AAABUAAAABRyVFJDAAABZAAAAChnVFJDAAABZAAAAChiVFJDAAABZAAAAChjcHJ0AAABjAAAADxtbHVjAAAAAAAAAAEAAAAMZW5VUwAAAAgAAAAcAHMAUgBHAEJYWVogAAAAAAAAb6IAADj1AAADkFhZWiAAAAAAAABimQAAt4UAABjaWFlaIAAAAAAAACSgAAAPhAAAts9YWVogAAAAAAAA9tYAAQAAAADTLXBhcmEAAAAAAAQAAAACZmYAAPKnAAANWQAAE9AAAApbAAAAAAAAAABtbHVjAAAAAAAAAAEAAAAMZW5VUwAAACAAAAAcAEcAbwBvAGcAbABlACAASQBuAGMALgAgADIAMAAxADb/2wBDAAYEBQYFBAYGBQYHBwYIChAKCgkJChQODwwQFxQYGBcUFhYaHSUfGhsjHBYWICwgIyYnKSopGR8tMC0oMCUoKSj/2wBDAQcHBwoIChMKChMoGhYaKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCgoKCj/wAARCAAEAAgDASIAAhEBAxEB/8QAFQABAQAAAAAAAAAAAAAAAAAAAAf/xAAeEAABBQACAwAAAAAAAAAAAAABAAIDBREGIRIlof/EABUBAQEAAAAAAAAAAAAAAAAAAAAD/8QAGBEAAgMAAAAAAAAAAAAAAAAAADIBAgP/2gAMAwEAAhEDEQA/ALdwqok9sYrayiLLGQaHsd5YM7Dmkd78CIiUUjikH//Z',
  'base64',
);

const SIGNATURE = Buffer.from('89504e470d0a1a0a', 'hex');

function chunk(name: string, data: Uint8Array = Buffer.alloc(0)): Buffer {
  const body = Buffer.concat([Buffer.from(name, 'latin1'), data]);
  const [length, sum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  sum.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, sum]);
}

interface Picture {
  readonly width?: number;
  readonly height?: number;
  readonly bits?: number;
  readonly color?: number;
  readonly interlace?: number;
  readonly rows?: Buffer;
  readonly before?: readonly Buffer[];
  readonly after?: readonly Buffer[];
}

type PngHeader = Required<Pick<Picture, 'width' | 'height' | 'bits' | 'color' | 'interlace'>>;

function header({ width, height, bits, color, interlace }: PngHeader): Buffer {
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([bits, color, 0, 0, interlace], 8);
  return head;
}

/** A PNG of 2 × 2 pixels in RGB with alpha, unless it says otherwise. */
function png({
  width = 2,
  height = 2,
  bits = 8,
  color = 6,
  interlace = 0,
  rows,
  before = [],
  after = [],
}: Picture = {}) {
  const head = chunk('IHDR', header({ width, height, bits, color, interlace }));
  const pixels = rows ?? Buffer.alloc((width * 4 + 1) * height);
  const all = [head, ...before, chunk('IDAT', deflateSync(pixels)), ...after, chunk('IEND')];
  return Buffer.concat([SIGNATURE, ...all]);
}

const secondHeader = chunk('IHDR', header({ width: 8_000, height: 5_000, bits: 8, color: 6, interlace: 0 }));

/** The name and the data of each chunk. */
function chunksOf(file: Buffer): [name: string, data: Buffer][] {
  const chunks: [string, Buffer][] = [];
  for (let at = 8; at < file.length; at += 12 + file.readUInt32BE(at)) {
    const end = at + 8 + file.readUInt32BE(at);
    chunks.push([file.toString('latin1', at + 4, at + 8), file.subarray(at + 8, end)]);
  }
  return chunks;
}

/** The segments of a JPEG before its data, by their markers. */
function markersOf(file: Buffer): number[] {
  const markers: number[] = [];
  for (let at = 2; markers.at(-1) !== 0xda; at += 2 + file.readUInt16BE(at + 2)) markers.push(file[at + 1] ?? 0);
  return markers;
}

/** What each filter of a PNG predicts from the bytes at the left, above, and above at the left (PNG, 9.2). */
const FILTERS: readonly ((left: number, up: number, corner: number) => number)[] = [
  () => 0,
  (left) => left,
  (_, up) => up,
  (left, up) => Math.floor((left + up) / 2),
  (left, up, corner) => {
    const nearest = (each: number) => Math.abs(left + up - corner - each);
    return [left, up, corner].reduce((best, each) => (nearest(each) < nearest(best) ? each : best));
  },
];

/** The rows of packed pixels with a filter each, as a PNG contains them. */
function filtered(rows: readonly (readonly number[])[], filterOf: (row: number) => number): Buffer {
  const byte = (row: number, at: number) => rows[row]?.[at] ?? 0;
  const all = rows.flatMap((bytes, row) => {
    const predict = FILTERS[filterOf(row)] ?? (() => 0);
    const differences = bytes.map(
      (each, at) => (each - predict(byte(row, at - 1), byte(row - 1, at), byte(row - 1, at - 1))) & 0xff,
    );
    return [filterOf(row), ...differences];
  });
  return Buffer.from(all);
}

/** 16 colours, the first of which is transparent. */
const SIXTEEN = [chunk('PLTE', Buffer.alloc(48, 7)), chunk('tRNS', Buffer.from([0]))];

/** With another byte of the frame header of `JPEG`. @param at counted from its marker */
function withFrame(at: number, ...bytes: readonly number[]): Buffer {
  const file = Buffer.from(JPEG);
  file.set(bytes, file.indexOf(Buffer.from('ffc0', 'hex')) + at);
  return file;
}

describe('readLogo', () => {
  it('removes texts, places and profiles of a PNG, and what follows its end', async () => {
    const before = [chunk('tEXt', Buffer.from('Author\0Ada')), chunk('eXIf', Buffer.from('GPS')), chunk('iCCP')];
    const logo = await readLogo(Buffer.concat([png({ before, after: [chunk('acTL')] }), Buffer.from('<script>')]));
    expect(logo).toMatchObject({ type: 'image/png', width: 2, height: 2 });
    expect(chunksOf(logo.bytes).map(([name]) => name)).toEqual(['IHDR', 'IDAT', 'IEND']);
    expect(logo.bytes.toString('latin1')).not.toMatch(/Ada|GPS|script/);
  });

  it('removes profiles and comments of a JPEG, and keeps its image', async () => {
    const comment = Buffer.concat([JPEG.subarray(0, 2), Buffer.from('fffe0005414441', 'hex'), JPEG.subarray(2)]);
    const logo = await readLogo(Buffer.concat([comment, Buffer.from('<script>')]));
    expect(logo).toMatchObject({ type: 'image/jpeg', width: 8, height: 4 });
    expect(markersOf(logo.bytes)).toEqual([0xe0, 0xdb, 0xdb, 0xc0, 0xc4, 0xc4, 0xc4, 0xc4, 0xda]);
    expect(logo.bytes.toString('latin1')).not.toMatch(/ICC_PROFILE|ADA|script/);
    expect(logo.bytes.subarray(logo.bytes.indexOf(Buffer.from('ffda', 'hex')))).toEqual(
      JPEG.subarray(JPEG.indexOf(Buffer.from('ffda', 'hex'))),
    );
    expect((await readLogo(logo.bytes)).bytes).toEqual(logo.bytes);
  });

  it('removes thumbnails of a JPEG, and what programs write into the segments that describe its colours', async () => {
    const app = (marker: number, text: string) =>
      Buffer.concat([Buffer.from([0xff, marker, 0, text.length + 2]), Buffer.from(text, 'latin1')]);
    const adobe = app(0xee, 'Adobe\0\x64\0\0\0\0\x01');
    const added = [app(0xe0, 'JFIF\0\x01\x01\0\0\x01\0\x01\x01\x01ADA'), app(0xe0, 'JFXX\0\x10ADA'), app(0xee, 'ADA')];
    const { bytes } = await readLogo(Buffer.concat([JPEG.subarray(0, 2), adobe, ...added, JPEG.subarray(2)]));
    expect(bytes.toString('latin1')).not.toMatch(/ADA|JFXX/);
    expect(bytes).toEqual(Buffer.concat([JPEG.subarray(0, 2), adobe, (await readLogo(JPEG)).bytes.subarray(2)]));
  });

  it('gives each pixel of a transparent palette a byte', async () => {
    const palette = [chunk('PLTE', Buffer.from('ff000000ff000000ff', 'hex')), chunk('tRNS', Buffer.from([0, 255]))];
    // Four pixels of two bits, 0 1 2 0 and 2 1 0 0, the second row as the difference from the first (filter 2).
    const rows = Buffer.from([0, 0b00_01_10_00, 2, (0b10_01_00_00 - 0b00_01_10_00) & 0xff]);
    const logo = await readLogo(png({ width: 4, bits: 2, color: 3, rows, before: palette }));
    const chunks = new Map(chunksOf(logo.bytes));
    expect([...(chunks.get('IHDR') ?? [])].slice(8)).toEqual([8, 3, 0, 0, 0]);
    expect([...inflateSync(chunks.get('IDAT') ?? Buffer.alloc(0))]).toEqual([0, 0, 1, 2, 0, 0, 2, 1, 0, 0]);
    expect((await readLogo(logo.bytes)).bytes).toEqual(logo.bytes);
  });

  it('undoes each filter of the rows of a transparent palette, of the first row as well', async () => {
    const rows = Array.from({ length: 10 }, (_, row) => [0, 1, 2].map((at) => (row * 89 + at * 151 + 37) & 0xff));
    const indexes = rows.map((bytes) => bytes.flatMap((byte) => [byte >> 4, byte & 15]));
    for (let first = 0; first < FILTERS.length; first += 1) {
      const filters = filtered(rows, (row) => (first + row) % FILTERS.length);
      const logo = await readLogo(png({ width: 6, height: 10, bits: 4, color: 3, rows: filters, before: SIXTEEN }));
      const pixels = inflateSync(new Map(chunksOf(logo.bytes)).get('IDAT') ?? Buffer.alloc(0));
      expect([...pixels]).toEqual(indexes.flatMap((row) => [0, ...row]));
    }
  });

  it('leaves the event loop to others while it reads a large image', async () => {
    const rows = Buffer.alloc(1_001 * 2_000);
    const file = png({ width: 2_000, height: 2_000, bits: 4, color: 3, rows, before: SIXTEEN });
    let isRead = false;
    const reading = Promise.resolve(readLogo(file)).finally(() => (isRead = true));
    let turns = 0;
    for (; !isRead; turns += 1) await nextTurn();
    expect(await reading).toMatchObject({ width: 2_000, height: 2_000 });
    // The bytes of rows and pixels, by the bytes that are changed in a turn.
    expect(turns).toBeGreaterThanOrEqual(6);
  });

  it('names the opacity of each colour of a palette, the last one of 256 as well', async () => {
    const palette = [chunk('PLTE', Buffer.alloc(768, 9)), chunk('tRNS', Buffer.from([0, 128]))];
    const logo = await readLogo(png({ color: 3, rows: Buffer.from([0, 0, 1, 0, 255, 2]), before: palette }));
    expect(new Map(chunksOf(logo.bytes)).get('tRNS')).toEqual(Buffer.from([0, 128, ...Buffer.alloc(254, 255)]));
    expect((await readLogo(logo.bytes)).bytes).toEqual(logo.bytes);
  });

  it('removes the palette that an image in RGB suggests', async () => {
    const suggestion = chunk('PLTE', Buffer.from('ff000000ff00', 'hex'));
    for (const color of [2, 6]) {
      const rows = Buffer.alloc((2 * (color === 2 ? 3 : 4) + 1) * 2);
      const logo = await readLogo(png({ color, rows, before: [suggestion] }));
      expect(chunksOf(logo.bytes).map(([name]) => name)).toEqual(['IHDR', 'IDAT', 'IEND']);
    }
  });

  it.each([
    [
      'an SVG with a script',
      Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>alert(1)</script></svg>'),
      'SVG',
    ],
    ['an SVG with a declaration', Buffer.from(' <?xml version="1.0"?><svg/>'), 'SVG'],
    ['a page', Buffer.from('<html></html>'), 'must be a PNG or JPEG'],
    ['a GIF', Buffer.from('GIF89a'), 'must be a PNG or JPEG'],
    ['nothing', Buffer.alloc(0), 'must be a PNG or JPEG'],
    ['one byte', Buffer.from([0xff]), 'must be a PNG or JPEG'],
    ['too many bytes', Buffer.alloc(MAX_LOGO_BYTES + 1), '512 KiB'],
    ['a PNG of 40 megapixels', png({ width: 8_000, height: 5_000, rows: Buffer.alloc(0) }), '8000 × 5000 pixels'],
    ['a PNG of 2^32 pixels', png({ width: 0xffffffff, height: 0xffffffff, rows: Buffer.alloc(0) }), 'pixels'],
    ['a PNG without pixels', png({ width: 0, rows: Buffer.alloc(0) }), 'no pixels'],
    ['a PNG with a second header, of 40 megapixels', png({ before: [secondHeader] }), 'damaged'],
    ['a JPEG of 40 megapixels', withFrame(5, 0x13, 0x88, 0x1f, 0x40), '8000 × 5000 pixels'],
    ['a JPEG without pixels', withFrame(5, 0, 0), 'no pixels'],
    ['a JPEG of 12 bits', withFrame(4, 12), '8 bits'],
    ['a lossless JPEG', withFrame(1, 0xc3), 'baseline'],
    ['a JPEG cut off in its data', JPEG.subarray(0, -20), 'damaged'],
    ['a JPEG cut off in its header', JPEG.subarray(0, 30), 'damaged'],
    ['a JPEG of two bytes', JPEG.subarray(0, 2), 'damaged'],
    ['a JPEG without data', Buffer.from('ffd8ffd9', 'hex'), 'damaged'],
    ['a PNG that expands beyond its size', png({ rows: Buffer.alloc(10_000_000) }), 'damaged'],
    ['a PNG with fewer rows', png({ rows: Buffer.alloc(9) }), 'damaged'],
    ['a PNG with an unknown filter', png({ rows: Buffer.from([5, ...Buffer.alloc(17)]) }), 'damaged'],
    ['a PNG with a wrong sum', Buffer.concat([png().subarray(0, -1), Buffer.from([0])]), 'damaged'],
    ['a PNG that is cut off', png().subarray(0, -12), 'damaged'],
    ['a PNG that ends in a chunk', png().subarray(0, -5), 'damaged'],
    ['a signature alone', SIGNATURE, 'damaged'],
    ['an unknown colour type', png({ color: 5 }), 'damaged'],
    ['a palette image without a palette', png({ color: 3, rows: Buffer.alloc(6) }), 'damaged'],
    ['an interlaced PNG', png({ interlace: 1 }), 'interlaced'],
    ['a PNG of 16 bits', png({ bits: 16, rows: Buffer.alloc(34) }), '8 bits'],
    ['a transparent colour', png({ color: 2, before: [chunk('tRNS', Buffer.alloc(6))] }), 'alpha channel'],
  ])('refuses %s', async (_, file, why) => {
    await expect(readLogo(file)).rejects.toThrow(LogoError);
    await expect(readLogo(file)).rejects.toThrow(why);
  });

  it('refuses each file that is cut off, with an error in words', async () => {
    for (const whole of [png(), JPEG])
      for (let length = 0; length < whole.length; length += 1)
        await expect(readLogo(whole.subarray(0, length))).rejects.toThrow(LogoError);
  });
});
