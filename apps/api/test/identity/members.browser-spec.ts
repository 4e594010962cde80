import { EffortCounter } from '@billhook/testing/effort';
import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirmPassword, enterPassword, followNavigation, type SettingsPage } from '../support/settings-page.js';
import { button, chooseInMenu, enterCode, expectAccessible, follow, signIn, TwoPeople } from '../support/two-people.js';
import { PASSWORD, type KeyCaller } from '../support/world.js';

const EMAIL = 'ines@example.com';
const PHRASE = 'lantern gravel orchid tuesday';
const NEXT_PHRASE = 'copper meadow violin thursday';

let people: TwoPeople;
let admin: SettingsPage;
let person: SettingsPage;
/** The link of the invitation, and the two-factor secret. */
let [invitationLink, secret] = ['', ''];
let recoveryCodes: string[];

beforeAll(async () => {
  people = await TwoPeople.start();
  admin = await people.openBrowser();
  person = await people.openBrowser();
  await admin.signIn(people.owner);
  await button(admin.page, /^Account menu of/).waitFor();
});
afterAll(() => people.stop());

describe('an invitation, step by step', () => {
  it('is created with a role and permissions, and its link is shown once', async () => {
    const { page } = admin;
    await followNavigation(page, 'Members');
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByText('(you)').waitFor();
    await expectAccessible(admin);
    await people.world.ageConfirmation(people.owner);
    const effort = await EffortCounter.on(page);
    await button(page, 'Invite').click();
    const dialog = page.getByRole('dialog', { name: /^Invite/ });
    await dialog.getByRole('button', { name: 'Invite' }).press('Enter');
    await page.getByText('Enter an email address').waitFor();
    await dialog.getByLabel('Email', { exact: true }).fill(EMAIL);
    await dialog.getByLabel('Name').fill('Ines Carvalho');
    await dialog.getByRole('radio', { name: /^Accountant/ }).press('Space');
    await button(page, 'Choose individual permissions').press('Enter');
    await dialog.getByLabel('audit.read').press('Space');
    await dialog.getByText('Accountant (tailored)').waitFor();
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Invite' }).click();
    await enterPassword(page, PASSWORD);
    await page.getByLabel('Invitation link').waitFor();
    expect(await effort.spent()).toEqual({ clicks: 2, fields: 3 });
    invitationLink = await page.getByLabel('Invitation link').inputValue();
    expect(new URL(invitationLink).hash).toMatch(/^#bhi_/);
    await expectAccessible(admin);
    await button(page, 'Done').click();
    await page.getByText('Invitations (1)', { exact: true }).first().click();
    await button(page, 'Create new link').waitFor();
    expect(admin.address).toBe('/members?show=invitations');
    await expectAccessible(admin);
  });

  it('is accepted in another browser; its secret leaves the address immediately', async () => {
    const { page } = person;
    await follow(person, invitationLink);
    await page.getByRole('heading', { name: /^Join Company/ }).waitFor();
    expect(new URL(page.url()).hash).toBe('');
    const effort = await EffortCounter.on(page);
    await button(page, /^Join/).press('Enter');
    await page.getByText('Enter a password').waitFor();
    await page.getByLabel('Choose a password').fill('ines@example.com');
    await page.getByText('based on your name').waitFor();
    await expectAccessible(person);
    await page.getByLabel('Choose a password').fill(PHRASE);
    await button(page, /^Join/).click();
    await button(page, 'Account menu of Ines Carvalho').waitFor();
    expect(await effort.spent()).toEqual({ clicks: 1, fields: 1 });
    await page.getByText(/^You joined Company/).waitFor();
    await follow(person, invitationLink);
    await page.getByText('This invitation is not valid').waitFor();
    await page.getByRole('link', { name: 'Go to sign-in' }).waitFor();
    await expectAccessible(person);
    await person.goto('/invitation');
    await page.getByText('Open the link again', { exact: true }).waitFor();
  });
});

describe('the account, step by step', () => {
  it('enables two-factor authentication with recovery codes', async () => {
    const { page } = person;
    await person.goto('/');
    await chooseInMenu(person, 'Your account');
    await page.getByText('you sign in with your password alone').waitFor();
    await expectAccessible(person);
    await button(page, 'Set up two-factor authentication').click();
    await page.getByRole('img', { name: 'QR code for the authenticator app' }).waitFor();
    secret = (await page.getByLabel('Setup key').inputValue()).replaceAll(' ', '');
    await expectAccessible(person);
    await enterCode(person, '000000', 'Turn on');
    await page.getByText('The code is wrong').waitFor();
    await enterCode(person, people.nextCode(secret), 'Turn on');
    await page.getByText('Save your recovery codes').waitFor();
    recoveryCodes = await page.getByRole('list', { name: 'Recovery codes' }).getByRole('listitem').allTextContents();
    expect(recoveryCodes).toHaveLength(10);
    await expectAccessible(person);
    await page.keyboard.press('Escape');
    await button(page, 'Stay').click();
    await page.getByLabel('I have saved the codes').check();
    await button(page, 'Done').click();
    await page.getByText('10 of 10 recovery codes left').waitFor();
  });

  it('signs in with password and code', async () => {
    const { page } = person;
    await chooseInMenu(person, 'Sign out');
    await signIn(person, EMAIL, PHRASE);
    await page.getByRole('heading', { name: 'Two-factor authentication' }).waitFor();
    await expectAccessible(person);
    await enterCode(person, '000000', 'Confirm');
    await page.getByText('The code is wrong').waitFor();
    await enterCode(person, people.nextCode(secret), 'Confirm');
    // The page before the sign-in.
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  it('ends the session of another browser', async () => {
    const other = await people.openBrowser();
    await other.goto('/account');
    await signIn(other, EMAIL, PHRASE);
    await button(other.page, 'Use a recovery code').click();
    await other.page.getByLabel('Recovery code').fill(recoveryCodes[0] ?? '');
    await button(other.page, 'Confirm').click();
    await other.page.getByText('9 of 10 recovery codes left').waitFor();
    const { page } = person;
    await page.reload();
    const rows = page.getByRole('table', { name: 'Signed-in browsers' }).getByRole('row');
    await button(page, 'End all other sessions').waitFor();
    expect(await rows.count()).toBe(3);
    await expectAccessible(person);
    await button(page, 'End all other sessions').click();
    await page.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click();
    await page.getByText('1 session ended').waitFor();
    await followNavigation(other.page, 'Company details');
    await other.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    await other.close();
  });

  it('asks for password and code before it creates new recovery codes', async () => {
    const { page } = person;
    people.api.clock.advance(11 * 60_000);
    await button(page, 'Create new recovery codes').click();
    await page.getByLabel('6-digit code').fill(people.nextCode(secret));
    await button(page, 'Create new codes').click();
    await confirmPassword(page, PHRASE);
    await page.getByLabel('I have saved the codes').check();
    await button(page, 'Done').click();
    await page.getByText('10 of 10 recovery codes left').waitFor();
  });

  it('changes its password and its name', async () => {
    const { page } = person;
    await page.getByLabel('Current password').fill('something else');
    await page.getByLabel('New password').fill(NEXT_PHRASE);
    await button(page, 'Change password').click();
    await page.getByText('This is not your current password').waitFor();
    await page.getByLabel('Current password').fill(PHRASE);
    await button(page, 'Change password').click();
    await page.getByText('Password changed').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Ines Maria Carvalho');
    await page.getByLabel('Email language').selectOption('Français');
    await button(page, 'Save').click();
    await button(page, 'Account menu of Ines Maria Carvalho').waitFor();
  });

  it('works in another company as well, and switches between them', async () => {
    const { page } = person;
    await follow(person, await people.invitationElsewhere(EMAIL, 'Ines C.'));
    await page.getByText('already has an account').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('something else');
    await button(page, /^Join/).click();
    await page.getByText('This is not the password of the account').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(NEXT_PHRASE);
    await button(page, /^Join/).click();
    await page.getByLabel('6-digit code').fill(people.nextCode(secret));
    await expectAccessible(person);
    await button(page, /^Join/).click();
    await button(page, 'Account menu of Ines C.').click();
    await page.getByRole('menuitemradio').first().waitFor();
    expect(await page.getByRole('menuitemradio').count()).toBe(2);
    await expectAccessible(person);
    await page.locator('[role=menuitemradio][aria-checked=false]').click();
    await button(page, 'Account menu of Ines Maria Carvalho').waitFor();
  });
});

describe('a member, step by step', () => {
  let key: KeyCaller;

  beforeAll(async () => {
    key = await people.usedKeyOf(EMAIL);
  });

  it('loses permissions: the affected keys are shown before', async () => {
    const { page } = admin;
    await admin.goto('/members');
    await page.getByRole('link', { name: 'Ines Maria Carvalho', exact: true }).click();
    await page.getByText('No changes yet').waitFor();
    await expectAccessible(admin);
    await page.getByText('Read only', { exact: true }).click();
    await page.getByText('Loses: ').waitFor();
    await button(page, 'Review changes').click();
    await page.getByRole('dialog').getByText('test key').waitFor();
    await expectAccessible(admin);
    await button(page, 'Change permissions').click();
    await page.getByText('Permissions of Ines Maria Carvalho changed').waitFor();
    await page.getByText('No changes yet').waitFor();
  });

  it('is deactivated after a preview of what stops, and signed out with the next click', async () => {
    await person.goto('/account');
    await person.page.getByRole('heading', { name: 'Your account' }).waitFor();
    const { page } = admin;
    await button(page, 'Deactivate').click();
    const dialog = page.getByRole('dialog');
    await dialog.getByText('Stops working', { exact: true }).waitFor();
    await expectAccessible(admin);
    await dialog.getByRole('button', { name: 'Deactivate' }).click();
    await page.getByText('Deactivated: this member cannot sign in').waitFor();
    await expectAccessible(admin);
    await followNavigation(person.page, 'Company details');
    await person.page.getByRole('heading', { name: 'Sign in' }).waitFor();
    expect((await key.call('GET', '/v1/clients')).status).toBe(403);
    await button(page, 'Reactivate').click();
    await confirmPassword(page, PASSWORD);
    await page.getByText('Ines Maria Carvalho reactivated').waitFor();
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
  });

  it('explains why one cannot change oneself', async () => {
    const { page } = admin;
    await admin.goto(`/members/${people.owner.id}`);
    await page.getByText('Only another administrator can change your membership').first().waitFor();
    expect(await button(page, 'Deactivate').getAttribute('aria-disabled')).toBe('true');
    await expectAccessible(admin);
  });

  it('of service is created, and gets a key', async () => {
    const { page } = admin;
    await admin.goto('/members?show=service');
    await page.getByText('No service members yet').waitFor();
    await expectAccessible(admin);
    await button(page, 'Create service member').click();
    await page.getByRole('dialog').getByLabel('Name').fill('ERP connector');
    await expectAccessible(admin);
    await button(page, 'Create').click();
    await page.getByRole('heading', { level: 1, name: 'ERP connector' }).waitFor();
    await button(page, 'Create key').click();
    await page.getByRole('dialog').getByLabel('Name').fill('ERP');
    await page.getByRole('dialog').getByRole('button', { name: 'Create key' }).click();
    await page.getByLabel('Secret', { exact: true }).waitFor();
    await page.getByLabel('I have saved the key').check();
    await button(page, 'Done').click();
    await page.getByText('1 active key').waitFor();
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('Revoked permanently').waitFor();
    await expectAccessible(admin);
    await button(page, 'Remove permanently').click();
    await page.getByText('The name does not match').waitFor();
    await page.getByLabel('To confirm, type the name').fill('ERP connector');
    await button(page, 'Remove permanently').click();
    await page.getByText('Removed permanently').waitFor();
    await expectAccessible(admin);
  });
});

describe('a forgotten password, step by step', () => {
  it('refers to the operator without a mail server', async () => {
    const { page } = person;
    await person.goto('/');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByText('Email is not set up').waitFor();
    await expectAccessible(person);
  });

  it('is replaced by a link, in the language of the browser', async () => {
    const french = await people.openBrowser('fr-FR');
    const { page } = french;
    const url = await people.resetLink(EMAIL);
    await follow(french, url);
    await page.getByLabel('Nouveau mot de passe').fill('password1234');
    await button(page, 'Enregistrer le mot de passe').click();
    await page.getByText('Ce mot de passe est trop courant').waitFor();
    expect(new URL(page.url()).hash).toBe('');
    await expectAccessible(french);
    await page.getByLabel('Nouveau mot de passe').fill(`${PHRASE} ${PHRASE}`);
    await button(page, 'Enregistrer le mot de passe').click();
    await page.getByText('Nouveau mot de passe enregistré').waitFor();
    await follow(french, url);
    await page.getByLabel('Nouveau mot de passe').fill(PHRASE);
    await button(page, 'Enregistrer le mot de passe').click();
    await page.getByText('Ce lien n’est pas valide').waitFor();
    await expectAccessible(french);
    await french.close();
  });

  it('is throttled after a few guesses', async () => {
    const { page } = person;
    await person.goto('/');
    const body = { email: 'nobody@example.com', password: 'wrong' };
    for (let n = 0; n < 5; n++) await people.api.call('POST', '/app/session', { body });
    await signIn(person, body.email, body.password);
    await page.getByText('Too many attempts').waitFor();
    expect(await button(page, 'Sign in').isDisabled()).toBe(true);
    await expectAccessible(person);
  });
});

it('logged no errors, and contacted no other host', () => {
  expect(people.complaints).toEqual([]);
  expect([...admin.foreign, ...person.foreign]).toEqual([]);
});
