import { strictEqual as equal, match, ok } from 'node:assert';
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createN8n } from './n8n.mjs';

/* Executes every operation and the trigger in the engine of n8n. `n8n.e2e-spec.ts` sets the variables, and delivers the webhooks. */

const { N8N_FOLDER, BILLHOOK_URL, BILLHOOK_API_KEY } = process.env;
const ADDRESS = '{ "line1": "8 rue des Tilleuls", "postalCode": "69003", "city": "Lyon", "country": "FR" }';
const LINES = '[{ "name": "Consulting", "quantity": "2", "unitPrice": "450.00", "taxCategory": "S", "taxRate": "20" }]';
/** The link to a document. */
const LINK = /\/d\/[0-9A-Za-z]{32}$/;
const today = new Date().toISOString().slice(0, 10);

const received = [];
const server = createServer(async (request, response) => {
  received.push({ path: request.url, headers: request.headers, rawBody: await buffer(request) });
  response.writeHead(200).end();
});
await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve));
const n8n = await createN8n({
  ...{ folder: N8N_FOLDER, baseUrl: BILLHOOK_URL, apiKey: BILLHOOK_API_KEY },
  webhookUrl: `http://127.0.0.1:${server.address().port}`,
});

const executed = new Set();
/** The output of an operation for one item. */
async function run(name, parameters = {}) {
  const [resource, operation] = name.split('.');
  const items = await n8n.execute({ resource, operation, ...parameters });
  executed.add(name);
  return items.map(({ json, binary }) => (binary ? { ...json, binary } : json));
}
const one = async (name, parameters) => (await run(name, parameters))[0];
async function rejected(name, parameters, message) {
  const error = await run(name, parameters).then(
    () => undefined,
    (reason) => reason,
  );
  ok(error, `${name} was not rejected`);
  ok(`${error.message} ${error.description}`.includes(message), `${name}: ${error.message} ${error.description}`);
}

async function clients() {
  const body = { kind: 'Business', name: 'Atelier Lumen', billingAddress: ADDRESS };
  const client = await one('clients.create', {
    ...body,
    additionalFields: { externalId: 'crm-1', tradingName: 'Lumen' },
  });
  equal(client.tradingName, 'Lumen');
  equal((await one('clients.get', { id: client.id })).billingAddress.city, 'Lyon');
  const changed = await one('clients.update', {
    id: client.id,
    additionalFields: { name: 'Lumen SARL', email: 'ada@lumen.example' },
  });
  equal(changed.name, 'Lumen SARL');
  await rejected(
    'clients.update',
    { id: client.id, additionalFields: { name: 'Late' }, options: { ifMatch: '"1"' } },
    'version_mismatch',
  );
  equal((await one('clients.timeline', { id: client.id })).data[1].action, 'update');
  equal((await one('clients.pageLink', { id: client.id })).status, 'None');
  match((await one('clients.openPageLink', { id: client.id })).url, LINK);
  equal((await one('clients.closePageLink', { id: client.id })).status, 'Revoked');
  const item = { kind: 'Individual', name: 'Ada', billingAddress: { country: 'FR' } };
  const batch = await one('clients.createBatch', { mode: 'atomic', items: JSON.stringify([item, item]) });
  equal(batch.created, 2);
  const [first, second] = batch.results.map(({ record }) => record);
  const changes = JSON.stringify([{ id: second.id, version: second.version, changes: { name: 'Ada L.' } }]);
  const edited = await one('clients.updateBatch', { mode: 'atomic', items: changes });
  equal(edited.results[0].record.name, 'Ada L.');
  equal((await run('clients.list', { limit: 2 })).length, 2);
  equal((await run('clients.list', { returnAll: true, query: { q: 'Lumen' } })).length, 1);
  equal((await one('clients.create', { ...body, options: { dryRun: true } })).name, 'Atelier Lumen');
  equal((await run('clients.list', { returnAll: true })).length, 3);
  equal((await one('clients.delete', { id: first.id })).deleted, true);
  const deleted = await one('clients.deleteBatch', { mode: 'perItem', items: JSON.stringify([{ id: second.id }]) });
  equal(deleted.deleted, 1);
  return client.id;
}

async function invoices(clientId) {
  const body = { clientId, currency: 'EUR', lines: LINES };
  const create = () => one('invoices.create', body);
  const send = async ({ id }, channel = 'Link') => one('invoices.send', { id, additionalFields: { channel } });
  equal((await one('invoices.preview', body)).totals.gross, '1080.00');
  const draft = await create();
  const batch = await one('invoices.createBatch', {
    mode: 'perItem',
    items: JSON.stringify([{ ...body, lines: JSON.parse(LINES) }]),
  });
  equal(batch.created, 1);
  const other = batch.results[0].record.id;
  const changes = JSON.stringify([{ id: other, changes: { purchaseOrder: 'PO-1' } }]);
  const edited = await one('invoices.updateBatch', { mode: 'atomic', items: changes });
  equal(edited.results[0].record.purchaseOrder, 'PO-1');
  const deleted = await one('invoices.deleteBatch', { mode: 'atomic', items: JSON.stringify([{ id: other }]) });
  equal(deleted.deleted, 1);
  const { id } = await one('invoices.update', { id: draft.id, additionalFields: { dueDate: '2998-01-01' } });
  equal((await one('invoices.get', { id, query: { expand: ['client'] } })).expanded.client.id, clientId);
  equal((await one('invoices.validate', { id })).sendable, true);
  ok((await one('invoices.calculation', { id })).steps.length > 0);
  equal((await one('invoices.delete', { id: (await one('invoices.duplicate', { id })).id })).deleted, true);
  const sent = await send(draft);
  equal(sent.status, 'Sent');
  equal((await one('invoices.pdf', { id })).binary.data.mimeType, 'application/pdf');
  match((await one('invoices.answeringLink', { id })).url, LINK);
  await one('invoices.openLink', { id });
  await one('invoices.closeLink', { id });
  ok((await one('invoices.timeline', { id })).data.length > 2);
  equal((await run('invoices.list', { query: { status: ['Sent'] } })).length, 1);
  await one('invoices.postpone', { id, dueDate: '2999-01-01', reason: 'Agreed' });
  equal((await one('invoices.reject', { id, code: 'Other', additionalFields: { reason: 'No' } })).status, 'Rejected');
  equal((await one('invoices.reopen', { id, additionalFields: { reason: 'Yes' } })).status, 'Sent');
  const lost = await send(await create(), 'Email');
  equal((await one('invoices.writeOff', { id: lost.id, reason: 'Lost' })).status, 'WrittenOff');
  equal((await one('invoices.void', { id: (await send(await create())).id })).status, 'Void');
  return id;
}

async function payments(clientId, invoiceId) {
  const payment = await one('payments.create', { clientId, date: today, amount: '500.00', currency: 'EUR' });
  const allocations = JSON.stringify([{ invoiceId, amount: '500.00' }]);
  await one('payments.allocate', { id: payment.id, allocations });
  equal((await one('payments.get', { id: payment.id })).allocations.length, 1);
  equal((await run('payments.list')).length, 1);
  ok((await one('payments.timeline', { id: payment.id })).data.length > 1);
  await one('payments.delete', { id: payment.id, reason: 'Wrong', query: { reason: 'Wrong' } });
}

async function creditNotes(invoiceId) {
  const reason = '{ "code": "Discount", "text": "One day less" }';
  const { id } = await one('creditNotes.create', { invoiceId, reason });
  equal((await one('creditNotes.get', { id })).invoiceId, invoiceId);
  ok((await run('creditNotes.list', { returnAll: true })).length > 0);
  await one('creditNotes.update', { id, additionalFields: { privateNotes: 'Seen' } });
  ok((await one('creditNotes.timeline', { id })).data.length > 0);
  equal((await one('creditNotes.pdf', { id })).binary.data.fileExtension, 'pdf');
  await one('creditNotes.openLink', { id });
  await one('creditNotes.closeLink', { id });
}

async function quotes(clientId) {
  const create = () => one('quotes.create', { clientId, currency: 'EUR', lines: LINES });
  const send = async (quote) => one('quotes.send', { id: quote.id, additionalFields: { channel: 'Link' } });
  const draft = await create();
  const { id } = await one('quotes.update', { id: draft.id, additionalFields: { purchaseOrder: 'PO-2' } });
  equal((await one('quotes.get', { id })).purchaseOrder, 'PO-2');
  await send(draft);
  match((await one('quotes.answeringLink', { id })).url, LINK);
  await one('quotes.openLink', { id });
  await one('quotes.closeLink', { id });
  equal((await one('quotes.pdf', { id })).binary.data.mimeType, 'application/pdf');
  equal((await one('quotes.accept', { id, by: 'Ada' })).status, 'Accepted');
  ok((await one('quotes.timeline', { id })).data.length > 2);
  ok(await one('quotes.convert', { id, mode: 'Whole' }));
  const other = await send(await create());
  equal((await one('quotes.decline', { id: other.id, code: 'TooExpensive' })).status, 'Declined');
  equal((await one('quotes.delete', { id: (await one('quotes.revise', { id: other.id })).id })).deleted, true);
  ok((await run('quotes.list')).length > 1);
}

async function others() {
  const [mail] = await run('mails.list', { query: { resource: 'invoice' } });
  equal((await one('mails.get', { id: mail.id })).recordId, mail.recordId);
  await rejected('mails.retry', { id: mail.id }, 'mail_not_retriable');
  executed.add('mails.retry');
  const [event] = await run('events.list', { limit: 1 });
  equal((await one('events.get', { id: event.id })).id, event.id);
  const [series] = await run('series.list');
  equal((await one('series.get', { id: series.id })).code, series.code);
  equal((await one('series.audit', { id: series.id })).seriesId, series.id);
  ok(await one('totals.get'));
  const { currencies } = await one('receivables.get');
  const owed = await run('receivables.documents', { query: { currency: currencies[0].currency } });
  ok(owed.every(({ currency }) => currency === currencies[0].currency));
  await run('taxRates.list');
  await rejected('invoices.get', { id: 999_999_999 }, 'not_found');
  await rejected('invoices.pdf', { id: 999_999_999 }, 'not_found');
  await rejected('invoices.list', { query: { customField: ['?'] } }, 'invalid_query');
}

/** From the activation to the deactivation, in production and from the editor. */
async function trigger(mode) {
  const node = n8n.trigger({ eventTypes: ['client.created'], filter: '{ "field": "kind", "eq": "Business" }' }, mode);
  equal(await node.checkExists(), false);
  equal(await node.create(), true);
  equal(await node.checkExists(), true);
  const client = await one('clients.create', { kind: 'Business', name: `Client of ${mode}`, billingAddress: ADDRESS });
  const message = await arrived(node.path, client.id);
  const [[item]] = await node.receive(message);
  equal(item.json.type, 'client.created');
  equal(item.json.data.id, client.id);
  const changed = { ...message, rawBody: Buffer.concat([message.rawBody, Buffer.from(' ')]) };
  equal(await node.receive(changed), 400);
  equal(await node.delete(), true);
  equal(await node.checkExists(), false);
}

/** The message about a client. One of a client that was created just before the endpoint can arrive as well. */
async function arrived(path, id) {
  for (let tries = 0; tries < 600; tries++) {
    const found = received.find((each) => each.path === path && JSON.parse(each.rawBody.toString()).data.id === id);
    if (found) return found;
    await new Promise((resolve) => setTimeout(resolve, 100));
  }
  throw new Error(`No message arrived at ${path}, only at ${received.map((each) => each.path).join(', ')}`);
}

/** One execution of a node with several items: one request for each. */
async function items() {
  const parameters = {
    resource: 'clients',
    operation: 'create',
    kind: 'Business',
    name: '={{ $json.name }}',
    billingAddress: ADDRESS,
  };
  const output = await n8n.execute(parameters, [{ json: { name: 'One' } }, { json: { name: 'Two' } }]);
  equal(output.map(({ json }) => json.name).join(), 'One,Two');
}

const clientId = await clients();
const invoiceId = await invoices(clientId);
await payments(clientId, invoiceId);
await creditNotes(invoiceId);
await quotes(clientId);
await items();
await others();
await trigger('trigger');
await trigger('manual');
server.close();
const known = n8n.description.properties
  .filter(({ name }) => name === 'operation')
  .flatMap(({ options, displayOptions }) => options.map(({ value }) => `${displayOptions.show.resource[0]}.${value}`));
const missing = known.filter((name) => !executed.has(name));
equal(missing.join(), '');
process.stdout.write(`${known.length} operations, 2 activations of the trigger\n`);
process.exit(0);
