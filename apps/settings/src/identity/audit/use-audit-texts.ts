import type { AuditEntryView, AuditRow } from '@billhook/contract/identity/audit';
import { AUDIT_ACTIONS } from '@billhook/domain/identity/audit';
import { useTexts } from '@billhook/ui/use-texts';
import { usePeople } from '../../shared/session/people.queries.js';
import { useActorTexts } from '../../shared/workspace/use-actor-texts.js';

/** The name of a person or thing for readers. */
export interface NamedTarget {
  readonly name: string;
  /** Beside a name, which may have changed, or which two may share. */
  readonly which?: string;
}

/** The members of the details that name the target. */
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

/** The kind and id in a target: `member 7`; for `3` alone, the action gives the kind. */
function numberedTarget(written: string, action: string): { kind: string | undefined; id: string } {
  const [, kind = action.split('.')[0], id = ''] = /^(?:([a-z]+) )?(\d+)$/.exec(written) ?? [];
  return { kind: id === '' ? undefined : kind, id };
}

/** The text of an entry. An action that this page does not know keeps its name in the API. */
export function useAuditTexts() {
  const { t } = useTexts('audit');
  const more = useTexts('auditDetails');
  const words = useActorTexts();
  const people = usePeople();

  const action = ({ action: name, details }: Pick<AuditEntryView, 'action' | 'details'>): string => {
    if (name === 'session.failed' && details['attempt'] === 'confirmation') return more.t('failed.confirmation');
    if (name === 'session.failed' && details['reason'] === 'second_factor_wrong') return more.t('failed.sign_in_code');
    const known = AUDIT_ACTIONS.find((each) => each === name);
    return known ? t(`actions.${known}`) : name;
  };

  /** The name and id of the target for readers; undefined if it is the whole company. */
  const target = ({
    target: written,
    details,
    action: name,
  }: Pick<AuditEntryView, 'target' | 'details' | 'action'>): NamedTarget | undefined => {
    if (written === null) return undefined;
    const { kind, id } = numberedTarget(written, name);
    const which = isNumbered(kind) ? more.t(`targets.${kind}`, { id }) : written;
    const member = kind === 'member' ? people?.find((person) => person.id === Number(id)) : undefined;
    const given = NAMING.map((member) => details[member]).find((text) => typeof text === 'string') ?? member?.name;
    return given === undefined ? { name: which } : { name: given, which };
  };

  /** The name of the actor; for readers who may see the members, the current name with the address of that time beside it. */
  const actor = ({
    actorKind,
    actorName,
    memberId,
  }: Pick<AuditRow, 'actorKind' | 'actorName' | 'memberId'>): NamedTarget => {
    const address = actorName ?? '';
    const person = people?.find(({ id }) => id === memberId)?.name;
    const which = person === undefined ? {} : { which: address };
    const name = person ?? address;
    switch (actorKind) {
      case 'member':
        return { name, ...which };
      case 'key':
        return { name: words.actor({ kind: 'key', name: address }) };
      case 'portal':
        return { name: words.actor({ kind: 'portal', name }), ...which };
      case 'document':
        return { name: t('byClient') };
      case 'system':
        return { name: words.actor({ kind: 'system', name: null }) };
      case 'app':
        return { name: words.actor({ kind: 'application', name: address }) };
    }
  };

  return { action, actor, target };
}
