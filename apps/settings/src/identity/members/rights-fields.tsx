import './members.css';
import type { MemberKind } from '@billhook/domain/identity/member';
import { heldBeyond, isTailored, presetOf } from '@billhook/domain/identity/member';
import { ROLES, type Role } from '@billhook/domain/identity/permissions';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Collapse, Fieldset, Group, Input, Radio, SimpleGrid, Stack, Text } from '@mantine/core';
import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import { useId, useState, type ReactNode } from 'react';
import { useSignedIn } from '../../shared/session/signed-in.js';
import { PermissionBoxes } from '../keys/key-form/permission-boxes.js';
import { rightsGroups, withPermission, withRole, type MemberRights } from './rights.js';

interface RightsFieldsProps {
  readonly kind: MemberKind;
  readonly value: MemberRights;
  readonly error?: ReactNode;
  readonly onChange: (rights: MemberRights) => void;
}

/** The roles as cards, and below them every permission, for members who need more or less than a role. */
export function RightsFields({ kind, value, error, onChange }: RightsFieldsProps) {
  const { t } = useTexts('members');
  const held = useSignedIn().member.permissions;
  const tailored = isTailored(kind, value.role, value.permissions);
  const [opened, setOpened] = useState(tailored);
  const id = useId();
  const groups = rightsGroups(kind);
  const all = groups.flatMap(({ permissions }) => permissions).length;
  const hint = kind === 'Service' ? 'serviceRoleHints' : 'roleHints';
  // A service member cannot own the company; one that already has the role keeps it.
  const roles = ROLES.filter((role) => kind === 'Person' || role !== 'Owner' || role === value.role);
  const givable = (role: Role) => heldBeyond(presetOf(kind, role), held).length === 0;
  const Chevron = opened ? IconChevronDown : IconChevronRight;

  return (
    <Stack gap="md">
      <Radio.Group
        label={t('rights.legend')}
        value={value.role}
        onChange={(chosen) => {
          const role = ROLES.find((known) => known === chosen);
          if (role) onChange(withRole(role, kind, held));
        }}
      >
        <SimpleGrid cols={{ base: 1, sm: 2 }} spacing="sm" mt={6}>
          {roles.map((role) => (
            <Radio.Card
              key={role}
              value={role}
              disabled={!givable(role)}
              className="bh-radio-card mb-role"
              aria-labelledby={`${id}-${role}`}
              aria-describedby={`${id}-${role}-hint`}
            >
              <Group wrap="nowrap" align="flex-start" gap="sm">
                <Radio.Indicator size="xs" mt={3} />
                <div>
                  <Text size="sm" fw={600} id={`${id}-${role}`}>
                    {t(`roles.${role}`)}
                    {role === value.role && tailored && ` (${t('tailored')})`}
                  </Text>
                  <Text size="xs" c="dimmed" id={`${id}-${role}-hint`}>
                    {t(`${hint}.${role}`)}
                    {!givable(role) && ` ${t('rights.less')}`}
                  </Text>
                </div>
              </Group>
            </Radio.Card>
          ))}
        </SimpleGrid>
      </Radio.Group>
      <Group gap="sm">
        <Button
          variant="subtle"
          size="compact-sm"
          leftSection={<Chevron size={16} aria-hidden="true" />}
          aria-expanded={opened}
          aria-controls={`${id}-boxes`}
          onClick={() => setOpened(!opened)}
        >
          {t('rights.oneByOne')}
        </Button>
        <Text size="sm" c="dimmed" role="status">
          {t('rights.chosen', { chosen: value.permissions.length, all })}
        </Text>
      </Group>
      {error && <Input.Error role="alert">{error}</Input.Error>}
      <Collapse expanded={opened} id={`${id}-boxes`}>
        <Fieldset variant="unstyled" legend={t('rights.permissions')} className="st-fieldset">
          <PermissionBoxes
            groups={groups}
            chosen={value.permissions}
            refusedOf={(permission) => (held.includes(permission) ? undefined : t('rights.notHeld'))}
            onToggle={(permission, on) => onChange(withPermission(value, permission, on))}
          />
        </Fieldset>
      </Collapse>
    </Stack>
  );
}
