import type { ClientView } from '@billhook/contract/invoicing/client';
import type { InvoiceView } from '@billhook/contract/invoicing/invoice';
import { connectBrowser } from '@billhook/testing/browser';
import { EffortCounter } from '@billhook/testing/effort';
import { expect } from '@jest/globals';
import type { Browser, Locator, Page } from 'playwright-core';
import { TestApi } from './api.js';
import { clientBody, invoiceBody } from './bodies.js';
import { SettingsPage, TWO_LOOKS } from './settings-page.js';
import { World, type SeededMember, type SessionCaller } from './world.js';

/** The settings in a browser for the owner of a company, and the API to prepare and check data. */
export class Workspace {
  /** The errors that the page logged. */
  readonly complaints: string[] = [];

  private constructor(
    readonly api: TestApi,
    readonly world: World,
    private readonly browser: Browser,
    private readonly settings: SettingsPage,
    readonly effort: EffortCounter,
    readonly session: SessionCaller,
    readonly owner: SeededMember,
  ) {
    this.page.on('pageerror', (error) => this.complaints.push(error.message));
  }

  /** @param variables of the environment of the API, such as its public address for pages that it redirects to */
  static async start(variables: Readonly<Record<string, string>> = {}): Promise<Workspace> {
    const api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1', ...variables });
    const world = new World(api);
    const owner = await world.member(await world.company());
    const browser = await connectBrowser();
    const settings = await SettingsPage.open(browser, api);
    const effort = await EffortCounter.on(settings.page);
    const session = await world.session(owner);
    const workspace = new Workspace(api, world, browser, settings, effort, session, owner);
    await settings.enter(session);
    await settings.goto('/');
    await settings.page.getByRole('link', { name: 'Clients', exact: true }).waitFor();
    return workspace;
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.api.stop();
  }

  get page(): Page {
    return this.settings.page;
  }

  open(path: string): Promise<void> {
    return this.settings.goto(path);
  }

  /**
   * Goes to a page with another heading as a link does, without loading the document again, which takes several times the CPU time.
   * Resolves when its heading is there.
   */
  async visit(path: string): Promise<void> {
    await this.page.evaluate(`new Promise((resolve) => {
      const before = document.querySelector('h1');
      const text = before?.textContent;
      const look = () => {
        const now = document.querySelector('h1');
        if (now && (now !== before || now.textContent !== text)) resolve();
        else requestAnimationFrame(look);
      };
      history.pushState(null, '', ${JSON.stringify(`/settings${path}`)});
      look();
    })`);
  }

  /** The settings in another browser without a session. */
  openSignedOut(): Promise<SettingsPage> {
    return SettingsPage.open(this.browser, this.api);
  }

  /** The settings as another member sees them, in a browser of another language. */
  async openAs(member: SeededMember, locale: string): Promise<SettingsPage> {
    const theirs = await SettingsPage.open(this.browser, this.api, locale);
    // The labels of the sign-in page are in their language.
    await theirs.enter(await this.world.session(member));
    return theirs;
  }

  button(name: string): Locator {
    return this.page.getByRole('button', { name, exact: true });
  }

  heading(name: string | RegExp): Locator {
    return this.page.getByRole('heading', { level: 1, name, exact: true });
  }

  /** Reads from the API like the page: `get('invoices/7')`. */
  async get<T>(path: string): Promise<T> {
    return (await this.session.call<T>('GET', `/app/${path}`)).body;
  }

  async listOf<T>(resource: string): Promise<T[]> {
    return (await this.get<{ data: T[] }>(resource)).data;
  }

  async newClient(name: string): Promise<ClientView> {
    return (await this.session.call<ClientView>('POST', '/app/clients', { body: { ...clientBody, name } })).body;
  }

  async sentInvoice(clientId: number, send: object = {}): Promise<InvoiceView> {
    const { body } = await this.session.call<InvoiceView>('POST', '/app/invoices', { body: invoiceBody(clientId) });
    return (await this.session.call<InvoiceView>('POST', `/app/invoices/${body.id}/send`, { body: send })).body;
  }

  /** No accessibility errors on a phone in dark mode and on a desktop in light mode, and nothing is wider than the screen. */
  async expectAccessible(settings = this.settings): Promise<void> {
    expect(await settings.violations(TWO_LOOKS)).toEqual([]);
  }
}
