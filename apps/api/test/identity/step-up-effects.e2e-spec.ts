import type { SessionView } from '@billhook/contract/identity/session';
import type { ProblemView } from '@billhook/contract/shared/problem';
import type { PortalSessionView } from '@billhook/contract/webhooks/portal';
import { PAYMENT_MEMBERS, type PaymentMember } from '@billhook/domain/identity/step-up';
import { describe, expect, it } from '@jest/globals';
import { auditOf } from '../support/audit-rows.js';
import { openPortal } from '../support/portal.js';
import { startWorld } from '../support/start.js';
import { PASSWORD, type SeededMember, type SessionCaller } from '../support/world.js';

const { api, world } = await startWorld();

interface Stage {
  readonly owner: SeededMember;
  readonly session: SessionCaller;
}

async function stage(): Promise<Stage> {
  const owner = await world.member(await world.company());
  return { owner, session: await world.session(owner) };
}

describe('where clients pay', () => {
  const ELSEWHERE = 'Pay to another account';
  /** A member, its value, and its line in the email. */
  const CHANGES: readonly (readonly [PaymentMember, string | object, string])[] = [
    ['iban', 'FR7630006000011234567890189', 'FR7630006000011234567890189'],
    ['bic', 'AGRIFRPP', 'AGRIFRPP'],
    ['paymentLink', 'https://elsewhere.example/{number}', 'https://elsewhere.example/{number}'],
    ['email', 'pay@example.com', 'pay@example.com'],
    ['replyTo', 'replies@example.com', 'replies@example.com'],
    ['legalNotice', ELSEWHERE, ELSEWHERE],
    ['paymentTerms', { days: 30, endOfMonth: false, text: ELSEWHERE }, ELSEWHERE],
    ['terms', { en: ELSEWHERE }, ELSEWHERE],
    ['notes', { fr: ELSEWHERE, en: 'Thank you' }, ELSEWHERE],
  ];

  it('has a case for each member', () => {
    expect(CHANGES.map(([name]) => name)).toEqual([...PAYMENT_MEMBERS]);
  });

  it.each(CHANGES)(
    '%s: 403 without a recent password, also to remove it; then each owner gets an email',
    async (name, value, read) => {
      const { owner, session } = await stage();
      const other = await world.member(owner.companyId);
      await api.database.query({
        ...{ name: 'test_locale', text: `UPDATE accounts SET locale = 'fr' WHERE email = $1`, values: [other.email] },
      });
      await world.member(owner.companyId, { role: 'Admin' });
      const patch = (body: object) => session.call<ProblemView>('PATCH', '/app/company', { body });
      const mails = () =>
        api.database.query<{ to: string; locale: string; subject: string; text: string }>({
          name: 'test_payment_mails',
          text: 'SELECT recipients ->> 0 AS to, locale, subject, body_text AS text FROM mails WHERE company_id = $1 ORDER BY id',
          values: [owner.companyId],
        });
      expect((await patch({ [name]: value })).status).toBe(200);
      const [ours, theirs, ...others] = (await mails()).toSorted((a, b) => a.locale.localeCompare(b.locale));
      expect([ours?.to, theirs?.to, others]).toEqual([owner.email, other.email, []]);
      expect([ours?.locale, theirs?.locale]).toEqual(['en', 'fr']);
      expect(ours?.subject).toContain('payment details');
      expect(theirs?.subject).toContain('coordonnées de paiement');
      expect(ours?.text).toContain(read);

      await world.ageConfirmation(owner);
      for (const body of [{ [name]: null }, { phone: '1', [name]: null }]) {
        expect((await patch(body)).body).toMatchObject({ status: 403, code: 'step_up_required' });
      }
      // The same value and other members have no such effect.
      expect((await patch({ [name]: value, phone: '1' })).status).toBe(200);
      expect(await mails()).toHaveLength(2);
      await session.call('POST', '/app/session/confirm', { body: { password: PASSWORD } });
      expect((await patch({ [name]: null })).status).toBe(200);
      expect(await mails()).toHaveLength(4);
    },
  );
});

describe('the portal', () => {
  it('uses the time of the password from the settings, and asks for it afterwards', async () => {
    const here = await stage();
    const [{ body: session }, portal] = [
      await here.session.call<SessionView>('GET', '/app/session'),
      await openPortal(api, here.session),
    ];
    const inPortal = async () => (await portal.call<PortalSessionView>('GET', '/portal/api/session')).body;
    expect((await inPortal()).confirmedAt).toBe(session.confirmedAt);
    await world.ageConfirmation(here.owner);
    // The settings and the portal are separate: a confirmation in one applies only there.
    await here.session.call('POST', '/app/session/confirm', { body: { password: PASSWORD } });
    expect((await inPortal()).confirmedAt < session.confirmedAt).toBe(true);
    expect((await openPortal(api, here.session).then((fresh) => fresh.call('GET', '/portal/api/session'))).status).toBe(
      200,
    );
  });

  it('401 to confirm without a portal session; a wrong password is counted and audited like one in the settings', async () => {
    const here = await stage();
    expect((await api.call('POST', '/portal/api/session/confirm', { body: { password: PASSWORD } })).status).toBe(401);
    const portal = await openPortal(api, here.session);
    const confirm = (password: string) =>
      portal.call<ProblemView>('POST', '/portal/api/session/confirm', { body: { password } });
    expect((await confirm('wrong')).body).toMatchObject({ status: 401, code: 'sign_in_failed' });
    expect(await auditOf(api, here.owner.companyId, 'session.failed')).toMatchObject([
      { actorKind: 'portal', details: { attempt: 'confirmation', reason: 'sign_in_failed' } },
    ]);
    for (let n = 0; n < 30 && (await confirm('wrong')).status !== 429; n++);
    expect((await confirm(PASSWORD)).body).toMatchObject({ status: 429, code: 'too_many_attempts' });
  });
});
