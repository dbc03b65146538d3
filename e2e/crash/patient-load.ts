import type { SiteProcess } from './site-process.ts';
import type { CrashFixture } from './fixture.ts';
import { type Transfer, startTransfers } from './transfers.ts';
import { type Refused, type Sent, startLoad } from './writers.ts';

/** People who send again what was refused, until it is done. */
export interface PatientLoad {
  readonly sent: readonly Sent[];
  readonly refused: readonly Refused[];
  readonly transfers: readonly Transfer[];
  /** Lets everybody finish what they have begun. */
  finish(): Promise<void>;
}

/** Writers and senders of files, all patient. */
export function startPatientLoad(site: SiteProcess, fixture: CrashFixture): PatientLoad {
  const load = startLoad(site.address!, fixture.writers, fixture.postIds, { patient: true });
  const files = startTransfers(site.address!, fixture.senders, true);
  return {
    sent: load.sent,
    refused: load.refused,
    transfers: files.transfers,
    async finish() {
      load.end();
      files.end();
      await load.ended();
      await files.ended();
    },
  };
}
