import { afterAll, beforeAll, describe, expect, it, jest } from '@jest/globals';
import type { MemberList, SentInvitation } from '@billhook/contract/member';
import { launchBrowser } from '@billhook/testing/browser';
import { TOTP } from 'otpauth';
import type { Browser, Page } from 'playwright-core';
import { AccountsRepository } from '../src/accounts/accounts.repository.js';
import { PasswordResetService } from '../src/auth/password-reset.service.js';
import { TestApi } from './support/api.js';
import { SettingsPage, TWO_LOOKS } from './support/settings-page.js';
import { World, type SeededMember } from './support/world.js';

jest.setTimeout(60_000);

const PHRASE = 'lantern gravel orchid tuesday';
const EMAIL = 'ines@example.com';

let api: TestApi;
let world: World;
let browser: Browser;
let owner: SeededMember;
let admin: SettingsPage;
let person: SettingsPage;
let invitationLink: string;
let secret: string;
let recoveryCodes: string[];
const complaints: string[] = [];

async function openBrowser(locale?: string): Promise<SettingsPage> {
  const settings = await SettingsPage.open(browser, api, locale);
  settings.page.on('pageerror', (error) => complaints.push(error.message));
  return settings;
}

beforeAll(async () => {
  api = await TestApi.start({ PUBLIC_URL: 'http://127.0.0.1' });
  world = new World(api);
  owner = await world.member(await world.company());
  browser = await launchBrowser();
  admin = await openBrowser();
  person = await openBrowser();
  await admin.signIn(owner);
  await button(admin.page, /^Account of/).waitFor();
});
afterAll(async () => {
  await browser.close();
  await api.stop();
});

function button(page: Page, name: string | RegExp) {
  return page.getByRole('button', { name, exact: true });
}

async function expectAccessible(settings: SettingsPage): Promise<void> {
  expect(await settings.faults(TWO_LOOKS)).toEqual([]);
}

/** The path and the secret part of a link, as they are followed on the address of this API. */
function follow(settings: SettingsPage, link: string): Promise<void> {
  const { pathname, hash } = new URL(link);
  return settings.goto(pathname.replace('/settings', '') + hash);
}

/** The code that the app shows now. A code is taken once, so the time moves on before each. */
function nextCode(): string {
  api.clock.advance(60_000);
  return new TOTP({ secret }).generate({ timestamp: api.clock.now().getTime() });
}

async function signInAsPerson({ page }: SettingsPage): Promise<void> {
  await page.getByLabel('E-mail').fill(EMAIL);
  await page.getByLabel('Password', { exact: true }).fill(PHRASE);
  await button(page, 'Sign in').click();
}

async function openMenu({ page }: SettingsPage): Promise<void> {
  await button(page, /^Account of/).click();
}

describe('an invitation', () => {
  it('is made with a role and permissions, and its link is shown once', async () => {
    const { page } = admin;
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByText('(you)').waitFor();
    await expectAccessible(admin);
    await button(page, 'Invite').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await page.getByText('Enter an e-mail address').waitFor();
    await dialog.getByLabel('E-mail').fill(EMAIL);
    await dialog.getByLabel('Name').fill('Ines Carvalho');
    await dialog.getByText('Accountant', { exact: true }).click();
    await button(page, 'Choose permissions one by one').click();
    await dialog.getByLabel('audit.read').check();
    await dialog.getByText('Accountant (tailored)').waitFor();
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    invitationLink = await page.getByLabel('Link of the invitation').inputValue();
    expect(new URL(invitationLink).hash).toMatch(/^#bhi_/);
    await expectAccessible(admin);
    await button(page, 'Done').click();
    await page.getByText('Invitations (1)', { exact: true }).first().click();
    await button(page, 'Send again').waitFor();
    expect(admin.address).toBe('/members?show=invitations');
    await expectAccessible(admin);
  });

  it('is accepted in another browser; its secret leaves the address at once', async () => {
    const { page } = person;
    await follow(person, invitationLink);
    await page.getByRole('heading', { name: /^Join Company/ }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await button(page, /^Join/).click();
    await page.getByText('Enter a password').waitFor();
    await page.getByLabel('Choose a password').fill('ines@example.com');
    await page.getByText('made of your name').waitFor();
    await expectAccessible(person);
    await page.getByLabel('Choose a password').fill(PHRASE);
    await button(page, /^Join/).click();
    await button(page, 'Account of Ines Carvalho').waitFor();
    await follow(person, invitationLink);
    await page.getByText('This invitation opens nothing').waitFor();
    await expectAccessible(person);
    await person.goto('/invitation');
    await page.getByText('Open the link once more').waitFor();
  });
});

describe('the account', () => {
  it('gets a second factor with recovery codes', async () => {
    const { page } = person;
    await person.goto('/');
    await openMenu(person);
    await page.getByRole('menuitem', { name: 'Your account' }).click();
    await page.getByText('the password alone signs in').waitFor();
    await expectAccessible(person);
    await button(page, 'Set up a second factor').click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    secret = (await page.getByLabel('Key to type').inputValue()).replaceAll(' ', '');
    await expectAccessible(person);
    await page.getByLabel('Six-digit code').fill('000000');
    await button(page, 'Switch it on').click();
    await page.getByText('This code does not work').waitFor();
    await page.getByLabel('Six-digit code').fill(nextCode());
    await button(page, 'Switch it on').click();
    await page.getByText('Keep your recovery codes').waitFor();
    recoveryCodes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await expectAccessible(person);
    await page.keyboard.press('Escape');
    await button(page, 'Stay').click();
    await page.getByLabel('I have kept the codes').check();
    await button(page, 'Done').click();
    await page.getByText('10 recovery codes of 10 are left').waitFor();
  });

  it('signs in with password and code', async () => {
    const { page } = person;
    await openMenu(person);
    await page.getByRole('menuitem', { name: 'Sign out' }).click();
    await signInAsPerson(person);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await expectAccessible(person);
    await page.getByLabel('Six-digit code').fill('000000');
    await button(page, 'Confirm').click();
    await page.getByText('This code does not work').waitFor();
    await page.getByLabel('Six-digit code').fill(nextCode());
    await button(page, 'Confirm').click();
    // Where it was before.
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  it('ends the session of another browser', async () => {
    const other = await openBrowser();
    await other.goto('/account');
    await signInAsPerson(other);
    await button(other.page, 'Use a recovery code instead').click();
    await other.page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await button(other.page, 'Confirm').click();
    await other.page.getByText('9 recovery codes of 10 are left').waitFor();
    const { page } = person;
    await page.reload();
    const rows = page.getByRole('table', { name: 'Signed-in browsers' }).getByRole('row');
    await button(page, 'End all others').waitFor();
    expect(await rows.count()).toBe(3);
    await expectAccessible(person);
    await button(page, 'End all others').click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all others' }).click();
    await page.getByText('1 session is ended').waitFor();
    await other.page.getByRole('link', { name: 'Company details' }).click();
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.close();
  });

  it('works in another company too, and switches between them', async () => {
    const elsewhere = await world.member(await world.company());
    const session = await world.session(elsewhere);
    const { body } = await session.call<SentInvitation>('POST', '/app/invitations', {
      body: { email: EMAIL, name: 'Ines C.', role: 'Sales' },
    });
    const { page } = person;
    await follow(person, body.url ?? '');
    await page.getByText('has an account already').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('something else');
    await button(page, /^Join/).click();
    await page.getByText('The password of this account is another one').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(PHRASE);
    await button(page, /^Join/).click();
    await page.getByLabel('Six-digit code').fill(nextCode());
    await expectAccessible(person);
    await button(page, /^Join/).click();
    await page.screenshot({ path: '/tmp/um-12-x.png' });
    await button(page, 'Account of Ines C.').click();
    await page.getByRole('menuitemradio').first().waitFor();
    expect(await page.getByRole('menuitemradio').count()).toBe(2);
    await expectAccessible(person);
    await page.locator('[role=menuitemradio][aria-checked=false]').click();
    await button(page, 'Account of Ines Carvalho').waitFor();
  });
});

describe('a member', () => {
  let keyCaller: Awaited<ReturnType<World['key']>>;
  let memberId: number;

  beforeAll(async () => {
    const session = await world.session(owner);
    const { body } = await session.call<MemberList>('GET', '/app/members');
    memberId = body.data.find(({ email }) => email === EMAIL)?.id ?? 0;
    keyCaller = await world.key({ member: { id: memberId, companyId: owner.companyId, email: EMAIL } });
    await keyCaller.call('GET', '/v1/clients');
  });

  it('loses permissions: what goes and which keys feel it is told before', async () => {
    const { page } = admin;
    await admin.goto('/members');
    await page.getByRole('link', { name: 'Ines Carvalho', exact: true }).click();
    await page.getByText('Nothing is changed yet').waitFor();
    await expectAccessible(admin);
    await page.getByText('Read only', { exact: true }).click();
    await page.getByText('Loses: ').waitFor();
    await button(page, 'Review the change').click();
    await page.getByRole('dialog').getByText('test key').waitFor();
    await expectAccessible(admin);
    await button(page, 'Change now').click();
    await page.getByText('What Ines Carvalho may do is changed').waitFor();
    await page.getByText('Nothing is changed yet').waitFor();
  });

  it('is deactivated with a look at what stops, and is out with the next click', async () => {
    await person.goto('/account');
    await person.page.getByRole('heading', { name: 'Your account' }).waitFor();
    const { page } = admin;
    await button(page, 'Deactivate').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Stops working').waitFor();
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Deactivated: can not sign in').waitFor();
    await expectAccessible(admin);
    await person.page.getByRole('link', { name: 'Company details' }).click();
    await person.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await keyCaller.call('GET', '/v1/clients')).status).toBe(403);
    await button(page, 'Reactivate').click();
    await page.getByText('Ines Carvalho is active again').waitFor();
    expect((await keyCaller.call('GET', '/v1/clients')).status).toBe(200);
  });

  it('of oneself says why it can not be changed', async () => {
    const { page } = admin;
    await admin.goto(`/members/${owner.id}`);
    await page.getByText('for another administrator to change').first().waitFor();
    expect(await button(page, 'Deactivate').getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(admin);
  });

  it('of service is created, and gets a key', async () => {
    const { page } = admin;
    await admin.goto('/members?show=service');
    await page.getByText('No service member yet').waitFor();
    await expectAccessible(admin);
    await button(page, 'Create service member').click();
    await page.getByRole('dialog').getByLabel('Name').fill('ERP connector');
    await expectAccessible(admin);
    await button(page, 'Create').click();
    await page.getByRole('heading', { level: 1, name: 'ERP connector' }).waitFor();
    await button(page, 'Create key').click();
    await page.getByRole('dialog').getByLabel('Name').fill('ERP');
    await button(page, 'Create').click();
    await page.getByLabel('Secret', { exact: true }).waitFor();
    await page.getByLabel('I have stored the key').check();
    await button(page, 'Done').click();
    await page.getByText('1 key is neither revoked nor expired').waitFor();
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('Stops working').waitFor();
    await button(page, 'Remove for good').click();
    await page.getByText('Removed for good').waitFor();
    await expectAccessible(admin);
  });
});

describe('a forgotten password', () => {
  it('is a matter of the operator where no mail is sent', async () => {
    const { page } = person;
    await person.goto('/');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByText('This installation sends no mail').waitFor();
    await expectAccessible(person);
  });

  it('is replaced by a link, in the language of the browser', async () => {
    const french = await openBrowser('fr-FR');
    const { page } = french;
    const account = await api.app.get(AccountsRepository).findByEmail(EMAIL);
    if (!account) throw new Error(`no account of ${EMAIL}`);
    const { url } = await api.app.get(PasswordResetService).linkFor(account);
    await follow(french, url);
    await page.getByLabel('Nouveau mot de passe').fill('password1234');
    await button(page, 'Enregistrer le mot de passe').click();
    await page.getByText('parmi les premiers que l’on essaie').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await expectAccessible(french);
    await page.getByLabel('Nouveau mot de passe').fill(`${PHRASE} ${PHRASE}`);
    await button(page, 'Enregistrer le mot de passe').click();
    await page.getByText('Le nouveau mot de passe est en place').waitFor();
    await follow(french, url);
    await page.getByLabel('Nouveau mot de passe').fill(PHRASE);
    await button(page, 'Enregistrer le mot de passe').click();
    await page.getByText('Ce lien ne fonctionne pas').waitFor();
    await expectAccessible(french);
    await french.close();
  });

  it('is guessed a few times and no more', async () => {
    const { page } = person;
    await person.goto('/');
    for (let n = 0; n < 6; n++) {
      await page.getByLabel('E-mail').fill('nobody@example.com');
      await page.getByLabel('Password', { exact: true }).fill('wrong');
      const answer = page.waitForResponse((response) => response.url().endsWith('/app/session'));
      await button(page, 'Sign in').click();
      await answer;
    }
    await page.getByText('Too many attempts').waitFor();
    expect(await button(page, 'Sign in').isDisabled()).toBe(true);
    await expectAccessible(person);
  });
});

it('complained about nothing, and asked nobody else', () => {
  expect(complaints).toEqual([]);
  expect([...admin.foreign, ...person.foreign]).toEqual([]);
});
