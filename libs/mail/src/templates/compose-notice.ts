import type { DocumentLocale } from '@billhook/domain/shared/format-amount';
import { oneLine } from './escape.js';
import { ENGLISH } from './notice-texts-en.js';
import { FRENCH } from './notice-texts-fr.js';
import type { NoticeTexts, NoticeWords } from './notice-texts.js';
import type { Notice } from './notice.js';
import { renderMail, type ComposedMail } from './render-mail.js';

const NOTICE_TEXTS: Readonly<Record<DocumentLocale, NoticeTexts>> = { en: ENGLISH, fr: FRENCH };

/** The sender's name of notices. */
export const PRODUCT = 'Billhook';

/**
 * Composes a notice as plain text and as HTML, in the language of the person. Pure.
 * @param link `removed` composes the version to store, with a text instead of the link
 * @throws RangeError when the link is not an http address
 */
export function composeNotice(
  notice: Notice,
  locale: DocumentLocale,
  link: 'shown' | 'removed' = 'shown',
): ComposedMail {
  const texts = NOTICE_TEXTS[locale];
  const words = wordsOf(texts, notice);
  const url = 'url' in notice ? notice.url : null;
  const shown = words.button !== null && url !== null && link === 'shown';
  return renderMail({
    locale,
    subject: oneLine(words.subject),
    opening: [texts.greeting, ...words.opening].map(oneLine),
    facts: words.facts.flatMap(([label, value]) => (value === null ? [] : [{ label, value: oneLine(value) }])),
    link: shown ? { label: words.button, url } : null,
    after: [...(link === 'removed' ? [texts.removed] : []), ...words.after].map(oneLine),
    closing: [oneLine(words.why), PRODUCT],
  });
}

/** TypeScript cannot see that the texts of a kind match a notice of that kind, except for each kind separately. */
function wordsOf({ notices }: NoticeTexts, notice: Notice): NoticeWords {
  switch (notice.kind) {
    case 'invitation':
      return notices.invitation(notice);
    case 'password_reset':
      return notices.password_reset(notice);
    case 'key_expiring':
      return notices.key_expiring(notice);
    case 'key_leaked':
      return notices.key_leaked(notice);
    case 'key_revoked_by_admin':
      return notices.key_revoked_by_admin(notice);
    case 'webhook_failing':
      return notices.webhook_failing(notice);
    case 'webhook_disabled':
      return notices.webhook_disabled(notice);
    case 'webhook_recovered':
      return notices.webhook_recovered(notice);
    case 'export_ready':
      return notices.export_ready(notice);
    case 'deletion_requested':
      return notices.deletion_requested(notice);
    case 'payment_details_changed':
      return notices.payment_details_changed(notice);
    case 'second_factor_changed':
      return notices.second_factor_changed(notice);
    case 'password_changed':
      return notices.password_changed(notice);
  }
}
