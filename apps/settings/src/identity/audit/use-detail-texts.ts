import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { en } from '../../shared/texts/audit-details.en.js';
import { en as membersEn } from '../../shared/texts/members.en.js';

const known = <Words extends object>(words: Words, name: string): name is Extract<keyof Words, string> =>
  Object.hasOwn(words, name);

/** The reason that the API writes as a sentence when it revokes the keys of a removed member. */
const REMOVED = 'The member was removed';
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** The texts of the codes that a detail can have. */
const CODES = {
  attempt: 'attempts',
  reason: 'reasons',
  allow: 'allows',
  resource: 'resources',
  type: 'types',
  kind: 'kinds',
  locale: 'languages',
  statusBefore: 'keyStatuses',
  expiry: 'lifetimes',
  longestLifetime: 'lifetimes',
} as const;

/** Names and values of details in the current language. Unknown ones are shown unchanged. */
export function useDetailTexts() {
  const { t } = useTexts('audit');
  const details = useTexts('auditDetails');
  const members = useTexts('members');
  const format = useFormat();

  const field = (name: string): string => (known(en.fields, name) ? details.t(`fields.${name}`) : name);

  const coded = (name: string, code: string): string | undefined => {
    if (name === 'role') return known(membersEn.roles, code) ? members.t(`roles.${code}`) : undefined;
    if (!known(CODES, name)) return undefined;
    const texts: Readonly<Record<string, string>> = en[CODES[name]];
    const text = code === REMOVED ? 'removed' : code;
    return Object.hasOwn(texts, text) ? details.t(`${CODES[name]}.${text}` as 'kinds.Person') : undefined;
  };

  /** @param name of the member that contains it */
  const value = (name: string, of: unknown): string => {
    if (of === null || of === undefined || of === '') return t('details.nothing');
    if (typeof of === 'boolean') return t(of ? 'details.yes' : 'details.no');
    if (typeof of === 'string') return coded(name, of) ?? (INSTANT.test(of) ? format.dateTime(of) : of);
    if (Array.isArray(of)) {
      return of.length === 0 ? t('details.nothing') : of.map((each) => value(name, each)).join(', ');
    }
    if (typeof of !== 'object') return JSON.stringify(of);
    const entries = Object.entries(of);
    if (entries.length === 0) return t('details.nothing');
    return entries.map(([inner, each]) => `${field(inner)}: ${value(inner, each)}`).join('\n');
  };

  return { field, value };
}
