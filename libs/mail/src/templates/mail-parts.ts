import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

/** The parts of an email in their order, before they become text or HTML. Nothing is escaped. */
export interface MailParts {
  readonly locale: DocumentLocale;
  readonly subject: string;
  /** The paragraphs above the details. */
  readonly opening: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly link: { readonly label: string; readonly url: string } | null;
  /** The paragraphs below the details and the link. */
  readonly after: readonly string[];
  /** Below a rule. */
  readonly closing: readonly string[];
}
