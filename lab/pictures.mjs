import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '../tools/lib/root.mjs';
import { fail, Fault, step } from '../tools/lib/say.mjs';
import { library } from './bench/lists/filled-database.mjs';
import { prepareLab } from './lib/prepare.mjs';
import { GUIDE_PICTURES, PICTURES } from './pictures/pictures.mjs';

/*
 * `npm run pictures`: takes the pictures of docs/images and of the guides from the demo company, while `npm start` is running in this folder.
 * `--to folder` writes them elsewhere, and `--phone` and `--dark` take them of another look.
 */

const DESKTOP = { width: 1240, height: 800 };
const PHONE = { width: 390, height: 844 };

const guides = join(root, 'apps/docs/guides/images');

function option(name) {
  const at = process.argv.indexOf(`--${name}`);
  return at < 0 ? undefined : process.argv[at + 1];
}

/** The installation that `npm start` runs, with a member of its demo company. */
function demo() {
  try {
    const { baseUrl, members } = JSON.parse(readFileSync(join(root, '.data/demo.json'), 'utf8'));
    return { baseUrl, owner: members.find(({ role }) => role === 'Owner') };
  } catch {
    throw new Fault('There is no demo company. Run `npm start` in another terminal, and this command again.');
  }
}

async function signIn(page, { baseUrl, owner }) {
  const { email, password } = owner;
  const answer = await page.request.post(`${baseUrl}/app/session`, {
    data: { email, password },
    headers: { origin: baseUrl },
  });
  if (!answer.ok()) throw new Fault(`The demo member cannot sign in at ${baseUrl}: ${answer.status()}.`);
}

async function main() {
  const folder = option('to') ?? join(root, 'docs/images');
  await prepareLab();
  const installation = demo();
  const { startTestBrowser } = await library('testing/src/browser-server');
  const { chromium } = await import('playwright-core');
  const server = await startTestBrowser(join(root, '.data'));
  const browser = await chromium.connect(server.url);
  try {
    const context = await browser.newContext({
      viewport: process.argv.includes('--phone') ? PHONE : DESKTOP,
      colorScheme: process.argv.includes('--dark') ? 'dark' : 'light',
      locale: 'en-GB',
      reducedMotion: 'reduce',
    });
    const page = await context.newPage();
    await signIn(page, installation);
    const take = (name, show, path) =>
      step(`Taking ${name}`, `Took ${name}`, async () => {
        await show(page, installation.baseUrl);
        await page.waitForLoadState('networkidle');
        await page.screenshot({ path });
      });
    for (const [name, show] of Object.entries(PICTURES)) await take(name, show, join(folder, `${name}.png`));
    for (const [name, [height, show]] of Object.entries(GUIDE_PICTURES)) {
      await page.setViewportSize({ ...page.viewportSize(), height });
      await take(name, show, join(option('to') ? `${folder}/guides` : guides, `${name}.png`));
    }
  } finally {
    await browser.close();
    await server.stop();
  }
}

main().catch(fail);
