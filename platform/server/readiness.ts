import type { Logger } from 'pino';
import type { Outages } from './outages.ts';
import type { MailService } from './mail/mail.ts';
import type { Storage } from './storage/storage.ts';

/** Milliseconds for which what was found counts: a probe of the site may come every second. */
const FRESH_MS = 30_000;
/** Milliseconds that a service has to answer. */
const PATIENCE_MS = 5000;

/** What the site runs without for a while: files in a store, mails by a server. */
export interface Readiness {
  /** Checks now, and logs what changed, unless it is an outage, which is logged by itself. Calls at one time share one check. */
  check(): Promise<void>;
  /**
   * Sentences about what does not work, without names and addresses: anybody may read them. What is older than half a
   * minute is checked again meanwhile; nobody waits for it but the first caller.
   */
  warnings(): Promise<readonly string[]>;
}

/** @param now milliseconds */
export function makeReadiness(
  {
    storage,
    mail,
    log,
    outages,
  }: {
    storage: Pick<Storage, 'check'>;
    mail: Pick<MailService, 'check'>;
    log: Pick<Logger, 'info' | 'warn'>;
    outages: Pick<Outages, 'note'>;
  },
  now: () => number = Date.now,
): Readiness {
  const services = [
    {
      ask: (signal: AbortSignal) => storage.check(signal),
      warning: 'The file storage does not work: files are neither shown nor taken.',
      works: 'the file storage works again',
    },
    {
      ask: () => mail.check(),
      warning: 'The mail server does not answer: mails wait and are tried again.',
      works: 'the mail server answers again',
    },
  ];
  let bad: readonly string[] = [];
  const logged = new Set<string>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;
  const checkOnce = async (): Promise<void> => {
    const found = await Promise.all(
      services.map(async ({ ask, warning, works }) => {
        try {
          await withPatience(ask);
          if (logged.delete(warning)) log.info(works);
          return [];
        } catch (error) {
          const reason = error instanceof Error ? error.message : String(error);
          if (!bad.includes(warning) && outages.note(error) === null) {
            logged.add(warning);
            log.warn({ reason }, warning);
          }
          return [warning];
        }
      }),
    );
    bad = found.flat();
    checkedAt = now();
  };
  const check = (): Promise<void> => {
    checking ??= checkOnce().finally(() => (checking = null));
    return checking;
  };
  return {
    check,
    async warnings() {
      const isFirst = checkedAt === Number.NEGATIVE_INFINITY;
      if (now() - checkedAt > FRESH_MS) {
        const checked = check();
        if (isFirst) await checked;
      }
      return bad;
    },
  };
}

/** @throws what `ask` throws, or after five seconds that nothing came. */
async function withPatience(ask: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
  });
  await Promise.race([ask(signal), late]);
}
