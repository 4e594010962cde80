import { diagnoseKey } from '@billhook/domain/identity/api-key';
import { PROBLEMS, Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { keyPage, keyRecipients } from '@billhook/mail/key-recipients';
import { Notices } from '@billhook/mail/notices';
import type { Clock } from '@billhook/platform/clock';
import type { Env } from '@billhook/platform/env';
import { strikeSecrets } from '@billhook/platform/struck-secrets';
import { Inject, Injectable } from '@nestjs/common';
import type { Origin } from '../../request/principal.js';
import { systemActor } from '../audit/actor.js';
import { KeyEnding } from './key-ending.js';
import type { KeyRow } from '@billhook/identity/keys/keys.repository';
import { CLOCK, ENV } from '@billhook/platform/tokens';

/** Who found a key, and where. */
export interface Finder {
  /** As the key keeps it: "leak report from 203.0.113.9". */
  readonly label: string;
  readonly source: string | null;
  readonly origin: Origin;
}

/** What is said of a text that cannot be a key, where the advice for a header would not fit. */
const NO_KEY: { readonly [Code in ProblemCode]?: string } = {
  credential_malformed: 'contains spaces or quotes, which no key does',
  key_unknown: 'is not a key: keys are 50 characters long and begin with bhk_',
};

/** Revokes leaked keys. A finder who has the whole key could use it, so they may revoke it as well. */
@Injectable()
export class LeakedKeysService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly ending: KeyEnding,
    private readonly notices: Notices,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Ends a key, and tells those whose it is. One that is dead already is left as it is.
   * @returns the key's prefix
   * @throws Problem 422 where the text cannot be a key, 404 leaked_key_unknown
   */
  async burn(secret: string, finder: Finder): Promise<string> {
    const fault = diagnoseKey(secret);
    if (fault) {
      const message = NO_KEY[fault] ?? PROBLEMS[fault].advice;
      throw new Problem('invalid_body', undefined, { errors: [{ pointer: '/key', code: fault, message }] });
    }
    const prefix = await this.burnIfOurs(secret, finder);
    if (prefix === undefined) throw new Problem('leaked_key_unknown');
    return prefix;
  }

  /** As `burn`. @returns undefined for whatever is no key of this installation */
  async burnIfOurs(secret: string, { label, source, origin }: Finder): Promise<string | undefined> {
    if (diagnoseKey(secret)) return undefined;
    return this.uow.run(async (tx) => {
      const key = await this.ending.lockBySecret(tx, secret);
      if (!key) return undefined;
      const actor = { ...systemActor(key.companyId, origin), label: 'leak report' };
      // Reports often contain the key in the place where it was found: a URL with the key in it, or a line of a log.
      const place = source && strikeSecrets(source);
      const [ended] = await this.ending.end(tx, [key], {
        actor,
        label,
        reason: place === null ? 'Leaked' : `Leaked: ${place}`,
        action: 'api_key.burned',
        details: { source: place },
      });
      if (ended) await this.tell(tx, ended, place);
      return key.prefix;
    });
  }

  private async tell(tx: Tx, key: KeyRow, source: string | null): Promise<void> {
    const at = this.clock.now();
    for (const { email, locale, isOwner } of await keyRecipients(tx, key, 'everybody')) {
      const url = keyPage(this.env.PUBLIC_URL, key.id, isOwner);
      const notice = { kind: 'key_leaked', keyName: key.name, prefix: key.prefix, source, at, url } as const;
      await this.notices.enqueue(tx, { companyId: key.companyId, to: email, locale, notice });
    }
  }
}
