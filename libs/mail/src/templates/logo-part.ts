import { MAIL_LOGO } from '@billhook/domain/identity/logo';

/** The digest of the logo in the HTML of an email. */
export const logoIn = (html: string): string | undefined => MAIL_LOGO.exec(html)?.[1];
