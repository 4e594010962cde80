import type { ApiKeyView } from '@billhook/contract/identity/key';
import type { ActorView } from '@billhook/contract/shared/actor';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { useTexts, type TextOf } from '@billhook/ui/use-texts';
import { Text } from '@mantine/core';
import type { ReactNode } from 'react';
import { Section } from '../../../shared/workspace/detail.js';
import { useActorTexts } from '../../../shared/workspace/use-actor-texts.js';
import { KeyLink } from '../key-link.js';
import { wasReplaced } from '../key-status.js';
import type { KeyOwner } from '../keys.queries.js';

interface Moment {
  readonly key: string;
  readonly title: string;
  readonly at: string;
  readonly note?: ReactNode;
}

interface KeyHistoryProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
}

/** The past and future events of a key, latest first. */
export function KeyHistory({ owner, apiKey }: KeyHistoryProps) {
  const { t } = useTexts('keyPage');
  const moments = useMoments(owner, apiKey);
  return (
    <Section title={t('history.title')}>
      <ol className="ws-timeline">
        {moments.map(({ key, title, at, note }) => (
          <li key={key}>
            <Text size="sm" fw={600} component="div">
              {title}
            </Text>
            <Text size="sm" c="dimmed" component="div">
              <RelativeTime ofCompany at={at} />
            </Text>
            {note && (
              <Text size="sm" component="div" className="bh-anywhere">
                {note}
              </Text>
            )}
          </li>
        ))}
      </ol>
    </Section>
  );
}

function useMoments(owner: KeyOwner, apiKey: ApiKeyView): Moment[] {
  const { t } = useTexts('keyPage');
  const { byActor } = useActorTexts();
  const { createdAt, creator, predecessor, successor, expiresAt, retiresAt, firstUsedAt } = apiKey;
  const ended = hasEnded(apiKey.status);
  const link = (key: NonNullable<ApiKeyView['predecessor']>) => (
    <KeyLink owner={owner} id={key.id}>
      {key.prefix}…
    </KeyLink>
  );
  return [
    ...at(createdAt, {
      key: 'created',
      title: t('words:keyCreated'),
      note: (
        <>
          {t('words:by', { name: creator.name })}
          {predecessor && (
            <>
              {DOT}
              {t('history.replaces')} {link(predecessor)}
            </>
          )}
        </>
      ),
    }),
    ...at(firstUsedAt, { key: 'firstUsed', title: t('history.firstUsed') }),
    ...at(successor?.firstUsedAt, {
      key: 'successorUsed',
      title: t('history.successorUsed'),
      note: successor && link(successor),
    }),
    ...at(ended ? null : retiresAt, { key: 'retires', title: t('facts.retires') }),
    ...at(ended || retiresAt ? null : expiresAt, { key: 'expires', title: t('words:expires') }),
    ...at(apiKey.status === 'expired' ? expiresAt : null, { key: 'expired', title: t('facts.expired') }),
    ...at(apiKey.revokedAt, revocationOf(apiKey, t, byActor)),
  ].toSorted((a, b) => Date.parse(b.at) - Date.parse(a.at));
}

/** A time, if there is one. */
const at = (instant: string | null | undefined, what: Omit<Moment, 'at'>): Moment[] =>
  instant ? [{ ...what, at: instant }] : [];

type KeyPageTexts = TextOf<'keyPage'>;

function revocationOf(apiKey: ApiKeyView, t: KeyPageTexts, byActor: (actor: ActorView) => string): Omit<Moment, 'at'> {
  const { revokedByActor, revocationReason, successor } = apiKey;
  if (wasReplaced(apiKey) && successor) {
    return { key: 'revoked', title: t('history.retired', { prefix: successor.prefix }) };
  }
  const note = (
    <>
      {revokedByActor && t('history.by', { name: byActor(revokedByActor) })}
      {revocationReason && <div className="ws-quote">{revocationReason}</div>}
    </>
  );
  return { key: 'revoked', title: t('history.revoked'), note };
}
