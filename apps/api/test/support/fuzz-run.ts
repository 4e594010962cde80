import type { TestApi } from './api.js';
import { describeApi } from './fuzz-document.js';
import { FollowUps } from './fuzz-follow.js';
import { Pool } from './fuzz-pool.js';
import { Tally, type FuzzReport } from './fuzz-report.js';
import { Requests } from './fuzz-request.js';
import { Round } from './fuzz-round.js';
import { Watch } from './fuzz-watch.js';

export interface FuzzOptions {
  readonly requests: number;
  readonly seed: number;
  /** Only this round. */
  readonly round?: number | undefined;
  /** For shrinking one finding. */
  readonly shrinkMs?: number | undefined;
  readonly onProgress?: ((tally: Tally) => void) | undefined;
}

/** For the fuzzed application: with a mail server, which is never contacted, emails can be resent. */
export const FUZZ_SETTINGS = { SMTP_URL: 'smtp://127.0.0.1:9', MAIL_FROM: 'billing@billhook.example' };

const TODAY = '2026-11-21T10:00:00.000Z';

/** Each round has its own companies: it can run without earlier ones, whose rows must stay unchanged. */
const ROUND = 500;

/** Sends requests generated from the OpenAPI document, in rounds, and judges every response. */
export async function fuzz(api: TestApi, options: FuzzOptions): Promise<FuzzReport> {
  const { requests, seed, round, shrinkMs = 8_000, onProgress } = options;
  const start = performance.now();
  // The same day each time, because valid dates depend on it.
  api.clock.set(TODAY);
  const watch = await Watch.on(api);
  const described = await describeApi(api);
  const [made, follow, tally] = [new Requests(described).any(), new FollowUps(described), new Tally()];
  const rounds = round === undefined ? Array.from({ length: Math.ceil(requests / ROUND) }, (_, n) => n) : [round];
  for (const number of rounds) {
    const size = round === undefined ? Math.min(ROUND, requests - number * ROUND) : ROUND;
    const pool = await Pool.make(api);
    const common = { api, watch, follow, pool, tally, shrinkMs, onProgress: () => onProgress?.(tally) };
    await new Round({ ...common, number, seed: mixed(seed, number) }).play(made, size);
  }
  return tally.report(seed, (performance.now() - start) / 1_000);
}

/** Adjacent seeds would give similar rounds. */
const mixed = (seed: number, round: number): number =>
  Math.imul(seed + 1, 2_654_435_761) ^ Math.imul(round + 1, 40_503);
