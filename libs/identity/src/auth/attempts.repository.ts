import { UnitOfWork } from '@billhook/db/unit-of-work';
import { Injectable } from '@nestjs/common';

/** The counts of attempts to sign in, which all processes share. */
@Injectable()
export class AttemptsRepository {
  constructor(private readonly uow: UnitOfWork) {}

  /**
   * Changes several of them in one statement. Other callers wait for the lock, so that each counts the one before.
   * @param names of the counts, hashed; all different
   * @param next the states to keep, from those there are (0 for a new one), in the order of the names. What it throws leaves all as they are.
   */
  async change(names: readonly Buffer[], next: (tats: readonly number[]) => readonly number[]): Promise<void> {
    await this.uow.run(async (tx) => {
      // In one order, so that two who want the same ones never hold what the other waits for.
      const rows = await tx.query<{ name: Buffer; tat: number }>({
        name: 'sign_in_attempts_lock',
        text: `INSERT INTO sign_in_attempts AS a (name, tat) SELECT name, 0 FROM unnest($1::bytea[]) AS name ORDER BY name
          ON CONFLICT (name) DO UPDATE SET tat = a.tat RETURNING name, tat`,
        values: [names],
      });
      const kept = new Map(rows.map(({ name, tat }) => [name.toString('hex'), tat]));
      const tats = next(names.map((name) => kept.get(name.toString('hex')) ?? 0));
      await tx.query({
        name: 'sign_in_attempts_keep',
        text: `UPDATE sign_in_attempts a SET tat = kept.tat FROM unnest($1::bytea[], $2::bigint[]) AS kept (name, tat)
          WHERE a.name = kept.name`,
        values: [names, tats],
      });
    });
  }
}
