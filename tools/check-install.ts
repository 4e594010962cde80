import { checkInstallation } from './lib/check-installation.ts';
import { beginBuild, checkNode, ensureInstalled, PARTS } from './lib/prepare.mjs';
import { fail, Fault, step } from './lib/say.mjs';

/*
 * `npm run check:install -- https://billing.example.com`: checks a running installation from the outside, as its users do. It signs in with
 * BILLHOOK_EMAIL and BILLHOOK_PASSWORD, and removes what it creates. --receiver ADDRESS is the address under which the installation reaches
 * this machine; --no-webhook omits the webhook.
 */
main(process.argv.slice(2)).catch(fail);

async function main(args: readonly string[]): Promise<void> {
  const url = args.find((each) => /^https?:/.test(each) && args[args.indexOf(each) - 1] !== '--receiver');
  const { BILLHOOK_EMAIL: email, BILLHOOK_PASSWORD: password } = process.env;
  if (!url) throw new Fault('Give the address of the installation: npm run check:install -- http://localhost:3000');
  if (!email || !password) throw new Fault('Set BILLHOOK_EMAIL and BILLHOOK_PASSWORD to an owner of a company.');
  checkNode();
  // A whole build would replace the files of a `npm start` that runs from this folder.
  await ensureInstalled(PARTS.programs);
  await (
    await beginBuild()
  ).served;
  const at = args.indexOf('--receiver');
  const receiver = args.includes('--no-webhook') ? undefined : at < 0 ? '127.0.0.1' : args[at + 1];
  await checkInstallation({ url: url.replace(/\/+$/, ''), email, password, receiver }, (name, work) =>
    step(name, name, work),
  );
}
