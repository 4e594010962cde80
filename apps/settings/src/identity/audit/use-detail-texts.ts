import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { en } from '../../shared/texts/audit-details.en.js';
import { en as membersEn } from '../../shared/texts/members.en.js';

const known = <Words extends object>(words: Words, name: string): name is Extract<keyof Words, string> =>
  Object.hasOwn(words, name);

/** The reason that the API writes as a sentence when it revokes the keys of a removed member. */
const REMOVED = 'The member was removed';
const INSTANT = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** Names and values of details in the current language. Unknown ones are shown unchanged. */
export function useDetailTexts() {
  const { t } = useTexts('audit');
  const details = useTexts('auditDetails');
  const members = useTexts('members');
  const format = useFormat();

  const field = (name: string): string => (known(en.fields, name) ? details.t(`fields.${name}`) : name);

  const coded = (name: string, code: string): string | undefined => {
    switch (name) {
      case 'attempt':
        return known(en.attempts, code) ? details.t(`attempts.${code}`) : undefined;
      case 'reason': {
        const reason = code === REMOVED ? 'removed' : code;
        return known(en.reasons, reason) ? details.t(`reasons.${reason}`) : undefined;
      }
      case 'role':
        return known(membersEn.roles, code) ? members.t(`roles.${code}`) : undefined;
      case 'allow':
        return known(en.allows, code) ? details.t(`allows.${code}`) : undefined;
      case 'resource':
        return known(en.resources, code) ? details.t(`resources.${code}`) : undefined;
      case 'type':
        return known(en.types, code) ? details.t(`types.${code}`) : undefined;
      case 'kind':
        return known(en.kinds, code) ? details.t(`kinds.${code}`) : undefined;
      case 'locale':
        return known(en.languages, code) ? details.t(`languages.${code}`) : undefined;
      case 'statusBefore':
        return known(en.keyStatuses, code) ? details.t(`keyStatuses.${code}`) : undefined;
      case 'expiry':
      case 'longestLifetime':
        return known(en.lifetimes, code) ? details.t(`lifetimes.${code}`) : undefined;
      default:
        return undefined;
    }
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
