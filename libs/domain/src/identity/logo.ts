/** The formats that PDFs, browsers and email programs show. */
export const LOGO_TYPES = ['image/png', 'image/jpeg'] as const;
export type LogoType = (typeof LOGO_TYPES)[number];

export const MAX_LOGO_BYTES = 524_288;
export const MAX_LOGO_PIXELS = 4_000_000;

/** Documents that are issued keep their logo, so earlier ones stay. */
export const MAX_LOGOS = 100;

/** The address of a logo, by the SHA-256 of its bytes in hexadecimal. */
export const logoPath = (digest: string): string => `/logos/${digest}`;

/** The Content-ID of a logo, by which the HTML of an email refers to it. */
export const logoContentId = (digest: string): string => `${digest}@logo`;

/** The image of a logo in the HTML of an email, with its digest. Texts of users are escaped, so none of them is an image. */
export const MAIL_LOGO = /<img src="cid:([0-9a-f]{64})@logo"/;
