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
    both: '0ec9f1b7666db4f006b754cabf1891970886ab42ca0b104329180d4b4d5e424f',
    creditNote: '111454aaa8026e48cfb2bd93da75f3213f1cca72e3e7924370dc667daa9ddea4',
    draft: 'c5b61318538ffacb567470ad1a155a71f0cc4f71a6f9688af928b2b54a6a3de8',
    english: '8136f7e26438fbb0093e491106a8ebff9b6a1dcef9e974aa29d6eccba514567f',
    invoice: '29029781d5f47c234035b678133b533923dc7574864beed6205de4f9774f8e6c',
    quote: '89e77452c9db5f8e8ff89a52a5e4df5481c145ec2ffb0cb354fa4b974d7cf0c2',
    radical: '5da4a86fcb88b6d0edb594e54d5c57a2c2f2858230dc006ddaa48345ae34db13',
    reverseCharge: 'f170cbaa8ecd8f4dfa0c83fdf1c9ee6fd069fe6dc271a3d41213101c1b0e6b3c',
    twoDirections: 'ef0b6395db960157ca750d4f8be67ebb637615cab8e407b1ad27c1beba2864f6',
    unified: '5a6acafb0de52580aa2702082384da30d42f2e1ede0eb8430fe146f223412a9d',
    world: '8a18bc07e978dfb6d9601c423953b49806d1de444315e18731e6e7d1874a65fa',
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
