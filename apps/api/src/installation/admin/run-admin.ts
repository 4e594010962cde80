import type { INestApplicationContext } from '@nestjs/common';
import { passwordLink, secondFactorOff } from './account.command.js';
import { bindApplicationChanges } from './bind-application-changes.command.js';
import type { Command } from './command.js';
import { inviteOwner, createCompany, setPlan, setUpLink } from './company.command.js';
import { confirmChains, reopenUpgrade } from './confirm-chains.command.js';
import { DOCTOR } from './doctor/doctor.command.js';
import { finishRestore, holdDeliveries, releaseDeliveries } from './hold-deliveries.command.js';
import { sealedWith } from './sealed-with.command.js';
import { verifyBooks } from './verify-books.command.js';

/** All commands by name. */
const COMMANDS: ReadonlyMap<string, Command> = new Map([
  ['create-company', createCompany],
  ['invite-owner', inviteOwner],
  ['set-up-link', setUpLink],
  ['set-plan', setPlan],
  ['password-link', passwordLink],
  ['second-factor-off', secondFactorOff],
  ['sealed-with', sealedWith],
  ['confirm-chains', confirmChains],
  ['reopen-upgrade', reopenUpgrade],
  ['verify-books', verifyBooks],
  ['finish-restore', finishRestore],
  ['hold-deliveries', holdDeliveries],
  ['release-deliveries', releaseDeliveries],
  ['bind-application-changes', bindApplicationChanges],
]);

/** The list of commands, printed for a missing or unknown name. */
function usage(): string {
  const lines = [...COMMANDS, ['doctor', DOCTOR] as const].map(
    ([name, { summary, usage }]) => `  ${name} ${usage}\n      ${summary}.`,
  );
  return ['Commands:', ...lines].join('\n');
}

/**
 * Runs the command that the first argument names.
 * @param open starts the application once the command is known
 * @returns the output for the operator
 * @throws Error with a message for the operator
 */
export async function runAdmin(
  open: () => Promise<INestApplicationContext>,
  [name = '', ...args]: readonly string[],
): Promise<string> {
  const command = COMMANDS.get(name);
  if (!command) throw new Error(usage());
  const app = await open();
  try {
    return await command.run(app, args);
  } finally {
    await app.close();
  }
}
