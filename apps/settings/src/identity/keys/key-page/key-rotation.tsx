import type { ApiKeyView } from '@billhook/contract/identity/key';
import { hasEnded } from '@billhook/domain/identity/key-status';
import { useFormat } from '@billhook/ui/use-format';
import { useCompanyTime, useNow } from '@billhook/ui/use-now';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { KeyLink } from '../key-link.js';
import { wasReplaced } from '../key-status.js';
import { useApiKey, useKeyTraffic } from '../key.queries.js';
import type { KeyOwner } from '../keys.queries.js';
import { useHostNames } from '../use-host-names.js';

const HOUR = 3_600;
const DAY = 86_400;
/** A host that has been silent for this long no longer counts as a user of the old key. */
const STILL_MS = 7 * DAY * 1000;

interface RotationNoticeProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
}

/** The successor of a key; undefined if it ended before its first use, because the key can then be rotated again. */
export function useReplacement(owner: KeyOwner, { successor }: ApiKeyView): ApiKeyView['successor'] {
  const replacement = useApiKey(owner, successor?.id ?? 0, successor !== null).data;
  return replacement && isAbandoned(replacement) ? null : successor;
}

/** Whether a successor ended before its first use, and has no successor itself. */
const isAbandoned = (replacement: ApiKeyView): boolean =>
  hasEnded(replacement.status) && replacement.firstUsedAt === null && replacement.successor === null;

/** For a rotated key: when it ends or ended, and which hosts still use it. */
export function RotationNotice({ owner, apiKey }: RotationNoticeProps) {
  const { t } = useTexts('keyPage');
  const words = useRotationWords();
  const { successor } = apiKey;
  const replacement = useApiKey(owner, successor?.id ?? 0, successor !== null).data;
  if (!successor || !replacement || endedOtherwise(apiKey)) return null;
  const { title, body, ended } = words(apiKey, replacement);
  return (
    <Alert role="status" color={ended ? 'gray' : 'blue'} icon={<IconRefresh size={20} />} mb="lg" title={title}>
      <Text size="sm">
        {body} <StillUsed owner={owner} id={apiKey.id} since={successor.firstUsedAt} ended={ended} />
      </Text>
      <Text size="sm">
        {t('facts.replacedBy')}{' '}
        <KeyLink owner={owner} id={successor.id}>
          {successor.prefix}…
        </KeyLink>
      </Text>
    </Alert>
  );
}

/** Whether it was revoked, or expired, before its successor was used. */
const endedOtherwise = (apiKey: ApiKeyView): boolean =>
  hasEnded(apiKey.status) && (apiKey.status === 'revoked' ? !wasReplaced(apiKey) : !apiKey.successor?.firstUsedAt);

/** The state of a rotation, which depends on the successor. */
function useRotationWords() {
  const { t } = useTexts('keyPage');
  const format = useFormat();
  const now = useCompanyTime();
  const grace = useGraceWords();
  return (apiKey: ApiKeyView, replacement: ApiKeyView) => {
    const { retiresAt, expiresAt, graceSeconds, successor } = apiKey;
    const takenOver = retiresAt ?? successor?.firstUsedAt;
    if (takenOver) {
      // If it expires during its grace period, the expiry is its end.
      const end = retiresAt ?? expiresAt ?? takenOver;
      const said = { when: format.relative(end, now), date: format.dateTime(end) };
      return hasEnded(apiKey.status) || Date.parse(end) <= now.getTime()
        ? { title: t('rotation.endedTitle', said), body: t('rotation.ended', said), ended: true }
        : { title: t('rotation.endsTitle', said), body: t('rotation.ends', said), ended: false };
    }
    if (isAbandoned(replacement)) {
      return { title: t('rotation.abandonedTitle'), body: t('rotation.abandoned'), ended: false };
    }
    const body = graceSeconds ? t('rotation.waits', { grace: grace(graceSeconds) }) : t('rotation.waitsNow');
    return { title: t('rotation.waitsTitle'), body, ended: false };
  };
}

interface StillUsedProps {
  readonly owner: KeyOwner;
  readonly id: number;
  /** The first use of the successor. */
  readonly since: string | null;
  readonly ended: boolean;
}

/** The hosts that used the old key after the first use of the new one and within the last days; after its end, those that called afterwards. */
function StillUsed({ owner, id, since, ended }: StillUsedProps) {
  const { t } = useTexts('keyPage');
  const hostNames = useHostNames();
  const now = useNow();
  const hosts = useKeyTraffic(owner, id, 30).data?.hosts;
  if (!hosts) return null;
  const from = since ? Date.parse(since) : now.getTime() - STILL_MS;
  const callers = hosts.filter(({ dead, lastAt }) => (ended ? dead : !dead && Date.parse(lastAt) > from));
  const { count, names } = hostNames(callers);
  if (count === 0 && !ended && hosts.length === 0) return t('rotation.neverUsed');
  if (count === 0) return t(ended ? 'rotation.noCalls' : 'rotation.noHosts');
  return t(ended ? 'rotation.calls' : 'rotation.hosts', { count, hosts: names });
}

/** A grace period as "1 hour" or "3 days". */
function useGraceWords() {
  const { t } = useTexts('keyPage');
  return (seconds: number) => {
    if (seconds % DAY === 0) return t('words:days', { count: seconds / DAY });
    if (seconds % HOUR === 0) return t('rotation.graces.hours', { count: seconds / HOUR });
    return t('rotation.graces.minutes', { count: Math.ceil(seconds / 60) });
  };
}
