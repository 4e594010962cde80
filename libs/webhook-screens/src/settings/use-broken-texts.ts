import { useTexts } from '@billhook/ui/use-texts';
import { filterOf } from './filter-draft.js';
import { parseSchedule } from './retry-schedule.js';
import type { SettingsErrors, SettingsValues } from './settings-values.js';

/** The texts of broken fields, in the current language. */
export function useBrokenTexts() {
  const { t } = useTexts('portal');
  const filterText = ({ filter }: SettingsValues) => {
    const result = filterOf(filter);
    if ('filter' in result) return undefined;
    return result.text === 'notJson'
      ? t('endpointPage.filter.notJson', { message: result.message })
      : t(`endpointPage.filter.${result.text}`);
  };
  const scheduleText = ({ schedule }: SettingsValues) => {
    const parsed = parseSchedule(schedule);
    return 'wrong' in parsed
      ? t('endpointPage.settings.waitsInvalid', { text: parsed.wrong })
      : t('endpointPage.settings.waitsMissing');
  };
  const textOf = (name: keyof SettingsValues, values: SettingsValues): string | undefined => {
    if (name === 'url') return t('form.urlMissing');
    if (name === 'eventTypes') return t('form.eventsMissing');
    if (name === 'filter') return filterText(values);
    return name === 'schedule' ? scheduleText(values) : t('endpointPage.settings.notNumber');
  };
  return (broken: readonly (keyof SettingsValues)[], values: SettingsValues): SettingsErrors =>
    Object.fromEntries(broken.map((name) => [name, textOf(name, values)]));
}
