import { decodePunycode } from './punycode.js';

/** RFC 5321, 4.5.3.1: the longest part before the @, domain and address. */
const MOST_LOCAL = 64;
const MOST_DOMAIN = 253;
export const MOST_EMAIL = 254;

const ATEXT = "[A-Za-z0-9!#$%&'*+/=?^_`{|}~-]";
const LOCAL = `${ATEXT}+(?:\\.${ATEXT}+)*`;
const LOCAL_PART = new RegExp(`^${LOCAL}$`);

/** The form for the OpenAPI document. Domains are letters, digits and hyphens of any script, in at least two labels. */
const LABEL = '[0-9A-Za-z\\u00a1-\\uffff](?:[0-9A-Za-z\\u00a1-\\uffff-]*[0-9A-Za-z\\u00a1-\\uffff])?';
export const EMAIL_PATTERN = new RegExp(`^${LOCAL}@(?:${LABEL}\\.)+${LABEL}$`);

/** Characters that a URL would not read as part of a domain, and the dots of other scripts. */
const NO_DOMAIN = /[\0-,/:-@[-`{-\x7f\s\u3002\uff0e\uff61]/;
/** RFC 1123: letters, digits, and hyphens inside. */
const ASCII_LABEL = /^[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?$/;

const FORM = 'must be an email address, like name@example.com';

/** The part before the last @, and the domain after it. */
function partsOf(address: string): [local: string, domain: string] {
  const at = address.lastIndexOf('@');
  return at < 0 ? [address, ''] : [address.slice(0, at), address.slice(at + 1)];
}

/** The domain in ASCII (RFC 5891, UTS 46), in small letters. Undefined for a text that is not a domain of at least two labels. */
function asciiDomain(domain: string): string | undefined {
  if (domain === '' || NO_DOMAIN.test(domain) || !URL.canParse(`http://${domain}`)) return undefined;
  const labels = new URL(`http://${domain}`).hostname.split('.');
  const isName =
    labels.length > 1 &&
    labels.every((label) => ASCII_LABEL.test(label) && isEncoded(label)) &&
    !/^\d+$/.test(labels.at(-1) ?? '');
  return isName && labels.join('.').length <= MOST_DOMAIN ? labels.join('.') : undefined;
}

/** Whether a label is not punycode, or such that its text has this form. The URL Standard accepts any label of ASCII after `xn--`. */
function isEncoded(label: string): boolean {
  if (!label.startsWith('xn--')) return true;
  const text = decodePunycode(label.slice('xn--'.length));
  return text !== undefined && URL.canParse(`http://${text}`) && new URL(`http://${text}`).hostname === label;
}

/**
 * What is wrong with an email address and how to correct it, or undefined. The domain may be in any script (RFC 6531); the part before
 * the @ is a dot-atom of RFC 5321.
 */
export function emailError(address: string): string | undefined {
  const [local, domain] = partsOf(address);
  if (/[^\0-\x7f]/.test(local) && domain !== '')
    return 'must have only unaccented letters, digits and signs before the @: many mail servers reject other characters (SMTPUTF8)';
  const ascii = asciiDomain(domain);
  if (!LOCAL_PART.test(local) || ascii === undefined) return FORM;
  if (local.length > MOST_LOCAL) return `must have at most ${MOST_LOCAL} characters before the @`;
  return local.length + 1 + ascii.length > MOST_EMAIL ? `must have at most ${MOST_EMAIL} characters` : undefined;
}

/**
 * The stored form: a domain of another script in that script and in small letters, however it was spelled; one in ASCII unchanged.
 * A text that is not an address is returned unchanged.
 */
export function normalEmail(address: string): string {
  const [local, domain] = partsOf(address);
  const ascii = asciiDomain(domain);
  return ascii === undefined || !/(?:^|\.)xn--/.test(ascii) ? address : `${local}@${unicodeDomain(ascii)}`;
}

/** The address as mail servers expect it: the domain in ASCII. A text that is not an address is returned unchanged. */
export function asciiEmail(address: string): string {
  const [local, domain] = partsOf(address);
  const ascii = asciiDomain(domain);
  return ascii === undefined ? address : `${local}@${ascii}`;
}

/** The spellings under which the address can be stored, often the same: older ones may have the ASCII form of the domain. */
export function emailSpellings(address: string): [normal: string, ascii: string] {
  return [normalEmail(address), asciiEmail(address)];
}

/** Labels that do not return to the same ASCII stay in ASCII. */
function unicodeDomain(ascii: string): string {
  const decoded = ascii
    .split('.')
    .map((label) => (label.startsWith('xn--') ? (decodePunycode(label.slice(4)) ?? label) : label))
    .join('.');
  return asciiDomain(decoded) === ascii ? decoded : ascii;
}
