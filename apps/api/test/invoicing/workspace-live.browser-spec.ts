import type { ClientView } from '@billhook/contract/invoicing/client';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import type { PaymentView } from '@billhook/contract/invoicing/payment';
import type { QuoteView } from '@billhook/contract/invoicing/quote';
import { hasValue } from '@billhook/testing/browser';
import { eventually } from '@billhook/testing/patience';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import type { Page, Route } from 'playwright-core';
import { line } from '../support/bodies.js';
import { Records } from '../support/records.js';
import { Workspace } from '../support/workspace.js';
import { PASSWORD, type KeyCaller } from '../support/world.js';

let workspace: Workspace;
let page: Page;
let key: KeyCaller;
let records: Records;

beforeAll(async () => {
  workspace = await Workspace.start();
  page = workspace.page;
  key = await workspace.world.key({ member: workspace.owner });
  records = new Records(key);
});
afterAll(() => workspace.stop());

const STALE = 'Changed by someone else';
const dialog = () => page.getByRole('dialog');
const confirm = (name: string) => dialog().getByRole('button', { name, exact: true }).click();
const explain = () =>
  dialog()
    .getByLabel(/^Explanation/)
    .fill('Agreed by phone');

/** Opens the dialog of an action, from its button or from the menu. */
async function act(name: string): Promise<void> {
  const button = workspace.button(name);
  await workspace.button('More').or(button).first().waitFor();
  if ((await button.count()) > 0) return button.click();
  await workspace.button('More').click();
  await page.getByRole('menuitem', { name, exact: true }).click();
}

/** Someone else changes the record, and the page shows it. */
async function changed(path: string, part: 'privateNotes' | 'notes' = 'privateNotes'): Promise<void> {
  const text = `Changed while the dialog was open: ${Math.random()}`;
  expect((await key.call('PATCH', `/v1${path}`, { body: { [part]: text } })).status).toBe(200);
  await page.getByText(text).waitFor();
}

describe('a dialog that is open while someone else changes the record', () => {
  const refused = async (name: string) => {
    await confirm(name);
    await dialog().getByText(STALE).waitFor();
  };
  const applies = async (name: string) => {
    await dialog().getByRole('button', { name: 'Reload' }).click();
    await dialog().getByText(STALE).waitFor({ state: 'detached' });
    await confirm(name);
    await dialog().waitFor({ state: 'detached' });
  };

  it.each([
    ['Mark as rejected', 'Mark as rejected', 'Rejected'],
    ['Void', 'Void invoice', 'Void'],
    ['Write off', 'Write off', 'WrittenOff'],
  ] as const)(
    'of an invoice applies only to the version that the person has seen: %s',
    async (name, button, status) => {
      const { id } = await records.sent();
      await workspace.open(`/invoices/${id}`);
      await act(name);
      await explain();
      await changed(`/invoices/${id}`);
      await refused(button);
      expect((await records.invoice(id)).status).toBe('Sent');
      await applies(button);
      expect((await records.invoice(id)).status).toBe(status);
    },
  );

  it('of an invoice applies only to that version when it reopens or postpones one', async () => {
    const { id } = await records.sent({ dueDate: '2998-01-01' });
    await workspace.open(`/invoices/${id}`);
    await act('Postpone due date');
    await explain();
    await dialog().getByLabel('New due date').fill('2998-01-31');
    await changed(`/invoices/${id}`);
    await refused('Postpone');
    await applies('Postpone');
    expect((await records.invoice(id)).dueDate).toBe('2998-01-31');
    await key.call('POST', `/v1/invoices/${id}/reject`, { body: { code: 'Other' } });
    await workspace.button('Reopen').waitFor();
    await act('Reopen');
    await changed(`/invoices/${id}`);
    await refused('Reopen');
    expect((await records.invoice(id)).status).toBe('Rejected');
    await applies('Reopen');
    expect((await records.invoice(id)).status).toBe('Sent');
  });

  it('of a quote applies only to that version when it accepts, declines or converts one', async () => {
    const status = async (id: number) => (await records.get<QuoteView>(`/v1/quotes/${id}`)).status;
    const [declined, accepted] = [await records.sentQuote(), await records.sentQuote()];
    await workspace.open(`/quotes/${declined.id}`);
    await act('Mark as declined');
    await changed(`/quotes/${declined.id}`);
    await refused('Mark as declined');
    await applies('Mark as declined');
    expect(await status(declined.id)).toBe('Declined');

    await workspace.open(`/quotes/${accepted.id}`);
    await act('Mark as accepted');
    await dialog().getByLabel('Accepted by').fill('Jeanne Lumen');
    await changed(`/quotes/${accepted.id}`);
    await refused('Mark as accepted');
    expect(await status(accepted.id)).toBe('Sent');
    await applies('Mark as accepted');
    await act('Convert to invoice');
    await changed(`/quotes/${accepted.id}`);
    await refused('Create invoice');
    expect(await status(accepted.id)).toBe('Accepted');
    await applies('Create invoice');
    await workspace.heading('Draft invoice').waitFor();
  });

  it('of a client applies only to that version when it archives or deletes one', async () => {
    const { id } = await records.client({ name: 'Free Ltd' });
    await workspace.open(`/clients/${id}`);
    await act('Archive');
    await changed(`/clients/${id}`, 'notes');
    await refused('Archive');
    expect((await records.get<ClientView>(`/v1/clients/${id}`)).status).toBe('Active');
    await applies('Archive');
    await act('Delete');
    await changed(`/clients/${id}`, 'notes');
    await refused('Delete');
    await applies('Delete');
    await workspace.heading('Clients').waitFor();
    expect((await key.call('GET', `/v1/clients/${id}`)).status).toBe(404);
  });

  it('of a payment applies only to that version when it allocates or deletes one', async () => {
    const invoice = await records.sent();
    const payment = await records.payment(invoice, '500.00');
    const read = () => records.get<PaymentView>(`/v1/payments/${payment.id}`);
    const allocate = async (amount: string) => {
      const body = { allocations: [{ invoiceId: invoice.id, amount }] };
      expect((await key.call('POST', `/v1/payments/${payment.id}/allocate`, { body })).status).toBe(200);
    };
    await workspace.open(`/payments/${payment.id}`);
    await act('Allocate credit');
    await dialog().getByLabel(`Amount for ${invoice.number}`).fill('200');
    await allocate('100.00');
    await page.getByText('€400.00').first().waitFor();
    await refused('Allocate');
    expect((await read()).unallocated).toBe('400.00');
    await applies('Allocate');
    expect((await read()).unallocated).toBe('200.00');
    await act('Delete');
    await explain();
    await allocate('50.00');
    await page.getByText('€150.00').first().waitFor();
    await refused('Delete');
    expect((await read()).status).toBe('Recorded');
    await applies('Delete');
    expect((await read()).status).toBe('Deleted');
  });
});

describe('a page whose record someone else deletes', () => {
  const notice = () => page.getByRole('alert').filter({ hasText: 'This record was deleted' });

  it.each([
    ['invoices', 'Draft invoice', 'Invoices', () => records.draft()],
    ['quotes', 'Draft quote', 'Quotes', () => records.quote()],
    ['clients', 'Gone Ltd', 'Clients', () => records.client({ name: 'Gone Ltd' })],
  ] as const)('says so, and leads to the list: %s', async (plural, heading, list, make) => {
    const { id } = await make();
    await workspace.open(`/${plural}/${id}`);
    await workspace.heading(heading).waitFor();
    expect((await key.call('DELETE', `/v1/${plural}/${id}`)).status).toBe(204);
    await notice()
      .getByText(/^It was deleted on \d/)
      .waitFor();
    await workspace.heading(heading).waitFor();
    await workspace.expectAccessible();
    expect(await page.getByText('Something went wrong').count()).toBe(0);
    await notice().getByRole('link', { name: 'Back to the list' }).click();
    await workspace.heading(list).waitFor();
  });

  it('keeps the input of a form that is not saved', async () => {
    const { id } = await records.draft();
    await workspace.open(`/invoices/${id}/edit`);
    await page.getByLabel('Purchase order').fill('PO-4711');
    await key.call('DELETE', `/v1/invoices/${id}`);
    await notice().waitFor();
    await hasValue(page.getByLabel('Purchase order'), 'PO-4711');
    await workspace.expectAccessible();
    await notice().getByRole('link', { name: 'Back to the list' }).click();
    await dialog().getByRole('button', { name: 'Leave' }).click();
    await workspace.heading('Invoices').waitFor();
  });
});

describe('a list of which scrolling loads another page', () => {
  const isNext = (route: Route) => new URL(route.request().url()).searchParams.has('cursor');
  const broken: string[] = [];
  let draft: InvoiceView;

  /** Opens the list, whose requests of a kind are held from now on until they are let go. */
  async function openAndHold(which: (route: Route) => boolean) {
    const stream = page.waitForRequest('**/app/changes/stream*');
    await workspace.open('/invoices');
    await page.getByRole('table', { name: 'Invoices' }).locator('[data-index="24"]').waitFor();
    await stream;
    broken.length = 0;
    const held: Route[] = [];
    let isHolding = true;
    const handle = (route: Route) => (isHolding && which(route) ? void held.push(route) : route.continue());
    await page.route('**/app/invoices?*', handle);
    return {
      held: () => eventually('a request is held', () => (held.length > 0 ? true : undefined)),
      letGo: async () => {
        isHolding = false;
        await Promise.all(held.map((route) => route.continue()));
      },
    };
  }
  const scroll = async () => {
    await page.mouse.move(600, 500);
    await page.mouse.wheel(0, 600);
  };
  const price = async (unitPrice: string) => {
    const body = { lines: [{ ...line, quantity: '1', unitPrice }] };
    expect((await key.call('PATCH', `/v1/invoices/${draft.id}`, { body })).status).toBe(200);
  };
  const allRows = () => page.getByText(/^(\d+) of \1$/).waitFor();

  beforeAll(async () => {
    const { id } = await records.sent();
    await workspace.api.database.query({
      name: 'test_some_invoices',
      text: `INSERT INTO invoices SELECT (copy.row).* FROM (SELECT jsonb_populate_record(i, jsonb_build_object(
          'id', nextval(pg_get_serial_sequence('invoices', 'id')), 'number', 'SOME-' || lpad(n::text, 6, '0'))) AS row
        FROM invoices i, generate_series(1, 60) n WHERE i.id = $1 OFFSET 0) copy`,
      values: [id],
    });
    draft = await records.draft();
    page.on('requestfailed', (request) => broken.push(request.url()));
    await page.clock.install();
  });

  it('shows a change that arrives before the page, and then the page', async () => {
    const reads = await openAndHold((route) => !isNext(route));
    await price('111');
    await reads.held();
    await scroll();
    await reads.letGo();
    await page.getByText('€133.20').first().waitFor();
    await allRows();
    expect(broken).toEqual([]);
  });

  it('shows the page, and then a change that arrives while it is loaded', async () => {
    const pages = await openAndHold(isNext);
    await scroll();
    await pages.held();
    // The tab that reads the stream passes its messages to the others.
    await page.evaluate(`globalThis.heard = 0;
      new BroadcastChannel('billhook-changes-${workspace.owner.id}').onmessage = ({ data }) => (heard += data.kind === 'changes' ? 1 : 0)`);
    await price('222');
    await eventually(
      'the page hears of the change',
      async () => (await page.evaluate<number>('heard')) > 0 || undefined,
    );
    await page.clock.fastForward(3_000);
    await pages.letGo();
    await allRows();
    await page.evaluate('scrollTo(0, 0)');
    await page.getByText('€266.40').first().waitFor();
    expect(broken).toEqual([]);
  });
});

describe('a page that is open while no person uses it', () => {
  it('marks its reads, which do not prolong the session, and shows the sign-in afterwards', async () => {
    const { id } = await records.draft();
    const stream = page.waitForRequest('**/app/changes/stream*');
    await workspace.open(`/invoices/${id}`);
    await stream;
    await changed(`/invoices/${id}`);
    await page.clock.fastForward(11_000);
    const read = page.waitForRequest(`**/app/invoices/${id}`);
    await changed(`/invoices/${id}`);
    expect((await read).headers()).toMatchObject({ 'billhook-unattended': 'true' });
    workspace.api.clock.advance(119 * 60_000);
    const again = page.waitForRequest(`**/app/invoices/${id}`);
    await changed(`/invoices/${id}`);
    expect((await again).headers()).toMatchObject({ 'billhook-unattended': 'true' });
    workspace.api.clock.advance(2 * 60_000);
    await key.call('PATCH', `/v1/invoices/${id}`, { body: { privateNotes: 'Read after the sign-in' } });
    await page.getByLabel('Email', { exact: true }).fill(workspace.owner.email);
    expect(new URL(page.url()).pathname).toBe(`/settings/invoices/${id}`);
    await page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await workspace.button('Sign in').click();
    await page.getByText('Read after the sign-in').waitFor();
  });

  it('keeps the input of a form below a dialog to sign in', async () => {
    const { id } = await records.client({ name: 'Half Written Ltd' });
    const stream = page.waitForRequest('**/app/changes/stream*');
    await workspace.open(`/clients/${id}/edit`);
    await page.getByLabel('Phone').fill('+49 40 1234');
    await stream;
    await page.clock.fastForward(11_000);
    workspace.api.clock.advance(121 * 60_000);
    await key.call('PATCH', `/v1/clients/${id}`, { body: { notes: 'Calls back' } });
    await dialog().getByLabel('Password', { exact: true }).fill(PASSWORD);
    await dialog().getByRole('button', { name: 'Sign in' }).click();
    await dialog().waitFor({ state: 'detached' });
    await hasValue(page.getByLabel('Phone'), '+49 40 1234');
  });
});

it('logged no errors', () => expect(workspace.complaints).toEqual([]));
