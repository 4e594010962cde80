/** The Content-ID of a logo, by which the HTML of an email refers to it. */
export const logoContentId = (digest: string): string => `${digest}@logo`;

const SOURCE = /<img src="cid:([0-9a-f]{64})@logo"/;

/** The digest of the logo in the HTML of an email. Texts of users are escaped, so none of them is an image. */
export const logoIn = (html: string): string | undefined => SOURCE.exec(html)?.[1];
