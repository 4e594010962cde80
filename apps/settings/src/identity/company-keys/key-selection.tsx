import type { ApiKeyView } from '@billhook/contract/identity/api-key';
import { useTexts } from '@billhook/ui/use-texts';
import { Button, Checkbox, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { hasEnded } from '../keys/key-status.js';

/** The most keys that one request revokes. */
const MOST = 500;

type Selected = readonly ApiKeyView[];
type OnSelect = (selected: Selected) => void;

/** A box for each key that can still be revoked. */
export function useSelectBox(selected: Selected, onSelect: OnSelect): (apiKey: ApiKeyView) => ReactNode {
  const { t } = useTexts('companyKeys');
  return (apiKey) => (
    <Checkbox
      aria-label={t('select.one', { name: apiKey.name, prefix: apiKey.prefix })}
      checked={selected.some(({ id }) => id === apiKey.id)}
      // Kept in place where there is nothing to select, so that the names stay in line.
      style={{ visibility: hasEnded(apiKey) ? 'hidden' : undefined }}
      onChange={(event) =>
        onSelect(event.currentTarget.checked ? [...selected, apiKey] : selected.filter(({ id }) => id !== apiKey.id))
      }
    />
  );
}

interface SelectionBarProps {
  readonly rows: Selected;
  readonly selected: Selected;
  readonly onSelect: OnSelect;
  readonly onRevoke: () => void;
}

/** All or none of the rows that are on screen, how many are chosen, and what can be done with them. */
export function SelectionBar({ rows, selected, onSelect, onRevoke }: SelectionBarProps) {
  const { t } = useTexts('companyKeys');
  const living = rows.filter((row) => !hasEnded(row));
  if (living.length === 0) return null;
  const count = selected.length;
  const all = living.every(({ id }) => selected.some((each) => each.id === id));
  const tooMany = count > MOST;
  return (
    <div className="st-selection">
      <Checkbox
        label={t('select.all')}
        checked={all}
        indeterminate={count > 0 && !all}
        onChange={() => onSelect(all ? [] : living)}
      />
      <Text size="sm" role="status">
        {count > 0 && t('select.count', { count })}
        {tooMany && ` · ${t('select.max', { count: MOST })}`}
      </Text>
      {count > 0 && (
        <Button
          variant="default"
          size="xs"
          className="ws-danger"
          leftSection={<IconBan size={14} aria-hidden="true" />}
          disabled={tooMany}
          onClick={onRevoke}
        >
          {t('select.revoke')}
        </Button>
      )}
    </div>
  );
}
