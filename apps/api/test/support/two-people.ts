import type { SentInvitation } from '@billhook/contract/identity/invitation';
import type { MemberList } from '@billhook/contract/identity/member';
import { AccountsRepository } from '@billhook/identity/accounts/accounts.repository';
import { connectBrowser } from '@billhook/testing/browser';
import { expect } from '@jest/globals';
import { TOTP } from 'otpauth';
import type { Browser, Locator, Page } from 'playwright-core';
import { PasswordResetService } from '../../src/identity/account/password-reset.service.js';
import { TestApi } from './api.js';
import { SettingsPage, TWO_LOOKS } from './settings-page.js';
import { World, type KeyCaller, type SeededMember } from './world.js';

/** Two browsers: the owner of a company is signed in to one, the other has no session. */
export class TwoPeople {
  /** The errors that the pages logged. */
  readonly complaints: string[] = [];

  private constructor(
    readonly api: TestApi,
    readonly world: World,
    readonly owner: SeededMember,
    private readonly browser: Browser,
  ) {}

  static async start(): Promise<TwoPeople> {
    const api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
    const world = new World(api);
    const owner = await world.member(await world.company());
    return new TwoPeople(api, world, owner, await connectBrowser());
  }

  async stop(): Promise<void> {
    await this.browser.close();
    await this.api.stop();
  }

  async openBrowser(locale?: string): Promise<SettingsPage> {
    const settings = await SettingsPage.open(this.browser, this.api, locale);
    settings.page.on('pageerror', (error) => this.complaints.push(error.message));
    return settings;
  }

  /** The code that the app shows now. A code is taken once, so the time moves on before each. */
  nextCode(secret: string): string {
    this.api.clock.advance(60_000);
    return new TOTP({ secret }).generate({ timestamp: this.api.clock.now().getTime() });
  }

  /** The link of an invitation to another company. */
  async invitationElsewhere(email: string, name: string): Promise<string> {
    const session = await this.world.session(await this.world.member(await this.world.company()));
    const { body } = await session.call<SentInvitation>('POST', '/app/invitations', {
      body: { email, name, role: 'Sales' },
    });
    return body.url ?? '';
  }

  /** A key of a member of the owner's company, which was used once. */
  async usedKeyOf(email: string): Promise<KeyCaller> {
    const session = await this.world.session(this.owner);
    const { body } = await session.call<MemberList>('GET', '/app/members');
    const id = body.data.find((member) => member.email === email)?.id ?? 0;
    const key = await this.world.key({ member: { id, companyId: this.owner.companyId, email } });
    await key.call('GET', '/v1/clients');
    return key;
  }

  /** A link that sets a new password, as the operator creates it without a mail server. */
  async resetLink(email: string): Promise<string> {
    const account = await this.api.app.get(AccountsRepository).findByEmail(email);
    if (!account) throw new Error(`no account of ${email}`);
    return (await this.api.app.get(PasswordResetService).linkFor(account)).url;
  }
}

export function button(page: Page, name: string | RegExp): Locator {
  return page.getByRole('button', { name, exact: true });
}

/** No accessibility errors on a phone in dark mode and on a desktop in light mode, and nothing is wider than the screen. */
export async function expectAccessible(settings: SettingsPage): Promise<void> {
  expect(await settings.violations(TWO_LOOKS)).toEqual([]);
}

/** The path and the secret part of a link, followed at the address of this API. */
export function follow(settings: SettingsPage, link: string): Promise<void> {
  const { pathname, hash } = new URL(link);
  return settings.goto(pathname.replace('/settings', '') + hash);
}

export async function chooseInMenu({ page }: SettingsPage, name: string): Promise<void> {
  await button(page, /^Account menu of/).click();
  await page.getByRole('menuitem', { name }).click();
}

export async function enterCode({ page }: SettingsPage, code: string, submit: string): Promise<void> {
  await page.getByLabel('6-digit code').fill(code);
  await button(page, submit).click();
}

export async function signIn({ page }: SettingsPage, email: string, password: string): Promise<void> {
  await page.getByLabel('Email', { exact: true }).fill(email);
  await page.getByLabel('Password', { exact: true }).fill(password);
  await button(page, 'Sign in').click();
}
