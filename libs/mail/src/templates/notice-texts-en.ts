import { formatMoment } from '@billhook/domain/shared/format-moment';
import type { NoticeTexts } from './notice-texts.js';
import { ENGLISH_WEBHOOKS } from './webhook-texts-en.js';

const moment = (at: Date): string => formatMoment(at, 'en');
const KEY_WHY = 'You get this mail because the key is yours, or because you manage the keys of its company.';
const ACCOUNT_WHY = 'You get this mail because it is about your own account. Such mails can not be turned off.';
const NOT_YOU =
  'If this was not you, set a new password at once, end your sessions under Settings › Account, and tell whoever manages your company.';

export const ENGLISH: NoticeTexts = {
  greeting: 'Hello,',
  removed: '[The link is not kept with this copy.]',
  notices: {
    ...ENGLISH_WEBHOOKS,
    invitation: ({ companyName, inviterName, role, expiresAt }) => ({
      subject: `${inviterName} invites you to ${companyName}`,
      opening: [
        `${inviterName} invites you to work with ${companyName} on Billhook, with the role ${role}.`,
        'Open the invitation to accept it. If you have no account yet, you choose a name and a password there.',
      ],
      facts: [['Open until', moment(expiresAt)]],
      button: 'Open the invitation',
      after: ['The link is meant for you alone. If you do not know the sender, leave it closed: nothing happens then.'],
      why: `You get this mail because ${inviterName} entered your address.`,
    }),
    password_reset: ({ expiresAt }) => ({
      subject: 'Choose a new password',
      opening: ['Somebody, most likely you, asked for a new password for your Billhook account.'],
      facts: [['Works once, until', moment(expiresAt)]],
      button: 'Choose a new password',
      after: ['If it was not you, there is nothing to do: your password stays as it is.'],
      why: 'You get this mail because your address was entered where a new password can be asked for.',
    }),
    key_expiring: ({ keyName, prefix, expiresAt, daysLeft }) => ({
      subject: `API key “${keyName}” expires ${daysLeft <= 1 ? 'within a day' : `in ${daysLeft} days`}`,
      opening: ['An API key is about to expire. From then on every request with it is refused, for good.'],
      facts: [
        ['Key', `${keyName} (${prefix}…)`],
        ['Expires on', moment(expiresAt)],
      ],
      button: 'See the key',
      after: ['Rotate it there: you get a new key, and the old one works on until the new one has taken over.'],
      why: KEY_WHY,
    }),
    key_leaked: ({ keyName, prefix, source, at }) => ({
      subject: `API key “${keyName}” leaked and was revoked`,
      opening: [
        'Somebody who holds the whole of an API key reported that it leaked. It was revoked at once: requests with it are refused from now on.',
      ],
      facts: [
        ['Key', `${keyName} (${prefix}…)`],
        ['Revoked on', moment(at)],
        ['Said to be found at', source],
      ],
      button: 'See the key',
      after: [
        'Create another key, put it where this one was used, and remove this one from where it was found. The audit log and the last use of the key tell what was done with it.',
      ],
      why: KEY_WHY,
    }),
    key_revoked_by_admin: ({ keys, more, by, reason }) => {
      const facts = keys.map(({ keyName, prefix }) => ['Key', `${keyName} (${prefix}…)`] as const);
      const [only] = keys;
      return only && keys.length + more === 1
        ? {
            subject: `Your API key “${only.keyName}” was revoked`,
            opening: [
              `${by}, who manages the keys of your company, revoked a key of yours. Requests with it are refused.`,
            ],
            facts: [...facts, ['Reason', reason]],
            button: 'See the key',
            after: ['If an integration still needs it, create another one, or ask why it was revoked.'],
            why: 'You get this mail because the key is yours.',
          }
        : {
            subject: `${keys.length + more} of your API keys were revoked`,
            opening: [
              `${by}, who manages the keys of your company, revoked keys of yours. Requests with them are refused.`,
            ],
            facts: [...facts, ['And', more > 0 ? `${more} more` : null], ['Reason', reason]],
            button: 'See your keys',
            after: ['If an integration still needs one of them, create another one, or ask why they were revoked.'],
            why: 'You get this mail because the keys are yours.',
          };
    },
    second_factor_changed: ({ state, at, ip }) => ({
      subject: state === 'on' ? 'A second factor protects your account' : 'The second factor of your account is off',
      opening: [
        state === 'on'
          ? 'A second factor was turned on for your Billhook account. From now on, signing in takes a code as well as your password.'
          : 'The second factor of your Billhook account was turned off. From now on, your password alone is enough to sign in.',
      ],
      facts: [
        ['When', moment(at)],
        ['From the address', ip],
      ],
      button: null,
      after: [NOT_YOU],
      why: ACCOUNT_WHY,
    }),
    password_changed: ({ at, ip }) => ({
      subject: 'Your password was changed',
      opening: ['The password of your Billhook account was changed.'],
      facts: [
        ['When', moment(at)],
        ['From the address', ip],
      ],
      button: null,
      after: [NOT_YOU],
      why: ACCOUNT_WHY,
    }),
  },
};
