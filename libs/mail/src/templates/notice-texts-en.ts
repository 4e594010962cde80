import type { PaymentMember } from '@billhook/domain/identity/step-up';
import { formatMoment } from '@billhook/domain/shared/format-moment';
import type { NoticeTexts } from './notice-texts.js';
import { ENGLISH_WEBHOOKS } from './webhook-texts-en.js';

const moment = (at: Date): string => formatMoment(at, 'en');
const KEY_WHY = 'You receive this email because you own the key or manage the keys of its company.';
const ACCOUNT_WHY =
  'You receive this email because it is about your account. You cannot unsubscribe from these emails.';
const NOT_YOU =
  'If this was not you, change your password immediately, end your other sessions under Settings › Your account, and contact an administrator of your company.';

const PAYMENT_LABELS = {
  iban: 'IBAN',
  bic: 'BIC',
  paymentLink: 'Payment link',
  email: 'Email address',
  replyTo: 'Reply address',
  legalNotice: 'Legal notice',
  paymentTerms: 'Text of the payment terms',
  terms: 'Terms on documents',
  notes: 'Note on documents',
} as const satisfies Record<PaymentMember, string>;

export const ENGLISH: NoticeTexts = {
  greeting: 'Hello,',
  removed: '[The link is not stored with this copy.]',
  notices: {
    ...ENGLISH_WEBHOOKS,
    invitation: ({ companyName, inviterName, role, expiresAt }) => ({
      subject: `${inviterName} invites you to join ${companyName}`,
      opening: [
        `${inviterName} invites you to join ${companyName} on Billhook with the role ${role}.`,
        'Open the invitation to accept it. If you have no account yet, you choose a name and a password first.',
      ],
      facts: [['Valid until', moment(expiresAt)]],
      button: 'Open invitation',
      after: ['The link is for you only. If you do not know the sender, ignore this email.'],
      why: `You receive this email because ${inviterName} entered your address.`,
    }),
    password_reset: ({ expiresAt }) => ({
      subject: 'Choose a new password',
      opening: ['A link to choose a new password was requested for your Billhook account.'],
      facts: [['Works once, until', moment(expiresAt)]],
      button: 'Choose new password',
      after: ['If this was not you, ignore this email: your password does not change.'],
      why: 'You receive this email because your address was entered on the password reset page.',
    }),
    key_expiring: ({ keyName, prefix, expiresAt, daysLeft }) => ({
      subject: `API key “${keyName}” expires ${daysLeft <= 1 ? 'within 24 hours' : `in ${daysLeft} days`}`,
      opening: ['An API key expires soon. After that, requests with it are rejected.'],
      facts: [
        ['Key', `${keyName} (${prefix}…)`],
        ['Expires on', moment(expiresAt)],
      ],
      button: 'View key',
      after: [
        'Rotate the key before it expires: you get a new key, and the old key keeps working while you deploy the new one.',
      ],
      why: KEY_WHY,
    }),
    key_leaked: ({ keyName, prefix, source, at }) => ({
      subject: `API key “${keyName}” leaked and was revoked`,
      opening: ['An API key was reported as leaked and revoked immediately. Requests with it are rejected.'],
      facts: [
        ['Key', `${keyName} (${prefix}…)`],
        ['Revoked on', moment(at)],
        ['Reported location', source],
      ],
      button: 'View key',
      after: [
        'Create a new key for the programs that used this one, and remove this key from the place where it leaked. To see how it was used, check the key’s page and the audit log.',
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
              `${by}, who manages the keys of your company, revoked one of your keys. Requests with it are rejected.`,
            ],
            facts: [...facts, ['Reason', reason]],
            button: 'View key',
            after: [
              'If an integration still needs the key, create a new one, or ask the administrator why it was revoked.',
            ],
            why: 'You receive this email because you own the key.',
          }
        : {
            subject: `${keys.length + more} of your API keys were revoked`,
            opening: [
              `${by}, who manages the keys of your company, revoked several of your keys. Requests with them are rejected.`,
            ],
            facts: [...facts, ['And', more > 0 ? `${more} more` : null], ['Reason', reason]],
            button: 'View your keys',
            after: [
              'If an integration still needs one of these keys, create a new one, or ask the administrator why they were revoked.',
            ],
            why: 'You receive this email because you own the keys.',
          };
    },
    export_ready: ({ companyName, expiresAt, missing }) => ({
      subject: missing > 0 ? `The export of ${companyName} is incomplete` : `The export of ${companyName} is ready`,
      opening: [
        missing > 0
          ? `The export of ${companyName} contains all records, but not all PDFs. PDFs missing: ${missing}. README.txt in the archive names them with the reasons. You can download the export, or request another one.`
          : `The export of everything that ${companyName} owns is complete. You can download it.`,
      ],
      facts: [['Available until', moment(expiresAt)]],
      button: 'Download export',
      after: ['The archive contains data of your clients and members. Keep it where only you have access.'],
      why: 'You receive this email because you requested the export.',
    }),
    deletion_requested: ({ companyName, by, deletesAt }) => ({
      subject: `${companyName} will be deleted`,
      opening: [
        `${by} requested the deletion of ${companyName}. The company is read-only until it is deleted.`,
        'The deletion removes all data of the company permanently: clients, documents, payments, members, API keys and webhooks.',
      ],
      facts: [['Deletion', moment(deletesAt)]],
      button: 'View request',
      after: ['To keep the company, withdraw the request on this page before the deletion.'],
      why: 'You receive this email because you are an owner of the company.',
    }),
    payment_details_changed: ({ companyName, by, changes, at, ip }) => ({
      subject: `The payment details of ${companyName} were changed`,
      opening: [
        `${by} changed the details of ${companyName} that show clients where to pay and where to reply. Documents that you send from now on contain the new details.`,
      ],
      facts: [
        ...changes.map(({ member, to }) => [PAYMENT_LABELS[member], to ?? 'removed'] as const),
        ['Date', moment(at)],
        ['IP address', ip],
      ],
      button: 'View company details',
      after: [
        'If you do not expect this change, correct the details immediately, end the sessions of the member, and check the documents that were sent since. The audit log has the previous values.',
      ],
      why: 'You receive this email because you are an owner of the company.',
    }),
    second_factor_changed: ({ state, at, ip }) => ({
      subject: `Two-factor authentication was turned ${state}`,
      opening: [
        state === 'on'
          ? 'Two-factor authentication was turned on for your Billhook account. You now need a code as well as your password to sign in.'
          : 'Two-factor authentication was turned off for your Billhook account. You now sign in with your password alone.',
      ],
      facts: [
        ['Date', moment(at)],
        ['IP address', ip],
      ],
      button: null,
      after: [NOT_YOU],
      why: ACCOUNT_WHY,
    }),
    password_changed: ({ at, ip }) => ({
      subject: 'Your password was changed',
      opening: ['The password of your Billhook account was changed.'],
      facts: [
        ['Date', moment(at)],
        ['IP address', ip],
      ],
      button: null,
      after: [NOT_YOU],
      why: ACCOUNT_WHY,
    }),
  },
};
