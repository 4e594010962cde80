import { useTexts } from '../use-texts.js';

/** The first stop of the Tab key: past header and navigation, to the element with the id `main`. */
export function SkipLink() {
  const { t } = useTexts('ui');
  const jump = (event: { preventDefault(): void }) => {
    event.preventDefault();
    document.getElementById('main')?.focus();
  };
  return (
    <a href="#main" className="bh-skip" onClick={jump}>
      {t('skip')}
    </a>
  );
}
