import type { AttemptErrorKind } from '@billhook/contract/webhooks/attempt-error-kinds';
import type { FailureStage, NextStep } from '@billhook/domain/webhooks/endpoint-health';
import type { Role } from '@billhook/domain/identity/permissions';

/** What each notice tells. Plain data: nothing is looked up, and every text may come from anybody. */
export interface NoticeTable {
  /** Somebody is asked to become a member of a company. Its link is a secret. */
  readonly invitation: {
    readonly companyName: string;
    readonly inviterName: string;
    readonly role: Role;
    readonly url: string;
    readonly expiresAt: Date;
  };
  /** A new password was asked for. Its link is a secret. */
  readonly password_reset: { readonly url: string; readonly expiresAt: Date };
  readonly key_expiring: KeyNamed & { readonly expiresAt: Date; readonly daysLeft: number; readonly url: string };
  /** A key was revoked by a person who found it. */
  readonly key_leaked: KeyNamed & {
    /** Where it was found, in the words of who found it. */
    readonly source: string | null;
    readonly at: Date;
    readonly url: string;
  };
  /** One mail to an owner, however many of their keys somebody else revoked at once. */
  readonly key_revoked_by_admin: {
    readonly keys: readonly KeyNamed[];
    /** How many there are besides those that are named. */
    readonly more: number;
    readonly by: string;
    readonly reason: string | null;
    readonly url: string;
  };
  /** An endpoint takes no messages. */
  readonly webhook_failing: EndpointNamed &
    Failure & {
      readonly stage: FailureStage;
      readonly since: Date;
      readonly next: Pick<NextStep, 'step' | 'at'> | null;
      /** When it is switched off if it goes on so. */
      readonly disablesAt: Date;
    };
  /** An endpoint was switched off by itself. */
  readonly webhook_disabled: EndpointNamed &
    Failure & {
      /** Failing: for days. Gone: it answered 410. */
      readonly reason: 'Failing' | 'Gone';
      readonly since: Date | null;
      readonly at: Date;
    };
  /** An endpoint that was told of takes messages again. */
  readonly webhook_recovered: EndpointNamed & { readonly waiting: number };
  readonly second_factor_changed: { readonly state: 'on' | 'off' } & Done;
  readonly password_changed: Done;
}

interface KeyNamed {
  readonly keyName: string;
  /** As lists show it: `bhk_3kTn9Qa1`. */
  readonly prefix: string;
}

interface EndpointNamed {
  /** Its description, or else its host and path; cut short. */
  readonly name: string;
  /** Its URL without the query, which may hold a token. */
  readonly address: string;
  readonly url: string;
}

interface Failure {
  /** `error` in English, `kind` for other languages. */
  readonly lastFailure: {
    readonly error: string;
    readonly kind: AttemptErrorKind | null;
    readonly status: number | null;
  } | null;
  readonly waiting: number;
}

interface Done {
  readonly at: Date;
  readonly ip: string | null;
}

export type NoticeKind = keyof NoticeTable;

/** A mail of the product to a person, before it has words. */
export type Notice = { readonly [K in NoticeKind]: { readonly kind: K } & NoticeTable[K] }[NoticeKind];

/** The holder of a link of one of these can act as the person it was sent to, until it expires. */
export type SecretNotice = Extract<
  Notice,
  { readonly expiresAt: Date; readonly kind: 'invitation' | 'password_reset' }
>;

export function holdsSecret(notice: Notice): notice is SecretNotice {
  return notice.kind === 'invitation' || notice.kind === 'password_reset';
}
