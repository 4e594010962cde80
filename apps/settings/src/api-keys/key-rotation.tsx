import type { ApiKeyView } from '@billhook/contract/api-key';
import { useFormat } from '@billhook/ui/use-format';
import { useNow } from '@billhook/ui/use-now';
import { Alert, Text } from '@mantine/core';
import { IconRefresh } from '@tabler/icons-react';
import { useKeyPageTexts } from '../texts/key-page.js';
import { KeyLink } from './key-link.js';
import { useKeyTraffic } from './key-queries.js';
import { hasEnded } from './key-status.js';
import type { KeyOwner } from './queries.js';

const HOUR = 3_600;
const DAY = 86_400;
/** A host that has been silent for so long is not waited for. */
const STILL_MS = 7 * DAY * 1000;

interface RotationNoticeProps {
  readonly owner: KeyOwner;
  readonly apiKey: ApiKeyView;
}

/** Of a key that was rotated: when it ends, and who has not changed over yet. */
export function RotationNotice({ owner, apiKey }: RotationNoticeProps) {
  const { t } = useKeyPageTexts();
  const format = useFormat();
  const now = useNow();
  const grace = useGraceWords();
  const { successor, retiresAt, graceSeconds } = apiKey;
  if (!successor || hasEnded(apiKey)) return null;
  const { prefix } = successor;
  const waits =
    graceSeconds === 0
      ? t('rotation.waitsNow', { prefix })
      : t('rotation.waits', { prefix, grace: grace(graceSeconds ?? 0) });
  return (
    <Alert
      role="status"
      color="blue"
      icon={<IconRefresh size={20} />}
      mb="lg"
      title={retiresAt ? t('rotation.endsTitle', { when: format.relative(retiresAt, now) }) : t('rotation.waitsTitle')}
    >
      <Text size="sm">
        {retiresAt ? t('rotation.ends', { prefix, date: format.dateTime(retiresAt) }) : waits}{' '}
        <StillUsed owner={owner} id={apiKey.id} since={successor.firstUsedAt} />
      </Text>
      <KeyLink owner={owner} id={successor.id}>
        {successor.prefix}…
      </KeyLink>
    </Alert>
  );
}

/** How many hosts called with the old key after the new one was first used; before that, in the last days. */
function StillUsed({ owner, id, since }: { owner: KeyOwner; id: number; since: string | null }) {
  const { t } = useKeyPageTexts();
  const now = useNow();
  const hosts = useKeyTraffic(owner, id, 30).data?.hosts;
  if (!hosts) return null;
  const from = since ? Date.parse(since) : now.getTime() - STILL_MS;
  const count = hosts.filter(({ dead, lastAt }) => !dead && Date.parse(lastAt) > from).length;
  return count > 0 ? t('rotation.hosts', { count }) : t('rotation.noHosts');
}

/** A grace as "1 hour" or "3 days". */
function useGraceWords() {
  const { t } = useKeyPageTexts();
  return (seconds: number) => {
    if (seconds % DAY === 0) return t('rotation.graces.days', { count: seconds / DAY });
    if (seconds % HOUR === 0) return t('rotation.graces.hours', { count: seconds / HOUR });
    return t('rotation.graces.minutes', { count: Math.ceil(seconds / 60) });
  };
}
