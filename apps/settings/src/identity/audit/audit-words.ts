import type { AuditEntryView } from '@billhook/contract/identity/audit';
import { AUDIT_ACTIONS } from '@billhook/domain/identity/audit';
import { useTexts } from '@billhook/ui/use-texts';
import { usePeople } from './audit.queries.js';

/** `member ada@example.com`, `key bhk_3kTn9Qa1`, `portal of ada@example.com`: the name is the last word. */
const nameIn = (actor: string): string => actor.split(' ').at(-1) ?? actor;

/** Who or what, as people know it. */
export interface Named {
  readonly name: string;
  /** Beside a name: that may have changed since, or be that of two. */
  readonly which?: string;
}

/** What of the details names the target. */
const NAMING = ['name', 'email', 'url', 'code'];

const NUMBERED = [
  'member',
  'invitation',
  'session',
  'series',
  'tax_rate',
  'webhook_endpoint',
  'webhook_delivery',
  'webhook_run',
  'portal_link',
] as const;
const isNumbered = (kind: string | undefined): kind is (typeof NUMBERED)[number] =>
  NUMBERED.some((known) => known === kind);

/** `member 7`; what is `3` alone is of the kind that the action names. */
function numberedTarget(written: string, action: string): { kind: string | undefined; id: string } {
  const [, kind = action.split('.')[0], id = ''] = /^(?:([a-z]+) )?(\d+)$/.exec(written) ?? [];
  return { kind: id === '' ? undefined : kind, id };
}

/** The words of an entry. Actions that this page does not know keep the name of the API. */
export function useAuditWords() {
  const { t } = useTexts('audit');
  const more = useTexts('auditDetails');
  const people = usePeople();

  const action = ({ action: name, details }: Pick<AuditEntryView, 'action' | 'details'>): string => {
    if (name === 'session.failed' && details['attempt'] === 'confirmation') return more.t('failed.confirmation');
    if (name === 'session.failed' && details['reason'] === 'second_factor_wrong') return more.t('failed.sign_in_code');
    const known = AUDIT_ACTIONS.find((each) => each === name);
    return known ? t(`actions.${known}`) : name;
  };

  /** What it was done to, as people know it, and which one that is; undefined where the whole company is meant. */
  const target = ({
    target: written,
    details,
    action: name,
  }: Pick<AuditEntryView, 'target' | 'details' | 'action'>): Named | undefined => {
    if (written === null) return undefined;
    const { kind, id } = numberedTarget(written, name);
    const which = isNumbered(kind) ? more.t(`targets.${kind}`, { id }) : written;
    const member = kind === 'member' ? people?.find((person) => person.id === Number(id)) : undefined;
    const given = NAMING.map((member) => details[member]).find((text) => typeof text === 'string') ?? member?.name;
    return given === undefined ? { name: which } : { name: given, which };
  };

  /** Who did it; a member by name for those who may see the members, with the address of that time beside it. */
  const actor = ({
    actorKind,
    actor: label,
    memberId,
  }: Pick<AuditEntryView, 'actorKind' | 'actor' | 'memberId'>): Named => {
    const address = nameIn(label);
    const person = people?.find(({ id }) => id === memberId)?.name;
    const which = person === undefined ? {} : { which: address };
    const name = person ?? address;
    switch (actorKind) {
      case 'member':
        return { name, ...which };
      case 'key':
        return { name: t('byKey', { name: address }) };
      case 'portal':
        return { name: t('byPortal', { name }), ...which };
      case 'document':
        return { name: t('byClient') };
      case 'system':
        return { name: t('bySystem') };
      case 'app':
        return { name: t('byApplication', { name: label.replace(/^application /, '') }) };
    }
  };

  return { action, actor, target };
}
