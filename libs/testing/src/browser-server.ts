import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { loadBrowserEnv, variablesWith } from '@billhook/platform/spec-env';
import { chromium } from 'playwright-core';
import { PATIENCE_MS } from './patience.js';

export interface TestBrowser {
  /** Where spec files connect to it. */
  readonly url: string;
  readonly stop: () => Promise<void>;
}

// The pages of an installation need no other host: requests to one are refused.
const FLAGS = ['--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1, EXCLUDE localhost'];

/**
 * Starts the one Chromium of a test run, with the browser's security on: the one that CHROMIUM_PATH names, else the one that an npm
 * package ships, so that every machine runs the tests in the same browser and none has to install one.
 * @param folder where the shipped one is unpacked, once a version
 */
export async function startTestBrowser(folder: string): Promise<TestBrowser> {
  const { CHROMIUM_PATH } = loadBrowserEnv();
  const program = CHROMIUM_PATH ? { executablePath: CHROMIUM_PATH } : await unpackShippedChromium(folder);
  // The package's own arguments stay out: --single-process ends the browser with its first page, --disable-web-security hides faults.
  const server = await chromium.launchServer({ ...program, args: FLAGS, host: '127.0.0.1', timeout: PATIENCE_MS });
  return { url: server.wsEndpoint(), stop: () => server.close() };
}

const PACKAGE = import.meta.resolve('@sparticuz/chromium');

interface Program {
  readonly executablePath: string;
  readonly env: Record<string, string>;
}

async function unpackShippedChromium(folder: string): Promise<Program> {
  const done = join(folder, `chromium-${await shippedVersion()}`);
  if (!existsSync(done)) await unpackInto(done);
  return { executablePath: join(done, 'chromium'), env: variablesWith({ FONTCONFIG_FILE: join(done, 'fonts.conf') }) };
}

async function shippedVersion(): Promise<string> {
  const manifest = new URL('../../package.json', PACKAGE);
  return (JSON.parse(await readFile(manifest, 'utf8')) as { version: string }).version;
}

/** Unpacks beside the folder and renames, so that what an interrupted run leaves is never taken for the whole. */
async function unpackInto(done: string): Promise<void> {
  const unfinished = `${done}-${process.pid}`;
  await mkdir(unfinished, { recursive: true });
  // In a process with a TMPDIR of its own, as the package unpacks into the folder for temporary files.
  const unpack = `const { default: chromium } = await import(${JSON.stringify(PACKAGE)}); await chromium.executablePath();`;
  const env = variablesWith({ TMPDIR: unfinished });
  await promisify(execFile)(process.execPath, ['--input-type=module', '--eval', unpack], { env });
  await writeFile(join(unfinished, 'fonts.conf'), fontsBeside(done));
  try {
    await rename(unfinished, done);
  } catch (error) {
    // Another run was faster.
    if (!existsSync(done)) throw error;
    await rm(unfinished, { recursive: true, force: true });
  }
}

/** The package's fonts beside those of the machine, as a bare one has none. */
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
