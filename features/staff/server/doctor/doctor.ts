import { addressChecks } from './address.ts';
import { type Check, type Examination, type Examined, examine } from './check.ts';
import { databaseChecks } from './database.ts';
import { fileChecks } from './files.ts';
import { machineChecks } from './machine.ts';
import { mailChecks } from './mail.ts';

/** Every check of a site, in the order in which they are shown. */
export const checks: readonly Check[] = [
  ...machineChecks,
  ...databaseChecks,
  ...fileChecks,
  ...mailChecks,
  ...addressChecks,
];

/** Runs every check at once. Never throws: what fails or takes too long could not be looked at. */
export const examineAll = (site: Examined): Promise<Examination[]> =>
  Promise.all(checks.map((check) => examine(check, site)));
