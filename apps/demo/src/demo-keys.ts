import type { KeyOutcome } from '@billhook/domain/identity/key-outcome';
import type { KeyExpiry } from '@billhook/domain/identity/key-status';
import type { Permission } from '@billhook/domain/identity/permissions';
import { utcDay } from '@billhook/domain/shared/calendar';
import { DAY_MS } from '@billhook/domain/shared/durations';
import type { KeyRequests } from '@billhook/identity/key-traffic/key-traffic.entity';
import { KeyTrafficRepository } from '@billhook/identity/key-traffic/key-traffic.repository';
import { KeyUsesRepository } from '@billhook/identity/keys/key-uses.repository';
import type { ManualClock } from '@billhook/platform/clock';
import type { INestApplicationContext } from '@nestjs/common';

/** From the creation of a key to its first request, while a person configures it. */
const FIRST_USE_MS = 25 * 60_000;

/** The caller of a demo key: how often on a working day, and which routes. */
export interface DemoCaller {
  readonly ip: string;
  readonly userAgent: string;
  readonly perDay: number;
  readonly routes: readonly string[];
}

export interface DemoKey {
  readonly name: string;
  readonly expiry: KeyExpiry;
  /** Days before today. */
  readonly made: number;
  /** Days before today; null if it was never used. */
  readonly lastUse: number | null;
  readonly caller?: DemoCaller;
  /** Days before today until which it is called after its end. */
  readonly calledDead?: number;
}

/** The permissions that reading a route needs. */
const READS: Readonly<Record<string, Permission>> = {
  '/v1/invoices': 'invoice.read',
  '/v1/invoices/{id}': 'invoice.read',
  '/v1/clients': 'client.read',
  '/v1/payments': 'payment.read',
};

const SDK = 'billhook-sdk/1.0';
const warehouse: DemoCaller = {
  ip: '203.0.113.24',
  userAgent: SDK,
  perDay: 180,
  routes: ['/v1/invoices', '/v1/invoices/{id}', '/v1/clients', '/v1/payments'],
};
const report: DemoCaller = {
  ip: '203.0.113.77',
  userAgent: 'python-requests/2.33',
  perDay: 24,
  routes: ['/v1/invoices'],
};
const bank: DemoCaller = {
  ip: '198.51.100.14',
  userAgent: 'BankMatch/4.2',
  perDay: 60,
  routes: ['/v1/payments', '/v1/invoices'],
};

/** Keys of the owner, accountant, former accountant and administrator of the company: one in every state. */
export const DEMO_KEYS = {
  warehouse: { name: 'Data warehouse', expiry: '1y', made: 110, lastUse: 0.1, caller: warehouse },
  expired: { name: 'Old export', expiry: '90d', made: 100, lastUse: 12, caller: report, calledDead: 0.3 },
  expiring: { name: 'Monthly report', expiry: '90d', made: 82, lastUse: 2, caller: report },
  unused: { name: 'Spreadsheet', expiry: 'none', made: 30, lastUse: null },
  suspended: { name: 'Bank matching', expiry: '1y', made: 60, lastUse: 20, caller: bank },
  lost: { name: 'Laptop script', expiry: 'none', made: 50, lastUse: 41 },
} as const satisfies Record<string, DemoKey>;

/** Writes the counted requests of a key as its caller would have caused them. */
export async function playTraffic(
  app: INestApplicationContext,
  clock: ManualClock,
  id: number,
  key: DemoKey,
): Promise<void> {
  if (key.lastUse === null) return;
  const today = clock.now();
  const ago = (days: number): Date => new Date(today.getTime() - days * DAY_MS);
  const { ip, userAgent, perDay, routes } = key.caller ?? {
    ip: '192.0.2.61',
    userAgent: 'curl/8.5',
    perDay: 3,
    routes: ['/v1/clients'],
  };
  const at = ago(key.lastUse);
  const firstAt = new Date(ago(key.made).getTime() + FIRST_USE_MS);
  await app.get(KeyUsesRepository).record([{ id, firstAt, at, ip, userAgent, rehash: undefined, succeeds: false }]);

  const traffic = app.get(KeyTrafficRepository);
  const requests: KeyRequests[] = [];
  const end = key.calledDead ?? key.lastUse;
  for (let days = Math.min(key.made, 60); days >= end; days -= 1) {
    const dead = days < key.lastUse;
    requests.push(...callsOfDay(id, ago(days), dead ? Math.min(perDay, 8) : perDay, routes, dead));
  }
  await traffic.addRequests(requests);
  const used = new Set(routes.map((route) => READS[route]).filter((permission) => permission !== undefined));
  await traffic.addPermissions([...used].map((permission) => ({ keyId: id, permission, lastUsedAt: at })));
  const host = { keyId: id, ip, userAgent, lastMethod: 'GET', lastRoute: routes[0] ?? '' };
  const sum = (dead: boolean): number =>
    requests.reduce((total, { outcome, count }) => ((outcome === 'dead') === dead ? total + count : total), 0);
  await traffic.addHosts([{ ...host, dead: false, firstAt, lastAt: at, count: sum(false) }]);
  if (sum(true) > 0) await traffic.addHosts([{ ...host, dead: true, firstAt: at, lastAt: ago(end), count: sum(true) }]);
}

/** Working days are busier than weekends, and all days differ, but they are the same in every demo. */
function callsOfDay(keyId: number, at: Date, perDay: number, routes: readonly string[], dead: boolean): KeyRequests[] {
  const weekday = at.getUTCDay();
  const share = weekday === 0 || weekday === 6 ? 0.15 : 1;
  const wave = 1 + 0.35 * Math.sin((at.getTime() / DAY_MS) * 1.7 + keyId);
  return routes.flatMap((route, place): KeyRequests[] => {
    const count = Math.round((perDay * share * wave) / (place + 1.5));
    const refused = Math.round(count * (place === 1 ? 0.06 : 0));
    const counts: [KeyOutcome, number][] = dead
      ? [['dead', count]]
      : [
          ['ok', count - refused],
          ['refused', refused],
        ];
    return counts
      .filter(([, calls]) => calls > 0)
      .map(([outcome, calls]) => ({ keyId, day: utcDay(at), method: 'GET', route, outcome, count: calls }));
  });
}
