import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** The accounts of the demo data. Every member has this password. */
export interface DemoAccounts {
  /** `writing` before the first row, `ready` after the last one, `incomplete` if the rows of an interrupted run stay. */
  readonly state: 'writing' | 'ready' | 'incomplete';
  /** The process of `npm start` that writes. */
  readonly pid: number;
  readonly password: string;
  readonly baseUrl: string;
  readonly receiverUrl: string | undefined;
  readonly members: readonly {
    readonly email: string;
    readonly role: string;
    readonly company: string;
    readonly password: string;
  }[];
}

/** Undefined if there is none. */
export async function readAccounts(file: string): Promise<DemoAccounts | undefined> {
  const text = await readFile(file, 'utf8').catch(() => undefined);
  return text === undefined ? undefined : (JSON.parse(text) as DemoAccounts);
}

/** Written under another name first, so the file is complete whenever the process ends. */
export async function writeAccounts(file: string, accounts: DemoAccounts): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await writeFile(`${file}.new`, `${JSON.stringify(accounts, null, 2)}\n`, { mode: 0o600 });
  await rename(`${file}.new`, file);
}
