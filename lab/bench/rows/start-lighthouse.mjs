import { join } from 'node:path';
import { root } from '../../../tools/lib/root.mjs';
import { measured } from '../base/report.mjs';
import { freePort } from '../base/stack.mjs';
import { library } from '../lists/filled-database.mjs';
import { anInvoice } from './read.mjs';

/** The scores of Lighthouse, each by its own run in the browser of the specs, with the size and the processor of a phone. */
export async function lighthouseRows({ stack, quick }) {
  const { startTestBrowser } = await library('testing/src/browser-server');
  const browserPort = await freePort();
  const browser = await startTestBrowser(join(root, '.data'), [`--remote-debugging-port=${browserPort}`]);
  try {
    const pages = Object.entries(await pagesOf(stack));
    const found = [];
    for (const [name, { path, cookie }] of quick ? pages.slice(0, 1) : pages) {
      const url = stack.baseUrl + path;
      found.push({ name, ...(await stack.ask('lab/bench/lighthouse-audit.mjs', { browserPort, url, cookie })) });
    }
    return [row(found)];
  } finally {
    await browser.stop();
  }
}

async function pagesOf(stack) {
  const cookie = await stack.signIn();
  const { id } = await stack.call('POST', '/v1/invoices', await anInvoice(stack));
  const link = await fetch(`${stack.baseUrl}/app/webhook-portal-links`, { method: 'POST', headers: { cookie } });
  const portal = new URL((await link.json()).url);
  return {
    'list of invoices': { path: '/settings/invoices', cookie },
    invoice: { path: `/settings/invoices/${id}`, cookie },
    'API keys': { path: '/settings/api-keys', cookie },
    webhooks: { path: '/settings/webhooks', cookie },
    'sign-in': { path: '/settings/' },
    'webhook portal': { path: portal.pathname + portal.search },
    documentation: { path: '/docs/' },
  };
}

function row(pages) {
  const low = pages.filter(({ scores }) => Object.values(scores).some((score) => score < 1));
  const show = ({ name, scores, failed }) => `${name} ${Object.values(scores).join(' and ')} (${failed.join('; ')})`;
  return measured({
    id: 'lighthouse',
    name: `screens: Lighthouse, accessibility and best practices, of ${pages.map(({ name }) => name).join(', ')}`,
    figure: low.length === 0 ? '1.0 on every page' : low.map(show).join('; '),
    goal: { text: '1.0', met: low.length === 0 },
    next: 'correct the audits that the row names.',
  });
}
