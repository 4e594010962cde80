import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, Button, List, Text } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { useId, useState } from 'react';
import { KeyLink } from '../key-link.js';
import type { KeyActivity, KeyOwner } from '../keys.queries.js';
import { useHostNames } from '../use-host-names.js';

/** The number of keys that are shown initially. */
const SHOWN = 3;

interface EndedKeysNoticeProps {
  readonly owner: KeyOwner;
  readonly keys: KeyActivity['dead'];
}

/** Keys that have ended and are still used, with their origins and counts, most used first. */
export function EndedKeysNotice({ owner, keys }: EndedKeysNoticeProps) {
  const { t } = useTexts('keys');
  const format = useFormat();
  const hostNames = useHostNames();
  const listId = useId();
  const [all, setAll] = useState(false);
  const worst = keys.toSorted((a, b) => b.requests - a.requests);
  return (
    <Alert
      role="status"
      color="red"
      icon={<IconAlertTriangle size={20} />}
      title={t('dead.title', { count: keys.length })}
      mb="md"
    >
      <Text size="sm">{t('dead.body')}</Text>
      <List size="sm" mt="xs" spacing={4} id={listId}>
        {(all ? worst : worst.slice(0, SHOWN)).map((key) => (
          <List.Item key={key.id}>
            <KeyLink owner={owner} id={key.id}>
              {key.name}
            </KeyLink>{' '}
            <span className="bh-mono st-prefix">{key.prefix}…</span>
            {DOT}
            {t('dead.item', { count: key.requests, number: format.number(key.requests) })}{' '}
            {key.hosts.length > 0 && t('dead.from', { hosts: hostNames(key.hosts).names })} (
            <RelativeTime at={key.lastAt} />)
          </List.Item>
        ))}
      </List>
      {keys.length > SHOWN && (
        <Button
          variant="default"
          size="xs"
          mt="xs"
          aria-expanded={all}
          aria-controls={listId}
          onClick={() => setAll(!all)}
        >
          {all ? t('dead.fewer') : t('dead.all', { count: keys.length })}
        </Button>
      )}
    </Alert>
  );
}
