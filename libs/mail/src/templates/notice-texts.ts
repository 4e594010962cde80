import type { NoticeTable } from './notice.js';

/** The texts of one notice. */
export interface NoticeWords {
  readonly subject: string;
  readonly opening: readonly string[];
  /** Label and value; entries without a value are left out. */
  readonly facts: readonly (readonly [string, string | null])[];
  readonly button: string | null;
  readonly after: readonly string[];
  /** Why the person receives it. */
  readonly why: string;
}

/** The texts of one language. The type check finds a notice without texts. */
export interface NoticeTexts {
  readonly greeting: string;
  /** Replaces a link that is not stored. */
  readonly removed: string;
  readonly notices: { readonly [K in keyof NoticeTable]: (notice: NoticeTable[K]) => NoticeWords };
}

/** The texts of webhook notices, which are in separate files. */
export type WebhookTexts = Pick<NoticeTexts['notices'], 'webhook_failing' | 'webhook_disabled' | 'webhook_recovered'>;
