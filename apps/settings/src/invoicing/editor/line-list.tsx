import { useTexts } from '@billhook/ui/use-texts';
import { Button, Group, Text } from '@mantine/core';
import { IconPlus } from '@tabler/icons-react';
import { startTransition, useCallback, useEffect, useMemo, useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { Section } from '../../shared/workspace/detail.js';
import { lineFieldId, type DraftError } from './draft-errors.js';
import type { DraftAction } from './draft-reducer.js';
import { LineRow } from './line-row.js';
import type { LineCommands } from './opened-line-menu.js';
import { useDraftErrorTexts } from './use-draft-error-texts.js';
import type { Editor } from './use-editor.js';

const NO_ERRORS: Readonly<Record<string, string>> = {};

/** The lines, with all keyboard actions for entering them one after the other. */
export function LineList({ editor }: { editor: Editor }) {
  const { t } = useTexts('editor');
  const { draft, totals, fieldErrors, edit, touch, focusOn } = editor;
  const { lines, currency } = draft;
  const commands = useLineCommands(lines, edit, touch, focusOn);
  const byLine = useErrorsByLine(lines, fieldErrors);
  const drawn = useGrowing(lines.length);

  return (
    <Section title={t('words:lineItems')} flush>
      <div className="ed-lines">
        <div className="ed-line-grid ed-line-heads" aria-hidden="true">
          <span />
          <span>{t('words:item')}</span>
          <span className="ed-right">{t('words:quantity')}</span>
          <span>{t('unit')}</span>
          <span className="ed-right">{t('words:price')}</span>
          <span>{t('words:discount')}</span>
          <span>{t('words:vat')}</span>
          <span className="ed-right">{t('words:net')}</span>
        </div>
        <ol className="ed-line-list">
          {lines.slice(0, drawn).map((line, index) => (
            <LineRow
              key={line.key}
              line={line}
              index={index}
              last={index === lines.length - 1}
              currency={currency}
              net={totals?.lines.get(line.key)?.net}
              fieldErrors={byLine.get(line.key) ?? NO_ERRORS}
              commands={commands}
            />
          ))}
        </ol>
        <Group gap="md" className="ed-lines-foot">
          <Button
            id="ed-lines"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden="true" />}
            onClick={() => commands.addAfter(lines.at(-1)?.key ?? '')}
          >
            {t('addLine')}
          </Button>
          <Text size="xs" c="dimmed" visibleFrom="sm">
            {t('addLineHint')}
          </Text>
        </Group>
      </div>
    </Section>
  );
}

const BATCH = 50;

/** The number of lines to render: the first ones immediately, the others later, because a thousand take seconds. */
function useGrowing(count: number): number {
  const [drawn, setDrawn] = useState(count > BATCH ? BATCH : Infinity);
  useEffect(() => {
    if (drawn !== Infinity) startTransition(() => setDrawn(drawn * 2 < count ? drawn * 2 : Infinity));
  }, [count, drawn]);
  return drawn;
}

/** The actions on lines as stable functions, so that rows do not render again because of them. */
function useLineCommands(
  lines: Editor['draft']['lines'],
  edit: Editor['edit'],
  touch: Editor['touch'],
  focusOn: Editor['focusOn'],
): LineCommands {
  const latest = useRef(lines);
  latest.current = lines;
  /** Edits and focuses the name of a line, before the next key: a person types on without waiting for a frame. */
  const editAndFocus = useCallback(
    (action: DraftAction, at: number) => {
      flushSync(() => edit(action));
      const line = latest.current[at];
      if (line) document.getElementById(lineFieldId(line.key, 'name'))?.focus();
    },
    [edit, latest],
  );
  return useMemo<LineCommands>(
    () => ({
      set: (key, patch, at) => edit({ type: 'setLine', key, patch }, at),
      touch,
      addAfter(key) {
        const at = latest.current.findIndex((line) => line.key === key);
        editAndFocus({ type: 'addLine', after: key }, at < 0 ? latest.current.length : at + 1);
      },
      duplicate(key) {
        const at = latest.current.findIndex((line) => line.key === key);
        editAndFocus({ type: 'duplicateLine', key }, at + 1);
      },
      remove(key) {
        const at = latest.current.findIndex((line) => line.key === key);
        const action = { type: 'removeLine', key } as const;
        if (latest.current.length > 1) return editAndFocus(action, Math.min(at, latest.current.length - 2));
        edit(action);
        focusOn('ed-lines');
      },
      move(key, by) {
        // A node that is moved loses the focus, and an entry of a menu disappears with the menu.
        const focused = document.activeElement;
        flushSync(() => edit({ type: 'moveLine', key, by }));
        if (focused instanceof HTMLInputElement) focused.focus();
        else requestAnimationFrame(() => document.getElementById(lineFieldId(key, 'menu'))?.focus());
      },
    }),
    [edit, editAndFocus, focusOn, latest, touch],
  );
}

/** The error texts by line and member. A line whose errors are unchanged keeps its object. */
function useErrorsByLine(lines: Editor['draft']['lines'], fieldErrors: readonly DraftError[]) {
  const words = useDraftErrorTexts();
  const before = useRef(new Map<string, Readonly<Record<string, string>>>());
  const next = new Map<string, Readonly<Record<string, string>>>();
  for (const { at, ...fieldError } of fieldErrors) {
    const [, key = '', member = ''] = /^ed-line-(k\d+)-(\w+)$/.exec(at) ?? [];
    if (key) next.set(key, { [member]: words(fieldError), ...next.get(key) });
  }
  for (const { key } of lines) {
    const [old, now] = [before.current.get(key), next.get(key)];
    if (old && now && JSON.stringify(old) === JSON.stringify(now)) next.set(key, old);
  }
  before.current = next;
  return next;
}
