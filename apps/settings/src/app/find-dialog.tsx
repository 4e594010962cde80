import './find.css';
import { Dialog } from '@billhook/ui/components/dialog';
import { useTexts } from '@billhook/ui/use-texts';
import { Anchor, Text, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { IconSearch } from '@tabler/icons-react';
import { useEffect, useId, useRef, useState, type KeyboardEvent } from 'react';
import { useFindOptions, type FindOption } from './use-find-options.js';

const TYPING_MS = 180;

interface FindDialogProps {
  readonly onClose: () => void;
  readonly onShortcuts: () => void;
}

/** Finds records, pages, actions and documentation. The focus stays in the field; the arrows choose an option. */
export function FindDialog({ onClose, onShortcuts }: FindDialogProps) {
  const { t } = useTexts('find');
  const id = useId();
  const [typed, setTyped] = useState('');
  const text = typed.trim();
  const [searchText] = useDebouncedValue(text, TYPING_MS);
  const { groups, isStale, isSearching, recordsFailed, docsFailed, retry } = useFindOptions({
    ...{ text, searchText, onShortcuts, onClose },
  });
  const options = groups.flatMap((group) => group.options);
  const [chosenId, setChosenId] = useState<string>();
  // Results that arrive later do not move the choice.
  const chosen = options.find((option) => option.id === chosenId) ?? options[0];
  // Enter before the results are there opens the first one.
  const isWaiting = useRef(false);
  const list = useRef<HTMLDivElement>(null);

  useEffect(() => {
    list.current?.querySelector('[aria-selected=true]')?.scrollIntoView({ block: 'nearest' });
  }, [chosen?.id]);
  useEffect(() => {
    if (!isWaiting.current || isStale) return;
    isWaiting.current = false;
    options[0]?.open();
  }, [isStale, options]);

  const move = (step: number): void => {
    if (options.length === 0) return;
    const at = chosen ? options.indexOf(chosen) : -1;
    setChosenId(options[(at + step + options.length) % options.length]?.id);
  };
  const onKeyDown = (event: KeyboardEvent<HTMLInputElement>): void => {
    if (event.nativeEvent.isComposing) return;
    const step = { ArrowDown: 1, ArrowUp: -1 }[event.key];
    if (step !== undefined) {
      event.preventDefault();
      move(step);
    } else if (event.key === 'Enter') {
      event.preventDefault();
      const isMeant = chosen !== undefined && (chosen.isFixed || chosen.id === chosenId || !isStale);
      if (isMeant) chosen.open();
      else isWaiting.current = isStale;
    } else if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'k') {
      event.preventDefault();
      onClose();
    }
  };
  const optionId = ({ id: own }: FindOption) => `${id}-${own}`;

  return (
    <Dialog opened onClose={onClose} title={t('title')} size="lg" yOffset="8vh">
      <TextInput
        data-autofocus
        // The focus trap waits for a timer, and what is typed before it would be lost.
        autoFocus
        size="md"
        aria-label={t('input')}
        placeholder={t('input')}
        leftSection={<IconSearch size={18} aria-hidden="true" />}
        role="combobox"
        aria-expanded={options.length > 0}
        aria-controls={`${id}-list`}
        aria-autocomplete="list"
        aria-activedescendant={chosen && optionId(chosen)}
        autoComplete="off"
        spellCheck={false}
        maxLength={100}
        enterKeyHint="go"
        value={typed}
        onChange={(event) => {
          setTyped(event.currentTarget.value);
          setChosenId(undefined);
          isWaiting.current = false;
        }}
        onKeyDown={onKeyDown}
      />
      <Text role="status" size="sm" c="dimmed" my="xs" className="bh-anywhere">
        {options.length > 0
          ? t('count', { count: options.length })
          : isSearching
            ? t('searching')
            : `${t('none', { text })}. ${t('noneHint')}`}
      </Text>
      {recordsFailed && (
        <Text size="sm" role="alert" mb="xs">
          {t('failed')}{' '}
          <Anchor component="button" type="button" onClick={retry}>
            {t('retry')}
          </Anchor>
        </Text>
      )}
      <div
        ref={list}
        id={`${id}-list`}
        role="listbox"
        aria-label={t('results')}
        aria-busy={isStale}
        className="find-list"
      >
        {groups.map(({ name, title, options: some }) => (
          <div key={name} role="group" aria-labelledby={`${id}-${name}`}>
            <div id={`${id}-${name}`} className="find-group">
              {title}
            </div>
            {some.map((option) => (
              <div
                key={option.id}
                id={optionId(option)}
                role="option"
                aria-selected={option === chosen}
                className="find-option"
                onClick={option.open}
                // The choice follows the mouse only when it moves, not when the list scrolls below it.
                onMouseMove={() => setChosenId(option.id)}
              >
                <option.icon size={18} stroke={1.7} aria-hidden="true" className="find-icon" />
                <span className="find-text">
                  <span>{option.label}</span>
                  {option.note !== undefined && <span className="find-note">{option.note}</span>}
                </span>
                {option.side}
              </div>
            ))}
          </div>
        ))}
      </div>
      {docsFailed && (
        <Text size="sm" c="dimmed" mt="xs">
          {t('docsFailed')}
        </Text>
      )}
    </Dialog>
  );
}
