import {
  accessibilityViolations,
  excessWidth,
  foreignRequests,
  openContext,
  type CheckedPart,
} from '@billhook/testing/browser';
import { isFullRun, TURN_OF_RUN } from '@billhook/testing/full-run';
import { looksOfTurn, type LooksOfTurn } from '@billhook/testing/looks';
import { eventually } from '@billhook/testing/patience';
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core';
import type { TestApi } from './api.js';
import { PASSWORD, type SeededMember, type SessionCaller } from './world.js';

const DESKTOP = { width: 1280, height: 900 };
const PHONE = { width: 390, height: 844 };

const LOOKS = [
  ['light', DESKTOP],
  ['dark', DESKTOP],
  ['dark', PHONE],
  ['light', PHONE],
] as const;

type Look = (typeof LOOKS)[number];

/** Each colour scheme and each size once: sufficient for screens whose parts other specs check in all combinations. */
export const TWO_LOOKS = [LOOKS[2], LOOKS[0]] as const;

/** The shell animates its navigation when the size changes: sizes during the animation are meaningless. */
const SETTLED = `new Promise((drawn) => requestAnimationFrame(drawn)).then(() => {
  const ending = document.getAnimations().filter(({ effect }) => effect?.getTiming().iterations !== Infinity);
  for (const animation of ending) animation.finish();
  return Promise.all(ending.map(({ finished }) => finished.catch(() => undefined)));
}).then(() => undefined)`;

/** The focused element is not hidden by the sticky foot of a form when the size changes. */
const IN_SIGHT = `document.activeElement?.scrollIntoView({ block: 'center' })`;

/** A button that the sticky foot of a form covers partly at this place of the scrolling would count as a small target. */
const placeFoot = (position: 'static' | ''): string =>
  `document.querySelectorAll('.st-form-foot, .ws-bulk').forEach(({ style }) => { style.position = '${position}'; })`;

/** What every page has around its content. */
const FRAME = ['.mantine-AppShell-header', '.mantine-AppShell-navbar'];

/** A table of cards is as wide as its panel, and no amount is wider than its column. */
const TABLE_EXCESS = `Math.max(0, ...[...document.querySelectorAll('.bh-table')].map((table) =>
  Math.ceil(table.getBoundingClientRect().width - table.parentElement.clientWidth)),
  ...[...document.querySelectorAll('.bh-table td:has(.ws-num)')].map((cell) => cell.scrollWidth - cell.clientWidth))`;

/** The colour scheme that the page has applied. Null if it supports none. */
const SCHEME = 'document.documentElement.dataset.mantineColorScheme ?? null';

/** The settings in a real browser, for one member. Requests to other hosts are recorded and blocked. */
export class SettingsPage {
  readonly foreign: readonly string[];
  readonly #checked = new Set<string>();
  readonly #framed = new Set<Look>();

  private constructor(
    readonly page: Page,
    private readonly context: BrowserContext,
    private readonly url: string,
  ) {
    this.foreign = foreignRequests(context);
  }

  static async open(
    browser: Browser,
    api: TestApi,
    locale = 'en-GB',
    more: BrowserContextOptions = {},
  ): Promise<SettingsPage> {
    const context = await openContext(browser, { locale, viewport: DESKTOP, reducedMotion: 'reduce', ...more });
    return new SettingsPage(await context.newPage(), context, api.url);
  }

  async signIn(member: SeededMember): Promise<void> {
    await this.page.goto(`${this.url}/settings/`);
    await this.page.getByLabel('Email', { exact: true }).fill(member.email);
    await this.page.getByLabel('Password', { exact: true }).fill(PASSWORD);
    await this.page.getByRole('button', { name: 'Sign in' }).click();
  }

  /** Takes a session, as after a sign-in, which needs two pages and the hash of a password. */
  async enter({ cookie }: Pick<SessionCaller, 'cookie'>): Promise<void> {
    const [name = '', value = ''] = cookie.split('=', 2);
    await this.context.addCookies([{ name, value, url: this.url }]);
  }

  async goto(path: string): Promise<void> {
    await this.page.goto(`${this.url}/settings${path}`);
  }

  /** The path and the filters in the address, below /settings. */
  get address(): string {
    const { pathname, search } = new URL(this.page.url());
    return decodeURIComponent(pathname.replace('/settings', '') + search);
  }

  /**
   * The defects of the current page: by axe in both schemes and on a phone, and horizontal scrolling on a phone.
   * `npm test` checks each address once without and once with a dialog, in both schemes: one on a desktop, the other on a phone. axe runs
   * in one of these looks, which the commit chooses, with the frame of the pages the first time, and on a dialog without its page.
   */
  async violations(looks: readonly Look[] = LOOKS): Promise<string[]> {
    const { page } = this;
    const found: string[] = [];
    const dialog = !isFullRun && this.isChecked(false) && (await this.page.getByRole('dialog').count()) > 0;
    const { checked, byAxe } = isFullRun ? { checked: looks, byAxe: undefined } : await this.untested(looks);
    for (const look of checked) {
      const [colorScheme, viewport] = look;
      await page.emulateMedia({ colorScheme, reducedMotion: 'reduce' });
      await page.setViewportSize(viewport);
      const applied: readonly (string | null)[] = [null, colorScheme];
      await eventually(`the scheme ${colorScheme}`, async () =>
        applied.includes(await page.evaluate<string | null>(SCHEME)) ? true : undefined,
      );
      await page.evaluate(IN_SIGHT);
      await page.evaluate(placeFoot('static'));
      await page.evaluate(SETTLED);
      const where = `${colorScheme} at ${viewport.width}`;
      if (isFullRun || look === byAxe) {
        const part = dialog ? { include: '[role=dialog]' } : await this.besideFrame(look);
        const violations = await accessibilityViolations(page, part);
        found.push(...violations.map((violation) => `${where}: ${violation}`));
      }
      await page.evaluate(placeFoot(''));
      const wide = await excessWidth(page);
      if (wide > 0) found.push(`${where}: ${wide} px too wide`);
    }
    await page.setViewportSize(DESKTOP);
    return found;
  }

  /** Two looks with each scheme and each size once, unless `npm test` has checked this address in this state. */
  private async untested(looks: readonly Look[]): Promise<LooksOfTurn<Look>> {
    const hasDialog = (await this.page.getByRole('dialog').count()) > 0;
    if (this.isChecked(hasDialog)) return { checked: [], byAxe: undefined };
    this.#checked.add(this.state(hasDialog));
    return looksOfTurn(looks, this.#checked.size + TURN_OF_RUN);
  }

  /** The page, without its frame if that was checked in this look. */
  private async besideFrame(look: Look): Promise<CheckedPart> {
    if (isFullRun || (await this.page.locator(FRAME.join()).count()) === 0) return {};
    if (this.#framed.has(look)) return { exclude: FRAME };
    this.#framed.add(look);
    return {};
  }

  private isChecked(hasDialog: boolean): boolean {
    return this.#checked.has(this.state(hasDialog));
  }

  /** Records of a kind have the same page. */
  private state(hasDialog: boolean): string {
    return `${new URL(this.page.url()).pathname.replace(/\d+/g, '*')} ${hasDialog}`;
  }

  /** The widths of the screen at which a table of the page is wider than its panel, each with the number of pixels. */
  async tableExcess(widths: readonly number[]): Promise<Record<number, number>> {
    const found: Record<number, number> = {};
    for (const width of widths) {
      await this.page.setViewportSize({ ...DESKTOP, width });
      await this.page.evaluate(SETTLED);
      const excess = await this.page.evaluate<number>(TABLE_EXCESS);
      if (excess > 0) found[width] = excess;
    }
    await this.page.setViewportSize(DESKTOP);
    return found;
  }

  close(): Promise<void> {
    return this.context.close();
  }
}

/** Follows a link of the navigation; the one of a settings page after opening the settings. */
export async function followNavigation(page: Pick<Page, 'getByRole'>, name: string): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Main navigation' });
  const settings = navigation.getByRole('button', { name: 'Settings' });
  const link = navigation.getByRole('link', { name, exact: true });
  await settings.waitFor();
  if (!(await link.isVisible())) await settings.click();
  await link.click();
}

/** The password dialog of the page. */
export const passwordDialog = (page: Pick<Page, 'getByRole'>): Locator =>
  page.getByRole('dialog', { name: 'Confirm your password' });

/** Confirms the password with the keyboard, as most people do. */
export async function enterPassword(page: Pick<Page, 'getByRole'>, password: string): Promise<void> {
  const dialog = passwordDialog(page);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByLabel('Password', { exact: true }).press('Enter');
  await dialog.waitFor({ state: 'detached' });
}

/** Confirms the password. */
export async function confirmPassword(page: Pick<Page, 'getByRole'>, password: string): Promise<void> {
  const dialog = passwordDialog(page);
  await dialog.getByLabel('Password', { exact: true }).fill(password);
  await dialog.getByRole('button', { name: 'Confirm' }).click();
  await dialog.waitFor({ state: 'detached' });
}

/** Presses a key in a field. @returns the id of the element that has the focus immediately afterwards, before another frame */
export function focusedAfter(field: Locator, key: string): Promise<string | undefined> {
  return field.evaluate((element: HTMLElement, pressed) => {
    element.focus();
    element.dispatchEvent(new KeyboardEvent('keydown', { key: pressed, bubbles: true }));
    return document.activeElement?.id;
  }, key);
}
