import type { AttemptView } from '@billhook/contract/webhooks/delivery';

export const PHASES = ['dns', 'connect', 'tls', 'wait', 'download'] as const;
export type Phase = (typeof PHASES)[number];

export interface PhaseTime {
  readonly phase: Phase;
  readonly ms: number;
}

/**
 * The parts of the duration of an attempt, in order. On a reused connection, the first three are missing. What ended before the first
 * byte has no download.
 */
export function phasesOf({ dnsMs, connectMs, tlsMs, firstByteMs, totalMs }: AttemptView['timings']): PhaseTime[] {
  if (totalMs === null) return [];
  const opening = (dnsMs ?? 0) + (connectMs ?? 0) + (tlsMs ?? 0);
  const firstByte = firstByteMs ?? totalMs;
  const parts: readonly (readonly [Phase, number | null])[] = [
    ['dns', dnsMs],
    ['connect', connectMs],
    ['tls', tlsMs],
    // An unknown name was not connected to.
    ['wait', dnsMs !== null && connectMs === null ? null : Math.max(firstByte - opening, 0)],
    ['download', firstByteMs === null ? null : Math.max(totalMs - firstByteMs, 0)],
  ];
  return parts.flatMap(([phase, ms]) => (ms === null ? [] : [{ phase, ms }]));
}
