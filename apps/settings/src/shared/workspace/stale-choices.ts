import type { ReactNode } from 'react';

/** What a person can do after a change was rejected because the record has another version. */
export interface StaleChoices {
  /** Reloads the record. */
  readonly onReload?: (() => void) | undefined;
  /** Saves nevertheless: the input replaces what the other person saved. */
  readonly onOverwrite?: (() => void) | undefined;
  /** Both versions. */
  readonly children?: ReactNode;
}
