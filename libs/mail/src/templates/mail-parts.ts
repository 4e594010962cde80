import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

/** The parts of a mail in their order, before they are text or HTML. Nothing in it is escaped. */
export interface MailParts {
  readonly locale: DocumentLocale;
  readonly subject: string;
  /** The paragraphs above the facts. */
  readonly opening: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly link: { readonly label: string; readonly url: string } | null;
  /** Those below them and the link. */
  readonly after: readonly string[];
  /** Below a rule. */
  readonly closing: readonly string[];
}
