import type { Logger } from 'pino';
import type { Outages } from './outages.ts';
import type { MailService } from './mail/mail.ts';
import type { Storage } from './storage/storage.ts';

/** Milliseconds for which a result is cached: a readiness probe may come every second. */
const FRESH_MS = 30_000;
/** Milliseconds that a service has to answer. */
const PATIENCE_MS = 5000;

/** Services that the site can do without for a while: the file store, the mail server. */
export interface Readiness {
  /** Checks now, and logs changes, except outages, which have their own log. Concurrent calls share a check (single flight). */
  check(): Promise<void>;
  /**
   * Public sentences about what does not work, without names and addresses. A result that is older than half a minute is
   * returned and checked again in the background; only the first caller waits.
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
      warning: 'The mail server cannot be used: mails wait and are tried again.',
      works: 'the mail server can be used again',
    },
  ];
  let bad: readonly string[] = [];
  const logged = new Set<string>();
  let checkedAt = Number.NEGATIVE_INFINITY;
  let checking: Promise<void> | null = null;
  const checkOnce = async (): Promise<void> => {
    const warnings = await Promise.all(
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
    bad = warnings.flat();
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

/** Runs a check with a timeout. @throws what `ask` throws, or after five seconds that nothing came. */
async function withPatience(ask: (signal: AbortSignal) => Promise<void>): Promise<void> {
  const signal = AbortSignal.timeout(PATIENCE_MS);
  const late = new Promise<never>((_, reject) => {
    signal.addEventListener('abort', () => reject(new Error(`no answer within ${PATIENCE_MS / 1000} s`)));
  });
  await Promise.race([ask(signal), late]);
}
