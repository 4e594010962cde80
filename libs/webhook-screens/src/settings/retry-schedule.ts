const UNITS = { s: 1, m: 60, h: 3_600, d: 86_400 } as const;
type Unit = keyof typeof UNITS;

const WAIT = /^(\d+)([smhd])$/;
const isUnit = (text: string | undefined): text is Unit => text !== undefined && Object.hasOwn(UNITS, text);

export type ParsedSchedule = { readonly waits: readonly number[] } | { readonly wrong: string };

/** The waits of a text like "0s 5s 5m 2h", in seconds, or the first part that is not one. */
export function parseSchedule(text: string): ParsedSchedule {
  const waits: number[] = [];
  for (const part of text.split(/[\s,]+/).filter(Boolean)) {
    const [, count, unit] = WAIT.exec(part) ?? [];
    if (count === undefined || !isUnit(unit)) return { wrong: part };
    waits.push(Number(count) * UNITS[unit]);
  }
  return { waits };
}

/** A wait with the largest unit that divides it: 7200 is "2h". */
export function writeWait(seconds: number): string {
  const unit = (['d', 'h', 'm'] as const).find((each) => seconds > 0 && seconds % UNITS[each] === 0) ?? 's';
  return `${seconds / UNITS[unit]}${unit}`;
}

/** The text that `parseSchedule` reads. */
export const writeSchedule = (waits: readonly number[]): string => waits.map(writeWait).join(' ');

/** A length of time with all its units: "3d 3h 35m". */
export function writeLength(seconds: number): string {
  let rest = seconds;
  const parts: string[] = [];
  for (const unit of ['d', 'h', 'm', 's'] as const) {
    const count = Math.floor(rest / UNITS[unit]);
    rest -= count * UNITS[unit];
    if (count > 0) parts.push(`${count}${unit}`);
  }
  return parts.join(' ') || '0s';
}
