import './find.css';
import { useTexts } from '@billhook/ui/use-texts';
import { Fragment } from 'react';

/** Keys that are pressed one after the other: `g` then `i`. */
export function ShortcutKeys({ keys }: { keys: string }) {
  const { t } = useTexts('find');
  const [first = '', second] = keys;
  return (
    <span className="find-keys">
      {second === undefined ? (
        <kbd>{first}</kbd>
      ) : (
        t('shortcuts.then', { first: '\u0001', second: '\u0002' })
          .split(/([\u0001\u0002])/)
          .map((part, index) => (
            <Fragment key={index}>
              {part === '\u0001' ? <kbd>{first}</kbd> : part === '\u0002' ? <kbd>{second}</kbd> : part}
            </Fragment>
          ))
      )}
    </span>
  );
}
