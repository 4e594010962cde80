import { STEP_UP_OPERATIONS, type StepUpRow } from '@billhook/domain/identity/step-up';
import { table } from '../html.js';

/** What asks for the password in the settings and in the webhook portal, as a Markdown table. */
export function stepUpTable(): string {
  const rows: readonly (readonly [string, StepUpRow])[] = Object.entries(STEP_UP_OPERATIONS);
  return table(
    ['What it gives', 'When it asks', 'Operation'],
    rows.map(([operation, { gives, when }]) => [
      gives,
      when === undefined ? 'always' : `when ${when}`,
      `\`${operation.replace(/:(\w+)/g, '{$1}')}\``,
    ]),
  );
}
