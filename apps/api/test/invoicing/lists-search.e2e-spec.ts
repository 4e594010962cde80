import type { CreditNoteView } from '@billhook/contract/invoicing/credit-note';
import type { FoundRecord, FoundRecords } from '@billhook/contract/invoicing/found-record';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import type { Permission } from '@billhook/domain/identity/permissions';
import { withClient } from '@billhook/testing/test-server';
import { beforeAll, describe, expect, it } from '@jest/globals';
import { List } from '../support/lists.js';
import { Records } from '../support/records.js';
import { startWithKey } from '../support/start.js';
import type { SessionCaller } from '../support/world.js';

const { api, world, key, records } = await startWithKey();

const found = async (list: List, q: string): Promise<unknown[]> =>
  (await list.page(`limit=100&sort=id&q=${encodeURIComponent(q)}`)).data.map((record) => Reflect.get(record, 'name'));

/** The texts of a column of functions, computed by PostgreSQL. */
const computed = (call: string, texts: readonly string[]): Promise<unknown[]> =>
  withClient(api.databaseUrl, async (client) => {
    const { rows } = await client.query<{ value: unknown }>(
      `SELECT ${call} AS value FROM unnest($1::text[]) WITH ORDINALITY AS t (text, n) ORDER BY n`,
      [texts],
    );
    return rows.map(({ value }) => value);
  });

const decomposed = (text: string): string => text.normalize('NFD');

const FORMS = [
  ['Müller', 'muller'],
  [decomposed('Müller'), 'muller'],
  ['Société Générale', 'societe generale'],
  ['ÉCOLE', 'ecole'],
  ['Straße', 'strasse'],
  ['STRASSE', 'strasse'],
  ['Łódź', 'lodz'],
  ['Smørrebrød', 'smorrebrod'],
  ['Œuvre Ægir', 'oeuvre aegir'],
  ['İstanbul', 'istanbul'],
  ['ΟΔΟΣ', 'οδοσ'],
  ['οδος', 'οδοσ'],
  ['ЁЛКА', 'елка'],
  ['ＡＢＣ　１２', 'abc 12'],
  ['Crème\u00a0brûlée', 'creme brulee'],
  ['two   blanks', 'two blanks'],
  ['zwei   Gärten', 'zwei garten'],
  ['soft\u00adhyphen\u200b', 'softhyphen'],
  ['東京', '東京'],
  ['100% _\\', '100% _\\'],
  ['', ''],
] as const;

const NUMBERS = [
  'N-26-1',
  'N-26-2',
  'N-26-9',
  'N-26-10',
  'N-26-11',
  'N-26-100',
  'N-26-100000',
  'N-27-1',
  'X/1/A',
  'X/2/A',
];

describe('the form in which lists search', () => {
  it('has no case, no accents and no repeated blanks', async () => {
    expect(
      await computed(
        'search_form(text)',
        FORMS.map(([text]) => text),
      ),
    ).toEqual(FORMS.map(([, form]) => form));
  });

  it('gives patterns in which no character is special, and none for words without a letter', async () => {
    const texts = ['Lumen', ' 50%_\\ ', 'Zé', '\u0301', '  '];
    expect(await computed('search_patterns(text)', texts)).toEqual([
      ['%lumen%'],
      ['%50\\%\\_\\\\%'],
      ['%\nze%', '% ze%'],
      [],
      [],
    ]);
  });

  it('sorts numbers by their counter', async () => {
    await withClient(api.databaseUrl, async (client) => {
      const { rows } = await client.query<{ number: string }>(
        'SELECT number FROM unnest($1::text[]) number ORDER BY number COLLATE natural_order',
        [NUMBERS.toReversed()],
      );
      expect(rows.map(({ number }) => number)).toEqual(NUMBERS);
    });
  });

  it('folds Latin letters on a server without ICU as well', async () => {
    const plain = await withClient(api.databaseUrl, async (client) => {
      const { rows } = await client.query<{ text: string }>(
        `SELECT pg_get_functiondef('search_form'::regproc) AS text`,
      );
      await client.query('CREATE SCHEMA without_icu; CREATE COLLATION without_icu.natural_order FROM "C"');
      await client.query('SET search_path = without_icu, public');
      await client.query((rows[0]?.text ?? '').replace('public.search_form', 'without_icu.search_form'));
      const forms = await client.query<{ form: string }>(
        'SELECT without_icu.search_form(t) AS form FROM unnest($1::text[]) t',
        [FORMS.map(([text]) => text)],
      );
      await client.query('DROP SCHEMA without_icu CASCADE');
      return forms.rows.map(({ form }) => form);
    });
    const withCase = new Set(['ΟΔΟΣ', 'ЁЛКА', 'Łódź', 'Œuvre Ægir']);
    for (const [n, [text, form]] of FORMS.entries()) if (!withCase.has(text)) expect(plain[n]).toBe(form);
  });
});

describe('GET /v1/clients', () => {
  const NAMES = ['Zebra', 'Öl', 'Banana', 'Éclair', 'apple', 'Äpfel', 'Garage 10', 'Garage 9'];
  const ORDER = ['Äpfel', 'apple', 'Banana', 'Éclair', 'Garage 9', 'Garage 10', 'Öl', 'Zebra'];
  let list: List;
  let make: Records;

  beforeAll(async () => {
    const own = await world.key();
    make = new Records(own);
    list = new List(own, '/v1/clients');
    for (const name of NAMES) await make.client({ name });
  });

  it('200 in the order of Unicode, page by page', async () => {
    for (const limit of [1, 3, 100]) {
      expect((await list.walk('sort=name', limit)).map((client) => Reflect.get(client, 'name'))).toEqual(ORDER);
      const back = await list.walk('sort=-name', limit);
      expect(back.map((client) => Reflect.get(client, 'name'))).toEqual(ORDER.toReversed());
    }
  });

  it('200: none twice and none missing while others are added, renamed and deleted between the pages', async () => {
    const own = await world.key();
    const changing = new Records(own);
    const pages = new List(own, '/v1/clients');
    const kept = new Set<number>();
    for (let n = 0; n < 12; n += 1) kept.add((await changing.client({ name: `Éclair ${n}` })).id);
    let others = 0;
    const walked = await pages.walk('sort=name', 3, async () => {
      others += 1;
      const before = await changing.client({ name: `Eclaïr 0 ${others}` });
      await changing.client({ name: `Éclair 99 ${others}` });
      await own.call('PATCH', `/v1/clients/${before.id}`, { body: { name: `eclair 0 ${others}` } });
      await own.call('DELETE', `/v1/clients/${before.id}`);
      // A walk would not end if each page added to its end.
      if (others > 20) throw new Error('the walk does not end');
    });
    const ids = walked.map(({ id }) => id).filter((id) => kept.has(id));
    expect(ids.length).toBe(12);
    expect(new Set(ids).size).toBe(12);
  });

  it('200 for words with and without accents, in either form of Unicode', async () => {
    const name = 'Société Müller & Söhne, Łódź';
    await make.client({ name: decomposed(name), externalId: 'crm_50%' });
    await make.client({ name: 'Straße des ΟΔΟΣ' });
    const stored = (await found(list, 'sohne'))[0];
    for (const q of [
      'societe',
      'SOCIÉTÉ',
      'muller',
      'Müller',
      decomposed('Müller'),
      'müller  &  söhne',
      'lodz',
      'so',
      'CRM_50%',
    ])
      expect({ q, found: await found(list, q) }).toEqual({ q, found: [stored] });
    for (const q of ['strasse', 'STRASSE', 'straße', 'οδος', 'οδοσ', 'ΟΔΌΣ'])
      expect({ q, found: await found(list, q) }).toEqual({ q, found: ['Straße des ΟΔΟΣ'] });
    for (const q of ['ociete muller sohne', 'oc', 'crm_5_', '\u0301\u0301']) expect(await found(list, q)).toEqual([]);
  });
});

describe('the lists of documents', () => {
  const numbers = async <T extends { number: string | null }>(list: List, query: string, limit: number) =>
    (await list.walk(query, limit)).map((record) => (record as unknown as T).number);

  it('200 by number: in the order of the counter, drafts last', async () => {
    const owner = await world.member(await world.company());
    const own = await world.key({ member: owner });
    const make = new Records(own);
    const session = await world.session(owner);
    for (const kind of ['Invoice', 'Quote', 'CreditNote'])
      await session.call('POST', '/app/series', {
        body: { kind, code: 'plain', pattern: `${kind.charAt(0)}-{YY}-{#}`, reset: 'Yearly' },
      });
    const { id: clientId } = await make.client();
    const series = { clientId, series: 'plain' };
    for (let n = 0; n < 11; n += 1) {
      const invoice = await make.sent(series);
      await make.credit(invoice, { series: 'plain' });
      await make.sentQuote(series);
    }
    await make.draft({ clientId });
    await make.quote({ clientId });
    const counted = (letter: string) =>
      Array.from({ length: 11 }, (_, n) => `${letter}-${api.clock.now().toISOString().slice(2, 4)}-${n + 1}`);
    for (const limit of [2, 100]) {
      for (const [path, letter, drafts] of [
        ['invoices', 'I', [null]],
        ['quotes', 'Q', [null]],
        ['credit-notes', 'C', []],
      ] as const) {
        const list = new List(own, `/v1/${path}`);
        expect(await numbers<InvoiceView | QuoteView | CreditNoteView>(list, 'sort=number', limit)).toEqual([
          ...counted(letter),
          ...drafts,
        ]);
        expect(await numbers(list, 'sort=-number', limit)).toEqual([...counted(letter).toReversed(), ...drafts]);
      }
    }
  });

  it('200 by the name of the client: as it was printed, and as it is now', async () => {
    const client = await records.client({ name: 'Crémerie Vieux Nom' });
    const invoice = await records.sent({ clientId: client.id });
    const note = await records.credit(await records.sent({ clientId: client.id }));
    const quote = await records.sentQuote({ clientId: client.id });
    const draft = await records.draft({ clientId: client.id });
    await key.call('PATCH', `/v1/clients/${client.id}`, { body: { name: 'Fromagerie Neuve' } });
    const ids = async (path: string, q: string) =>
      (await new List(key, path).page(`sort=id&q=${q}`)).data.map(({ id }) => id);
    expect(await ids('/v1/invoices', 'vieux%20nom')).toEqual([invoice.id, note.invoiceId]);
    expect(await ids('/v1/credit-notes', 'CREMERIE')).toEqual([note.id]);
    expect(await ids('/v1/quotes', 'cremerie')).toEqual([quote.id]);
    expect(await ids('/v1/invoices', 'fromagerie')).toEqual([invoice.id, note.invoiceId, draft.id]);
    // Other texts of the client are not those of its documents.
    expect(await ids('/v1/invoices', 'compta@atelier')).toEqual([]);
  });
});

describe('GET /app/search', () => {
  let companyId: number;
  let make: Records;
  let owner: SessionCaller;

  const search = async (by: SessionCaller, q?: string): Promise<readonly FoundRecord[]> => {
    const answer = await by.call<FoundRecords>(
      'GET',
      `/app/search${q === undefined ? '' : `?q=${encodeURIComponent(q)}`}`,
    );
    expect(answer.status).toBe(200);
    return answer.body.data;
  };
  const kinds = (found: readonly FoundRecord[]) => found.map(({ resource }) => resource);

  beforeAll(async () => {
    companyId = await world.company();
    const member = await world.member(companyId);
    owner = await world.session(member);
    make = new Records(await world.key({ member }));
  });

  it('400 for a text of one letter, and an unknown parameter', async () => {
    for (const q of ['?q=a', '?text=lumen']) expect((await owner.call('GET', `/app/search${q}`)).status).toBe(400);
  });

  it('200 with nothing, for a company without records', async () => {
    expect(await search(owner)).toEqual([]);
    expect(await search(owner, 'lumen')).toEqual([]);
  });

  it('200 with records of all kinds: by number, name and reference, with the present name of the client', async () => {
    const client = await make.client({ name: 'Pâtisserie Öst' });
    const invoice = await make.sent({ clientId: client.id });
    const note = await make.credit(await make.sent({ clientId: client.id }));
    const quote = await make.sentQuote({ clientId: client.id, title: 'Vitrine' });
    const draft = await make.draft({ clientId: client.id });
    const payment = await make.payment(invoice, '10.00');
    expect(kinds(await search(owner, 'patisserie ost'))).toEqual([
      ...['client', 'quote', 'invoice', 'invoice', 'invoice', 'credit_note', 'payment'],
    ]);
    expect(await search(owner, note.number)).toMatchObject([{ resource: 'credit_note', id: note.id }]);
    expect(await search(owner, 'vitrine')).toMatchObject([
      {
        resource: 'quote',
        id: quote.id,
        number: quote.number,
        title: 'Vitrine',
        name: 'Pâtisserie Öst',
        status: 'Sent',
      },
    ]);
    await make.sent({ clientId: client.id });
    await make.sent({ clientId: client.id });
    await make.sent({ clientId: client.id });
    expect(kinds(await search(owner, 'patisserie')).filter((kind) => kind === 'invoice')).toHaveLength(5);
    const recent = await search(owner);
    expect(recent).toHaveLength(8);
    expect(recent.map(({ updatedAt }) => updatedAt)).toEqual(
      recent
        .map(({ updatedAt }) => updatedAt)
        .toSorted()
        .toReversed(),
    );
    expect(recent).toContainEqual(
      expect.objectContaining({ resource: 'invoice', id: draft.id, number: null, name: 'Pâtisserie Öst' }),
    );
    expect((await search(owner, 'patisserie')).at(-1)).toMatchObject({
      resource: 'payment',
      id: payment.id,
      amount: '10.00',
    });
  });

  it('200 with the kinds that the member may read, and names of clients only with client.read', async () => {
    const session = async (permissions: readonly Permission[]) =>
      world.session(await world.member(companyId, { role: 'Sales', permissions }));
    expect(await search(await session([]), 'patisserie')).toEqual([]);
    const payments = await search(await session(['payment.read']), 'patisserie');
    expect(payments).toMatchObject([{ resource: 'payment', name: null }]);
    const invoices = await search(await session(['invoice.read']));
    expect(new Set(kinds(invoices))).toEqual(new Set(['invoice', 'credit_note']));
    expect(invoices.find(({ number }) => number === null)).toMatchObject({ name: null });
  });

  it('200 with nothing of another company', async () => {
    expect(await search(await world.session(await world.member(await world.company())), 'patisserie')).toEqual([]);
  });
});
