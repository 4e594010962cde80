import type { AttemptFailure } from '@billhook/contract/webhooks/attempt-error-words';
import type { Role } from '@billhook/domain/identity/permissions';
import type { PaymentMember } from '@billhook/domain/identity/step-up';
import type { FailureStage, NextStep } from '@billhook/domain/webhooks/endpoint-health';

/** The input of each notice. Plain data: nothing is looked up, and every text may come from a user. */
export interface NoticeTable {
  /** A person is invited to a company. The link is a secret. */
  readonly invitation: {
    readonly companyName: string;
    readonly inviterName: string;
    readonly role: Role;
    readonly url: string;
    readonly expiresAt: Date;
  };
  /** A password reset was requested. The link is a secret. */
  readonly password_reset: { readonly url: string; readonly expiresAt: Date };
  readonly key_expiring: KeyNamed & { readonly expiresAt: Date; readonly daysLeft: number; readonly url: string };
  /** A key was revoked by a leak report. */
  readonly key_leaked: KeyNamed & {
    /** Where the key was found, in the words of the reporter. */
    readonly source: string | null;
    readonly at: Date;
    readonly url: string;
  };
  /** One notice to an owner for all keys that another person revoked together. */
  readonly key_revoked_by_admin: {
    readonly keys: readonly KeyNamed[];
    /** How many keys are not listed. */
    readonly more: number;
    readonly by: string;
    readonly reason: string | null;
    readonly url: string;
  };
  /** An endpoint fails. */
  readonly webhook_failing: EndpointNamed &
    Failure & {
      readonly stage: FailureStage;
      readonly since: Date;
      readonly next: Pick<NextStep, 'step' | 'at'> | null;
      /** When it will be disabled if it keeps failing. */
      readonly disablesAt: Date;
    };
  /** An endpoint was disabled automatically. */
  readonly webhook_disabled: EndpointNamed &
    Failure & {
      /** Failing: for days. Gone: it responded with 410. */
      readonly reason: 'Failing' | 'Gone';
      readonly since: Date | null;
      readonly at: Date;
    };
  /** An endpoint works again after a notice about it. */
  readonly webhook_recovered: EndpointNamed & { readonly waiting: number };
  /** The files of a company can be downloaded. */
  readonly export_ready: {
    readonly companyName: string;
    readonly url: string;
    readonly expiresAt: Date;
    /** PDFs that the export leaves out. */
    readonly missing: number;
  };
  /** A company will be deleted. */
  readonly deletion_requested: {
    readonly companyName: string;
    readonly by: string;
    readonly deletesAt: Date;
    readonly url: string;
  };
  /** Where clients pay, or where they reply, was changed. */
  readonly payment_details_changed: {
    readonly companyName: string;
    readonly by: string;
    /** The new values; null for a removed one. */
    readonly changes: readonly { readonly member: PaymentMember; readonly to: string | null }[];
    readonly url: string;
  } & Done;
  readonly second_factor_changed: { readonly state: 'on' | 'off' } & Done;
  readonly password_changed: Done;
}

interface KeyNamed {
  readonly keyName: string;
  /** The prefix that lists show: `bhk_3kTn9Qa1`. */
  readonly prefix: string;
}

interface EndpointNamed {
  /** Its description, or else its host and path; shortened. */
  readonly name: string;
  /** Its URL without the query, which may hold a token. */
  readonly address: string;
  readonly url: string;
}

interface Failure {
  readonly lastFailure: AttemptFailure | null;
  readonly waiting: number;
}

interface Done {
  readonly at: Date;
  readonly ip: string | null;
}

export type NoticeKind = keyof NoticeTable;

/** A notice to a person, without its texts. */
export type Notice = { readonly [K in NoticeKind]: { readonly kind: K } & NoticeTable[K] }[NoticeKind];

/** Until it expires, the link of such a notice lets its holder act as the recipient. */
export type SecretNotice = Extract<
  Notice,
  { readonly expiresAt: Date; readonly kind: 'invitation' | 'password_reset' }
>;

export function holdsSecret(notice: Notice): notice is SecretNotice {
  return notice.kind === 'invitation' || notice.kind === 'password_reset';
}
