import { onConnection } from '@billhook/db/on-connection';
import { hasOthers } from '@billhook/identity/companies/company.sql';
import { DEMO_COMPANIES } from './people.js';

/** Whether all companies and accounts of a database belong to the demo data. @param url its DATABASE_URL */
export async function isDemoAlone(url: string): Promise<boolean> {
  const names = DEMO_COMPANIES.map(({ name }) => name);
  const emails = DEMO_COMPANIES.flatMap(({ members }) => members.map(({ email }) => email));
  return !(await onConnection(url, (db) => hasOthers(db, names, emails)));
}
