import { existsSync } from 'node:fs';
import { AxeBuilder } from '@axe-core/playwright';
import { loadBrowserEnv } from '@billhook/platform/env';
import bundled from '@sparticuz/chromium';
import { chromium, type Browser, type Page } from 'playwright-core';

const INSTALLED = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/google-chrome',
  '/usr/bin/chromium-browser',
];

/**
 * A real Chromium: the one that CHROMIUM_PATH names, else one that is installed, else the one that ships in an npm package,
 * so that a bare machine can run the browser tests without a download of its own.
 */
export async function launchBrowser(): Promise<Browser> {
  const { CHROMIUM_PATH } = loadBrowserEnv();
  const path = CHROMIUM_PATH ?? INSTALLED.find((candidate) => existsSync(candidate));
  if (path !== undefined) return chromium.launch({ executablePath: path });
  return chromium.launch({ executablePath: await bundled.executablePath(), args: bundled.args });
}

/** What axe finds against WCAG 2.2 AA on the page as it is now, in words. Nothing, one hopes. */
export async function accessibilityFaults(page: Page): Promise<string[]> {
  const { violations } = await new AxeBuilder({ page })
    .withTags(['wcag2a', 'wcag2aa', 'wcag21aa', 'wcag22aa'])
    .analyze();
  return violations.map(
    ({ id, help, nodes }) => `${id}: ${help} (${nodes.map((node) => node.target.join(' ')).join('; ')})`,
  );
}
