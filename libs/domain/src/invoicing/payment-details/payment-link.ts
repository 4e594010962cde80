/** What a payment link may contain, in braces. Values are percent-encoded. */
export const PAYMENT_LINK_PLACEHOLDERS = ['number', 'amount', 'currency', 'reference'] as const;
export type PaymentLinkPlaceholder = (typeof PAYMENT_LINK_PLACEHOLDERS)[number];

const PLACEHOLDER = /\{([^{}]*)\}/g;
const NAMES = PAYMENT_LINK_PLACEHOLDERS.map((name) => `{${name}}`).join(', ');

const isPlaceholder = (name: string): name is PaymentLinkPlaceholder =>
  PAYMENT_LINK_PLACEHOLDERS.some((known) => known === name);

/** Why a text cannot be the payment link of a company; undefined if it can. */
export function paymentLinkError(template: string): string | undefined {
  // Before the parser, which removes line breaks and tabs, and accepts a backslash as a slash.
  if (/[\s\\\p{Cc}"'<>`]/u.test(template)) return 'must not contain spaces, quotes, angle brackets or backslashes';
  if (!template.startsWith('https://')) return 'must start with https://';
  for (const [, name = ''] of template.matchAll(PLACEHOLDER))
    if (!isPlaceholder(name)) return `has an unknown placeholder {${name}}; known are ${NAMES}`;
  if (/[{}]/.test(template.replace(PLACEHOLDER, ''))) return `has a brace that is no placeholder; known are ${NAMES}`;
  const [authority = ''] = template.slice('https://'.length).split(/[/?#]/, 1);
  if (authority.includes('{')) return 'must not have a placeholder in its host';
  if (authority.includes('@')) return 'must not contain a user name or password';
  const filled = template.replace(PLACEHOLDER, 'x');
  if (authority === '' || !URL.canParse(filled)) return 'must be an address like https://pay.example/?ref={number}';
  return new URL(filled).hostname.includes('.') ? undefined : 'must have a host with a domain';
}

/** The address at which a client pays a document. @param template that has no `paymentLinkError` */
export function paymentUrl(template: string, values: Readonly<Record<PaymentLinkPlaceholder, string>>): string {
  return template.replace(PLACEHOLDER, (whole, name: string) => (isPlaceholder(name) ? encoded(values[name]) : whole));
}

/** Percent-encodes everything except letters, digits and `-._~`, so a value cannot end its place in a path, a query or an attribute. */
const encoded = (value: string): string =>
  encodeURIComponent(value.replace(/\p{Surrogate}/gu, '\ufffd')).replace(
    /[!'()*]/g,
    (character) => `%${character.charCodeAt(0).toString(16).toUpperCase()}`,
  );
