import { useTexts } from '@billhook/ui/use-texts';
import { Button, Checkbox, Group, Stack } from '@mantine/core';
import { useState, type ReactNode } from 'react';

interface ShownOnceProps {
  /** The label of the checkbox that confirms that the secret is saved. */
  readonly storedLabel: string;
  /** The secret was copied, downloaded or confirmed as saved. */
  readonly onStored: () => void;
  readonly onDone: () => void;
  /** The secret and its buttons, which call the function when they have saved it. */
  readonly children: (store: () => void) => ReactNode;
}

/** A secret, which must be saved before "Done" is enabled. It is only in the state of the dialog: in no cache, address or router state. */
export function ShownOnce({ storedLabel, onStored, onDone, children }: ShownOnceProps) {
  const { t } = useTexts('forms');
  const [saved, setSaved] = useState(false);
  const [ticked, setTicked] = useState(false);
  const store = () => {
    setSaved(true);
    onStored();
  };
  return (
    <Stack gap="lg">
      {children(store)}
      <Group justify="space-between" gap="sm">
        <Checkbox
          label={storedLabel}
          checked={ticked}
          onChange={(event) => {
            setTicked(event.currentTarget.checked);
            if (event.currentTarget.checked) onStored();
          }}
        />
        <Button onClick={onDone} disabled={!saved && !ticked}>
          {t('shownOnce.done')}
        </Button>
      </Group>
    </Stack>
  );
}
