import { STEP_UP_OPERATIONS, type StepUpRow } from '@billhook/domain/identity/step-up';
import { table } from '../content/html.js';

/** The operations of the settings and the webhook portal that require the password, as a Markdown table. */
export function stepUpTable(): string {
  const rows: readonly (readonly [string, StepUpRow])[] = Object.entries(STEP_UP_OPERATIONS);
  return table(
    ['What it grants', 'Password required', 'Operation'],
    rows.map(([operation, { gives, when }]) => [
      gives,
      when === undefined ? 'always' : `when ${when}`,
      `\`${operation.replace(/:(\w+)/g, '{$1}')}\``,
    ]),
  );
}
