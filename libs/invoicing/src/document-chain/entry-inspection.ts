import type { AppSecrets } from '@billhook/platform/app-secrets';
import { entryFacts, stateOfHmac, type EntryFacts } from './chain-hmac.rules.js';
import { subjectOf, type DocumentChainError, type HashedEntry } from './verify-links.js';

/** Milliseconds by which the clocks of processes and the order of commits may differ. */
const BACK_MS = 3_600_000;

/** The entries that a report lists. */
const MOST_LISTED = 10_000;

/** An entry that an operator should look at. */
export interface ListedEntry {
  /** `upgrade`: without an HMAC, from a program of 0.1.0. `back`: earlier than an entry before it. */
  readonly kind: 'upgrade' | 'adopted' | 'back';
  readonly sequence: number;
  readonly where: string;
  readonly at: string;
}

/** What the entries of a chain say about their HMACs, with counts of all listed kinds. */
export interface EntryNotes {
  readonly listed: readonly ListedEntry[];
  readonly counts: Readonly<Record<ListedEntry['kind'] | 'old' | 'unverified', number>>;
}

export interface InspectionOptions {
  /** Undefined: no HMAC is verified. */
  readonly secrets: AppSecrets | undefined;
  /** The entries from before the upgrade; undefined if unknown: those before the first HMAC. */
  readonly oldEntries: number | undefined;
  /** The last entry that the valid HMAC of the head covers. */
  readonly confirmed: number;
  readonly isUpgrading: boolean;
}

/** Verifies the HMAC of each linked entry of a chain, and collects what a report lists. */
export class EntryInspection {
  readonly #listed: ListedEntry[] = [];
  readonly #counts = { upgrade: 0, adopted: 0, back: 0, old: 0, unverified: 0 };
  #latest = '';
  #anyHmac = false;

  constructor(private readonly options: InspectionOptions) {}

  get notes(): EntryNotes {
    return { listed: this.#listed, counts: this.#counts };
  }

  inspect(entry: HashedEntry): DocumentChainError | undefined {
    this.#note(entry);
    const { sequence, hmac } = entry;
    const { secrets, oldEntries, confirmed, isUpgrading } = this.options;
    if (hmac === null) {
      const isOld = oldEntries === undefined ? !this.#anyHmac : sequence <= oldEntries;
      if (isOld) this.#counts.old++;
      else this.#list('upgrade', entry);
      return isOld || !secrets || sequence <= confirmed || isUpgrading
        ? undefined
        : hmacError(entry, sequence, 'missing');
    }
    this.#anyHmac = true;
    if (!secrets) {
      this.#counts.unverified++;
      return undefined;
    }
    const state = stateOfEntry(secrets, entry);
    // The worker that linked it had the secret, and the head was confirmed again before the secret was removed.
    if (state === 'unknown_secret' && sequence <= confirmed) this.#counts.unverified++;
    else if (state !== 'valid') return hmacError(entry, sequence, state);
    return undefined;
  }

  #note(entry: HashedEntry): void {
    if (entry.action === 'adopt') this.#list('adopted', entry);
    if (this.#latest !== '' && Date.parse(entry.at) < Date.parse(this.#latest) - BACK_MS) this.#list('back', entry);
    if (entry.at > this.#latest) this.#latest = entry.at;
  }

  #list(kind: ListedEntry['kind'], entry: HashedEntry): void {
    this.#counts[kind]++;
    if (this.#listed.length >= MOST_LISTED) return;
    const { sequence, at, version, action } = entry;
    const where = version === null ? `PDF of ${subjectOf(entry)}` : `${subjectOf(entry)}, ${action}`;
    this.#listed.push({ kind, sequence, where, at });
  }
}

/** An entry with its HMAC in hexadecimal. */
type KeyedEntry = EntryFacts & Pick<HashedEntry, 'secretVersion' | 'hmac'>;

export const stateOfEntry = (secrets: AppSecrets, entry: KeyedEntry) =>
  stateOfHmac(secrets, 'chain-entry', entryFacts(entry), {
    secretVersion: entry.secretVersion,
    hmac: entry.hmac === null ? null : Buffer.from(entry.hmac, 'hex'),
  });

const HMAC_FAULTS = {
  missing: 'it has no HMAC: Billhook did not write it',
  invalid: 'it does not match its HMAC: Billhook did not write it',
  unknown_secret: 'its HMAC names an application secret that is not configured',
} as const;

/** @param sequence null for an entry that is not linked */
export function hmacError(
  entry: KeyedEntry,
  sequence: number | null,
  state: keyof typeof HMAC_FAULTS,
): DocumentChainError {
  const place = sequence === null ? 'an entry that is not linked' : `entry ${sequence}`;
  const secret = state === 'unknown_secret' ? ` (${entry.secretVersion})` : '';
  return { kind: 'hmac', where: `${place}, ${subjectOf(entry)}`, says: `${HMAC_FAULTS[state]}${secret}` };
}
