import { join } from 'node:path';
import { root } from '../lib/root.mjs';
import setUpDatabase from './database-setup.mjs';
import { storeServers } from './real-servers.mjs';
import { keepUntilTearDown } from './resources.mjs';

// A page of a spec lives for seconds: compiling its functions again, for speed, takes a tenth of the CPU time of the browser.
const FLAGS = ['--js-flags=--no-maglev --no-turbofan'];

/** One browser for the whole run, beside the database. The specs find it in the environment. */
export default async function setUpBrowser() {
  await setUpDatabase();
  const { startTestBrowser } = await import('../../libs/testing/src/browser-server.ts');
  const browser = await startTestBrowser(join(root, '.data'), FLAGS);
  process.env.TEST_BROWSER_URL = browser.url;
  keepUntilTearDown(browser);
  await storeServers({ Chromium: browser.version });
}
