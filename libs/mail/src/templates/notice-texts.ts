import type { NoticeTable } from './notice.js';

/** The words of one notice. */
export interface NoticeWords {
  readonly subject: string;
  readonly opening: readonly string[];
  /** Label and value; one without a value is left out. */
  readonly facts: readonly (readonly [string, string | null])[];
  readonly button: string | null;
  readonly after: readonly string[];
  /** Why the person receives it. */
  readonly why: string;
}

/** All of a language. A notice that is added to the table is missed here by the type check. */
export interface NoticeTexts {
  readonly greeting: string;
  /** In place of a link that is not stored. */
  readonly removed: string;
  readonly notices: { readonly [K in keyof NoticeTable]: (notice: NoticeTable[K]) => NoticeWords };
}

/** Of webhooks alone, which have files of their own. */
export type WebhookTexts = Pick<NoticeTexts['notices'], 'webhook_failing' | 'webhook_disabled' | 'webhook_recovered'>;
