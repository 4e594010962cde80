import { afterAll, beforeAll, describe, expect, it } from '@jest/globals';
import { confirmPassword, type SettingsPage } from '../support/settings-page.js';
import { button, expectAccessible, follow, openMenu, signIn, TwoPeople } from '../support/two-people.js';
import { PASSWORD, type KeyCaller } from '../support/world.js';

const EMAIL = 'ines@example.com';
const PHRASE = 'lantern gravel orchid tuesday';
const NEXT_PHRASE = 'copper meadow violin thursday';

let people: TwoPeople;
let admin: SettingsPage;
let person: SettingsPage;
/** The link of the invitation, and the secret of the second factor. */
let [invitationLink, secret] = ['', ''];
let recoveryCodes: string[];

beforeAll(async () => {
  people = await TwoPeople.start();
  admin = await people.openBrowser();
  person = await people.openBrowser();
  await admin.signIn(people.owner);
  await button(admin.page, /^Account of/).waitFor();
});
afterAll(() => people.stop());

describe('an invitation, step by step', () => {
  it('is made with a role and permissions, and its link is shown once', async () => {
    const { page } = admin;
    await page.getByRole('link', { name: 'Members', exact: true }).click();
    await page.getByRole('heading', { level: 1, name: 'Members' }).waitFor();
    await page.getByText('(you)').waitFor();
    await expectAccessible(admin);
    await people.world.ageConfirmation(people.owner);
    await button(page, 'Invite').click();
    const dialog = page.getByRole('dialog', { name: /^Invite/ });
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
    await confirmPassword(page, PASSWORD);
    invitationLink = await page.getByLabel('Link of the invitation').inputValue();
    expect(new URL(invitationLink).hash).toMatch(/^#bhi_/);
    await expectAccessible(admin);
    await button(page, 'Done').click();
    await page.getByText('Invitations (1)', { exact: true }).first().click();
    await button(page, 'New link').waitFor();
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
    await page.getByText(/^You joined Company/).waitFor();
    await follow(person, invitationLink);
    await page.getByText('This invitation opens nothing').waitFor();
    await page.getByRole('link', { name: 'Go to the sign-in page' }).waitFor();
    await expectAccessible(person);
    await person.goto('/invitation');
    await page.getByText('Open the link once more').waitFor();
  });
});

describe('the account, step by step', () => {
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
    await page.getByLabel('Six-digit code').fill(people.nextCode(secret));
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
    await signIn(person, EMAIL, PHRASE);
    await page.getByRole('heading', { name: 'One more step' }).waitFor();
    await expectAccessible(person);
    await page.getByLabel('Six-digit code').fill('000000');
    await button(page, 'Confirm').click();
    await page.getByText('This code does not work').waitFor();
    await page.getByLabel('Six-digit code').fill(people.nextCode(secret));
    await button(page, 'Confirm').click();
    // Where it was before.
    await page.getByRole('heading', { name: 'Your account' }).waitFor();
  });

  it('ends the session of another browser', async () => {
    const other = await people.openBrowser();
    await other.goto('/account');
    await signIn(other, EMAIL, PHRASE);
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

  it('asks for password and code before it makes new recovery codes', async () => {
    const { page } = person;
    people.api.clock.advance(11 * 60_000);
    await button(page, 'New recovery codes').click();
    await page.getByLabel('Six-digit code').fill(people.nextCode(secret));
    await button(page, 'Make new codes').click();
    await confirmPassword(page, PHRASE);
    await page.getByLabel('I have kept the codes').check();
    await button(page, 'Done').click();
    await page.getByText('10 recovery codes of 10 are left').waitFor();
  });

  it('changes its password and its name', async () => {
    const { page } = person;
    await page.getByLabel('Present password').fill('something else');
    await page.getByLabel('New password').fill(NEXT_PHRASE);
    await button(page, 'Change the password').click();
    await page.getByText('This is not your present password').waitFor();
    await page.getByLabel('Present password').fill(PHRASE);
    await button(page, 'Change the password').click();
    await page.getByText('The password is changed').waitFor();
    await page.getByLabel('Name', { exact: true }).fill('Ines Maria Carvalho');
    await page.getByLabel('Language of mails to you').selectOption('Français');
    await button(page, 'Save').click();
    await button(page, 'Account of Ines Maria Carvalho').waitFor();
  });

  it('works in another company too, and switches between them', async () => {
    const { page } = person;
    await follow(person, await people.invitationElsewhere(EMAIL, 'Ines C.'));
    await page.getByText('has an account already').waitFor();
    await page.getByLabel('Password', { exact: true }).fill('something else');
    await button(page, /^Join/).click();
    await page.getByText('The password of this account is another one').waitFor();
    await page.getByLabel('Password', { exact: true }).fill(NEXT_PHRASE);
    await button(page, /^Join/).click();
    await page.getByLabel('Six-digit code').fill(people.nextCode(secret));
    await expectAccessible(person);
    await button(page, /^Join/).click();
    await button(page, 'Account of Ines C.').click();
    await page.getByRole('menuitemradio').first().waitFor();
    expect(await page.getByRole('menuitemradio').count()).toBe(2);
    await expectAccessible(person);
    await page.locator('[role=menuitemradio][aria-checked=false]').click();
    await button(page, 'Account of Ines Maria Carvalho').waitFor();
  });
});

describe('a member, step by step', () => {
  let key: KeyCaller;

  beforeAll(async () => {
    key = await people.usedKeyOf(EMAIL);
  });

  it('loses permissions: what goes and which keys feel it is told before', async () => {
    const { page } = admin;
    await admin.goto('/members');
    await page.getByRole('link', { name: 'Ines Maria Carvalho', exact: true }).click();
    await page.getByText('Nothing is changed yet').waitFor();
    await expectAccessible(admin);
    await page.getByText('Read only', { exact: true }).click();
    await page.getByText('Loses: ').waitFor();
    await button(page, 'Review the change').click();
    await page.getByRole('dialog').getByText('test key').waitFor();
    await expectAccessible(admin);
    await button(page, 'Change now').click();
    await page.getByText('What Ines Maria Carvalho may do is changed').waitFor();
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
    expect((await key.call('GET', '/v1/clients')).status).toBe(403);
    await button(page, 'Reactivate').click();
    await confirmPassword(page, PASSWORD);
    await page.getByText('Ines Maria Carvalho is active again').waitFor();
    expect((await key.call('GET', '/v1/clients')).status).toBe(200);
  });

  it('of oneself says why it cannot be changed', async () => {
    const { page } = admin;
    await admin.goto(`/members/${people.owner.id}`);
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
    await page.getByText('1 live key').waitFor();
    await button(page, 'More').click();
    await page.getByRole('menuitem', { name: 'Remove' }).click();
    await page.getByRole('dialog').getByText('Revoked for good').waitFor();
    await expectAccessible(admin);
    await button(page, 'Remove for good').click();
    await page.getByText('This is not the name').waitFor();
    await page.getByLabel('To confirm, type the name').fill('ERP connector');
    await button(page, 'Remove for good').click();
    await page.getByText('Removed for good').waitFor();
    await expectAccessible(admin);
  });
});

describe('a forgotten password, step by step', () => {
  it('is a matter of the operator where no mail is sent', async () => {
    const { page } = person;
    await person.goto('/');
    await page.getByRole('link', { name: 'Forgot your password?' }).click();
    await page.getByText('This installation sends no mail').waitFor();
    await expectAccessible(person);
  });

  it('is replaced by a link, in the language of the browser', async () => {
    const french = await people.openBrowser('fr-FR');
    const { page } = french;
    const url = await people.resetLink(EMAIL);
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
    const body = { email: 'nobody@example.com', password: 'wrong' };
    for (let n = 0; n < 5; n++) await people.api.call('POST', '/app/session', { body });
    await signIn(person, body.email, body.password);
    await page.getByText('Too many attempts').waitFor();
    expect(await button(page, 'Sign in').isDisabled()).toBe(true);
    await expectAccessible(person);
  });
});

it('complained about nothing, and asked nobody else', () => {
  expect(people.complaints).toEqual([]);
  expect([...admin.foreign, ...person.foreign]).toEqual([]);
});
