import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, List, Stack, Text } from '@mantine/core';
import { useCompanyOwners } from '../../shared/session/company-owners.queries.js';

/** For members who may not change the company: the people to ask. */
export function CompanyOwners() {
  const { t } = useTexts('repairs');
  const owners = useCompanyOwners().data?.data ?? [];
  return (
    <Stack gap="xs">
      <Text size="sm">{t('company.forbidden')}</Text>
      <List size="sm" spacing={6}>
        {owners.map(({ id, name, email }) => (
          <List.Item key={id} className="bh-anywhere">
            {name},{' '}
            <Anchor size="sm" href={`mailto:${email}`}>
              {email}
            </Anchor>
          </List.Item>
        ))}
      </List>
    </Stack>
  );
}
