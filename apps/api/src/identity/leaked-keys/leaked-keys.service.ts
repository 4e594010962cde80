import { UnitOfWork, type Tx } from '@billhook/db/unit-of-work';
import { diagnoseKey } from '@billhook/domain/identity/secret-format';
import { actorLabel } from '@billhook/domain/shared/actor-label';
import { invalidBody, PROBLEMS, Problem, type ProblemCode } from '@billhook/domain/shared/problems';
import { systemActor, type Origin } from '@billhook/identity/audit/actor';
import { keyPage, keyRecipients } from '@billhook/identity/keys/key-recipients';
import type { KeyRow } from '@billhook/identity/keys/keys.repository';
import { Notices } from '@billhook/mail/notices';
import { CLOCK, type Clock } from '@billhook/platform/clock';
import { ENV, type Env } from '@billhook/platform/env';
import { redactSecrets } from '@billhook/platform/redact-secrets';
import { Inject, Injectable } from '@nestjs/common';
import { KeyRevocationService } from '../keys/key-revocation.service.js';

/** Where a leaked key was found, and who reported it. */
export interface LeakReport {
  readonly source: string | null;
  readonly origin: Origin;
}

/** For a body, where the advice about the Authorization header does not fit. */
const NO_KEY: { readonly [Code in ProblemCode]?: string } = {
  credential_malformed: 'contains spaces or quotes, which no key does',
  key_unknown: 'is not a key: keys are 50 characters long and begin with bhk_ or bht_',
};

/** Revokes keys that leaked. The whole key is the proof: its holder could use it as well. */
@Injectable()
export class LeakedKeysService {
  constructor(
    private readonly uow: UnitOfWork,
    private readonly revocation: KeyRevocationService,
    private readonly notices: Notices,
    @Inject(ENV) private readonly env: Env,
    @Inject(CLOCK) private readonly clock: Clock,
  ) {}

  /**
   * Revokes a key and notifies its owner and those who manage keys. A key that has ended already stays as it is.
   * @returns the key's prefix
   * @throws Problem 422 when the text cannot be a key, 404 leaked_key_unknown
   */
  async burn(secret: string, { source, origin }: LeakReport): Promise<string> {
    const error = diagnoseKey(secret);
    if (error) {
      const message = NO_KEY[error] ?? PROBLEMS[error].advice;
      throw invalidBody('/key', error, message);
    }
    return this.uow.run(async (tx) => {
      const key = await this.revocation.lockBySecret(tx, secret);
      if (!key) throw new Problem('leaked_key_unknown');
      const actor = { ...systemActor(key.companyId, origin), label: actorLabel('leak_report') };
      // A report often repeats the key within its source: an address with the key in it, or a line of a log.
      const place = source && redactSecrets(source);
      const [ended] = await this.revocation.end(tx, [key], {
        actor,
        label: actorLabel('leak_report', origin.ip),
        reason: place === null ? 'Leaked' : `Leaked: ${place}`,
        action: 'api_key.burned',
        details: { source: place },
      });
      if (ended) await this.notify(tx, ended, place);
      return key.prefix;
    });
  }

  private async notify(tx: Tx, key: KeyRow, source: string | null): Promise<void> {
    const at = this.clock.now();
    for (const { email, locale, isOwner } of await keyRecipients(tx, key, 'owner-and-managers')) {
      const url = keyPage(this.env.PUBLIC_URL, key.id, isOwner);
      const notice = { kind: 'key_leaked', keyName: key.name, prefix: key.prefix, source, at, url } as const;
      await this.notices.enqueue(tx, { companyId: key.companyId, to: email, locale, notice });
    }
  }
}
