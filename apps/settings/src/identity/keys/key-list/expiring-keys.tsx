import { RelativeTime } from '@billhook/ui/components/relative-time';
import { DOT } from '@billhook/ui/dot';
import { useTexts } from '@billhook/ui/use-texts';
import { Alert, List, Text } from '@mantine/core';
import { IconClockExclamation } from '@tabler/icons-react';
import { PageLink } from '../../../shared/workspace/links.js';
import { KeyLink } from '../key-link.js';
import { useExpiringKeys } from '../keys.queries.js';

/** The number of keys that are shown by name; the list contains the others. */
const SHOWN = 3;

/** The member's keys that expire within 14 days and have no successor, each with a button to rotate it. */
export function ExpiringKeys() {
  const { t } = useTexts('keys');
  const keys = useExpiringKeys().data;
  if (!keys?.length) return null;
  return (
    <Alert
      role="status"
      color="yellow"
      icon={<IconClockExclamation size={20} />}
      title={t('expiring.title', { count: keys.length })}
      mb="md"
    >
      <Text size="sm">{t('expiring.body')}</Text>
      <List size="sm" mt="xs" spacing={4}>
        {keys.slice(0, SHOWN).map(({ id, name, prefix, expiresAt }) => (
          <List.Item key={id}>
            <strong className="bh-anywhere">{name}</strong> <span className="bh-mono">{prefix}…</span>{' '}
            {expiresAt && <RelativeTime ofCompany at={expiresAt} />}
            {DOT}
            <KeyLink owner="mine" id={id} rotate aria-label={t('expiring.rotateKey', { name })}>
              {t('expiring.rotate')}
            </KeyLink>
          </List.Item>
        ))}
      </List>
      {keys.length > SHOWN && (
        <PageLink to="/api-keys" search={{ status: 'expiring' }}>
          {t('expiring.all')}
        </PageLink>
      )}
    </Alert>
  );
}
