/** The screen of the demo company for each picture, and how to open it. */

const settings = (path, heading) => async (page, baseUrl) => {
  await page.goto(`${baseUrl}/settings${path}`);
  await page.getByRole('heading', { level: 1, name: heading }).waitFor();
};

/** Opens the first link of a table whose row has a text. */
const rowOf = async (page, text) => page.getByRole('row').filter({ hasText: text }).getByRole('link').first().click();

/** The latest sent invoice, as the API returns it to the page. */
async function sentInvoice(page, baseUrl) {
  const answer = await page.request.get(`${baseUrl}/app/invoices?status=Sent&limit=1`);
  const [invoice] = (await answer.json()).data;
  return invoice;
}

/** The page of the endpoint whose health has a label. */
const endpoint = (health) => async (page, baseUrl) => {
  await settings('/webhooks', 'Endpoints')(page, baseUrl);
  await rowOf(page, health);
  await page.getByText('What happens next').waitFor();
};

/** The pictures of docs/images. */
export const PICTURES = {
  // Before the others, whose keys and portal links it would list.
  'audit-log': settings('/audit-log', 'Audit log'),
  home: async (page, baseUrl) => {
    await settings('/', 'Home')(page, baseUrl);
    await page.getByRole('img').first().waitFor();
  },
  invoices: settings('/invoices', 'Invoices'),
  invoice: async (page, baseUrl) => {
    const { id, number } = await sentInvoice(page, baseUrl);
    await settings(`/invoices/${id}`, `Invoice ${number}`)(page, baseUrl);
  },
  editor: async (page, baseUrl) => {
    await settings('/invoices?status=Draft', 'Invoices')(page, baseUrl);
    await rowOf(page, 'Draft ·');
    await page.getByRole('button', { name: 'Edit', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: /^Edit/ }).waitFor();
  },
  'client-page': async (page, baseUrl) => {
    const { publicUrl, number } = await sentInvoice(page, baseUrl);
    // A member would see a preview.
    const cookies = await page.context().cookies();
    await page.context().clearCookies();
    await page.goto(baseUrl + new URL(publicUrl).pathname);
    const title = page.getByRole('heading', { level: 1, name: new RegExp(number) });
    await title.waitFor();
    await page.context().addCookies(cookies);
    const english = page.getByRole('button', { name: 'English' });
    if (await english.isVisible()) await english.click();
  },
  'api-keys': settings('/api-keys', 'My API keys'),
  'api-key-result': async (page, baseUrl) => {
    await settings('/api-keys', 'My API keys')(page, baseUrl);
    await page.getByRole('button', { name: 'Create key' }).first().click();
    await page.getByLabel('Name', { exact: true }).fill('Nightly export');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Secret', { exact: true }).waitFor();
  },
  'webhook-deliveries': settings('/webhooks/deliveries', 'Deliveries'),
  'webhook-endpoint': endpoint('Paused'),
  'api-reference': async (page, baseUrl) => {
    await page.goto(`${baseUrl}/docs/reference/`);
    await page
      .getByRole('button', { name: /Authorize/ })
      .first()
      .waitFor();
  },
};

/** The pictures of the guides: how high each is, and how it is reached. */
export const GUIDE_PICTURES = {
  'webhook-endpoints': [1060, settings('/webhooks', 'Endpoints')],
  'webhook-endpoint': [1310, endpoint('Degraded')],
  'webhook-delivery': [
    1000,
    async (page, baseUrl) => {
      await endpoint('Degraded')(page, baseUrl);
      await page.getByRole('navigation', { name: 'Endpoint' }).getByRole('button', { name: 'Deliveries' }).click();
      await page.getByRole('row').filter({ hasText: 'Waiting' }).getByRole('button').first().click();
      await page.getByRole('dialog').getByText('Request headers').first().waitFor();
    },
  ],
  'event-type': [1100, settings('/webhooks/event-types/invoice.paid', 'invoice.paid')],
  'signature-check': [
    1000,
    async (page, baseUrl) => {
      await settings('/webhooks/signature-check', 'Signature check')(page, baseUrl);
      // The demo receiver is the only endpoint that signs with a key of this start.
      const endpoints = page.getByLabel('Endpoint', { exact: true });
      await endpoints.selectOption({ label: await endpoints.getByRole('option', { name: '127.0.0.1' }).innerText() });
      await page.getByLabel('Recent delivery').selectOption({ index: 1 });
      const body = page.getByLabel('Body', { exact: true });
      await page.waitForFunction((field) => field.value !== '', await body.elementHandle());
      await body.fill(`${await body.inputValue()}\n`);
      await page.getByRole('button', { name: 'Find the mistake' }).click();
      await page.getByText('Proved: Billhook computed the same signature.').waitFor();
      await page.evaluate('scrollTo(0, 0)');
    },
  ],
};
