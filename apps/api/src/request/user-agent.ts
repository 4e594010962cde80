import Bowser from 'bowser';

/** A program as its User-Agent describes it, for display only: a caller can send any text. */
export interface Software {
  /** `Firefox 140`. */
  readonly browser: string | null;
  /** `macOS`. */
  readonly system: string | null;
}

/** @param userAgent the header as it was sent */
export function softwareOf(userAgent: string | null): Software {
  if (!userAgent) return { browser: null, system: null };
  const { browser, os } = Bowser.parse(userAgent);
  const [major = ''] = browser.version?.split('.') ?? [];
  return { browser: browser.name ? `${browser.name} ${major}`.trim() : null, system: os.name ?? null };
}
