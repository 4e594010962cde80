import type { DocumentLocale } from '@billhook/domain/shared/format-amount';

export interface MailLink {
  readonly label: string;
  readonly url: string;
}

/** How the email of a company looks. */
export interface MailBrand {
  readonly name: string;
  /** Part of the email: email programs load no images from elsewhere without a question. */
  readonly logo: { readonly digest: string; readonly width: number; readonly height: number } | null;
  /** `#rrggbb`, on which white text is readable; null for the colour of Billhook. */
  readonly color: string | null;
}

/** The parts of an email in their order, before they become text or HTML. Nothing is escaped. */
export interface MailParts {
  readonly locale: DocumentLocale;
  readonly subject: string;
  /** Above everything else, in HTML alone: the details of the text say the same. */
  readonly headline?: string | null;
  /** The logo and the colour of the company. */
  readonly brand?: MailBrand;
  /** The paragraphs above the details. */
  readonly opening: readonly string[];
  readonly facts: readonly { readonly label: string; readonly value: string }[];
  readonly link: MailLink | null;
  /** Below the link, one line each. */
  readonly moreLinks?: readonly MailLink[];
  /** The paragraphs below the details and the link. */
  readonly after: readonly string[];
  /** Below a rule. */
  readonly closing: readonly string[];
}
