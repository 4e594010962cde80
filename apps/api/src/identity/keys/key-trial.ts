import type { TestedApiKey } from '@billhook/contract/identity/api-key';
import { diagnoseKey } from '@billhook/domain/identity/api-key';
import { Problem } from '@billhook/domain/shared/problems';
import { Injectable } from '@nestjs/common';
import { KeyLookup } from '../../access/lookups.js';
import { workingPermissions } from '../../access/permission-rule.js';
import type { KeyPrincipal, MemberPrincipal, Principal } from '../../request/principal.js';

/**
 * What a key would do, without using it: the first use of a successor ends its predecessor, and somebody who tries the key that he has
 * just been shown has not deployed it yet.
 */
@Injectable()
export class KeyTrial {
  constructor(private readonly lookup: KeyLookup) {}

  async test(by: MemberPrincipal & Principal, secret: string): Promise<TestedApiKey> {
    const key = await this.find(by, secret).catch((error: unknown) => {
      if (error instanceof Problem) return error;
      throw error;
    });
    if (key instanceof Problem) return { effective: [], code: key.code, detail: key.message };
    return { effective: workingPermissions({ ...key, origin: by.origin }), code: null, detail: null };
  }

  /** @throws Problem as a request with it would, key_unknown for a key of another company too */
  private async find(by: MemberPrincipal & Principal, secret: string): Promise<KeyPrincipal> {
    const fault = diagnoseKey(secret);
    if (fault) throw new Problem(fault);
    const key = await this.lookup.findAgain(secret, by.origin);
    if (key.company.id !== by.company.id) throw new Problem('key_unknown');
    return key;
  }
}
