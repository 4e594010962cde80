import type { ApiKeyView } from '@billhook/contract/api-key';
import type { Column } from '@billhook/ui/components/data-table';
import { Button, Checkbox, Text } from '@mantine/core';
import { IconBan } from '@tabler/icons-react';
import { hasEnded } from '../api-keys/key-status.js';
import { useCompanyKeyTexts } from '../texts/company-keys.js';

/** As many as the API revokes at once. */
const MOST = 500;

type Selected = readonly ApiKeyView[];
type OnSelect = (selected: Selected) => void;

/** A column with a box for each key that can still be revoked. */
export function useSelectColumn(selected: Selected, onSelect: OnSelect): Column<ApiKeyView> {
  const { t } = useCompanyKeyTexts();
  const isSelected = ({ id }: ApiKeyView) => selected.some((each) => each.id === id);
  return {
    key: 'select',
    header: t('select.column'),
    render: (apiKey) =>
      !hasEnded(apiKey) && (
        <Checkbox
          aria-label={t('select.one', { name: apiKey.name, prefix: apiKey.prefix })}
          checked={isSelected(apiKey)}
          onChange={(event) =>
            onSelect(
              event.currentTarget.checked ? [...selected, apiKey] : selected.filter(({ id }) => id !== apiKey.id),
            )
          }
        />
      ),
  };
}

interface SelectionBarProps {
  readonly rows: Selected;
  readonly selected: Selected;
  readonly onSelect: OnSelect;
  readonly onRevoke: () => void;
}

/** All or none of the rows that are on screen, how many are chosen, and what can be done with them. */
export function SelectionBar({ rows, selected, onSelect, onRevoke }: SelectionBarProps) {
  const { t } = useCompanyKeyTexts();
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
