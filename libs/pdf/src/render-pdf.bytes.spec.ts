import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { describe, expect, it } from '@jest/globals';
import { readPdf, readSample, uncompressed } from '../test/read-pdf.js';
import { exampleSources, sampleSource, sharedGlyphSources } from '../test/samples.js';
import { renderPdf } from './render-pdf.js';
import { RENDERER_VERSION } from './renderer-version.js';

const run = promisify(execFile);
const SOURCES = new URL('../../../tools/lib/register-sources.mjs', import.meta.url).href;

/** Digests of all examples, rendered by a separate process in another time zone and language. */
async function digestsElsewhere(order: 'forwards' | 'backwards'): Promise<unknown> {
  const main = fileURLToPath(new URL('../test/print-digests.ts', import.meta.url));
  const env = { TZ: 'Asia/Tokyo', LANG: 'ja_JP.UTF-8', LC_ALL: 'ja_JP.UTF-8' };
  const { stdout } = await run(process.execPath, ['--import', SOURCES, main, order], { env });
  return JSON.parse(stdout);
}

const digest = async (file: Promise<Buffer>) =>
  createHash('sha256')
    .update(await file)
    .digest('hex');

const examples = Object.entries(exampleSources());

/**
 * SHA-256 of the examples by version of the renderer. They are read without compression, which may differ between processors. Add a version
 * and never edit one that was released: documents that wait for their PDF have it.
 */
const RENDERED: Readonly<Record<number, Readonly<Record<string, string>>>> = {
  1: {
    both: 'ce945b78494a1cfc5fccf9b4fd42e44180b625d139a70259d7b8f4736201705d',
    creditNote: '091731a598cbcddfd1d05b3b58ca4ab61beb14609a81a758e991b9eb1f74606b',
    draft: '6c7afac517dd884abf78a96fdcbf13aa8701b1828c471ed9d70fc330b5ed381a',
    english: '501787d22141d0b71015771ae33eae1aa665ad0144ded5dc103460aeefd8e8af',
    invoice: '3b50d5af7117febc99269c4d7d2ab6498f9a427daa710497203265da39edd676',
    quote: '4b4124f0016115e18780030771ecea113b4ba6e0987509d9de2131c49a37fb64',
    radical: '5dedb979a45fa46c537b3532709884f44e636f9eefc3b5c01033d3c8536398a4',
    reverseCharge: 'f8f17852ab2b89347657495f095a4db68ebd05015d30b115a96a7fe2beada31b',
    twoDirections: 'a5bc36f4c22148827ff1fdcc44263e9e6bc276d5d112cd5607e21fafdb4c3ebb',
    unified: '50f6f81c00ee1266b45714d7dd0763a60b5de378aaa6fc62047262f106159803',
    world: '5a84c635722a0cc91731fc25b9e2174db997eba368923528b6e38b9800a51406',
  },
};

describe('the renderer', () => {
  it('has another version when the PDF of a source changes', async () => {
    const rendered: Record<string, string> = {};
    for (const [name, source] of [...examples, ...Object.entries(sharedGlyphSources())])
      rendered[name] = createHash('sha256')
        .update(uncompressed(await renderPdf(source)))
        .digest('hex');
    expect(rendered).toEqual(RENDERED[RENDERER_VERSION]);
    expect(Math.max(...Object.keys(RENDERED).map(Number))).toBe(RENDERER_VERSION);
  });

  it('renders the same from stored content', async () => {
    const { at, ...others } = sampleSource();
    const stored = JSON.parse(JSON.stringify({ ...others, at })) as typeof others & { at: string };
    expect(await digest(renderPdf({ ...stored, at: new Date(stored.at) }))).toBe(
      await digest(renderPdf({ ...others, at })),
    );
  });
});

describe('the bytes', () => {
  it('are the same in another process, whatever it rendered before', async () => {
    const here: Record<string, string> = {};
    const all = [...examples, ...Object.entries(sharedGlyphSources())];
    for (const [name, source] of all) here[name] = await digest(renderPdf(source));
    expect(await digestsElsewhere('forwards')).toEqual(here);
    expect(await digestsElsewhere('backwards')).toEqual(here);
  });

  it('do not depend on the order of the members of the source', async () => {
    const { kind, client, ...others } = sampleSource();
    const { name, ...rest } = client;
    const turned = { client: { ...rest, name }, ...others, kind };
    expect(await digest(renderPdf(turned))).toBe(await digest(renderPdf({ kind, client, ...others })));
  });

  it('have an id that depends on the source', async () => {
    const id = async (notes: string[]) =>
      /\/ID \[<([0-9a-f]{32})>/.exec((await renderPdf(sampleSource({ notes }))).toString('latin1'))?.[1];
    const first = await id(['one']);
    expect(first).toBeDefined();
    expect(await id(['two'])).not.toBe(first);
  });

  it('require a time in the source', async () => {
    await expect(renderPdf(sampleSource({ at: new Date(NaN) }))).rejects.toThrow(RangeError);
  });
});

describe('PDF/A-3b', () => {
  it.each(examples)('%s: declares it, has a colour profile, and embeds every font', async (_, source) => {
    const file = (await renderPdf(source)).toString('latin1');
    const { xmp } = await readPdf(Buffer.from(file, 'latin1'));
    expect(file.startsWith('%PDF-1.7')).toBe(true);
    expect(xmp).toContain('<pdfaid:part>3</pdfaid:part>');
    expect(xmp).toContain('<pdfaid:conformance>B</pdfaid:conformance>');
    expect(xmp).toContain('<xmp:CreateDate>2026-11-21T09:30:00Z</xmp:CreateDate>');
    expect(file).toMatch(/\/S \/GTS_PDFA1[\s\S]*\/DestOutputProfile/);

    const descriptors = file.match(/\/Type \/FontDescriptor[\s\S]*?endobj/g) ?? [];
    const fonts = file.match(/\/Subtype \/Type0/g) ?? [];
    expect(descriptors).toHaveLength(fonts.length);
    expect(fonts.length).toBeGreaterThanOrEqual(2);
    for (const descriptor of descriptors) expect(descriptor).toMatch(/\/FontFile[23] \d+ 0 R/);
    expect(file).not.toMatch(/\/Subtype \/(Type1|TrueType|Type3)\b/);
    // Forbidden or unwanted in PDF/A-3b: encryption, scripts, transparency.
    expect(file).not.toMatch(/\/Encrypt|\/JavaScript|\/SMask|\/ca 0/);
  });

  it.each(examples)('%s: names PDF/UA-1, and describes its schema as PDF/A-3 requires', async (_, source) => {
    const { xmp } = await readPdf(await renderPdf(source));
    expect(xmp).toContain('<pdfuaid:part>1</pdfuaid:part>');
    const [, schema = ''] = /<pdfaExtension:schemas>([^]*)<\/pdfaExtension:schemas>/.exec(xmp) ?? [];
    const value = (name: string) => new RegExp(`<${name}>([^<]*)</${name}>`).exec(schema)?.[1];
    expect(value('pdfaSchema:namespaceURI')).toBe(/xmlns:pdfuaid="([^"]*)"/.exec(xmp)?.[1]);
    expect(
      ['pdfaSchema:prefix', 'pdfaProperty:name', 'pdfaProperty:valueType', 'pdfaProperty:category'].map(value),
    ).toEqual(['pdfuaid', 'part', 'Integer', 'internal']);
    for (const name of ['pdfaSchema:schema', 'pdfaProperty:description']) expect(value(name)).toMatch(/\w/);
  });

  it('keeps the metadata well-formed with any names', async () => {
    const seller = { ...sampleSource().seller, name: 'Roux & Fils <SARL> "R&F"' };
    const { xmp, title } = await readSample({ number: 'A&B<1>', seller });
    expect(title).toBe('Facture A&B<1>');
    expect(xmp).toContain('Facture A&amp;B&lt;1&gt;');
    expect(xmp).toContain('Roux &amp; Fils &lt;SARL&gt; "R&amp;F"');
  });

  it('contains title, language and structure', async () => {
    const french = await readSample();
    expect(french).toMatchObject({ title: 'Facture INV-2026-00042', language: 'fr', size: [595, 842] });
    expect(french.roles).toEqual(
      expect.arrayContaining(['Document', 'H1', 'H2', 'P', 'Table', 'TR', 'TH', 'TD', 'Figure']),
    );
    expect((await readSample({ locale: 'en' })).language).toBe('en');
  });
});

describe('a document with a logo and a link', () => {
  /** One pixel with transparency. */
  const LOGO = Buffer.from(
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR4nGPgzvNvAAACmQFJB86nOAAAAABJRU5ErkJggg==',
    'base64',
  );
  const publicUrl = 'https://bills.example/d/#3kTn9Qa1vX7cLw2bRz8mYs4dHf6gJp0e';
  const logo = { digest: 'd', type: 'image/png', width: 1, height: 1 } as const;
  const source = sampleSource({ publicUrl, seller: { ...sampleSource().seller, logo, accentColor: '#0b6e4f' } });

  it('is the same in each rendering, and has the logo as a figure with the name of the company', async () => {
    const file = await renderPdf(source, LOGO);
    expect(await digest(renderPdf(source, LOGO))).toBe(createHash('sha256').update(file).digest('hex'));
    const text = uncompressed(file);
    expect(text.match(/\/Subtype \/Image/g)).toHaveLength(2);
    expect(text).toMatch(/\/S \/Figure[^]{0,200}\/Alt \(Atelier Lumen SARL\)/);
  });

  it('links to its page, with a name for screen readers', async () => {
    const text = uncompressed(await renderPdf(source, LOGO));
    expect(text).toContain(`/URI (${publicUrl})`);
    expect(text).toMatch(/\/Subtype \/Link/);
    expect(text).toMatch(/\/S \/Link/);
    expect((await readPdf(await renderPdf(source, LOGO))).roles).toContain('Link');
    expect(uncompressed(await renderPdf(sampleSource()))).not.toMatch(/\/Subtype \/Link/);
  });
});
