import { RelativeTime } from '@billhook/ui/components/relative-time';
import { useFormat } from '@billhook/ui/use-format';
import { Alert, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useKeyTexts } from '../texts/keys.js';
import { KeyLink } from './key-link.js';
import type { KeyActivity, KeyOwner } from './queries.js';

/** What is told by name; the others by their number. */
const SHOWN = 3;
const HOSTS = 2;

interface DeadKeysNoticeProps {
  readonly owner: KeyOwner;
  readonly keys: KeyActivity['dead'];
}

/** The dead keys that somebody still sends, from where, and how often. */
export function DeadKeysNotice({ owner, keys }: DeadKeysNoticeProps) {
  const { t } = useKeyTexts();
  const format = useFormat();
  const hostsOf = ({ hosts }: DeadKeysNoticeProps['keys'][number]) => {
    const addresses = [...new Set(hosts.map(({ ip }) => ip))];
    const more = addresses.length - HOSTS;
    return format.list([...addresses.slice(0, HOSTS), ...(more > 0 ? [t('dead.more', { count: more })] : [])]);
  };
  return (
    <Alert
      role="status"
      color="red"
      icon={<IconAlertTriangle size={20} />}
      title={t('dead.title', { count: keys.length })}
      mb="md"
    >
      <Text size="sm">{t('dead.body')}</Text>
      <List size="sm" mt="xs" spacing={4}>
        {keys.slice(0, SHOWN).map((key) => (
          <List.Item key={key.id}>
            <KeyLink owner={owner} id={key.id}>
              {key.name}
            </KeyLink>{' '}
            <span className="bh-mono">{key.prefix}…</span>
            {' · '}
            {t('dead.item', { count: key.requests, number: format.number(key.requests) })}{' '}
            {key.hosts.length > 0 && t('dead.from', { hosts: hostsOf(key) })} (<RelativeTime at={key.lastAt} />)
          </List.Item>
        ))}
      </List>
      {keys.length > SHOWN && (
        <Text size="sm" mt={4}>
          {t('dead.more', { count: keys.length - SHOWN })}
        </Text>
      )}
    </Alert>
  );
}
