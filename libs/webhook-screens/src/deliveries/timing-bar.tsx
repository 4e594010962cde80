import type { AttemptView } from '@billhook/contract/webhooks/delivery';
import { useFormat } from '@billhook/ui/use-format';
import { useTexts } from '@billhook/ui/use-texts';
import { phasesOf } from './phases.rules.js';

/** The duration of an attempt by phase: a bar, and the same in numbers. */
export function TimingBar({ timings }: Pick<AttemptView, 'timings'>) {
  const { t } = useTexts('portal');
  const format = useFormat();
  const phases = phasesOf(timings);
  if (timings.totalMs === null) return null;
  return (
    <div className="pt-timings">
      <div className="pt-timing-bar" aria-hidden="true">
        {phases.map(({ phase, ms }) => (
          <span key={phase} data-phase={phase} style={{ flexGrow: ms }} />
        ))}
      </div>
      <dl>
        {phases.map(({ phase, ms }) => (
          <div key={phase} data-phase={phase}>
            <dt>{t(`drawer.phase.${phase}`)}</dt>
            <dd>{format.duration(ms)}</dd>
          </div>
        ))}
        <div>
          <dt>{t('drawer.phase.total')}</dt>
          <dd>{format.duration(timings.totalMs)}</dd>
        </div>
      </dl>
      {timings.connectMs === null && timings.firstByteMs !== null && <p className="pt-note">{t('drawer.reused')}</p>}
    </div>
  );
}
