import type { INestApplicationContext } from '@nestjs/common';
import { passwordLink, secondFactorOff } from './account.command.js';
import { bindApplicationChanges } from './bind-application-changes.command.js';
import { createCellCommand, listCellsCommand } from './cells.command.js';
import type { Command } from './command.js';
import { inviteOwner, createCompany, setPlan, setUpLink } from './company.command.js';
import { confirmChains, reopenUpgrade } from './confirm-chains.command.js';
import { DOCTOR } from './doctor/doctor.command.js';
import { finishRestore } from './finish-restore.command.js';
import { holdDeliveries, releaseDeliveries } from './hold-deliveries.command.js';
import {
  cancelMoveCommand,
  drainCell,
  forgetCopiesCommand,
  moveCellCommand,
  openCell,
  removeCellCommand,
} from './move-cells.command.js';
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
  ['cells create', createCellCommand],
  ['cells list', listCellsCommand],
  ['cells move', moveCellCommand],
  ['cells cancel-move', cancelMoveCommand],
  ['cells forget', forgetCopiesCommand],
  ['cells drain', drainCell],
  ['cells open', openCell],
  ['cells remove', removeCellCommand],
]);

/** The command of a command line, with its arguments. Those of cells have two words. */
function commandOf(line: readonly string[]): { readonly command: Command; readonly args: readonly string[] } {
  const words = line[0] === 'cells' ? 2 : 1;
  const command = COMMANDS.get(line.slice(0, words).join(' '));
  if (!command) throw new Error(usage());
  return { command, args: line.slice(words) };
}

/** The list of commands, printed for a missing or unknown name. */
function usage(): string {
  const lines = [...COMMANDS, ['doctor', DOCTOR] as const].map(
    ([name, { summary, usage }]) => `  ${name} ${usage}\n      ${summary}.`,
  );
  return ['Commands:', ...lines].join('\n');
}

/**
 * Runs the command that the first words name.
 * @param open starts the application once the command is known
 * @returns the output for the operator
 * @throws Error with a message for the operator
 */
export async function runAdmin(open: () => Promise<INestApplicationContext>, line: readonly string[]): Promise<string> {
  const { command, args } = commandOf(line);
  const app = await open();
  try {
    return await command.run(app, args);
  } finally {
    await app.close();
  }
}
